"""Gives a closing notice to one coordinator, by itself or with others from the list of cases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from wagecase.accounts.models import User
from wagecase.cases import kinds
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.tasks import hand_over
from wagecase.lifecycle import Actor


def assign(case: Case, *, person: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Give the notice to a coordinator or a supervisor; open tasks of whoever had it go along.

    ValidationError (person) when the person cannot have it or has it already.
    """
    if person.role not in kinds.get(case.kind).worked_by or not person.is_active or person.unit != case.unit:
        raise ValidationError({"person": f"{person.name} cannot be given this notice"})
    if case.assignee_id == person.pk:
        raise ValidationError({"person": f"{person.name} has this notice already"})

    def apply(case: Case) -> Mapping[str, Any]:
        before = case.assignee.name if case.assignee else ""
        moved = hand_over(case, to=person)
        Case.objects.filter(pk=case.pk).update(assignee=person)
        case.assignee = person
        return {
            "assignee_id": person.pk, "changes": {"assignee": (before, person.name)},
            **({"task_ids": moved} if moved else {}),
        }  # fmt: skip

    return cases.advance(case, "assign", actor=actor, at=at, expected_version=expected_version, apply=apply)


def give(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Assign the notice as the list of cases does with many at once."""
    return assign(case, person=investigator, actor=actor, at=at, expected_version=expected_version)
