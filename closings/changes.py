"""Says field by field what a revision changed, before and after, in values that the public may read."""

from __future__ import annotations

from datetime import date
from typing import Any

from closings.content import NoticeContent

# Public fields only: names of contacts, telephones, proofs and head counts of the whole employer stay in the file.
FIELDS: tuple[tuple[str, str], ...] = (
    ("employer_name", "Employer"), ("trade_name", "Also known as"), ("event", "What happens"),
    ("duration", "Permanent or temporary"), ("affected", "Employees affected"), ("first_on", "First day of work lost"),
    ("last_on", "Last day of work lost"), ("places", "Municipalities"), ("counties", "Counties"),
    ("industry", "Industry"),
)  # fmt: skip
NUMBER, SCHEDULE = frozenset({"affected"}), frozenset({"first_on", "last_on"})


def public_values(content: NoticeContent) -> dict[str, Any]:
    """Return the public fields of a notice as JSON values; what was not stated is None."""
    values = {
        **{name: getattr(content, name) for name, _label in FIELDS if hasattr(content, name)},
        "places": _names(site.municipality for site in content.sites),
        "counties": _names(site.county for site in content.sites),
    }
    return {name: _json(values[name]) for name, _label in FIELDS}


def changed(
    before: NoticeContent, after: NoticeContent, *, rescinded: bool = False, was_rescinded: bool = False
) -> list[dict[str, Any]]:
    """Return {"field", "before", "after"} for each public field that differs; a rescinded notice affects nobody."""
    old, new = public_values(before), public_values(after)
    if was_rescinded:
        old["affected"] = 0
    if rescinded:
        new["affected"] = 0
    return [
        {"field": name, "before": old[name], "after": new[name]} for name, _label in FIELDS if old[name] != new[name]
    ]


def codes_of(changes: list[dict[str, Any]]) -> str:
    """Return the department's codes of an update: AW another number, LS another schedule, OC anything else.

    An update that changes no public field changes something else.
    """
    names = {row["field"] for row in changes}
    found = [("AW", names & NUMBER), ("LS", names & SCHEDULE), ("OC", names - NUMBER - SCHEDULE or not names)]
    return " ".join(code for code, holds in found if holds)


def _names(names: Any) -> str:
    return ", ".join(dict.fromkeys(name for name in names if name))


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value or (0 if value == 0 and value is not False else None)
