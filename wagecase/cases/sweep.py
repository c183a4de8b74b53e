"""Handles every clock step that is due and not yet handled; a missed night is caught up and a double run is harmless."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import timezone

from wagecase.audit.chain import record
from wagecase.cases import kinds, letters
from wagecase.cases.housekeeping import beat
from wagecase.cases.models import Case
from wagecase.cases.rows import fetch_details
from wagecase.cases.services import case_unit, open_task
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.lifecycle import SYSTEM_ACTOR
from wagecase.notices import outbox

logger = logging.getLogger(__name__)

BATCH = 25  # steps in one transaction, which holds their cases for a tenth of a second
OF_PARTIES = ("employer",)
Stop = Callable[[], bool]


def sweep(*, now: datetime | None = None, should_stop: Stop = lambda: False) -> int:
    """Handle the clock steps due at `now` and return how many this call handled.

    A step is handled exactly when its reminder is queued: claim, notices and event are stored together. A few steps share
    a transaction; when it fails each of them gets one of its own, so that a step that cannot be handled is logged, stays
    due, and does not hold up the others.
    """
    now = now or timezone.now()
    handled, seen = 0, 0
    while not should_stop():
        due = ClockStep.objects.filter(handled_at=None, due_at__lte=now, pk__gt=seen, clock__status="running")
        batch = list(due.order_by("pk").select_related("clock")[:BATCH])
        if not batch:
            break
        seen = batch[-1].pk
        handled += _handled(batch, now, should_stop)
    beat("sweep", at=now)
    return handled


def _handled(steps: Sequence[ClockStep], now: datetime, should_stop: Stop) -> int:
    """Handle `steps` together or, when that fails, one by one."""
    try:
        return handle_steps(steps, now=now, should_stop=should_stop)
    except Exception:  # one reminder that cannot be written must not silence all that come after it
        if len(steps) > 1:
            logger.warning("clock steps %s to %s are handled one by one", steps[0].pk, steps[-1].pk, exc_info=True)
            return _one_by_one(steps, now, should_stop)
        logger.exception("clock step %s could not be handled; it is tried again by the next sweep", steps[0].pk)
        return 0


def _one_by_one(steps: Sequence[ClockStep], now: datetime, should_stop: Stop) -> int:
    handled = 0
    for step in steps:
        if should_stop():
            break
        handled += _handled([step], now, should_stop)
    return handled


def handle_step(step: ClockStep, *, now: datetime) -> int:
    """Queue the notices of one due step once; return 1 if this call did it, 0 if it was done or no longer runs."""
    return handle_steps([step], now=now)


def handle_steps(steps: Sequence[ClockStep], *, now: datetime, should_stop: Stop = lambda: False) -> int:
    """Queue the notices of due steps once, all or none, and return how many steps this call handled.

    `should_stop` is asked between two steps: what is done by then is stored. The cases are locked first, in ascending
    id, then the steps are read again: whoever handled one meanwhile, or stopped its clock, is seen.
    """
    with case_unit(*{step.clock.case_id for step in steps}) as cases:
        fresh = ClockStep.objects.select_for_update(of=("self",), no_key=True).select_related("clock").order_by("pk")
        open_ones = fresh.filter(
            pk__in=[step.pk for step in steps], handled_at=None, clock__status=Clock.Status.RUNNING
        )
        fetch_details(cases.values())
        done, spared, overtaken = [], [], _overtaken(steps, now=now)
        with outbox.together():
            for step in open_ones:
                step.clock.case = cases[step.clock.case_id]
                if step.pk in overtaken or _unneeded(step, now=now):
                    spared.append(step.pk)
                else:
                    _remind(step, now=now)
                    done.append(step.pk)
                if should_stop():
                    break
        claim = ClockStep.objects.filter(pk__in=done, handled_at=None)
        if done and claim.update(handled_at=now, outcome=ClockStep.Outcome.SENT) != len(done):
            raise RuntimeError("a step was handled by somebody else in spite of the lock")
        ClockStep.objects.filter(pk__in=spared).update(handled_at=now, outcome=ClockStep.Outcome.NOT_NEEDED)
    return len(done) + len(spared)


def _overtaken(steps: Sequence[ClockStep], *, now: datetime) -> set[int]:
    """Return which of `steps` tell a party nothing any more: a later one is due as well, or the day itself has passed.

    Staff get each of theirs, late as it may be; a party gets the latest only, or several letters of one day would ask for
    the same thing, and none that asks for something by a day that is over.
    """
    theirs = [step for step in steps if step.role in OF_PARTIES]
    if not theirs:
        return set()
    due = ClockStep.objects.filter(clock__in=[step.clock_id for step in theirs], role__in=OF_PARTIES, due_at__lte=now)
    latest = {(clock, role): pk for clock, role, pk in due.order_by("due_at", "pk").values_list("clock", "role", "pk")}
    today = timezone.localdate(now)
    return {
        step.pk
        for step in theirs
        if latest.get((step.clock_id, step.role), step.pk) != step.pk
        or (step.days_before >= 0 and step.clock.legal_due < today)
    }


def _unneeded(step: ClockStep, *, now: datetime) -> bool:
    """Whether the kind of the case says that this step tells nobody anything any more."""
    ask = kinds.get(step.clock.case.kind).unneeded
    return ask is not None and ask(step.clock.case, step, at=now)


def _remind(step: ClockStep, *, now: datetime) -> None:
    clock, case = step.clock, step.clock.case
    facts = {"clock": clock, "step": step, "at": now}
    key = f"clock{clock.pk}:{step.days_before}"
    if not letters.queue_for(case, on=f"{clock.key}:{step.step}", actor=SYSTEM_ACTOR, at=now, facts=facts, key=key):
        _nobody_told(case, step, at=now)
    if hook := kinds.get(case.kind).reminded:
        hook(case, step, at=now)
    record(
        verb="deadlines.remind", actor=SYSTEM_ACTOR, at=now, case_id=case.pk,
        facts={"clock_id": clock.pk, "step": step.step, "due": clock.legal_due.isoformat()},
    )  # fmt: skip


def _nobody_told(case: Case, step: ClockStep, *, at: datetime) -> None:
    """A reminder that has no reader (a unit without a supervisor) must not pass for one that was read."""
    open_task(
        key=f"untold:{step.pk}", what=f"Nobody could be reminded of {case.number}: give the unit a supervisor", at=at,
        case=case, role="supervisor",
    )  # fmt: skip
