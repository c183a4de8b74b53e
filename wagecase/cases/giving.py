"""Gives a case to a person, by whichever act its kind has for it: with the open tasks, on the record."""

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


def give_to(
    case: Case, name: str, person: User, *, actor: Actor, at: datetime, expected_version: int,
    field: str = "investigator", noun: str = "case",
) -> Case:  # fmt: skip
    """Do the act `name`, which gives the case to `person`, and return the fresh case.

    ValidationError at `field` for whoever does not work on this kind of case, has left, or is of another unit; `noun` is
    what such a case is called.
    """
    if person.role not in kinds.get(case.kind).worked_by or not person.is_active or person.unit != case.unit:
        raise ValidationError({field: f"{person.name} cannot be given this {noun}"})

    def apply(case: Case) -> Mapping[str, Any]:
        before = case.assignee.name if case.assignee else ""
        moved = hand_over(case, to=person)
        take(case, person)
        return {
            "assignee_id": person.pk, "changes": {"assignee": (before, person.name)},
            **({"task_ids": moved} if moved else {}),
        }  # fmt: skip

    return cases.advance(case, name, actor=actor, at=at, expected_version=expected_version, apply=apply)


def take(case: Case, person: User) -> None:
    """Write who has the case, inside the unit of work of an act."""
    Case.objects.filter(pk=case.pk).update(assignee=person)
    case.assignee = person
