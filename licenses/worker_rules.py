"""Reads a worker's line from typed text and says what is wrong with it: the one source of rules of form and spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy

from licenses import studies
from licenses.content import HOURLY, PIECE, WorkerFacts
from licenses.worker_columns import (
    ANSWERS,
    BY_NAME,
    CHOICE,
    COUNT,
    DATE,
    NUMBER,
    NUMBERS,
    TEXT,
    Column,
    answers_by_word,
)
from wagecase.rules import calendar, law, license_dates
from wagecase.rules.language import LANGUAGES, catalog
from wagecase.rules.money import without_zeros
from wagecase.web.formatting import counted, shortday
from wagecase.web.text_safety import is_forbidden

EARLIEST: Final = date(1900, 1, 1)
YOUNG_UP_TO: Final = 24  # years of age, of the federal duty to counsel (domain file, B7)
WEEKS_OF_QUARTER: Final = 13
# One sentence for each thing that may be wrong. {noun} names the answer; the rest comes from the problem.
SENTENCES: Final[Mapping[str, Any]] = {
    "blank": gettext_lazy("Enter {noun}"),
    "name_or_id": gettext_lazy("Enter the worker’s id or name"),
    "birth_or_young": gettext_lazy("Enter the date of birth, or whether the worker is 24 or younger"),
    "age_differs": gettext_lazy("Check the age: the date of birth and “24 or younger” do not agree"),
    "odd_text": gettext_lazy("Check {noun}: it holds characters that we cannot store"),
    "long": gettext_lazy("Shorten {noun} to {most} characters or fewer"),
    "choice": gettext_lazy("Check {noun}: write one of the allowed answers"),
    "number": gettext_lazy("Enter {noun} as a number, such as {example}"),
    "places": gettext_lazy("Check {noun}: use at most {most} numbers after the point"),
    "low": gettext_lazy("Check {noun}: it must be more than {most}"),
    "high": gettext_lazy("Check {noun}: it must be {most} or less"),
    "below_zero": gettext_lazy("Check {noun}: it must be 0 or more"),
    "whole": gettext_lazy("Enter {noun} as a whole number, such as {example}"),
    "numbers": gettext_lazy("Enter {noun} as numbers with commas between them, such as {example}"),
    "many": gettext_lazy("Check {noun}: enter {most} numbers or fewer"),
    "date": gettext_lazy("Enter {noun} as month, day and year, such as 3/2/2026"),
    "year": gettext_lazy("Check {noun}: write the year with four numbers"),
    "no_day": gettext_lazy("Check {noun}: there is no such day"),
    "early": gettext_lazy("Check {noun}: it must be in {most} or later"),
    "ahead": gettext_lazy("Check {noun}: it cannot be after today, {most}"),
    "study_order": gettext_lazy("Check the date of the next time study: it must be after the last one"),
    "unknown_site": gettext_lazy("Check the place of work: it must be one of your places of work, written the same"),
    "unknown_job": gettext_lazy("Check the main job: it must be one of your jobs, written the same"),
    "measure": gettext_lazy("Enter the units of the worker and of the standard, or the productivity in percent"),
    "one_unit": gettext_lazy("Enter both the units of the worker and the units of the standard"),
    "too_productive": gettext_lazy("Check the units: the worker cannot make more than {most} percent of the standard"),
    "counsel": gettext_lazy("Say whether counseling of this worker, who is 24 or younger, is documented"),
    "trials": gettext_lazy("Enter as many trials of the worker as of the standard setter: there are {worker} and {setter}"),
    "weights": gettext_lazy("Check the weights of quantity and quality: they must come to 100, not {total}"),
    "too_many_errors": gettext_lazy("Check how many had an error: no more than the {most} that were checked"),
    "twice": gettext_lazy("The same worker, place and job stand again in row {rows}. Leave one of them out"),
    "unread": gettext_lazy("The row could not be read. Look at it in your file and upload it again"),
    # What follows is told and does not stop a line.
    "overtime": gettext_lazy("More than 40 hours a week: the hours over 40 are paid at one and a half times the rate"),
    "hours_differ": gettext_lazy("The hours in the quarter differ by more than 10 percent from 13 weeks"),
    "percent_differs": gettext_lazy("The percent differs from the units; the units count"),
    "tiny_percent": gettext_lazy("This is less than 1 percent. For 64.8 percent write 64.8"),
    "counsel_old": gettext_lazy("This worker is older than 24, so the answer about counseling is not filed"),
    "study_more": gettext_lazy("The sample study comes to {study} percent, {gap} points more than the {stated} percent of this line, from which the wage follows. Correct one of them"),
    "study_less": gettext_lazy("The sample study comes to {study} percent, {gap} points less than the {stated} percent of this line, from which the wage follows. Correct one of them"),
    "old_study": gettext_lazy("The last time study is older than 6 months"),
    "above_prevailing": gettext_lazy("More than the prevailing wage of the job"),
    "no_other_row": gettext_lazy("No other row names this worker at another place"),
}  # fmt: skip
WARNINGS: Final = frozenset({
    "overtime", "hours_differ", "percent_differs", "tiny_percent", "old_study", "above_prevailing", "no_other_row",
    "counsel_old", "study_more", "study_less",
})  # fmt: skip
DIFFERS: Final = frozenset({"study_more", "study_less"})  # of the warnings those that cast doubt on the wage
_NUMBER: Final = re.compile(r"([-−]?)\$?\s*((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(?:\.[0-9]*)?)\s*%?\Z")
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})\Z")
_US: Final = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})\Z")
_IN_WORDS: Final = re.compile(
    r"(?:([a-z]{3,9})\.? ([0-9]{1,2})|([0-9]{1,2}) (?:de )?([a-z]{3,10})),? (?:de )?([0-9]{4})\Z"
)
_SHORT_YEAR: Final = re.compile(r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2}\Z")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to mend in a line, kept without words so that it is told in the language of whoever reads it.

    `column` is the name in WorkerFacts. It never holds what was typed.
    """

    column: str
    code: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def warns(self) -> bool:
        """Whether it is only told and does not keep the line back."""
        return self.code in WARNINGS

    def text(self) -> str:
        """Return the sentence in the current language."""
        column = BY_NAME[self.column]
        return str(SENTENCES[self.code]).format(noun=column.noun, example=column.example or "12.5", **self.values)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"column": self.column, "code": self.code, "values": dict(self.values)}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Problem:
        """Return what `to_dict` wrote."""
        return cls(stored["column"], stored["code"], dict(stored["values"]))


