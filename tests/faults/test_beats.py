"""F10 and F11: two of everything does each duty once, and what a dead beat missed is made up with its own dates."""

import datetime as dt
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.rig import Site
from tests.faults.servers import until

pytestmark = [pytest.mark.process, pytest.mark.faults_long]
DUTIES = ("anchor", "drafts", "forms", "orphans", "short_notice", "submissions")


def reminders(site: Site) -> Counter[tuple[str, str]]:
    """Return how often each (case, step and reader) was reminded."""
    query = (
        "SELECT c.number, n.kind || ' ' || n.address FROM notices_notice n JOIN cases_case c ON c.id = n.case_id "
        "WHERE n.kind LIKE 'complaints.determination:%%'"
    )
    return Counter(site.rows(query))


def pass_days(site: Site, days: int) -> None:
    """Let so many days pass for all clocks at once: some reminders are due now."""
    site.rows("UPDATE deadlines_clockstep SET due_at = due_at - %s * interval '1 day'", days)


def test_f10_two_beats_two_workers_and_two_runners(install: Callable[..., Site], figure: Any) -> None:
    def start(site: Site, off: str) -> None:
        for _ in range(2):
            site.runner(off=off)
            site.worker(off=off)
        for _ in range(2):
            site.beat()

    quick = {"BEAT_SECONDS": "1"}  # a sweep every 4 seconds, the duties every 20
    control = install(**quick)
    control.act("file", n=10)
    start(control, "no_step_claim,no_day_row")
    pass_days(control, 12)
    anchors = control.folder / "anchors.txt"
    until(lambda: anchors.exists() and len(anchors.read_text().split("\n")) > 2, seconds=60, what="a second anchor")
    until(lambda: control.one("SELECT count(*) FROM deadlines_clockstep WHERE handled_at IS NULL AND due_at < now()") == 0,
          seconds=60, what="reminders")  # fmt: skip
    twice = sum(number - 1 for number in reminders(control).values())
    assert twice > 0
    lines = len(anchors.read_text().splitlines())
    control.stop()

    site = install(**quick)
    site.act("file", n=10)
    start(site, "")
    pass_days(site, 12)
    began = time.monotonic()
    time.sleep(45)  # ten sweeps of each beat and two rounds of duties
    seconds = time.monotonic() - began
    assert site.one("SELECT count(*) FROM deadlines_clockstep WHERE handled_at IS NULL AND due_at < now()") == 0
    found = reminders(site)
    # Twelve days on, each case has two steps behind it (10 and 5 days before); its unit has two supervisors to tell.
    assert len(found) == site.one(
        "SELECT count(DISTINCT (case_id, kind, address)) FROM notices_notice WHERE kind LIKE 'complaints.determination:%%'"
    )
    assert set(found.values()) == {1}
    assert len({number for number, _ in found}) == 10
    runs = site.rows("SELECT job, count(*) FROM cases_dailyrun GROUP BY job")
    assert dict(runs) == dict.fromkeys(DUTIES, 1)
    assert len((site.folder / "anchors.txt").read_text().splitlines()) == 1
    until(site.all_final, seconds=60, what=site.counts)
    assert site.extra() == 0
    figure(
        f"F10 two beats, workers and runners for {seconds:.0f} s: {len(found)} reminders once each, {len(DUTIES)} duties once; "
        f"control without the two locks: {twice} reminders twice, {lines} anchors for one date"
    )


def test_f11_beat_down_for_26_hours(install: Callable[..., Site], figure: Any) -> None:
    def sleep_26_hours(site: Site) -> tuple[dt.date, dt.date, dt.date]:
        """Pretend that the last duties were done the day before yesterday, and that reminders fell due since."""
        site.act("file", n=5)
        today = site.one("SELECT (now() AT TIME ZONE 'America/Chicago')::date")
        days = (today - dt.timedelta(days=2), today - dt.timedelta(days=1), today)
        for job in DUTIES:
            site.rows(
                "INSERT INTO cases_dailyrun (job, \"on\", started_at, finished_at, count) "
                "VALUES (%s, %s, now() - interval '26 hours', now() - interval '26 hours', 0)", job, days[0],
            )  # fmt: skip
        site.rows("UPDATE deadlines_clockstep SET due_at = now() - interval '20 hours' WHERE step = 'investigator-10'")
        return days

    def dates(site: Site) -> dict[str, list[dt.date]]:
        done: dict[str, list[dt.date]] = {job: [] for job in DUTIES}
        for job, on in site.rows('SELECT job, "on" FROM cases_dailyrun WHERE finished_at IS NOT NULL ORDER BY "on"'):
            done[job].append(on)
        return done

    quick = {"BEAT_SECONDS": "0.5"}
    control = install(**quick)
    days = sleep_26_hours(control)
    control.worker(off="today_only")
    control.beat()
    until(
        lambda: all(found[-1:] == [days[2]] for found in dates(control).values()),
        seconds=40,
        what=lambda: dates(control),
    )
    skipped = sum(days[1] not in found for found in dates(control).values())
    assert skipped == len(DUTIES)
    control.stop()

    site = install(**quick)
    days = sleep_26_hours(site)
    worker = site.worker()
    beat = site.beat()
    seconds = until(lambda: dates(site) == {job: list(days) for job in DUTIES}, seconds=60, what=lambda: dates(site))
    told = "SELECT count(*) FROM deadlines_clockstep WHERE step = 'investigator-10' AND handled_at IS NULL"
    until(lambda: site.one(told) == 0, seconds=30, what=lambda: site.one(told))
    first = reminders(site)
    assert set(first.values()) == {1}
    assert len({number for number, _ in first}) == 5
    site.stop(beat, worker)
    site.worker()
    site.beat()
    time.sleep(15)
    assert reminders(site) == first
    assert dates(site) == {job: list(days) for job in DUTIES}
    until(site.all_final, seconds=30, what=site.counts)
    assert site.extra() == 0
    # An anchor made late would vouch for a day it did not see: only today has one.
    assert len((site.folder / "anchors.txt").read_text().splitlines()) == 1
    figure(
        f"F11 beat down for 26 hours: {len(DUTIES)} duties for {days[1]} and {days[2]} once each in {seconds:.1f} s, "
        f"{sum(first.values())} reminders once; control without looking back: {skipped} duties never done"
    )
