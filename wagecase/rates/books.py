"""The book of the published schedules, from which pages, feeds, posters and licenses answer (docs/adr/0014)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Q

from wagecase.errors import RatesUnavailable
from wagecase.rates.models import ADOPTED_SOURCE, IN_FORCE, PRINTED, PROPOSED, SUPERSEDED, RateRow, RateSchedule
from wagecase.rules.calendar import day_after
from wagecase.rules.ratebook import Printed, RateBook

__all__ = [
    "Layer",
    "clipped",
    "layer_of",
    "origins",
    "printed_row",
    "proposed_book",
    "published_book",
    "rows_of",
    "rows_sha256",
]

CENT = Decimal("0.01")
ANSWERING = Q(status__in=(IN_FORCE, SUPERSEDED)) | Q(status=PROPOSED, method=PRINTED)
Stamp = tuple[Any, ...]
_NEVER, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Layer:
    """The rows of one schedule and where it stands among the others of its source: by `order`, the later one on top."""

    schedule_id: int
    first_day: date
    order: tuple[Any, ...]
    rows: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an amount comes from: how its schedule was made, when it was put in force, and its note."""

    method: str
    published_at: datetime | None
    note: str


@dataclass(frozen=True, slots=True)
class _Cached:
    stamp: Stamp
    book: RateBook
    origins: dict[tuple[Any, ...], int]


_last: _Cached | None = None


def published_book() -> RateBook:
    """Return the book of the schedules in force, and of the bills' proposals under their own sources.

    One query, and one more when a schedule was published since the last call in this process. Raises RatesUnavailable
    if no schedule of DWD272 is loaded, or if stored rows are not those whose hash the schedule keeps.
    """
    global _last
    stamp = _stamp()
    kept = _last
    if kept is not None and kept.stamp == stamp:
        return kept.book
    layers = _layers(stamp)
    if layers is None:  # published between the two queries
        stamp = _stamp()
        layers = _layers(stamp)
    if layers is None:
        raise RatesUnavailable("the stored rows of a rate schedule are not those that were published")
    if not any(source == ADOPTED_SOURCE for _pk, _key, source, *_rest in stamp):
        raise RatesUnavailable("no rate schedule is loaded: run `manage.py load_reference`")
    answering = list(clipped(layers))
    book = RateBook((row for _pk, row in answering), kind="schedules")
    _last = _Cached(stamp, book, {(*_place(row), row.start): pk for pk, row in answering if not row.flag})
    return book


def origins(book: RateBook, keys: Iterable[tuple[str, str, str, date | None]]) -> list[Origin]:
    """Return the schedules from which amounts of DWD272 in `book` come; none if it is not the published book.

    `keys` are class, item, unit and first day of each amount.
    """
    kept = _last
    if kept is None or kept.book is not book:
        return []
    pks = {kept.origins[place] for key in keys if (place := (ADOPTED_SOURCE, *key)) in kept.origins}
    return [
        Origin(method, published_at, note)
        for pk, _key, _source, _first, method, published_at, note, _digest, *_rest in kept.stamp
        if pk in pks
    ]


def proposed_book(schedule: RateSchedule, rows: Iterable[Printed] | None = None, *, kind: str = "proposal") -> RateBook:
    """Return the book that would answer if `schedule` were published as it stands; `rows` stand in for its own.

    Raises RatesUnavailable as `published_book` does.
    """
    stamp = tuple(row for row in _stamp() if row[0] != schedule.pk)
    layers = _layers(stamp)
    if layers is None or schedule.first_day is None:
        raise RatesUnavailable("the proposal cannot be laid over the schedules in force")
    own = tuple(rows) if rows is not None else rows_of(schedule)
    top = Layer(schedule.pk or 0, schedule.first_day, (_LAST, 0), own)
    return RateBook((row for _pk, row in clipped([*layers, top])), kind=kind)


