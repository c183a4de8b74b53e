"""Docketing records what was found on jurisdiction, and sends nothing."""

import pytest

from tests.factories import case_in, do

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_what_was_found_is_kept_with_its_change_on_record():
    case = do(case_in("received"), "docket", by="investigator", when="2026-03-03 09:00", jurisdiction="Work in Monroe.")
    assert (case.state, case.complaint.jurisdiction) == ("docketed", "Work in Monroe.")
    details = case.events.last().details.values_list("field", "before", "after")
    assert set(details) == {("state", "received", "docketed"), ("jurisdiction", "", "Work in Monroe.")}


def test_nothing_is_sent_and_the_clock_runs_on():
    case = case_in("received")
    notices, due = case.notices.count(), case.due_on
    case = do(case, "docket", by="supervisor", when="2026-03-03 09:00")
    assert (case.notices.count(), case.due_on) == (notices, due)
