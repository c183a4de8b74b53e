"""Takes one chain of an old public list over as a historic case, and takes it back: listed, without clocks or mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from closings.content import NoticeContent
from closings.duty import ask_where_counted
from closings.models import ClosingNotice
from closings.recording import Source, employer_of, open_notice, revise, rewind
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor

IMPORTED_KIND = "closing"


@dataclass(frozen=True)
class ImportedRevision:
    """One row of the list: `kind` is original, update or rescission, `codes` what the list says of an update.

    `revives`: after a rescission it says that the event takes place after all.
    """

    kind: str
    content: NoticeContent
    received_on: date
    source: Source
    codes: str = ""
    revives: bool = False


def record_imported(chain: Sequence[ImportedRevision], *, actor: Actor, at: datetime) -> Case:
    """Record an event of an old list with its revisions, in the order given; the first one is its original.

    Where the list has the original no more, it begins with the update or the rescission that is left of the event.
    The case is numbered by the year in which the original was received. A cell that a later row leaves blank must be
    filled by the caller from the row before: a blank never overwrites what is known. ValueError for an empty chain.
    """
    if not chain:
        raise ValueError("a chain needs a row")
    first, later = chain[0], chain[1:]

    def apply(case: Case) -> None:
        notice = open_notice(
            case, first.content, origin=ClosingNotice.Origin.IMPORTED, source=first.source, listed_on=first.received_on,
            kind=first.kind, codes=first.codes, at=at, by_role="employer",
        )  # fmt: skip
        for row in later:
            _revise(notice, row, at=at)

    return cases.open_case(
        IMPORTED_KIND, "record_imported", actor=actor, at=at, received_on=first.received_on, received_at=None,
        title=first.content.employer_name, channel="import", employer=employer_of(first.content, at=at), apply=apply,
    )  # fmt: skip


def _revise(notice: ClosingNotice, row: ImportedRevision, *, at: datetime) -> None:
    revise(
        notice, row.content, kind=row.kind, received_on=row.received_on, source=row.source, codes=row.codes,
        revives=row.revives, at=at, by_role="employer",
    )  # fmt: skip


def add_imported(case: Case, rows: Sequence[ImportedRevision], *, actor: Actor, at: datetime) -> Case:
    """Add later rows of an old list to a historic case, in order; TransitionNotAllowed once it is no historic one."""

    def apply(case: Case) -> None:
        notice = ClosingNotice.objects.select_for_update(no_key=True).get(case=case)
        for row in rows:
            _revise(notice, row, at=at)
        ask_where_counted(case, at=at)

    return cases.advance(case, "add_imported", actor=actor, at=at, expected_version=None, apply=apply)


def take_back_imported(case: Case, rows: int, *, reason: str, actor: Actor, at: datetime) -> Case:
    """Take the last `rows` rows off a historic case, because the import that added them is undone."""

    def apply(case: Case) -> dict[str, object]:
        notice = ClosingNotice.objects.select_for_update(no_key=True).get(case=case)
        rewind(notice, revisions=rows, at=at)
        ask_where_counted(case, at=at)
        return {"changes": {"removed_reason": ("", reason[:300])}}

    return cases.advance(case, "take_back_imported", actor=actor, at=at, expected_version=None, apply=apply)


def remove_imported(case: Case, *, reason: str, actor: Actor, at: datetime) -> Case:
    """Take a historic case off the list; the number stays given and its page says what happened."""

    def apply(case: Case) -> dict[str, object]:
        ClosingNotice.objects.filter(case=case).update(
            listed_on=None, removed_reason=reason[:300], list_changed_on=timezone.localdate(at)
        )
        ask_where_counted(case, at=at)
        return {"changes": {"removed_reason": ("", reason[:300])}}

    return cases.advance(case, "remove_imported", actor=actor, at=at, expected_version=None, apply=apply)


def restore_imported(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Put a historic case that was taken off by itself on the list again, as it was.

    TransitionNotAllowed for one whose import was undone: its rows may be imported again under another number.
    """

    def apply(case: Case) -> dict[str, object]:
        notice = ClosingNotice.objects.select_for_update(no_key=True).get(case=case)
        changes = {"removed_reason": (notice.removed_reason, ""), "reason": ("", reason[:300])}
        notice.listed_on, notice.removed_reason = notice.received_on, ""
        notice.list_changed_on = timezone.localdate(at)
        notice.save(update_fields=["listed_on", "removed_reason", "list_changed_on"])
        return {"changes": changes}

    return cases.advance(
        case, "restore_imported", actor=actor, at=at, expected_version=expected_version, apply=apply
    )  # fmt: skip


def is_removed(case: Case) -> bool:
    """Whether a historic case is off the list."""
    return case.state == "removed"
