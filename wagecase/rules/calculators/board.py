"""Answer what may be allowed for meals and lodging, and whether the printed figures fit their formulas."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.allowances import formulas, most, terms
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, DecimalField, IntegerField, money
from wagecase.rules.calculators.rate_lookup import (
    DWD,
    SOURCE,
    WAGE_CLASSES,
    books,
    citations,
    class_input,
    day_input,
    doubts,
    printed,
    wage,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.money import ZERO, above_zero, rounded_up
from wagecase.rules.ratebook import Rate

Result = Finding[Mapping[str, Any]]
Figures = tuple[Rate, Rate, Rate, Rate]  # lodging for a week and a day, meals for a week and a meal
# Item and unit of the four printed figures, in the order in which differences are told.
FIGURES = (("lodging", "week"), ("lodging", "day"), ("meals", "week"), ("meals", "meal"))


def allowance_maximum(
    *,
    source: str,
    class_: str,
    date: date,
    meals_eaten: int,
    meals_offered: int | None,
    weekly_board: bool | None,
    lodging_days: int,
    full_week_lodging: bool,
    accepted: bool,
    hours: Decimal | None,
    family_fair_value: Decimal | None,
) -> Result:
    """Return the most that may be allowed in one week, and the cash then owed (R-272.03-3, -3m, -4, R-272.04-1a)."""
    if meals_offered is not None and meals_offered < meals_eaten:
        raise Refusal("invalid", "meals_offered", "fewer meals were offered than eaten")
    figures = _figures(source, class_, date)
    eaten, slept = (meals_eaten, bool(weekly_board)), (lodging_days, full_week_lodging)
    maxima = _maxima(figures, meals=eaten, lodging=slept, family=family_fair_value or ZERO, accepted=accepted)
    steps = _maxima_steps(maxima, figures, accepted=accepted)
    if accepted and meals_offered is not None and meals_offered > meals_eaten:
        key = "board.board_not_eaten" if weekly_board else "board.not_eaten"
        steps.append(Step(key, {"n": meals_offered - meals_eaten}))
    rates = list(figures)
    cash = None
    if hours is not None:
        hourly = wage(source=source, class_=class_, on=date, field="date")
        total = maxima["total_max"]
        cash = rounded_up(above_zero(hourly.amount * hours - total))
        rates.append(hourly)
        steps.append(Step("board.cash", {"rate": hourly.amount, "hours": hours, "total": total, "cash": cash}))
    own = (
        ("DWD 272.04 (1) (a)", source == DWD and (meals_offered is not None or weekly_board is not None)),
        ("DWD 272.03 (4)", family_fair_value is not None),
    )
    cites = citations((cite for cite, applies in own if applies), (rate.cite for rate in rates))
    value = {**maxima, "minimum_cash": cash, "flags": figures[0].flags}
    return Finding(value, (*steps, *doubts(source, rates)), cites, books())


def _maxima(
    figures: Figures, *, meals: tuple[int, bool], lodging: tuple[int, bool], family: Decimal, accepted: bool
) -> dict[str, Decimal]:
    """Return the maxima in dollars; meals and lodging are each a number and whether the full week is furnished."""
    lodging_week, lodging_day, meals_week, meal = (figure.amount for figure in figures)
    parts = {
        "meals_max": most(units=meals[0], unit_figure=meal, week_figure=meals_week, full_week=meals[1]),
        "lodging_max": most(units=lodging[0], unit_figure=lodging_day, week_figure=lodging_week, full_week=lodging[1]),
        "family_max": family + ZERO,
    }
    if not accepted:
        parts = dict.fromkeys(parts, ZERO)
    return {**parts, "total_max": sum(parts.values(), ZERO)}


def _maxima_steps(maxima: Mapping[str, Decimal], figures: Figures, *, accepted: bool) -> list[Step]:
    if not accepted:
        return [Step("board.not_accepted", {})]
    lodging_week, lodging_day, meals_week, meal = (figure.amount for figure in figures)
    printed_figures = {"meal": meal, "week": meals_week, "day": lodging_day, "lodging": lodging_week}
    return [Step("board.maxima", {**maxima, **printed_figures})]


def _figures(source: str, class_: str, on: date) -> Figures:
    """Return the printed lodging figures for a week and a day, and the meals figures for a week and a meal."""
    lodging_week, lodging_day, meals_week, meal = (
        printed(source=source, class_=class_, item=item, unit=unit, on=on, field="date") for item, unit in FIGURES
    )
    return lodging_week, lodging_day, meals_week, meal


def allowance_formula_check(*, source: str, class_: str, date: date) -> Result:
    """Return whether the printed figures are those of the formulas (R-272.001-6, -7, X-13, C-6)."""
    rate = wage(source=source, class_=class_, on=date, field="date")
    figures = _figures(source, class_, date)
    found, known = formulas(rate=rate.amount, on=date), terms(date)
    worked = (found.lodging_week, found.lodging_day, found.meals_week, found.meal)
    differences = tuple(
        {"item": item, "unit": unit, "printed": figure.amount, "formula": formula}
        for (item, unit), figure, formula in zip(FIGURES, figures, worked, strict=True)
        if figure.amount != formula
    )
    value = {
        "rate": rate.amount,
        "lodging_week": found.lodging_week,
        "lodging_day": found.lodging_day,
        "meals_week": found.meals_week,
        "meal": found.meal,
        "match": not differences,
        "differences": differences,
    }
    shared = {"rate": rate.amount, "hours": known.week_hours}
    lodging = {"percent": known.lodging_percent, "week": found.lodging_week, "parts": known.days}
    meals = {"percent": known.meals_percent, "week": found.meals_week, "parts": known.meals}
    outcome = Step("board.differences", {"n": len(differences)}) if differences else Step("board.match", {})
    steps = (
        Step("board.lodging_formula", {**shared, **lodging, "unit": found.lodging_day}),
        Step("board.meals_formula", {**shared, **meals, "unit": found.meal}),
        *(Step(f"board.differs.{row['item']}.{row['unit']}", row) for row in differences),
        outcome,
        *doubts(source, (rate, *figures)),
    )
    return Finding(value, steps, citations(known.cites, (figure.cite for figure in figures)), books())


ALLOWANCE_MAXIMUM = Calculator(
    name="allowance-maximum",
    question=Label(
        "What is the most that may be allowed for meals and lodging in one week, and what cash is then owed?",
        "¿Cuánto se puede acreditar como máximo por comidas y alojamiento en una semana, y cuánto se debe entonces en "
        "efectivo?",
    ),
    audience="public",
    inputs=(
        SOURCE,
        class_input(*WAGE_CLASSES, default="general"),
        day_input("day whose amounts apply"),
        Input(
            name="meals_eaten",
            type=IntegerField(0, 21),
            default=0,
            meaning="meals furnished and eaten in the week",
            label=Label("Meals eaten", "Comidas consumidas"),
        ),
        Input(
            name="meals_offered",
            type=IntegerField(0, 21),
            meaning="meals offered; for the record, a meal not eaten counts nothing; not less than meals_eaten",
            label=Label("Meals offered", "Comidas ofrecidas"),
        ),
        Input(
            name="weekly_board",
            type=BooleanField(),
            meaning="weekly board is provided and accepted: the weekly meals figure may be used, meals not eaten "
            "included; false if absent",
            label=Label("Weekly board", "Comidas por semana completa"),
        ),
        Input(
            name="lodging_days",
            type=IntegerField(0, 7),
            default=0,
            meaning="days of lodging furnished",
            label=Label("Days of lodging", "Días de alojamiento"),
        ),
        Input(
            name="full_week_lodging",
            type=BooleanField(),
            default=False,
            meaning="lodging furnished for the full week: the weekly lodging figure may be used",
            label=Label("Lodging for the full week", "Alojamiento por toda la semana"),
        ),
        Input(
            name="accepted",
            type=BooleanField(),
            default=True,
            meaning="the employee accepted and received what was furnished; if false every maximum is 0.00",
            label=Label("Accepted and received", "Aceptado y recibido"),
        ),
        Input(
            name="hours",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal(168)),
            meaning="hours of the week, to work out the cash owed",
            label=Label("Hours", "Horas"),
        ),
        Input(
            name="family_fair_value",
            type=money(),
            words=(DWD,),
            meaning="documented fair value of board, lodging or other necessities accepted by the employee's family "
            "in the week",
            label=Label("Fair value for the family", "Valor justo para la familia"),
        ),
    ),
    outputs=(
        Output("meals_max", "money", "meals x meal figure, at most the weekly figure; that figure with weekly_board"),
        Output(
            "lodging_max", "money", "days x day figure, at most the weekly figure; that figure with full_week_lodging"
        ),
        Output("family_max", "money", "family_fair_value, or 0.00"),
        Output("total_max", "money", "sum of the three"),
        Output(
            "minimum_cash", "money or null", "rate x hours - total_max, not below 0, rounded up; null without hours"
        ),
        Output("flags", "list of text", "bill-start-unknown, farm-date-uncertain, or empty"),
    ),
    rules=(
        *("R-272.03-3", "R-272.03-3m", "R-272.03-3-accept", "R-272.03-4", "R-272.04-1a", "R-272.05-2"),
        *("R-AB77-035-1b", "R-AB77-035-2b", "R-AB77-035-4b", "R-SB130-035-1b", "R-SB130-035-2b", "R-SB130-035-4b"),
        "C-7",
    ),
    citations=("DWD 272.04 (1) (a)", "DWD 272.03 (4)"),
    function=allowance_maximum,
    selector="source",
    word_first=False,
    example={"date": "2010-01-04", "meals_eaten": 3, "meals_offered": 5, "hours": "40"},
)

ALLOWANCE_FORMULA_CHECK = Calculator(
    name="allowance-formula-check",
    question=Label(
        "Do the printed allowance figures agree with the 20 and 30 percent formulas?",
        "¿Concuerdan las cifras impresas de comidas y alojamiento con las fórmulas del 20 y del 30 por ciento?",
    ),
    audience="staff",
    inputs=(SOURCE, class_input(*WAGE_CLASSES, default="general"), day_input("day whose amounts apply")),
    outputs=(
        Output("rate", "money", "hourly rate the formulas start from"),
        Output("lodging_week", "money", "20 % of the pay of the week, to the nearest 5 cents"),
        Output("lodging_day", "money", "lodging_week / 7, to the nearest 5 cents"),
        Output("meals_week", "money", "30 % of the pay of the week, to the nearest 5 cents"),
        Output("meal", "money", "meals_week / 21, to the nearest 5 cents"),
        Output("match", "boolean", "all four printed figures agree"),
        Output(
            "differences",
            "list of objects",
            "each item, unit, printed and formula, in the order lodging week, lodging day, meals week, meals meal; "
            "the printed figure governs",
        ),
    ),
    rules=("R-272.001-6", "R-272.001-7", "X-13", "C-6"),
    citations=("DWD 272.001 (6)", "DWD 272.001 (7)"),
    function=allowance_formula_check,
    example={"date": "2009-07-23"},
)

CALCULATORS = (ALLOWANCE_MAXIMUM, ALLOWANCE_FORMULA_CHECK)
