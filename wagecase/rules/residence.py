"""Decide how much sleeping time counts and whether a home-care worker resides on the premises, DWD 272.12 (2) (d)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import accumulate
from typing import NamedTuple

from wagecase.rules.calendar import span
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import newest
from wagecase.rules.money import ZERO, half_up

MINUTES_OF_DAY = 24 * 60
_MIXED = "DWD 272.12 (2) (d) 5. f."


class Night(NamedTuple):
    """A sleeping period: its scheduled hours and the hours of interruptions."""

    scheduled: Decimal
    interruptions: Decimal


class Shift(NamedTuple):
    """A compensated duty from one local time to another."""

    start: datetime
    end: datetime


class Slept(NamedTuple):
    """Whether the duty is one of 24 hours, the hours of sleep left out, and the hours that count; all exact."""

    full: bool
    sleep: Decimal
    worked: Decimal


def hours_of(name: str) -> Decimal:
    """Return a figure in hours."""
    return Decimal(newest(f"hours.{name}").value)


def sleep_excluded(*, duty: Decimal, nights: Sequence[Night]) -> Decimal:
    """Return the hours of sleep an agreement leaves out: one night for each complete 24 hours (R-272.12-2d3a, 2d3b)."""
    most, least = hours_of("sleep_most"), hours_of("sleep_least")
    slept = (night.scheduled - night.interruptions for night in nights[: int(duty // hours_of("duty"))])
    return sum((min(hours, most) for hours in slept if hours >= least), Decimal(0))


def sleep_time(
    *, duty: Decimal, free: Decimal | None, nights: Sequence[Night], agreement: bool, facilities: bool, meals: Decimal
) -> Finding[Slept]:
    """Return how many hours of a duty count when it includes sleep (R-272.12-2d2a to 2d3b).

    The parts must fit into the duty, and a duty over 24 hours may hold no free time.
    """
    least = newest("hours.duty")
    rest = duty - (free or 0)
    full = rest >= Decimal(least.value)
    cites = [least.cite, newest("hours.sleep_most").cite, newest("hours.sleep_least").cite]
    steps = [Step("sleep.full" if full else "sleep.short", {"hours": rest, "least": least.value})]
    if free is not None:
        cites.insert(1, _MIXED)
        steps.append(Step("sleep.free", {"free": free}))
    sleep = sleep_excluded(duty=duty, nights=nights) if full and agreement and facilities else ZERO
    worked = rest - sleep - meals if full and agreement else rest
    if full and not agreement:
        steps.append(Step("sleep.no_agreement", {}))
    elif full:
        steps += [] if facilities else [Step("sleep.no_facilities", {})]
        most, night = newest("hours.sleep_most").value, newest("hours.sleep_least").value
        steps.append(Step("sleep.off", {"sleep": sleep, "meals": meals, "most": most, "least": night}))
    steps.append(Step("sleep.worked", {"hours": half_up(worked)}))
    return Finding(Slept(full, sleep, worked), tuple(steps), tuple(cites))


def extended_residence(*, hours: Decimal, private_quarters: bool) -> Finding[bool]:
    """Return whether enough hours are spent in private quarters in a homelike environment (R-272.12-2d5a)."""
    least = newest("hours.residence.week")
    steps = [Step("residence.hours", {"hours": hours, "least": least.value})]
    steps += [] if private_quarters else [Step("residence.no_quarters", {})]
    return Finding(private_quarters and hours >= Decimal(least.value), tuple(steps), (least.cite,))


def full_time_test(*, shifts: Sequence[Shift], nights: frozenset[date]) -> Finding[bool]:
    """Return whether some start gives the consecutive periods of duty, slept there on every night between the duties.

    Shifts are in order, do not overlap and end after they start. Every minute may be the start; a night is named by
    the date of its evening (R-272.12-2d5b).
    """
    periods, least = newest("hours.residence.periods"), newest("hours.residence.duty")
    values = {"periods": periods.number, "least": least.value}
    enough = False
    for first, last in _stretches(shifts, periods.number, int(Decimal(least.value) * 60)):
        enough = True
        if nights.issuperset(span(first, (last - first).days)):
            return Finding(
                True, (Step("residence.full_time", {**values, "first": first, "last": last}),), (least.cite,)
            )
    key = "residence.nights_missing" if enough else "residence.duty_missing"
    return Finding(False, (Step(key, values),), (least.cite,))


def _stretches(shifts: Sequence[Shift], periods: int, least: int) -> Iterator[tuple[date, date]]:
    """Yield the dates of the first duty minute and of the end of the last duty, for each start with enough duty."""
    origin = shifts[0].start
    spans = [(_minutes(origin, shift.start), _minutes(origin, shift.end)) for shift in shifts]
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    length = periods * MINUTES_OF_DAY
    # Minute 0 of the list is a day before the first duty: an earlier start has no duty in its first period.
    duty = bytearray(MINUTES_OF_DAY + ends[-1] + length)
    for start, end in spans:
        duty[MINUTES_OF_DAY + start : MINUTES_OF_DAY + end] = b"\x01" * (end - start)
    sums = list(accumulate(duty, initial=0))
    good = [after - before >= least for before, after in zip(sums, sums[MINUTES_OF_DAY:], strict=False)]
    found: set[tuple[date, date]] = set()
    for place in range(MINUTES_OF_DAY + ends[-1]):
        if all(good[place : place + length : MINUTES_OF_DAY]):
            begin = place - MINUTES_OF_DAY
            first = max(begin, starts[bisect_right(ends, begin)])
            last = min(begin + length, ends[bisect_left(starts, begin + length) - 1])
            found.add((_date(origin, first), _date(origin, last)))
    yield from sorted(found)


def _minutes(origin: datetime, moment: datetime) -> int:
    return int((moment - origin).total_seconds()) // 60


def _date(origin: datetime, minutes: int) -> date:
    return date.fromordinal(origin.toordinal() + (origin.hour * 60 + origin.minute + minutes) // MINUTES_OF_DAY)


def relief_rule(
    *, nights: int, overlap: Decimal, full_time_days: int, relief_days: int, hours_each: Decimal
) -> Finding[bool]:
    """Return whether a relief worker shares the rule of the full-time worker (R-272.12-2d5c)."""
    fewest, most = newest("hours.relief.nights_least"), newest("hours.relief.nights_most").number
    longest, days, least = hours_of("relief.overlap"), newest("hours.relief.days").number, hours_of("relief.duty")
    met = (
        fewest.number <= nights <= most
        and overlap <= longest
        and full_time_days + relief_days <= days
        and hours_each >= least
    )
    found = {"nights": nights, "overlap": overlap, "full": full_time_days, "relief": relief_days, "each": hours_each}
    limits = {"fewest": fewest.number, "most": most, "longest": longest, "days": days, "least": least}
    steps = (Step("residence.relief", found), Step("residence.relief_rule", limits))
    return Finding(met, steps, (fewest.cite,))
