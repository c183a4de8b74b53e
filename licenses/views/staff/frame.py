"""The frame that every staff page of an application, a license or a revocation shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from licenses.reading_language import letters_flag
from wagecase.cases.models import Case
from wagecase.cases.views.frame import around

CHANGES = "changes"  # of a renewal only: what is different from what was filed last
SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "application": (
        ("", "Overview"), (CHANGES, "Changes"), ("form", "Application"), ("workers", "Workers"), ("checklist", "Checklist"),
        ("parties", "Parties"), ("documents", "Documents"), ("notices", "Messages sent"), ("notes", "Notes"),
        ("timeline", "Timeline"),
    ),
    "license": (
        ("", "Overview"), ("terms", "Terms"), ("parties", "Parties"), ("documents", "Documents"),
        ("notices", "Messages sent"), ("notes", "Notes"), ("timeline", "Timeline"),
    ),
    "revocation": (
        ("", "Overview"), ("facts", "Facts"), ("parties", "Parties"), ("documents", "Documents"),
        ("notices", "Messages sent"), ("notes", "Notes"), ("timeline", "Timeline"),
    ),
}  # fmt: skip
# A section has its name as its address, so no transition may take one.
RESERVED = frozenset({name for rows in SECTIONS.values() for name, _label in rows if name} | {"files"})
# What the frame of a kind shows besides: flags at least, and what stands above the forms of its acts.
EXTRA: dict[str, Callable[[Case], dict[str, Any]]] = {}


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    extra = EXTRA[case.kind](case) if case.kind in EXTRA else {}
    sections = [one for one in SECTIONS[case.kind] if one[0] != CHANGES or case.application.renews_id]
    return {
        **around(case, section, sections), "audience": "The employer’s page", "no_clock": "No clock runs.",
        "signs_in": True, **extra, "flags": [*extra.get("flags", ()), *letters_flag(case)],
    }  # fmt: skip
