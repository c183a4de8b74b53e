"""Dismissing: the ground and reasons are told to the complainant, with the way to have it reviewed."""

import datetime as dt

import pytest

from tests.factories import SERVED_EMPLOYER, TO_POST, at, case_in, do, file_online, mail_letters, person, walk
from wagecase.cases.mailing import mark_mailed
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def test_the_complainant_is_told_why_and_how_to_have_it_reviewed():
    case = do(case_in("docketed"), "dismiss", by="supervisor", when=NOW, reason="The work was done in Illinois.")
    assert (case.state, case.is_open, case.complaint.ending_ground) == ("dismissed", False, "no_jurisdiction")
    letter = case.notices.get(kind="complaints.dismiss")
    assert "The work was done in Illinois." in letter.document.html
    assert "review" in letter.document.html.lower()
    assert case.due_on is None


def test_an_employer_that_knows_of_the_case_is_told_without_the_reasons():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "dismiss", by="supervisor", when=NOW, reason="canary-reason")
    told = case.notices.get(kind="complaints.dismiss", address__startswith="office")
    assert "canary-reason" not in told.text
    assert "canary-reason" not in told.document.html


def test_an_unsigned_complaint_can_be_dismissed():
    assert do(case_in("unverified"), "dismiss", by="supervisor", when=NOW).state == "dismissed"


@pytest.mark.parametrize(("ending", "reason"), [
    ("dismiss", "Not mailed: the complaint was dismissed before it left"),
    ("close_as_withdrawn", "Not mailed: the complaint was withdrawn before it left"),
])  # fmt: skip
def test_questions_that_were_not_mailed_are_taken_back_and_nobody_learns_of_the_case_by_its_end(ending, reason):
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    if ending == "close_as_withdrawn":
        case = do(case, "request_withdrawal", by="investigator", when="2026-03-04 09:00", reason="Wants no trouble.")
    letter = case.notices.get(kind="complaints.serve_employer")
    case = do(case, ending, by="supervisor", when=NOW)
    letter.refresh_from_db()
    assert (letter.status, letter.last_error) == ("replaced", reason)
    assert [n.recipient_label for n in case.notices.filter(kind=f"complaints.{ending}")] == ["Wanda Worker Example"]
    assert case.parties.get(role="employer").told_on is None
    with pytest.raises(TransitionNotAllowed):
        mark_mailed(notice=letter, mailed_on=dt.date(2026, 3, 5), method="first-class mail",
                    actor=person("ina").actor, at=at(NOW))  # fmt: skip


def test_an_employer_whose_notice_was_mailed_is_told_of_the_end():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    mail_letters(case, by=person("ina"), moment=at("2026-03-03 16:00"))
    case = do(case, "dismiss", by="supervisor", when=NOW)
    assert case.notices.filter(kind="complaints.dismiss").count() == 2
    assert case.parties.get(role="employer").told_on == dt.date(2026, 3, 3)
