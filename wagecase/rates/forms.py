"""The one question of the rate pages: for which day."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import DatePartsField, GovForm

FIRST, LAST = date(1900, 1, 1), date(2100, 12, 31)


class DayForm(GovForm):
    """The day whose rates are shown."""

    day = DatePartsField(
        label=_("Day of the work"),
        help_text=_("For example 7 24 2009 for July 24, 2009"),
        noun=_("the day of the work"),
        earliest=FIRST,
        latest=LAST,
    )
