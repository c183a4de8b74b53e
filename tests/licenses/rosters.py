"""Drafts of an application and spreadsheets of its workers, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from licenses.content import WorkerFacts
from licenses.drafting import mapping
from licenses.drafting.opening import open_draft
from licenses.drafting.sections import WORKERS
from licenses.roster import uploads
from licenses.roster.models import RosterUpload
from licenses.worker_columns import COLUMNS
from tests.licenses import content, member, organization
from tests.web.workbook_files import workbook
from wagecase.accounts.models import Membership
from wagecase.cases.jobs import work_due
from wagecase.cases.models import Draft

GOOD: Mapping[str, str] = {
    "worker_id": "W-001", "name": "Worker Number1 Example", "young": "No", "disability": "Visual", "evidence": "Yes",
    "evidence_kind": "Record of the county", "evidence_on": "11/3/2025", "site": "Main shop", "job": "Assembly",
    "jobs": "1", "pay_basis": "Hourly", "weekly_hours": "20", "quarter_hours": "260", "average_earnings": "7.75",
    "worker_units": "10", "standard_units": "20", "rate": "7.75", "studied_on": "1/20/2026", "elsewhere": "No",
}  # fmt: skip
HEADS = [str(column.label) for column in COLUMNS]


def line(number: int = 1, **changes: str) -> list[str]:
    """Return the cells of a good row in the order of the template, with changes."""
    cells = {**GOOD, "worker_id": f"W-{number:03d}", "name": f"Worker Number{number} Example", **changes}
    return [cells.get(column.name, "") for column in COLUMNS]


def csv_file(lines: Sequence[Sequence[Any]]) -> bytes:
    """Return rows below the template's heads as CSV."""
    rows = [HEADS, *lines]
    return "\r\n".join(",".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in rows).encode()


def xlsx_file(lines: Sequence[Sequence[Any]]) -> bytes:
    """Return rows below the template's heads as a workbook."""
    return workbook([HEADS, *lines])


def draft_of(who: Membership, *, at: datetime, workers: Sequence[WorkerFacts] = ()) -> Draft:
    """Return a draft with one place, two jobs and the given workers."""
    draft = open_draft(who, language="en", at=at)
    mapping.fill(draft, content(), workers, at=at)
    return draft


def begin(at: datetime, workers: Sequence[WorkerFacts] = ()) -> tuple[Membership, Draft]:
    """Return an owner of a new organization and a draft of hers."""
    who = member(organization(at=at), at=at)
    return who, draft_of(who, at=at, workers=workers)


def upload(who: Membership, draft: Draft, data: bytes, *, at: datetime) -> RosterUpload:
    """Return a file that was uploaded, its columns as they were matched by themselves."""
    return uploads.add_upload(draft, data=data, name="workers of Pat Placeholder.csv", membership=who, at=at)


def checked(who: Membership, draft: Draft, data: bytes, *, at: datetime) -> RosterUpload:
    """Return a file that was uploaded and read to the end."""
    made = upload(who, draft, data, at=at)
    uploads.start_reading(made, columns=made.columns, membership=who, at=at)
    work_due(now=at)
    made.refresh_from_db()
    return made


def take(who: Membership, made: RosterUpload, *, at: datetime, remove: Any = ()) -> RosterUpload:
    """Take the good rows of a file over."""
    return uploads.take_over(made, remove=remove, membership=who, at=at)


def lines_of(draft: Draft) -> dict[str, Mapping[str, Any]]:
    """Return the answers of the draft's workers by their ids."""
    return {row.answers.get("worker_id", ""): row.answers for row in draft.rows.filter(section=WORKERS)}
