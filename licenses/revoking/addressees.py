"""Who is meant by the role words of a revocation: an employer is told of its end only if it was told of the facts."""

from __future__ import annotations

from licenses import addressees
from licenses.guards.revocation import ORDERS
from wagecase.cases.models import Case
from wagecase.cases.recipients import TOLD_EMPLOYER, Recipient


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows."""
    if word == TOLD_EMPLOYER:
        told = case.parties.filter(role=addressees.EMPLOYER, told_on__isnull=False).exists()
        return addressees.resolve(case, addressees.EMPLOYER) if told else []
    found = ORDERS.addressees(case, word)
    return addressees.resolve(case, word) if found is None else found
