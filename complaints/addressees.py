"""The role words of complaints that the cases app does not know: who is to sign, and an employer who gets the decision."""

from __future__ import annotations

from typing import Any

from complaints.guards import ORDERS, drafters
from complaints.served import untold
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_party, of_user, supervisors

SIGNER = "signer"
DECIDED_EMPLOYER = "decided_employer"
ENDED_EMPLOYER = "ended_employer"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The signer is the person whom the drafter chose, or, where nobody was chosen or is left, every supervisor of the
    unit and whoever may sign for them on the day of the draft, but for whoever the rule of the signature bars. The
    employer gets the determination (R-104.05 notifies both sides), served before or not, unless it is withheld.
    """
    if word == SIGNER:
        draft = ORDERS.current_draft(case)
        chosen = draft.intended_signer if draft else None
        if draft is None or (chosen and chosen.is_active):
            return [of_user(person) for person in ([chosen] if chosen else supervisors(case.unit))]
        return [of_user(person) for person in _who_may_sign(case, draft)]
    if word == ENDED_EMPLOYER:
        told = case.parties.filter(role="employer", told_on__isnull=False).exclude(pk__in=untold(case))
        return [of_party(party) for party in told]
    if word == DECIDED_EMPLOYER:
        if case.complaint.determination_withheld:
            return []
        return [of_party(party) for party in case.parties.filter(role="employer")]
    return None


def _who_may_sign(case: Case, draft: Any) -> list[User]:
    """Supervisors first, then whoever signs for them and does not have the case (`guards.may_sign`): no drafter of any version.

    If nobody is left, every supervisor is told, for one of them must find a signer.
    """
    unit = supervisors(case.unit)
    barred = drafters(case)
    asked = [person for person in unit if person.pk not in barred]
    known = {person.pk for person in unit} | barred | {case.assignee_id}
    lent = acting.signers(case.unit, at=draft.drafted_at)
    return [*asked, *(person for person in lent if person.pk not in known)] or unit
