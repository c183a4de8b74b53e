"""Who is meant by the role words of a revocation: an employer is told of its end only if it was told of the facts."""

from __future__ import annotations

from django.utils import timezone

from licenses import addressees
from licenses.guards.revocation import ORDERS
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.cases.recipients import TOLD_EMPLOYER, Recipient, of_user, supervisors

CONFIRMER, SIGNER = "confirmer", "signer"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows."""
    if word == TOLD_EMPLOYER:
        told = case.parties.filter(role=addressees.EMPLOYER, told_on__isnull=False).exists()
        return addressees.resolve(case, addressees.EMPLOYER) if told else []
    if word == CONFIRMER or (word == SIGNER and not _chosen(case)):
        return [of_user(person) for person in who_may(case, sign=word == SIGNER)]
    found = ORDERS.addressees(case, word)
    return addressees.resolve(case, word) if found is None else found


def who_may(case: Case, *, sign: bool) -> list[User]:
    """Return whoever may confirm that the public interest cannot wait, or sign the order: nobody who wrote what is judged.

    Supervisors first, then whoever signs for them today and does not have the case. Where nobody is left every
    supervisor is told: one of them must find somebody.
    """
    unit = supervisors(case.unit)
    barred: set[int | None] = {person.pk for person in unit if sign and ORDERS.has_drafted(case, person.pk)}
    barred |= {case.revocation.interest_by_id}
    lent = [
        person
        for person in acting.signers(case.unit, at=timezone.now())
        if person.pk not in {*(one.pk for one in unit), case.assignee_id, *barred}
        and not (sign and ORDERS.has_drafted(case, person.pk))
    ]
    return [*(person for person in unit if person.pk not in barred), *lent] or unit


def _chosen(case: Case) -> bool:
    draft = ORDERS.current_draft(case)
    return bool(draft and draft.intended_signer and draft.intended_signer.is_active)
