"""The frame that every staff page of an application, a license or a revocation shares."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from wagecase.cases.acts import lifecycle_of, state_of
from wagecase.cases.addresses import case_url
from wagecase.cases.clockwords import clock_views
from wagecase.cases.models import Case

SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "application": (
        ("", "Overview"), ("form", "Application"), ("workers", "Workers"), ("checklist", "Checklist"),
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


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    today = timezone.localdate()
    clocks = clock_views(case, today=today)
    base = case_url(case)
    return {
        "case": case, "base": base, "today": today, "state": state_of(case), "kind": lifecycle_of(case).title,
        "flags": [], "parties": list(case.parties.all()), "clocks": clocks,
        "main_clock": clocks[0] if clocks else None, "other_clocks": clocks[1:], "audience": "The employer’s page",
        "no_clock": "",
        "sections": [
            {"label": label, "href": f"{base}{name}/" if name else base, "current": name == section}
            for name, label in SECTIONS[case.kind]
        ],
    }  # fmt: skip
