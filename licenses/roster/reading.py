"""Reads a row of a roster as the line it would make: what is wrong, what changes, and what the worker must be paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from licenses.content import ApplicationContent, WorkerFacts
from licenses.roster.matching import Cells, Planned
from licenses.roster.models import Pile
from licenses.wages import Checker, WageCheck
from licenses.worker_columns import ANSWERS, BY_NAME, CHOICE, COUNT, DATE, NUMBER, NUMBERS, Column
from licenses.worker_rules import Lists, Problem, answers_of, beside_wage, read_worker
from wagecase.web.formatting import counted

LONGEST_SHOWN: Final = 200  # characters of a cell that are kept to be shown in the report
NAMES_SHOWN: Final = 8


@dataclass(frozen=True)
class Reading:
    """What one row comes to. `changes` are answer, text before and text after; `cells` the texts of faulty answers."""

    number: int
    pile: Pile
    answers: Mapping[str, str]
    problems: tuple[Problem, ...] = ()
    changes: tuple[tuple[str, str, str], ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    version: int | None = None
    check: WageCheck = field(default_factory=WageCheck)

    def to_dict(self) -> dict[str, Any]:
        """Return what is kept of it, as JSON values."""
        return {
            "answers": dict(self.answers), "problems": [one.to_dict() for one in self.problems],
            "changes": [list(change) for change in self.changes], "cells": dict(self.cells),
        }  # fmt: skip


class RowReader:
    """Reads the rows of one spreadsheet against the places, jobs and wages of one draft on one day."""

    def __init__(self, content: ApplicationContent, *, on: date) -> None:
        self._on = on
        self._lists = Lists.of(sites=[one.name for one in content.sites], jobs=[one.name for one in content.jobs])
        self._checker = Checker(content, on=on)

    def read(self, row: Planned) -> Reading:
        """Return what a row comes to. Answers that the spreadsheet has no column for stay as the draft has them."""
        before = dict(row.kept.answers) if row.kept else {}
        typed = {**before, **row.cells}
        facts, problems = read_worker(typed, today=self._on, lists=self._lists)
        if row.twice:
            rows = ", ".join(map(str, row.twice[:5]))
            problems.append(Problem("worker_id", "twice", {"rows": rows}))
        if facts.elsewhere == "yes" and not row.elsewhere:
            problems.append(Problem("elsewhere", "no_other_row"))
        job = self._checker.job(facts.job)
        problems += beside_wage(facts, job.prevailing if job else None)
        answers = self._answers(typed, facts, problems)
        changes = self._changes(before, answers) if row.kept else ()
        return Reading(
            number=row.number, pile=_pile(row, problems, changes), answers=answers, problems=tuple(problems),
            changes=changes, cells={one.column: typed.get(one.column, "")[:LONGEST_SHOWN] for one in problems},
            key=row.kept.key if row.kept else "", version=row.kept.version if row.kept else None,
            check=self._checker.check(facts),
        )  # fmt: skip

    def check(self, answers: Cells) -> WageCheck:
        """Return what the line with these answers must be paid."""
        return self._checker.check(read_worker(answers, today=self._on, lists=self._lists)[0])

    def _answers(self, typed: Cells, facts: WorkerFacts, problems: list[Problem]) -> dict[str, str]:
        """Return every answer as it is kept: one that was read in its own form, a faulty or a moot one as typed."""
        found = answers_of(facts)
        for column in ANSWERS:
            text = typed.get(column.name, "").strip()
            if text and column.name not in found:
                found[column.name] = text
        return found

    def _changes(self, before: Cells, answers: Cells) -> tuple[tuple[str, str, str], ...]:
        facts, problems = read_worker(before, today=self._on, lists=self._lists)
        old = self._answers(before, facts, problems)
        return tuple(
            (column.name, old.get(column.name, ""), answers.get(column.name, ""))
            for column in ANSWERS
            if old.get(column.name, "") != answers.get(column.name, "")
        )


def _pile(row: Planned, problems: list[Problem], changes: tuple[tuple[str, str, str], ...]) -> Pile:
    if any(not problem.warns for problem in problems):
        return Pile.PROBLEM
    if row.kept is None:
        return Pile.NEW
    return Pile.CHANGED if changes else Pile.SAME


def accepted(column: Column, content: ApplicationContent) -> str:
    """Return in words what an answer may be."""
    if column.name in ("site", "job"):
        return _one_of([one.name for one in (content.sites if column.name == "site" else content.jobs)])
    if column.kind == CHOICE:
        return _one_of([str(label) for label in column.options.values()])
    if column.kind == DATE:
        return _("A date such as 3/2/2026") if not column.past else _("A date such as 3/2/2026, not after today")
    if column.kind == COUNT:
        return _("A whole number from %(least)s to %(most)s") % {
            "least": 0 if column.zero else 1,
            "most": f"{column.high:f}",
        }
    if column.kind == NUMBERS:
        return _("Up to %(most)s numbers with commas between them") % {"most": column.most}
    if column.kind == NUMBER and column.zero:
        return _("A number from 0 to %(most)s") % {"most": f"{column.high:,f}"}
    if column.kind == NUMBER:
        words = ngettext(
            "A number above 0 and up to %(most)s, with at most %(places)d place after the point",
            "A number above 0 and up to %(most)s, with at most %(places)d places after the point", column.places,
        )  # fmt: skip
        return words % {"most": f"{column.high:,f}", "places": column.places}
    return _("Up to %(most)s characters") % {"most": counted(column.longest)}


def _one_of(names: list[str]) -> str:
    if not names:
        return _("Nothing yet: fill in that section of the application first")
    shown = ", ".join(names[:NAMES_SHOWN])
    more = len(names) - NAMES_SHOWN
    return _("One of: %(names)s") % {"names": f"{shown}, …" if more > 0 else shown}


def shown_answer(name: str, text: str) -> str:
    """Return an answer as a report writes it: a choice by its label, a blank as "blank"."""
    if not text:
        return _("blank")
    column = BY_NAME[name]
    if column.kind == DATE and text[4:5] == "-" and text[7:8] == "-":
        year, month, day = text.split("-")
        return f"{int(month)}/{int(day)}/{year}"
    return str(column.options.get(text, text))
