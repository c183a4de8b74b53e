"""Imports and undoes a batch as jobs: one event an item, in one transaction, so that a crash leaves no half notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from closings.importing.models import ImportBatch, ImportRow
from closings.importing.ports import Entry, port
from closings.importing.problems import Pile
from closings.importing.rows import read_rows
from closings.importing.sorting import sheet_of
from wagecase.cases.jobs import JobKind
from wagecase.cases.models import Case, Job
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor

IMPORT: Final = "closings.import_ready"
UNDO: Final = "closings.undo_import"
WAITING, STORED, KNOWN = ImportRow.Status.WAITING, ImportRow.Status.IMPORTED, ImportRow.Status.KNOWN
_Brief = tuple[int, int, int, str, int | None, str]  # number, chain, pile, status, copy_of, failure


def plan(batch: ImportBatch) -> dict[int, list[int]]:
    """Return the rows that can be stored now, by the number of the row that starts their event.

    An event is stored up to its first held row: what follows is a revision of a state that nobody knows yet. Copies
    come last, once the rows that they repeat are stored.
    """
    events: dict[int, list[_Brief]] = defaultdict(list)
    fields = ("number", "chain", "pile", "status", "copy_of", "failure")
    for brief in batch.rows.order_by("chain", "position").values_list(*fields):
        events[brief[1]].append(brief)
    steps: dict[int, list[int]] = {}
    copies: dict[int, list[int]] = {}
    settled = {brief[0] for rows in events.values() for brief in rows if brief[3] in (STORED, KNOWN)}
    for chain, rows in events.items():
        ready = _ready(rows)
        if ready:
            (copies if rows[0][4] is not None else steps)[chain] = ready
            settled.update(ready)
    first = {brief[0]: brief[4] for rows in events.values() for brief in rows}
    return {**steps, **{chain: rows for chain, rows in copies.items() if first[chain] in settled}}


def _ready(rows: list[_Brief]) -> list[int]:
    ready = []
    for number, _, pile, status, _, failure in rows:
        if status in (STORED, KNOWN) or pile == Pile.REFUSED:
            continue
        if pile == Pile.HELD or status != WAITING or failure:
            break
        ready.append(number)
    return ready


def waiting(batch: ImportBatch) -> int:
    """Return how many ready rows cannot be imported yet, because a row before them in their event is held."""
    ready = batch.rows.filter(status=WAITING, pile__lte=Pile.WARNED).count()
    return ready - sum(len(rows) for rows in plan(batch).values())


def _import_items(job: Job) -> Iterator[int]:
    yield from plan(_batch(job))


def _import(job: Job, chain: int, *, actor: Actor, at: datetime) -> None:
    batch = _batch(job)
    rows = list(batch.rows.filter(chain=chain).order_by("position"))
    numbers = set(_ready([_brief(row) for row in rows]))
    pending = [row for row in rows if row.number in numbers]
    if not pending:
        return
    case = next((row.case for row in rows if row.status in (STORED, KNOWN) and row.case_id), None)
    if rows[0].copy_of is not None:
        copied = batch.rows.get(number=rows[0].copy_of)
        _settle(pending, copied.case, made=False)
        return
    repeats = [row for row in pending if row.copy_of is not None]
    told = [row for row in pending if row.copy_of is None]
    if told:
        new = case is None
        case = port().store_chain(_entries(batch, told), case=case, actor=actor, at=at)
        _settle(told[:1], case, made=new)
        _settle(told[1:], case, made=False)
    _settle(repeats, case, made=False)


def _entries(batch: ImportBatch, rows: list[ImportRow]) -> list[Entry]:
    heads = [head if head.strip() else f"column {index + 1}" for index, head in enumerate(batch.heads)]
    return [
        Entry(read, dict(zip(heads, row.cells, strict=False)), batch.name)
        for read, row in zip(read_rows(sheet_of(batch, rows)), rows, strict=True)
    ]


def _settle(rows: list[ImportRow], case: Case | None, *, made: bool) -> None:
    if not rows or case is None:
        return
    ImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(
        status=STORED, case=case, made_case=made, failure=""
    )
    ImportRow.objects.filter(case=case, status=STORED).update(case_version=case.version)


def _import_failed(job: Job, chain: int, error: str) -> None:
    _batch(job).rows.filter(chain=chain, status=WAITING, pile__lte=Pile.WARNED).update(failure=error)


def _import_ended(job: Job, at: datetime) -> None:
    ImportBatch.objects.filter(pk=job.arguments["batch"]).update(status=ImportBatch.Status.IMPORTED)


def _undo_items(job: Job) -> Iterator[int]:
    rows = _batch(job).rows.filter(status=STORED, failure="")
    yield from list(rows.order_by("case_id").values_list("case_id", flat=True).distinct())


def _undo(job: Job, case_id: int, *, actor: Actor, at: datetime) -> None:
    batch = _batch(job)
    case = Case.objects.get(pk=case_id)
    rows = batch.rows.filter(case=case, status=STORED)
    if not rows.filter(made_case=True).exists():
        raise TransitionNotAllowed(f"{case.number} was made by another import; undo that one.", state=case.state)
    versions = set(rows.values_list("case_version", flat=True))
    if versions != {case.version} or ImportRow.objects.filter(case=case, status=STORED).exclude(batch=batch).exists():
        raise TransitionNotAllowed(f"{case.number} was worked on since it was imported.", state=case.state)
    port().remove_case(case, reason=f"Import of {batch.name} undone", actor=actor, at=at)
    rows.update(status=ImportRow.Status.UNDONE)


def _undo_failed(job: Job, case_id: int, error: str) -> None:
    _batch(job).rows.filter(case_id=case_id, status=STORED).update(failure=error)


def _undo_ended(job: Job, at: datetime) -> None:
    batch = _batch(job)
    left = batch.rows.filter(status=STORED).exists()
    batch.status = ImportBatch.Status.IMPORTED if left else ImportBatch.Status.UNDONE
    batch.undone_at = None if left else at
    batch.save(update_fields=["status", "undone_at"])


def _batch(job: Job) -> ImportBatch:
    return ImportBatch.objects.get(pk=job.arguments["batch"])


def _brief(row: ImportRow) -> _Brief:
    return row.number, row.chain, row.pile, row.status, row.copy_of, row.failure


JOBS: Final[tuple[JobKind, ...]] = (
    JobKind(IMPORT, _import_items, _import, _import_failed, _import_ended),
    JobKind(UNDO, _undo_items, _undo, _undo_failed, _undo_ended),
)
