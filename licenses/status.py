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
    "gap",
    "going_on",
    "last_day_after",
    "load",
    "never_began",
    "pending_renewal",
    "renewed_term",
    "said_on",
    "status_of",
    "term_on",
    "to_judge",
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
    """Where a license ends that nothing continues: its status, its last day in force, and the first day out of force.

    `other` is a further renewal that keeps it in force after its term, so that the last day is not known yet.
    """

    status: str
    last: date
    first_out: date
    other: Application | None = None


def gap(renewal: Application) -> tuple[date, date] | None:
    """Return the first and last day between the term that a renewal is about and the next one; None without any.

    Only a renewal can keep the license in force on these days: the one that was granted, or one before it.
    """
    own = Term.objects.filter(application=renewal).first()
    term = renewed_term(renewal)
    following = own or _following(renewal, term)
    if following is None:
        return None
    first, last = calendar.day_after(term.ends_on, 1), calendar.day_after(following.starts_on, -1)
    return (first, last) if first <= last else None


def ending(license: License, on: date, *, of: Application | None = None) -> Ending | None:
    """Return where the license ends if its renewal `of` ends on the local date `on`; None without a term.

    It ends when it is withdrawn or its denial is served. A term goes on through its last day; a continued license is in
    force through the day `on`; one whose renewal was late or improper has been out of force since its end (R-272.09-8a,
    -9b, -9c, -16a).
    """
    term = max(license.terms.all(), key=lambda one: one.ends_on, default=None)
    if term is None:
        return None
    status = status_of(license, on).value
    if status == REVOKED and license.revoked_on:
        last = calendar.day_after(license.revoked_on, -1)
    elif status == SURRENDERED and license.surrendered_on:
        last = license.surrendered_on
    if status in (REVOKED, SURRENDERED):
        if status_of(license, last).value == EXPIRED:  # a renewal that was found improper had ended it before
            status, last = EXPIRED, last_day_after(license, term)
    elif status == CONTINUED:
        last = on
    elif status == EXPIRED:
        last = last_day_after(license, term)
    else:
        last = term.ends_on
    other = None if status in (REVOKED, SURRENDERED) else next(iter(going_on(license, but=of)), None)
    return Ending(status, last, calendar.day_after(last, 1), other)


def going_on(license: License, *, but: Application | None = None) -> list[Application]:
    """Return the renewals, without `but`, that keep the license in force after its last term, or will: the newest first.

    Those that wait for a decision, and those whose denial is not served (R-272.09-9b, -9c).
    """
    term = max(license.terms.all(), key=lambda one: one.ends_on, default=None)
    kept = continuing(license, term) if term else []
    return [one for one in reversed(kept) if one.ended_on is None and one != but]


def last_day_after(license: License, term: Term) -> date:
    """Return the last day on which an expired license was in force: of `term`, or of the renewal that continued it."""
    ended = [one.ended_on for one in continuing(license, term)]
    return max([term.ends_on, *(day for day in ended if day is not None)])


def continuing(license: License, term: Term) -> list[Application]:
    """Return the renewals that kept the license in force after `term`, or do so, the earliest first.

    One that was filed before the term began was about an earlier term, whenever it ended.
    """
    found = []
    for one in license.renewals.all():
        timely = term.starts_on <= timezone.localdate(one.filed_at) <= term.ends_on and one.proper is not False
        if timely and (one.ended_on is None or one.ended_on > term.ends_on):
            found.append(one)
    return sorted(found, key=lambda one: one.filed_at)


def renewed_term(renewal: Application) -> Term:
    """Return the term that a renewal is about: the last one that had begun when it was filed."""
    license, filed_on = renewal.renews, timezone.localdate(renewal.filed_at)
    if license is None:
        raise ValueError(f"application {renewal.pk} renews no license")
    held = [term for term in license.terms.all() if term.starts_on <= filed_on and term.application_id != renewal.pk]
    return max(held, key=lambda term: term.ends_on)


def pending_renewal(license: License) -> Application | None:
    """Return the renewal that waits for a decision."""
    return license.renewals.filter(decided_on=None, withdrawn_on=None).select_related("case").first()


def to_judge(license: License) -> Application | None:
    """Return the renewal whose call is recorded, or corrected: the one that carried the license furthest past its last term.

    It waits for a decision, or its call is corrected after that. A call on one that was late, or that ended within its
    term, changes no day on which the license was in force; a late one is given only where there is no other and it waits.
    """
    reached = []
    for one in license.renewals.select_related("case"):
        term = renewed_term(one)
        following = _following(one, term)
        last = min(one.ended_on or date.max, calendar.day_after(following.starts_on, -1) if following else date.max)
        if last > term.ends_on >= timezone.localdate(one.filed_at):
            reached.append((term.ends_on, last, one.filed_at, one))
    if reached:
        return max(reached, key=lambda row: row[:3])[3]
    return pending_renewal(license)


def _following(renewal: Application, term: Term) -> Term | None:
    """Return the term that came next after `term`, which the renewal is about."""
    license = renewal.renews
    later = [one for one in license.terms.all() if one.starts_on > term.starts_on] if license else []
    return min(later, key=lambda one: one.starts_on, default=None)


def said_on(license: License, term: Term | None) -> dict[str, str]:
    """Return licensee, place and county as `term` states them; the license itself has those of the newest term."""
    facts = term.facts if term else {}
    return {name: facts.get(name) or getattr(license, name) for name in ("licensee", "place", "county")}


def never_began(license: License) -> date | None:
    """Return the first day that a license would have had, if it was given up before that day."""
    first = min((term.starts_on for term in license.terms.all()), default=None)
    gone = license.surrendered_on
    return first if first is not None and gone is not None and gone < first else None


def _filing(row: Application) -> Filing:
    outcome = ""
    if row.ended_on is not None:
        outcome = "withdrawn" if row.withdrawn_on else "granted" if row.license_id else "denied"
    return Filing(
        timezone.localdate(row.filed_at), row.ended_on, outcome, completed_on=row.completed_on, proper=row.proper,
        denied_on=row.decided_on if row.ended_on is None else None,
    )  # fmt: skip


def _orders(license: License) -> list[LicenseOrder]:
    found = []
    if license.revoked_on is not None:
        found.append(LicenseOrder(REVOKED, license.revoked_on))
    if license.surrendered_on is not None:
        found.append(LicenseOrder(SURRENDERED, license.surrendered_on))
    return found
