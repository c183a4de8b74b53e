"""Corrects the days that were keyed of a letter: on them rest the days of notice, the public list and the estimate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from closings import duty
from closings.content import DEPARTMENT, FIRST_STAMP, NoticeContent
from closings.guards import letters_of
from closings.intake import ask_to_read
from closings.models import ClosingNotice, Revision
from closings.publishing import freeze_notice
from closings.recording import latest, revise
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.web.formatting import day

# The field under which the public history tells of a day; what is not here the list does not show.
PUBLIC = {True: {"received_on": "received_on", "dated_on": "dated_on"}, False: {"received_on": "later_received_on"}}


@dataclass(frozen=True)
class Days:
    """The days of one letter: stamped on it by the department, postmarked, and written on it."""

    received_on: date
    postmarked_on: date | None = None
    dated_on: date | None = None


def days_of(notice: ClosingNotice, row: Revision) -> Days:
    """Return the days of the letter with which a revision came."""
    if row.number == 0:
        return Days(notice.received_on, notice.postmarked_on, notice.dated_on)
    return Days(row.received_on, row.postmarked_on, row.dated_on)


def correct_letter(
    case: Case, *, number: int, received_on: date | None = None, postmarked_on: date | None = None,
    dated_on: date | None = None, reason: str, actor: Actor, at: datetime, expected_version: int,
) -> Case:  # fmt: skip
    """Correct the days of the letter with which revision `number` came, as a revision that says so; sends nothing.

    A day that is None stays. The number of the notice stays too, whatever year stands in it. What was determined stays as
    it was signed, and somebody reads whether it still stands. ValidationError at the day that cannot be, or where
    nothing differs.
    """
    given = {"received_on": received_on, "postmarked_on": postmarked_on, "dated_on": dated_on}

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        row = next((one for one in letters_of(notice) if one.number == number), None)
        if row is None:
            raise ValidationError({"letter": "Choose a letter that was keyed"})
        was = days_of(notice, row)
        now = replace(was, **{name: value for name, value in given.items() if value})
        if now == was:
            raise ValidationError("Nothing differs from the days on record")
        _check(now, row, notice)
        pairs = {name: (getattr(was, name), getattr(now, name)) for name in vars(now)}
        moved = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
        content = _write(notice, row, now)
        made = revise(
            notice, content, kind=Revision.Kind.CORRECTION, at=at, by_role=actor.role, reason=reason,
            received_on=timezone.localdate(at),
        )  # fmt: skip
        made.changes = [*made.changes, *_public(moved, original=number == 0)]
        made.save(update_fields=["changes"])
        for one in (row, made):
            freeze_notice(case, one, at=at)
        ask_to_read(case, made, actor=actor, at=at, what="Read our correction")
        duty.watch(case, on=timezone.localdate(at), at=at)
        return {"changes": {**moved, "reason": ("", reason)}, "revision": made}

    return cases.advance(case, "correct_letter", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _check(now: Days, row: Revision, notice: ClosingNotice) -> None:
    """A letter is written, posted and received in this order, and before it is keyed; no update comes before its notice."""
    keyed_on = timezone.localdate(row.filed_at)
    others = [one.received_on for one in letters_of(notice) if one.number]
    first = FIRST_STAMP if row.number == 0 else notice.received_on
    last = min([keyed_on, *others]) if row.number == 0 else keyed_on
    if not first <= now.received_on <= last:
        raise ValidationError({"received_on": f"The day stamped on it must lie from {day(first)} to {day(last)}"})
    for name in ("postmarked_on", "dated_on"):
        value = getattr(now, name)
        if value and value > now.received_on:
            raise ValidationError({name: f"It cannot be after the day stamped on the letter, {day(now.received_on)}"})


def _write(notice: ClosingNotice, row: Revision, now: Days) -> NoticeContent:
    """Write the days where they are kept and return the notice as it stands with them."""
    content = latest(notice)
    standing = notice.revisions.filter(kind=Revision.Kind.RESCISSION).order_by("-number").first()
    if notice.rescinded_on is not None and row == standing:
        notice.rescinded_on = now.received_on
    row.received_on = now.received_on
    if row.number:
        row.postmarked_on, row.dated_on = now.postmarked_on, now.dated_on
    row.save(update_fields=["received_on", "postmarked_on", "dated_on"])
    if row.number:
        return content
    notice.received_on, notice.postmarked_on = now.received_on, now.postmarked_on
    Case.objects.filter(pk=notice.case_id).update(received_on=now.received_on)
    told = tuple(
        replace(one, given_on=now.received_on) if one.kind == DEPARTMENT else one for one in content.recipients
    )
    return replace(content, dated_on=now.dated_on, recipients=told)


def _public(moved: Mapping[str, tuple[date | None, date | None]], *, original: bool) -> list[dict[str, Any]]:
    names = PUBLIC[original]
    return [
        {"field": names[name], "before": was and was.isoformat(), "after": now and now.isoformat()}
        for name, (was, now) in moved.items() if name in names
    ]  # fmt: skip
