"""Work out what a schedule replaces when it is published: which of its rows move, and which schedules end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from django.core.exceptions import ValidationError
from django.db.models import F

from wagecase.rates.books import Layer, clipped, layer_of
from wagecase.rates.models import IN_FORCE, SUPERSEDED, RateSchedule
from wagecase.rules.calendar import day_after
from wagecase.rules.ratebook import Printed


def moved(rows: Iterable[Printed], *, planned: date | None, first_day: date) -> tuple[Printed, ...]:
    """Return the rows with those of the planned first day moved to the one that the authority sets.

    Raises ValidationError (first_day) if a later step, or the end of a row, does not lie after it.
    """
    found = []
    for row in rows:
        own = replace(row, start=first_day) if row.start == planned else row
        if own.start < first_day or (own.start == first_day and row.start != planned):
            raise ValidationError(
                {"first_day": f"A later step of the schedule begins on {row.start.isoformat()} already"}
            )
        if own.end is not None and own.end < own.start:
            raise ValidationError({"first_day": f"An amount of the schedule ends on {own.end.isoformat()} already"})
        found.append(own)
    return tuple(found)


def begun_after(
    standing: Iterable[RateSchedule], rows: Iterable[Printed], *, first_day: date, today: date
) -> date | None:
    """Return the latest day after `first_day` on which an amount of the same kind began already; None if there is none.

    A schedule that began before it would silently take its place on days that people were told about.
    """
    kinds = {_kind(row) for row in rows}
    answering = (row for _pk, row in clipped(layer_of(schedule) for schedule in standing))
    begun = [row.start for row in answering if _kind(row) in kinds and not row.flag and first_day < row.start <= today]
    return max(begun, default=None)


def replaced(standing: Iterable[Printed], rows: Iterable[Printed]) -> tuple[Printed, ...]:
    """Return the amounts announced for days to come that never answer once `rows` are published, sorted."""
    firsts: dict[tuple[str, str, str], date] = {}
    own = tuple(rows)
    for row in own:
        firsts[_kind(row)] = min(firsts.get(_kind(row), row.start), row.start)
    sources = {row.source for row in own}
    gone = (row for row in standing if not row.flag and row.source in sources and _kind(row) in firsts)
    return tuple(sorted(row for row in gone if row.start >= firsts[_kind(row)]))


def supersede(published: Iterable[RateSchedule]) -> list[str]:
    """Mark the schedules that a later one replaced in every open row, with their last days; return their keys."""
    schedules = list(published)
    layers = {schedule.pk: layer_of(schedule) for schedule in schedules}
    left: dict[int, set[Printed]] = {pk: set() for pk in layers}
    for pk, row in clipped(layers.values()):
        left[pk].add(row)
    gone = []
    for schedule in schedules:
        if schedule.status == IN_FORCE and _is_over(layers[schedule.pk], left[schedule.pk]):
            ends = [row.end for row in left[schedule.pk] if row.end and not row.flag]
            last = max(ends) if ends else day_after(layers[schedule.pk].first_day, -1)
            found = RateSchedule.objects.filter(pk=schedule.pk, status=IN_FORCE)
            found.update(status=SUPERSEDED, last_day=last, version=F("version") + 1)
            gone.append(schedule.key)
    return gone


def _is_over(layer: Layer, left: set[Printed]) -> bool:
    own = {row for row in layer.rows if not row.flag}
    still = {row for row in left if not row.flag}
    return own != still and all(row.end is not None for row in still)


def _kind(row: Printed) -> tuple[str, str, str]:
    return (row.class_, row.item, row.unit)
