"""Keeps the piles of a batch true: sorts its rows anew from the cells as read, the corrections and the decisions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from closings.importing.chains import Chain
from closings.importing.columns import match_heads
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.piles import Sorted, SortedList, sort_sheet
from closings.importing.problems import Decision, Pile, Problem
from closings.importing.reading import Line, Sheet
from closings.importing.report import figures
from closings.importing.rows import Row

SORTED_FIELDS = ("pile", "problems", "chain", "position", "copy_of", "event_hash")


def sheet_of(batch: ImportBatch, rows: Iterable[ImportRow]) -> Sheet:
    """Return the rows as a sheet, each cell as read or as a person corrected it."""
    heads = tuple(batch.heads)
    return Sheet(heads, match_heads(heads), tuple(_line(row) for row in rows), batch.encoding, batch.delimiter)


def _line(row: ImportRow) -> Line:
    cells = list(row.cells)
    for index, text in row.corrections.items():
        cells[int(index)] = text
    return Line(row.number, row.line, tuple(cells), row.missing, row.broken)


def sort_again(batch: ImportBatch) -> SortedList:
    """Sort the batch anew and write what changed; rows that are imported keep their place."""
    rows = list(batch.rows.order_by("number"))
    decisions = {
        row.number: Decision(row.accepted, row.reason, row.joins) for row in rows if row.accepted is not None
    }  # fmt: skip
    found = sort_sheet(sheet_of(batch, rows), decisions=decisions, known=lambda chains: of_other_lists(batch, chains))
    changed = []
    for row, values in zip(rows, row_values(found), strict=True):
        if any(getattr(row, name) != values[name] for name in SORTED_FIELDS):
            for name in SORTED_FIELDS:
                setattr(row, name, values[name])
            changed.append(row)
    ImportRow.objects.bulk_update(changed, SORTED_FIELDS, batch_size=200)
    batch.figures = figures(found)
    batch.save(update_fields=["figures"])
    return found


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


def of_other_lists(batch: ImportBatch, chains: Sequence[Chain]) -> Iterator[tuple[int, Problem]]:
    """Ask about each event that another list seems to have brought already; nothing is joined by itself."""
    hashes = {event_hash(chain.first): chain.first for chain in chains}
    hashes.pop("", None)
    imported = ImportRow.objects.filter(status=ImportRow.Status.IMPORTED, made_case=True).exclude(layout=batch.layout)
    seen = set(batch.rows.exclude(status=ImportRow.Status.WAITING).values_list("number", flat=True))
    for other in _in_parts(imported.select_related("batch", "case"), sorted(hashes)):
        row = hashes[other.event_hash]
        if row.line.number in seen:
            continue
        seen.add(row.line.number)
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
    for pile in batch.rows.values_list("pile", flat=True):
        found[Pile(pile)] += 1
    return found


def stored_files() -> Iterable[str]:
    """Return the storage keys of the files of all batches."""
    return ImportBatch.objects.values_list("storage_key", flat=True)


__all__ = ["Sorted", "counts", "event_hash", "row_values", "sheet_of", "sort_again", "storable", "stored_files"]
