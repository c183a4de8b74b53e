"""The frame that every staff page of an application, a license or a revocation shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from wagecase.cases.acts import lifecycle_of, state_of
from wagecase.cases.addresses import case_url
from wagecase.cases.clockwords import clock_views
from wagecase.cases.models import Case

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
    today = timezone.localdate()
    clocks = clock_views(case, today=today)
    base = case_url(case)
    return {
        "flags": [], "case": case, "base": base, "today": today, "state": state_of(case), "kind": lifecycle_of(case).title,
        "parties": list(case.parties.all()), "clocks": clocks,
        "main_clock": clocks[0] if clocks else None, "other_clocks": clocks[1:], "audience": "The employer’s page",
        "no_clock": "No clock runs.", "signs_in": True,
        "sections": [
            {"label": label, "href": f"{base}{name}/" if name else base, "current": name == section}
            for name, label in SECTIONS[case.kind]
            if name != CHANGES or case.application.renews_id
        ],
        **(EXTRA[case.kind](case) if case.kind in EXTRA else {}),
    }  # fmt: skip
