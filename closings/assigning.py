"""Gives a closing notice to one coordinator, by itself or with others from the list of cases."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError

from wagecase.accounts.models import User
from wagecase.cases.giving import give_to
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor


def assign(case: Case, *, person: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Give the notice to a coordinator or a supervisor; open tasks of whoever had it go along.

    ValidationError (person) when the person cannot have it or has it already.
    """
    if case.assignee_id == person.pk:
        raise ValidationError({"person": f"{person.name} has this notice already"})
    return give_to(
        case, "assign", person, actor=actor, at=at, expected_version=expected_version, field="person", noun="notice"
    )


def give(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Assign the notice as the list of cases does with many at once."""
    return assign(case, person=investigator, actor=actor, at=at, expected_version=expected_version)
