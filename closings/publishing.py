"""What the public gets of a notice: its place on the list, and a PDF made from the public fields of each revision."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone, translation

from closings import duty
from closings.commerce import ask_for_copy
from closings.content import NoticeContent
from closings.models import Revision
from closings.printing import public_parts
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.documents import services as documents
from wagecase.lifecycle import Actor


def freeze_notice(case: Case, revision: Revision, *, at: datetime) -> None:
    """Freeze the public copy of a revision: generated from its fields, never the letter, which may name people."""
    content = NoticeContent.from_dict(revision.content)
    with translation.override("en"):
        revision.document = documents.freeze(
            case=case, kind="closings.notice", title="Closing notice", template="letters/closings/notice.html",
            context={
                "case": case, "closing": case.closing, "revision": revision, "parts": public_parts(content),
                "changes": revision.changes, "recipient_lines": [], "letter_date": timezone.localdate(at),
            },
            language="en", visibility="public", at=at,
        )  # fmt: skip
    revision.save(update_fields=["document"])


def publish(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Put a received notice on the public list, from today on; later revisions of it appear by themselves."""

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        notice.listed_on = notice.list_changed_on = timezone.localdate(at)
        notice.save(update_fields=["listed_on", "list_changed_on"])
        duty.watch(case, on=notice.listed_on, at=at)
        ask_for_copy(case, at=at)
        return {"changes": {"listed_on": (None, notice.listed_on)}}

    return cases.advance(case, "publish", actor=actor, at=at, expected_version=expected_version, apply=apply)
