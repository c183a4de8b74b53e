"""Hold the two calendars, legal holidays and office closings, as data that carries the hash of its own content."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path

from wagecase.rules.language import Word
from wagecase.rules.strict_yaml import Block, read

FOLDER = Path(__file__).resolve().parent / "parameters" / "holidays"
SATURDAY, SUNDAY = 5, 6
GIVEN = Word("holiday.given")


class NotCovered(Exception):
    """A day is needed that the holiday table, or the calendar itself, does not reach."""

    def __init__(self, day: date | None = None) -> None:
        where = day.isoformat() if day else "the date"
        super().__init__(f"{where} lies outside the holiday table" if day else f"{where} leaves the calendar")
        self.day = day


@dataclass(frozen=True, slots=True)
class HolidayTable:
    """Legal holidays by name and yearly office closings; `covers` is the first and last year, None for all years."""

    legal: Mapping[date, Word]
    closings: frozenset[tuple[int, int]]
    covers: tuple[int, int] | None
    version: str
    cite: str = ""
    closings_cite: str = ""

    def holiday(self, day: date) -> Word | None:
        """Return the name of the legal holiday on that day, or None. Raises NotCovered outside the table."""
        if self.covers is not None and not self.covers[0] <= day.year <= self.covers[1]:
            raise NotCovered(day)
        return self.legal.get(day)

    def is_working_day(self, day: date) -> bool:
        """Return whether the day is Monday to Friday and no legal holiday."""
        return day.weekday() < SATURDAY and self.holiday(day) is None

    def is_office_day(self, day: date) -> bool:
        """Return whether state offices are open: a working day that is no yearly closing."""
        return (day.month, day.day) not in self.closings and self.is_working_day(day)

    def of_year(self, year: int) -> list[tuple[date, Word]]:
        """Return the legal holidays of a year in order of date. Raises NotCovered outside the table."""
        self.holiday(date(year, 1, 1))
        return [(day, name) for day, name in self.legal.items() if day.year == year]

    def closings_of_year(self, year: int) -> list[date]:
        """Return the weekdays of a year on which offices are closed although they are no legal holidays."""
        days = (date(year, month, day) for month, day in sorted(self.closings))
        return [day for day in days if self.is_working_day(day)]

    def with_holidays(self, days: Iterable[date]) -> "HolidayTable":
        """Return a table with only these legal holidays, for every year; office closings stay as they are."""
        return replace(self, legal=dict.fromkeys(days, GIVEN), covers=None, version="given")


@cache
def holiday_table() -> HolidayTable:
    """Return the table of the repository. Its version changes with any day, name or closing in it."""
    legal, closed = read(FOLDER / "legal.yaml"), read(FOLDER / "office_closings.yaml")
    legal.only(("title", "cite", "source", "first_year", "last_year", "days"), ("note",))
    closed.only(("title", "cite", "source", "every_year"))
    first, last = int(legal.text("first_year")), int(legal.text("last_year"))
    days = _legal_days(legal, first, last)
    closings = frozenset(_month_day(closed, row) for row in closed["every_year"])
    content = "\n".join(
        [
            f"{first} {last}",
            *(f"{day} {name}" for day, name in days.items()),
            *(f"{month:02}-{day:02}" for month, day in sorted(closings)),
        ]
    )
    version = hashlib.sha256(content.encode()).hexdigest()[:12]
    return HolidayTable(days, closings, (first, last), version, legal.text("cite"), closed.text("cite"))


def _legal_days(block: Block, first: int, last: int) -> dict[date, Word]:
    days: dict[date, Word] = {}
    previous = date.min
    for place, row in enumerate(block["days"], start=1):
        match = re.fullmatch(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) ([a-z0-9_]+)", row if isinstance(row, str) else "")
        if match is None:
            raise block.fault(f"day {place} must be a date and a name, such as 2026-01-01 new_year: {row!r}")
        day = _real_day(block, match[1])
        if day <= previous or not first <= day.year <= last:
            raise block.fault(f"day {place} ({day}) is out of order, stands twice or lies outside {first} to {last}")
        previous = day
        days[day] = Word(f"holiday.{match[2]}")
    if {day.year for day in days} != set(range(first, last + 1)):
        raise block.fault(f"a year of {first} to {last} has no holidays")
    return days


def _real_day(block: Block, text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise block.fault(f"there is no day {text!r}") from None


def _month_day(block: Block, row: object) -> tuple[int, int]:
    day = _real_day(block, f"2001-{row}")  # no leap year, so that the day exists in every year
    return day.month, day.day
