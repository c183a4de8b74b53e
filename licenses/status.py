"""What a license is on a day, from its terms, filings and orders, never from a stored state."""

from __future__ import annotations

from datetime import date

from licenses.models import License
from wagecase.rules.finding import Finding

IN_FORCE, CONTINUED, EXPIRED, REVOKED, SURRENDERED, NOT_YET = (
    "in-force", "continued", "expired", "revoked", "surrendered", "not-yet",
)  # fmt: skip


def status_of(license: License, on: date) -> Finding[str]:
    """Return the status of the license on the local date `on`, one of the words above, with its reasons."""
    raise NotImplementedError
