"""Count every period in one place, as 990.001 (4) counts: the last day, its roll, and the reasons for both."""

import calendar as months_of
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Literal

from wagecase.rules.finding import Finding, Step, storable
from wagecase.rules.holidays import GIVEN, SATURDAY, SUNDAY, HolidayTable, NotCovered, holiday_table
from wagecase.rules.law import in_force
from wagecase.rules.zone import CENTRAL, local_day, local_instant

__all__ = [
    "Act",
    "Contradiction",
    "Direction",
    "Due",
    "HolidayTable",
    "NotCovered",
    "Unit",
    "check_combination",
    "complaint_due",
    "day_after",
    "day_before",
    "days_before",
    "days_late",
    "due",
    "first_of_next_month",
    "first_period_after",
    "given",
    "holiday_table",
    "hours_due",
    "hours_later",
    "is_legal_holiday",
    "local_day",
    "months_after",
    "office_day_after",
    "office_day_on_or_before",
    "rolled",
    "span",
    "step_instant",
    "wall_hours_due",
    "years_after",
]

Unit = Literal["days", "working-days", "months", "years", "hours", "working-hours"]
Direction = Literal["forward", "back"]
Act = Literal["filing", "other", "not-before"]
MonthRule = Literal["calendar", "30-days"]
Channel = Literal["", "online", "paper"]
Pause = tuple[date, date]

EXCLUDE_FIRST_DAY = "990.001 (4) (a)"
ROLL_FROM_HOLIDAY = "990.001 (4) (b)"
ROLL_FROM_SATURDAY = "990.001 (4) (c)"
MONTH_OF_30_DAYS = "DWD 272.01 (10)"

_DAY = timedelta(days=1)
_ROLLS = {  # by the reason for which the raw day is no last day
    "": "",
    "sunday": ROLL_FROM_HOLIDAY,
    "legal-holiday": ROLL_FROM_HOLIDAY,
    "saturday": ROLL_FROM_SATURDAY,
}


