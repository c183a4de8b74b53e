"""The role words of licenses that the cases app does not know: specialists, signers, all who act for the employer."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from django.conf import settings
from django.utils import timezone

from licenses.guards.application import recommenders
from licenses.holders import has_left, organization_of, who_act
from wagecase.accounts import acting
from wagecase.accounts.models import Membership, Organization, Role, User
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case, Party
from wagecase.cases.recipients import Recipient, of_party, of_user, supervisors
from wagecase.web.mail_addresses import is_usable

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
    link = urljoin(settings.SITE_URL + "/", party_url(case).lstrip("/"))
    parties = list(case.parties.filter(role=Party.Role.EMPLOYER))
    organization = organization_of(case)
    acting_now = who_act(organization)
    told = [_contact(replace(of_party(party), link=link), organization, acting_now) for party in parties]
    known = {one.email.casefold() for one in told if one.email}
    for membership in acting_now:
        email = membership.user.email.casefold()
        if parties and email not in known:
            known.add(email)
            told.append(_member(membership, parties[0], link))
    return told


def _contact(told: Recipient, organization: Organization, acting_now: list[Membership]) -> Recipient:
    """Write to whoever acts now where the contact of the filing has left: the letter still goes to the employer."""
    if not told.email or not acting_now or not has_left(organization, told.email):
        return told
    owners = [one for one in acting_now if one.role == Membership.Role.OWNER]
    usable = [one.user.email for one in (*owners, *acting_now) if is_usable(one.user.email)]
    return replace(told, email=usable[0]) if usable else told


def _member(membership: Membership, party: Party, link: str) -> Recipient:
    """A member gets word of what went to the contact, in the language of the filing; the letter is one for all."""
    user = membership.user
    email = user.email if is_usable(user.email) else ""
    return Recipient(
        f"member:{membership.pk}", user.name, email, "", party.language, user=user, link=link, copy_of=party
    )


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