def clipped(layers: Iterable[Layer]) -> Iterator[tuple[int, Printed]]:
    """Yield what answers, with its schedule: each key from the last published schedule that prints it and has begun.

    Schedules count in the order of their publication, not of their first days: an act that is put in force later amends
    what an earlier one announced. For each class, item and unit the later schedule answers from its own first row of
    that key on; up to the day before, and for every key that it does not print, the earlier one goes on. A doubt about
    a class ends with the rows it is about.
    """
    standing: dict[tuple[str, ...], list[tuple[int, Printed]]] = {}
    for layer in sorted(layers, key=lambda layer: layer.order):
        firsts: dict[tuple[str, ...], date] = {}
        for row in layer.rows:
            places = [_place(row)] if row.flag else [_place(row), (row.source, row.class_, "", "")]
            for place in places:
                firsts[place] = min(firsts.get(place, row.start), row.start)
        for place, first in firsts.items():
            standing[place] = [
                (pk, _until(row, day_after(first, -1))) for pk, row in standing.get(place, []) if row.start < first
            ]
        for row in layer.rows:
            standing.setdefault(_place(row), []).append((layer.schedule_id, row))
    for rows in standing.values():
        yield from rows


def layer_of(schedule: RateSchedule) -> Layer:
    """Return a schedule with its stored rows as it stands among the others of its source."""
    published_at = None if schedule.method == PRINTED else schedule.published_at
    return _layer(schedule.pk, schedule.first_day, published_at, rows_of(schedule))


def rows_of(schedule: RateSchedule) -> tuple[Printed, ...]:
    """Return the rows of a schedule as rows of a book, sorted."""
    return tuple(
        sorted(
            printed_row(row, schedule.source, authority=_authority(schedule.authority_number, schedule.authority_date))
            for row in schedule.rows.all()
        )
    )


def rows_sha256(rows: Iterable[Printed]) -> str:
    """Return the hash of rows in any order: what a schedule keeps, so that a changed row is noticed."""
    lines = sorted(
        "|".join((
            row.source, row.class_, row.item, row.unit, row.start.isoformat(), row.end.isoformat() if row.end else "",
            str(row.amount.quantize(CENT)), row.cite, row.flag,
        ))
        for row in rows
    )  # fmt: skip
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _place(row: Printed) -> tuple[str, ...]:
    return (row.source, row.class_, row.item, row.unit)


def _until(row: Printed, last: date) -> Printed:
    return row if row.end is not None and row.end <= last else replace(row, end=last)


def _stamp() -> Stamp:
    fields = (
        "pk", "key", "source", "first_day", "method", "published_at", "note", "rows_sha256", "authority_number",
        "authority_date",
    )  # fmt: skip
    return tuple(RateSchedule.objects.filter(ANSWERING).order_by("pk").values_list(*fields))


def _layers(stamp: Stamp) -> list[Layer] | None:
    """Return the schedules with their rows; None if rows do not fit their hash."""
    found: dict[int, list[Printed]] = {pk: [] for pk, *_rest in stamp}
    sources = {pk: source for pk, _key, source, *_rest in stamp}
    authorities = {pk: _authority(number, on) for pk, *_rest, number, on in stamp}
    for row in RateRow.objects.filter(schedule__in=sources):
        found[row.schedule_id].append(
            printed_row(row, sources[row.schedule_id], authority=authorities[row.schedule_id])
        )
    layers = []
    for pk, _key, _source, first_day, method, published_at, _note, digest, *_rest in stamp:
        if rows_sha256(found[pk]) != digest:
            return None
        layers.append(_layer(pk, first_day, None if method == PRINTED else published_at, found[pk]))
    return layers


def _layer(pk: int, first_day: date | None, published_at: datetime | None, rows: Iterable[Printed]) -> Layer:  # noqa: PLR0917
    # What is printed in the source comes first, whenever it was loaded; a bill is alone in its source.
    return Layer(pk, first_day or date.min, (published_at or _NEVER, pk), tuple(rows))


def _authority(number: str, on: date | None) -> str:
    """Return what put a schedule in force, such as "Register 852, CR 26-001, Nov 30, 2026"; "" for a printed source."""
    # The same in every language: it is part of the citation, and the book is shared by all who ask.
    return f"{number}, {on:%b} {on.day}, {on.year}" if number and on else ""


def printed_row(row: RateRow, source: str, *, authority: str = "") -> Printed:
    """Return a stored row as a row of a book, with the authority of its schedule; its hash leaves that out."""
    return Printed(
        source=source,
        class_=row.class_name,
        item=row.item,
        unit=row.unit,
        start=row.start,
        end=row.end,
        amount=Decimal(0) if row.flag else row.amount,
        cite=row.cite,
        flag=row.flag,
        authority=authority,
    )
