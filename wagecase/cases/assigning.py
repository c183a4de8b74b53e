"""Gives several cases to one person in one press: each by its own act, under its own rules, with its own event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError

from wagecase.accounts.models import Role, User
from wagecase.audit.chain import unit_of_work
from wagecase.cases import kinds, selectors
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted, TransitionNotAllowed

MOST = 50  # cases of one press: more are never held in one transaction


@dataclass(frozen=True, slots=True)
class Assigned:
    """What came of it: the cases that were given, and the others each with the reason."""

    done: tuple[Case, ...]
    skipped: tuple[tuple[Case, str], ...]


def ticked(user: User, numbers: list[str]) -> list[Case]:
    """Return the visible cases with these numbers, in order of number; an unknown number is left out."""
    wanted = [number[:20] for number in numbers[: 2 * MOST] if number.isprintable()]
    return list(selectors.visible_to(user).filter(number__in=wanted).select_related("assignee").order_by("number"))


def assign_cases(*, seen: Mapping[int, int], investigator: User, by: User, at: datetime) -> Assigned:
    """Give the cases of `seen` (id of a case to the version that the page showed) to `investigator`.

    A case that was changed since, or whose state or kind allows neither act, is skipped with the reason; the others are
    done. NotPermitted for anybody but a supervisor; ValidationError for none and for more than MOST.
    """
    if by.role != Role.SUPERVISOR or not by.is_active:
        raise NotPermitted("Only a supervisor may assign cases.", transition="assign")
    if not seen or len(seen) > MOST:
        raise ValidationError(f"Tick between 1 and {MOST} cases")
    done: list[Case] = []
    skipped: list[tuple[Case, str]] = []
    with unit_of_work():
        for case in selectors.visible_to(by).filter(pk__in=seen).order_by("pk"):
            reason = _give(case, investigator, version=seen[case.pk], by=by, at=at)
            if reason:
                skipped.append((case, reason))
            else:
                done.append(case)
    return Assigned(tuple(done), tuple(skipped))


def _give(case: Case, person: User, *, version: int, by: User, at: datetime) -> str:
    """Give one case; return why it was not given, or nothing. What a refused act wrote is undone with its event."""
    kind = kinds.get(case.kind)
    give = kind.give
    if give is None:
        return "cases of this kind are not assigned"
    if person.role not in kind.worked_by:
        return f"{person.name} does not work on cases of this kind"
    if case.version != version:
        return "somebody changed it meanwhile"
    try:
        with unit_of_work():
            give(case, investigator=person, actor=by.actor, at=at, expected_version=version)
    except TransitionNotAllowed as refused:
        return refused.message.rstrip(".")
    except ValidationError as error:
        return " ".join(error.messages)
    return ""
