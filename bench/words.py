"""The words of one real reminder, so that what is measured has the length of what is sent."""

from __future__ import annotations

from functools import cache

from django.utils import timezone

from wagecase.cases.models import Case
from wagecase.cases.sweep import handle_step
from wagecase.deadlines.models import ClockStep
from wagecase.notices.models import Notice


@cache
def reminder() -> tuple[str, str, str]:
    """Return (subject, text, html) of the e-mail that the sweep queues for one assigned case."""
    step = waiting_steps(1)[0]
    if handle_step(step, now=timezone.now()) != 1:
        raise SystemExit("bench: a reminder could not be queued")
    case = Case.objects.get(pk=step.clock.case_id)
    notice = Notice.objects.filter(case=case, kind__endswith=step.step).latest("id")
    return notice.subject, notice.text, notice.html


def waiting_steps(count: int) -> list[ClockStep]:
    """Return steps that are not due yet, of open cases that somebody has; such a reminder goes to one person."""
    steps = ClockStep.objects.filter(
        handled_at=None,
        clock__case__is_open=True,
        clock__case__assignee__isnull=False,
        clock__key="complaints.determination",
    )
    return list(steps.select_related("clock").order_by("id")[:count])
