"""Until when the employer may ask for a rehearing or a court after the determination (ch. 227, a setting)."""

from __future__ import annotations

from datetime import date
from typing import Any

from wagecase.rules import calendar, law

REVIEWS = {"rehearing": "review.rehearing", "court": "review.court"}


def review_rights(on: date) -> dict[str, Any]:
    """Return the periods of review in force on `on` and their last days for service on that day (ch. 227, a setting)."""
    periods = {name: law.in_force(parameter, on) for name, parameter in REVIEWS.items()}
    last = {
        f"{name}_by": calendar.due(start=on, length=period.number, act="filing").value.legal_due
        for name, period in periods.items()
    }
    return {**periods, **last, "served_on": on}
