"""The role words of closings that the cases app does not know: who is to sign, who drafted, all who act for the employer."""

from __future__ import annotations

from django.urls import reverse

from closings.guards import ORDERS
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_organization

EMPLOYER = "employer"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The employer of a notice that an organization filed is the contact of the filing and every owner and filer of it.
    """
    if word == EMPLOYER and case.closing.organization is not None:
        path = reverse("closings:signed_in", args=[case.number])
        return of_organization(case, case.closing.organization, path=path)
    return ORDERS.addressees(case, word)
