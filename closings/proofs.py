"""Files that prove that one of those who must be told was told: each belongs to one row of the notice and is never public."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from closings import sections
from closings.content import NoticeContent
from wagecase.cases import drafts, files
from wagecase.cases.models import Attachment, Case, Draft

PURPOSE: Final = "proof"
FIELD: Final = "proof_file"  # of a row: the id of its file


def keep(draft: Draft, taken: files.Taken, *, source: str, at: datetime) -> int:
    """Keep a checked file with the draft and return its id, for the row that it proves."""
    return files.keep(taken, source=source, draft=draft, purpose=PURPOSE, at=at).pk


def drop_unused(draft: Draft) -> None:
    """Take out the files that no row of the draft names any more: replaced ones, and those of removed rows."""
    rows = sections.rows_of(drafts.answers(draft), "recipients")
    named = [row[FIELD] for row in rows if row.get(FIELD)]
    Attachment.objects.filter(draft=draft, case=None, purpose=PURPOSE).exclude(pk__in=named).delete()


def name_of(draft: Draft, case: Case | None, row: Mapping[str, Any]) -> str:
    """Return the name of the file of a row, "" for a row without one."""
    pk = row.get(FIELD)
    if not pk:
        return ""
    found = Attachment.objects.filter(pk=pk, purpose=PURPOSE)
    mine = found.filter(draft=draft).first() or (found.filter(case=case).first() if case is not None else None)
    return mine.name if mine else ""


def of_case(case: Case, content: NoticeContent) -> list[dict[str, Any]]:
    """Return each recipient who has a file, in words, with the file; only files of this very case."""
    named = {row.proof_file: row for row in content.recipients if row.proof_file}
    found = case.attachments.filter(pk__in=named, purpose=PURPOSE)
    return [{"who": sections.recipient_words(named[file.pk]), "file": file} for file in found]
