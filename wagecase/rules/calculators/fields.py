"""Read each type of input exactly as its form is published, and name what is wrong with anything else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any, ClassVar, Literal, Protocol, get_args

from wagecase.rules.zone import CENTRAL

FIRST_YEAR, LAST_YEAR = 1900, 2100
Code = Literal["unknown-field", "missing", "invalid", "out-of-range", "no-rate-in-source", "not-covered"]
ORDER: tuple[Code, ...] = get_args(Code)
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_INSTANT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?"
    r"(?:(Z)|([+-])([0-9]{2}):([0-9]{2}))"
)
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})")
_DECIMAL = re.compile(r"-?[0-9]+(?:\.([0-9]+))?")


class Faults(list[tuple[Code, str, str]]):
    """All faults of a question: code, field, message, in the order in which the fields were read."""

    def add(self, code: Code, field: str, message: str) -> Any:
        """Note a fault and return None, so that a reader can end with it; the next field is read all the same."""
        self.append((code, field, message))
        return None

    def first(self) -> tuple[Code, str, str]:
        """Return the fault that counts: the first code in the published order, then the first field."""
        return min(self, key=lambda fault: ORDER.index(fault[0]))


class FieldType(Protocol):
    """What the reader needs of a type of input."""

    @property
    def holds_date(self) -> bool:
        """Return whether values of this type are dates."""

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the value of a JSON value, or note its faults under `name` and return None."""


@dataclass(frozen=True, slots=True)
class DecimalField:
    """An exact number in a JSON string; `above` and `below` are limits that are themselves outside."""

    places: int = 4
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    above: Decimal | None = None
    below: Decimal | None = None
    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the number, or note a fault."""
        match = _DECIMAL.fullmatch(raw) if isinstance(raw, str) else None
        if match is None:
            return faults.add("invalid", name, 'give a number in quotes, such as "7.25": digits, at most one point')
        if len(match[1] or "") > self.places:
            return faults.add("invalid", name, f"at most {self.places} decimals are allowed")
        value = Decimal(raw)
        if (
            (self.minimum is not None and value < self.minimum)
            or (self.maximum is not None and value > self.maximum)
            or (self.above is not None and value <= self.above)
            or (self.below is not None and value >= self.below)
        ):
            return faults.add("out-of-range", name, f"the number must be {self._range()}")
        return value or abs(value)  # a minus zero is zero, and is shown as such

    def _range(self) -> str:
        limits = (("at least", self.minimum), ("over", self.above), ("at most", self.maximum), ("under", self.below))
        return " and ".join(f"{words} {limit}" for words, limit in limits if limit is not None)


def money(minimum: str = "0", maximum: str = "9999999999.99", above: str | None = None) -> DecimalField:
    """Return the type of an amount in dollars: at most two decimals."""
    return DecimalField(
        places=2,
        minimum=None if above else Decimal(minimum),
        maximum=Decimal(maximum),
        above=Decimal(above) if above else None,
    )


def rate(minimum: str = "0", maximum: str = "99999.9999", above: str | None = None) -> DecimalField:
    """Return the type of an amount for one unit, such as a piece rate: at most four decimals."""
    return DecimalField(
        places=4,
        minimum=None if above else Decimal(minimum),
        maximum=Decimal(maximum),
        above=Decimal(above) if above else None,
    )


@dataclass(frozen=True, slots=True)
class IntegerField:
    """A whole number, written as one."""

    minimum: int
    maximum: int
    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the number, or note a fault."""
        if type(raw) is not int:  # true and 1.0 are no whole numbers here
            return faults.add("invalid", name, "give a whole number, without quotes and without a decimal point")
        if not self.minimum <= raw <= self.maximum:
            return faults.add("out-of-range", name, f"the number must be from {self.minimum} to {self.maximum}")
        return raw


