"""Test tipped pay week by week, and share out tips and service charges (DWD 272.03 (2))."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from wagecase.rules.money import ZERO, above_zero

__all__ = ["Charge", "Remuneration", "Week", "WeeklyTest", "charge", "kept", "remuneration", "weekly_test"]


@dataclass(frozen=True, slots=True)
class Week:
    """One week: hours worked, tips and cash wages in dollars, and the hourly rates of its day."""

    hours: Decimal
    tips: Decimal
    cash: Decimal
    minimum: Decimal
    tipped: Decimal


@dataclass(frozen=True, slots=True)
class WeeklyTest:
    """What the weeks together come to, in dollars and exact; only `make_ups` and `cash_shorts` are week by week."""

    tips_counted: Decimal
    credit_used: Decimal
    owed: Decimal
    whole_period: Decimal
    make_ups: tuple[Decimal, ...]
    cash_shorts: tuple[Decimal, ...]


def weekly_test(*, weeks: Sequence[Week], credit_allowed: bool) -> WeeklyTest:
    """Return what each week falls short of the minimum and of the tipped rate (R-272.03-2, -2g1, -2g2, -2g3).

    Each week stands alone (X-09). Without credit no tip counts. Cash paid for one shortfall counts for the other, so
    the larger of the two is owed. Credit used is never negative: a week whose cash reaches the minimum uses none.
    """
    tips = [week.tips if credit_allowed else ZERO for week in weeks]
    gaps = [week.minimum * week.hours - week.cash for week in weeks]
    floors = [week.tipped * week.hours - week.cash for week in weeks]
    make_ups = tuple(above_zero(gap - tip) for gap, tip in zip(gaps, tips, strict=True))
    cash_shorts = tuple(above_zero(floor) for floor in floors)
    credits = (
        min(tip, above_zero(gap - short)) for tip, gap, short in zip(tips, gaps, cash_shorts, strict=True)
    )  # the gap less the cash still owed is the gap above the larger of cash and tipped rate
    return WeeklyTest(
        tips_counted=sum(tips, ZERO),
        credit_used=sum(credits, ZERO),
        owed=sum(map(max, make_ups, cash_shorts), ZERO),
        whole_period=above_zero(sum(gaps, ZERO) - sum(tips, ZERO)),
        make_ups=make_ups,
        cash_shorts=cash_shorts,
    )


@dataclass(frozen=True, slots=True)
class Remuneration:
    """The pay of a workweek that the regular rate is worked out from, in dollars and exact."""

    cash: Decimal
    covered: Decimal
    balance: Decimal
    left_out: Decimal
    total: Decimal


def remuneration(
    *, hours: Decimal, cash_rate: Decimal, credit_rate: Decimal, commissions: Decimal, tips: Decimal | None
) -> Remuneration:
    """Return cash wages, tip credit taken and commissions of a workweek (R-272.03-2h, -2g2).

    Tips above the credit stay out; tips below it leave a balance that the employer owes in cash, which is pay too. So
    the credit taken counts in full either way. Without a figure the tips are taken to cover the credit.
    """
    cash, taken = cash_rate * hours, credit_rate * hours
    covered = taken if tips is None else min(taken, tips)
    left_out = ZERO if tips is None else above_zero(tips - taken)
    return Remuneration(cash, covered, taken - covered, left_out, cash + taken + commissions)


def kept(*, tips: Decimal, given: Decimal, taken: Decimal, charge_share: Decimal) -> Decimal:
    """Return the tips in dollars that count for one person after splitting (R-272.03-2d, -2e1, -2e4)."""
    return tips - given + taken + charge_share


@dataclass(frozen=True, slots=True)
class Charge:
    """A service charge in dollars: what counts as tips, what the house kept, and what it must still pay out."""

    counted: Decimal
    kept: Decimal
    owed: Decimal


def charge(*, service_charge: Decimal, distributed: Decimal, for_employees: bool, tip_part: Decimal | None) -> Charge:
    """Return what of a service charge counts as tips and what must still be paid out (R-272.03-2e1, -2e2, -2e3).

    A breakdown in the payroll records limits what must be paid out to its tip part, whatever was negotiated.
    """
    due = tip_part if tip_part is not None else service_charge if for_employees else ZERO
    return Charge(distributed, service_charge - distributed, above_zero(due - distributed))
