"""Names what a worker's line holds, once for the form, the spreadsheet and the pages: labels, nouns, allowed answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from licenses.content import HOURLY, PIECE
from wagecase.rules.sample_study import TIME, UNITS

YES_NO: Final[Mapping[str, Any]] = {"yes": _("Yes"), "no": _("No")}
PAY_BASES: Final[Mapping[str, Any]] = {HOURLY: _("Hourly"), PIECE: _("Piece")}
# A category only, never a diagnosis.
DISABILITIES: Final[Mapping[str, Any]] = {
    "intellectual": _("Intellectual or developmental"),
    "psychiatric": _("Psychiatric"),
    "visual": _("Visual"),
    "hearing": _("Hearing loss"),
    "substance": _("Substance use"),
    "neuromuscular": _("Neuromuscular"),
    "age": _("Related to age"),
    "other": _("Other"),
}
COUNSELED: Final[Mapping[str, Any]] = {"yes": _("Yes"), "no": _("No"), "not-required": _("Not required")}
MEASURES: Final[Mapping[str, Any]] = {
    UNITS: _("Units made in the same time"), TIME: _("Time for the same task, in minutes"),
}  # fmt: skip
TEXT, CHOICE, DATE, NUMBER, COUNT, NUMBERS = "text", "choice", "date", "number", "count", "numbers"


@dataclass(frozen=True)
class Column:
    """One answer of a worker's line. `noun` names it inside a sentence; numbers lie above `above` and up to `high`."""

    name: str  # of WorkerFacts
    label: Any
    noun: Any
    kind: str = TEXT
    longest: int = 100  # characters
    options: Mapping[str, Any] = field(default_factory=dict)
    above: Decimal = Decimal(0)
    zero: bool = False  # 0 is an answer
    most: int = 0  # numbers in a row of them
    high: Decimal = Decimal(0)
    places: int = 0
    past: bool = False  # a date that cannot lie ahead
    example: str = ""
    other_heads: tuple[str, ...] = ()  # further names under which spreadsheets have it, in small letters


def _number(name: str, label: Any, noun: Any, **more: Any) -> Column:
    return Column(name, label, noun, NUMBER, **more)


