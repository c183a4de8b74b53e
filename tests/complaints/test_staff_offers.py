"""What a staff page must not offer: a letter "with this text" that the text is not in, or the questions of a closed case."""

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import case_in, do

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "quick_files")]


@pytest.mark.parametrize(("act", "offered"), [("take_back_withdrawal", False), ("continue_case", True)])
def test_a_letter_with_this_text_is_offered_only_where_the_text_goes_into_it(act, offered):
    case = case_in("withdrawal_requested")
    page = words(signed_in("sue").get(f"/complaints/{case.number}/{act}/"))
    assert "What this does" in page
    assert ("See the letter with this text" in page) is offered


def test_the_questions_of_a_closed_case_are_not_listed_as_open():
    case = do(case_in("investigating"), "request_information", by="investigator", when="2026-03-03 10:00")
    assert "Open questions to the complainant" in words(signed_in("sue").get(f"/complaints/{case.number}/"))
    do(case, "dismiss", by="supervisor", when="2026-03-03 11:00")
    assert "Open questions to the complainant" not in words(signed_in("sue").get(f"/complaints/{case.number}/"))
    assert "Not answered yet" not in words(signed_in("sue").get(f"/complaints/{case.number}/allegations/"))
