"""Arrange the amounts of the rate book as a person reads them: by kind of pay, a row for each class, with its law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.utils.translation import get_language, gettext, gettext_lazy

from wagecase.rules import law
from wagecase.rules.language import sentence, word
from wagecase.rules.ratebook import ALLOWANCES_LIKE, NO_STATED_START, NoRateInSource, Rate, RateBook
from wagecase.web.formatting import day as day_text
from wagecase.web.formatting import money, shortday

FEDERAL = "federal.minimum_wage"
HOURLY = ("general", "minor", "opportunity", "tipped", "tipped-opportunity", "farm-adult", "farm-minor")
WITH_ALLOWANCES = ("general", "minor", "opportunity", "farm-adult", "farm-minor")
TIPPED = tuple(ALLOWANCES_LIKE)
BOARD = (
    (gettext_lazy("Lodging, a week"), "lodging", "week"),
    (gettext_lazy("Lodging, a day"), "lodging", "day"),
    (gettext_lazy("Meals, a week"), "meals", "week"),
    (gettext_lazy("One meal"), "meals", "meal"),
)
CAMP = (
    (gettext_lazy("No meals or lodging"), "no-board", "week"),
    (gettext_lazy("With meals"), "meals-only", "week"),
    (gettext_lazy("With meals and lodging"), "meals-and-lodging", "week"),
)
LAYOUT = (
    (gettext_lazy("Lowest pay for one hour"), ((gettext_lazy("For one hour"), "wage", "hour"),), HOURLY),
    (gettext_lazy("Most that meals and lodging may count as pay"), BOARD, WITH_ALLOWANCES),
    (gettext_lazy("Lowest pay for one week at a camp"), CAMP, ("counselor-adult", "counselor-minor")),
    (
        gettext_lazy("Lowest pay for caddies"),
        ((gettext_lazy("9 holes"), "9-holes", "round"), (gettext_lazy("18 holes"), "18-holes", "round")),
        ("caddy",),
    ),
)


@dataclass(frozen=True, slots=True)
class Row:
    """The amounts of one class in the order of the columns, None where the source prints none, with their period."""

    label: str
    cells: tuple[tuple[str, Decimal | None], ...]
    period: str
    cite: str


@dataclass(frozen=True, slots=True)
class Section:
    """One table: its name, the names of its amounts, its rows, and what a reader must know to understand them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the source prints no amount at all here."""
        return all(amount is None for row in self.rows for _label, amount in row.cells)


@dataclass(frozen=True, slots=True)
class Federal:
    """The federal minimum wage of a day in dollars an hour, and the classes whose rate is below it."""

    amount: Decimal
    cite: str
    start: date
    lower: tuple[str, ...]


def language() -> str:
    """Return the language of the page for the sentences of the law."""
    return (get_language() or "en")[:2]


def capitalized(text: str) -> str:
    """Return a text with a capital first letter and the rest as it is."""
    return text[:1].upper() + text[1:]


def class_name(class_: str) -> str:
    """Return the name of a class in the language of the page, such as "Minors"."""
    return capitalized(word(f"rates.class.{class_}", language()))


def sections(book: RateBook, source: str, on: date) -> list[Section]:
    """Return the tables of one source for a day; none if the source prints nothing for that day."""
    found = [
        Section(
            str(title),
            tuple(str(label) for label, _item, _unit in columns),
            tuple(_row(book, source, class_, columns, on) for class_ in classes),
            _hourly_notes(book, on) if classes == HOURLY and source == "DWD272" else (),
        )
        for title, columns, classes in LAYOUT
    ]
    return [section for section in found if not section.is_empty]


def rates_of(book: RateBook, source: str, on: date) -> Iterator[tuple[str, str, str, Rate]]:
    """Yield class, item, unit and rate of everything a source prints for a day, in the order of the tables."""
    for _title, columns, classes in LAYOUT:
        for class_ in classes:
            for _label, item, unit in columns:
                if rate := _find(book, source, class_, item, unit, on):
                    yield class_, item, unit, rate


def doubts(book: RateBook, source: str, on: date) -> list[str]:
    """Return what is doubtful about the dates of the amounts, once each, in words."""
    flags = {flag: None for _class, _item, _unit, rate in rates_of(book, source, on) for flag in rate.flags}
    return [sentence(f"rates.flag.{flag}", {}, language()) for flag in flags]


def first_days(book: RateBook, source: str) -> list[date]:
    """Return the days on which an amount of a source begins, oldest first."""
    return sorted({row.start for row in book.rows if row.source == source and not row.flag})


def next_first_day(book: RateBook, source: str, on: date) -> date | None:
    """Return the first day after `on` on which an amount of a source begins; None if none is published."""
    return next((day for day in first_days(book, source) if day > on), None)


def federal(book: RateBook, on: date) -> Federal | None:
    """Return the federal rate of a day and the classes below it; None for a day of which we have no federal rate.

    Tipped employees are left out: their cash wage is counted with their tips.
    """
    rate = federal_rate(on)
    if rate is None:
        return None
    lower = []
    for class_ in (name for name in HOURLY if name not in TIPPED):
        state = _find(book, "DWD272", class_, "wage", "hour", on)
        if state is not None and state.amount < rate.amount:
            lower.append(class_)
    return replace(rate, lower=tuple(lower))


def federal_rate(on: date) -> Federal | None:
    """Return the federal rate of a day, compared with nothing; None for a day of which we have none."""
    try:
        rate = law.in_force(FEDERAL, on)
    except NoRateInSource:
        return None
    return Federal(Decimal(rate.value), rate.cite, rate.start, ())


def period(rate_start: date | None, end: date | None) -> str:
    """Return the days an amount holds, as a table says them."""
    first, last = shortday(rate_start), shortday(end)
    if first and last:
        return gettext("%(start)s to %(end)s") % {"start": first, "end": last}
    if first:
        return gettext("since %(start)s") % {"start": first}
    return gettext("to %(end)s") % {"end": last} if last else gettext("no day stated")


def step_title(start: date) -> str:
    """Return the heading for the amounts of a bill that begin on a day."""
    if start == NO_STATED_START:
        return gettext("First amounts (the bill states no first day)")
    return gettext("From %(start)s") % {"start": day_text(start)}


def _hourly_notes(book: RateBook, on: date) -> tuple[str, ...]:
    """Return what the hourly table of DWD 272 leaves unsaid: that tips must fill up the cash wage, and who is new."""
    notes = []
    full = [
        (class_, _find(book, "DWD272", class_, "wage", "hour", on)) for class_ in ("general", "minor", "opportunity")
    ]
    known = [f"{word(f'rates.class.{class_}', language())} {money(rate.amount)}" for class_, rate in full if rate]
    rates = f" ({'; '.join(known)})" if known else ""
    tipped = gettext(
        "Tipped employees: the rate is for pay in cash. Each week, cash and tips together must come to the full hourly"
        " rate of the class%(rates)s. If they do not, the employer pays the rest. (%(cite)s)"
    )
    notes.append(tipped % {"rates": rates, "cite": _unbroken("DWD 272.03 (2)")})
    try:
        age, days = law.in_force("opportunity.dwd272.age", on), law.in_force("opportunity.dwd272.days", on)
    except NoRateInSource:
        return tuple(notes)
    young = gettext(
        "Opportunity employees: under %(age)s years old, in their first %(days)s days in a row with this employer."
        " (%(cite)s)"
    )
    notes.append(young % {"age": age.number, "days": days.number, "cite": _unbroken(age.cite)})
    return tuple(notes)


def _unbroken(cite: str) -> str:
    """Return a citation that no line breaks."""
    return cite.replace(" ", "\N{NO-BREAK SPACE}")


def _row(book: RateBook, source: str, class_: str, columns: tuple, on: date) -> Row:  # noqa: PLR0917 - one cell's place
    rates = [_find(book, source, class_, item, unit, on) for _label, item, unit in columns]
    known = [rate for rate in rates if rate is not None]
    return Row(
        label=class_name(class_),
        cells=tuple(
            (str(column[0]), rate.amount if rate else None) for column, rate in zip(columns, rates, strict=True)
        ),
        period="; ".join(dict.fromkeys(period(rate.start, rate.end) for rate in known)),
        cite=", ".join(dict.fromkeys(rate.cite for rate in known)),
    )


def _find(book: RateBook, source: str, class_: str, item: str, unit: str, on: date) -> Rate | None:  # noqa: PLR0917
    try:
        return book.find(source=source, class_=class_, item=item, unit=unit, on=on)
    except NoRateInSource:
        return None
