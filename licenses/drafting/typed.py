"""Keeps answers as they were typed, by question, so that a faulty or half answer is never lost and is read anew each time.

A date is kept as month/day/year with whatever stood in each box; several answers to one question as a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from wagecase.web.formatting import counted, day, money
from wagecase.web.forms import DatePartsField, GovForm

Answers = dict[str, Any]
CONFIRM, PAGE = "_confirm", "_page"  # marks: prefilled and not yet confirmed; which open page saved last


def read(form: type[GovForm], data: QueryDict) -> Answers:
    """Return what a page sent for the questions of its form, unchecked; a blank answer is left out."""
    found: Answers = {}
    for name, field in form.base_fields.items():
        if isinstance(field, DatePartsField):
            parts = [data.get(f"{name}_{part}", "").strip().replace("/", "") for part in range(3)]
            value: Any = "/".join(parts) if any(parts) else ""
        elif isinstance(field, forms.MultipleChoiceField):
            value = data.getlist(name)
        else:
            value = data.get(name, "").replace("\r\n", "\n").replace("\r", "\n")
        if value:
            found[name] = value
    return found


def data_of(form: type[GovForm], answers: Mapping[str, Any]) -> MultiValueDict[str, Any]:
    """Return kept answers as the page would send them."""
    data: MultiValueDict[str, Any] = MultiValueDict()
    for name, field in form.base_fields.items():
        value = answers.get(name, "")
        if isinstance(field, DatePartsField):
            for place, part in enumerate(date_parts(value)):
                data[f"{name}_{place}"] = part
        elif isinstance(field, forms.MultipleChoiceField):
            data.setlist(name, [value] if isinstance(value, str) and value else list(value))
        elif value:
            data[name] = value
    return data


def date_parts(text: str) -> list[str]:
    """Return month, day and year of a date as kept: 11/3/2025, 11//2025 or 2025-11-03."""
    if text.count("-") == 2 and text[:4].isdigit():
        year, month, number = text.split("-")
        return [month.lstrip("0"), number.lstrip("0"), year]
    parts = text.split("/")
    return parts if len(parts) == 3 else [text, "", ""]


def typed(values: Mapping[str, Any]) -> Answers:
    """Return values (dates, numbers, texts) as somebody would type them; None and blanks are left out."""
    found: Answers = {}
    for name, value in values.items():
        if isinstance(value, date):
            found[name] = f"{value.month}/{value.day}/{value.year}"
        elif isinstance(value, (list, tuple)):
            if value:
                found[name] = [str(item) for item in value]
        elif isinstance(value, bool):
            if value:
                found[name] = "on"
        elif value not in (None, ""):
            found[name] = str(value)
    return found


def plain(answers: Mapping[str, Any]) -> Answers:
    """Return the answers without our marks."""
    return {name: value for name, value in answers.items() if not name.startswith("_")}


def differing(form: type[GovForm], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """Return the questions that two versions answer otherwise, in the order of the page."""
    return [name for name in form.base_fields if (mine.get(name) or "") != (theirs.get(name) or "")]


def shown(form: forms.Form, name: str, answers: Mapping[str, Any]) -> str:
    """Return a kept answer in words: a checked one as we write it, a faulty one as typed."""
    field: Any = form.fields[name]
    raw = answers.get(name, "")
    checked = getattr(form, "cleaned_data", {}).get(name)
    if isinstance(field, forms.MultipleChoiceField):
        return "\n".join(str(_labels(field).get(item, item)) for item in raw or ())
    if isinstance(field, forms.ChoiceField):
        return str(_labels(field).get(raw, raw)) if raw else ""
    if isinstance(field, forms.BooleanField):
        return _("Yes") if raw else ""
    if isinstance(checked, date):
        return day(checked)
    if isinstance(checked, Decimal):
        exact = max(getattr(field, "least_places", 2), -int(checked.as_tuple().exponent))
        return money(checked, exact) if getattr(field, "prefix", "") == "$" else counted_decimal(checked)
    if isinstance(checked, int) and not isinstance(checked, bool):
        return counted(checked)
    return str(getattr(field, "written", str)(checked or raw))


def _labels(field: Any) -> dict[str, Any]:
    return dict(field.choices)


def counted_decimal(value: Decimal) -> str:
    """Return a number with commas and the places that were typed."""
    return f"{value:,f}"
