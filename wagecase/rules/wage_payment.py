"""Work out when wages must be paid, 109.03, and what is missing, 109.01 (4)."""

from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from wagecase.rules.calendar import day_after, hours_later, months_after, rolled, wall_hours_due
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import in_force
from wagecase.rules.money import above_zero


class Limits(NamedTuple):
    """A plain limit and the limit in law: two days, or two local times."""

    raw_due: date
    legal_due: date


def latest_payday(earned_through: date) -> Finding[date]:
    """Return the last day on which wages earned through a day are paid in an ordinary trade; no roll (R-109.03-1)."""
    figure = in_force("wage_payment.days", earned_through)
    day = day_after(earned_through, figure.number)
    step = Step("payday.regular", {"n": figure.number, "event": earned_through, "day": day})
    return Finding(day, (step,), (figure.cite,))


def latest_quarterly_payday(last_payment: date) -> Finding[date]:
    """Return the last day of the next payment in logging and farm labor; no roll (R-109.03-1, C-8)."""
    figure = in_force("wage_payment.quarter", last_payment)
    day = months_after(last_payment, figure.number)
    step = Step("payday.quarter", {"n": figure.number, "event": last_payment, "day": day})
    return Finding(day, (step,), (figure.cite,))


def final_pay_due(*, last_day_worked: date, regular_payday: date) -> Finding[date]:
    """Return by when an employee who quit or was discharged is paid in full; no roll (R-109.03-2)."""
    figure = in_force("wage_payment.days", last_day_worked)
    limit = day_after(last_day_worked, figure.number)
    day = min(limit, regular_payday)
    values = {"n": figure.number, "event": last_day_worked, "limit": limit, "payday": regular_payday, "day": day}
    return Finding(day, (Step("payday.final", values),), ("109.03 (2)",))


def demand_due(demanded: date) -> Finding[Limits]:
    """Return by when wages missed on payday are paid after a demand (R-109.03-1-demand). NotCovered off the table."""
    figure = in_force("wage_payment.demand", demanded)
    raw_due = day_after(demanded, figure.number)
    legal = rolled(raw_due)
    step = Step("payday.demand", {"n": figure.number, "event": demanded, "day": raw_due})
    return Finding(Limits(raw_due, legal.value), (step, *legal.steps), (figure.cite, *legal.citations), legal.books)


def closing_due(separated: datetime) -> Finding[Limits]:
    """Return the local times by which wages are paid after a closing (R-109.03-4). NotCovered off the table.

    The legal limit leaves out the hours of Sundays and legal holidays; Saturdays run.
    """
    figure = in_force("wage_payment.closing", separated.date())
    length = int(Decimal(figure.value))
    raw_due = hours_later(separated, length)
    legal_due = wall_hours_due(start=separated, length=length)
    values = {"n": length, "event": separated, "raw_due": raw_due, "legal_due": legal_due}
    return Finding(Limits(raw_due, legal_due), (Step("payday.closing", values),), (figure.cite,))


def direct_payment(died: date) -> Finding[date]:
    """Return the first day on which relatives may be paid directly; a not-before date, no roll (R-109.03-3-direct)."""
    figure = in_force("wage_payment.death", died)
    day = day_after(died, figure.number)
    step = Step("payday.death", {"n": figure.number, "event": died, "day": day})
    return Finding(day, (step,), (figure.cite,))


def timely(*, paid: date, limit: date, not_before: bool = False) -> Finding[bool]:
    """Return whether a payment was made by its limit, or not before it; both are days, or both local times."""
    values = {"paid": paid, "limit": limit}
    if not_before:
        in_time = paid >= limit
        step = Step("payday.not_early", values) if in_time else Step("payday.early", values)
    else:
        in_time = paid <= limit
        step = Step("payday.in_time", values) if in_time else Step("payday.late", values)
    return Finding(in_time, (step,))


def deficiency(*, required: Decimal, paid: Decimal) -> Finding[Decimal]:
    """Return the wages in dollars that are missing, not below zero (R-109.01-4)."""
    missing = above_zero(required - paid)
    step = Step("payday.deficiency", {"required": required, "paid": paid, "missing": missing})
    return Finding(missing, (step,), ("109.01 (4)",))