@dataclass(frozen=True)
class Lists:
    """The names that a line may refer to, as `Lists.of` makes them; None where they are not checked."""

    sites: frozenset[str] | None = None
    jobs: frozenset[str] | None = None

    @classmethod
    def of(cls, *, sites: Iterable[str], jobs: Iterable[str]) -> Lists:
        """Return the lists of an application; letter case and spaces at the ends do not count."""
        return cls(frozenset(map(same_name, sites)), frozenset(map(same_name, jobs)))


def same_name(text: str) -> str:
    """Return a name as it is compared."""
    return " ".join(text.split()).casefold()


def read_worker(
    cells: Mapping[str, str], *, today: date | None = None, lists: Lists | None = None, key: str = ""
) -> tuple[WorkerFacts, list[Problem]]:
    """Return the line that typed texts make, by field name, and what is wrong with it; an answer with a problem is left blank.

    Answers that only warn (`Problem.warns`) are taken. Nothing is ever raised, whatever was typed.
    """
    today = today or timezone.localdate()
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for column in ANSWERS:
        text = (cells.get(column.name) or "").strip()
        if not text:
            continue
        try:
            found[column.name] = _READERS[column.kind](text, column, today)
        except _Wrong as wrong:
            problems.append(Problem(column.name, wrong.code, wrong.values))
    whole = WorkerFacts(key=key, **found)
    moot = unasked(whole, today)
    dropped = moot & found.keys()
    if dropped:
        found = {name: value for name, value in found.items() if name not in dropped}
    facts = WorkerFacts(key=key, **found) if dropped else whole
    problems = [one for one in problems if one.column not in moot]
    faulty = {problem.column for problem in problems}
    if whole.counseled in ("yes", "no") and "counseled" in moot:
        problems.append(Problem("counseled", "counsel_old"))
    problems += [one for one in _missing(facts, found, faulty, today=today) if one.column not in faulty]
    problems += [one for one in _contradictions(facts, today, lists or Lists()) if one.column not in faulty]
    return facts, problems


