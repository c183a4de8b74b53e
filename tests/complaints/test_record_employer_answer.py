"""The employer's answer: once, after service, with the day on which it came in."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.factories import SERVED_EMPLOYER, case_in, do, file_online, taken, walk
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def served():
    return walk(file_online(when="2026-03-02 10:00"), SERVED_EMPLOYER, when="2026-03-03 09:00")


def answer(case, day="2026-03-10", **facts):
    facts = {"answered_on": dt.date.fromisoformat(day), **facts}
    return do(case, "record_employer_answer", by="investigator", when="2026-03-12 09:00", **facts)


def test_summary_day_and_files_are_kept():
    case = answer(served(), summary="It is what the trade pays.", files=[taken("scale.pdf")])
    assert (case.complaint.employer_answer, str(case.complaint.employer_answered_on)) == (
        "It is what the trade pays.",
        "2026-03-10",
    )
    assert (case.attachments.get().name, case.attachments.get().source) == ("scale.pdf", "employer")


@pytest.mark.parametrize("day", ["2026-03-02", "2026-03-13"])
def test_a_day_before_service_or_after_today_is_refused_at_its_field(day):
    with pytest.raises(ValidationError) as refusal:
        answer(served(), day)
    assert list(refusal.value.message_dict) == ["answered_on"]


@pytest.mark.parametrize("day", ["2026-03-03", "2026-03-12"])
def test_the_day_of_service_and_today_are_fine(day):
    assert answer(served(), day).complaint.employer_answered_on == dt.date.fromisoformat(day)


def test_an_answer_needs_service():
    with pytest.raises(TransitionNotAllowed, match="not been served yet"):
        answer(case_in("investigating"))


def test_an_answer_is_recorded_once():
    with pytest.raises(TransitionNotAllowed, match="already recorded"):
        answer(answer(served()))


def test_a_refused_answer_leaves_no_file_behind():
    case = served()
    with pytest.raises(ValidationError):
        answer(case, "2026-03-13", files=[taken()])
    assert not case.attachments.exists()