@dataclass(frozen=True, slots=True)
class BooleanField:
    """Yes or no."""

    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the value, or note a fault."""
        if not isinstance(raw, bool):
            return faults.add("invalid", name, "give true or false, without quotes")
        return raw


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One word of a list; those of `beyond` are known and left to a decision or another rule (not-covered)."""

    choices: tuple[str, ...]
    beyond: tuple[str, ...] = ()
    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the word, or note a fault."""
        if not isinstance(raw, str) or raw not in self.choices:
            return faults.add("invalid", name, f"give one of: {', '.join(self.choices)}")
        if raw in self.beyond:
            return faults.add("not-covered", name, f"{raw} is judged by a person or governed by another rule")
        return raw


@dataclass(frozen=True, slots=True)
class TextField:
    """Printable characters; no control characters, no half of a character pair."""

    minimum: int = 1
    maximum: int = 80
    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the text, or note a fault."""
        if not isinstance(raw, str) or not raw.isprintable():
            return faults.add("invalid", name, "give text of printable characters, in quotes")
        if not self.minimum <= len(raw) <= self.maximum:
            return faults.add("out-of-range", name, f"the text must have {self.minimum} to {self.maximum} characters")
        return raw


@dataclass(frozen=True, slots=True)
class DateField:
    """A real day of the years 1900 to 2100."""

    holds_date: ClassVar[bool] = True

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the day, or note a fault."""
        if not isinstance(raw, str) or not _DATE.fullmatch(raw):
            return faults.add("invalid", name, "give a date as YYYY-MM-DD, such as 2026-03-02")
        return read_day(raw, name, faults)


@dataclass(frozen=True, slots=True)
class DateOrWordField:
    """A day, or one of a few words that stand for its absence, such as "never"."""

    words: tuple[str, ...]
    holds_date: ClassVar[bool] = True

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the day or the word, or note a fault."""
        if isinstance(raw, str) and raw in self.words:
            return raw
        if not isinstance(raw, str) or not _DATE.fullmatch(raw):
            return faults.add("invalid", name, f"give a date as YYYY-MM-DD, or one of: {', '.join(self.words)}")
        return read_day(raw, name, faults)


@dataclass(frozen=True, slots=True)
class TimeField:
    """A time of day, HH:MM."""

    holds_date: ClassVar[bool] = False

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the time, or note a fault."""
        match = _TIME.fullmatch(raw) if isinstance(raw, str) else None
        if match is None or int(match[1]) > 23 or int(match[2]) > 59:
            return faults.add("invalid", name, "give a time as HH:MM, such as 16:30")
        return time(int(match[1]), int(match[2]))


@dataclass(frozen=True, slots=True)
class LocalTimeField:
    """A moment as the clock on a wall in Wisconsin shows it, YYYY-MM-DDTHH:MM, without an offset."""

    holds_date: ClassVar[bool] = True

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the moment without a zone, or note a fault."""
        day, _, clock = raw.partition("T") if isinstance(raw, str) else ("", "", "")
        match = _TIME.fullmatch(clock)
        if not _DATE.fullmatch(day) or match is None or int(match[1]) > 23 or int(match[2]) > 59:
            return faults.add("invalid", name, "give a local time as YYYY-MM-DDTHH:MM, such as 2026-03-02T16:30")
        read = read_day(day, name, faults)
        return None if read is None else datetime.combine(read, time(int(match[1]), int(match[2])))


