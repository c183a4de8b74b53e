"""Keeps the piles of a batch true: sorts its rows anew from the cells as read, the corrections and the decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count

from closings.importing.chains import Chain
from closings.importing.columns import match_heads
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.piles import SortedList, sort_sheet
from closings.importing.problems import Decision, Pile, Problem
from closings.importing.reading import Line, Sheet
from closings.importing.report import figures
from closings.importing.rows import Row

SORTED_FIELDS = ("pile", "problems", "chain", "position", "copy_of", "event_hash")


class Moved(Exception):
    """Another decision was taken while this one was sorted; it must be sorted again."""


@dataclass(frozen=True)
class Sorting:
    """What sorting a batch anew found: from how many decisions and runs it was worked out, and the rows that it changes."""

    seen: tuple[int, int]
    found: SortedList
    changed: list[ImportRow]


def sheet_of(batch: ImportBatch, rows: Iterable[ImportRow]) -> Sheet:
    """Return the rows as a sheet, each cell as read or as a person corrected it."""
    heads = tuple(batch.heads)
    return Sheet(heads, match_heads(heads), tuple(_line(row) for row in rows), batch.encoding, batch.delimiter)


def _line(row: ImportRow) -> Line:
    cells = list(row.cells)
    for index, text in row.corrections.items():
        cells[int(index)] = text
    return Line(row.number, row.line, tuple(cells), row.missing, row.broken)


def sorted_anew(batch: ImportBatch, *, told: Mapping[int, Mapping[str, Any]] | None = None) -> Sorting:
    """Sort the batch anew and return what would change; writes nothing and holds nothing.

    `told` are columns of rows, by number, as a decision would set them.
    """
    seen = (batch.decisions, batch.runs)
    rows = list(batch.rows.order_by("number"))
    for row in rows:
        for name, value in (told or {}).get(row.number, {}).items():
            setattr(row, name, value)
    decisions = {
        row.number: Decision(row.accepted, row.reason, row.joins) for row in rows if row.accepted is not None
    }  # fmt: skip
    before = {row.number for row in rows if row.status != ImportRow.Status.WAITING}
    found = sort_sheet(
        sheet_of(batch, rows), decisions=decisions,
        known=lambda chains: of_other_lists(batch.layout, chains, seen=before),
    )  # fmt: skip
    changed = []
    for row, values in zip(rows, row_values(found), strict=True):
        if any(getattr(row, name) != values[name] for name in SORTED_FIELDS):
            for name in SORTED_FIELDS:
                setattr(row, name, values[name])
            changed.append(row)
    return Sorting(seen, found, changed)


def store_sorting(batch: ImportBatch, sorting: Sorting) -> None:
    """Write what a sorting changed and count the decision that it is of; `Moved` when the rows changed since it began.

    The batch must be locked.
    """
    if (batch.decisions, batch.runs) != sorting.seen:
        raise Moved
    ImportRow.objects.bulk_update(sorting.changed, SORTED_FIELDS, batch_size=200)
    batch.figures, batch.decisions = figures(sorting.found), batch.decisions + 1
    batch.save(update_fields=["figures", "decisions"])


def row_values(found: SortedList) -> Iterator[dict[str, Any]]:
    """Yield the columns that sorting writes, row by row."""
    place = {
        row.line.number: position for chain in found.chains for position, row in enumerate(chain.rows)
    }  # fmt: skip
    for one in found.rows:
        number = one.row.line.number
        yield {
            "pile": int(one.pile), "problems": [_packed(problem) for problem in one.problems], "chain": one.chain,
            "position": place[number], "copy_of": one.copy_of,
            "event_hash": event_hash(one.row) if one.chain == number else "",
        }  # fmt: skip


def _packed(problem: Problem) -> dict[str, Any]:
    return {**asdict(problem), "pile": int(problem.pile), "read": storable(problem.read)[:500]}


def storable(text: str) -> str:
    """Return the text with NUL, which no database column holds, as its visible sign."""
    return text.replace("\x00", "\u2400")


def event_hash(row: Row) -> str:
    """Return what makes two originals of different lists perhaps one event: employer, places and day of receipt."""
    if row.received.first is None or not row.name_key:
        return ""
    words = "|".join([row.name_key, ",".join(sorted(row.place_keys)), row.received.first.isoformat()])
    return hashlib.sha256(words.encode()).hexdigest()


def of_other_lists(layout: str, chains: Sequence[Chain], *, seen: Iterable[int] = ()) -> Iterator[tuple[int, Problem]]:
    """Ask about each event that another list seems to have brought already; nothing is joined by itself.

    `seen` are numbers of rows about which nobody needs to be asked.
    """
    hashes = {event_hash(chain.first): chain.first for chain in chains}
    hashes.pop("", None)
    imported = ImportRow.objects.filter(status=ImportRow.Status.IMPORTED, made_case=True).exclude(layout=layout)
    asked = set(seen)
    for other in _in_parts(imported.select_related("batch", "case"), sorted(hashes)):
        row = hashes[other.event_hash]
        if row.line.number in asked:
            continue
        asked.add(row.line.number)
        number = other.case.number if other.case else "a notice"
        said = f"The same employer, place and day of receipt as {number}, from {other.batch.title}. Same event?"
        accepts = "Refuse the row if it is the same; accept it if it is another event."
        yield row.line.number, row.problem("other-list", "employer", wrong=said, pile=Pile.HELD, accepts=accepts)


def _in_parts(rows: Any, hashes: list[str]) -> Iterator[ImportRow]:
    for start in range(0, len(hashes), 500):  # SQLite takes a limited number of values in one statement
        yield from rows.filter(event_hash__in=hashes[start : start + 500])


def counts(batch: ImportBatch) -> dict[Pile, int]:
    """Return how many rows lie on each pile."""
    found = dict.fromkeys(Pile, 0)
    for pile, count in batch.rows.order_by().values_list("pile").annotate(n=Count("pk")):
        found[Pile(pile)] = count
    return found


def stored_files() -> Iterable[str]:
    """Return the storage keys of the files of all batches."""
    return ImportBatch.objects.values_list("storage_key", flat=True)
