"""Takes decisions on rows: the batch is sorted anew outside the transaction that stores the decision, and put on record.

One answer may settle another row, so the whole list is sorted; while that runs nobody waits. Who decides says what the
row looked like (`seen`, from `mark`), so that two people who look at one row do not decide over each other's heads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from closings.importing.adding import IMPORTED, SORTED, may
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.problems import Pile
from closings.importing.sorting import Moved, Sorting, sorted_anew, storable, store_sorting
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases.tasks import person_of
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor

TRIES: Final = 4  # sortings, each overtaken by another decision, before a person is asked to press again
Unit = Callable[[], AbstractContextManager[Any]]


@dataclass(frozen=True)
class Taken:
    """One decision: the columns it sets, how the record calls it, and what the record keeps of it."""

    verb: str
    columns: Mapping[str, Any]
    facts: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def mark(row: ImportRow) -> str:
    """Return what a row is known by as somebody sees it: another decision, or another pile, gives another text."""
    said = [row.corrections, row.accepted, row.joins, row.reason, row.status, row.pile, row.chain, row.problems]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def correct_cell(
    *, row: ImportRow, index: int, text: str, actor: Actor, at: datetime, seen: str = "", unit: Unit = unit_of_work
) -> None:
    """Put another text beside a cell; what the file says is kept. The text as it stands takes a correction back.

    StaleVersion when the row is not as it was `seen` any more.
    """

    def take(row: ImportRow) -> Taken:
        if not 0 <= index < len(row.cells):
            raise ValueError("the row has no such cell")
        before = row.corrections.get(str(index), row.cells[index])
        corrections = {key: value for key, value in row.corrections.items() if key != str(index)}
        if text != row.cells[index]:
            corrections[str(index)] = storable(text)
        changes = {_head(row.batch, index): (before, text)}
        return Taken("closings.correct_import_row", {"corrections": corrections}, changes=changes)

    _decide(row, take, actor=actor, at=at, seen=seen, unit=unit)


def accept_row(
    *, row: ImportRow, joins: int | None, actor: Actor, at: datetime, seen: str = "", unit: Unit = unit_of_work
) -> None:
    """Accept a held row as it stands: for itself, or as a revision of the event of row `joins`.

    TransitionNotAllowed when a value is missing that only a correction can give; ValueError for a row to join that the
    file does not have; StaleVersion when the row is not as it was `seen` any more.
    """

    def take(row: ImportRow) -> Taken:
        chain = None
        if joins is not None:
            target = row.batch.rows.filter(number=joins).exclude(pk=row.pk).first()
            if target is None or target.chain == row.number:
                raise ValueError(f"There is no other event with a row {joins} in this file.")
            chain = target.chain
        columns = _columns(accepted=True, joins=chain, reason="", actor=actor, at=at)
        return Taken("closings.accept_import_row", columns, {"joins": chain or 0})

    def must_be_ready(number: int, sorting: Sorting) -> None:
        if any(one.pile >= Pile.HELD for one in sorting.found.rows if one.row.line.number == number):
            raise TransitionNotAllowed("A value is missing that only a correction can give. Correct the cell first.")

    _decide(row, take, actor=actor, at=at, seen=seen, unit=unit, check=must_be_ready)


def refuse_row(
    *, row: ImportRow, reason: str, actor: Actor, at: datetime, seen: str = "", unit: Unit = unit_of_work
) -> None:
    """Refuse a row for good, with a reason. ValueError without one; StaleVersion when it is not as it was `seen`."""
    may(actor)
    if not reason.strip():
        raise ValueError("Say why the row is refused.")
    columns = _columns(accepted=False, joins=None, reason=reason.strip()[:300], actor=actor, at=at)
    taken = Taken("closings.refuse_import_row", columns, changes={"reason": ("", reason)})
    _decide(row, lambda row: taken, actor=actor, at=at, seen=seen, unit=unit)


def reopen_row(*, row: ImportRow, actor: Actor, at: datetime, seen: str = "", unit: Unit = unit_of_work) -> None:
    """Take the decision on a row back. StaleVersion when the row is not as it was `seen` any more."""
    columns = {"accepted": None, "joins": None, "reason": "", "decided_by": None, "decided_at": None}
    _decide(
        row, lambda row: Taken("closings.reopen_import_row", columns), actor=actor, at=at, seen=seen, unit=unit
    )  # fmt: skip


def _columns(
    *, accepted: bool, joins: int | None, reason: str, actor: Actor, at: datetime
) -> dict[str, Any]:  # fmt: skip
    return {
        "accepted": accepted, "joins": joins, "reason": reason, "decided_by": person_of(actor), "decided_at": at,
        "failure": "",
    }  # fmt: skip


def _decide(
    row: ImportRow, take: Callable[[ImportRow], Taken], *, actor: Actor, at: datetime, seen: str, unit: Unit,
    check: Callable[[int, Sorting], None] = lambda number, sorting: None,
) -> None:  # fmt: skip
    may(actor)
    for _ in range(TRIES):
        fresh = ImportRow.objects.select_related("batch").get(pk=row.pk)
        seen = seen or mark(fresh)
        _may_be_decided(fresh.batch, fresh, seen)
        taken = take(fresh)
        sorting = sorted_anew(fresh.batch, told={fresh.number: taken.columns})
        check(fresh.number, sorting)
        try:
            with unit():
                _store(fresh, taken, sorting, seen=seen, actor=actor, at=at)
            return
        except Moved:
            continue
    raise TransitionNotAllowed("Other rows of this list are being decided at this moment. Press the button again.")


def _store(row: ImportRow, taken: Taken, sorting: Sorting, *, seen: str, actor: Actor, at: datetime) -> None:
    batch = ImportBatch.objects.select_for_update(no_key=True).get(pk=row.batch_id)
    _may_be_decided(batch, ImportRow.objects.select_for_update(no_key=True).get(pk=row.pk), seen)
    store_sorting(batch, sorting)
    ImportRow.objects.filter(pk=row.pk).update(**{"failure": "", **taken.columns})
    facts = {"batch_id": batch.pk, "row": row.number, **taken.facts}
    record(verb=taken.verb, actor=actor, at=at, facts=facts, changes=taken.changes)


def _may_be_decided(batch: ImportBatch, row: ImportRow, seen: str) -> None:
    must_be_idle(batch)
    if row.status != ImportRow.Status.WAITING:
        raise TransitionNotAllowed("The row is imported; change its notice instead.", state=row.status)
    if mark(row) != seen:
        raise StaleVersion("Somebody decided on this row after you opened the page. Look at it once more.")


def must_be_idle(batch: ImportBatch) -> None:
    """TransitionNotAllowed while the batch is being worked on, or is undone."""
    if batch.status not in (SORTED, IMPORTED):
        label = ImportBatch.Status(batch.status).label
        raise TransitionNotAllowed(f"The batch is not free: {label.lower()}.", state=batch.status)


def _head(batch: ImportBatch, index: int) -> str:
    return batch.heads[index] if index < len(batch.heads) and batch.heads[index] else f"column {index + 1}"
