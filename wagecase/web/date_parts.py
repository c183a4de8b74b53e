"""Asks for a date as month, day and year in three boxes, so that nobody guesses an order and half a date is kept."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import gettext_lazy as _

from wagecase.web.fields import NounMixin, need_required, with_noun
from wagecase.web.formatting import day as day_text

MONTH, DAY, YEAR = 0, 1, 2
_DIGITS = re.compile(r"[0-9]+\Z")
Limit = date | Callable[[], date] | None


class DatePartsWidget(forms.MultiWidget):
    """Three text boxes named x_0, x_1, x_2 (month, day, year); gov/field.html draws them with their own labels."""

    parts = (("month", _("Month"), 3), ("day", _("Day"), 3), ("year", _("Year"), 6))

    def __init__(self, *, autocomplete: tuple[str, str, str] | None = None, attrs: dict | None = None) -> None:
        boxes = [forms.TextInput(attrs={"inputmode": "numeric"}) for _part in self.parts]
        super().__init__(boxes, attrs)
        self.autocomplete = autocomplete

    def decompress(self, value: Any) -> list[str]:
        """Return month, day and year of a date as text; three blanks for none."""
        return [str(value.month), str(value.day), str(value.year)] if isinstance(value, date) else ["", "", ""]


class DatePartsField(NounMixin, forms.Field):
    """A date in three boxes.

    `noun` names it inside a sentence ("the last day you worked"). `earliest` and `latest` are dates or functions of
    no argument; `past=True` means today at the latest, `future=True` tomorrow or later. `messages` replaces single
    texts by key (the keys of `default_error_messages`). Each fault carries the box it belongs to as `part`.
    """

    widget = DatePartsWidget
    default_error_messages = {
        "month_missing": _("Check {noun}: enter the month"),
        "day_missing": _("Check {noun}: enter the day"),
        "year_missing": _("Check {noun}: enter the year"),
        "month_invalid": _("Check {noun}: the month must be a number from 1 to 12"),
        "day_invalid": _("Check {noun}: the day must be a number from 1 to 31"),
        "year_invalid": _("Check {noun}: the year must be four numbers, such as %(example)d"),
        "impossible": _("Check {noun}: that month has no day %(day)d"),
        "early": _("Check the year: {noun} must be %(limit)s or later"),
        "late": _("Check the year: {noun} must be %(limit)s or earlier"),
        "past": _("Check {noun}: it cannot be after today, %(limit)s"),
        "future": _("Check {noun}: it must be after today, %(limit)s"),
    }

    def __init__(
        self,
        *,
        earliest: Limit = None,
        latest: Limit = None,
        past: bool = False,
        future: bool = False,
        messages: dict[str, Any] | None = None,
        birthday: bool = False,
        **kwargs: Any,
    ) -> None:
        kwargs["error_messages"] = {**(messages or {}), **kwargs.get("error_messages", {})}
        if birthday:
            kwargs["widget"] = DatePartsWidget(autocomplete=("bday-month", "bday-day", "bday-year"))
        super().__init__(**kwargs)
        self.noun = self.noun or _("this date")
        self.earliest = earliest or date(1900, 1, 1)
        self.latest = latest or date(2099, 12, 31)
        self.past, self.future = past, future
        need_required(self)

    def clean(self, value: Any) -> date | None:
        """Return the date, None when all three boxes are blank and it is optional; one fault per faulty box."""
        typed = [str(part or "").strip() for part in value] if isinstance(value, list | tuple) else ["", "", ""]
        if not any(typed):
            if self.required:
                raise ValidationError(self.error_messages["required"], code="required", params={"part": MONTH})
            return None
        faults: list[ValidationError] = []
        month = self._part(typed, MONTH, faults)
        day = self._part(typed, DAY, faults)
        year = self._part(typed, YEAR, faults)
        if faults:
            raise ValidationError(faults)
        if day > monthrange(year, month)[1]:
            raise self._fault("impossible", DAY, day=day)
        found = date(year, month, day)
        self._check_limits(found)
        return found

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Compare as typed text, since a half date is a change too."""
        return self.widget.decompress(initial) != [str(part or "") for part in data or ["", "", ""]]

    def _part(self, typed: list[str], part: int, faults: list[ValidationError]) -> int:
        name, text = DatePartsWidget.parts[part][0], typed[part]
        if not text:
            faults.append(self._fault(f"{name}_missing", part))
            return 0
        number = self._month(text) if part == MONTH else int(text) if _DIGITS.match(text) and len(text) <= 4 else 0
        low, high = ((1, 12), (1, 31), (1000, 9999))[part]
        if not low <= number <= high:
            faults.append(self._fault(f"{name}_invalid", part, example=timezone.localdate().year))
        return number

    @staticmethod
    def _month(text: str) -> int:
        if _DIGITS.match(text) and len(text) <= 2:
            return int(text)
        word = text.casefold().rstrip(".")
        for table in (MONTHS, MONTHS_3):
            for number, name in table.items():
                if str(name).casefold().rstrip(".") == word:
                    return number
        return 0

    def _check_limits(self, found: date) -> None:
        earliest = self.earliest() if callable(self.earliest) else self.earliest
        latest = self.latest() if callable(self.latest) else self.latest
        today = timezone.localdate()
        if found < earliest:
            raise self._fault("early", YEAR, limit=day_text(earliest))
        if self.past and found > today:
            raise self._fault("past", YEAR if found.year > today.year else MONTH, limit=day_text(today))
        if found > latest:
            raise self._fault("late", YEAR, limit=day_text(latest))
        if self.future and found <= today:
            raise self._fault("future", YEAR if found.year < today.year else MONTH, limit=day_text(today))

    def _fault(self, code: str, part: int, **params: Any) -> ValidationError:
        return ValidationError(
            with_noun(self.error_messages[code], self.noun), code=code, params={"part": part, **params}
        )