COLUMNS: Final[tuple[Column, ...]] = (
    Column("worker_id", _("Worker id"), _("the worker’s id"), longest=40, example="W-014",
           other_heads=("id", "worker no", "worker number", "employee id", "employee number", "número de trabajador")),
    Column("name", _("Worker name"), _("the worker’s name"), example="Pat Placeholder Example",
           other_heads=("name", "employee name", "nombre")),
    Column("born_on", _("Date of birth"), _("the date of birth"), DATE, past=True, example="3/14/1990",
           other_heads=("birth date", "birthdate", "dob", "born")),
    Column("young", _("Age 24 or younger"), _("whether the worker is 24 or younger"), CHOICE, options=YES_NO,
           other_heads=("24 or younger",)),
    Column("disability", _("Disability category"), _("the disability category"), CHOICE, options=DISABILITIES,
           example="visual", other_heads=("disability", "category", "discapacidad")),
    Column("disability_words", _("Disability, if other"), _("what the other disability is"), longest=100,
           other_heads=("other disability",)),
    Column("evidence", _("Evidence of the disability on file"), _("whether evidence of the disability is on file"),
           CHOICE, options=YES_NO, example="yes", other_heads=("evidence", "evidence on file")),
    Column("evidence_kind", _("Kind of evidence"), _("the kind of evidence"), longest=200, example="Record of the county"),
    Column("evidence_on", _("Date of the evidence"), _("the date of the evidence"), DATE, past=True, example="11/3/2025",
           other_heads=("evidence date",)),
    Column("site", _("Place of work"), _("the place of work"), longest=200, example="Main shop",
           other_heads=("site", "place", "work site", "lugar")),
    Column("job", _("Main job"), _("the main job"), longest=200, example="Assembly",
           other_heads=("job", "contract", "trabajo")),
    Column("jobs", _("Number of jobs"), _("the number of jobs"), COUNT, high=Decimal(99), example="1",
           other_heads=("jobs",)),
    Column("pay_basis", _("Pay basis"), _("the pay basis"), CHOICE, options=PAY_BASES, example="hourly",
           other_heads=("basis", "paid by")),
    _number("weekly_hours", _("Average hours a week, all jobs"), _("the average hours a week"), high=Decimal(168),
            places=5, example="20", other_heads=("weekly hours", "hours a week", "hours per week")),
    _number("quarter_hours", _("Hours on the main job in the quarter"), _("the hours on the main job in the quarter"),
            high=Decimal(2208), places=5, example="260", other_heads=("quarter hours", "hours in the quarter")),
    _number("average_earnings", _("Average earnings an hour, all jobs"), _("the average earnings an hour"),
            high=Decimal(999), places=4, example="7.75", other_heads=("average earnings", "earnings per hour")),
    _number("worker_units", _("Units of the worker"), _("the units of the worker"), high=Decimal(999999), places=4,
            example="10", other_heads=("worker units", "units")),
    _number("standard_units", _("Units of the standard"), _("the units of the standard in the same time"),
            high=Decimal(999999), places=4, example="20", other_heads=("standard units", "standard")),
    _number("productivity", _("Productivity in percent"), _("the productivity in percent"), high=Decimal(200), places=3,
            other_heads=("productivity", "productivity rating", "productivity %", "productividad")),
    _number("rate", _("Rate paid"), _("the rate paid"), high=Decimal(999), places=4, example="7.75",
            other_heads=("rate", "wage", "hourly rate", "piece rate", "wage paid", "tarifa")),
    Column("studied_on", _("Date of the last time study"), _("the date of the last time study"), DATE, past=True,
           example="1/20/2026", other_heads=("last time study", "time study", "study date")),
    Column("next_study_on", _("Next time study due"), _("the date of the next time study"), DATE,
           example="7/20/2026", other_heads=("next study", "next time study")),
    Column("elsewhere", _("Works at another place too"), _("whether the worker works at another place too"), CHOICE,
           options=YES_NO, example="no", other_heads=("other site", "works elsewhere")),
    Column("counseled", _("Counseling documented (24 or younger)"), _("whether counseling of this worker is documented"),
           CHOICE, options=COUNSELED, other_heads=("counseling", "counseled")),
    Column("counseled_on", _("Date of the counseling document"), _("the date of the counseling document"), DATE, past=True,
           other_heads=("counseling date", "date of counseling")),
)  # fmt: skip
# A sample study has trials in numbers, so it is entered on the worker's page and has no column in a spreadsheet.
STUDY: Final[tuple[Column, ...]] = (
    Column("study_measure", _("What did each trial count?"), _("what each trial counted"), CHOICE, options=MEASURES),
    Column("study_setter", _("Trials of the standard setter"), _("the trials of the standard setter"), NUMBERS,
           longest=200, high=Decimal(999999), places=4, most=20, example="20, 22, 21"),
    Column("study_worker", _("Trials of the worker"), _("the trials of the worker"), NUMBERS,
           longest=200, high=Decimal(999999), places=4, most=20, example="10, 11, 9"),
    _number("study_quantity", _("Weight of quantity in percent"), _("the weight of quantity"), high=Decimal(100), places=2,
            zero=True, example="90"),
    _number("study_quality", _("Weight of quality in percent"), _("the weight of quality"), high=Decimal(100), places=2,
            zero=True, example="10"),
    Column("study_checked", _("Units or points checked for quality"), _("how many units or points were checked"), COUNT,
           high=Decimal(99999), example="30"),
    Column("study_errors", _("Of these with an error"), _("how many had an error"), COUNT, high=Decimal(99999), zero=True,
           example="3"),
)  # fmt: skip
ANSWERS: Final = (*COLUMNS, *STUDY)  # every answer of a line
BY_NAME: Final = {column.name: column for column in ANSWERS}


@cache
def answers_by_word(name: str) -> Mapping[str, str]:
    """Return the code of each way to write an answer of a choice: the code itself, or its label in any language."""
    found: dict[str, str] = {}
    for code, label in BY_NAME[name].options.items():
        found[code] = code
        for language in ("en", "es"):
            with translation.override(language):
                found[str(label).casefold()] = code
    if {"yes", "no"} <= set(BY_NAME[name].options):
        found |= {"y": "yes", "s": "yes", "si": "yes", "true": "yes", "n": "no", "false": "no"}
    return found


@cache
def columns_by_head() -> Mapping[str, str]:
    """Return the column of each head that a spreadsheet may give it, as `plain_head` writes heads."""
    found: dict[str, str] = {}
    for column in COLUMNS:
        words = [column.name.replace("_", " "), *column.other_heads]
        for language in ("en", "es"):
            with translation.override(language):
                words.append(str(column.label))
        for word in words:
            found.setdefault(plain_head(word), column.name)
    return found


def plain_head(text: str) -> str:
    """Return a head without letter case, punctuation and doubled spaces, so that small differences do not count."""
    return " ".join("".join(char if char.isalnum() or char == "%" else " " for char in text.casefold()).split())
