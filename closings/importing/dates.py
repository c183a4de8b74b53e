"""Reads the date texts of the lists: every text has one outcome, a day, a stretch of time, "not stated" or a question.

Month first, always. Two digits of a year: 70 to 99 are 19xx, 00 to 69 are 20xx. A text is never corrected.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

FIRST_YEAR, LAST_YEAR = 1970, 2099  # a year outside is a slip of the keys
_SHEET_DAY_ZERO: Final = 693_594  # ordinal of 1899-12-30, from which spreadsheets number their days
_SHEET_DAYS: Final = range(25_569, 73_050)  # 1970-01-01 to 2099-12-31
_DASHES: Final = str.maketrans({"\u2013": "-", "\u2014": "-", "\u2012": "-", "\u00a0": " "})

NOT_STATED: Final = frozenset(
    ("n/a", "na", "n.a.", "unknown", "unk", "tbd", "to be determined", "undisclosed", "not stated", "not specified",
     "undisclosed at this time", "unspecified", "none", "-", "--", "?", "pending")
)  # fmt: skip

_US_DAY: Final = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})(?![\d/])")
_ISO_DAY: Final = re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?(?!\d)")
_PACKED: Final = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\.0)?")
_SERIAL: Final = re.compile(r"(\d{5})(?:\.0)?")
_NO_YEAR: Final = re.compile(r"\d{1,2}/\d{1,2}")
_QUARTER: Final = re.compile(
    r"\b(?:q([1-4])|([1-4])(?:st|nd|rd|th)\s+(?:qtr\.?|quarter))\s*(?:of\s+)?(\d{4})\b", re.I
)  # fmt: skip
_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_TWO_MONTHS: Final = re.compile(rf"\b{_MONTH}\s*(?:/|-|to|through|and|&)\s*{_MONTH}\s+(\d{{4}})\b", re.I)
_ONE_MONTH: Final = re.compile(rf"\b{_MONTH},?\s+(?:of\s+)?(\d{{4}})\b", re.I)
_MONTH_YEAR: Final = re.compile(r"(?<![\d/])(\d{1,2})/(\d{4})(?![\d/])")
_YEAR: Final = re.compile(r"(?<![\d/.])(\d{4})(?![\d/.])")


@dataclass(frozen=True, slots=True)
class DateRead:
    """What a date cell says: the first and last day it may mean, how exact that is, or why it says nothing.

    `stated` is False for a blank and for words such as "TBD". `fault` is the sentence on a text that cannot be read.
    """

    text: str
    first: date | None = None
    last: date | None = None
    precision: str = "none"  # day, month, quarter, year, none
    approximate: bool = False
    stated: bool = True
    fault: str = ""

    @property
    def is_range(self) -> bool:
        """Whether it names a stretch of several days, exactly."""
        return self.first != self.last


def is_stated(text: str) -> bool:
    """Whether a cell says anything: blank, "N/A", "TBD" and the like do not."""
    plain = " ".join(text.translate(_DASHES).split())
    return bool(plain) and plain.casefold() not in NOT_STATED


def has_foreign_digits(text: str) -> bool:
    """Whether the text holds digits of another script, which Python would read and a clerk would not."""
    return any(sign.isdigit() and not sign.isascii() for sign in text)


class _Impossible(ValueError):
    """The digits have the shape of a date and are none."""


def read_date(text: str) -> DateRead:
    """Return what the cell says; it never raises and never guesses."""
    plain = " ".join(text.translate(_DASHES).split())
    if not is_stated(plain):
        return DateRead(text, stated=False)
    if has_foreign_digits(plain):
        return DateRead(text, fault="Not readable as a date.")
    try:
        return _number(text, plain) or _words(text, plain)
    except _Impossible as error:
        return DateRead(text, fault=str(error))


def _number(text: str, plain: str) -> DateRead | None:
    if packed := _PACKED.fullmatch(plain):
        day = _day(*(int(part) for part in packed.groups()))
        return DateRead(text, day, day, "day")
    if serial := _SERIAL.fullmatch(plain):
        number = int(serial[1])
        if number not in _SHEET_DAYS:
            raise _Impossible("A number that is no date of a spreadsheet.")
        day = date.fromordinal(_SHEET_DAY_ZERO + number)
        return DateRead(text, day, day, "day", approximate=False)
    if _NO_YEAR.fullmatch(plain):
        raise _Impossible("A day without a year.")
    return None


def _words(text: str, plain: str) -> DateRead:
    """Take every date out of the text; digits that are left over mean that it was not understood."""
    found: list[tuple[date, date, str]] = []
    rest = plain
    for pattern, read in _READERS:
        for match in pattern.finditer(rest):
            found.append(read(match))
        rest = pattern.sub(" ", rest)
    if re.search(r"\d", rest):
        raise _Impossible("Not readable as a date." if not found else "One part of it is not readable as a date.")
    if not found:
        raise _Impossible("Not readable as a date.")
    if len(found) > 2:
        raise _Impossible(f"It holds {len(found)} dates; which of them counts is not said.")
    first, last = min(item[0] for item in found), max(item[1] for item in found)
    if len(found) == 2 and found[0][2] == found[1][2] == "day" and found[0][0] > found[1][0]:
        raise _Impossible("Its second date is before the first.")
    coarsest = max((item[2] for item in found), key=_COARSE.index)
    left_over = re.sub(r"\b(?:to|through|thru|and|until)\b|[-&,\s]", "", rest, flags=re.I)
    return DateRead(text, first, last, coarsest, approximate=bool(left_over) or coarsest != "day")


_COARSE: Final = ("day", "month", "quarter", "year")


def _us_day(match: re.Match[str]) -> tuple[date, date, str]:
    day = _day(_year(match[3]), int(match[1]), int(match[2]))
    return day, day, "day"


def _iso_day(match: re.Match[str]) -> tuple[date, date, str]:
    day = _day(int(match[1]), int(match[2]), int(match[3]))
    return day, day, "day"


def _quarter(match: re.Match[str]) -> tuple[date, date, str]:
    number = int(match[1] or match[2])
    year = int(match[3])
    return _day(year, 3 * number - 2, 1), _month_end(year, 3 * number), "quarter"


def _two_months(match: re.Match[str]) -> tuple[date, date, str]:
    year = int(match[3])
    return _day(year, _month(match[1]), 1), _month_end(year, _month(match[2])), "month"


def _one_month(match: re.Match[str]) -> tuple[date, date, str]:
    year, month = int(match[2]), _month(match[1])
    return _day(year, month, 1), _month_end(year, month), "month"


def _month_year(match: re.Match[str]) -> tuple[date, date, str]:
    year, month = int(match[2]), int(match[1])
    return _day(year, month, 1), _month_end(year, month), "month"


def _whole_year(match: re.Match[str]) -> tuple[date, date, str]:
    year = int(match[1])
    return _day(year, 1, 1), _day(year, 12, 31), "year"


_READERS: Final = (
    (_US_DAY, _us_day), (_ISO_DAY, _iso_day), (_QUARTER, _quarter), (_TWO_MONTHS, _two_months),
    (_ONE_MONTH, _one_month), (_MONTH_YEAR, _month_year), (_YEAR, _whole_year),
)  # fmt: skip


def _year(digits: str) -> int:
    year = int(digits)
    if len(digits) == 4:
        return year
    return 1900 + year if year >= 70 else 2000 + year


def _month(word: str) -> int:
    return _MONTHS.index(word[:3].casefold()) + 1


def _day(year: int, month: int, day: int) -> date:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise _Impossible(f"The year {year} cannot be meant.")
    try:
        return date(year, month, day)
    except ValueError:
        raise _Impossible("There is no such day in the calendar.") from None


def _month_end(year: int, month: int) -> date:
    first = _day(year, month, 1)
    return first.replace(day=calendar.monthrange(year, month)[1])


def sentences(read: DateRead) -> Iterator[str]:
    """Yield what a person should know about a date that was read, but not as one exact day."""
    if read.precision != "day":
        yield f"Only the {read.precision} is stated."
    elif read.approximate:
        yield "The date is not meant exactly, or other words stand beside it."
    if _SERIAL.fullmatch(read.text.strip()):
        yield f"A day number of a spreadsheet, read as {read.first}."
