"""The role words of closings that the cases app does not know: who is to sign, who drafted."""

from __future__ import annotations

from closings.guards import current_draft
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_user, supervisors

SIGNER, DRAFTER = "signer", "drafter"


def resolve(case: Case, word: str) -> list[Recipient] | None:
    """Return whoever `word` means, or None for a word that every kind of case knows."""
    if word == SIGNER:
        draft = current_draft(case)
        chosen = draft.intended_signer if draft else None
        return [of_user(person) for person in ([chosen] if chosen and chosen.is_active else supervisors(case.unit))]
    if word == DRAFTER:
        row = case.closing_determinations.last()
        return [of_user(row.drafted_by)] if row and row.drafted_by.is_active else []
    return None
