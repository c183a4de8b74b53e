"""Dismissing: the ground and reasons are told to the complainant, with the way to have it reviewed."""

import pytest

from tests.factories import SERVED_EMPLOYER, case_in, do, file_online, walk

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
