"""Find the amount a source prints for a class, an item and a unit on a day, in a book that never changes."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Literal

from wagecase.rules import law
from wagecase.rules.law import NoRateInSource

__all__ = [
    "CLASSES",
    "ITEMS",
    "PAIRS",
    "SOURCES",
    "UNITS",
    "NoRateInSource",
    "Printed",
    "Rate",
    "RateBook",
    "accepts",
    "parameter_book",
]

Status = Literal["proposed", "adopted"]
Key = tuple[str, str, str, str]  # source, class, item, unit

SOURCES = ("AB622", "AB77", "SB130", "DWD272")
STATUS: Mapping[str, Status] = {"AB77": "proposed", "SB130": "proposed", "DWD272": "adopted"}
_WAGE_AND_BOARD = (("wage", "hour"), ("lodging", "week"), ("lodging", "day"), ("meals", "week"), ("meals", "meal"))
_CAMP = (("no-board", "week"), ("meals-only", "week"), ("meals-and-lodging", "week"))
_ROUNDS = (("9-holes", "round"), ("18-holes", "round"))
PAIRS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "general": _WAGE_AND_BOARD,
    "minor": _WAGE_AND_BOARD,
    "opportunity": _WAGE_AND_BOARD,
    "tipped": _WAGE_AND_BOARD,
    "tipped-opportunity": _WAGE_AND_BOARD,
    "farm-adult": _WAGE_AND_BOARD,
    "farm-minor": _WAGE_AND_BOARD,
    "counselor-adult": _CAMP,
    "counselor-minor": _CAMP,
    "caddy": _ROUNDS,
}
CLASSES = tuple(PAIRS)
ITEMS = tuple(dict.fromkeys(item for pairs in PAIRS.values() for item, _ in pairs))
UNITS = tuple(dict.fromkeys(unit for pairs in PAIRS.values() for _, unit in pairs))
# Tipped employees have no allowances of their own: AB77 and SB130 104.035 (3) (b), DWD 272.03 (3) "all except".
ALLOWANCES_LIKE = {"tipped": "general", "tipped-opportunity": "opportunity"}
ALLOWANCES = ("lodging", "meals")
# A row that begins on the first day any question may name has no first day in its source.
NO_STATED_START = date(1900, 1, 1)


@dataclass(frozen=True, slots=True)
class Rate:
    """The amount in dollars for one unit, its printed period (None where the source leaves it open), and doubts.

    `cite` names the provision and, for an amount that the department set, its authority; `provision` is the former alone.
    """

    amount: Decimal
    start: date | None
    end: date | None
    status: Status
    cite: str
    flags: tuple[str, ...] = ()
    provision: str = field(default="", compare=False)
    authority: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, order=True)
class Printed:
    """One printed row: an amount, or a flag if `flag` is set; an empty class means every class of the source.

    `authority` is the act or register by which the department set the amount; "" for one that the source itself prints.
    """

    source: str
    class_: str
    item: str
    unit: str
    start: date
    end: date | None
    amount: Decimal
    cite: str
    flag: str = ""
    authority: str = field(default="", repr=False)  # not in the repr, from which the names of books are made

    @property
    def full_cite(self) -> str:
        """Return the provision with the authority, once if they begin alike."""
        return (
            self.authority
            if self.authority.startswith(self.cite)
            else ", ".join(filter(None, (self.cite, self.authority)))
        )

    def holds(self, on: date) -> bool:
        """Return whether the day lies in the period of the row."""
        return self.start <= on and (self.end is None or on <= self.end)


@dataclass(frozen=True)
class RateBook:
    """An immutable set of printed amounts; `name` changes with any row of it."""

    rows: tuple[Printed, ...]
    name: str = field(init=False)
    _amounts: Mapping[Key, tuple[Printed, ...]] = field(init=False, repr=False, compare=False)
    _flags: Mapping[str, tuple[Printed, ...]] = field(init=False, repr=False, compare=False)

    def __init__(self, rows: Iterable[Printed], *, kind: str = "parameters") -> None:
        """Take the rows of a book; `kind` says where they come from and begins the name."""
        rows = tuple(sorted(rows, key=lambda row: (row.source, row.class_, row.item, row.unit, row.start, row.flag)))
        amounts: dict[Key, tuple[Printed, ...]] = {}
        flags: dict[str, tuple[Printed, ...]] = {}
        for row in rows:
            if row.flag:
                flags[row.source] = (*flags.get(row.source, ()), row)
            else:
                key = (row.source, row.class_, row.item, row.unit)
                amounts[key] = (*amounts.get(key, ()), row)
        content = "\n".join(f"{row!r}{row.authority}" for row in rows)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "name", f"{kind} {hashlib.sha256(content.encode()).hexdigest()[:12]}")
        object.__setattr__(self, "_amounts", MappingProxyType(amounts))
        object.__setattr__(self, "_flags", MappingProxyType(flags))

    def find(self, *, source: str, class_: str, item: str, unit: str, on: date) -> Rate:
        """Return the amount for work done, or a meal or lodging furnished, on the day `on`.

        Raises NoRateInSource if the source prints none for that day, class, item and unit (C-13): never a guess.
        """
        like = ALLOWANCES_LIKE.get(class_, class_) if item in ALLOWANCES else class_
        for row in self._amounts.get((source, like, item, unit), ()):
            if row.holds(on):
                return Rate(
                    amount=row.amount,
                    start=None if row.start == NO_STATED_START else row.start,
                    end=row.end,
                    status=STATUS[source],
                    cite=row.full_cite,
                    flags=self._doubts(source, class_, on),
                    provision=row.cite,
                    authority=row.authority,
                )
        raise NoRateInSource(f"{source} {class_} {item} {unit}", on)

    def minimum(self, on: date) -> Rate:
        """Return the general minimum hourly wage in force on a day, DWD 272.03 (1) and (1m)."""
        return self.find(source="DWD272", class_="general", item="wage", unit="hour", on=on)

    def _doubts(self, source: str, class_: str, on: date) -> tuple[str, ...]:
        rows = self._flags.get(source, ())
        return tuple(row.flag for row in rows if row.class_ in ("", class_) and row.holds(on))


def accepts(class_: str, item: str, unit: str) -> bool:
    """Return whether the texts have such an amount for the class at all."""
    return (item, unit) in PAIRS[class_]


@cache
def parameter_book() -> RateBook:
    """Return the book of the amounts printed in the sources, read once from the parameters."""
    return RateBook(_parameter_rows())


def _parameter_rows() -> Iterable[Printed]:
    """Yield the rows of rates.SOURCE.CLASS.ITEM.UNIT and of rate_flags.SOURCE[.CLASS]."""
    for name in law.names():
        family, *parts = name.replace("_", "-").split(".")
        if family == "rates":
            source, class_, item, unit = parts
        elif family == "rate-flags":
            source, class_, item, unit = parts[0], "".join(parts[1:]), "", ""
        else:
            continue
        for row in law.rows(name):
            amount = row.value if isinstance(row.value, Decimal) else Decimal(0)
            yield Printed(
                source=source.upper(),
                class_=class_,
                item=item,
                unit=unit,
                start=row.start,
                end=row.end,
                amount=amount,
                cite=row.cite,
                flag=row.value if isinstance(row.value, str) else "",
            )
