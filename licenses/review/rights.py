"""Until when whoever is aggrieved by a decision may ask for reconsideration or review (DWD 272.09 (17))."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from wagecase.notices.models import Notice
from wagecase.rules import law
from wagecase.rules.license_dates import learned_of, review_request_due


@dataclass(frozen=True, slots=True)
class Review:
    """The days within which to ask, the day of learning that they count from, and the last day.

    `counted_to` is the day to which the days count; the last day is later where the office is closed on it.
    """

    days: int
    mailing_days: int
    mailed_on: date
    learned_on: date
    counted_to: date
    last_day: date
    cite: str
    sentences: tuple[str, ...]


def last_sent(copies: Iterable[Notice], *, decided_on: date) -> date:
    """Return the day on which the newest copy of a decision left: a letter that was made anew counts from its own day.

    One that still lies here counts from the day on which it was made, as its words do; without any, `decided_on`.
    """
    return max(
        (row.mailed_on or timezone.localdate(row.sent_at or row.created_at) for row in copies), default=decided_on
    )


def review_of(mailed_on: date, *, served_on: date | None = None, language: str = "en") -> Review:
    """Return the period for a decision that is sent on `mailed_on`: learned of some days later, a rule of the office.

    Recorded service on a later day counts instead (R-272.09-17). Raises NotCovered where the holiday table ends.
    """
    learned = learned_of(mailed=mailed_on, served=served_on)
    period = law.in_force("licenses.review_request_days", learned.value)
    due = review_request_due(learned.value)
    return Review(
        days=period.number, mailing_days=law.in_force("licenses.mailing_days", mailed_on).number, mailed_on=mailed_on,
        learned_on=learned.value, counted_to=due.value.raw_due, last_day=due.value.legal_due, cite=period.cite,
        sentences=(*learned.sentences(language), *due.sentences(language)),
    )  # fmt: skip
