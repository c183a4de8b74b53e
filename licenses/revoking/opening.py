"""Opens a revocation: a case about a license, one at a time, with its ground and the first facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from licenses import facts, status
from licenses.facts import FactLine
from licenses.guards.revocation import notices_of_facts
from licenses.models import License, Revocation
from wagecase.accounts.models import Role
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.cases.searching import index_words
from wagecase.cases.tasks import person_of
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor

KIND, OPEN = "revocation", "open_revocation"
OVER = {
    status.EXPIRED: "This license has expired, so there is nothing to revoke.",
    status.REVOKED: "This license was revoked already.",
    status.SURRENDERED: "This license was given up, so there is nothing to revoke.",
}


def open_revocation_of(license: License) -> Revocation | None:
    """Return the revocation of the license that is going on, or None. Only staff may be told of it."""
    return license.revocations.filter(case__is_open=True).select_related("case").first()


def under_notice(license: License) -> bool:
    """Return whether the employer was told of facts that may lead to a revocation which is going on."""
    return case_of_notice(license) is not None


def case_of_notice(license: License) -> Case | None:
    """Return the open case in which the employer was told of facts that may lead to a revocation, or None."""
    found = open_revocation_of(license)
    return found.case if found is not None and notices_of_facts(found.case) else None


def refusal(license: License, *, on: date) -> str:
    """Return why no revocation of the license can be opened on the local date `on`, or an empty string."""
    if found := open_revocation_of(license):
        return f"A revocation of this license is open already: {found.case.number}."
    if word := OVER.get(status.status_of(license, on).value):
        return word
    return "" if license.case.is_open else "The file of this license is closed, so there is nothing to revoke."


def open_revocation(license: License, *, ground: str, lines: Sequence[FactLine], actor: Actor, at: datetime) -> Case:
    """Open the revocation of a license with at least one fact and return its case. The employer is told nothing yet.

    The case is that of whoever opens it. TransitionNotAllowed while another revocation of the license is open, and for
    a license that is over; ValidationError for an unknown ground, without any fact, and as `facts.set_facts` raises it.
    """
    if ground not in Revocation.Ground.values:
        raise ValidationError({"ground": "Choose the ground of the revocation"})

    def apply(case: Case) -> Mapping[str, Any]:
        Revocation.objects.create(case=case, license=license, ground=ground)
        party = _party(case, license)
        told = facts.set_facts(case, lines)
        if not case.alleged_facts.exists():
            raise ValidationError({f"text_{lines[0].key}" if lines else "": "Write down at least one fact or conduct"})
        for word in (license.licensee, case.employer.trade_name if case.employer else ""):
            index_words(case, kind="employer", text=word)
        return {**told, "party_id": party.pk, "channel": case.channel}

    with cases.unit_of_work():
        license = License.objects.select_for_update(of=("self",), no_key=True).select_related("case").get(pk=license.pk)
        if reason := refusal(license, on=timezone.localdate(at)):
            raise TransitionNotAllowed(reason, transition=OPEN, state=license.case.state)
        person = person_of(actor)
        return cases.open_case(
            KIND, OPEN, actor=actor, at=at, received_on=timezone.localdate(at), received_at=at, channel="office",
            title=license.case.title, employer=license.case.employer, parent=license.case, unit=license.case.unit,
            assignee=person if person and person.role == Role.SPECIALIST else license.case.assignee, apply=apply,
        )  # fmt: skip


def _party(case: Case, license: License) -> Party:
    """Copy the licensee and how it is reached, so that each file keeps its own; it was told nothing of this one."""
    party = license.case.parties.filter(role=Party.Role.EMPLOYER).order_by("id").first()
    if party is None:
        raise ValueError(f"license {license.pk} has no employer")
    party.pk, party.case, party.link_generation, party.told_on = None, case, 1, None
    party._state.adding = True
    party.save()
    return party
