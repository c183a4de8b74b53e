"""Work out revised amounts as the bills would have them: from the poverty line (AB622), from the price index (SB130)."""

import decimal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from wagecase.rules.calendar import Due, due, first_of_next_month
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import in_force, newest
from wagecase.rules.money import CENT

__all__ = [
    "FORMULA_CLASSES",
    "UNDER",
    "Rounded",
    "applies_from",
    "first_day_of",
    "poverty_line_rates",
    "price_index_amounts",
    "revision_due",
    "rounded",
]

FORMULA_CLASSES = ("general", "opportunity", "tipped", "tipped-opportunity", "farm-adult", "farm-minor")
# Of each pair the law never puts the first below the second: DWD 272.03 (1) to (2), 272.05 and each bill alike.
UNDER = (
    ("general", "minor"), ("general", "opportunity"), ("minor", "opportunity"), ("general", "tipped"),
    ("opportunity", "tipped-opportunity"), ("tipped", "tipped-opportunity"), ("farm-adult", "farm-minor"),
)  # fmt: skip
SHOWN = Decimal("0.00001")  # unrounded figures are shown with 5 decimals
# Sums and products are exact whatever their length: nothing here divides but by divmod.
_EXACT = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


@dataclass(frozen=True, slots=True)
class Rounded:
    """A figure rounded to the nearest multiple, whether it was an exact tie, and the figure itself to 5 decimals."""

    amount: Decimal
    tie: bool
    exact: Decimal


def rounded(dividend: Decimal, divisor: Decimal, *, step: Decimal) -> Rounded:
    """Return dividend / divisor rounded to the nearest multiple of the step, ties up (C-6). Both are not negative."""
    amount, tie = _nearest(dividend, divisor, step)
    return Rounded(amount, tie, _nearest(dividend, divisor, SHOWN)[0])


def _nearest(dividend: Decimal, divisor: Decimal, step: Decimal) -> tuple[Decimal, bool]:
    unit = _EXACT.multiply(divisor, step)
    whole, rest = _EXACT.divmod(dividend, unit)
    twice = _EXACT.add(rest, rest)
    up = _EXACT.add(whole, Decimal(1)) if twice >= unit else whole
    return _EXACT.multiply(up, step), twice == unit


def poverty_line_rates(*, poverty_line: Decimal, class_: str, raised_to: Decimal | None) -> Finding[Mapping[str, Any]]:
    """Return the hourly rates in dollars that follow from the yearly poverty line of a family of 3 (AB622).

    The factor of a class multiplies the rounded general rate, which the bill's own figures prove (R-AB622-035-3). A
    rate that the department has raised by rule stays if it is higher (R-AB622-035-8). `class_` is of FORMULA_CLASSES.
    """
    hours, step = newest("revisions.ab622.hours"), Decimal(newest("revisions.ab622.step").value)
    general = rounded(poverty_line, Decimal(hours.value), step=step)
    words = {"line": poverty_line, "hours": hours.value, "exact": general.exact, "amount": general.amount}
    steps = [Step("revisions.line", words), *_tied(general)]
    cites = [hours.cite]
    own = general
    if class_ != "general":
        factor = newest(f"revisions.ab622.factor.{class_.replace('-', '_')}")
        own = rounded(general.amount * Decimal(factor.value), Decimal(1), step=step)
        words = {"general": general.amount, "factor": factor.value, "exact": own.exact, "amount": own.amount}
        steps += [Step("revisions.factor", {**words, "class": Word(f"rates.class.{class_}")}), *_tied(own)]
        cites.append(factor.cite)
    raised = raised_to is not None and raised_to > own.amount
    if raised_to is not None:
        cites.append("AB622 104.035 (8)")
        steps.append(Step("revisions.raised" if raised else "revisions.not_raised", {"rate": raised_to.quantize(CENT)}))
    value = {
        "general": general.amount,
        "general_exact": general.exact,
        "general_tie": general.tie,
        "amount": raised_to.quantize(CENT) if raised and raised_to is not None else own.amount,
        "exact": own.exact,
        "tie": own.tie,
        "raised": raised,
    }
    return Finding(value, tuple(steps), tuple(cites))


def _tied(figure: Rounded) -> list[Step]:
    return [Step("revisions.tie", {"exact": figure.exact, "amount": figure.amount})] if figure.tie else []


def applies_from(revised_on: date) -> Finding[date]:
    """Return the first day on which a rate revised on a day applies (R-AB622-035-1-eff)."""
    day = first_of_next_month(revised_on)
    cite = newest("revisions.ab622.days").cite
    return Finding(day, (Step("revisions.applies_from", {"revised_on": revised_on, "day": day}),), (cite,))


def revision_due(published: date) -> Finding[Due]:
    """Return by when rates must be revised after the federal publication; an act of the department (R-AB622-035-1).

    Raises NotCovered where the holiday table ends.
    """
    length = in_force("revisions.ab622.days", published)
    return due(start=published, length=length.number, act="other", citation=length.cite)


def first_day_of(year: int) -> date:
    """Return the day on which the amounts revised in a year first apply (R-SB130-035-9a-eff)."""
    return date.fromisoformat(f"{year}-{newest('revisions.sb130.day').value}")


def price_index_amounts(
    *, amount: Decimal, index: Sequence[Decimal], first_year: int, counselor: bool
) -> Finding[Mapping[str, Any]]:
    """Return the amounts in dollars that follow from the price index, one for each year (SB130 104.035 (9) (a)).

    `index` holds the averages for the 12 months ending May 31, first that of the year before `first_year`. Each year
    starts from the rounded amount of the year before; a fall lowers the amount (R-SB130-035-9a-formula).
    """
    rule = newest("revisions.sb130.counselor_step" if counselor else "revisions.sb130.step")
    step = Decimal(rule.value)
    figures: list[Rounded] = []
    steps: list[Step] = []
    warnings: list[str] = []
    for place, (last, this) in enumerate(pairwise(index)):
        year = first_year + place
        figure = rounded(_EXACT.multiply(amount, this), last, step=step)
        words = {"year": year, "old": amount, "this": this, "last": last}
        steps += [
            Step("revisions.index", {**words, "exact": figure.exact, "amount": figure.amount}),
            *_tied(figure),
        ]
        if this < last:
            warnings.append(f"index-fell {year}")
            steps.append(Step("revisions.fell", {"year": year}))
        figures.append(figure)
        amount = figure.amount
    first_day = first_day_of(first_year + len(figures) - 1)
    steps.append(Step("revisions.index_applies", {"day": first_day}))
    value = {
        "new_amount": amount,
        "amounts": tuple(figure.amount for figure in figures),
        "exact": tuple(figure.exact for figure in figures),
        "ties": tuple(figure.tie for figure in figures),
        "applies_from": first_day,
        "warnings": tuple(warnings),
    }
    return Finding(value, tuple(steps), (rule.cite,))
