"""Which public stages a case has reached, and on which day: read from its acts on record, never stored."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from wagecase.audit.models import Event
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.models import Case


def reached_on(case: Case) -> dict[str, date]:
    """Return the stages that the acts of the case reached, each with the day of the last such act, in their order."""
    lifecycle = lifecycle_of(case)
    public = {f"{lifecycle.app}.{row.name}": row.public for row in lifecycle.transitions if row.public}
    reached: dict[str, date] = {}
    for event in Event.objects.filter(case=case, verb__in=public).order_by("seq"):
        name = public[event.verb]
        reached.pop(name, None)  # a stage that comes back is the last one again
        reached[name] = timezone.localdate(event.at)
    return reached
