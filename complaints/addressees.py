"""The role words of complaints that the cases app does not know: who is to sign, and an employer who gets the decision."""

from __future__ import annotations

from typing import Any

from complaints.guards import current_draft
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_party, of_user, supervisors

SIGNER = "signer"
DECIDED_EMPLOYER = "decided_employer"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The signer is the person whom the drafter chose, or, where nobody was chosen or is left, every supervisor of the
    unit and whoever may sign for them on the day of the draft, but for whoever drafted it or has the case. The
    employer gets the determination (R-104.05 notifies both sides), served before or not, unless it is withheld.
    """
    if word == SIGNER:
        draft = current_draft(case)
        chosen = draft.intended_signer if draft else None
        if draft is None or (chosen and chosen.is_active):
            return [of_user(person) for person in ([chosen] if chosen else supervisors(case.unit))]
        return [of_user(person) for person in _who_may_sign(case, draft)]
    if word == DECIDED_EMPLOYER:
        if case.complaint.determination_withheld:
            return []
        return [of_party(party) for party in case.parties.filter(role="employer")]
    return None


def _who_may_sign(case: Case, draft: Any) -> list[User]:
    """Supervisors first; an acting signer signs neither an own draft nor an own case (`guards.may_sign`)."""
    asked = supervisors(case.unit)
    lent = acting.signers(case.unit, at=draft.drafted_at)
    known = {person.pk for person in asked} | {draft.drafted_by_id, case.assignee_id}
    return [*asked, *(person for person in lent if person.pk not in known)]
