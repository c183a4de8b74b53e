"""Count how late notice of a closing or layoff was to each recipient, and what lateness costs (109.07 (3), (4m))."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from wagecase.rules.calendar import day_before, days_late, holiday_table, span
from wagecase.rules.closings import NOTICE, municipality_key
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import Parameter, in_force
from wagecase.rules.money import ZERO, above_zero, half_up

__all__ = [
    "NEVER",
    "OFFICIAL",
    "PER_EVENT",
    "WEEKDAYS",
    "Given",
    "Recipient",
    "lateness",
    "notice_due",
    "recovery",
    "recovery_period",
    "surcharges",
]

Result = Finding[Mapping[str, Any]]
Given = date | Literal["never"]

NEVER: Literal["never"] = "never"
ANYBODY = Word("closings.kind.recipient")
OFFICIAL = "official"
PER_EVENT = "event"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

RECOVERY_PERIOD = "109.07 (3) (c)"
PAY = "109.07 (3) (a) 1."
BENEFITS = "109.07 (3) (a) 2."
CREDIT = "109.07 (3) (b)"
HIGHEST_OFFICIAL = "109.07 (1) (e)"


def _notice_days(closing: date) -> Parameter:
    return in_force("closings.notice_days", closing)


def notice_due(closing: date) -> Finding[date]:
    """Return the last day for notice of a closing or layoff; counted back, it never rolls (R-109.07-1m, C-4)."""
    rule = _notice_days(closing)
    day = day_before(closing, rule.number)
    step = Step("closings.notice_due", {"n": rule.number, "closing": closing, "due": day})
    return Finding(day, (step,), (NOTICE,))


def lateness(*, closing: date, given: Given, who: tuple[str, ...] = (ANYBODY,)) -> Finding[int]:
    """Return how many days late notice was: from the day it was due to the earlier of notice and closing.

    Not both ends are counted: 0 when in time, 60 when never told or told after the closing. `who` are the words for
    the recipient. Source: R-109.07-3c.
    """
    end = closing if given == NEVER else min(given, closing)
    due = day_before(closing, _notice_days(closing).number)
    late = days_late(due, end)
    if given == NEVER:
        step = Step("closings.never_told", {"who": who, "n": late, "closing": closing})
    else:
        key = "closings.told_late" if late else "closings.told_in_time"
        step = Step(key, {"who": who, "n": late, "given": given, "due": due})
    return Finding(late, (step,), (RECOVERY_PERIOD,))


@dataclass(frozen=True, slots=True)
class Recipient:
    """One who must be told: an official of a municipality, or another kind; and when he or she was."""

    kind: str
    given: Given
    municipality: str = ""
    name: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words for this recipient in a sentence."""
        return (Word(f"closings.kind.{self.kind}"), *filter(None, (self.name, self.municipality)))


def surcharges(*, closing: date, officials: Sequence[Recipient], daily_amount: Decimal | None, per: str) -> Result:
    """Return the surcharge in dollars for late notice to highest officials, and what it may be (R-109.07-4ma, -1e).

    Of several officials of one municipality the latest counts. The daily amount is a decision: one that is not
    between one cent and the highest amount is not accepted, and no surcharge follows.
    """
    most, least = (Decimal(in_force(f"closings.surcharge_{name}", closing).value) for name in ("most", "least"))
    accepted = None if daily_amount is None else least <= daily_amount <= most
    amount = daily_amount if accepted else None
    late: dict[str, tuple[str, int, int]] = {}
    for row in officials:
        key = municipality_key(row.municipality)
        name, days, count = late.get(key, (row.municipality.strip(), 0, 0))
        late[key] = (name, max(days, lateness(closing=closing, given=row.given).value), count + 1)
    places = [_place(name, days, most=most, amount=amount) for name, days, _ in late.values()]
    combine = max if per == PER_EVENT else sum
    value = {
        "municipalities": tuple(places) if places else None,
        "surcharge_cap": combine(row["surcharge_cap"] for row in places) if places else None,
        "amount_accepted": accepted,
        "surcharge": combine(row["surcharge"] for row in places) if places and amount is not None else None,
    }
    cites = (in_force("closings.surcharge_most", closing).cite,)
    two = tuple(name for name, _, count in late.values() if count > 1)
    steps = [Step("closings.both_officials", {"municipalities": two})] if two else []
    steps += [
        Step(
            "closings.late_municipality",
            {"municipality": row["municipality"], "n": row["days_late"], "most": most, "cap": row["surcharge_cap"]},
        )
        for row in places
    ]
    if places:
        words = {"cap": value["surcharge_cap"], "places": len(places)}
        steps.append(Step("closings.cap_per_event" if per == PER_EVENT else "closings.cap_per_municipality", words))
    if daily_amount is not None:
        words = {"amount": half_up(daily_amount), "least": least, "most": most}
        steps.append(Step("closings.amount_accepted" if accepted else "closings.amount_refused", words))
    if places and amount is not None:
        steps.append(Step("closings.surcharge", {"amount": half_up(amount), "surcharge": value["surcharge"]}))
    return Finding(value, tuple(steps), (*cites, HIGHEST_OFFICIAL) if two else cites)


