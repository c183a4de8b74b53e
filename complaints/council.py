"""Asks for the wage council that must follow a finding of reasonable cause (104.06)."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from wagecase.cases import services as cases
from wagecase.cases.models import Case, Task
from wagecase.rules import calendar, law


def ask_for_council(case: Case, *, at: datetime) -> Task:
    """Open the supervisors' task to appoint a wage council; its day is a goal of the office, for 104.06 states none."""
    signed_on = timezone.localdate(at)
    goal = law.in_force("goals.appoint_council", signed_on)
    due = calendar.due(start=signed_on, length=goal.number, act="other").value
    return cases.open_task(
        key=f"council:{case.pk}:{signed_on}", what="Appoint a wage council (s. 104.06; the day is a goal of the office)",
        at=at, case=case, role="supervisor", due_on=due.legal_due,
    )  # fmt: skip
