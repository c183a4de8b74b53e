"""Matches a spreadsheet to the draft: which column is which answer, and which row is which line, by the worker's id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from licenses.worker_columns import BY_NAME, columns_by_head, plain_head
from licenses.worker_rules import same_name

HEAD_WITHIN: Final = 6  # rows in which the heads must stand; a title may stand above them
EXAMPLE: Final = "EXAMPLE"
EXAMPLES: Final = ("example (", "ejemplo (")  # how the id of the example line of the template begins
Cells = Mapping[str, str]
Line = tuple[str, str, str]


@dataclass(frozen=True)
class Kept:
    """A line of the draft: its key, its version, and its answers as typed."""

    key: str
    version: int
    answers: Cells


@dataclass
class Planned:
    """A row with its texts by answer, the line that it is, and the numbers of the rows that say the same line again."""

    number: int
    cells: Cells
    kept: Kept | None = None
    twice: list[int] = field(default_factory=list)
    elsewhere: bool = False  # whether another line of the worker names another place

    @property
    def identity(self) -> str:
        """What tells the worker from another; "" where the row does not say."""
        return identity_of(self.cells)


def find_heads(rows: Sequence[Sequence[str]]) -> tuple[int, list[str]]:
    """Return the place of the row of heads and the answer that each column holds, "" for one that nobody knows."""
    best: tuple[int, int, list[str]] = (0, 0, [])
    for place, row in enumerate(rows[:HEAD_WITHIN]):
        columns = _columns(row)
        known = sum(map(bool, columns))
        if known > best[0]:
            best = (known, place, columns)
    known, place, columns = best
    width = max(map(len, rows), default=0)
    return place, columns + [""] * (width - len(columns))


def _columns(row: Sequence[str]) -> list[str]:
    found: list[str] = []
    for cell in row:
        name = columns_by_head().get(plain_head(cell), "")
        found.append("" if name in found else name)
    return found


def data_rows(rows: Sequence[Sequence[str]], head: int) -> list[tuple[int, Sequence[str]]]:
    """Return the rows below the heads that hold a text, with their numbers; the template's example line is no row."""
    found = []
    for place, row in enumerate(rows):
        if place > head and any(cell.strip() for cell in row) and not _is_example(row):
            found.append((place + 1, row))
    return found


def _is_example(row: Sequence[str]) -> bool:
    return any(cell.strip().casefold().startswith(EXAMPLES) for cell in row[:2])


def plan(rows: Iterable[tuple[int, Sequence[str]]], columns: Sequence[str], kept: Iterable[Kept]) -> list[Planned]:
    """Return each row with its texts by answer and the line of the draft that it is, each line at most once.

    A worker may have several lines. The one for the same place and job is the row's; else, where the worker has one
    line left here and one row left there, they are the same line and the worker changed places.
    """
    named = {index: name for index, name in enumerate(columns) if name in BY_NAME}
    planned = [
        Planned(number, {name: row[index] if index < len(row) else "" for index, name in named.items()})
        for number, row in rows
    ]
    there: dict[str, list[Kept]] = defaultdict(list)
    for line in kept:
        if identity := identity_of(line.answers):
            there[identity].append(line)
    here: dict[str, list[Planned]] = defaultdict(list)
    for row in planned:
        if row.identity:
            here[row.identity].append(row)
    for identity, mine in here.items():
        _pair(mine, there.get(identity, []), set(named.values()))
        _look_elsewhere(mine, there.get(identity, []))
    return planned


def _pair(mine: list[Planned], theirs: list[Kept], named: set[str]) -> None:
    same: dict[Line, list[Planned]] = defaultdict(list)
    for row in mine:
        same[line_of(row.cells, named)].append(row)
    left = list(theirs)
    for line, rows in same.items():
        if len(rows) > 1:
            numbers = [row.number for row in rows]
            for row in rows:
                row.twice = [number for number in numbers if number != row.number]
        match = next((one for one in left if line_of(one.answers, named) == line), None)
        if match is not None:
            rows[0].kept = match
            left.remove(match)
    unmatched = [rows[0] for rows in same.values() if rows[0].kept is None]
    if len(unmatched) == len(left) == 1:
        unmatched[0].kept = left[0]


def _look_elsewhere(mine: list[Planned], theirs: list[Kept]) -> None:
    ours = [row.cells if "site" in row.cells else row.kept.answers if row.kept else {} for row in mine]
    matched = [row.kept for row in mine]
    places = [
        same_name(cells.get("site", "")) for cells in (*ours, *(one.answers for one in theirs if one not in matched))
    ]
    for row, cells in zip(mine, ours, strict=True):
        row.elsewhere = any(place and place != same_name(cells.get("site", "")) for place in places)


def identity_of(cells: Cells) -> str:
    """Return what tells a worker from another: the employer's id, else the name."""
    return same_name(cells.get("worker_id", "")) or same_name(cells.get("name", ""))


def line_of(cells: Cells, named: set[str]) -> Line:
    """Return what only one line may have; an answer that the spreadsheet does not hold tells nothing apart."""
    parts = [same_name(cells.get(name, "")) if name in named else "" for name in ("site", "job")]
    return identity_of(cells), parts[0], parts[1]
