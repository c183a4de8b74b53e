"""Starts the import of a batch, its undoing, and work that stopped; adding a file and deciding rows stand beside it."""

from __future__ import annotations

from datetime import datetime

from closings.importing.adding import add_batch, may, reading_key, recognize
from closings.importing.deciding import accept_row, correct_cell, must_be_idle, refuse_row, reopen_row
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.steps import IMPORT, UNDO, plan
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import jobs
from wagecase.cases.models import Job
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor

__all__ = [
    "accept_row", "add_batch", "correct_cell", "import_ready", "refuse_row", "reopen_row", "restart", "running_job",
    "undo_import",
]  # fmt: skip
IMPORTING, UNDOING = ImportBatch.Status.IMPORTING, ImportBatch.Status.UNDOING


def import_ready(*, batch: ImportBatch, actor: Actor, at: datetime) -> Job:
    """Start to import the rows that are ready; rows that were imported before are left as they are.

    TransitionNotAllowed when nothing is ready, or while the batch is being worked on or is undone.
    """
    may(actor)
    recognize(batch)
    with unit_of_work():
        batch = _idle(batch)
        batch.rows.filter(status=ImportRow.Status.WAITING).exclude(failure="").update(failure="")
        steps = plan(batch)
        if not steps:
            raise TransitionNotAllowed("No row is ready to be imported.", state=batch.status)
        return _start(batch, IMPORT, IMPORTING, total=len(steps), actor=actor, at=at)


def undo_import(*, batch: ImportBatch, actor: Actor, at: datetime) -> Job:
    """Start to take back what the batch brought; notices that were worked on since stay and are named.

    TransitionNotAllowed when it has imported nothing.
    """
    may(actor)
    with unit_of_work():
        batch = _idle(batch)
        imported = batch.rows.filter(status=ImportRow.Status.IMPORTED)
        imported.exclude(failure="").update(failure="")
        total = imported.order_by().values("case").distinct().count()
        if not total:
            raise TransitionNotAllowed("This batch has imported nothing that could be undone.", state=batch.status)
        return _start(batch, UNDO, UNDOING, total=total, actor=actor, at=at)


def restart(*, batch: ImportBatch, actor: Actor, at: datetime) -> None:
    """Let the work on a batch that stopped go on where it is. TransitionNotAllowed when none stopped."""
    may(actor)
    job = running_job(batch)
    if job is None:
        raise TransitionNotAllowed("No work on this list has stopped.", state=batch.status)
    jobs.retry(job=job, actor=actor, at=at)


def running_job(batch: ImportBatch) -> Job | None:
    """Return the work that is being done on a batch, also when it stopped; None when the batch is free."""
    if batch.status == ImportBatch.Status.READING:
        return Job.objects.filter(key=reading_key(batch)).first()
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


def _idle(batch: ImportBatch) -> ImportBatch:
    batch = ImportBatch.objects.select_for_update(no_key=True).get(pk=batch.pk)
    must_be_idle(batch)
    return batch
