"""The role words of closings that the cases app does not know: who is to sign, who drafted."""

from __future__ import annotations

from closings.guards import ORDERS
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows."""
    return ORDERS.addressees(case, word)
