"""Work out what a revision would print for each class, beside the book in force, each amount with its reasons."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from wagecase.rules import revisions
from wagecase.rules.calendar import Due, NotCovered, day_before, office_day_on_or_before, rolled
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.language import sentence
from wagecase.rules.law import NoRateInSource, in_force, newest
from wagecase.rules.money import CENT, divided, without_zeros
from wagecase.rules.ratebook import ALLOWANCES, ALLOWANCES_LIKE, PAIRS, Rate, RateBook

__all__ = [
    "FACTORS",
    "METHODS",
    "PRINTED",
    "SOURCE",
    "Flag",
    "Line",
    "Proposal",
    "Refused",
    "Stated",
    "by_index",
    "by_poverty_line",
    "by_table",
]

METHODS = ("poverty_line", "index", "dated", "typed")
SOURCE = "DWD272"  # a revision is one of the book in force; the bills stay as they were printed
# What the department may weigh, each apart (R-104.04-econ); the text allows it and does not ask for it.
FACTORS = ("job_creation", "job_retention", "job_expansion", "entry_level_jobs", "regional_conditions")
LARGE_CHANGE = Decimal(50)  # percent from which a figure is more likely a slip of the finger than a revision
Key = tuple[str, str, str]  # class, item, unit
Tone = Literal["warn", "info"]


def _printed() -> Iterator[Key]:
    """Yield what a table of rates prints: hourly pay first, then meals and lodging, camps, caddies."""
    every = [(class_, item, unit) for class_, pairs in PAIRS.items() for item, unit in pairs]
    own = [key for key in every if not (key[1] in ALLOWANCES and key[0] in ALLOWANCES_LIKE)]
    yield from (key for key in own if key[1] == "wage")
    yield from (key for key in own if key[1] in ALLOWANCES)
    yield from (key for key in own if key[1] not in ("wage", *ALLOWANCES))


PRINTED: tuple[Key, ...] = tuple(_printed())


class Refused(ValueError):
    """A revision that cannot be; `field` is the figure to change and `citation` the law, if the law refuses it."""

    def __init__(self, field: str, step: Step, citation: str = "") -> None:
        super().__init__(step.sentence())
        self.field = field
        self.step = step
        self.citation = citation

    def sentence(self, language: str = "en") -> str:
        """Return why, in words."""
        return self.step.sentence(language)


class Flag(NamedTuple):
    """Something that whoever decides must see first: how grave, why, and by which rule."""

    tone: Tone
    step: Step
    cite: str = ""

    def sentence(self, language: str = "en") -> str:
        """Return the flag in words."""
        return sentence(self.step.key, self.step.values, language)


@dataclass(frozen=True, slots=True)
class Stated:
    """An amount in dollars that a table states, from its first day on."""

    class_: str
    item: str
    unit: str
    amount: Decimal
    start: date


@dataclass(frozen=True, slots=True)
class Line:
    """One proposed amount in dollars for one unit, from `start` to `end` (both days included), beside the old one."""

    class_: str
    item: str
    unit: str
    old: Decimal | None
    new: Decimal
    start: date
    end: date | None
    cite: str
    finding: Finding[Any]
    tie: bool = False

    @property
    def key(self) -> Key:
        """Return class, item and unit."""
        return self.class_, self.item, self.unit

    @property
    def change(self) -> Decimal | None:
        """Return the change in dollars, None where nothing was printed before."""
        return None if self.old is None else self.new - self.old

    @property
    def percent(self) -> Decimal | None:
        """Return the change in percent of the old amount, half up to one decimal."""
        if self.old is None or not self.old:
            return None
        size = divided(abs(self.new - self.old) * 100, self.old, Decimal("0.1"))
        return -size if self.new < self.old and size else size


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a revision would print, what it leaves as it is, what to look at, and by when it must be promulgated."""

    method: str
    lines: tuple[Line, ...]
    stays: tuple[tuple[Key, Rate], ...]
    flags: tuple[Flag, ...]
    first_day: date
    applies: Finding[date]
    deadline: Finding[Due] | None
    book: str

    @property
    def fell(self) -> bool:
        """Return whether a falling index lowers amounts, which a person must confirm."""
        return any(flag.step.key == "proposals.fell" for flag in self.flags)

    @property
    def needs_large_confirmed(self) -> bool:
        """Return whether amounts fall, or change with the index, by more than half, which a person must confirm."""
        sizes = [line.percent for line in self.lines if line.percent is not None]
        return any(size < -LARGE_CHANGE or (self.method == "index" and size > LARGE_CHANGE) for size in sizes)