class Contradiction(ValueError):
    """Two of the words that describe a period exclude each other; `field` is the one to change."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@storable
@dataclass(frozen=True, slots=True)
class Due:
    """The end of a period: plain last day, last day in law, day to work to, and what was passed over and why."""

    raw_due: date
    legal_due: date
    work_by: date | None
    roll_reason: str
    skipped: tuple[date, ...]


def due(
    *,
    start: date,
    length: int,
    unit: Unit = "days",
    act: Act = "other",
    direction: Direction = "forward",
    month_rule: MonthRule = "calendar",
    extension_days: int = 0,
    pauses: Sequence[Pause] = (),
    holidays: Iterable[date] | None = None,
    citation: str = "",
) -> Finding[Due]:
    """Return when a period of days, working days, months or years ends, with the reasons. Source: C-3, C-4, C-5, C-8.

    `start` is the local day of the event (day 0). `holidays` replaces the legal holidays for this question only.
    Raises Contradiction for words that exclude each other and NotCovered where the holiday table ends.
    """
    if unit in ("hours", "working-hours"):
        raise Contradiction("unit", "hours are counted from an instant by hours_due")
    check_combination(
        unit=unit, direction=direction, month_rule=month_rule, extension_days=extension_days, pauses=pauses
    )
    table = _table(holidays)
    try:
        counted, raw_due = _last_day(
            start=start,
            length=length,
            unit=unit,
            direction=direction,
            month_rule=month_rule,
            pauses=pauses,
            table=table,
        )
        steps = [counted]
        steps += [
            Step("count.pause", {"n": (last - first).days + 1, "first": first, "last": last})
            for first, last in _standing_still(start, raw_due, pauses)
        ]
        if extension_days:
            raw_due += timedelta(days=extension_days)
            steps.append(Step("count.extension", {"n": extension_days, "raw_due": raw_due}))
        return _finish(
            raw_due, steps, act=act, direction=direction, month_rule=month_rule, table=table, citation=citation
        )
    except OverflowError as error:  # the Gregorian calendar of Python ends at the years 1 and 9999
        raise NotCovered from error


def given(day: date, *, citation: str = "") -> Finding[Due]:
    """Return a last day that is named and not counted, such as that of a term: it never rolls, whatever day it is.

    Raises NotCovered where the holiday table, which tells the day to work to, ends.
    """
    work_by = office_day_on_or_before(day)
    due = Due(raw_due=day, legal_due=day, work_by=work_by, roll_reason="", skipped=())
    return Finding(due, (Step("count.given", {"day": day}),), _unique(citation), {"holidays": holiday_table().version})


def complaint_due(*, filed_on: date, received_at: datetime | None = None, channel: Channel = "") -> Finding[Due]:
    """Return by when reasonable cause must be determined on a verified complaint filed on a local day (R-104.05).

    `received_at` and `channel` only make the first sentence more exact. Raises NotCovered where the table ends.
    """
    if received_at is not None and local_day(received_at) != filed_on:
        raise Contradiction("received_at", "the instant does not fall on the day of filing")
    clock = in_force("clocks.determination", filed_on)
    table = holiday_table()
    try:
        raw_due = filed_on + timedelta(days=clock.number)
    except OverflowError as error:
        raise NotCovered from error
    steps = [
        _received(filed_on, received_at, channel),
        Step("complaint.count", {"n": clock.number, "raw_due": raw_due}),
    ]
    found = _finish(
        raw_due, steps, act="other", direction="forward", month_rule="calendar", table=table, citation=clock.cite
    )
    law = f"{clock.number} {clock.unit} from {clock.start.isoformat()}, {clock.cite}"
    return Finding(found.value, found.steps, found.citations, {**found.books, clock.name: law})


def hours_due(
    *, start: datetime, length: int, unit: Unit = "hours", holidays: Iterable[date] | None = None, citation: str = ""
) -> Finding[datetime]:
    """Return the instant, in Central time, at which a period of hours ends.

    Hours run by the wall clock on every day but Sundays and legal holidays, working hours on working days only.
    Raises NotCovered where the holiday table ends.
    """
    table = _table(holidays)
    begin = start.astimezone(CENTRAL)
    steps = []
    end = begin
    if length:
        first, end = _run_hours(begin=begin, length=length, unit=unit, table=table)
        if first != begin.date():
            steps.append(Step("count.wait", {"day": begin.date(), "first": first}))
    steps.append(Step(f"count.{unit}", {"n": length, "start": begin, "end": end}))
    return Finding(end, tuple(steps), _unique(EXCLUDE_FIRST_DAY, citation), {"holidays": table.version})


def wall_hours_due(*, start: datetime, length: int, unit: Unit = "hours") -> datetime:
    """Return where the wall clock stands when a period of hours ends; both times are local and without a zone.

    Hours run on every day but Sundays and legal holidays, working hours on working days only, 24 on each such day,
    also when clocks change. Raises NotCovered where the holiday table ends.
    """
    return _run_hours(begin=start, length=length, unit=unit, table=holiday_table())[1].replace(tzinfo=None)


def hours_later(start: datetime, length: int) -> datetime:
    """Return the plain local time `length` hours of the wall clock later."""
    return start + timedelta(hours=length)


def check_combination(
    *,
    unit: Unit,
    direction: Direction = "forward",
    month_rule: MonthRule = "calendar",
    extension_days: int = 0,
    pauses: Sequence[Pause] = (),
) -> None:
    """Raise Contradiction for the first of these words that has no meaning beside the others."""
    hours = unit in ("hours", "working-hours")
    if hours and direction == "back":
        raise Contradiction("direction", "hours cannot be counted back")
    if month_rule == "30-days" and unit != "months":
        raise Contradiction("month_rule", "months of 30 days need the unit months")
    if extension_days and (hours or unit == "working-days" or direction == "back"):
        raise Contradiction("extension_days", "only days, months and years counted forward can be extended")
    if pauses and (unit != "days" or direction == "back"):
        raise Contradiction("pauses", "only days counted forward can pause")
    for place, (first, last) in enumerate(pauses):
        if last < first:
            raise Contradiction(f"pauses[{place}].to", "the pause ends before it starts")


def is_legal_holiday(day: date) -> bool:
    """Return whether the day is a legal holiday (995.20). Raises NotCovered outside the table."""
    return holiday_table().holiday(day) is not None


def office_day_on_or_before(day: date, table: HolidayTable | None = None) -> date:
    """Return the last day on or before this one on which state offices are open."""
    table = table or holiday_table()
    while not table.is_office_day(day):
        day -= _DAY
    return day


def days_before(day: date, n: int) -> date:
    """Return the date `n` days earlier, or the last office day before it if offices are closed then."""
    return office_day_on_or_before(day - timedelta(days=n))


def day_after(day: date, n: int = 1) -> date:
    """Return the plain date `n` days later, without any roll."""
    return day + timedelta(days=n)


def day_before(day: date, n: int = 1) -> date:
    """Return the plain date `n` days earlier: a period counted back never rolls (C-4)."""
    return day - timedelta(days=n)


def office_day_after(day: date, n: int = 1) -> date:
    """Return the `n`th day after this one on which state offices are open. Raises NotCovered outside the table."""
    table = holiday_table()
    for _ in range(n):
        day += _DAY
        while not table.is_office_day(day):
            day += _DAY
    return day


def span(first: date, n: int) -> tuple[date, ...]:
    """Return `n` calendar days in a row, beginning with the first."""
    return tuple(first + timedelta(days=place) for place in range(n))


def months_after(day: date, n: int, rule: MonthRule = "calendar") -> date:
    """Return the plain date `n` calendar months, or months of 30 days, later, without any roll (C-8, C-9)."""
    return _months_later(day, n) if rule == "calendar" else day + timedelta(days=30 * n)


def first_period_after(day: date, *, start: date, length: int) -> date:
    """Return the first day after `day` on which a period of `length` days begins, one of which begins on `start`."""
    return start + timedelta(days=((day - start).days // length + 1) * length)


def rolled(raw_due: date, act: Act = "other") -> Finding[date]:
    """Return the last day in law of a period whose plain last day is known, without a day to work to (C-4).

    Raises NotCovered where the holiday table ends.
    """
    table = holiday_table()
    legal_due, reason, steps, _ = _roll(raw_due, act, table)
    return Finding(legal_due, tuple(steps), _unique(_ROLLS[reason]), {"holidays": table.version})


def years_after(day: date, n: int) -> date:
    """Return the anniversary `n` years later; a February 29 that does not exist becomes February 28 (C-9)."""
    return _months_later(day, 12 * n)


def first_of_next_month(day: date) -> date:
    """Return the first day of the first month that begins after the day."""
    return _months_later(day.replace(day=1), 1)


def days_late(due_on: date, day: date) -> int:
    """Return how many days a day lies after the due date, not below 0."""
    return max((day - due_on).days, 0)


def step_instant(day: date, hour: int | None = None) -> datetime:
    """Return the UTC instant of a clock's step on that day: by default the hour that the office has set, Central."""
    return local_instant(day, in_force("clocks.hour_of_steps", day).number if hour is None else hour)