def is_young(facts: WorkerFacts, today: date) -> bool | None:
    """Return whether a worker is 24 or younger, by birth or as stated; None where neither is there or they disagree."""
    by_birth = None if facts.born_on is None else today < calendar.years_after(facts.born_on, YOUNG_UP_TO + 1)
    stated = facts.young == "yes" if facts.young else None
    if by_birth is not None and stated is not None and by_birth != stated:
        return None
    return stated if by_birth is None else by_birth


def unasked(facts: WorkerFacts, today: date) -> set[str]:
    """Return the answers that another answer makes moot: they are kept as typed and are no part of the line."""
    found: set[str] = set()
    if facts.disability not in ("", "other"):
        found.add("disability_words")
    if facts.evidence == "no":
        found |= {"evidence_kind", "evidence_on"}
    if facts.pay_basis == PIECE:
        found |= set(studies.ANSWERS)
    if is_young(facts, today) is False:
        found |= {"counseled", "counseled_on"}
    elif facts.counseled in ("no", "not-required"):
        found.add("counseled_on")
    return found


def beside_wage(facts: WorkerFacts, prevailing: Decimal | None) -> list[Problem]:
    """Return what is odd about a line beside the prevailing wage of its job, in dollars an hour."""
    earned = facts.average_earnings
    if prevailing is None or earned is None or earned <= prevailing:
        return []
    return [Problem("average_earnings", "above_prevailing")]


def answers_of(facts: WorkerFacts) -> dict[str, str]:
    """Return the texts from which `read_worker` makes the same line; numbers keep the digits that were typed."""
    found = {}
    for column in ANSWERS:
        value = getattr(facts, column.name)
        if value in (None, "", ()):
            continue
        if isinstance(value, tuple):
            value = ", ".join(map(str, value))
        found[column.name] = value.isoformat() if isinstance(value, date) else str(value)
    return found


def identity(facts: WorkerFacts) -> str:
    """Return what tells a worker from another: the employer's id, else the name; letter case and spaces do not count."""
    return same_name(facts.worker_id or facts.name)


def same_line(facts: WorkerFacts) -> tuple[str, str, str]:
    """Return what only one line may have: the worker, the place and the job."""
    return identity(facts), same_name(facts.site), same_name(facts.job)


class _Wrong(Exception):
    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def _text(text: str, column: Column, today: date) -> str:
    text = " ".join(text.split())
    if not text.isprintable() and any(is_forbidden(char) for char in text):
        raise _Wrong("odd_text")
    if len(text) > column.longest:
        raise _Wrong("long", most=counted(column.longest))
    return text


def _choice(text: str, column: Column, today: date) -> str:
    code = answers_by_word(column.name).get(" ".join(text.split()).casefold())
    if code is None:
        raise _Wrong("choice")
    return code


def _number(text: str, column: Column, today: date) -> Decimal:
    match = _NUMBER.match(text) if len(text) <= 40 else None
    if match is None or not match[2].strip(".") or (text.endswith("%") and column.name != "productivity"):
        raise _Wrong("number")
    number = Decimal(match[2].replace(",", ""))
    if match[1]:
        number = -number
    if column.zero and number < 0:
        raise _Wrong("below_zero")
    if not column.zero and number <= column.above:
        raise _Wrong("low", most=f"{column.above:,f}")
    if number > column.high:
        raise _Wrong("high", most=f"{column.high:,f}")
    if len(match[2].partition(".")[2].rstrip("0")) > column.places:
        raise _Wrong("places", most=str(column.places))
    return number


