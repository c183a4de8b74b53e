"""Which column means what: the heads of every list the department or its neighbors have published, matched whole.

Whole heads, because "Schedule of Dislocations" contains "location".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

LEAST_HEADS: Final = "the employer, the affected workers and the day the notice was received"

# What a column is -> the heads it goes by, folded: small letters, one space, no "#", "_" or "."
ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "employer": ("company", "employer", "employer name", "company name"),
    "dba": ("dba", "trade name"),
    "place": ("city", "location", "municipality"),
    "affected": ("affected workers", "affectedworkers", "affected", "employees affected", "affected total", "workers"),
    "received": (
        "notice received", "noticercvd", "notice rcvd", "notice date", "received on", "date received", "received",
    ),
    "kind": ("notice type", "noticetype", "original notice type", "type of notice", "layoff type", "event kind"),
    "updates": ("update type", "update kinds"),
    "layoff": (
        "layoff begin date", "layoffbegindate", "lo/cl date", "effective date", "layoff first",
        "schedule of dislocations", "layoff date",
    ),
    "layoff_last": ("layoff last",),
    "site_name": ("site name",),
    "street": ("street",),
    "municipality_type": ("municipality type",),
    "dated_on": ("dated on",),
    "duration": ("permanence",),
    "workforce_state": ("workforce state",),
    "union": ("union",),
    "told_employees": ("to employees on",),
    "told_union": ("to union on",),
    "told_official": ("to municipality on",),
    "industry": ("naics description", "naicsdescription", "industry", "description of work"),
    "naics": ("naics", "naics code", "sic", "sic code"),
    "county": ("county", "county name"),
    "area": ("workforce development area", "wda"),
    "key": ("pk", "notice no", "dedupe key"),
    "parent": ("fk", "parent no"),
    "revision": ("revision no",),
    "amendment": ("is amendment",),
}  # fmt: skip
# Heads that are known but that an import does not read: their cells are kept as text, and a note on the file says so.
KEPT: Final = frozenset((
    "hasupdates", "has updates", "current version", "affected excluded", "industry 2-digit", "[industry 2-digit]",
    "source", "pdf", "letter ref", "remark",
))  # fmt: skip
NEEDED: Final = ("employer", "affected", "received")

# The lists that are known by their heads: name -> heads that only this list has, and the words for people.
LAYOUTS: Final = (
    ("register", frozenset({"dedupe key", "layoff type"}), "the Wisconsin register"),
    ("wisconsin-sheet", frozenset({"pk", "noticercvd"}), "the Wisconsin notice sheet"),
    ("wisconsin-log", frozenset({"schedule of dislocations"}), "a yearly log of Wisconsin"),
    ("indiana-list", frozenset({"lo/cl date"}), "the Indiana list"),
    ("wisconsin-list", frozenset({"notice received", "workforce development area"}), "the Wisconsin list"),
    ("template", frozenset({"received on", "layoff first"}), "the department's own template"),
)
OTHER: Final = ("other", "a list of no known layout")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each known column stands, which list it is, and remarks on heads that mean nothing to us."""

    at: Mapping[str, int]
    layout: str
    title: str
    notes: tuple[str, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether a list can be read with these columns."""
        return all(name in self.at for name in NEEDED)


def folded(head: str) -> str:
    """Return the head as it is compared: small letters, single spaces, without "#", "_" and "."."""
    return " ".join(re.sub(r"[#_.\ufeff\u00a0]", " ", head).casefold().split())


def match_heads(heads: Sequence[str]) -> Columns:
    """Return what the columns mean; of two columns with one meaning the first is taken and a note says so."""
    names = {alias: name for name, aliases in ALIASES.items() for alias in aliases}
    at: dict[str, int] = {}
    unknown: list[str] = []
    kept: list[str] = []
    twice: list[str] = []
    for index, head in enumerate(heads):
        name = names.get(folded(head))
        if name is None and head.strip():
            (kept if folded(head) in KEPT else unknown).append(head.strip())
        elif name is None:
            continue
        elif name in at:
            twice.append(head.strip())
        else:
            at[name] = index
    found = {folded(head) for head in heads}
    layout, title = next(((key, words) for key, marks, words in LAYOUTS if marks <= found), OTHER)
    notes = []
    if unknown:
        notes.append(f"Kept as read, but not understood: {', '.join(repr(head[:60]) for head in unknown[:20])}.")
    if kept:
        notes.append(f"Kept as read, and not taken over into notices: {', '.join(repr(head[:60]) for head in kept)}.")
    if twice:
        notes.append(
            f"A second column of the same meaning was not used: {', '.join(repr(h[:60]) for h in twice[:20])}."
        )
    return Columns(at, layout, title, tuple(notes))