def _table(holidays: Iterable[date] | None) -> HolidayTable:
    return holiday_table() if holidays is None else holiday_table().with_holidays(holidays)


def _finish(
    raw_due: date,
    steps: list[Step],
    *,
    act: Act,
    direction: Direction,
    month_rule: MonthRule,
    table: HolidayTable,
    citation: str,
) -> Finding[Due]:
    """Roll the raw last day where the law rolls it, find the day to work to, and cite what was applied."""
    legal_due, reason = raw_due, ""
    skipped: tuple[date, ...] = ()
    if act == "not-before" or direction == "back":
        steps.append(_fixed(act))
    else:
        legal_due, reason, rolls, skipped = _roll(raw_due, act, table)
        steps += rolls
    work_by = None if act == "not-before" else office_day_on_or_before(raw_due, table)
    month = MONTH_OF_30_DAYS if month_rule == "30-days" else ""
    return Finding(
        Due(raw_due, legal_due, work_by, reason, skipped),
        tuple(steps),
        _unique(citation, EXCLUDE_FIRST_DAY, _ROLLS[reason], month),
        {"holidays": table.version},
    )


def _roll(raw_due: date, act: Act, table: HolidayTable) -> tuple[date, str, list[Step], tuple[date, ...]]:
    """Return the last day in law, why the raw one is none, the reasons for each roll, and the days passed over."""
    legal_due, reason = raw_due, ""
    steps: list[Step] = []
    skipped: list[date] = []
    while obstacle := _obstacle(legal_due, act, table):
        reason = reason or obstacle
        skipped.append(legal_due)
        holiday = table.legal.get(legal_due) if obstacle == "legal-holiday" else None
        legal_due += _DAY
        steps.append(_rolled(obstacle, holiday, legal_due))
    if act == "other" and legal_due.weekday() == SATURDAY:
        steps.append(Step("roll.saturday_counts", {"day": legal_due}))
    return legal_due, reason, steps, tuple(skipped)


