"""Words of a revocation for letters and pages, in the language now active."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from wagecase.cases.timeline import Words

METHODS = {
    "certified mail": "Certified mail", "first-class mail": "First-class mail", "personal": "Handed over in person",
    "e-mail": "E-mail, taken by the employer's mail server",
}  # fmt: skip

GROUNDS: dict[str, Any] = {
    "misrepresentation": _("Misrepresentation or a false statement"),
    "violation": _("Violation of labor standards law or of a term of the license"),
    "not-needed": _("The license is no longer needed to prevent loss of opportunities for employment"),
    "other": _("Another cause"),
}
FINDINGS: dict[str, Any] = {
    "stands": _("Stands"), "cured": _("Compliance shown or reached"), "not-proved": _("Not proved"),
    "": _("Not decided yet"),
}  # fmt: skip
HOW_SERVED: dict[str, Any] = {
    "certified mail": _("by certified mail"), "first-class mail": _("by first-class mail"), "personal": _("in person"),
    "e-mail": _("by e-mail"),
}  # fmt: skip


TIMELINE = Words(
    labels={
        "facts": "Facts", "facts_answered": "Facts answered", "answered_late": "Came late", "findings": "Findings",
        "served_on": "Served on", "service_method": "How it was served", "cure_by": "Compliance shown by",
        "interest_reason": "Reason", "refused_because": "Why refused", "returned_reason": "Why returned", "ended_because": "Why it ended",
        "assignee": "Specialist",
    },
    values={"service_method": {key: str(value) for key, value in METHODS.items()}},
)  # fmt: skip


def ground_words(ground: str) -> str:
    """Return the ground within a sentence."""
    words = str(GROUNDS[ground])
    return words[:1].lower() + words[1:]
