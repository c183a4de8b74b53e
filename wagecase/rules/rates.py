"""Explain what a rate book prints, and what other statutes work out from the general minimum wage."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import newest
from wagecase.rules.money import half_up, rounded_down
from wagecase.rules.ratebook import ALLOWANCES, ALLOWANCES_LIKE, Rate, RateBook

Result = Finding[Mapping[str, Any]]

__all__ = ["general_rate_uses", "printed_rate"]


def printed_rate(*, book: RateBook, source: str, class_: str, item: str, unit: str, on: date) -> Result:
    """Return the printed amount in dollars for a day, with its period, status and doubts (rate tables, section 0a).

    Raises NoRateInSource if the source prints none (C-13).
    """
    rate = book.find(source=source, class_=class_, item=item, unit=unit, on=on)
    like = ALLOWANCES_LIKE.get(class_) if item in ALLOWANCES else None
    steps = [] if like is None else [Step("rates.like", {"class": Word(f"rates.class.{like}")})]
    words = {
        "cite": rate.cite,
        "amount": rate.amount,
        "unit": Word(f"rates.unit.{unit}"),
        "class": Word(f"rates.class.{class_}"),
        "item": Word(f"rates.item.{item}"),
    }
    steps += [Step("rates.set_by" if rate.authority else "rates.printed", words), _period(rate, on)]
    steps += [Step(f"rates.flag.{flag}", {}) for flag in rate.flags]
    if rate.status == "proposed":
        steps.append(Step("rates.proposed", {"source": source}))
    value = {
        "amount": rate.amount,
        "effective_from": rate.start,
        "effective_to": rate.end,
        "status": rate.status,
        "flags": rate.flags,
    }
    return Finding(value, tuple(steps), (rate.cite,), {"rates": book.name})


def _period(rate: Rate, on: date) -> Step:
    if rate.start is None:
        key = "rates.period.open" if rate.end is None else "rates.period.to"
    else:
        key = "rates.period.from" if rate.end is None else "rates.period.between"
    return Step(key, {"start": rate.start or "", "end": rate.end or "", "day": on})


def general_rate_uses(
    *,
    book: RateBook,
    source: str,
    on: date,
    owed: Decimal | None = None,
    average_wage: Decimal | None = None,
    federal_rate: Decimal | None = None,
) -> Result:
    """Return the most hours of community service for an amount owed, and the wage of a target group, in dollars.

    Hours never exceed the quotient (800.09 (1) (b)); 234.94 (8) takes the greater of the general and the federal rate
    and compares before rounding. Raises NoRateInSource.
    """
    rate = book.find(source=source, class_="general", item="wage", unit="hour", on=on)
    factor = newest("general_rate_uses.target_group_factor")
    greater = rate.amount if federal_rate is None else max(rate.amount, federal_rate)
    limit = greater * Decimal(factor.value)
    below = half_up(limit)
    steps = [_target(rate=rate.amount, federal=federal_rate, greater=greater, factor=factor.value, below=below)]
    cites = [rate.cite]
    hours = whole = within = None
    if owed is not None:
        hours = rounded_down(owed / rate.amount)
        whole = int(hours)
        words = {"owed": owed, "general": rate.amount, "hours": hours, "whole": whole}
        steps.append(Step("rates.community_service", words))
        cites.append("800.09 (1) (b)")
    if average_wage is not None:
        within = average_wage < limit
        steps.append(Step("rates.in_target" if within else "rates.not_in_target", {"average": average_wage}))
        cites.append(factor.cite)
    value = {
        "general_rate": rate.amount,
        "max_hours": hours,
        "whole_hours": whole,
        "target_group_wage_below": below,
        "in_target_group": within,
    }
    return Finding(value, tuple(steps), tuple(cites), {"rates": book.name})


def _target(*, rate: Decimal, federal: Decimal | None, greater: Decimal, factor: Any, below: Decimal) -> Step:
    words = {"general": rate, "factor": factor, "limit": below}
    if federal is None:
        return Step("rates.target", words)
    return Step("rates.target_federal", {**words, "federal": federal, "greater": greater})
