"""Answer what a tipped employee is owed, what the regular rate is, and which tips count after splitting."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.calculators.declaration import Refusal
from wagecase.rules.calculators.rate_lookup import DWD, books, citations, doubts, wage
from wagecase.rules.finding import Finding, Step
from wagecase.rules.money import ZERO, above_zero, half_up, quotient
from wagecase.rules.ratebook import Rate
from wagecase.rules.tips import Week, WeeklyTest, charge, kept, remuneration, weekly_test

TIPPED_LIKE = {"general": "tipped", "minor": "tipped", "opportunity": "tipped-opportunity"}
Result = Finding[Mapping[str, Any]]
Rates = tuple[Rate, Rate]


def tip_credit(
    *,
    source: str,
    class_: str,
    date: date,
    cash_rate: Decimal | None,
    weeks: tuple[Mapping[str, Any], ...] | None,
    declaration: bool,
    withholding: bool,
    tips_turned_over: bool,
) -> Result:
    """Return the tip credit and what is owed, each week tested alone (R-272.03-2 and its parts, X-09, C-7)."""
    minimum, tipped = _rates(source, class_, date, field="date")
    rates = [(minimum, tipped)]
    rows: list[Week] = []
    for place, row in enumerate(weeks or ()):
        used = (minimum, tipped)
        if row["date"] is not None:
            used = _rates(source, class_, row["date"], field=f"weeks[{place}].date")
            rates.append(used)
        rows.append(_week(row, used, cash_rate))
    allowed = declaration and withholding and not tips_turned_over
    found = weekly_test(weeks=rows, credit_allowed=allowed)
    value = _tip_credit_value(found, rates[0], allowed=allowed)
    steps = [
        Step(
            "tips.credit",
            {"minimum": minimum.amount, "tipped": tipped.amount, "credit": value["max_tip_credit"]},
        ),
        *(Step(key, {}) for key in _why_no_credit(declaration, withholding, tips_turned_over)),
        *_week_steps(rows, found, allowed),
    ]
    if rows:
        steps.append(Step("tips.owed", {"owed": value["owed"]}) if value["owed"] else Step("tips.nothing_owed", {}))
    if value["whole_period_make_up"] != value["make_up"]:
        steps.append(Step("tips.whole_period", {"whole": value["whole_period_make_up"]}))
    own: list[str] = []
    if source == DWD:
        own.append("DWD 272.03 (2) (g) 1.")
        own += ["DWD 272.03 (2)", "DWD 272.03 (2) (g) 2."] if rows else []
        own += ["DWD 272.03 (2) (b) 1."] if not (declaration and withholding) else []
        own += ["DWD 272.03 (2) (g) 3."] if tips_turned_over else []
    cites = citations((rate.cite for pair in rates for rate in pair), own)
    steps += doubts(source, (rate for pair in rates for rate in pair))
    return Finding(value, tuple(steps), cites, books())


def _rates(source: str, class_: str, on: date, *, field: str) -> Rates:
    return (
        wage(source=source, class_=class_, on=on, field=field),
        wage(source=source, class_=TIPPED_LIKE[class_], on=on, field=field),
    )


def _week(row: Mapping[str, Any], rates: Rates, cash_rate: Decimal | None) -> Week:
    """Return a row with its cash: as paid, or at the cash rate, or else at the tipped rate of its day."""
    minimum, tipped = rates[0].amount, rates[1].amount
    cash = row["cash_paid"]
    if cash is None:
        cash = (tipped if cash_rate is None else cash_rate) * row["hours"]
    return Week(hours=row["hours"], tips=row["tips"], cash=cash, minimum=minimum, tipped=tipped)


def _tip_credit_value(found: WeeklyTest, rates: Rates, *, allowed: bool) -> dict[str, Any]:
    minimum, tipped = rates
    owed = half_up(found.owed)
    return {
        "minimum": minimum.amount,
        "tipped_rate": tipped.amount,
        "max_tip_credit": above_zero(minimum.amount - tipped.amount),
        "credit_allowed": allowed,
        "tips_counted": half_up(found.tips_counted),
        "credit_used": half_up(found.credit_used),
        "make_up": half_up(sum(found.make_ups, ZERO)),
        "cash_deficiency": half_up(sum(found.cash_shorts, ZERO)),
        "owed": owed,
        "whole_period_make_up": half_up(found.whole_period),
        "compliant": owed == ZERO,
        "weekly_make_up": tuple(half_up(amount) for amount in found.make_ups),
    }


def _why_no_credit(declaration: bool, withholding: bool, tips_turned_over: bool) -> list[str]:
    return [
        *([] if declaration else ["tips.no_declaration"]),
        *([] if withholding else ["tips.no_withholding"]),
        *(["tips.turned_over"] if tips_turned_over else []),
    ]


def _week_steps(weeks: Sequence[Week], found: WeeklyTest, allowed: bool) -> list[Step]:
    return [
        Step(
            "tips.week",
            {
                "week": place,
                "minimum": week.minimum,
                "hours": week.hours,
                "cash": half_up(week.cash),
                "tips": half_up(week.tips if allowed else ZERO),
                "make_up": half_up(make_up),
                "short": half_up(short),
            },
        )
        for place, (week, make_up, short) in enumerate(
            zip(weeks, found.make_ups, found.cash_shorts, strict=True), start=1
        )
    ]


def regular_rate(
    *, hours: Decimal, cash_rate: Decimal, tip_credit_rate: Decimal, commissions: Decimal, tips_total: Decimal | None
) -> Result:
    """Return the regular rate of pay of one workweek (R-272.03-2h, -2g2, C-7)."""
    pay = remuneration(
        hours=hours, cash_rate=cash_rate, credit_rate=tip_credit_rate, commissions=commissions, tips=tips_total
    )
    rate, tie = quotient(pay.total, hours)
    value = {
        "regular_rate": rate,
        "total_pay": half_up(pay.total),
        "tip_credit": half_up(pay.covered),
        "balance_owed": half_up(pay.balance),
        "tips_left_out": None if tips_total is None else half_up(pay.left_out),
        "tie": tie,
    }
    shown = {
        "cash": half_up(pay.cash),
        "credit": value["tip_credit"],
        "balance": value["balance_owed"],
        "commissions": half_up(commissions),
        "total": value["total_pay"],
    }
    steps = [Step("tips.remuneration", shown)]
    if value["balance_owed"]:
        steps.append(Step("tips.balance", {"balance": value["balance_owed"]}))
    if value["tips_left_out"]:
        steps.append(Step("tips.left_out", {"left_out": value["tips_left_out"]}))
    steps.append(Step("tips.regular_rate", {"total": value["total_pay"], "hours": hours, "rate": rate}))
    if tie:
        steps.append(Step("tips.tie", {}))
    cites = ("DWD 272.03 (2) (h)", *(("DWD 272.03 (2) (g) 2.",) if value["balance_owed"] else ()))
    return Finding(value, tuple(steps), cites)


def tip_pool(
    *,
    people: tuple[Mapping[str, Decimal], ...],
    service_charge: Decimal,
    for_employees: bool,
    tip_part: Decimal | None,
) -> Result:
    """Return the tips that count for each person, and the service charge to pay out (R-272.03-2c to -2e4)."""
    distributed = sum((row["charge_share"] for row in people), ZERO)
    _check_pool(people, service_charge, tip_part)
    counted = tuple(
        half_up(kept(tips=row["tips"], given=row["given"], taken=row["taken"], charge_share=row["charge_share"]))
        for row in people
    )
    found = charge(
        service_charge=service_charge, distributed=distributed, for_employees=for_employees, tip_part=tip_part
    )
    given, taken = (sum((row[name] for row in people), ZERO) for name in ("given", "taken"))
    value = {
        "counted": counted,
        "total_counted": sum(counted, ZERO),
        "charge_counted": half_up(found.counted),
        "charge_kept": half_up(found.kept),
        "charge_owed": half_up(found.owed),
        "balanced": given == taken,
    }
    goods = any(row["merchandise"] for row in people)
    steps = [Step("tips.keeps", {"place": place, "amount": amount}) for place, amount in enumerate(counted, start=1)]
    steps += [Step("tips.goods", {})] if goods else []
    steps.append(Step("tips.charge", {"charge": half_up(service_charge), "distributed": value["charge_counted"]}))
    if value["charge_owed"]:
        steps.append(Step("tips.charge_owed", {"owed": value["charge_owed"]}))
    if given != taken:
        steps.append(Step("tips.unbalanced", {"given": given, "taken": taken}))
    own = (
        ("DWD 272.03 (2) (d)", True),
        ("DWD 272.03 (2) (e) 1.", service_charge > 0),
        ("DWD 272.03 (2) (e) 2.", for_employees),
        ("DWD 272.03 (2) (e) 3.", tip_part is not None),
        ("DWD 272.03 (2) (c) 2.", goods),
    )
    return Finding(value, tuple(steps), tuple(cite for cite, applies in own if applies))


def _check_pool(people: tuple[Mapping[str, Decimal], ...], service_charge: Decimal, tip_part: Decimal | None) -> None:
    """Refuse what cannot be: more handed on than was had, more distributed or more tips than the whole charge."""
    for place, row in enumerate(people):
        if row["given"] > row["tips"] + row["taken"]:
            message = "a person cannot hand on more than the tips received from customers and from others"
            raise Refusal("out-of-range", f"people[{place}].given", message)
    if sum((row["charge_share"] for row in people), ZERO) > service_charge:
        raise Refusal("out-of-range", "people", "the parts of the service charge come to more than the charge")
    if tip_part is not None and tip_part > service_charge:
        raise Refusal("out-of-range", "tip_part", "the tip part cannot be more than the service charge")