def by_poverty_line(
    *, book: RateBook, line: Decimal, published: date, revised_on: date, raised: Mapping[str, Decimal] | None = None
) -> Proposal:
    """Return the hourly rates that follow from the poverty line of a family of 3 as AB622 104.035 (1) to (5) has them.

    The bill has no class of minors except on farms (X-03), so minors elsewhere have the general rate.
    `line` in dollars a year; `published` is the day of the federal publication, `revised_on` the day on which the
    rule will be made; `raised` holds the dollars to which a class was raised by rule under sub. (8). Refused for a
    figure that comes to nothing, or for a rule made before the publication it rests on.
    """
    if revised_on < published:
        raise Refused("revised_on", Step("proposals.before_publication", {"published": published}))
    applies = revisions.applies_from(revised_on)
    lines, flags = [], []
    for class_ in revisions.FORMULA_CLASSES:
        raised_to = (raised or {}).get(class_)
        found = revisions.poverty_line_rates(poverty_line=line, class_=class_, raised_to=raised_to)
        tie = found.value["tie"] and not found.value["raised"]
        key, amount = (class_, "wage", "hour"), found.value["amount"]
        lines.append(_line(book, key, new=amount, start=applies.value, finding=found, tie=tie))
        if class_ == "general":
            minors = _like_general(amount, found)
            lines.append(_line(book, ("minor", "wage", "hour"), new=amount, start=applies.value, finding=minors))
        if tie:
            flags.append(_tie(next(line for line in lines if line.key == key), found.value["exact"]))
        if found.value["raised"]:
            alone = revisions.poverty_line_rates(poverty_line=line, class_=class_, raised_to=None).value["amount"]
            words = {"class": _class(class_), "rate": amount, "formula": alone}
            flags.append(Flag("info", Step("proposals.raised", words), "AB622 104.035 (8)"))
    deadline = _due(lambda: revisions.revision_due(published))
    if deadline is not None and revised_on > deadline.value.legal_due:
        words = {"due": deadline.value.legal_due, "revised_on": revised_on}
        flags.insert(0, Flag("warn", Step("proposals.late", words), "AB622 104.035 (1)"))
    return _proposal("poverty_line", book, lines, flags=flags, applies=applies, deadline=deadline)


def _like_general(amount: Decimal, found: Finding[Any]) -> Finding[Any]:
    """Return why a minor who does no farm work has the general rate: the bill knows minors only on farms (X-03)."""
    step = Step("proposals.minors_like_general", {"amount": amount})
    return Finding(amount, (*found.steps, step), (*found.citations, "AB622 104.035 (2)"), found.books)


def by_index(*, book: RateBook, year: int, last: Decimal, this: Decimal) -> Proposal:
    """Return every amount in effect on August 31 adjusted by the price index as SB130 104.035 (9) (a) has it.

    `last` and `this` are the averages of the index for the 12 months ending May 31 of the year before and of `year`,
    both above zero. Refused where nothing is in effect on that day, or an amount comes to nothing.
    """
    first_day = revisions.first_day_of(year)
    cite = newest("revisions.sb130.step").cite
    applies = Finding(first_day, (Step("proposals.index_applies", {"day": first_day}),), (cite,))
    lines, flags = [], []
    if this < last:
        flags.append(Flag("warn", Step("proposals.fell", {"year": year, "last": last, "this": this}), cite))
    for key in PRINTED:
        rate = _find(book, key, day_before(first_day))
        if rate is None:
            continue
        found = revisions.price_index_amounts(
            amount=rate.amount, index=(last, this), first_year=year, counselor=key[0].startswith("counselor")
        )
        base = Step("proposals.base", {"day": day_before(first_day), "cite": rate.cite, "amount": rate.amount})
        # The last step names the first day, which is the same for all and stands in `applies`.
        steps = (base, *found.steps[:-1])
        found = Finding(found.value, steps, (*found.citations, rate.cite), {"rates": book.name})
        amount, tie = found.value["new_amount"], found.value["ties"][0]
        made = _line(book, key, new=amount, start=first_day, finding=found, tie=tie)
        lines.append(made)
        if made.tie:
            flags.append(_tie(made, found.value["exact"][0]))
    return _proposal(
        "index", book, lines, flags=flags, applies=applies, deadline=_due(lambda: _by_day(first_day, cite))
    )


