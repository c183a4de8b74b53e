"""Load the printed schedules of this release as published ones, once; a released row never changes without a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, OperationalError, ProgrammingError, connections, transaction
from django.db.models import F
from django.utils import timezone

from wagecase.audit.chain import record, unit_of_work
from wagecase.lifecycle import SYSTEM_ACTOR
from wagecase.rates.books import CENT, printed_row, rows_of, rows_sha256
from wagecase.rates.models import ADOPTED_SOURCE, IN_FORCE, PRINTED, PROPOSED, RateRow, RateSchedule
from wagecase.rates.services import add_rows
from wagecase.rules.ratebook import NO_STATED_START, Printed, parameter_book

TITLES: Mapping[str, tuple[str, str]] = {
    "DWD272": ("Minimum wage rates of chapter DWD 272", "ch. DWD 272"),
    "AB77": ("Rates proposed by 2005 Assembly Bill 77", "AB77 104.035"),
    "SB130": ("Rates proposed by 2007 Senate Bill 130", "SB130 104.035"),
}
_CORRECTED = re.compile(r"^([0-9]{4}-[0-9]{2}-[0-9]{2}): ", re.MULTILINE)
TABLES = frozenset({RateSchedule._meta.db_table, RateRow._meta.db_table})


class ReferenceDiffers(Exception):
    """What is loaded is not what this release prints; `lines` name each row."""

    def __init__(self, key: str, lines: list[str]) -> None:
        super().__init__(f"{key}: " + "; ".join(lines))
        self.key = key
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one schedule came to: its key, its rows, and whether they were there before."""

    key: str
    rows: int
    status: str
    was_there: bool


def released() -> dict[str, tuple[Printed, ...]]:
    """Return the rows that this release prints, by source: those of DWD 272 and of the bills that print dollars.

    AB622 prints a formula and no amounts, so there is nothing of it to load.
    """
    found: dict[str, list[Printed]] = {}
    for row in parameter_book().rows:
        found.setdefault(row.source, []).append(row)
    return {source: tuple(sorted(found[source])) for source in TITLES if source in found}


def load(*, at: datetime) -> list[Loaded]:
    """Load every released schedule that is not there; a second run changes nothing. Return what each came to.

    Raises ReferenceDiffers, with nothing loaded, if one that is there has other rows than the release.
    """
    with transaction.atomic():
        there = {schedule.key: schedule for schedule in RateSchedule.objects.filter(method=PRINTED)}
        found = []
        for key, rows in released().items():
            if schedule := there.get(key):
                _compare(schedule, rows)
            else:
                schedule = _create(key, rows, at=at)
            found.append(Loaded(key, len(rows), schedule.get_status_display(), key in there))
    return found


def correct(*, key: str, note: str, at: datetime) -> int:
    """Replace the rows of a loaded schedule by those of this release, for a stated reason; return how many differed.

    The change is one event of the audit chain with each row before and after. Stored decisions keep the amounts and the
    name of the book that they were made with. ValueError without a note or for a key that this release does not print.
    """
    rows = released().get(key)
    if rows is None or not note.strip():
        raise ValueError("a correction needs the key of a released schedule and a note that says why")
    with unit_of_work():
        schedule = RateSchedule.objects.select_for_update(no_key=True).get(key=key, method=PRINTED)
        before = {_name(row): _words(row) for row in rows_of(schedule)}
        after = {_name(row): _words(row) for row in rows}
        changes = {name: (before.get(name), after.get(name)) for name in {**before, **after}}
        changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
        if not changes:
            return 0
        old, new = schedule.rows_sha256, rows_sha256(rows)
        schedule.rows.all().delete()
        add_rows(schedule, rows)
        text = f"{schedule.note}\n{timezone.localdate(at).isoformat()}: {note.strip()}".strip()
        RateSchedule.objects.filter(pk=schedule.pk).update(
            rows_sha256=new, document_sha256=new, note=text, first_day=_first_day(rows), version=F("version") + 1
        )
        facts = {"schedule_id": schedule.pk, "key": key, "rows_before": old, "rows_after": new}
        record(
            verb="rates.correct_reference", actor=SYSTEM_ACTOR, at=at, facts=facts,
            changes={name[:60]: pair for name, pair in changes.items()} | {"note": ("", note.strip())},
        )  # fmt: skip
    return len(changes)


