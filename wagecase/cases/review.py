"""Until when whoever a decision harms may ask for a rehearing or a court: periods that are settings (ch. 227)."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from wagecase.rules import calendar, law

REVIEWS = {"rehearing": "review.rehearing", "court": "review.court"}


def review_rights(on: date) -> dict[str, Any]:
    """Return the periods of review in force on `on`, and their last days for service on that day.

    They are settings outside the source texts (ch. 227).
    """
    periods = {name: law.in_force(parameter, on) for name, parameter in REVIEWS.items()}
    last = {
        f"{name}_by": calendar.due(start=on, length=period.number, act="filing").value.legal_due
        for name, period in periods.items()
    }
    return {**periods, **last, "served_on": on}


def dated_parts(on: date, language: str) -> dict[str, str]:
    """Return the HTML, in `language`, of what a letter made again on `on` says of the days of review."""
    with translation.override(language):
        words = render_to_string("letters/complaints/parts/review_dates_line.html", {"review": review_rights(on)})
    return {"review-dates": words}
