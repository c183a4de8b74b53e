"""Brings a roster in, has it read, takes the good rows over into the draft, or throws it away; all of it for members."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from licenses.drafting.sections import WORKERS
from licenses.roster import matching, taking
from licenses.roster.models import RosterUpload
from wagecase.accounts.models import Membership
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import drafts, jobs
from wagecase.cases.models import Draft, Job
from wagecase.errors import TransitionNotAllowed
from wagecase.web.rows_of_files import Remark, UnreadableSheet
from wagecase.web.sheets import read_sheet

READ: Final = "licenses.read_roster"
ROWS_AN_ITEM: Final = 100  # of a job: one step of its progress
MOST_OPEN: Final = 5  # uploads of one draft that wait to be taken over
MATCHING, READING = RosterUpload.Status.MATCHING, RosterUpload.Status.READING
CHECKED, APPLIED = RosterUpload.Status.CHECKED, RosterUpload.Status.APPLIED
EVERY: Final = "every"  # all lines that the spreadsheet does not have


def add_upload(draft: Draft, *, data: bytes, name: str, membership: Membership, at: datetime) -> RosterUpload:
    """Keep the cells of a spreadsheet, matched to the answers by their heads; nothing is read as a worker's line yet.

    UnreadableSheet when it is no list; AlreadyDone, with the case number, when the draft was filed meanwhile.
    """
    sheet = read_sheet(data, name)
    head, columns = matching.find_heads(sheet.rows)
    rows = matching.data_rows(sheet.rows, head)
    if not rows:
        raise UnreadableSheet(_("The file has no rows of workers. Fill in the sheet, save it and upload it again."))
    stored = [[_storable(cell) for cell in row] for row in sheet.rows]
    with unit_of_work():
        held = drafts.hold(draft)
        if held.roster_uploads.exclude(status=APPLIED).count() >= MOST_OPEN:
            raise UnreadableSheet(_("Other spreadsheets wait here. Take one over or throw one away first."))
        upload = RosterUpload.objects.create(
            draft=held, name=_storable(name)[:200], kind=sheet.kind, head=head, columns=columns, total=len(rows),
            sheet={"rows": stored, "remarks": [[one.code, dict(one.values)] for one in sheet.problems]},
            uploaded_by=membership.user, uploaded_at=at,
        )  # fmt: skip
        record(verb="licenses.upload_roster", actor=membership.actor, at=at, facts=_facts(upload))
    return upload


def _storable(text: str) -> str:
    """Return a text that the database takes; the rules of a line tell the person of what cannot be stored."""
    return text.replace("\x00", "�").encode("utf-8", "replace").decode()


def remarks(upload: RosterUpload) -> list[Remark]:
    """Return what there is to know about the file as a whole."""
    return [Remark(code, values) for code, values in upload.sheet.get("remarks", ())]


def start_reading(
    upload: RosterUpload, *, columns: Sequence[str], membership: Membership, at: datetime
) -> Job:  # fmt: skip
    """Start to read the rows with these columns; what an earlier reading found is dropped.

    TransitionNotAllowed while it is being read or once it was taken over.
    """
    with unit_of_work():
        upload = _locked(upload)
        if upload.status not in (MATCHING, CHECKED):
            raise TransitionNotAllowed(_busy(upload), state=upload.status)
        upload.rows.all().delete()
        upload.status, upload.columns, upload.counts = READING, list(columns), {}
        upload.runs += 1
        upload.save(update_fields=["status", "columns", "counts", "runs"])
        total = -(-upload.total // ROWS_AN_ITEM)
        return jobs.start(
            kind=READ, key=job_key(upload), arguments={"upload": upload.pk}, total=total, actor=membership.actor, at=at
        )


def job_key(upload: RosterUpload) -> str:
    """Return the natural key of the work on an upload."""
    return f"{READ}:{upload.pk}:{upload.runs}"


def job_of(upload: RosterUpload) -> Job | None:
    """Return the work of reading an upload; None before it was begun."""
    return Job.objects.filter(key=job_key(upload)).first()


def read_again(upload: RosterUpload, *, membership: Membership, at: datetime) -> None:
    """Let a reading that stopped go on where it is. TransitionNotAllowed for one that did not stop."""
    job = job_of(upload)
    if job is None:
        raise TransitionNotAllowed(_busy(upload), state=upload.status)
    jobs.retry(job=job, actor=membership.actor, at=at)


def take_over(
    upload: RosterUpload, *, remove: Collection[str] | str, membership: Membership, at: datetime
) -> RosterUpload:  # fmt: skip
    """Take every good row over into the draft, and take out the lines `remove` that the spreadsheet does not have.

    All of it is one transaction. A line that somebody changed, added or took out since it was compared stays as it is,
    and the result names its row. TransitionNotAllowed unless it is read; AlreadyDone when the draft was filed.
    """
    with unit_of_work():
        held = drafts.hold(upload.draft)
        upload = _locked(upload)
        if upload.status != CHECKED:
            raise TransitionNotAllowed(_busy(upload), state=upload.status)
        taken = taking.take(upload, held, by=membership.user, at=at)
        removed = taking.remove(upload, held, keys=None if remove == EVERY else set(remove))
        if taken.new or taken.changed or removed:
            taking.settle(held)
        drafts.touch(held, at=at)
        upload.rows.all().delete()
        upload.status, upload.sheet, upload.columns = APPLIED, {}, []
        upload.applied_by, upload.applied_at = membership.user, at
        upload.result = {**taken.to_dict(), "removed": removed}
        upload.save()
        numbers = {name: upload.result[name] for name in ("new", "changed", "removed")}
        record(verb="licenses.take_over_roster", actor=membership.actor, at=at, facts={**_facts(upload), **numbers})
    return upload


def throw_away(upload: RosterUpload, *, membership: Membership, at: datetime) -> None:
    """Forget an upload and all its cells; the draft stays as it is."""
    with unit_of_work():
        upload = _locked(upload)
        record(verb="licenses.throw_roster_away", actor=membership.actor, at=at, facts=_facts(upload))
        upload.delete()


def others(upload: RosterUpload) -> Any:
    """Return the lines of the draft that no row of the spreadsheet is, in order."""
    rows = upload.draft.rows.filter(section=WORKERS)
    return rows.exclude(key__in=upload.rows.exclude(key="").values("key"))


def _locked(upload: RosterUpload) -> RosterUpload:
    held = RosterUpload.objects.select_for_update(of=("self",), no_key=True).select_related("draft")
    found = held.filter(pk=upload.pk).first()
    if found is None:
        raise TransitionNotAllowed(_("This spreadsheet was thrown away in another window."))
    return found


def _busy(upload: RosterUpload) -> str:
    if upload.status == APPLIED:
        return _("The rows of this spreadsheet were taken over already.")
    if upload.status == READING:
        return _("The rows are being read. Wait until that is done.")
    return _("The rows were not read yet. Check the columns first.")


def _facts(upload: RosterUpload) -> dict[str, Any]:
    return {"draft_id": upload.draft_id, "roster_id": upload.pk, "rows": upload.total}