def by_table(*, book: RateBook, stated: Sequence[Stated], dated: bool, cite: str) -> Proposal:
    """Return the amounts of a table as they were typed, each from its own first day (`dated`) or all from one.

    A later amount of the same class ends the one before it. `cite` names where the table is printed. Refused for an
    empty table and for two amounts of one class that begin on the same day.
    """
    steps: dict[Key, list[Stated]] = {}
    for row in sorted(stated, key=lambda row: row.start):
        before = steps.setdefault((row.class_, row.item, row.unit), [])
        if before and before[-1].start == row.start:
            raise Refused("table", Step("proposals.twice", _words(row.class_, row.item, row.unit)))
        before.append(row)
    lines = []
    for key in PRINTED:
        old = None
        for place, row in enumerate(steps.get(key, ())):
            following = steps[key][place + 1].start if place + 1 < len(steps[key]) else None
            step = Step("proposals.stated", {**_words(*key), "cite": cite, "amount": row.amount, "day": row.start})
            found = Finding(row.amount, (step,), (cite,), {"rates": book.name})
            last = following and day_before(following)
            made = _line(book, key, new=row.amount, start=row.start, finding=found, end=last)
            lines.append(replace(made, cite=cite) if old is None else replace(made, cite=cite, old=old))
            old = row.amount
    if not lines:
        raise Refused("table", Step("proposals.empty", {}))
    first_day = min(line.start for line in lines)
    applies = Finding(first_day, (Step("proposals.table_applies", {"day": first_day}),), (cite,))
    return _proposal("dated" if dated else "typed", book, lines, flags=[], applies=applies, deadline=None)


def _proposal(
    method: str,
    book: RateBook,
    lines: Sequence[Line],
    *,
    flags: Iterable[Flag],
    applies: Finding[date],
    deadline: Finding[Due] | None,
) -> Proposal:
    """Gather the parts, refuse amounts of nothing, and add the flags that every method shares."""
    if not lines:
        raise Refused("year", Step("proposals.nothing_in_force", {"day": day_before(applies.value)}))
    for line in lines:
        if line.new <= 0:
            raise Refused("", Step("proposals.nothing", _words(*line.key)))
    named = {line.key for line in lines}
    eve = day_before(applies.value)
    stays = [(key, rate) for key in PRINTED if key not in named and (rate := _find(book, key, eve))]
    shared = [*flags, *_no_deadline(method, deadline), *_order(book, lines), *_lower(method, lines), *_odd(lines)]
    shared += [*_federal(lines), *(_outside_formula(key for key, _rate in stays) if method == "poverty_line" else ())]
    return Proposal(method, tuple(lines), tuple(stays), tuple(shared), applies.value, applies, deadline, book.name)


def _line(
    book: RateBook,
    key: Key,
    *,
    new: Decimal,
    start: date,
    finding: Finding[Any],
    end: date | None = None,
    tie: bool = False,
) -> Line:
    rate = _find(book, key, day_before(start))
    finding = Finding(new, finding.steps, finding.citations, finding.books)
    # The provision alone: the authority of the old amount is not the one of the new.
    return Line(*key, rate.amount if rate else None, new, start, end, rate.provision if rate else "", finding, tie)


def _find(book: RateBook, key: Key, on: date) -> Rate | None:
    class_, item, unit = key
    try:
        return book.find(source=SOURCE, class_=class_, item=item, unit=unit, on=on)
    except NoRateInSource:
        return None


def _due(count: Any) -> Finding[Due] | None:
    """Return a deadline, None where the holiday table ends: no date rather than a guess."""
    try:
        return count()  # type: ignore[no-any-return]
    except NotCovered:
        return None


