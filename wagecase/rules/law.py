"""Give each figure of the law as it stood on a day, with its citation; never a guess for a day without one."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from wagecase.rules.strict_yaml import BadParameters, Block, read

FOLDER = Path(__file__).resolve().parent / "parameters"
OFFICE_PRACTICE = "office practice"
Value = int | Decimal | str

__all__ = [
    "OFFICE_PRACTICE",
    "BadParameters",
    "NoRateInSource",
    "Parameter",
    "UnknownParameter",
    "in_force",
    "names",
    "newest",
    "rows",
]


class NoRateInSource(Exception):
    """The sources state no value of this name for this day."""

    def __init__(self, name: str, on: date) -> None:
        super().__init__(f"no value of {name} in force on {on.isoformat()}")
        self.name = name
        self.on = on


class UnknownParameter(Exception):
    """No file of this name exists; a misspelled name is the program's fault."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One dated value. `start` is its first day, `end` its last one if the source closes it."""

    name: str
    value: Value
    unit: str
    cite: str
    start: date
    source: str
    end: date | None = None
    title: str = ""
    note: str = ""

    @property
    def number(self) -> int:
        """Return a value that is a whole number."""
        if not isinstance(self.value, int):
            raise TypeError(f"{self.name} is no whole number: {self.value!r}")
        return self.value

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return a list of whole numbers such as "10,5,1"."""
        return tuple(int(part) for part in str(self.value).split(","))

    @property
    def is_office_practice(self) -> bool:
        """Return whether the office set this value for itself; pages must then say that it is not law."""
        return self.cite == OFFICE_PRACTICE


def in_force(name: str, on: date) -> Parameter:
    """Return the value of `name` on the day `on`.

    Raises UnknownParameter (no such file), BadParameters (the file is faulty) and NoRateInSource (no row for that day).
    """
    found = None
    for row in rows(name):
        if row.start <= on:
            found = row
    if found is None or (found.end is not None and on > found.end):
        raise NoRateInSource(name, on)
    return found


def newest(name: str) -> Parameter:
    """Return the newest value of `name`, for a question that names no day."""
    return rows(name)[-1]


@cache
def rows(name: str) -> tuple[Parameter, ...]:
    """Return every dated value of one parameter, oldest first."""
    if not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", name):
        raise UnknownParameter(name)
    path = FOLDER.joinpath(*name.split(".")).with_suffix(".yaml")
    if not path.is_file() or path.parent.name == "holidays":
        raise UnknownParameter(name)
    return tuple(_load(name, path))


def is_known(name: str) -> bool:
    """Return whether there is a parameter of that name; unlike `names` it walks no folder."""
    try:
        return bool(rows(name))
    except UnknownParameter:
        return False


@cache
def names() -> tuple[str, ...]:
    """Return the names of all parameters, sorted; the holiday tables are not parameters."""
    paths = (p.relative_to(FOLDER).with_suffix("") for p in FOLDER.rglob("*.yaml") if p.parent.name != "holidays")
    return tuple(sorted(".".join(p.parts) for p in paths))


def _load(name: str, path: Path) -> Iterator[Parameter]:
    block = read(path)
    block.only(("title", "unit", "values"))
    unit = block.text("unit")
    if unit not in _UNITS:
        raise block.fault(f"unknown unit {unit!r}; known are {', '.join(sorted(_UNITS))}")
    last: Parameter | None = None
    for row in block.blocks("values"):
        row.only(("from", "value", "cite", "source"), ("to", "note"))
        start, end = _day(row, "from"), _day(row, "to") if "to" in row else None
        if last is not None and (start <= last.start or (last.end is not None and start <= last.end)):
            raise row.fault("rows must be in order of date and may not overlap")
        if end is not None and end < start:
            raise row.fault("'to' is before 'from'")
        try:
            value = _UNITS[unit](row.text("value"))
        except ValueError:
            raise row.fault(f"{row['value']!r} is no value in {unit}") from None
        last = Parameter(
            name=name,
            value=value,
            unit=unit,
            cite=row.text("cite"),
            start=start,
            end=end,
            source=row.text("source"),
            title=block.text("title"),
            note=row.get("note", ""),
        )
        yield last


def _day(row: Block, key: str) -> date:
    text = row.text(key)
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise row.fault(f"{key!r} must be a date such as 2009-07-24")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise row.fault(f"{key!r}: there is no day {text}") from None


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(text)
    return int(text)


def _falling(text: str) -> str:
    days = [_whole(part) for part in text.split(",")]
    if days != sorted(set(days), reverse=True):
        raise ValueError(text)
    return text


def _money(text: str) -> Decimal:
    if not re.fullmatch(r"[0-9]{1,10}\.[0-9]{2,4}", text):
        raise ValueError(text)
    return Decimal(text)


def _decimal(text: str) -> Decimal:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,4})?", text):
        raise ValueError(text)
    return Decimal(text)


def _roles(text: str) -> str:
    if not re.fullmatch(r"[a-z]+(,[a-z]+)*", text):
        raise ValueError(text)
    return text


def _month_day(text: str) -> str:
    if not re.fullmatch(r"[0-9]{2}-[0-9]{2}", text):
        raise ValueError(text)
    date.fromisoformat(f"2001-{text}")
    return text


def _flag(text: str) -> str:
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", text):
        raise ValueError(text)
    return text


_UNITS: dict[str, Callable[[str], Value]] = {
    "days": _whole,
    "days before": _falling,  # several at once, the farthest first
    "hour of the day": _whole,
    "roles": _roles,
    "USD": _money,
    "USD/hour": _money,
    "USD/week": _money,
    "USD/day": _money,
    "USD/meal": _money,
    "USD/round": _money,
    "count": _whole,
    "factor": _decimal,
    "flag": _flag,
    "hours": _decimal,
    "minutes": _whole,
    "month and day": _month_day,
    "months": _whole,
    "percent": _decimal,
    "years": _whole,
}
