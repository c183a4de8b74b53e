"""Choosing paper: there is a case and a form to sign, but the 20 days have not started, and the form says so."""

import pytest

from tests.factories import file_for_paper

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_the_case_waits_for_a_signature_without_a_clock():
    case = file_for_paper()
    assert (case.state, case.due_on, case.complaint.verification) == ("unverified", None, "none")
    assert not case.clocks.exists()
    assert not hasattr(case, "declaration")


def test_the_form_and_the_mail_say_that_the_20_days_have_not_started():
    case = file_for_paper()
    notice = case.notices.get(kind="complaints.file_for_paper")
    for words in (notice.text, notice.document.html):
        assert "20 days" in words
        assert "not started" in words or "have not begun" in words or "do not start" in words
    assert notice.document.title == "Sign your complaint to start the 20 days"
