"""The frame that every page of one case shares: its identity bar, clocks and sections."""

from __future__ import annotations

from typing import Any

from complaints.review import review_of
from complaints.wording import CHANNELS, LANGUAGES
from wagecase.cases.models import Case, Party
from wagecase.cases.views.frame import around

# A section has its name as its address, so no transition may take one.
SECTIONS = (
    ("", "Overview"), ("parties", "Parties"), ("allegations", "Allegations"), ("documents", "Documents"),
    ("notices", "Messages sent"), ("notes", "Notes"), ("timeline", "Timeline"),
)  # fmt: skip
RESERVED = frozenset({name for name, _label in SECTIONS if name} | {"files", "recorded"})


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    shown = around(case, section, SECTIONS)
    return {
        **shown, "flags": _flags(case, shown["parties"]), "no_clock": "" if shown["clocks"] else _no_clock(case),
        "review": review_of(case, today=shown["today"]), "before_signing": "complaints/staff/parts/before_signing.html",
    }  # fmt: skip


def _flags(case: Case, parties: list[Party]) -> list[str]:
    """Return what must not be overlooked, in words."""
    complainant = next((party for party in parties if party.role == Party.Role.COMPLAINANT), None)
    flags = []
    disclosure = case.complaint.identity_disclosure
    named = case.complaint.names_complainant
    if named is not None:  # decided at service: the wish is then history, and the decision stands
        flags += [] if named else ["Identity protected"]
    elif disclosure == "no":
        flags.append("Identity protected")
    elif disclosure == "ask":
        flags.append("Ask before naming the complainant")
    if case.channel != "online":
        flags.append(CHANNELS[case.channel])
    if complainant is not None and complainant.safe_contact:
        flags.append("Safe contact only")
    if complainant is not None and complainant.language != "en":
        flags.append(f"Letters in {LANGUAGES.get(complainant.language, complainant.language)}")
    return flags


def _no_clock(case: Case) -> str:
    if case.kind != "living_wage":
        return "No statutory clock belongs to this kind of complaint."
    return "The 20 days have not started. They start on the day stamped on the signed form."
