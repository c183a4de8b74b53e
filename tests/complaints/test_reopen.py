"""Reopening keeps the reason and the record, and clears the ending; clocks are in the tests of deadlines."""

import pytest

from tests.factories import case_in, do

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
