"""Count the dates of special minimum wage licenses: terms, renewals, reviews, temporary authority (DWD 272.09)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.calendar import (
    MONTH_OF_30_DAYS,
    Due,
    day_after,
    due,
    first_period_after,
    months_after,
    rolled,
    years_after,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.general_minimum import Minimum
from wagecase.rules.law import in_force
from wagecase.rules.money import ZERO, above_zero, half_up

__all__ = [
    "adjust_from",
    "evaluation_due",
    "filed_in_time",
    "job_change_review_due",
    "keep_until",
    "learned_by_mail",
    "learned_of",
    "make_up",
    "next_adjustment_due",
    "not_retroactive",
    "renewal",
    "review_due",
    "review_request_due",
    "sponsored_term",
    "temporary_authority",
    "term_ends",
]

Result = Finding[Mapping[str, Any]]

LICENSE_FIRST = "DWD 272.09 (2) (a)"
NEVER_RETROACTIVE = "DWD 272.09 (15) (c) 3."
EVALUATION = "DWD 272.09 (8) (j) 2."
REVIEW = "DWD 272.09 (8) (j) 3."
RENEWAL = "DWD 272.09 (9) (b)"
DENIED = "DWD 272.09 (9) (c)"


def evaluation_due(start: date) -> Finding[date]:
    """Return the last day for the first evaluation; a month has 30 days and nothing rolls (R-272.09-8j2, C-8)."""
    rule = in_force("licenses.evaluation_months", start)
    day = months_after(start, rule.number, "30-days")
    step = Step("licenses.evaluation_due", {"n": (day - start).days, "start": start, "day": day})
    return Finding(day, (step,), (rule.cite, MONTH_OF_30_DAYS))


def review_due(last: date) -> Finding[tuple[date, date]]:
    """Return the last day for the next review after the last one, or else the start, and the same in calendar months.

    Six months of 30 days count (R-272.09-8j3, C-8); the calendar months are for comparison only.
    """
    rule = in_force("licenses.review_months", last)
    day, calendar = months_after(last, rule.number, "30-days"), months_after(last, rule.number)
    words = {"months": rule.number, "n": (day - last).days, "start": last, "day": day, "calendar": calendar}
    return Finding((day, calendar), (Step("licenses.review_due", words),), (rule.cite, MONTH_OF_30_DAYS))


def job_change_review_due(changed: date) -> Finding[date]:
    """Return the last day for the review after a change of job: a rule of the office, no law (R-272.09-8j3)."""
    rule = in_force("licenses.job_change_days", changed)
    day = day_after(changed, rule.number)
    step = Step("licenses.job_change", {"n": rule.number, "start": changed, "day": day})
    return Finding(day, (step,), (REVIEW,))


def adjust_from(*, evaluation: date, period_start: date, period_days: int) -> Finding[date]:
    """Return the first day of the first complete pay period after an evaluation or review (R-272.09-8j2)."""
    day = first_period_after(evaluation, start=period_start, length=period_days)
    words = {"evaluation": evaluation, "day": day, "n": period_days, "start": period_start}
    return Finding(day, (Step("licenses.adjust_from", words),), (EVALUATION,))


def next_adjustment_due(last: date) -> Finding[date]:
    """Return the last day for the next adjustment to prevailing wages: the anniversary (R-272.09-8f, C-9)."""
    rule = in_force("licenses.adjustment_years", last)
    day = years_after(last, rule.number)
    return Finding(day, (Step("licenses.adjustment", {"last": last, "day": day}),), (rule.cite,))


def temporary_authority(*, signed: date, sent: date | None, work_day: date | None) -> Result:
    """Return whether a temporary authority covers a day of work, and its dates (R-272.09-4b).

    Sent late, it is void from the start. Raises NotCovered where the holiday table ends.
    """
    length = in_force("licenses.temporary_days", signed)
    send = in_force("licenses.temporary_send_days", signed)
    send_by, ends = day_after(signed, send.number), day_after(signed, length.number)
    legal = rolled(send_by, "filing")
    words = {"signed": signed, "n": send.number, "send_by": send_by, "days": length.number, "ends": ends}
    steps = [Step("licenses.temporary_dates", words), *legal.steps]
    in_time = sent is not None and sent <= legal.value
    if sent is None:
        steps.append(Step("licenses.temporary_unsent", {"legal": legal.value}))
    else:
        key = "licenses.temporary_in_time" if in_time else "licenses.temporary_late"
        steps.append(Step(key, {"sent": sent, "legal": legal.value}))
    inside = work_day is None or signed <= work_day <= ends
    if work_day is not None:
        key = "licenses.work_day_inside" if inside else "licenses.work_day_outside"
        steps.append(Step(key, {"day": work_day, "signed": signed, "ends": ends}))
    value = {"send_by": send_by, "send_by_legal": legal.value, "ends": ends, "authority": in_time and inside}
    return Finding(value, tuple(steps), (length.cite, *legal.citations), legal.books)


def make_up(*, minimum: Minimum | None, paid: Decimal, hours: Decimal) -> Finding[Decimal]:
    """Return what is owed in dollars for hours below the minimum; without a minimum, an authority covers them.

    Source: R-272.09-2a; half up to the cent, once.
    """
    if minimum is None:
        return Finding(ZERO, (Step("licenses.no_make_up", {}),), (LICENSE_FIRST,))
    owed = half_up(above_zero(minimum.amount - paid) * hours)
    words = {"minimum": minimum.amount, "paid": paid, "hours": hours, "owed": owed}
    steps = (*minimum.steps, Step("licenses.make_up", words))
    return Finding(owed, steps, (LICENSE_FIRST, *minimum.citations), minimum.books)


def not_retroactive(*, student: bool, issued: date, effective: date) -> Finding[bool]:
    """Return whether a license begins on or after the day of issue (R-272.09-15c3 for students, R-272.09-2a)."""
    allowed = effective >= issued
    key = "licenses.not_retroactive" if allowed else "licenses.retroactive"
    step = Step(key, {"issued": issued, "effective": effective})
    return Finding(allowed, (step,), (NEVER_RETROACTIVE if student else LICENSE_FIRST,))


def sponsored_term(effective: date) -> Finding[date]:
    """Return the last day a license asked for by a sponsoring agency may state (R-272.09-14): not more than one year."""
    rule = in_force("licenses.sponsored_years", effective)
    day = day_after(years_after(effective, rule.number), -1)
    return Finding(day, (Step("licenses.sponsored_term", {"effective": effective, "day": day}),), (rule.cite,))


def term_ends(starts: date) -> Finding[date]:
    """Return the last day of a term that begins on `starts`: the day before the anniversary (R-272.09-8a).

    The length is practice of the office. A term from 29 February ends as if it began on the 28th.
    """
    rule = in_force("licenses.term_years", starts)
    day = day_after(years_after(starts, rule.number), -1)
    words = {"n": rule.number, "starts": starts, "day": day}
    return Finding(day, (Step("licenses.term_ends", words),), (rule.cite,))


def keep_until(*, student: bool, ended: date) -> Finding[date]:
    """Return the last day of keeping the records of a license that ended on a day (R-272.09-11f, R-272.09-15d)."""
    rule = in_force("licenses.student.keep_years" if student else "licenses.keep_years", ended)
    day = years_after(ended, rule.number)
    return Finding(day, (Step("licenses.keep", {"n": rule.number, "ended": ended, "day": day}),), (rule.cite,))


def renewal(*, expires: date, filed: date | None, decision: str, decided: date | None, on: date | None) -> Result:
    """Return whether the old license stays in force while its renewal is pending (R-272.09-9b, R-272.09-9c).

    `last_day` is None while a renewal filed in time is pending. A grant starts a new license, which is not judged here.
    """
    timely = filed is not None and filed <= expires
    last_day: date | None = expires
    steps = []
    if filed is None:
        steps.append(Step("licenses.renewal_unfiled", {"expires": expires}))
    elif not timely:
        steps.append(Step("licenses.renewal_late", {"filed": filed, "expires": expires}))
    else:
        last_day = None if decided is None else max(expires, decided)
        steps.append(Step("licenses.renewal_timely", {"filed": filed, "expires": expires}))
    cites = [RENEWAL]
    if decided is not None:
        words = {"decided": decided, "last": last_day or expires}
        steps.append(Step(f"licenses.renewal_{decision}", words))
        cites += [DENIED] * (decision == "denied")
    in_force_on = None
    if on is not None:
        in_force_on = last_day is None or on <= last_day
        steps.append(Step("licenses.old_in_force" if in_force_on else "licenses.old_ended", {"day": on}))
    value = {
        "timely": timely,
        "continues_until_decision": timely,
        "last_day": last_day,
        "old_license_in_force": in_force_on,
    }
    return Finding(value, tuple(steps), tuple(cites))


def learned_by_mail(mailed: date) -> Finding[date]:
    """Return the day on which a person is taken to have learned of a mailed action: a rule of the office."""
    days = in_force("licenses.mailing_days", mailed).number
    day = day_after(mailed, days)
    return Finding(day, (Step("licenses.mailed", {"n": days, "mailed": mailed, "day": day}),))


def learned_of(*, mailed: date, served: date | None) -> Finding[date]:
    """Return the day on which a person is taken to have learned of an action sent on `mailed` (R-272.09-17).

    The rule takes the day of delivery, else some days after mailing. A letter is printed before anybody knows when it is
    delivered and counts from its mailing; office practice holds to what it says, so that an earlier recorded service takes
    no day from its reader, and a later one gives more.
    """
    by_mail = learned_by_mail(mailed)
    if served is None or served <= by_mail.value:
        return by_mail
    return Finding(served, (Step("licenses.learned_served", {"served": served}),))


def review_request_due(learned: date) -> Finding[Due]:
    """Return by when a person may ask for reconsideration or review, a filing with an office (R-272.09-17).

    Raises NotCovered where the holiday table ends.
    """
    rule = in_force("licenses.review_request_days", learned)
    return due(start=learned, length=rule.number, act="filing", citation=rule.cite)


def filed_in_time(filed: date, *, legal_due: date) -> Finding[bool]:
    """Return whether a request was received on or before its last day in law (R-272.09-17)."""
    timely = filed <= legal_due
    key = "licenses.filed_in_time" if timely else "licenses.filed_late"
    return Finding(timely, (Step(key, {"filed": filed, "legal_due": legal_due}),))
