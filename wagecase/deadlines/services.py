"""Opens and stops clocks; every date is counted by `wagecase.rules.calendar` and kept with its derivation."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from wagecase.deadlines.models import Clock, ClockStep
from wagecase.deadlines.table import BY_KEY, REMINDED_ROLES, Deadline
from wagecase.rules import calendar, law
from wagecase.rules.finding import Finding
from wagecase.rules.holidays import holiday_table


def reminders(length: str, on: date) -> tuple[tuple[str, int], ...]:
    """Return (role, days before the due date) for the parameter `length` as of `on`; 0 is the due day, -1 overdue."""
    found: list[tuple[str, int]] = []
    for role in REMINDED_ROLES:
        if law.is_known(f"{length}.remind_{role}"):
            found += [(role, days) for days in law.in_force(f"{length}.remind_{role}", on).numbers]
    for suffix, days in (("remind_due_day", 0), ("remind_overdue", -1)):
        if law.is_known(f"{length}.{suffix}"):
            found += [(role, days) for role in str(law.in_force(f"{length}.{suffix}", on).value).split(",")]
    return tuple(found)


def open_clock(
    *, case: Any, row: Deadline, start_on: date, start_at: datetime | None, verb: str, at: datetime,
    revived: Clock | None = None, before: date | None = None, due_given: date | None = None,
) -> Clock:  # fmt: skip
    """Open the clock of `row` on day 0 `start_on` (a local date) and write its steps.

    A clock of the same key that still runs is replaced, never edited. Steps that lie before `at` are marked as passed
    before entry, but for the latest of each role, which is due at once (a paper stamped days before it was keyed).
    The steps that `revived`, an ended clock of the same dates, had handled stay handled: each reminds once.
    A row whose day is given takes `due_given` as it is.
    A period of office practice is shortened so that it ends `before` that day, where any day is left (`shortened`).
    Source: C-3, C-4; for the determination 104.05 and 990.001 (4).
    """
    length = law.in_force(row.length, start_on)
    number = length.number if before is None or row.law else shortened(row, start=start_on, before=before)
    if row.due_given:
        if due_given is None:
            raise ValueError(f"{row.key} needs the day that its act names")
        number, finding = (due_given - start_on).days, calendar.given(due_given, citation=row.cite)
    else:
        finding = _count(row, length, start_on=start_on, start_at=start_at, number=number)
    due = finding.value
    for old in Clock.objects.filter(case=case, key=row.key, status=Clock.Status.RUNNING):
        _finish(old, status=Clock.Status.REPLACED, verb=verb, on=calendar.local_day(at), at=at)
    clock = Clock.objects.create(
        case=case, key=row.key, start_verb=verb, start_at=start_at, start_on=start_on, length=max(number, 0),
        unit="days" if row.due_given else length.unit, rule=f"{row.length} from {length.start}: {length.cite}"[:80],
        holiday_version=holiday_table().version, raw_due=due.raw_due, legal_due=due.legal_due,
        work_by=due.work_by or due.raw_due, roll_reason=due.roll_reason, finding=finding.to_dict(), opened_at=at,
    )  # fmt: skip
    Clock.objects.filter(case=case, key=row.key, status=Clock.Status.REPLACED, replaced_by=None).update(
        replaced_by=clock
    )
    _write_steps(clock, row, at, revived=revived)
    return clock


def shortened(row: Deadline, *, start: date, before: date) -> int:
    """Return the length of the office's own period `row` from `start`, in its unit, so that it ends before `before`.

    The whole length where it fits, and also where not even one day fits: nobody can then answer in time.
    """
    whole = law.in_force(row.length, start).number
    for number in range(whole, 0, -1):
        if calendar.due(start=start, length=number, act=row.act).value.legal_due < before:
            return number
    return whole


def _count(
    row: Deadline, length: law.Parameter, *, start_on: date, start_at: datetime | None, number: int
) -> Finding[calendar.Due]:
    if row.length == "clocks.determination":
        channel: calendar.Channel = "online" if start_at else "paper"
        return calendar.complaint_due(filed_on=start_on, received_at=start_at, channel=channel)
    citation = "" if length.is_office_practice else length.cite
    return calendar.due(start=start_on, length=number, act=row.act, citation=citation)


def _write_steps(clock: Clock, row: Deadline, at: datetime, *, revived: Clock | None = None) -> None:
    before = revived.steps.exclude(handled_at=None).exclude(outcome=ClockStep.Outcome.NOT_NEEDED) if revived else ()
    handled = {step.step: step for step in before}
    steps = []
    for role, days in reminders(row.length, clock.start_on):
        back = calendar.days_before(clock.legal_due, days) if days >= 0 else calendar.day_after(clock.legal_due, -days)
        name = {0: "due", -1: "overdue"}.get(days, str(days))
        steps.append(
            ClockStep(
                clock=clock, step=f"{role}-{name}", role=role, days_before=days, due_at=calendar.step_instant(back)
            )
        )
    for role in REMINDED_ROLES:
        past = sorted((s for s in steps if s.role == role and s.due_at < at), key=lambda s: s.due_at)
        for step in past[:-1]:
            step.handled_at, step.outcome = at, ClockStep.Outcome.PASSED
    for step in steps:
        if old := handled.get(step.step):
            step.handled_at, step.outcome = old.handled_at, old.outcome
    ClockStep.objects.bulk_create(steps)


def stop_clocks(*, case: Any, rows: tuple[Deadline, ...], met: bool, verb: str, on: date, at: datetime) -> list[Clock]:
    """Stop the running clocks of `rows` on the local date `on`: met, or ended without the duty being done."""
    status = Clock.Status.MET if met else Clock.Status.ENDED
    clocks = list(Clock.objects.filter(case=case, key__in=[r.key for r in rows], status=Clock.Status.RUNNING))
    for clock in clocks:
        _finish(clock, status=status, verb=verb, on=on, at=at)
    return clocks


def _finish(clock: Clock, *, status: str, verb: str, on: date, at: datetime) -> None:
    clock.status, clock.stop_verb, clock.stopped_on, clock.stopped_at = status, verb, on, at
    clock.save(update_fields=["status", "stop_verb", "stopped_on", "stopped_at"])
    clock.steps.filter(handled_at=None).update(handled_at=at, outcome=ClockStep.Outcome.NOT_NEEDED)


def revive_clocks(*, case: Any, verb: str, at: datetime) -> list[Clock]:
    """Run again, with their first dates, the clocks that a dismissal or withdrawal had ended (lateness ends no duty)."""
    revived = []
    for old in Clock.objects.filter(case=case, status=Clock.Status.ENDED, replaced_by=None):
        row = BY_KEY[old.key]
        if not row.law:
            continue
        clock = open_clock(
            case=case, row=row, start_on=old.start_on, start_at=old.start_at, verb=verb, at=at, revived=old
        )
        old.replaced_by = clock
        old.save(update_fields=["replaced_by"])
        revived.append(clock)
    return revived
