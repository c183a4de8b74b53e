"""Withdrawing: the complainant asks, a supervisor closes the case or continues it on the department's own motion."""

import pytest

from tests.factories import case_in, do, file_for_paper, person
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def test_the_wish_is_confirmed_and_the_supervisors_are_asked():
    person("sam")
    case = do(case_in("investigating"), "request_withdrawal", by="complainant", when=NOW, reason="I found other work.")
    assert (case.state, case.complaint.withdrawal_reason) == ("withdrawal_requested", "I found other work.")
    asked = {n.address for n in case.notices.filter(kind="complaints.request_withdrawal")}
    assert asked == {"wanda@example.com", "sue@example.org", "sam@example.org"}
    assert not any("I found other work." in n.text for n in case.notices.filter(address__endswith="example.org"))


def test_closing_as_withdrawn_ends_the_clock_and_is_confirmed():
    case = do(case_in("withdrawal_requested"), "close_as_withdrawn", by="supervisor", when=NOW)
    assert (case.state, case.complaint.ending_ground, case.due_on) == ("closed", "withdrawn", None)
    assert [n.address for n in case.notices.filter(kind="complaints.close_as_withdrawn")] == ["wanda@example.com"]


def test_continuing_tells_the_complainant_that_the_case_goes_on():
    case = do(case_in("withdrawal_requested"), "continue_case", by="supervisor", when=NOW)
    assert (case.state, str(case.due_on)) == ("assigned", "2026-03-23")
    assert [n.address for n in case.notices.filter(kind="complaints.continue_case")] == ["wanda@example.com"]


def test_a_complaint_that_was_never_signed_is_not_continued():
    case = do(file_for_paper(), "request_withdrawal", by="complainant", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="never signed, so there is nothing to go on with"):
        do(case, "continue_case", by="supervisor", when=NOW)


def test_a_case_without_an_investigator_is_first_given_to_one():
    case = do(case_in("received"), "request_withdrawal", by="complainant", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="Nobody is assigned"):
        do(case, "continue_case", by="supervisor", when=NOW)
    case = do(case, "reassign", by="supervisor", when=NOW, investigator=person("ina"))
    assert do(case, "continue_case", by="supervisor", when=NOW).state == "assigned"


def test_a_signed_determination_can_no_longer_be_withdrawn():
    with pytest.raises(TransitionNotAllowed, match="the case is “Determination signed”"):
        do(case_in("countersigned"), "request_withdrawal", by="complainant", when=NOW)
