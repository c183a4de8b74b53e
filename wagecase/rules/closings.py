"""Judge whether a closing or layoff needs notice: who is covered, who counts, and what is counted together (109.07)."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import accumulate
from typing import Any

from wagecase.rules.calendar import day_after, day_before, months_after
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import in_force, newest
from wagecase.rules.money import divided_up

__all__ = [
    "CLOSING",
    "EVERYONE",
    "EXCLUDING",
    "MASS_LAYOFF",
    "NOTICE",
    "STRIKES",
    "Affected",
    "Batch",
    "aggregation",
    "coverage",
    "employer",
    "most_affected",
    "municipality_key",
    "new_or_low_hour",
    "setting",
]

Result = Finding[Mapping[str, Any]]

CLOSING, MASS_LAYOFF = "closing", "mass-layoff"
EVERYONE, EXCLUDING = "everyone", "exclude-new-and-low-hour"
STRIKES = ("strike", "lockout")
NOTICE = "109.07 (1m)"
LAYOFF = "109.07 (1) (f) 1."


def setting(name: str) -> str:
    """Return the word that the office has set where 109.07 is open, such as who counts toward 50."""
    return str(newest(f"closings.setting_{name}").value)


def municipality_key(name: str) -> str:
    """Return what two spellings of one municipality have in common: neither blanks around it nor case count."""
    return name.strip().casefold()


@dataclass(frozen=True, slots=True)
class Affected:
    """The affected employees that count at one place, those left out as new or low-hour, and its municipality."""

    counted: int
    left_out: int
    municipality: str | None = None


def most_affected(sites: Sequence[tuple[str, Affected]]) -> Affected:
    """Return the largest sum of one municipality, the first of equals, under its name as first given (R-109.07-1b)."""
    sums: dict[str, Affected] = {}
    for name, site in sites:
        key = municipality_key(name)
        known = sums.get(key, Affected(0, 0, name.strip()))
        sums[key] = Affected(known.counted + site.counted, known.left_out + site.left_out, known.municipality)
    return max(sums.values(), key=lambda row: row.counted)


def employer(*, persons: int, left_out: int, who_counts: str) -> Result:
    """Return whether the employer of so many persons in the state is covered, by the setting and both ways.

    `left_out` of them are new or low-hour. Source: R-109.07-1d.
    """
    rule = newest("closings.least_persons")
    everyone, excluding = persons >= rule.number, persons - left_out >= rule.number
    covered = everyone if who_counts == EVERYONE else excluding
    words = {"persons": persons, "left_out": left_out, "who": Word(f"closings.who.{who_counts}"), "least": rule.number}
    steps = [Step("closings.covered" if covered else "closings.not_covered", words)]
    if everyone != excluding:
        steps.append(Step("closings.readings_differ", {}))
    value = {"covered_employer": covered, "covered_if_everyone": everyone, "covered_if_excluding": excluding}
    return Finding(value, tuple(steps), (rule.cite,))


def _needed(event: str, work_force: int, second_test: bool) -> Finding[int]:
    """Return how many affected employees make a closing or a mass layoff (R-109.07-1b, R-109.07-1f)."""
    if event == CLOSING:
        rule = newest("closings.closing_least")
        return Finding(rule.number, (Step("closings.needed_closing", {"needed": rule.number}),), (rule.cite,))
    rule, percent = newest("closings.layoff_least"), Decimal(newest("closings.layoff_percent").value)
    share = int(divided_up(work_force * percent, Decimal(100), Decimal(1)))
    needed, cites = max(rule.number, share), [rule.cite]
    words = {"percent": percent, "work_force": work_force, "share": share, "least": rule.number, "needed": needed}
    steps = [Step("closings.needed_layoff", words)]
    if second_test:
        enough = newest("closings.layoff_enough")
        needed = min(needed, enough.number)
        cites.append(enough.cite)
        steps.append(Step("closings.second_test", {"enough": enough.number, "needed": needed}))
    return Finding(needed, tuple(steps), tuple(cites))


def coverage(
    *,
    employer: Result | None,
    event: str | None,
    affected: Affected | None,
    shutdown: bool,
    work_force: int | None,
    second_test: bool,
    cause: str,
    batches: Sequence["Batch"] = (),
) -> Result:
    """Return whether this is a business closing or mass layoff, and whether it needs notice (R-109.07-1m, -1m-strike).

    What is not known (None) leaves the parts that hang on it open, but a strike or lockout needs no notice at all. Of a
    mass layoff in `batches` no more count than lose their work in the largest window of 90 days (DWD 279.04 (2)).
    """
    value: dict[str, Any] = {"covered_employer": None, "covered_if_everyone": None, "covered_if_excluding": None}
    steps: list[Step] = []
    cites: list[str] = []
    if employer is not None:
        value, steps, cites = {**value, **employer.value}, [*employer.steps], [*employer.citations]
    needed, happened = None, None
    if event is not None and (event == CLOSING or work_force is not None):
        found = _needed(event, work_force or 0, second_test)
        needed, steps, cites = found.value, [*steps, *found.steps], [*cites, *found.citations]
    if affected is not None:
        steps.append(_count(affected))
        if batches and event == MASS_LAYOFF and needed is not None:
            affected = _within_a_window(affected, batches, needed, steps=steps, cites=cites)
        happened = None if needed is None else not _too_few(affected, needed) and (event != CLOSING or shutdown)
    value |= {
        "affected_counted": affected.counted if affected else None,
        "municipality": affected.municipality if affected else None,
        "needed": needed,
        "business_closing": happened if event == CLOSING else None,
        "mass_layoff": happened if event == MASS_LAYOFF else None,
    }
    tests = (
        ("strike-or-lockout", cause in STRIKES),
        ("no-shutdown", event == CLOSING and not shutdown),
        ("fewer-than-50", value["covered_employer"] is False),
        ("too-few-affected", _too_few(affected, needed)),
    )
    reasons = tuple(word for word, holds in tests if holds)
    required = _required(cause in STRIKES, value["covered_employer"], happened)
    if required is not None:
        cites.append(NOTICE)
    steps += _verdict(required, reasons)
    return Finding({**value, "notice_required": required, "reasons": reasons}, tuple(steps), tuple(cites))


def _too_few(affected: Affected | None, needed: int | None) -> bool:
    return affected is not None and needed is not None and affected.counted < needed


def _within_a_window(
    affected: Affected, batches: Sequence["Batch"], needed: int, *, steps: list[Step], cites: list[str]
) -> Affected:
    """Return the affected employees that count together, and say so where they are not all that lose their work."""
    found = aggregation(batches=batches, needed=needed)
    most = max(found.value["largest_window"])
    if most >= affected.counted:
        return affected
    days = in_force("closings.window_days", min(batch.on for batch in batches))
    steps.append(Step("closings.in_a_window", {"n": most, "days": days.number}))
    cites.append(days.cite)
    return Affected(most, affected.left_out + affected.counted - most, affected.municipality)


def _required(strike: bool, covered: bool | None, happened: bool | None) -> bool | None:
    if strike:
        return False
    return None if covered is None or happened is None else covered and happened


def _count(affected: Affected) -> Step:
    words = {"n": affected.counted, "left_out": affected.left_out}
    if affected.municipality is None:
        return Step("closings.counted", words)
    return Step("closings.counted_in", {**words, "municipality": affected.municipality})


def _verdict(required: bool | None, reasons: tuple[str, ...]) -> list[Step]:
    if required:
        return [Step("closings.notice_required", {})]
    if not reasons:
        return []
    key = "closings.no_notice" if required is False else "closings.against"
    return [Step(key, {"reasons": tuple(Word(f"closings.reason.{word}") for word in reasons)})]


def new_or_low_hour(*, required_on: date, hired: date, average_hours: Decimal) -> Result:
    """Return whether an employee is new or low-hour on the day on which notice is required (R-109.07-1h, C-8).

    `average_hours` a week are those over the employment in the 12 months before that day.
    """
    months, hours = in_force("closings.new_months", required_on), in_force("closings.low_hours", required_on)
    six_months_on, least = months_after(hired, months.number), Decimal(hours.value)
    new, low_hour = six_months_on > required_on, average_hours < least
    words = {"months": months.number, "hired": hired, "day": six_months_on, "required_on": required_on}
    steps = (
        Step("closings.new" if new else "closings.not_new", words),
        Step("closings.low_hour" if low_hour else "closings.not_low_hour", {"hours": average_hours, "least": least}),
        Step("closings.excluded" if new or low_hour else "closings.included", {}),
    )
    value = {"new": new, "low_hour": low_hour, "excluded": new or low_hour, "six_months_on": six_months_on}
    return Finding(value, steps, (months.cite,))


@dataclass(frozen=True, slots=True)
class Batch:
    """Job losses of one day at one site; with a cause of their own on record they are not added to others."""

    on: date
    affected: int
    separate_cause: bool


def aggregation(*, batches: Sequence[Batch], needed: int | None) -> Result:
    """Return which job losses trigger alone and which within one window of 90 days (R-109.07-1f, DWD 279.04 (2)).

    A window holds batches not more than 90 days apart. One that triggers alone or has a separate cause joins none.
    Positions count from 1. Without `needed` the fewest affected employees of a mass layoff are needed.
    """
    first = min(batch.on for batch in batches)
    rule, least = in_force("closings.window_days", first), needed or in_force("closings.layoff_least", first).number
    alone = tuple(place for place, batch in enumerate(batches, 1) if batch.affected >= least)
    apart = {place for place, batch in enumerate(batches, 1) if batch.separate_cause}.union(alone)
    joined = sorted((batch.on, place) for place, batch in enumerate(batches, 1) if place not in apart)
    days = [day for day, _ in joined]
    totals = [0, *accumulate(batches[place - 1].affected for _, place in joined)]
    ends = [bisect_right(days, day_after(day, rule.number)) for day in days]
    sums = [totals[end] - totals[start] for start, end in enumerate(ends)]
    largest = [batch.affected for batch in batches]
    for start, (day, place) in enumerate(joined):
        largest[place - 1] = max(sums[bisect_left(days, day_before(day, rule.number)) : start + 1])
    together: tuple[int, ...] = ()
    if sums:
        best = sums.index(max(sums))
        together = tuple(sorted(place for _, place in joined[best : ends[best]]))
    counted = max(sums, default=0)
    value = {
        "alone": alone,
        "largest_window": tuple(largest),
        "together": together,
        "counted_together": counted,
        "triggers": bool(alone) or counted >= least,
    }
    words = {"alone": len(alone), "days": rule.number, "together": counted, "needed": least}
    steps = [Step("closings.triggers" if value["triggers"] else "closings.no_trigger", words)]
    left = len(apart) - len(alone)
    if left:
        steps.append(Step("closings.separate_cause", {"n": left}))
    return Finding(value, tuple(steps), (LAYOFF, rule.cite))
