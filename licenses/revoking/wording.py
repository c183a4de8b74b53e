"""Words of a revocation for letters and pages, in the language now active."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

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


def ground_words(ground: str) -> str:
    """Return the ground within a sentence."""
    words = str(GROUNDS[ground])
    return words[:1].lower() + words[1:]
