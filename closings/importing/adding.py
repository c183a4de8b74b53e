"""Brings a file in: reads and sorts it before anything is written, then writes its rows in short steps.

A list of 100,000 rows takes a minute to sort. Nobody who files something meanwhile waits for it: each step of writing
holds the database for a moment only. A process that is killed between two steps leaves a batch that is “being read”;
a worker goes on where it stopped once its lease is over, and so does the same file when it is brought in again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from closings.importing.models import ImportBatch, ImportRow
from closings.importing.opening import open_list
from closings.importing.piles import SortedList, sort_sheet
from closings.importing.reading import Line, Sheet
from closings.importing.report import figures
from closings.importing.rows import fingerprint
from closings.importing.sorting import of_other_lists, row_values, storable
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import jobs
from wagecase.cases.models import Job
from wagecase.cases.tasks import person_of
from wagecase.documents import store
from wagecase.errors import NotPermitted
from wagecase.lifecycle import SYSTEM, Actor

MAY: Final = frozenset(("coordinator", "supervisor", SYSTEM))
READ: Final = "closings.read_list"
AT_ONCE: Final = 500  # rows written in one transaction
READING, SORTED, IMPORTED = ImportBatch.Status.READING, ImportBatch.Status.SORTED, ImportBatch.Status.IMPORTED
WAITING, STORED, KNOWN = ImportRow.Status.WAITING, ImportRow.Status.IMPORTED, ImportRow.Status.KNOWN
RowKey = tuple[str, int]  # hash of the cells, and which one of equal rows


@dataclass(frozen=True)
class Reading:
    """A file, read and sorted and not yet written; `found` is None for one that was brought in whole before."""

    data: bytes
    name: str
    digest: str
    found: SortedList | None
    brought: dict[RowKey, int]  # rows that an earlier file of the same list brought -> the case


def may(actor: Actor) -> None:
    """NotPermitted for anybody but a coordinator or a supervisor."""
    if actor.role not in MAY:
        raise NotPermitted("Only a closings coordinator or a supervisor may work on imports.")


def add_batch(*, data: bytes, name: str, actor: Actor, at: datetime) -> ImportBatch:
    """Keep a file and sort its rows; nothing is imported. The same file again gives the batch that it has already.

    UnreadableFile when it is no list; NotPermitted for anybody but a coordinator or a supervisor.
    """
    may(actor)
    reading = read(data, name)
    batch = open_batch(reading=reading, actor=actor, at=at)
    fill(batch, reading)
    return batch


def read(data: bytes, name: str) -> Reading:
    """Read a file and sort its rows; writes nothing and holds nothing. UnreadableFile when it is no list."""
    digest = hashlib.sha256(data).hexdigest()
    known = _known(digest)
    if known is not None and known.status != READING:
        return Reading(data, name, digest, None, {})
    sheet = open_list(data, name)
    layout = sheet.columns.layout
    brought = brought_by_others(layout)
    there = {line.number for line, key in _keys(sheet) if key in brought}  # what came before is no question any more
    found = sort_sheet(sheet, known=lambda chains: of_other_lists(layout, chains, seen=there))
    return Reading(data, name, digest, found, brought)


def _known(digest: str) -> ImportBatch | None:
    return ImportBatch.objects.filter(sha256=digest).exclude(status=ImportBatch.Status.UNDONE).first()


def brought_by_others(layout: str, *, but: int | None = None) -> dict[RowKey, int]:
    """Return the rows of this list that are imported, by what they are known by, with their cases."""
    rows = ImportRow.objects.filter(layout=layout, status=STORED).exclude(batch_id=but)
    return {(hash_, nth): case for hash_, nth, case in rows.values_list("row_hash", "occurrence", "case_id")}


def _keys(sheet: Sheet) -> Iterator[tuple[Line, RowKey]]:
    seen: Counter[str] = Counter()
    for line in sheet.lines:
        digest = fingerprint(line)
        seen[digest] += 1
        yield line, (digest, seen[digest])


def open_batch(*, reading: Reading, actor: Actor, at: datetime) -> ImportBatch:
    """Put the file on record, without its rows; the same file again gives the batch that it has already."""
    may(actor)
    known = _known(reading.digest)
    if known is not None or reading.found is None:
        return known or _open_again(reading, actor=actor, at=at)
    try:
        with unit_of_work():
            return _create(reading, reading.found, actor=actor, at=at)
    except IntegrityError:  # the same file was brought in by somebody else at this moment
        known = _known(reading.digest)
        if known is None:
            raise
        return known


def _open_again(reading: Reading, *, actor: Actor, at: datetime) -> ImportBatch:
    """The batch that the file had was undone after the file was looked at."""
    return open_batch(reading=read(reading.data, reading.name), actor=actor, at=at)


def _create(reading: Reading, found: SortedList, *, actor: Actor, at: datetime) -> ImportBatch:
    sheet = found.sheet
    batch = ImportBatch.objects.create(
        name=storable(reading.name)[:200], layout=sheet.columns.layout, title=sheet.columns.title, sha256=reading.digest,
        size=len(reading.data), storage_key=store.put(reading.data), encoding=sheet.encoding, delimiter=sheet.delimiter,
        heads=[storable(head) for head in sheet.heads], notes=[storable(note) for note in sheet.notes],
        figures=figures(found), status=READING, added_by=person_of(actor), added_at=at,
    )  # fmt: skip
    record(verb="closings.add_import", actor=actor, at=at, facts={"batch_id": batch.pk, "sha256": batch.sha256})
    jobs.start_here(
        kind=READ, key=reading_key(batch), arguments={"batch": batch.pk}, total=-(-len(found.rows) // AT_ONCE),
        actor=actor, at=at,
    )  # fmt: skip
    return batch


def fill(batch: ImportBatch, reading: Reading) -> None:
    """Write the rows of a batch that is being read, in short steps; two who do it at once do no harm."""
    if batch.status != READING or reading.found is None:
        recognize(batch)
        return
    for part in _parts(batch, reading, reading.found):
        with transaction.atomic():
            part.write()
    with transaction.atomic():
        ImportBatch.objects.filter(pk=batch.pk, status=READING).update(status=SORTED)
        jobs.end_here(key=reading_key(batch), at=timezone.now())
    batch.refresh_from_db()


@dataclass(frozen=True)
class Part:
    """Some rows of a batch that are not written yet."""

    rows: list[ImportRow]

    def write(self) -> None:
        """Write them; rows that another process wrote meanwhile stay as they are."""
        ImportRow.objects.bulk_create(self.rows, batch_size=200, ignore_conflicts=True)

    def __str__(self) -> str:
        return f"rows {self.rows[0].number} to {self.rows[-1].number}"


def _parts(batch: ImportBatch, reading: Reading, found: SortedList) -> Iterator[Part]:
    there = set(batch.rows.values_list("number", flat=True))
    rows = (row for row in _rows(batch, reading, found) if row.number not in there)
    while part := list(islice(rows, AT_ONCE)):
        yield Part(part)


def reading_key(batch: ImportBatch) -> str:
    """Return the key of the work of reading a batch."""
    return f"{READ}:{batch.pk}"


def _left_to_read(job: Job) -> Iterator[Part]:
    """Yield what a process that died left unwritten of a batch, from the file that is kept."""
    batch = ImportBatch.objects.get(pk=job.arguments["batch"])
    if batch.status != READING:
        return
    reading = read(store.read(batch.storage_key), batch.name)
    if reading.found is not None:
        yield from _parts(batch, reading, reading.found)


def _read_part(job: Job, part: Part, *, actor: Actor, at: datetime) -> None:
    part.write()


def _unwritten(job: Job, part: Part, error: str) -> None:
    """Stop the work: a list is read whole or not at all, and whoever starts it again begins with this part."""
    raise ValueError(f"{part} could not be written: {error}")


def _was_read(job: Job, at: datetime) -> None:
    ImportBatch.objects.filter(pk=job.arguments["batch"], status=READING).update(status=SORTED)


def _rows(batch: ImportBatch, reading: Reading, found: SortedList) -> Iterator[ImportRow]:
    for (line, key), values in zip(_keys(found.sheet), row_values(found), strict=True):
        case = reading.brought.get(key)
        yield ImportRow(
            batch=batch, number=line.number, line=line.at, cells=[storable(cell) for cell in line.cells],
            missing=line.missing, broken=line.broken, layout=batch.layout, row_hash=key[0], occurrence=key[1],
            status=WAITING if case is None else KNOWN, case_id=case, **values,
        )  # fmt: skip


def recognize(batch: ImportBatch) -> None:
    """Mark the rows that another file of the same list brought since, and free those whose notice is gone.

    They are the same rows wherever they stand in the file now.
    """
    if batch.status not in (SORTED, IMPORTED):
        return
    brought = brought_by_others(batch.layout, but=batch.pk)
    changed = []
    for row in batch.rows.filter(status__in=(WAITING, KNOWN)).defer("cells", "problems", "corrections"):
        case = brought.get((row.row_hash, row.occurrence))
        if case != (row.case_id if row.status == KNOWN else None):
            row.status, row.case_id = (WAITING, None) if case is None else (KNOWN, case)
            changed.append(row)
    for start in range(0, len(changed), AT_ONCE):
        with transaction.atomic():
            ImportRow.objects.bulk_update(changed[start : start + AT_ONCE], ["status", "case"], batch_size=200)


JOB: Final = jobs.JobKind(READ, _left_to_read, _read_part, _unwritten, _was_read)
