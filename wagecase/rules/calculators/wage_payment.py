"""Ask when wages must be paid and what is missing."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from wagecase.rules import wage_payment as law
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DateField, LocalTimeField, money
from wagecase.rules.finding import Finding

Result = Finding[Mapping[str, Any]]
Answer = tuple[dict[str, Any], Finding[Any], date]  # the dates, the finding behind them, and the limit of payment

_EMPTY = dict.fromkeys(
    ("latest_payday", "final_pay_due", "raw_due", "legal_due", "earliest_direct_payment", "timely", "deficiency")
)


def wage_payment_due(
    *,
    event: str,
    paid_on: date | None,
    paid_at: datetime | None,
    required: Decimal | None,
    paid: Decimal | None,
    **facts: Any,
) -> Result:
    """Return when wages must be paid after an event, whether they were, and what is missing."""
    dates, found, limit = _EVENTS[event](facts, required is not None and paid is None)
    value: dict[str, Any] = {**_EMPTY, **dates}
    steps, citations = list(found.steps), list(found.citations)
    moment = paid_at if event == "closing" else paid_on
    if moment is not None:
        judged = law.timely(paid=moment, limit=limit, not_before=event == "death")
        value["timely"] = judged.value
        steps += judged.steps
    if required is not None and paid is not None:
        short = law.deficiency(required=required, paid=paid)
        value["deficiency"] = short.value
        steps += short.steps
        citations += short.citations
    return Finding(value, tuple(steps), tuple(citations), found.books)


def _check_paid(absent: bool) -> None:
    if absent:
        raise Refusal("missing", "paid", "the wages paid are needed with the wages required")


def _regular(facts: Mapping[str, Any], paid_absent: bool) -> Answer:
    needed, other = ("earned_through", "last_payment")
    if facts["trade"] == "logging-or-farm":
        needed, other = other, needed
    if facts[needed] is None:
        raise Refusal("missing", needed, f"the trade {facts['trade']} needs this day")
    if facts[other] is not None:
        raise Refusal("invalid", other, f"the trade {facts['trade']} is counted from {needed}")
    _check_paid(paid_absent)
    rule = law.latest_payday if needed == "earned_through" else law.latest_quarterly_payday
    found = rule(facts[needed])
    return {"latest_payday": found.value}, found, found.value


def _final(facts: Mapping[str, Any], paid_absent: bool) -> Answer:
    for name in ("commission_agent", "definite_contract"):
        if facts[name]:
            raise Refusal("not-covered", name, "109.03 (2) does not reach this employee")
    if facts["regular_payday"] < facts["last_day_worked"]:
        raise Refusal("out-of-range", "regular_payday", "give the next regular payday after the last day worked")
    _check_paid(paid_absent)
    found = law.final_pay_due(last_day_worked=facts["last_day_worked"], regular_payday=facts["regular_payday"])
    return {"final_pay_due": found.value}, found, found.value


def _demand(facts: Mapping[str, Any], paid_absent: bool) -> Answer:
    _check_paid(paid_absent)
    found = law.demand_due(facts["demanded"])
    return found.value._asdict(), found, found.value.legal_due


def _death(facts: Mapping[str, Any], paid_absent: bool) -> Answer:
    _check_paid(paid_absent)
    found = law.direct_payment(facts["died"])
    return {"earliest_direct_payment": found.value}, found, found.value


def _closing(facts: Mapping[str, Any], paid_absent: bool) -> Answer:
    _check_paid(paid_absent)
    found = law.closing_due(facts["separated"])
    return found.value._asdict(), found, found.value.legal_due


_EVENTS: dict[str, Callable[[Mapping[str, Any], bool], Answer]] = {
    "regular": _regular,
    "final": _final,
    "demand": _demand,
    "death": _death,
    "closing": _closing,
}


def _day(name: str, event: str, *, meaning: str, label: Label, needed: bool = True) -> Input:
    return Input(name=name, type=DateField(), needed=needed, words=(event,), meaning=meaning, label=label)


def _flag(name: str, meaning: str, label: Label) -> Input:
    return Input(name=name, type=BooleanField(), default=False, words=("final",), meaning=meaning, label=label)


_INPUTS = (
    Input(
        name="event",
        type=ChoiceField(tuple(_EVENTS)),
        needed=True,
        meaning="what starts the clock",
        label=Label("What happened", "Qué pasó"),
    ),
    Input(
        name="trade",
        type=ChoiceField(("ordinary", "logging-or-farm")),
        default="ordinary",
        words=("regular",),
        meaning="logging-or-farm is paid at least quarterly",
        label=Label("Trade", "Oficio"),
    ),
    _day(
        "earned_through",
        "regular",
        meaning="last day whose wages the payment covers (ordinary trade)",
        label=Label("Wages earned through", "Salarios ganados hasta"),
        needed=False,
    ),
    _day(
        "last_payment",
        "regular",
        meaning="previous payment (logging-or-farm)",
        label=Label("Previous payment", "Pago anterior"),
        needed=False,
    ),
    _day(
        "last_day_worked",
        "final",
        meaning="last day worked before quitting or discharge",
        label=Label("Last day worked", "Último día trabajado"),
    ),
    _day(
        "regular_payday",
        "final",
        meaning="next regular payday",
        label=Label("Next regular payday", "Próximo día regular de pago"),
    ),
    _flag("commission_agent", "commission sales agent", Label("Commission sales agent", "Agente de ventas a comisión")),
    _flag(
        "definite_contract",
        "written contract for a definite period",
        Label("Written contract for a definite period", "Contrato escrito por un plazo definido"),
    ),
    _day(
        "demanded",
        "demand",
        meaning="day of the employee's demand",
        label=Label("Day of the demand", "Día de la exigencia"),
    ),
    _day("died", "death", meaning="day of death", label=Label("Day of death", "Día de la muerte")),
    Input(
        name="separated",
        type=LocalTimeField(),
        needed=True,
        words=("closing",),
        meaning="local time of separation because of the closing, merger or move",
        label=Label("Time of separation", "Hora de la separación"),
    ),
    Input(
        name="paid_on",
        type=DateField(),
        words=("regular", "final", "demand", "death"),
        meaning="day paid",
        label=Label("Day paid", "Día del pago"),
    ),
    Input(
        name="paid_at",
        type=LocalTimeField(),
        words=("closing",),
        meaning="local time of payment",
        label=Label("Time of payment", "Hora del pago"),
    ),
    Input(
        name="required",
        type=money(),
        meaning="wages required by law, in dollars",
        label=Label("Wages required by law", "Salarios que exige la ley"),
    ),
    Input(
        name="paid",
        type=money(),
        meaning="wages paid, in dollars; needed with required",
        label=Label("Wages paid", "Salarios pagados"),
    ),
)

WAGE_PAYMENT_DUE = Calculator(
    name="wage-payment-due",
    question=Label("When must wages be paid, and what is missing?", "¿Cuándo deben pagarse los salarios, y qué falta?"),
    audience="public",
    selector="event",
    inputs=_INPUTS,
    outputs=(
        Output("latest_payday", "date", "regular: the last day of payment, no roll"),
        Output("final_pay_due", "date", "final: the earlier of the regular payday and the monthly limit, no roll"),
        Output("raw_due", "date or local time", "demand and closing: the plain limit"),
        Output("legal_due", "date or local time", "demand: rolled; closing: without Sundays and legal holidays"),
        Output("earliest_direct_payment", "date", "death: a not-before date, no roll"),
        Output("timely", "boolean", "given with paid_on or paid_at: paid by the limit; death: not before it"),
        Output("deficiency", "money", "required less paid, not below zero; given with required"),
    ),
    rules=(
        "R-109.03-1",
        "R-109.03-1-demand",
        "R-109.03-2",
        "R-109.03-3-direct",
        "R-109.03-4",
        "R-109.01-4",
        "C-3",
        "C-4",
        "C-8",
        "C-10",
    ),
    citations=("109.03 (1)", "109.03 (2)", "109.03 (3)", "109.03 (4)", "109.01 (4)"),
    function=wage_payment_due,
    example={
        "event": "final",
        "last_day_worked": "2026-08-07",
        "regular_payday": "2026-08-21",
        "required": "612.40",
        "paid": "500.00",
    },
)

CALCULATORS = (WAGE_PAYMENT_DUE,)
