"""The role words of closings that the cases app does not know: coordinators, who is to sign, who drafted."""

from __future__ import annotations

from closings.guards import ORDERS
from wagecase.accounts.models import Role, User
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_user, supervisors

COORDINATOR = "coordinator"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The coordinator is whoever has the case, else all coordinators of the unit, else its supervisors.
    """
    if word == COORDINATOR:
        if case.assignee is not None and case.assignee.is_active:
            return [of_user(case.assignee)]
        people = User.objects.filter(role=Role.COORDINATOR, unit=case.unit, is_active=True)
        return [of_user(person) for person in (list(people) or supervisors(case.unit))]
    return ORDERS.addressees(case, word)
