"""Answer whether the pay of a payroll period reaches the minimum, and what may come off farm pay."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.allowances import deduction
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output
from wagecase.rules.calculators.fields import ChoiceField, DateField, DecimalField, ListField, ObjectField, Part, money
from wagecase.rules.calculators.rate_lookup import (
    DWD,
    SOURCE,
    WAGE_CLASSES,
    books,
    citations,
    class_input,
    day_input,
    doubts,
    wage,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.money import ZERO, above_zero, half_up

HOURS_PLACES = Decimal("0.0000")
Result = Finding[Mapping[str, Any]]


def wage_deficiency(
    *, source: str, class_: str, basis: str, work: tuple[Mapping[str, Any], ...], allowances: Decimal
) -> Result:
    """Return what the pay of one payroll period falls short of the minimum (R-272.03-5, -7, C-7).

    The rows are added over the whole period before they are compared, so a high week balances a low one.
    """
    rates = [
        wage(source=source, class_=class_, on=row["date"], field=f"work[{place}].date")
        for place, row in enumerate(work)
    ]
    required = sum((rate.amount * row["hours"] for rate, row in zip(rates, work, strict=True)), ZERO)
    paid = sum((row["paid"] for row in work), allowances + ZERO)
    make_up = half_up(above_zero(required - paid))
    value = {
        "required": half_up(required),
        "paid": half_up(paid),
        "hours": sum((row["hours"] for row in work), HOURS_PLACES),
        "make_up": make_up,
        "compliant": make_up == ZERO,
        "rates": tuple(rate.amount for rate in rates),
    }
    steps = [
        Step("pay_tests.row", {"day": row["date"], "hours": row["hours"], "rate": rate.amount, "paid": row["paid"]})
        for rate, row in zip(rates, work, strict=True)
    ]
    if allowances:
        steps.append(Step("pay_tests.allowances", {"allowances": allowances}))
    if basis != "time":
        steps.append(Step(f"pay_tests.basis.{basis}", {}))
    outcome = "pay_tests.short" if make_up else "pay_tests.enough"
    steps.append(Step(outcome, {name: value[name] for name in ("required", "paid", "make_up")}))
    own = ("DWD 272.03 (7)",) if basis == "time" else ("DWD 272.03 (7)", "DWD 272.03 (5)")
    cites = citations(own if source == DWD else (), (rate.cite for rate in rates))
    return Finding(value, (*steps, *doubts(source, rates)), cites, books())


def deduction_limit(*, class_: str, date: date, hours: Decimal, gross: Decimal, claimed: Decimal) -> Result:
    """Return how much room and board may come off farm pay (R-272.04-3, R-272.05-1, X-05, C-7)."""
    rate = wage(source=DWD, class_=class_, on=date, field="date")
    found = deduction(rate=rate.amount, hours=hours, gross=gross, claimed=claimed)
    value = {
        "minimum_pay": found.minimum_pay,
        "max_deduction": found.most,
        "excess": found.excess,
        "make_up": found.make_up,
        "flags": rate.flags,
    }
    steps = [
        Step("pay_tests.farm_minimum", {"rate": rate.amount, "hours": hours, "minimum": found.minimum_pay}),
        Step("pay_tests.farm_room", {"gross": gross, "room": found.room, "claimed": claimed, "most": found.most}),
    ]
    if found.make_up:
        steps.append(Step("pay_tests.farm_short", {"gross": gross, "make_up": found.make_up}))
    return Finding(value, (*steps, *doubts(DWD, (rate,))), citations(("DWD 272.04 (3)", rate.cite)), books())


_ROW = ObjectField(
    (
        Part("date", DateField()),
        Part("hours", DecimalField(minimum=Decimal(0), maximum=Decimal(744))),
        Part("paid", money()),
    )
)

WAGE_DEFICIENCY = Calculator(
    name="wage-deficiency",
    question=Label(
        "Does the pay of one payroll period (not of a tipped employee) reach the minimum, and if not, what is owed?",
        "¿Llega al mínimo el pago de un período de nómina (no de un empleado con propinas) y, si no, cuánto se debe?",
    ),
    audience="public",
    inputs=(
        SOURCE,
        class_input(*WAGE_CLASSES, default="general"),
        Input(
            name="basis",
            type=ChoiceField(("time", "piece", "commission", "other")),
            default="time",
            meaning="how the pay is measured",
            label=Label("How the pay is measured", "Cómo se mide el pago"),
        ),
        Input(
            name="work",
            type=ListField(_ROW, 1, 400),
            needed=True,
            meaning="rows of one payroll period: date (a day worked, or the first day of a week at one rate), hours "
            "(0 to 744), paid (wages in dollars for those hours); a week over a change of rate is entered as rows "
            "with their own dates",
            label=Label("Work and pay", "Trabajo y pago"),
        ),
        Input(
            name="allowances",
            type=money(),
            default=ZERO,
            meaning="meals, lodging and other allowances that count as wages in the period (already limited; see "
            "allowance-maximum); none for a seasonal nonresident farm employee (see deduction-limit)",
            label=Label("Meals, lodging and other allowances", "Comidas, alojamiento y otros beneficios"),
        ),
    ),
    outputs=(
        Output("required", "money", "sum of rate x hours, each row at the rate of its date"),
        Output("paid", "money", "sum of pay and allowances"),
        Output("hours", "decimal", "sum of hours, 4 decimals"),
        Output("make_up", "money", "required less paid, not below 0, rounded half up once at the end"),
        Output("compliant", "boolean", "nothing is owed: make_up is 0.00"),
        Output("rates", "list of money", "rate used for each row"),
    ),
    rules=(
        *("R-272.03-1", "R-272.03-1m", "R-272.03-5", "R-272.03-7", "R-272.05-1", "R-AB77-035-1a", "R-AB77-035-2a"),
        *("R-AB77-035-4a", "R-SB130-035-1a", "R-SB130-035-2a", "R-SB130-035-4a", "C-7", "C-13"),
    ),
    citations=("DWD 272.03 (7)", "DWD 272.03 (5)"),
    function=wage_deficiency,
    example={
        "work": [
            {"date": "2009-07-20", "hours": "24", "paid": "156.00"},
            {"date": "2009-07-24", "hours": "16", "paid": "104.00"},
        ]
    },
)

DEDUCTION_LIMIT = Calculator(
    name="deduction-limit",
    question=Label(
        "How much room and board may be deducted from a seasonal nonresident farm employee's pay?",
        "¿Cuánto se puede descontar por alojamiento y comida del pago de un empleado agrícola de temporada que no "
        "reside en el estado?",
    ),
    audience="staff",
    inputs=(
        class_input("farm-adult", "farm-minor", default="farm-adult"),
        day_input("day whose rate applies"),
        Input(
            name="hours",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal(744)),
            needed=True,
            meaning="hours of the payroll period",
            label=Label("Hours", "Horas"),
        ),
        Input(
            name="gross",
            type=money(),
            needed=True,
            meaning="pay before the deduction",
            label=Label("Pay before the deduction", "Pago antes del descuento"),
        ),
        Input(
            name="claimed",
            type=money(),
            needed=True,
            meaning="room and board the employer wants to deduct (already limited; see allowance-maximum)",
            label=Label("Deduction for room and board", "Descuento por alojamiento y comida"),
        ),
    ),
    outputs=(
        Output("minimum_pay", "money", "rate x hours, rounded up to the cent (a floor)"),
        Output(
            "max_deduction",
            "money",
            "the smaller of claimed and gross - rate x hours, not below 0, rounded down to the cent so that the pay "
            "never falls below the minimum",
        ),
        Output("excess", "money", "claimed less max_deduction"),
        Output("make_up", "money", "rate x hours - gross, not below 0, half up: owed even with no deduction"),
        Output("flags", "list of text", "farm-date-uncertain, or empty"),
    ),
    rules=("R-272.04-3", "R-272.05-1", "X-05", "C-7"),
    citations=("DWD 272.04 (3)", "DWD 272.05 (1)"),
    function=deduction_limit,
    example={"date": "2010-08-02", "hours": "40", "gross": "310.00", "claimed": "58.00"},
)

CALCULATORS = (WAGE_DEFICIENCY, DEDUCTION_LIMIT)