@dataclass(frozen=True, slots=True)
class InstantField:
    """A moment with its offset from UTC, turned into Central time; with `or_date` a day is taken too."""

    or_date: bool = False
    holds_date: ClassVar[bool] = True

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the instant in Central time (or the day), or note a fault."""
        if self.or_date and isinstance(raw, str) and _DATE.fullmatch(raw):
            return read_day(raw, name, faults)
        match = _INSTANT.fullmatch(raw) if isinstance(raw, str) else None
        if match is None:
            either = "a date as YYYY-MM-DD, or " if self.or_date else ""
            return faults.add(
                "invalid", name, f"give {either}a time with its offset, such as 2026-03-02T20:30:00-06:00"
            )
        return _instant(match, name, faults)


def read_day(text: str, name: str, faults: Faults) -> Any:
    """Return the day of a text of the right form, or note that there is none or that it is too far away."""
    year = int(text[:4])
    try:
        # Year 0 is in no Python calendar; it has the days of 2000 and is then out of range, not unreal.
        day = date.fromisoformat(text if year else "2000" + text[4:])
    except ValueError:
        return faults.add("invalid", name, f"there is no day {text}")
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return faults.add("out-of-range", name, f"the year must be from {FIRST_YEAR} to {LAST_YEAR}")
    return day


def _instant(match: re.Match[str], name: str, faults: Faults) -> Any:
    hour, minute, second = int(match[2]), int(match[3]), int(match[4] or 0)
    offset_hour, offset_minute = int(match[8] or 0), int(match[9] or 0)
    if hour > 23 or minute > 59 or second > 59 or offset_hour > 23 or offset_minute > 59:
        return faults.add("invalid", name, f"there is no such time as {match[0]}")
    day = read_day(match[1], name, faults)
    if day is None:
        return None
    offset = timedelta(hours=offset_hour, minutes=offset_minute) * (-1 if match[7] == "-" else 1)
    instant = datetime(
        day.year, day.month, day.day, hour, minute, second, int((match[5] or "").ljust(6, "0")), tzinfo=timezone(offset)
    ).astimezone(CENTRAL)
    if not FIRST_YEAR <= instant.year <= LAST_YEAR:
        return faults.add("out-of-range", name, f"the year in Central time must be from {FIRST_YEAR} to {LAST_YEAR}")
    return instant


@dataclass(frozen=True, slots=True)
class ListField:
    """Several values of one type."""

    item: FieldType
    minimum: int
    maximum: int

    @property
    def holds_date(self) -> bool:
        """Return whether the items are dates."""
        return self.item.holds_date

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the values in order, or note the faults of each under its place."""
        if not isinstance(raw, list):
            return faults.add("invalid", name, "give a list in brackets")
        if not self.minimum <= len(raw) <= self.maximum:
            faults.add("out-of-range", name, f"the list must have {self.minimum} to {self.maximum} entries")
        return tuple(self.item.read(value, f"{name}[{place}]", faults) for place, value in enumerate(raw))


@dataclass(frozen=True, slots=True)
class Part:
    """One field of an object in a list."""

    name: str
    type: FieldType
    needed: bool = True
    default: Any = None


@dataclass(frozen=True, slots=True)
class ObjectField:
    """An object with fields of its own, read as the fields of the question are."""

    parts: tuple[Part, ...]
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", frozenset(part.name for part in self.parts))

    @property
    def holds_date(self) -> bool:
        """Return whether any part is a date."""
        return any(part.type.holds_date for part in self.parts)

    def read(self, raw: Any, name: str, faults: Faults) -> Any:
        """Return the parts by name, or note the faults of each under `name.part`."""
        if not isinstance(raw, dict):
            return faults.add("invalid", name, "give an object in braces")
        return read_fields(raw, self.parts, faults, prefix=f"{name}.")


class Readable(Protocol):
    """What an input of a calculator and a part of an object have in common."""

    @property
    def name(self) -> str:
        """Return the name of the field."""

    @property
    def type(self) -> FieldType:
        """Return the type of the field."""

    @property
    def needed(self) -> bool:
        """Return whether the field must be there."""

    @property
    def default(self) -> Any:
        """Return what stands for an absent field."""


def read_fields(
    raw: Mapping[str, Any], fields: tuple[Readable, ...], faults: Faults, *, prefix: str = ""
) -> dict[str, Any]:
    """Return every field by name, absent ones with their default; note unknown, missing and faulty ones."""
    known = 0
    values: dict[str, Any] = {}
    for row in fields:
        if row.name in raw:
            known += 1
            value = raw[row.name]
            if value is None:
                faults.add("invalid", prefix + row.name, "null is no value; leave the field out")
            values[row.name] = None if value is None else row.type.read(value, prefix + row.name, faults)
        else:
            values[row.name] = row.default
            if row.needed:
                faults.add("missing", prefix + row.name, "this field is needed")
    if known < len(raw):
        names = {row.name for row in fields}
        for name in raw:
            if name not in names:
                faults.add(
                    "unknown-field",
                    prefix + _clean(name),
                    f"there is no such field; known are {', '.join(row.name for row in fields)}",
                )
    return values


def _clean(name: str) -> str:
    """Return a name as it may be repeated: short, and without characters that would harm a terminal or a log."""
    shown = name if name.isprintable() else name.encode("ascii", "backslashreplace").decode()
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in shown)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."
