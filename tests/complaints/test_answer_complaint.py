"""Answering an unpaid-wages complaint sends the answer; nothing of the 20 days is said."""

import pytest

from tests.factories import UNPAID, case_in, do, file_online

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_the_answer_is_kept_and_sent():
    case = do(
        file_online(content=UNPAID),
        "answer_complaint",
        by="investigator",
        when="2026-03-05 15:00",
        answer="We wrote to them.",
    )
    assert (case.state, case.complaint.answer) == ("answered", "We wrote to them.")
    notice = case.notices.get(kind="complaints.answer_complaint")
    assert "We wrote to them." in notice.document.html
    assert "104.05" not in notice.document.html


def test_a_living_wage_complaint_knows_no_such_act():
    with pytest.raises(KeyError, match="living_wage has no transition 'answer_complaint'"):
        do(case_in("received"), "answer_complaint", by="supervisor", when="2026-03-05 15:00")
