"""Reads the columns that only the department's own template has: the site, the schedule's end, who was told and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from closings.content import EMPLOYEE, OFFICIAL, UNION
from closings.importing.cells import read_count
from closings.importing.dates import DateRead, is_stated, read_date
from closings.importing.problems import Pile

DURATIONS: Final = ("permanent", "temporary")
MUNICIPALITIES: Final = ("city", "village", "town")
TOLD: Final = (("told_employees", EMPLOYEE), ("told_union", UNION), ("told_official", OFFICIAL))
SITE: Final = ("site_name", "street", "municipality_type")
Found = tuple[str, str, str, Pile, str]  # code, column, what is wrong, pile, what would be accepted
_A_DAY: Final = "A day, such as 2026-03-02. Accepted as it stands, the cell is kept as text only."
_TEXT: Final = "Accepted as it stands, the cell is kept as text only."


@dataclass(frozen=True, slots=True)
class Details:
    """What a row says beyond the columns of the public lists; blank or None is "not stated"."""

    trade_name: str = ""
    site_name: str = ""
    street: str = ""
    municipality_type: str = ""
    duration: str = ""
    dated_on: date | None = None
    last_on: date | None = None
    persons_in_state: int | None = None
    represented: str = ""
    union: str = ""
    told: tuple[tuple[str, date], ...] = ()  # (kind of recipient, day)


def read_details(
    text: Callable[[str], str], *, places: int, received: DateRead, layoff: DateRead
) -> tuple[Details, list[Found]]:
    """Return what the cells say and what is wrong with them; `text` gives the text of a column, "" where there is none."""
    return _Reader(text).read(places, received, layoff)


class _Reader:
    def __init__(self, text: Callable[[str], str]) -> None:
        self.text = text
        self.found: list[Found] = []

    def read(self, places: int, received: DateRead, layoff: DateRead) -> tuple[Details, list[Found]]:
        many = places > 1
        union = self._stated("union")
        plain = self.text("union").strip().casefold()
        details = Details(
            trade_name=self._stated("dba"),
            duration=self._word("duration", DURATIONS), dated_on=self._dated_on(received),
            last_on=self._last_on(layoff), persons_in_state=self._persons(),
            represented="no" if plain in ("no", "none") else "yes" if union else "",
            union="" if plain == "no" else union, told=tuple(self._told(many=many)),
            **({} if many else self._site()),
        )  # fmt: skip
        if many and (said := [name for name in (*SITE, "told_official") if self._stated(name)]):
            self._warn(said[0], f"The row names {places} places; of which one this is is not said. Kept as text only.")
        return details, self.found

    def _site(self) -> dict[str, str]:
        kind = self._word("municipality_type", MUNICIPALITIES)
        return {"site_name": self._stated("site_name"), "street": self._stated("street"), "municipality_type": kind}

    def _stated(self, name: str) -> str:
        text = " ".join(self.text(name).replace("\u00a0", " ").split())
        return text if is_stated(text) else ""

    def _word(self, name: str, words: tuple[str, ...]) -> str:
        said = self._stated(name).casefold()
        if said and said not in words:
            self._hold(name, f"Not one of: {', '.join(words)}.", f"{', '.join(words).capitalize()}. {_TEXT}")
            return ""
        return said

    def _day(self, name: str) -> date | None:
        read = read_date(self.text(name))
        if read.fault:
            self._hold(name, read.fault, _A_DAY)
        elif read.stated and (read.precision != "day" or read.is_range):
            self._hold(name, "One exact day belongs here.", _A_DAY)
        else:
            return read.first
        return None

    def _dated_on(self, received: DateRead) -> date | None:
        day = self._day("dated_on")
        if day and received.first and day > received.first:
            self._hold("dated_on", f"The notice is dated after its receipt on {received.first}.", _A_DAY)
            return None
        return day

    def _last_on(self, layoff: DateRead) -> date | None:
        day = self._day("layoff_last")
        if day is None or layoff.precision != "day" or layoff.first is None:
            return day
        if day < layoff.first:
            self._hold("layoff_last", f"The last day is before the first ({layoff.first}).", _A_DAY)
            return None
        if layoff.is_range and day != layoff.last:
            self._hold("layoff_last", f"Another last day ({layoff.last}) stands beside the first.", _A_DAY)
            return None
        return day

    def _persons(self) -> int | None:
        count = read_count(self.text("workforce_state"))
        if count.fault or count.note:
            self._hold("workforce_state", count.fault or count.note, f"A whole number, such as 120. {_TEXT}")
            return None
        return count.value

    def _told(self, *, many: bool) -> Iterator[tuple[str, date]]:
        for name, kind in TOLD:
            if not (many and kind == OFFICIAL) and (day := self._day(name)):
                yield kind, day

    def _hold(self, name: str, wrong: str, accepts: str) -> None:
        self.found.append(("detail", name, wrong, Pile.HELD, accepts))

    def _warn(self, name: str, wrong: str) -> None:
        self.found.append(("detail-of-which", name, wrong, Pile.WARNED, ""))
