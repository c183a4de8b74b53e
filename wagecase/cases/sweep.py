"""Handles every clock step that is due and not yet handled; a missed night is caught up and a double run is harmless."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from wagecase.audit.chain import record
from wagecase.cases import letters
from wagecase.cases.housekeeping import beat
from wagecase.cases.models import Case
from wagecase.cases.services import case_unit, open_task
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.lifecycle import SYSTEM_ACTOR

logger = logging.getLogger(__name__)

BATCH = 200


def sweep(*, now: datetime | None = None, should_stop: Callable[[], bool] = lambda: False) -> int:
    """Handle the clock steps due at `now` and return how many this call handled.

    Each step is its own unit of work: claimed by compare-and-set, its notices queued and its event recorded together,
    so that a step is handled exactly when its reminder is queued. A step that fails is logged, stays due, and does not
    hold up the others.
    """
    now = now or timezone.now()
    handled, seen = 0, 0
    while not should_stop():
        due = ClockStep.objects.filter(handled_at=None, due_at__lte=now, pk__gt=seen, clock__status="running")
        batch = list(due.order_by("pk").select_related("clock")[:BATCH])
        if not batch:
            break
        for step in batch:
            seen = step.pk
            try:
                handled += handle_step(step, now=now)
            except Exception:  # one reminder that cannot be written must not silence all that come after it
                logger.exception("clock step %s could not be handled; it is tried again by the next sweep", step.pk)
            if should_stop():
                break
    beat("sweep", at=now)
    return handled


def handle_step(step: ClockStep, *, now: datetime) -> int:
    """Queue the notices of one due step once; return 1 if this call did it, 0 if it was done or no longer runs."""
    with case_unit(step.clock.case_id) as cases:
        case = cases[step.clock.case_id]
        clock = Clock.objects.get(pk=step.clock_id)
        if clock.status != Clock.Status.RUNNING:
            return 0
        won = ClockStep.objects.filter(pk=step.pk, handled_at=None).update(
            handled_at=now, outcome=ClockStep.Outcome.SENT
        )
        if won != 1:
            return 0
        on = f"{clock.key}:{step.step}"
        facts = {"clock": clock, "step": step, "at": now}
        key = f"clock{clock.pk}:{step.days_before}"
        if not letters.queue_for(case, on=on, actor=SYSTEM_ACTOR, at=now, facts=facts, key=key):
            _nobody_told(case, step, at=now)
        record(
            verb="deadlines.remind", actor=SYSTEM_ACTOR, at=now, case_id=case.pk,
            facts={"clock_id": clock.pk, "step": step.step, "due": clock.legal_due.isoformat()},
        )  # fmt: skip
    return 1


def _nobody_told(case: Case, step: ClockStep, *, at: datetime) -> None:
    """A reminder that has no reader (a unit without a supervisor) must not pass for one that was read."""
    open_task(
        key=f"untold:{step.pk}", what=f"Nobody could be reminded of {case.number}: give the unit a supervisor", at=at,
        case=case, role="supervisor",
    )  # fmt: skip