def _by_day(day: date, cite: str) -> Finding[Due]:
    """Return the deadline "by" a day of the calendar (R-SB130-035-9a): nothing is counted, only the roll applies."""
    legal = rolled(day)
    due = Due(day, legal.value, office_day_on_or_before(day), "", ())
    steps = (Step("proposals.by_day", {"day": day}), *legal.steps)
    return Finding(due, steps, tuple(dict.fromkeys((cite, *legal.citations))), legal.books)


def _tie(line: Line, exact: Decimal) -> Flag:
    words = {**_words(*line.key), "exact": _cents(exact), "amount": line.new}
    return Flag("warn", Step("proposals.tie", words), "C-6")


def _cents(exact: Decimal) -> Decimal:
    """Return a figure of 5 decimals without its last zeros, but with its cents."""
    plain = without_zeros(exact)
    return plain if plain.quantize(CENT) != plain else plain.quantize(CENT)


def _no_deadline(method: str, deadline: Finding[Due] | None) -> Iterator[Flag]:
    if method in ("poverty_line", "index") and deadline is None:
        yield Flag("warn", Step("proposals.deadline_unknown", {}))


def _outside_formula(keys: Iterable[Key]) -> Iterator[Flag]:
    """Say what the formula leaves alone: meals and lodging, and camps and caddies, each set by rule of the department."""
    board = [item in ALLOWANCES for _class_name, item, _unit in keys]
    if any(board):
        yield Flag("info", Step("proposals.board_by_rule", {"n": board.count(True)}), "AB622 104.045 (2)")
    if not all(board):
        yield Flag("info", Step("proposals.set_by_rule", {"n": board.count(False)}), "AB622 104.035 (6)")


def _order(book: RateBook, lines: Sequence[Line]) -> Iterator[Flag]:
    """Flag each class that a day of the table would pay less than one which the law puts under it."""
    for upper, lower in revisions.UNDER:
        for day in sorted({line.start for line in lines}):
            more, less = (_wage(book, lines, class_=class_, on=day) for class_ in (upper, lower))
            if more is not None and less is not None and more < less:
                words = {"day": day, "upper": _class(upper), "more": more, "lower": _class(lower), "less": less}
                yield Flag("warn", Step("proposals.order", words))
                break


def _wage(book: RateBook, lines: Iterable[Line], *, class_: str, on: date) -> Decimal | None:
    key = (class_, "wage", "hour")
    own = [line for line in lines if line.key == key and line.start <= on and (line.end is None or on <= line.end)]
    rate = None if own else _find(book, key, on)
    return own[0].new if own else rate.amount if rate else None


def _lower(method: str, lines: Iterable[Line]) -> Iterator[Flag]:
    """Flag amounts that go down; the falling index has its own flag."""
    lower = [line for line in lines if line.change is not None and line.change < 0]
    if lower and method != "index":
        yield Flag("warn", Step("proposals.lower", {"n": len(lower), "names": _names(lower)}))


def _odd(lines: Iterable[Line]) -> Iterator[Flag]:
    odd = [line for line in lines if line.percent is not None and abs(line.percent) > LARGE_CHANGE]
    if odd:
        yield Flag("warn", Step("proposals.large_change", {"n": len(odd), "names": _names(odd)}))


def _federal(lines: Sequence[Line]) -> Iterator[Flag]:
    """Flag hourly rates below the federal one, which governs where both laws cover the work; tipped pay is apart."""
    lower: dict[tuple[Any, str], list[Line]] = {}
    for line in lines:
        if line.item != "wage" or line.class_ in ALLOWANCES_LIKE:
            continue
        try:
            federal = in_force("federal.minimum_wage", line.start)
        except NoRateInSource:
            continue
        if line.new < Decimal(federal.value):
            lower.setdefault((federal.value, federal.cite), []).append(line)
    for (amount, cite), found in lower.items():
        words = {"n": len(found), "federal": amount, "names": _names(found)}
        yield Flag("info", Step("proposals.below_federal", words), cite)


def _class(class_: str) -> Word:
    return Word(f"rates.class.{class_}")


def _words(class_: str, item: str, unit: str) -> dict[str, Any]:
    return {"class": _class(class_), "item": Word(f"rates.item.{item}"), "unit": Word(f"rates.unit.{unit}")}


def _names(lines: Iterable[Line]) -> tuple[Word, ...]:
    return tuple(dict.fromkeys(_class(line.class_) for line in lines))
