"""What a license is on a day, from its terms, filings and orders, never from a stored state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils import timezone

from licenses.models import Application, License, Term
from wagecase.rules import calendar
from wagecase.rules.finding import Finding
from wagecase.rules.license_status import (
    CONTINUED,
    EXPIRED,
    IN_FORCE,
    NOT_YET,
    REVOKED,
    SURRENDERED,
    Filing,
    LicenseOrder,
    LicenseTerm,
    license_status,
)

__all__ = [
    "CONTINUED",
    "EXPIRED",
    "IN_FORCE",
    "NOT_YET",
    "REVOKED",
    "SURRENDERED",
    "Ending",
    "continuing",
    "ending",
    "last_day_after",
    "load",
    "status_of",
    "term_on",
]

HOLDS = (IN_FORCE, CONTINUED)  # the words under which subminimum wages may be paid


def status_of(license: License, on: date) -> Finding[str]:
    """Return the status of the license on the local date `on`, one of the words above, with its reasons.

    Asks two questions of the database, none where `load` read terms and filings before.
    """
    return license_status(
        terms=[LicenseTerm(term.starts_on, term.ends_on) for term in license.terms.all()],
        filings=[_filing(one) for one in license.renewals.all()],
        orders=_orders(license), day=on,
    )  # fmt: skip


def load(licenses: Iterable[License]) -> list[License]:
    """Read what the status of many licenses needs, in two questions, and return them as a list."""
    found = list(licenses)
    filings: QuerySet[Application] = Application.objects.defer("content")
    prefetch_related_objects(found, Prefetch("terms", Term.objects.defer("conditions")), Prefetch("renewals", filings))
    return found


def term_on(license: License, on: date) -> Term | None:
    """Return the term that holds on `on`, else the last one that had begun, else the first one to come."""
    terms = sorted(license.terms.all(), key=lambda term: term.starts_on)
    begun = [term for term in terms if term.starts_on <= on]
    return begun[-1] if begun else (terms[0] if terms else None)


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a license ends that nothing continues: its status, its last day in force, and the first day out of force."""

    status: str
    last: date
    first_out: date


def ending(license: License, on: date) -> Ending | None:
    """Return where the license ends if its renewal is denied or withdrawn on the local date `on`; None without a term.

    A term goes on through its last day; a continued license is in force through the day of the decision; one whose
    renewal was late or improper has been out of force since its end (R-272.09-8a, -9b, -9c, -16a).
    """
    term = max(license.terms.all(), key=lambda one: one.ends_on, default=None)
    if term is None:
        return None
    status = status_of(license, on).value
    if status == REVOKED and license.revoked_on:
        return Ending(status, calendar.day_after(license.revoked_on, -1), license.revoked_on)
    if status == SURRENDERED and license.surrendered_on:
        last = license.surrendered_on
    elif status == CONTINUED:
        last = on
    elif status == EXPIRED:
        last = last_day_after(license, term)
    else:
        last = term.ends_on
    return Ending(status, last, calendar.day_after(last, 1))


def last_day_after(license: License, term: Term) -> date:
    """Return the last day on which an expired license was in force: of `term`, or of the renewal that continued it."""
    ended = [one.withdrawn_on or one.decided_on for one in continuing(license, term)]
    return max([term.ends_on, *(day for day in ended if day is not None)])


def continuing(license: License, term: Term) -> list[Application]:
    """Return the renewals that kept the license in force after `term`, or do so, the earliest first."""
    if status_of(license, calendar.day_after(term.ends_on, 1)).value != CONTINUED:
        return []
    found = []
    for one in license.renewals.all():
        ended = one.withdrawn_on or one.decided_on
        timely = timezone.localdate(one.filed_at) <= term.ends_on and one.proper is not False
        if timely and (ended is None or ended > term.ends_on):
            found.append(one)
    return sorted(found, key=lambda one: one.filed_at)


def _filing(row: Application) -> Filing:
    outcome, decided = "", row.decided_on
    if row.withdrawn_on is not None:
        outcome, decided = "withdrawn", row.withdrawn_on
    elif decided is not None:
        outcome = "granted" if row.license_id else "denied"
    return Filing(timezone.localdate(row.filed_at), decided, outcome, completed_on=row.completed_on, proper=row.proper)


def _orders(license: License) -> list[LicenseOrder]:
    found = []
    if license.revoked_on is not None:
        found.append(LicenseOrder(REVOKED, license.revoked_on))
    if license.surrendered_on is not None:
        found.append(LicenseOrder(SURRENDERED, license.surrendered_on))
    return found
