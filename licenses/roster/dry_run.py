"""Reads an uploaded roster as a job, a hundred rows a step, so that a killed worker loses nothing and repeats nothing."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db import OperationalError
from django.db.models import Count
from django.utils import timezone

from licenses.drafting.contents import work
from licenses.drafting.sections import WORKERS
from licenses.drafting.whole import Whole
from licenses.roster import matching, uploads
from licenses.roster.models import Pile, RosterRow, RosterUpload
from licenses.roster.reading import Reading, RowReader
from licenses.roster.uploads import CHECKED, READ, READING, ROWS_AN_ITEM
from licenses.worker_rules import Problem
from wagecase.cases.jobs import JobKind
from wagecase.cases.models import Draft, Job
from wagecase.lifecycle import Actor


class NotReadable(Exception):
    """Part of a roster could not be read: says where the program failed and never what a cell holds."""


@dataclass(frozen=True)
class Part:
    """Some rows of a roster on their way to the report, with what reads them."""

    upload_id: int
    rows: tuple[matching.Planned, ...]
    shared: Shared

    def __str__(self) -> str:
        return f"rows {self.rows[0].number} to {self.rows[-1].number}"


class Shared:
    """What all parts of one pass read with, made when the first of them needs it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    @cached_property
    def reader(self) -> RowReader:
        """The reader against the draft's places and jobs as they are now."""
        return RowReader(work(Whole(self._draft)), on=timezone.localdate())


def planned(upload: RosterUpload) -> list[matching.Planned]:
    """Return every row of a roster with the line of the draft that it is."""
    kept = [
        matching.Kept(row.key, row.version, cells_of(row.answers)) for row in upload.draft.rows.filter(section=WORKERS)
    ]
    return matching.plan(matching.data_rows(upload.sheet["rows"], upload.head), upload.columns, kept)


def cells_of(answers: matching.Cells) -> dict[str, str]:
    """Return kept answers as texts, without the marks of the form."""
    return {name: value for name, value in answers.items() if isinstance(value, str) and not name.startswith("_")}


def _items(job: Job) -> Iterator[Part]:
    with _telling_no_cell():
        upload = _upload(job)
        if upload is None:
            return
        rows, done = planned(upload), set(upload.rows.values_list("number", flat=True))
    left = [row for row in rows if row.number not in done]
    shared = Shared(upload.draft)
    for start in range(0, len(left), ROWS_AN_ITEM):
        yield Part(upload.pk, tuple(left[start : start + ROWS_AN_ITEM]), shared)


def _read(job: Job, part: Part, *, actor: Actor, at: datetime) -> None:
    with _telling_no_cell():
        if _upload(job, hold=True) is None:
            return
        readings = [part.shared.reader.read(row) for row in part.rows]
        RosterRow.objects.bulk_create(_stored(part.upload_id, one) for one in readings)


def _stored(upload_id: int, one: Reading) -> RosterRow:
    return RosterRow(
        upload_id=upload_id, number=one.number, pile=one.pile, key=one.key, version=one.version,
        covers=one.check.covers, warned=any(problem.warns for problem in one.problems), content=one.to_dict(),
    )  # fmt: skip


def _failed(job: Job, part: Part, error: str) -> None:
    """Put rows that the program could not read on the pile of problems, so that none is missing from the sum."""
    if _upload(job, hold=True) is None:
        return
    for row in part.rows:
        one = Reading(row.number, Pile.PROBLEM, dict(row.cells), (Problem("worker_id", "unread"),))
        RosterRow.objects.get_or_create(
            upload_id=part.upload_id, number=row.number, defaults={"pile": one.pile, "content": one.to_dict()}
        )


def _ended(job: Job, at: datetime) -> None:
    upload = _upload(job, hold=True)
    if upload is None:
        return
    found = dict(upload.rows.order_by().values_list("pile").annotate(n=Count("pk")))
    short = upload.rows.exclude(pile=Pile.PROBLEM).filter(covers=False).count()
    counts = {**{pile.value: found.get(pile.value, 0) for pile in Pile}, "short": short}
    RosterUpload.objects.filter(pk=upload.pk).update(status=CHECKED, counts=counts)


def _upload(job: Job, *, hold: bool = False) -> RosterUpload | None:
    """Return what the job reads; None once it was thrown away, filed past or is read anew with other columns."""
    found = RosterUpload.objects.filter(pk=job.arguments["upload"], status=READING).select_related("draft__owner")
    found = found.select_for_update(of=("self",), no_key=True) if hold else found
    upload = found.first()
    return upload if upload is not None and uploads.job_key(upload) == job.key else None


@contextmanager
def _telling_no_cell() -> Iterator[None]:
    """Let no error of ours reach a log or a job's list of errors with a cell in its words."""
    try:
        yield
    except OperationalError:  # the database's own trouble names no cell, and is tried again
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename.rsplit('/', 1)[-1]}:{last.lineno}"
        raise NotReadable(f"{type(error).__name__} at {where}") from None


JOB: Final = JobKind(READ, _items, _read, _failed, _ended)
