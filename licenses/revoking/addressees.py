"""Who is meant by the role words of a revocation: an employer is told of its end only if it was told of the facts."""

from __future__ import annotations

from django.utils import timezone

from licenses import addressees
from licenses.guards.application import unanswered
from licenses.guards.revocation import ORDERS
from wagecase.cases.models import Case
from wagecase.cases.recipients import TOLD_EMPLOYER, Recipient

STILL_ASKED = "unanswering_employer"  # the employer while a fact is unanswered and there is time to answer it


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows."""
    if word == TOLD_EMPLOYER:
        told = case.parties.filter(role=addressees.EMPLOYER, told_on__isnull=False).exists()
        return addressees.resolve(case, addressees.EMPLOYER) if told else []
    if word == STILL_ASKED:
        due = case.revocation.cure_by
        in_time = due is not None and timezone.localdate() <= due
        return addressees.resolve(case, addressees.EMPLOYER) if in_time and unanswered(case) else []
    found = ORDERS.addressees(case, word)
    return addressees.resolve(case, word) if found is None else found