def _count(text: str, column: Column, today: date) -> int:
    number = _number(text, column, today) if not text.endswith("%") else Decimal("0.5")
    if number != number.to_integral_value():
        raise _Wrong("whole")
    return int(number)


def _numbers(text: str, column: Column, today: date) -> tuple[Decimal, ...]:
    """Return numbers that commas, semicolons or spaces set apart; so none has a comma for its thousands."""
    parts = [part for part in re.split(r"[,;\s]+", text) if part]
    if len(text) > column.longest or not parts:
        raise _Wrong("numbers")
    if len(parts) > column.most:
        raise _Wrong("many", most=str(column.most))
    try:
        return tuple(_number(part, column, today) for part in parts)
    except _Wrong as wrong:
        raise (_Wrong("numbers") if wrong.code == "number" else wrong) from None


def _date(text: str, column: Column, today: date) -> date:
    text = " ".join(text.split())
    if iso := _ISO.match(text):
        year, month, day = iso.groups()
    elif us := _US.match(text):
        month, day, year = us.groups()
    elif written := _written(text):
        month, day, year = written
    else:
        raise _Wrong("year" if _SHORT_YEAR.match(text) else "date")
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        raise _Wrong("no_day") from None
    if found < EARLIEST:
        raise _Wrong("early", most=str(EARLIEST.year))
    if column.past and found > today:
        raise _Wrong("ahead", most=shortday(today))
    if found.year > today.year + 10:
        raise _Wrong("no_day")
    return found


def _written(text: str) -> tuple[str, str, str] | None:
    """Return month, day and year of a date with the month in words: "March 2, 2026", "Mar 2, 2026", "2 de marzo de 2026"."""
    match = _IN_WORDS.match(text.casefold())
    if match is None:
        return None
    word, day = (match[1], match[2]) if match[1] else (match[4], match[3])
    number = _months().get(word[:3] if len(word) == 3 else word)
    return (str(number), day, match[5]) if number else None


@cache
def _months() -> Mapping[str, int]:
    """Return the number of each month by its name, and by its first three letters, in both languages."""
    found: dict[str, int] = {}
    for months in (catalog(language).months for language in LANGUAGES):
        for number, name in enumerate(months, start=1):
            found |= {name.casefold(): number, name.casefold()[:3]: number}
    return found


_READERS: Final = {TEXT: _text, CHOICE: _choice, NUMBER: _number, COUNT: _count, DATE: _date, NUMBERS: _numbers}
NEEDED: Final = (
    "disability", "evidence", "site", "job", "jobs", "pay_basis", "weekly_hours", "quarter_hours", "average_earnings",
    "rate", "elsewhere",
)  # fmt: skip


def _missing(facts: WorkerFacts, found: Container[str], faulty: Set[str], *, today: date) -> Iterator[Problem]:
    if not facts.worker_id and not facts.name and not faulty & {"worker_id", "name"}:
        yield Problem("worker_id", "name_or_id")
    if facts.born_on is None and not facts.young and not faulty & {"born_on", "young"}:
        yield Problem("born_on", "birth_or_young")
    needed = list(NEEDED)
    needed += ["disability_words"] if facts.disability == "other" else []
    needed += ["evidence_kind", "evidence_on"] if facts.evidence == "yes" else []
    needed += ["studied_on"] if facts.pay_basis == HOURLY else []
    needed += ["counseled_on"] if facts.counseled == "yes" else []
    if is_young(facts, today) and not facts.counseled:
        yield Problem("counseled", "counsel")
    if studies.is_given(facts):
        needed += ["study_measure", "study_setter", "study_worker", "study_quantity", "study_quality"]
        needed += ["study_checked", "study_errors"] if facts.study_quality else []
    yield from (Problem(name, "blank") for name in needed if name not in found)
    units = facts.worker_units, facts.standard_units
    if faulty & {"worker_units", "standard_units", "productivity"}:
        return
    if None in units and units != (None, None):
        yield Problem("worker_units" if units[0] is None else "standard_units", "one_unit")
    elif facts.pay_basis == HOURLY and units == (None, None) and facts.productivity is None:
        yield Problem("worker_units", "measure")


