"""The role words of complaints that the cases app does not know: who is to sign, and an employer who gets the decision."""

from __future__ import annotations

from complaints.guards import current_draft
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_party, of_user, supervisors

SIGNER = "signer"
DECIDED_EMPLOYER = "decided_employer"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows.

    The signer is the supervisor whom the drafter chose, or all of the unit where nobody was chosen or is left. The
    employer gets the determination (R-104.05 notifies both sides), served before or not, unless it is withheld.
    """
    if word == SIGNER:
        draft = current_draft(case)
        chosen = draft.intended_signer if draft else None
        return [of_user(person) for person in ([chosen] if chosen and chosen.is_active else supervisors(case.unit))]
    if word == DECIDED_EMPLOYER:
        if case.complaint.determination_withheld:
            return []
        return [of_party(party) for party in case.parties.filter(role="employer")]
    return None
