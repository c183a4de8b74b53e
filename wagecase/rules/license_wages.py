"""Work out wages under a special minimum wage license: prevailing, commensurate, by the piece, overtime (DWD 272.09)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.general_minimum import Minimum
from wagecase.rules.language import dollars
from wagecase.rules.law import newest
from wagecase.rules.money import CENT, ZERO, above_zero, divided, divided_up, half_up, without_zeros

__all__ = [
    "SURVEY",
    "Figure",
    "back_pay",
    "commensurate_wage",
    "gross_pay",
    "mean",
    "piece_rate",
    "prevailing_wage",
    "production_standard",
    "survey_size",
    "unrounded_standard",
]

Result = Finding[Mapping[str, Any]]
FOURTH = Decimal("0.0001")
SIXTH = Decimal("0.000001")
MINUTES = Decimal(60)  # of an hour
HUNDRED = Decimal(100)

OWN_EMPLOYEES = "DWD 272.09 (6) (b)"
OTHER_SOURCE = "DWD 272.09 (6) (d)"
SURVEY = "DWD 272.09 (6) (f)"
NOT_BELOW_MINIMUM = "DWD 272.09 (6) (h)"
LICENSE_FIRST = "DWD 272.09 (2) (a)"
PIECE_RATE = "DWD 272.09 (8) (h) 1. a."
PREVAILING_PIECE_RATE = "DWD 272.09 (8) (h) 1. b."
HOURLY_RATE = "DWD 272.09 (8) (j) 1."
BACK_PAY = "DWD 272.09 (8) (j) 2."
_SOURCES = {
    "own-employees": OWN_EMPLOYEES, "survey": SURVEY, "stated": SURVEY, "other": OTHER_SOURCE, "public": OTHER_SOURCE,
}  # fmt: skip
MOST_ADDENDS = 12  # of a survey that are written out


@dataclass(frozen=True, slots=True)
class Figure:
    """A wage as found, in dollars: total / parts, never rounded before it is compared; `source` says where from.

    `addends` are the terms of the total of a survey as they are written.
    """

    source: str
    total: Decimal
    parts: Decimal = Decimal(1)
    addends: tuple[str, ...] = ()


def mean(wages: Sequence[Decimal], workers: Sequence[int] | None = None) -> Figure:
    """Return the mean wage of the firms surveyed; weighted by the workers of each if they are given (R-272.09-6f)."""
    if workers is None:
        return Figure("survey", sum(wages, ZERO), Decimal(len(wages)), tuple(dollars(wage) for wage in wages))
    total = sum((wage * count for wage, count in zip(wages, workers, strict=True)), ZERO)
    addends = tuple(f"{dollars(wage)} x {count}" for wage, count in zip(wages, workers, strict=True))
    return Figure("survey", total, Decimal(sum(workers)), addends)


def prevailing_wage(*, figure: Figure, minimum: Minimum) -> Result:
    """Return the prevailing wage in dollars, parts of a cent up, not below the minimum wage (R-272.09-6h, C-7)."""
    raised = figure.total < minimum.amount * figure.parts
    prevailing = minimum.amount if raised else divided_up(figure.total, figure.parts)
    found = _to_show(figure, minimum.amount)
    words = {
        "source": Word(f"licenses.source.{figure.source}"),
        "found": found,
        "minimum": minimum.amount,
        "prevailing": prevailing,
    }
    step = Step("licenses.raised" if raised else "licenses.not_raised", words)
    value = {"prevailing": prevailing, "source": figure.source, "raised_to_minimum": raised}
    cites = (_SOURCES[figure.source], NOT_BELOW_MINIMUM, *minimum.citations)
    return Finding(value, (*minimum.steps, *_mean_step(figure, found), step), cites, minimum.books)


def _to_show(figure: Figure, minimum: Decimal) -> Decimal:
    """Return a figure with four decimals; one below the minimum is cut off where rounding would hide that it is."""
    rounded = divided(figure.total, figure.parts, FOURTH)
    if rounded >= minimum and figure.total < minimum * figure.parts:
        rounded = figure.total // (figure.parts * FOURTH) * FOURTH
    return without_zeros(rounded)


def _mean_step(figure: Figure, found: Decimal) -> tuple[Step, ...]:
    if not figure.addends:
        return ()
    words = {"total": figure.total, "parts": figure.parts, "found": found, "n": len(figure.addends)}
    if len(figure.addends) > MOST_ADDENDS:
        return (Step("licenses.mean_of_many", words),)
    return (Step("licenses.mean", {**words, "sum": " + ".join(figure.addends)}),)


def survey_size(*, firms: int, similar: int | None) -> Finding[bool]:
    """Return whether enough firms were surveyed: three, or all if fewer do similar work (R-272.09-6c)."""
    rule = newest("licenses.survey_firms")
    needed = rule.number if similar is None else min(rule.number, similar)
    enough = firms >= needed
    step = Step("licenses.firms_enough" if enough else "licenses.firms_few", {"n": firms, "needed": needed})
    return Finding(enough, (step,), (rule.cite,))


def production_standard(*, measured: Decimal | None, minutes: Decimal) -> Result:
    """Return whether an allowance, in minutes of the hour, is enough, and the standard per hour (R-272.09-8h2b)."""
    rule = newest("licenses.work_allowance")
    least = Decimal(rule.value) * MINUTES / HUNDRED
    accepted = minutes >= least
    words = {"minutes": without_zeros(minutes), "least": without_zeros(least)}
    steps = [Step("licenses.allowance_enough" if accepted else "licenses.allowance_small", words)]
    standard = None
    if accepted and measured is not None:
        standard = without_zeros(divided(measured * (MINUTES - minutes), MINUTES, FOURTH))
        steps.append(Step("licenses.standard", {**words, "measured": measured, "standard": standard}))
    value = {
        "accepted": accepted,
        "allowance_minutes": words["minutes"],
        "standard_units_per_hour": standard,
    }
    return Finding(value, tuple(steps), (rule.cite,))


def unrounded_standard(*, measured: Decimal, minutes: Decimal) -> tuple[Decimal, Decimal]:
    """Return the standard as units in a number of hours, so that a piece rate is divided by it exactly.

    `production_standard` rounds it to be read; a rate from the rounded one may fall below the law's (R-272.09-8h1a).
    """
    return measured * (MINUTES - minutes), MINUTES


def piece_rate(
    *, prevailing: Decimal | None, standard: Decimal | None, computed: Decimal | None, paid_nearby: Decimal | None,
    hours: Decimal = Decimal(1),
) -> Result:  # fmt: skip
    """Return the piece rate in dollars, up to the fourth decimal, not below the one paid nearby (R-272.09-8h1a, 8h1b).

    Either `prevailing` (an hour) and `standard` (units in `hours`), or a rate `computed` before.
    """
    if computed is None:
        if prevailing is None or standard is None:
            raise ValueError("a piece rate needs a prevailing wage and a standard")
        computed = divided_up(prevailing * hours, standard, FOURTH)
        shown = standard if hours == 1 else without_zeros(divided(standard, hours, SIXTH))
        words = {"prevailing": prevailing, "standard": shown, "computed": computed}
        steps = [Step("licenses.piece_computed", words)]
    else:
        computed = computed.quantize(FOURTH)
        steps = [Step("licenses.piece_given", {"computed": computed})]
    cites = [PIECE_RATE]
    raised, rate = False, computed
    if paid_nearby is not None:
        paid_nearby = paid_nearby.quantize(FOURTH)
        raised = paid_nearby > computed
        rate = max(computed, paid_nearby)
        key = "licenses.piece_raised" if raised else "licenses.piece_not_raised"
        steps.append(Step(key, {"nearby": abs(paid_nearby), "computed": computed}))
        cites.append(PREVAILING_PIECE_RATE)
    value = {"computed_piece_rate": computed, "piece_rate": rate, "raised_to_prevailing_piece_rate": raised}
    return Finding(value, tuple(steps), tuple(cites))


def commensurate_wage(
    *, prevailing: Decimal, worker: Decimal, standard: Decimal, licensed: bool, minimum: Minimum
) -> Result:
    """Return the commensurate hourly wage in dollars, up to the cent, and what may be paid (R-272.09-8j1, 2a; X-28).

    `worker` and `standard` are outputs in the same time. There is no cap above 100 percent; the comparison with the
    minimum uses the rounded wage.
    """
    steps = list(minimum.steps)
    if prevailing < minimum.amount:
        steps.append(Step("licenses.prevailing_raised", {"prevailing": prevailing, "minimum": minimum.amount}))
        prevailing = minimum.amount
    wage = divided_up(prevailing * worker, standard)
    percent = without_zeros(divided(worker * HUNDRED, standard))
    below = wage < minimum.amount
    pay = minimum.amount if below and not licensed else wage
    words = {"prevailing": prevailing, "percent": percent, "wage": wage, "minimum": minimum.amount}
    steps.append(Step("licenses.commensurate", {**words, "worker": worker, "standard": standard}))
    if below:
        steps.append(Step("licenses.licensed" if licensed else "licenses.unlicensed", words))
    else:
        steps.append(Step("licenses.no_license_needed", words))
    value = {"commensurate": wage, "license_needed": below, "pay": pay, "productivity_percent": percent}
    cites = (*minimum.citations, HOURLY_RATE, LICENSE_FIRST, NOT_BELOW_MINIMUM)
    return Finding(value, tuple(steps), cites, minimum.books)


def back_pay(*, paid: Decimal, commensurate: Decimal, hours: Decimal) -> Result:
    """Return what is owed in dollars for hours paid below the commensurate wage, half up once (R-272.09-8j2)."""
    owed = half_up(above_zero(commensurate - paid) * hours)
    words = {"commensurate": commensurate, "paid": paid, "hours": hours, "owed": owed}
    key = "licenses.back_pay" if commensurate > paid else "licenses.no_back_pay"
    return Finding({"back_pay": owed}, (Step(key, words),), (BACK_PAY,))


def gross_pay(*, hours: Decimal, straight: Decimal) -> Result:
    """Return the gross pay of a week in dollars from straight earnings and hours above 0, half up once (R-272.09-8e).

    The regular rate is the straight earnings over the hours; it is rounded only to be shown.
    """
    limit, factor = newest("licenses.overtime_hours"), newest("licenses.overtime_factor")
    over = max(hours - Decimal(limit.value), Decimal(0))
    premium = Decimal(factor.value) - 1
    gross = divided(straight * (hours + premium * over), hours)
    regular = divided(straight, hours, FOURTH)
    words = {"straight": without_zeros(straight), "hours": hours, "limit": limit.value, "gross": gross}
    words |= {"over": without_zeros(over), "premium": premium, "regular": regular}
    step = Step("licenses.overtime" if over else "licenses.no_overtime", words)
    value = {"gross": gross, "overtime_hours": over.quantize(CENT, "ROUND_HALF_UP"), "regular_rate": regular}
    return Finding(value, (step,), (limit.cite,))