def _obstacle(day: date, act: Act, table: HolidayTable) -> str:
    """Return why a day is no good last day; a Sunday is none whether or not it is in the table."""
    if day.weekday() == SUNDAY:
        return "sunday"
    if table.holiday(day) is not None:
        return "legal-holiday"
    return "saturday" if act == "filing" and day.weekday() == SATURDAY else ""


@cache
def _fixed(act: Act) -> Step:
    return Step("roll.not_before" if act == "not-before" else "roll.back", {})


def _rolled(obstacle: str, holiday: str | None, following: date) -> Step:
    if obstacle != "legal-holiday":
        return Step(f"roll.{obstacle}", {"next": following})
    if holiday == GIVEN:
        return Step("roll.given_holiday", {"next": following})
    return Step("roll.holiday", {"holiday": holiday, "next": following})


def _received(filed_on: date, received_at: datetime | None, channel: Channel) -> Step:
    if channel == "paper":
        return Step("complaint.received_paper", {"filed_on": filed_on})
    if received_at is None:
        return Step("complaint.received", {"filed_on": filed_on})
    key = "complaint.received_online" if channel == "online" else "complaint.received_at"
    return Step(key, {"received_at": received_at})


def _last_day(
    *,
    start: date,
    length: int,
    unit: Unit,
    direction: Direction,
    month_rule: MonthRule,
    pauses: Sequence[Pause],
    table: HolidayTable,
) -> tuple[Step, date]:
    signed = length if direction == "forward" else -length
    name = unit if month_rule == "calendar" else "30-days"
    if name == "days":
        raw_due = _after_pauses(start, signed, pauses)
    elif name == "30-days":
        raw_due = start + timedelta(days=30 * signed)
    elif name == "months":
        raw_due = _months_later(start, signed)
    elif name == "years":
        raw_due = _months_later(start, 12 * signed)
    else:
        raw_due = _working_days_later(start, signed, table)
    return Step(f"count.{name}.{direction}", {"n": length, "start": start, "raw_due": raw_due}), raw_due


def _months_later(start: date, months: int) -> date:
    """Count months from the start in one step; a day that does not exist becomes the last of the month."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError(year)
    return date(year, month + 1, min(start.day, months_of.monthrange(year, month + 1)[1]))


def _working_days_later(start: date, days: int, table: HolidayTable) -> date:
    step = _DAY if days > 0 else -_DAY
    left, day = abs(days), start
    while left:
        day += step
        left -= table.is_working_day(day)
    return day


def _merged(pauses: Sequence[Pause]) -> list[Pause]:
    """Return the pauses in order, overlapping and touching ones joined, so that each day counts once."""
    merged: list[Pause] = []
    for first, last in sorted(pauses):
        if merged and first <= merged[-1][1] + _DAY:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        else:
            merged.append((first, last))
    return merged


def _after_pauses(start: date, days: int, pauses: Sequence[Pause]) -> date:
    """Return the day that many days after the start, of those that lie in no pause; day 0 is the start itself."""
    day = start + timedelta(days=days)
    if not days:
        return day
    for first, last in _merged(pauses):
        first = max(first, start + _DAY)
        if first <= min(day, last):
            day += last - first + _DAY
    return day


def _standing_still(start: date, raw_due: date, pauses: Sequence[Pause]) -> list[Pause]:
    """Return the stretches of the period, after the day of the event, during which the clock stood still."""
    clipped = ((max(first, start + _DAY), last) for first, last in _merged(pauses))
    return [(first, last) for first, last in clipped if first <= min(last, raw_due)]


def _run_hours(*, begin: datetime, length: int, unit: Unit, table: HolidayTable) -> tuple[date, datetime]:
    """Return the first day on which the hours ran and the instant at which they ended, by the wall clock."""
    day = begin.date()
    used = begin.replace(tzinfo=None) - datetime.combine(day, time())  # by the wall clock, not by elapsed time
    left = timedelta(hours=length)
    first = None
    while True:
        if _hours_run_on(day, unit, table):
            first = first or day
            if left <= _DAY - used:
                break
            left -= _DAY - used
        day, used = day + _DAY, timedelta()
    wall = datetime.combine(day, time()) + used + left
    return first, wall.replace(tzinfo=CENTRAL).astimezone(UTC).astimezone(CENTRAL)


def _hours_run_on(day: date, unit: Unit, table: HolidayTable) -> bool:
    if unit == "working-hours":
        return table.is_working_day(day)
    return day.weekday() != SUNDAY and table.holiday(day) is None


def _unique(*citations: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in citations if text))
