"""Imports and undoes a batch as jobs: one event an item, in one transaction, so that a crash leaves no half notice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import Min, QuerySet

from closings.importing.models import ImportBatch, ImportRow
from closings.importing.ports import Entry, port
from closings.importing.problems import Pile
from closings.importing.rows import read_rows
from closings.importing.sorting import sheet_of
from wagecase.cases.jobs import JobKind
from wagecase.cases.models import Case, Job
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import SYSTEM_ACTOR, Actor

IMPORT: Final = "closings.import_ready"
UNDO: Final = "closings.undo_import"
WAITING, STORED, KNOWN = ImportRow.Status.WAITING, ImportRow.Status.IMPORTED, ImportRow.Status.KNOWN
GONE = ImportRow.Status.UNDONE
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


def planned(found: dict[int, list[int]]) -> int:
    """Return how many rows a plan stores."""
    return sum(len(rows) for rows in found.values())


def waiting(batch: ImportBatch, found: dict[int, list[int]]) -> int:
    """Return how many ready rows are not in the plan `found`, because a row before them in their event is held."""
    return batch.rows.filter(status=WAITING, pile__lte=Pile.WARNED).count() - planned(found)


def _import_items(job: Job) -> Iterator[int]:
    yield from plan(_batch(job))


def _import(job: Job, chain: int, *, actor: Actor, at: datetime) -> None:
    batch = _batch(job)
    _known_meanwhile(batch, chain)
    rows = list(batch.rows.filter(chain=chain).order_by("position"))
    numbers = set(_ready([_brief(row) for row in rows]))
    pending = [row for row in rows if row.number in numbers]
    if not pending:
        return
    case = next((row.case for row in rows if row.status in (STORED, KNOWN) and row.case_id), None)
    if rows[0].copy_of is not None:
        copied = batch.rows.get(number=rows[0].copy_of)
        _settle(pending, copied.case)
        return
    repeats = [row for row in pending if row.copy_of is not None]
    told = [row for row in pending if row.copy_of is None]
    if told:
        new = case is None
        case = port().store_chain(_entries(batch, told), case=case, actor=actor, at=at)
        _settle(told[:1], case, added=case.version, made=new)
        _settle(told[1:], case, added=case.version)
    _settle(repeats, case)


def _known_meanwhile(batch: ImportBatch, chain: int) -> None:
    """Mark the rows of an event that another file brought since this batch was sorted, so that no row comes twice."""
    waiting = list(batch.rows.filter(chain=chain, status=WAITING).only("pk", "row_hash", "occurrence"))
    stored = ImportRow.objects.filter(
        layout=batch.layout, status=STORED, row_hash__in={row.row_hash for row in waiting}
    ).exclude(batch=batch)
    cases = {(hash_, nth): case for hash_, nth, case in stored.values_list("row_hash", "occurrence", "case_id")}
    for row in waiting:
        if case := cases.get((row.row_hash, row.occurrence)):
            ImportRow.objects.filter(pk=row.pk).update(status=KNOWN, case_id=case, failure="")


def _entries(batch: ImportBatch, rows: list[ImportRow]) -> list[Entry]:
    heads = [head if head.strip() else f"column {index + 1}" for index, head in enumerate(batch.heads)]
    return [
        Entry(read, dict(zip(heads, row.cells, strict=False)), batch.name)
        for read, row in zip(read_rows(sheet_of(batch, rows)), rows, strict=True)
    ]


def _settle(rows: list[ImportRow], case: Case | None, *, added: int | None = None, made: bool = False) -> None:
    """Note where rows were stored; `added` is the version of the case that they made, None for mere repeats."""
    if not rows or case is None:
        return
    ImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(
        status=STORED, case=case, made_case=made, added_version=added, failure=""
    )
    _of_version(case)


def _of_version(case: Case) -> None:
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
    case = Case.objects.select_for_update(no_key=True).get(pk=case_id)
    rows = batch.rows.filter(case=case, status=STORED)
    reason = f"Import of {batch.name} undone"
    if port().is_removed(case):  # somebody took this one off the list before
        rows.update(status=GONE)
        return
    if set(rows.values_list("case_version", flat=True)) != {case.version}:
        raise TransitionNotAllowed(f"{case.number} was worked on since it was imported.", state=case.state)
    if rows.filter(made_case=True).exists():
        port().remove_case(case, reason=reason, actor=actor, at=at)
        rows.update(status=GONE)
        _wait_again(ImportRow.objects.filter(case=case).exclude(batch=batch))
        return
    _take_back(batch, case, rows, reason=reason, at=at)


def _take_back(batch: ImportBatch, case: Case, rows: QuerySet[ImportRow], *, reason: str, at: datetime) -> None:
    """Take back the revisions that this batch added to a notice of another one, as long as none came on top of them."""
    added = rows.exclude(added_version=None)
    first = added.aggregate(first=Min("added_version"))["first"]
    on_top = ImportRow.objects.filter(case=case, status=STORED, added_version__gt=first or 0).exclude(batch=batch)
    if first is not None and (later := on_top.select_related("batch").first()):
        words = f"{later.batch.name} added to {case.number} after this list. Undo that import first."
        raise TransitionNotAllowed(words, state=case.state)
    if count := added.count():
        case = port().take_back(case, count, reason=reason, actor=SYSTEM_ACTOR, at=at)
    hashes = list(rows.values_list("row_hash", flat=True))
    rows.update(status=GONE)
    _of_version(case)
    _wait_again(ImportRow.objects.filter(case=case, status=KNOWN, row_hash__in=hashes).exclude(batch=batch))


def _wait_again(rows: QuerySet[ImportRow]) -> None:
    """Free the rows of other lists whose notice is gone: they can be imported again; those of undone lists are undone."""
    held = rows.filter(status__in=(STORED, KNOWN))
    held.filter(batch__status=ImportBatch.Status.UNDONE).update(status=GONE)
    held.update(status=WAITING, case=None, case_version=None, added_version=None, made_case=False, failure="")


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
