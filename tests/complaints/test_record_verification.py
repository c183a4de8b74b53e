"""The signed form comes in: from the day stamped on it the 20 days count, and the complainant is told the due date."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.factories import case_in, do, file_for_paper, person, signature, taken
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def verify(case, *, when="2026-03-12 09:00", stamped="2026-03-10", **facts):
    day = dt.date.fromisoformat(stamped)
    return do(case, "record_verification", by="investigator", when=when, stamped_on=day, **facts)


def test_the_20_days_count_from_the_stamp_on_the_form():
    case = verify(file_for_paper(when="2026-03-01 10:00"), scans=[taken("form.pdf")])
    assert (case.state, str(case.due_on), str(case.received_on)) == ("received", "2026-03-30", "2026-03-01")
    complaint = case.complaint
    assert (complaint.verification, str(complaint.verified_on), str(complaint.stamped_on)) == (
        "paper", "2026-03-10", "2026-03-10",
    )  # fmt: skip
    assert case.attachments.get().purpose == "scan"


def test_the_day_of_keying_and_who_keyed_it_stand_beside_the_stamp():
    case = verify(file_for_paper(when="2026-03-01 10:00"), when="2026-03-12 09:00", stamped="2026-03-10")
    complaint = case.complaint
    assert (str(complaint.stamped_on), str(complaint.keyed_on), complaint.keyed_by) == (
        "2026-03-10", "2026-03-12", person("ina"),
    )  # fmt: skip
    event = case.events.get(verb="complaints.record_verification")
    kept = {detail.field: (detail.before, detail.after) for detail in event.details.all()}
    assert kept["stamped_on"] == ("", "2026-03-10")
    assert kept["keyed_on"] == ("", "2026-03-12")
    assert kept["keyed_by"] == ("", "Ina Investigator Example")


def test_the_complainant_is_told_the_due_date():
    case = verify(file_for_paper(when="2026-03-01 10:00"))
    notice = case.notices.get(kind="complaints.record_verification")
    assert "March 30, 2026" in notice.text
    assert "March 30, 2026" in notice.document.html


def test_the_declaration_and_a_new_copy_as_filed_are_kept():
    case = verify(file_for_paper(when="2026-03-01 10:00"), signature=signature(method="notarized", officer="N. Otary"))
    assert (case.declaration.method, case.declaration.officer) == ("notarized", "N. Otary")
    copies = case.documents.filter(kind="complaints.as_filed").order_by("id")
    assert [("I declare that this is true." in copy.html) for copy in copies] == [False, True]


@pytest.mark.parametrize(
    ("stamped", "words"),
    [
        ("2026-03-13", "The stamp cannot be after today, March 12, 2026"),
        ("2026-02-28", "The stamp cannot be before the complaint, received March 1, 2026"),
    ],
)
def test_an_impossible_stamp_is_refused_at_its_field(stamped, words):
    case = file_for_paper(when="2026-03-01 10:00")
    with pytest.raises(ValidationError) as refusal:
        verify(case, stamped=stamped)
    assert refusal.value.message_dict == {"stamped_on": [words]}


def test_a_complaint_is_signed_once():
    case = do(case_in("received"), "dismiss", by="supervisor", when="2026-03-03 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-04 09:00")
    with pytest.raises(TransitionNotAllowed, match="signed already"):
        verify(case)