def last_correction(note: str) -> date | None:
    """Return the last day on which `correct` noted a correction in the note of a schedule; None without one."""
    found = []
    for day in _CORRECTED.findall(note):
        with suppress(ValueError):  # somebody's own words that look like a day
            found.append(date.fromisoformat(day))
    return max(found, default=None)


def fault(using: str = "default") -> str:
    """Return what is wrong with the loaded schedules of a database, or an empty string; "" before its first migration."""
    if not TABLES.issubset(connections[using].introspection.table_names()):
        return ""
    there = {schedule.key: schedule for schedule in RateSchedule.objects.using(using).filter(method=PRINTED)}
    for key, rows in released().items():
        if key not in there:
            return f"{key} is not loaded"
        stored = [printed_row(row, key) for row in RateRow.objects.using(using).filter(schedule=there[key])]
        if not rows_sha256(stored) == rows_sha256(rows) == there[key].rows_sha256:
            return f"{key} has other rows than this release"
    return ""


def load_after_migrate(sender: Any = None, using: str = "default", **kwargs: Any) -> None:
    """Load what is missing after a migration or a flush. A difference is left to `load_reference`, which names it.

    Records no event: the release is the record of its own rows, and the chain of a new installation begins with an act.
    """
    if using != "default" or not TABLES.issubset(connections[using].introspection.table_names()):
        return
    try:
        try:
            load(at=timezone.now())
        except IntegrityError:  # another first start loaded them at the same moment: compare with what it loaded
            load(at=timezone.now())
    except (ReferenceDiffers, OperationalError, ProgrammingError):
        return  # other rows, or tables on their way back: `prepare` and wagecase.W003 say so, the migration comes to its end


def _create(key: str, rows: tuple[Printed, ...], *, at: datetime) -> RateSchedule:
    title, citation = TITLES[key]
    digest = rows_sha256(rows)
    schedule = RateSchedule.objects.create(
        key=key, source=key, title=title, citation=citation, method=PRINTED,
        status=IN_FORCE if key == ADOPTED_SOURCE else PROPOSED, first_day=_first_day(rows),
        rows_sha256=digest, document_sha256=digest, prepared_by=SYSTEM_ACTOR.key, prepared_label="Release",
        created_at=at, published_at=at if key == ADOPTED_SOURCE else None,
    )  # fmt: skip
    add_rows(schedule, rows)
    return schedule


def _first_day(rows: tuple[Printed, ...]) -> Any:
    first = min(row.start for row in rows if not row.flag)
    return None if first == NO_STATED_START else first


def _compare(schedule: RateSchedule, rows: tuple[Printed, ...]) -> None:
    stored = rows_of(schedule)
    if rows_sha256(stored) == rows_sha256(rows) == schedule.rows_sha256:
        return
    before, after = {_name(row): _words(row) for row in stored}, {_name(row): _words(row) for row in rows}
    lines = [
        f"{name}: loaded as {before.get(name, 'nothing')}, released as {after.get(name, 'nothing')}"
        for name in sorted({**before, **after})
        if before.get(name) != after.get(name)
    ]
    raise ReferenceDiffers(schedule.key, lines or ["the hash kept with the rows does not fit them"])


def _name(row: Printed) -> str:
    what = row.flag or f"{row.item} {row.unit}"
    return f"{row.class_ or 'every class'} {what} {row.start.isoformat()}"


def _words(row: Printed) -> str:
    amount = "a doubt" if row.flag else f"{row.amount.quantize(CENT)}"
    return f"{amount} to {row.end.isoformat() if row.end else 'open'} ({row.cite})"
