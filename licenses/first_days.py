"""How far ahead the first day of a term may lie, so that what was found is still true on it and its dates can be counted."""

from __future__ import annotations

from datetime import date

from wagecase.rules import calendar, law
from wagecase.rules.license_dates import term_ends


def latest_first_day(today: date, *, renewal: bool = False) -> date:
    """Return the last day on which a term may begin that is asked for or recommended `today`: office practice.

    The term of a renewal begins the day after the old one, and so at most one whole term ahead.
    """
    if renewal:
        return calendar.day_after(term_ends(today).value, 1)
    return calendar.months_after(today, law.in_force("licenses.start_ahead_months", today).number)
