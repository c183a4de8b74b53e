"""What a license is on a day, from its terms, filings and orders, never from a stored state."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils import timezone

from licenses.models import Application, License, Term
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
