"""Four hundred days of nights with a tenth of them skipped tell the same people the same things as every night would."""

import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.factories import CENTRAL, at, file_online, staff
from wagecase.cases import housekeeping, sweep
from wagecase.cases.models import DailyRun
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
FIRST, DAYS = dt.date(2026, 1, 5), 400
STEPS = ("investigator-10", "investigator-5", "investigator-1", "supervisor-1", "investigator-due",
         "investigator-overdue", "supervisor-overdue")  # fmt: skip


def morning(day: dt.date) -> dt.datetime:
    """The nightly pass: ten past eight, after the hour at which steps fall due."""
    return dt.datetime.combine(day, dt.time(8, 10), CENTRAL)


def clocks_of(number: int, *, seed: int) -> set[int]:
    """File so many complaints on days spread over 400 and return the ids of their determination clocks."""
    random = Random(seed)
    for _ in range(number):
        day = FIRST + dt.timedelta(days=random.randrange(DAYS - 40))
        file_online(when=dt.datetime.combine(day, dt.time(random.randrange(24), random.randrange(60)), CENTRAL))
    return set(Clock.objects.filter(key="complaints.determination").values_list("pk", flat=True))


def live(nights: list[dt.date]) -> list[tuple[int, str, dt.date]]:
    """Sweep on each of these mornings and return (clock, step, day it was handled) in order."""
    for night in nights:
        sweep.sweep(now=morning(night))
    rows = (
        ClockStep.objects.exclude(handled_at=None)
        .order_by("handled_at", "pk")
        .values_list("clock", "step", "handled_at")
    )
    return [(clock, step, moment.astimezone(CENTRAL).date()) for clock, step, moment in rows]


def told() -> dict[tuple[int, str, str], int]:
    """Return how often each (case, kind of reminder, reader) was queued."""
    found: dict[tuple[int, str, str], int] = {}
    for row in Notice.objects.filter(kind__startswith="complaints.determination:").values_list(
        "case", "kind", "address"
    ):
        found[row] = found.get(row, 0) + 1
    return found


def again() -> None:
    """Forget what was told, so that the same clocks can be lived through once more."""
    Notice.objects.filter(kind__startswith="complaints.determination:").delete()
    ClockStep.objects.update(handled_at=None, outcome="")


@pytest.mark.parametrize("number", [10, pytest.param(500, marks=pytest.mark.faults_long)])
def test_the_same_reminders_with_a_tenth_of_the_nights_skipped(number: int, capsys: Any) -> None:
    staff()
    opened = clocks_of(number, seed=400)
    nights = [FIRST + dt.timedelta(days=n) for n in range(DAYS + 1)]
    every = live(nights)
    first = told()
    due_on = {
        (clock, step): moment.astimezone(CENTRAL).date()
        for clock, step, moment in ClockStep.objects.values_list("clock", "step", "due_at")
    }
    assert {(clock, step) for clock, step, _ in every} == {(clock, step) for clock in opened for step in STEPS}
    assert all(day == due_on[clock, step] for clock, step, day in every)  # on its own date when no night is skipped
    assert set(first.values()) == {1}

    again()
    random = Random(10)
    kept = [night for night in nights[:-1] if random.random() >= 0.1] + nights[-1:]
    some = live(kept)
    assert {(clock, step) for clock, step, _ in some} == {(clock, step) for clock, step, _ in every}
    assert told() == first
    next_night = _next_of(kept)
    assert all(day == next_night(due_on[clock, step]) for clock, step, day in some)
    late = sum(day > due_on[clock, step] for clock, step, day in some)
    assert late > 0
    with capsys.disabled():
        print(  # noqa: T201
            f"\n  D12 {number} clocks, 400 days, {len(nights) - len(kept)} nights skipped: {len(every)} steps both times, "
              f"each once; {late} a night or more late, on the first night that came", end="",
        )  # fmt: skip


def _next_of(nights: list[dt.date]) -> Callable[[dt.date], dt.date]:
    return lambda day: next(night for night in nights if night >= day)


def test_the_control_a_sweep_that_looks_at_one_day_only_loses_what_was_skipped(monkeypatch: Any) -> None:
    staff()
    opened = clocks_of(10, seed=400)

    def only_today(*, now: dt.datetime) -> None:
        for step in ClockStep.objects.filter(handled_at=None, due_at__gt=now - dt.timedelta(hours=24), due_at__lte=now):
            sweep.handle_step(step, now=now)

    random = Random(10)
    for n in range(DAYS + 1):
        if random.random() >= 0.1:
            only_today(now=morning(FIRST + dt.timedelta(days=n)))
    missed = ClockStep.objects.filter(handled_at=None).count()
    assert 0 < missed < len(opened) * len(STEPS)


@pytest.mark.parametrize("change", ["2026-03-08", "2026-11-01"])
def test_a_night_of_the_clock_change_by_the_minute_does_each_duty_and_reminder_once(
    change: str, monkeypatch: Any
) -> None:
    staff()
    day = dt.date.fromisoformat(change)
    done: list[tuple[str, dt.date]] = []
    monkeypatch.setattr(housekeeping, "DUTIES", {"duty": lambda on, now: done.append(("duty", on)) or 1})
    case = file_online(when=at(f"{day - dt.timedelta(days=18)} 10:00"))
    ClockStep.objects.filter(clock__case=case).update(due_at=dt.datetime.combine(day, dt.time(8), CENTRAL))
    moment = dt.datetime.combine(day - dt.timedelta(days=1), dt.time(22), CENTRAL).astimezone(dt.UTC)
    while moment < dt.datetime.combine(day, dt.time(9), CENTRAL):
        housekeeping.tidy(now=moment)
        sweep.sweep(now=moment)
        moment += dt.timedelta(minutes=5)
    assert done == [("duty", day - dt.timedelta(days=1)), ("duty", day)]
    steps = ClockStep.objects.filter(clock__case=case)
    assert {moment.astimezone(CENTRAL).isoformat()[:16] for moment in steps.values_list("handled_at", flat=True)} == {
        f"{change}T08:00"
    }


def test_a_missed_week_is_made_up_date_by_date_and_once(monkeypatch: Any) -> None:
    done: list[str] = []
    monkeypatch.setattr(housekeeping, "DUTIES", {"duty": lambda on, now: done.append(on.isoformat()) or 1})
    housekeeping.tidy(now=at("2026-10-28 09:00"))
    housekeeping.tidy(now=at("2026-11-04 09:00"))  # a week later, with the clock change of November 1 inside
    housekeeping.tidy(now=at("2026-11-04 09:05"))
    assert done == [
        "2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04",
    ]  # fmt: skip
    assert DailyRun.objects.filter(finished_at=None).count() == 0
