"""The role words of licenses that the cases app does not know: specialists, signers, all who act for the employer."""

from __future__ import annotations

from django.utils import timezone

from licenses.guards.application import recommenders
from licenses.holders import organization_of
from wagecase.accounts import acting
from wagecase.accounts.models import Role, User
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_organization, of_user, supervisors

EMPLOYER, SPECIALIST, SIGNER, RECOMMENDER = "employer", "specialist", "signer", "recommender"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The specialist is whoever has the case, else all specialists of the unit, else its supervisors. The signer is
    whoever may decide what was recommended (of an order: see `revoking.addressees`). The employer is the contact of the
    filing and every current owner and filer of its organization (H7): each address once.
    """
    found = {EMPLOYER: _employer, SPECIALIST: _specialist, SIGNER: _signer, RECOMMENDER: _recommender}.get(word)
    return found(case) if found else None


def _employer(case: Case) -> list[Recipient]:
    return of_organization(case, organization_of(case))


def _specialist(case: Case) -> list[Recipient]:
    if case.assignee is not None and case.assignee.is_active:
        return [of_user(case.assignee)]
    people = User.objects.filter(role=Role.SPECIALIST, unit=case.unit, is_active=True)
    return [of_user(person) for person in (list(people) or supervisors(case.unit))]


def _signer(case: Case) -> list[Recipient]:
    return [of_user(person) for person in who_may_decide(case)]


def who_may_decide(case: Case) -> list[User]:
    """Return the supervisors of the unit and whoever signs for them today, but for those who recommended a decision.

    Where nobody is left every supervisor is told: one of them must find a signer.
    """
    unit, barred = supervisors(case.unit), recommenders(case)
    asked = [person for person in unit if person.pk not in barred]
    known = {person.pk for person in unit} | barred
    lent = [person for person in acting.signers(case.unit, at=timezone.now()) if person.pk not in known]
    return [*asked, *lent] or unit


def _recommender(case: Case) -> list[Recipient]:
    person = case.application.recommended_by if case.kind == "application" else None
    return [of_user(person)] if person and person.is_active else []
