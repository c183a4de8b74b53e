"""Brings a file in, takes decisions on its rows, and starts its import or its undoing; each is put on record."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime
from typing import Any

from closings.importing.models import ImportBatch, ImportRow
from closings.importing.piles import sort_list
from closings.importing.problems import Pile
from closings.importing.report import figures
from closings.importing.sorting import of_other_lists, row_values, sort_again, storable
from closings.importing.steps import IMPORT, UNDO, plan
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import jobs
from wagecase.cases.models import Job
from wagecase.cases.tasks import person_of
from wagecase.documents import store
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import SYSTEM, Actor

MAY = frozenset(("coordinator", "supervisor", SYSTEM))
SORTED, IMPORTING, IMPORTED = ImportBatch.Status.SORTED, ImportBatch.Status.IMPORTING, ImportBatch.Status.IMPORTED
UNDOING, UNDONE = ImportBatch.Status.UNDOING, ImportBatch.Status.UNDONE


def add_batch(*, data: bytes, name: str, actor: Actor, at: datetime) -> ImportBatch:
    """Keep a file and sort its rows; nothing is imported. The same file again gives the batch that it has already.

    UnreadableFile when it is no list; NotPermitted for anybody but a coordinator or a supervisor.
    """
    _may(actor)
    digest = hashlib.sha256(data).hexdigest()
    known = ImportBatch.objects.filter(sha256=digest).exclude(status=UNDONE).first()
    if known is not None:
        return known
    found = sort_list(data)
    sheet = found.sheet
    key = store.put(data)
    with unit_of_work():
        batch = ImportBatch.objects.create(
            name=storable(name)[:200], layout=sheet.columns.layout, title=sheet.columns.title, sha256=digest,
            size=len(data), storage_key=key, encoding=sheet.encoding, delimiter=sheet.delimiter,
            heads=[storable(head) for head in sheet.heads], notes=[storable(note) for note in sheet.notes], figures=figures(found),
            added_by=person_of(actor), added_at=at,
        )  # fmt: skip
        seen: Counter[str] = Counter()
        rows = []
        for one, values in zip(found.rows, row_values(found), strict=True):
            line, digest = one.row.line, one.row.fingerprint()
            seen[digest] += 1
            rows.append(
                ImportRow(
                    batch=batch, number=line.number, line=line.at, cells=[storable(cell) for cell in line.cells],
                    missing=line.missing, broken=line.broken, layout=batch.layout, row_hash=digest,
                    occurrence=seen[digest], **values,
                )
            )  # fmt: skip
        ImportRow.objects.bulk_create(rows, batch_size=200)
        _recognize(batch)
        if any(of_other_lists(batch, found.chains)):
            sort_again(batch)
        record(verb="closings.add_import", actor=actor, at=at, facts={"batch_id": batch.pk, "sha256": batch.sha256})
    return batch


def _recognize(batch: ImportBatch) -> None:
    """Mark the rows that an earlier file of the same list brought; they are the same rows wherever they stand now."""
    imported = ImportRow.objects.filter(layout=batch.layout, status=ImportRow.Status.IMPORTED).exclude(batch=batch)
    known = {
        (row_hash, occurrence): case
        for row_hash, occurrence, case in imported.values_list("row_hash", "occurrence", "case_id")
    }  # fmt: skip
    found = []
    for row in batch.rows.all() if known else ():
        if (row.row_hash, row.occurrence) in known:
            row.status, row.case_id = ImportRow.Status.KNOWN, known[row.row_hash, row.occurrence]
            found.append(row)
    ImportRow.objects.bulk_update(found, ["status", "case"], batch_size=200)


def correct_cell(*, row: ImportRow, index: int, text: str, actor: Actor, at: datetime) -> None:
    """Put another text beside a cell; what the file says is kept. The text as it stands takes a correction back."""
    _may(actor)
    with unit_of_work():
        row = _open(row)
        if not 0 <= index < len(row.cells):
            raise ValueError("the row has no such cell")
        before = row.corrections.get(str(index), row.cells[index])
        corrections = {key: value for key, value in row.corrections.items() if key != str(index)}
        if text != row.cells[index]:
            corrections[str(index)] = storable(text)
        ImportRow.objects.filter(pk=row.pk).update(corrections=corrections, failure="")
        sort_again(row.batch)
        changes = {_head(row.batch, index): (before, text)}
        record(verb="closings.correct_import_row", actor=actor, at=at, facts=_facts(row), changes=changes)


def accept_row(*, row: ImportRow, joins: int | None, actor: Actor, at: datetime) -> None:
    """Accept a held row as it stands: for itself, or as a revision of the event of row `joins`.

    TransitionNotAllowed when a value is missing that only a correction can give; ValueError for a row to join that the
    file does not have.
    """
    _may(actor)
    with unit_of_work():
        row = _open(row)
        if joins is not None:
            target = row.batch.rows.filter(number=joins).exclude(pk=row.pk).first()
            if target is None or target.chain == row.number:
                raise ValueError(f"There is no other event with a row {joins} in this file.")
            joins = target.chain
        _decide(row, accepted=True, joins=joins, reason="", actor=actor, at=at)
        sort_again(row.batch)
        if ImportRow.objects.get(pk=row.pk).pile >= Pile.HELD:
            raise TransitionNotAllowed("A value is missing that only a correction can give. Correct the cell first.")
        record(verb="closings.accept_import_row", actor=actor, at=at, facts={**_facts(row), "joins": joins or 0})


def refuse_row(*, row: ImportRow, reason: str, actor: Actor, at: datetime) -> None:
    """Refuse a row for good, with a reason. ValueError without one."""
    _may(actor)
    if not reason.strip():
        raise ValueError("Say why the row is refused.")
    with unit_of_work():
        row = _open(row)
        _decide(row, accepted=False, joins=None, reason=reason.strip()[:300], actor=actor, at=at)
        sort_again(row.batch)
        record(
            verb="closings.refuse_import_row", actor=actor, at=at, facts=_facts(row), changes={"reason": ("", reason)}
        )  # fmt: skip


def reopen_row(*, row: ImportRow, actor: Actor, at: datetime) -> None:
    """Take the decision on a row back."""
    _may(actor)
    with unit_of_work():
        row = _open(row)
        ImportRow.objects.filter(pk=row.pk).update(
            accepted=None, joins=None, reason="", decided_by=None, decided_at=None
        )
        sort_again(row.batch)
        record(verb="closings.reopen_import_row", actor=actor, at=at, facts=_facts(row))


def import_ready(*, batch: ImportBatch, actor: Actor, at: datetime) -> Job:
    """Start to import the rows that are ready; rows that were imported before are left as they are.

    TransitionNotAllowed when nothing is ready, or while the batch is being worked on or is undone.
    """
    _may(actor)
    with unit_of_work():
        batch = _idle(batch)
        batch.rows.filter(status=ImportRow.Status.WAITING).update(failure="")
        steps = plan(batch)
        if not steps:
            raise TransitionNotAllowed("No row is ready to be imported.", state=batch.status)
        return _start(batch, IMPORT, IMPORTING, total=len(steps), actor=actor, at=at)


def undo_import(*, batch: ImportBatch, actor: Actor, at: datetime) -> Job:
    """Start to take the notices that the batch made off the list; those that were worked on since stay and are named.

    TransitionNotAllowed when it has imported nothing.
    """
    _may(actor)
    with unit_of_work():
        batch = _idle(batch)
        imported = batch.rows.filter(status=ImportRow.Status.IMPORTED)
        imported.update(failure="")
        total = imported.order_by().values("case").distinct().count()
        if not total:
            raise TransitionNotAllowed("This batch has imported nothing that could be undone.", state=batch.status)
        return _start(batch, UNDO, UNDOING, total=total, actor=actor, at=at)


def running_job(batch: ImportBatch) -> Job | None:
    """Return the work that is being done on a batch, None when it is free."""
    if batch.status not in (IMPORTING, UNDOING):
        return None
    kind = IMPORT if batch.status == IMPORTING else UNDO
    return Job.objects.get(key=f"{kind}:{batch.pk}:{batch.runs}")


def _start(
    batch: ImportBatch, kind: str, status: str, *, total: int, actor: Actor, at: datetime
) -> Job:  # fmt: skip
    batch.status, batch.runs = status, batch.runs + 1
    batch.save(update_fields=["status", "runs"])
    record(verb=kind, actor=actor, at=at, facts={"batch_id": batch.pk})
    key = f"{kind}:{batch.pk}:{batch.runs}"
    return jobs.start(kind=kind, key=key, arguments={"batch": batch.pk}, total=total, actor=actor, at=at)


def _may(actor: Actor) -> None:
    if actor.role not in MAY:
        raise NotPermitted("Only a closings coordinator or a supervisor may work on imports.")


def _idle(batch: ImportBatch) -> ImportBatch:
    batch = ImportBatch.objects.select_for_update().get(pk=batch.pk)
    if batch.status not in (SORTED, IMPORTED):
        label = ImportBatch.Status(batch.status).label
        raise TransitionNotAllowed(f"The batch is not free: {label.lower()}.", state=batch.status)
    return batch


def _open(row: ImportRow) -> ImportRow:
    """Return the row, locked with its batch; only a row that is not imported may still be decided."""
    batch = _idle(row.batch)
    row = ImportRow.objects.select_for_update().get(pk=row.pk)
    if row.status != ImportRow.Status.WAITING:
        raise TransitionNotAllowed("The row is imported; change its notice instead.", state=row.status)
    row.batch = batch
    return row


def _decide(row: ImportRow, *, accepted: bool, joins: int | None, reason: str, actor: Actor, at: datetime) -> None:
    ImportRow.objects.filter(pk=row.pk).update(
        accepted=accepted, joins=joins, reason=reason, decided_by=person_of(actor), decided_at=at, failure=""
    )


def _facts(row: ImportRow) -> dict[str, Any]:
    return {"batch_id": row.batch_id, "row": row.number}


def _head(batch: ImportBatch, index: int) -> str:
    return batch.heads[index] if index < len(batch.heads) and batch.heads[index] else f"column {index + 1}"
