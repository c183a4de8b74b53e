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
    assert (case.state, str(case.due_on)) == ("investigating", "2026-03-23")
    assert [n.address for n in case.notices.filter(kind="complaints.continue_case")] == ["wanda@example.com"]


def test_a_complaint_that_was_never_signed_is_not_continued():
    case = do(file_for_paper(), "request_withdrawal", by="complainant", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="never signed, so there is nothing to go on with"):
        do(case, "continue_case", by="supervisor", when=NOW)


@pytest.mark.parametrize("act", ["continue_case", "take_back_withdrawal"])
@pytest.mark.parametrize("state", ["received", "docketed", "assigned", "investigating", "drafted", "reopened"])
def test_a_case_goes_on_where_it_stood(state, act):
    case = do(case_in(state), "request_withdrawal", by="complainant", when=NOW)
    assert do(case, act, by="supervisor", when=NOW).state == state


def test_a_draft_that_waited_can_still_be_signed():
    case = do(case_in("drafted"), "request_withdrawal", by="complainant", when=NOW)
    case = do(case, "continue_case", by="supervisor", when=NOW)
    assert do(case, "sign_determination", by="supervisor", when=NOW).state == "countersigned"


def test_a_complainant_may_take_the_withdrawal_back_before_signing_too():
    case = do(file_for_paper(), "request_withdrawal", by="complainant", when=NOW)
    case = do(case, "take_back_withdrawal", by="supervisor", when=NOW, reason="She called and wants to go on.")
    assert (case.state, case.complaint.ending_reason) == ("unverified", "She called and wants to go on.")
    notice = case.notices.get(kind="complaints.take_back_withdrawal")
    assert notice.address == "wanda@example.com"
    assert "you do not want to withdraw it any more" in notice.document.html
    assert "The 20 days have not started." in notice.document.html


def test_a_signed_form_that_comes_after_the_wish_to_withdraw_starts_the_clock_and_decides_nothing():
    case = do(file_for_paper(), "request_withdrawal", by="complainant", when="2026-03-04 09:00")
    case = do(case, "record_verification", by="supervisor", when=NOW)
    assert (case.state, str(case.due_on), str(case.complaint.verified_on)) == (
        "withdrawal_requested", "2026-03-25", "2026-03-05",
    )  # fmt: skip
    assert do(case, "continue_case", by="supervisor", when=NOW).state == "received"


@pytest.mark.parametrize(
    ("act", "state"),
    [("request_withdrawal", "investigating"), ("request_information", "investigating"), ("close", "served"),
     ("record_service", "countersigned")],
)  # fmt: skip
def test_another_investigators_case_is_left_alone(act, state):
    case = case_in(state)
    with pytest.raises(TransitionNotAllowed, match="somebody else"):
        do(case, act, by=person("ivo"), when=NOW)
    assert do(case, act, by="supervisor", when=NOW)


def test_a_signed_determination_can_no_longer_be_withdrawn():
    with pytest.raises(TransitionNotAllowed, match="the case is “Determination signed”"):
        do(case_in("countersigned"), "request_withdrawal", by="complainant", when=NOW)
