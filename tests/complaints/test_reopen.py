"""Reopening keeps the reason and the record, and clears the ending; clocks are in the tests of deadlines."""

import pytest

from complaints.stages import stages
from tests.factories import at, case_in, do, send_mail
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def test_the_reason_is_kept_and_the_ending_is_cleared():
    case = do(case_in("dismissed"), "reopen", by="supervisor", when=NOW, reason="New papers came.")
    complaint = case.complaint
    assert (case.state, case.is_open) == ("reopened", True)
    assert (complaint.reopened_reason, complaint.ending_ground, complaint.ending_reason) == ("New papers came.", "", "")
    told = {d.field: (d.before, d.after) for d in case.events.last().details.all()}
    assert told["ending_reason"] == ("The work was done in Illinois.", "")


def test_a_decided_case_keeps_its_first_determination():
    case = do(case_in("closed"), "reopen", by="supervisor", when=NOW)
    assert case.determinations.exclude(signed_at=None).count() == 1


def test_a_case_dismissed_for_want_of_jurisdiction_is_docketed_anew_before_it_is_assigned():
    case = do(case_in("docketed"), "dismiss", by="supervisor", when="2026-03-03 09:00", ground="no_jurisdiction")
    case = do(case, "reopen", by="supervisor", when=NOW)
    assert case.complaint.jurisdiction == ""
    with pytest.raises(TransitionNotAllowed, match="Docket the complaint first"):
        do(case, "assign", by="supervisor", when=NOW)
    case = do(case, "docket", by="supervisor", when=NOW, jurisdiction="Half of the work was done in Monroe.")
    assert do(case, "assign", by="supervisor", when=NOW).state == "assigned"


def test_a_case_that_was_docketed_and_dismissed_for_another_ground_keeps_its_note():
    case = do(case_in("docketed"), "dismiss", by="supervisor", when="2026-03-03 09:00", ground="duplicate")
    case = do(case, "reopen", by="supervisor", when=NOW)
    assert do(case, "assign", by="supervisor", when=NOW).state == "assigned"


def test_the_public_bar_still_says_that_the_employer_was_told():
    case = do(case_in("closed"), "reopen", by="supervisor", when=NOW)
    bar = {label: (state, detail) for label, state, detail in stages(case)}
    assert bar["Employer told"] == ("done", "March 2, 2026")
    assert bar["Filed"][0] == "now"
    assert bar["Decision sent"][0] == "later"


def test_a_returned_draft_does_not_take_back_that_the_employer_was_told():
    case = case_in("drafted")
    send_mail(at("2026-03-02 12:00"))
    case = do(case, "return_draft", by="supervisor", when=NOW)
    bar = {label: state for label, state, _detail in stages(case)}
    assert (bar["Investigator assigned"], bar["Employer told"], bar["Decision sent"]) == ("now", "done", "later")
