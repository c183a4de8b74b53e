"""Asking the complainant: one question at a time, with a day to answer by that delays nothing."""

import pytest

from tests.factories import case_in, do, person
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"


def test_the_question_is_sent_with_the_day_and_the_decision_day_stays():
    case = case_in("investigating")
    due = case.due_on
    case = do(case, "request_information", by="investigator", when=NOW, question="Which weeks?")
    asked = case.information_requests.get(automatic=False)
    assert (asked.question, asked.asked_by, asked.answered_at) == ("Which weeks?", person("ina"), None)
    notice = case.notices.get(kind="complaints.request_information")
    assert "Which weeks?" in notice.document.html
    assert "March 16, 2026" in notice.text + notice.document.html  # the 14th is a Saturday
    assert case.due_on == due


def test_one_question_is_open_at_a_time():
    case = do(case_in("investigating"), "request_information", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="A question is still open"):
        do(case, "request_information", by="supervisor", when=NOW)


def test_the_blanks_of_the_filing_do_not_bar_a_question():
    case = case_in("received")
    assert case.information_requests.filter(automatic=True, answered_at=None).exists()
    assert do(case, "request_information", by="supervisor", when=NOW).information_requests.count() == 2
