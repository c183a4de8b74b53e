"""Test the exceptions from notice that have a date or a proof, and count the dates of a claim (109.07 (4) to (6))."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from wagecase.rules.calendar import day_after, months_after, office_day_after, rolled, years_after
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.holidays import holiday_table
from wagecase.rules.law import in_force

__all__ = [
    "CAPITAL",
    "RELOCATION",
    "SALE",
    "TEMPORARY",
    "Window",
    "capital_exception",
    "claim_due",
    "claim_in_time",
    "justice_dates",
    "rehire_exception",
    "temporary_exception",
    "window",
]

Result = Finding[Mapping[str, Any]]

TEMPORARY, SALE, RELOCATION, CAPITAL = "temporary-cessation", "sale", "relocation", "capital-seeking"
DETERMINATION = "109.07 (5), (6)"
SEEKING = ("109.07 (5) (a)", "109.07 (5) (b)")


def temporary_exception(*, cessation: date, recalled_on: date | None) -> Result:
    """Return by when all affected employees must be back after a temporary cessation, and if they were (R-109.07-6f).

    The day does not roll. `recalled_on` is the day of the last recall; None: not recalled.
    """
    rule = in_force("closings.recall_days", cessation)
    day = day_after(cessation, rule.number)
    step = Step("closings.recall_by", {"n": rule.number, "cessation": cessation, "day": day})
    back = recalled_on is not None and recalled_on <= day
    return _judged({"recall_by": day, "rehire_by": None}, {"recalled_on": back}, step=step, cites=(rule.cite,))


def rehire_exception(*, kind: str, closing: date, rehired_on: date | None, facts: Mapping[str, bool | None]) -> Result:
    """Return by when employees must be hired or transferred after a sale or relocation, and if the facts fit.

    The day does not roll. Without a day the agreement or the offer, among the facts, is what the text asks for.
    Source: R-109.07-6a, R-109.07-6b, C-8.
    """
    rule = in_force(f"closings.{kind}_break_months", closing)
    day = months_after(closing, rule.number)
    step = Step("closings.rehire_by", {"n": rule.number, "closing": closing, "day": day})
    back = rehired_on is None or rehired_on <= day
    return _judged({"recall_by": None, "rehire_by": day}, {"rehired_on": back, **facts}, step=step, cites=(rule.cite,))


def capital_exception(facts: Mapping[str, bool | None]) -> Result:
    """Return whether an employer that sought capital or business has all facts and proofs (R-109.07-5a, -5b)."""
    return _judged({"recall_by": None, "rehire_by": None}, facts, step=Step("closings.capital", {}), cites=SEEKING)


def _judged(
    value: Mapping[str, Any], facts: Mapping[str, bool | None], *, step: Step, cites: tuple[str, ...]
) -> Result:
    """Name the facts that do not hold; the determination stays with the department (R-109.07-5-6-dept)."""
    missing = tuple(name for name, holds in facts.items() if not holds)
    words = {"facts": tuple(Word(f"closings.fact.{name}") for name in missing)}
    verdict = Step("closings.facts_missing", words) if missing else Step("closings.facts_fit", {})
    return Finding(
        {**value, "missing_facts": missing, "facts_fit": not missing}, (step, verdict), (*cites, DETERMINATION)
    )


def claim_due(closing: date) -> Finding[tuple[date, date]]:
    """Return the plain last day for a claim and the last day in law, rolled as a filing with an office (R-109.07-4a).

    Raises NotCovered where the holiday table ends.
    """
    rule = in_force("closings.claim_days", closing)
    raw_due = day_after(closing, rule.number)
    legal = rolled(raw_due, "filing")
    step = Step("closings.claim_due", {"n": rule.number, "closing": closing, "day": raw_due})
    return Finding((raw_due, legal.value), (step, *legal.steps), (rule.cite, *legal.citations), legal.books)


def claim_in_time(filed: date, *, legal_due: date) -> Finding[bool]:
    """Return whether a claim was filed in time; there is no first day, so one before the closing is (R-109.07-4a)."""
    timely = filed <= legal_due
    step = Step("closings.claim_timely" if timely else "closings.claim_late", {"filed": filed, "day": legal_due})
    return Finding(timely, (step,), (in_force("closings.claim_days", filed).cite,))


@dataclass(frozen=True, slots=True)
class Window:
    """The end of the recovery window, whether the claim must then be referred, and on which day the office does."""

    ends: date
    must_refer: bool
    refer_on: date | None


def window(*, filed: date, notified: date | None, paid: date | None, timely: bool | None) -> Finding[Window]:
    """Return when the recovery window of a claim ends and whether it is then referred to justice (R-109.07-4b).

    The window does not roll; the day of the referral is a rule of the office. Paid in full inside the window, or
    filed too late, a claim need not be referred. Raises NotCovered where the holiday table ends.
    """
    whole, after_notice = in_force("closings.recover_days", filed), in_force("closings.notified_days", filed)
    ends = day_after(filed, whole.number)
    steps = [Step("closings.window_from_filing", {"n": whole.number, "filed": filed, "day": ends})]
    if notified is not None:
        by_notice = day_after(notified, after_notice.number)
        words = {"n": after_notice.number, "notified": notified, "day": by_notice}
        steps.append(Step("closings.window_from_notice", words))
        ends = min(ends, by_notice)
    steps.append(Step("closings.window_ends", {"day": ends}))
    books, day = {}, None
    recovered = paid is not None and paid <= ends
    must_refer = not recovered and timely is not False
    if must_refer:
        day = office_day_after(ends, in_force("closings.setting_refer_days", ends).number)
        books = {"holidays": holiday_table().version}
        steps.append(Step("closings.refer_on", {"day": day}))
    elif paid is not None and recovered:
        steps.append(Step("closings.paid_in_window", {"paid": paid}))
    else:
        steps.append(Step("closings.no_referral_late", {}))
    return Finding(Window(ends, must_refer, day), tuple(steps), (whole.cite,), books)


def justice_dates(referred: date) -> Result:
    """Return until when justice alone may sue, from when the employee may, and when the action is barred.

    Not-before dates and the bar do not roll. Source: R-109.07-4c, R-109.07-4d, C-9.
    """
    alone, bar = in_force("closings.justice_days", referred), in_force("closings.bar_years", referred)
    until, barred = day_after(referred, alone.number), years_after(referred, bar.number)
    own = day_after(until)
    steps = (
        Step("closings.justice_until", {"n": alone.number, "referred": referred, "until": until, "own": own}),
        Step("closings.barred_after", {"n": bar.number, "day": barred}),
    )
    value = {"justice_until": until, "employee_may_sue_from": own, "barred_after": barred}
    return Finding(value, steps, (alone.cite, bar.cite))