def _contradictions(facts: WorkerFacts, today: date, lists: Lists) -> Iterator[Problem]:
    if facts.born_on is not None and facts.young and is_young(facts, today) is None:
        yield Problem("young", "age_differs")
    if facts.site and lists.sites is not None and same_name(facts.site) not in lists.sites:
        yield Problem("site", "unknown_site")
    if facts.job and lists.jobs is not None and same_name(facts.job) not in lists.jobs:
        yield Problem("job", "unknown_job")
    if facts.studied_on and facts.next_study_on and facts.next_study_on <= facts.studied_on:
        yield Problem("next_study_on", "study_order")
    yield from _measured(facts)
    yield from _studied(facts)
    yield from _remarks(facts, today)


def _measured(facts: WorkerFacts) -> Iterator[Problem]:
    made, standard, percent = facts.worker_units, facts.standard_units, facts.productivity
    most = BY_NAME["productivity"].high
    if made is not None and standard is not None:
        if made * 100 > most * standard:
            yield Problem("worker_units", "too_productive", {"most": f"{most:f}"})
        elif percent is not None and abs(made * 100 - percent * standard) > standard:
            yield Problem("productivity", "percent_differs")
    if percent is not None and percent < 1:
        yield Problem("productivity", "tiny_percent")


def _studied(facts: WorkerFacts) -> Iterator[Problem]:
    """Tell what is wrong in a sample study, and how far a whole one is from what the line states (B6)."""
    setter, worker = len(facts.study_setter), len(facts.study_worker)
    if setter and worker and setter != worker:
        yield Problem("study_worker", "trials", {"worker": str(worker), "setter": str(setter)})
    quantity, quality = facts.study_quantity, facts.study_quality
    if quantity is not None and quality is not None and quantity + quality != studies.WEIGHTS:
        yield Problem("study_quality", "weights", {"total": f"{quantity + quality:f}"})
    checked, errors = facts.study_checked, facts.study_errors
    if checked is not None and errors is not None and errors > checked:
        yield Problem("study_errors", "too_many_errors", {"most": counted(checked)})
    found = studies.study_of(facts)
    if found is not None and studies.differs(found):
        value = found.value
        words = {"study": value["productivity"], "stated": value["stated"], "gap": without_zeros(abs(value["gap"]))}
        code = "study_more" if value["gap"] > 0 else "study_less"
        yield Problem("study_worker", code, {name: f"{one:f}" for name, one in words.items()})


def _remarks(facts: WorkerFacts, today: date) -> Iterator[Problem]:
    weekly, quarter = facts.weekly_hours, facts.quarter_hours
    if weekly is not None and weekly > Decimal(law.newest("licenses.overtime_hours").value):
        yield Problem("weekly_hours", "overtime")
    if facts.jobs == 1 and weekly is not None and quarter is not None:
        expected = weekly * WEEKS_OF_QUARTER
        if abs(quarter - expected) * 10 > expected:
            yield Problem("quarter_hours", "hours_differ")
    if facts.studied_on and facts.pay_basis == HOURLY and license_dates.review_due(facts.studied_on).value[0] < today:
        yield Problem("studied_on", "old_study")


_UNUSED = [column.name for column in ANSWERS if column.name not in {item.name for item in fields(WorkerFacts)}]
assert not _UNUSED, _UNUSED  # noqa: S101 - a column that no line has would be lost without a word
