"""Reads the tables of what each role may do in each state, which people wrote by hand."""

import csv
from dataclasses import dataclass
from pathlib import Path

from tests.factories import ROLES

FOLDER = Path(__file__).parent / "expected"
KINDS = tuple(sorted(path.stem for path in FOLDER.glob("*.csv")))


@dataclass(frozen=True)
class Expected:
    """The table of one kind: (transition, state) -> (state after, roles); the state is blank for opening rows."""

    kind: str
    rows: dict[tuple[str, str], tuple[str, frozenset[str]]]

    def allows(self, transition: str, state: str, role: str) -> str | None:
        """Return the state after the act, or None when it must be refused."""
        after, roles = self.rows.get((transition, state), ("", frozenset()))
        return after if role in roles else None

    def ever(self, transition: str, role: str) -> bool:
        """Return whether the role may do the act in any state at all."""
        return any(name == transition and role in roles for (name, _), (_, roles) in self.rows.items())


def read(kind: str) -> Expected:
    """Return the expectations of a kind; ValueError for a row that stands twice or a column nobody knows."""
    rows: dict[tuple[str, str], tuple[str, frozenset[str]]] = {}
    with (FOLDER / f"{kind}.csv").open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if reader.fieldnames != ["transition", "state", "to", *ROLES]:
            raise ValueError(f"{kind}.csv: unexpected columns {reader.fieldnames}")
        for row in reader:
            key = row["transition"], row["state"]
            marks = {role: row[role] for role in ROLES}
            if key in rows or None in row or set(marks.values()) - {"yes", ""}:
                raise ValueError(f"{kind}.csv: {key} stands twice or has an odd mark")
            rows[key] = row["to"], frozenset(role for role, mark in marks.items() if mark == "yes")
    return Expected(kind, rows)
