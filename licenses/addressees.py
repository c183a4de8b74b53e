"""The role words of licenses that the cases app does not know: specialists, signers, everybody who acts for the employer."""

from __future__ import annotations

from wagecase.accounts.models import Role, User
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_user, supervisors

SPECIALIST = "specialist"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The specialist is whoever has the case, else all specialists of the unit, else its supervisors.
    """
    if word == SPECIALIST:
        if case.assignee is not None and case.assignee.is_active:
            return [of_user(case.assignee)]
        people = User.objects.filter(role=Role.SPECIALIST, unit=case.unit, is_active=True)
        return [of_user(person) for person in (list(people) or supervisors(case.unit))]
    return None
