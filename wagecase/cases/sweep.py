"""Handles every clock step that is due and not yet handled; a missed night is caught up and a double run is harmless."""
from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from django.utils import timezone

from wagecase.audit.chain import record
from wagecase.cases import letters
from wagecase.cases.models import Draft, Heartbeat
from wagecase.cases.services import case_unit
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.lifecycle import SYSTEM_ACTOR

BATCH = 200


def sweep(*, now: datetime | None = None, should_stop: Callable[[], bool] = lambda: False) -> int:
    """Handle the clock steps due at `now` and return how many this call handled.

    Each step is its own unit of work: claimed by compare-and-set, its notices queued and its event recorded together,
    so that a step is handled exactly when its reminder is queued.
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
            handled += handle_step(step, now=now)
            if should_stop():
                break
    expire_drafts(on=timezone.localdate(now))
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now})
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
        letters.queue_for(case, on=on, actor=SYSTEM_ACTOR, at=now, facts=facts, key=f"step{step.pk}")
        record(
            verb="deadlines.remind", actor=SYSTEM_ACTOR, at=now, case_id=case.pk,
            facts={"clock_id": clock.pk, "step": step.step, "due": clock.legal_due.isoformat()},
        )  # fmt: skip
    return 1


def expire_drafts(*, on: date) -> int:
    """Delete drafts whose last day has passed, with their answers; files are removed by the orphan sweep."""
    return Draft.objects.filter(expires_on__lt=on, filed_case=None).delete()[0]
