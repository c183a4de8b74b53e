"""Work out the clocks, duties and limits of the employees' right to know, 101.58 to 101.599."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from wagecase.rules.calendar import (
    day_after,
    due,
    months_after,
    office_day_on_or_before,
    rolled,
    wall_hours_due,
    years_after,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import in_force, newest

Result = Finding[Mapping[str, Any]]

# The words of the clocks, by the names of their figures.
DAY_CLOCKS = {
    "toxic-substance-information": "right_to_know.information",
    "substance-list-copy": "right_to_know.list_copy",
    "information-not-held": "right_to_know.not_held",
    "substance-no-longer-present": "right_to_know.no_longer_present",
    "manufacturer-information": "right_to_know.manufacturer",
}
HOUR_CLOCKS = {
    "infectious-agent-information": "right_to_know.infectious_agent",
    "pesticide-label": "right_to_know.pesticide",
}
_REPEATS = {
    "toxic-substance": "right_to_know.repeat.toxic_substance",
    "infectious-agent": "right_to_know.repeat.infectious_agent",
}
_NO_DATES = dict.fromkeys(
    ("due", "violation", "raw_due", "legal_due", "work_by", "timely", "earliest_approval", "keep_until")
)


def answer_due(*, clock: str, received: date) -> Result:
    """Return by when a request received on a day is answered: working days only (C-5). NotCovered outside the table."""
    figure = in_force(DAY_CLOCKS[clock], received)
    found = due(start=received, length=figure.number, unit="working-days", citation=figure.cite)
    return Finding({**_NO_DATES, "due": found.value.raw_due}, found.steps, found.citations, found.books)


def answer_due_at(*, clock: str, received_at: datetime) -> Result:
    """Return the local time by which a request is answered: hours of working days only (R-101.585-1, R-101.586)."""
    figure = in_force(HOUR_CLOCKS[clock], received_at.date())
    length = int(Decimal(figure.value))
    end = wall_hours_due(start=received_at, length=length, unit="working-hours")
    step = Step("rtk.hours", {"n": length, "start": received_at, "end": end})
    return Finding({**_NO_DATES, "due": end}, (step,), (figure.cite,))


def complaint_due(*, violation: date, unanswered: bool, knowledge: date, filed: date | None) -> Result:
    """Return by when a complaint is filed: after the later of violation and knowledge, as a filing (R-101.599-1)."""
    figure = in_force("right_to_know.complaint", violation)
    later = max(violation, knowledge)
    raw_due = day_after(later, figure.number)
    legal = rolled(raw_due, "filing")
    steps = [Step("rtk.unanswered", {"violation": violation})] if unanswered else []
    values = {"n": figure.number, "violation": violation, "knowledge": knowledge, "raw_due": raw_due}
    steps += [Step("rtk.complaint", values), *legal.steps]
    timely = None
    if filed is not None:
        timely = filed <= legal.value
        key = "rtk.filed_in_time" if timely else "rtk.filed_late"
        steps.append(Step(key, {"filed": filed, "legal_due": legal.value}))
    value = {**_NO_DATES, "violation": violation, "raw_due": raw_due, "legal_due": legal.value, "timely": timely}
    return Finding(value, tuple(steps), (figure.cite, *legal.citations), legal.books)


def department_due(*, clock: str, event: date) -> Result:
    """Return by when the department hears a complaint or decides after a hearing (R-101.599-1-hear, R-101.599-2)."""
    figure = in_force(f"right_to_know.{clock}", event)
    raw_due = day_after(event, figure.number)
    legal = rolled(raw_due)
    work_by = office_day_on_or_before(raw_due)
    steps = (
        Step("rtk.department", {"n": figure.number, "event": event, "raw_due": raw_due}),
        *legal.steps,
        Step("work_by", {"raw_due": raw_due, "work_by": work_by}),
    )
    value = {**_NO_DATES, "raw_due": raw_due, "legal_due": legal.value, "work_by": work_by}
    return Finding(value, steps, (figure.cite, *legal.citations), legal.books)


def earliest_approval(application_received: date) -> Result:
    """Return the first day on which an exemption may be approved; it never rolls (R-101.58-3c)."""
    figure = in_force("right_to_know.approval", application_received)
    day = day_after(application_received, figure.number)
    step = Step("rtk.approval", {"n": figure.number, "event": application_received, "day": day})
    return Finding({**_NO_DATES, "earliest_approval": day}, (step,), (figure.cite,))


def keep_until(last_received: date) -> Result:
    """Return the last day on which a safety data sheet must be kept; it never rolls (R-101.583-1a, C-9)."""
    figure = in_force("right_to_know.keep", last_received)
    day = years_after(last_received, figure.number)
    step = Step("rtk.keep", {"n": figure.number, "event": last_received, "day": day})
    return Finding({**_NO_DATES, "keep_until": day}, (step,), (figure.cite,))


def must_answer(
    *, subject: str, new_request: date, earlier_request: date | None, job_changed: bool, new_information: bool
) -> Finding[bool]:
    """Return whether a request must be answered although it may repeat an earlier one (R-101.583-2b, R-101.585-2).

    The duty revives on the day 12 calendar months after the earlier request.
    """
    figure = in_force(_REPEATS[subject], new_request)
    if earlier_request is None:
        return Finding(True, (Step("rtk.repeat.first", {"day": new_request}),), (figure.cite,))
    revives = months_after(earlier_request, figure.number)
    values = {"n": figure.number, "day": new_request, "earlier": earlier_request, "revives": revives}
    if new_request >= revives:
        steps = [Step("rtk.repeat.over", values)]
    elif job_changed or new_information:
        steps = [Step("rtk.repeat.within", values)]
    else:
        steps = [Step("rtk.repeat.free", values)]
    steps += [Step("rtk.repeat.job", {})] if job_changed else []
    steps += [Step("rtk.repeat.news", {})] if new_information else []
    return Finding(new_request >= revives or job_changed or new_information, tuple(steps), (figure.cite,))


def is_small(*, employees: int, gross_sales: Decimal) -> Finding[bool]:
    """Return whether an employer is free of 101.583 (1): both figures must be under the limit (R-101.583-1m)."""
    most, sales = newest("right_to_know.small.employees"), newest("right_to_know.small.sales")
    small = employees < most.number and gross_sales < Decimal(sales.value)
    values = {"employees": employees, "most": most.number, "sales": gross_sales, "limit": sales.value}
    return Finding(small, (Step("rtk.small" if small else "rtk.not_small", values),), (most.cite,))


def is_toxic(*, percent: Decimal, impurity: bool) -> Finding[bool]:
    """Return whether a mixture counts as a toxic substance; only less than the limit is left out (R-101.58-2j)."""
    limit = newest("right_to_know.impurity" if impurity else "right_to_know.mixture")
    toxic = percent >= Decimal(limit.value)
    values = {"percent": percent, "limit": limit.value}
    if impurity:
        step = Step("rtk.impurity_counts", values) if toxic else Step("rtk.impurity_free", values)
    else:
        step = Step("rtk.mixture_counts", values) if toxic else Step("rtk.mixture_free", values)
    return Finding(toxic, (step,), (limit.cite,))


def is_routine(*, days: int, percent: Decimal) -> Finding[bool]:
    """Return whether exposure is routine: enough days above one limit, or any day above another (R-101.597-4)."""
    least, above = newest("right_to_know.routine.days"), newest("right_to_know.routine.percent")
    any_day = newest("right_to_know.routine.any")
    often = days >= least.number and percent > Decimal(above.value)
    routine = often or (days > 0 and percent > Decimal(any_day.value))
    values = {"n": days, "percent": percent, "least": least.number, "above": above.value, "any": any_day.value}
    return Finding(routine, (Step("rtk.routine" if routine else "rtk.not_routine", values),), (least.cite,))


def highest_forfeiture(*, violations: int, willful: bool) -> Finding[Decimal]:
    """Return the highest forfeiture in dollars (R-101.599-3a; R-101.599-3b if willful or a pattern)."""
    ordinary = newest("right_to_know.forfeiture.ordinary")
    if not willful:
        each = Decimal(ordinary.value)
        step = Step("rtk.forfeiture", {"n": violations, "each": each, "total": violations * each})
        return Finding(violations * each, (step,), (ordinary.cite,))
    higher = newest("right_to_know.forfeiture.willful")
    each = Decimal(higher.value)
    values = {"n": violations, "each": each, "ordinary": ordinary.value, "total": violations * each}
    return Finding(violations * each, (Step("rtk.forfeiture_willful", values),), (ordinary.cite, higher.cite))
