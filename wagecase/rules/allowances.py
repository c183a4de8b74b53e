"""Work out what may be allowed for meals and lodging, and what the formulas behind the printed figures give."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache

from wagecase.rules.law import in_force
from wagecase.rules.money import ZERO, above_zero, half_up, nearest, rounded_down, rounded_up

__all__ = ["Deduction", "Formulas", "deduction", "formulas", "most", "terms"]


def most(*, units: int, unit_figure: Decimal, week_figure: Decimal, full_week: bool) -> Decimal:
    """Return the most in dollars that may be allowed for one week of meals or of lodging (R-272.03-3, -3m).

    The week is capped at the weekly figure, as 7 days or 21 meals at their own figures can come to more.
    """
    return week_figure if full_week else min(unit_figure * units, week_figure) + ZERO


@dataclass(frozen=True, slots=True)
class Terms:
    """The numbers of DWD 272.001 (6) and (7), and the two that the text does not give."""

    lodging_percent: Decimal
    meals_percent: Decimal
    week_hours: Decimal
    step: Decimal
    days: int
    meals: int
    cites: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Formulas:
    """Weekly and unit figures by the formulas, in dollars."""

    lodging_week: Decimal
    lodging_day: Decimal
    meals_week: Decimal
    meal: Decimal


@cache
def terms(on: date) -> Terms:
    """Return the numbers of the two formulas on a day. Raises NoRateInSource."""
    lodging, meals = in_force("allowances.lodging_percent", on), in_force("allowances.meals_percent", on)
    return Terms(
        lodging_percent=Decimal(lodging.value),
        meals_percent=Decimal(meals.value),
        week_hours=Decimal(in_force("allowances.week_hours", on).value),
        step=Decimal(in_force("allowances.rounding", on).value),
        days=in_force("allowances.days_of_week", on).number,
        meals=in_force("allowances.meals_of_week", on).number,
        cites=(lodging.cite, meals.cite),
    )


def formulas(*, rate: Decimal, on: date) -> Formulas:
    """Return what 20 and 30 percent of an hourly rate give, to the nearest 5 cents (R-272.001-6, -7, C-6).

    A day and a meal are a seventh and a twenty-first of the rounded weekly figure.
    """
    known = terms(on)
    week = rate * known.week_hours
    lodging = nearest(week * known.lodging_percent, known.step, parts=100)
    meals = nearest(week * known.meals_percent, known.step, parts=100)
    return Formulas(
        lodging_week=lodging,
        lodging_day=nearest(lodging, known.step, parts=known.days),
        meals_week=meals,
        meal=nearest(meals, known.step, parts=known.meals),
    )


@dataclass(frozen=True, slots=True)
class Deduction:
    """What may be deducted from farm pay, in dollars and cents."""

    minimum_pay: Decimal
    room: Decimal
    most: Decimal
    excess: Decimal
    make_up: Decimal


def deduction(*, rate: Decimal, hours: Decimal, gross: Decimal, claimed: Decimal) -> Deduction:
    """Return how much room and board may come off a seasonal nonresident farm employee's pay (R-272.04-3, C-7).

    The pay may not fall below the minimum, so the minimum rounds up and the room above it rounds down.
    """
    required = rate * hours
    room = rounded_down(above_zero(gross - required))
    taken = min(claimed, room) + ZERO
    return Deduction(rounded_up(required), room, taken, claimed - taken, half_up(above_zero(required - gross)))
