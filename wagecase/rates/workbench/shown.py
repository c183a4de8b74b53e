"""Arrange a proposal as pages and the rule packet show it: labels, amounts, changes and sentences, nothing worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from wagecase.rates.models import DATED, INDEX, POVERTY_LINE, TYPED, RateSchedule
from wagecase.rates.tables import capitalized
from wagecase.rates.workbench.forms import FACTOR_LABELS, FORMS, raised_name
from wagecase.rules.language import word
from wagecase.rules.proposals import FACTORS, PRINTED, Key, Line, Proposal
from wagecase.rules.ratebook import NO_STATED_START
from wagecase.rules.revisions import FORMULA_CLASSES
from wagecase.web.formatting import longdate, money
from wagecase.web.forms import MoneyField

KINDS = {
    "wage": "Lowest pay for one hour", "lodging": "Most that meals and lodging may count as pay",
    "meals": "Most that meals and lodging may count as pay", "9-holes": "Lowest pay for caddies",
    "18-holes": "Lowest pay for caddies",
}  # fmt: skip
CAMPS = "Lowest pay for one week at a camp"
# By whose rule the deadline and the first day of a method run; a typed table has no rule of its own.
BILLS = {
    POVERTY_LINE: "2003 Assembly Bill 622",
    INDEX: "2007 Senate Bill 130",
    DATED: "2005 Assembly Bill 77",
    TYPED: "",
}
NO_DEADLINE = {
    DATED: "2005 Assembly Bill 77 states its days in the text and sets no day by which a rule must be made.",
    TYPED: "No bill sets a day by which a typed table must be promulgated.",
}  # fmt: skip

ORDER = PRINTED


@dataclass(frozen=True, slots=True)
class Row:
    """One amount: its class, what it is for, the old and the new dollars, and why."""

    class_name: str
    what: str
    old: Decimal | None
    new: Decimal
    change: str
    percent: str
    start: date
    end: date | None
    tie: bool
    steps: list[str]
    law: str
    is_own_step: bool = False  # the old amount is an earlier step of the same table, not one in force

    @property
    def direction(self) -> str:
        """Return "up", "down" or "same"; "new" where nothing was printed before."""
        if self.old is None:
            return "new"
        return "same" if self.new == self.old else "up" if self.new > self.old else "down"


@dataclass(frozen=True, slots=True)
class Group:
    """The amounts of one kind of pay."""

    title: str
    rows: list[Row]


def groups(proposal: Proposal) -> list[Group]:
    """Return the proposed amounts by kind of pay, in the order of the book."""
    found: dict[str, list[Row]] = {}
    seen: set[Key] = set()
    for line in proposal.lines:
        found.setdefault(KINDS.get(line.item, CAMPS), []).append(replace(_row(line), is_own_step=line.key in seen))
        seen.add(line.key)
    return [Group(title, rows) for title, rows in found.items()]


def staying(proposal: Proposal) -> list[dict[str, Any]]:
    """Return the amounts that the proposal leaves as they are."""
    return [
        {"class_name": label(key[0]), "what": what(key), "amount": rate.amount, "law": rate.cite}
        for key, rate in proposal.stays
    ]


def flags(proposal: Proposal) -> list[dict[str, str]]:
    """Return what must be seen first, warnings before remarks."""
    found = sorted(proposal.flags, key=lambda flag: flag.tone != "warn")
    return [{"tone": flag.tone, "text": capitalized(flag.sentence()), "law": _law(flag.cite)} for flag in found]


def _law(cite: str) -> str:
    """Return a citation of a text; what we agreed among ourselves, such as C-6, means nothing to a reader."""
    return "" if cite.startswith("C-") else cite


def deadline(proposal: Proposal) -> dict[str, Any]:
    """Return by when the rule must be promulgated and from which day it applies, each with its steps and law."""
    applies = {"day": proposal.first_day, "steps": proposal.applies.sentences(), "law": proposal.applies.citations}
    told: dict[str, Any] = {
        "bill": BILLS[proposal.method], "applies": applies, "none": NO_DEADLINE.get(proposal.method, ""),
    }  # fmt: skip
    if proposal.deadline is not None:
        due = proposal.deadline.value
        told["due"] = {
            "raw": due.raw_due, "legal": due.legal_due, "work_by": due.work_by,
            "steps": proposal.deadline.sentences(), "law": proposal.deadline.citations,
        }  # fmt: skip
    return told


def figures(schedule: RateSchedule, *, iso: bool = False) -> list[tuple[str, str]]:
    """Return the figures with the labels of their fields: dollars as dollars, days in words or (`iso`) as 2027-09-01."""
    form = FORMS.get(schedule.method)
    if form is None:
        return []
    typed: dict[str, str] = schedule.inputs
    labels = {name: str(field.label) for name, field in form.base_fields.items()}
    names = [name for name in form.figures if name != "table"]
    found = [(labels[name], _figure(form.base_fields[name], typed.get(name, ""), iso=iso)) for name in names]
    for class_ in FORMULA_CLASSES:
        if typed.get(raised_name(class_)):
            found.append((f"Raised by rule: {label(class_).lower()}, an hour", _dollars(typed[raised_name(class_)])))
    return [*found, ("Where the figures come from", typed.get("figures_source", ""))]


def _figure(field: forms.Field, typed: str, *, iso: bool) -> str:
    """Return a figure as people write it; as it was typed if it cannot be read."""
    if isinstance(field, MoneyField):
        return _dollars(typed)
    if isinstance(field, forms.DateField):
        try:
            day = field.to_python(typed)
        except ValidationError:
            return typed
        return typed if day is None else day.isoformat() if iso else longdate(day)
    return typed


def _dollars(typed: str) -> str:
    try:
        amount = Decimal(typed.replace(",", "").replace("$", "").strip())
    except InvalidOperation:
        return typed
    return money(amount, 2 if amount % 1 else 0)


def factors(schedule: RateSchedule) -> list[tuple[str, str]]:
    """Return what 104.04 lets the department weigh, each with the writer's words or none."""
    typed: dict[str, str] = schedule.inputs
    return [(FACTOR_LABELS[name], typed.get(f"factor_{name}", "").strip()) for name in FACTORS]


def label(class_: str) -> str:
    """Return the name of a class as staff pages print it."""
    return capitalized(word(f"rates.class.{class_}"))


def what(key: Key) -> str:
    """Return what an amount is for, such as "Minimum wage per hour"."""
    _class, item, unit = key
    return capitalized(f"{word(f'rates.item.{item}')} per {word(f'rates.unit.{unit}')}")


def start_of(day: date) -> date | None:
    """Return the first day of a printed row, None where the source states none."""
    return None if day == NO_STATED_START else day


def _row(line: Line) -> Row:
    return Row(
        class_name=label(line.class_),
        what=what(line.key),
        old=line.old,
        new=line.new,
        change=_signed(line.change, "$"),
        percent=_signed(line.percent, "", "%"),
        start=line.start,
        end=line.end,
        tie=line.tie,
        steps=line.finding.sentences(),
        law="; ".join(line.finding.citations),
    )


def _signed(amount: Decimal | None, before: str = "", after: str = "") -> str:
    """Return "+$0.20", "−3.4%" or "no change"; "" where there is nothing to compare with."""
    if amount is None:
        return ""
    if not amount:
        return "no change"
    return f"{'+' if amount > 0 else '−'}{before}{abs(amount):,}{after}"