def _place(name: str, days: int, *, most: Decimal, amount: Decimal | None) -> dict[str, Any]:
    return {
        "municipality": name,
        "days_late": days,
        "surcharge_cap": half_up(most * days),
        "surcharge": None if amount is None else half_up(amount * days),
    }


def recovery_period(*, closing: date, late: int, weekdays: Collection[str], not_scheduled: Collection[date]) -> Result:
    """Return the recovery period of an employee and the days of it that would have been worked (R-109.07-3c, -3a1).

    It has as many calendar days as notice was late, from the closing on. Legal holidays among the days that would
    have been worked are listed, a question for the investigator, and are not taken off. Raises NotCovered if such a
    day lies outside the holiday table.
    """
    off = set(not_scheduled)
    period = span(closing, late)
    worked = [day for day in period if WEEKDAYS[day.weekday()] in weekdays and day not in off]
    table = holiday_table()
    holidays = tuple(day for day in worked if table.holiday(day) is not None)
    last = period[-1] if period else None
    steps = [Step("closings.no_recovery_period", {"n": late})]
    if late:
        steps = [Step("closings.recovery_period", {"n": late, "first": closing, "last": last, "worked": len(worked)})]
    if holidays:
        steps.append(Step("closings.holidays_in_period", {"holidays": holidays}))
    value = {
        "days_late": late,
        "recovery_first": closing if late else None,
        "recovery_last": last,
        "work_days": len(worked),
        "holidays_in_period": holidays,
    }
    return Finding(value, tuple(steps), (RECOVERY_PERIOD, PAY), {"holidays": table.version})


def recovery(
    *,
    work_days: int,
    hours_per_day: Decimal,
    current_rate: Decimal,
    average_rate: Decimal | None,
    benefits: Decimal,
    medical_cost: Decimal,
    credited_time: Decimal,
) -> Result:
    """Return the pay, and in all the dollars, that an employee told late may recover (R-109.07-3a1, -3a2, -3b).

    The greater of the current and the average regular rate counts. The total is not below zero, worked out exactly
    and rounded half up to the cent once (C-7).
    """
    rate = current_rate if average_rate is None else max(current_rate, average_rate)
    pay = work_days * hours_per_day * rate
    total = half_up(above_zero(pay + benefits + medical_cost - credited_time))
    words = {"n": work_days, "hours": hours_per_day, "rate": rate + ZERO, "pay": half_up(pay)}
    parts = {"benefits": benefits, "medical": medical_cost, "credited": credited_time}
    sums = {name: half_up(amount) for name, amount in parts.items()} | {"recovery": total}
    key = "closings.pay" if average_rate is None else "closings.pay_greater"
    steps = (Step(key, words), Step("closings.recovery", {"pay": words["pay"], **sums}))
    value = {"rate_used": rate + ZERO, "pay": words["pay"], "recovery": total}
    return Finding(value, steps, (PAY, BENEFITS, CREDIT))
