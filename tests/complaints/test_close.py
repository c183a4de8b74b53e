"""Closing a decided and served case, or an answered unpaid-wages complaint; nothing is sent."""

import pytest

from tests.factories import UNPAID, case_in, do

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


@pytest.mark.parametrize(("state", "more"), [("served", {}), ("answered", {"content": UNPAID})])
def test_the_file_is_closed_and_nothing_is_sent(state, more):
    case = case_in(state, **more)
    notices = case.notices.count()
    case = do(case, "close", by="investigator", when=NOW)
    assert (case.state, case.is_open, case.notices.count()) == ("closed", False, notices)
    assert not case.clocks.filter(status="running").exists()
