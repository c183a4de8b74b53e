"""Turn each type of input of a calculator into the site's own controls, and their answers back into plain JSON values."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import Decimal
from functools import singledispatch
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from wagecase.rates.words import choice_label
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    DateField,
    DateOrWordField,
    DecimalField,
    InstantField,
    IntegerField,
    LocalTimeField,
    TextField,
    TimeField,
)
from wagecase.rules.zone import CENTRAL
from wagecase.web import fields as site
from wagecase.web.forms import DatePartsField

FIRST, LAST = date(1900, 1, 1), date(2100, 12, 31)
RADIOS = 7
CENTS = 2
_TIME = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?\s*(?:([ap])\.?\s*m\.?)?\Z", re.IGNORECASE)
Fields = dict[str, forms.Field]
Named = dict[str, Any]  # label, noun, help_text, required of one control


class AnyNumberField(site.NumberField):
    """A number with limits that may themselves be outside; a year has no thousands comma."""

    default_error_messages = {
        "over": gettext_lazy("Check {noun}: it must be more than %(limit)s"),
        "under": gettext_lazy("Check {noun}: it must be less than %(limit)s"),
    }

    def __init__(self, *, above: Decimal | None = None, below: Decimal | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.above, self.below = above, below

    def validate(self, value: Decimal | None) -> None:
        """Check the open limits too."""
        super().validate(value)
        if value is not None and self.above is not None and value <= self.above:
            raise self._fault("over", limit=self.shown(self.above))
        if value is not None and self.below is not None and value >= self.below:
            raise self._fault("under", limit=self.shown(self.below))

    def shown(self, value: Decimal) -> str:
        """Return a limit as a sentence writes it."""
        return str(value) if self.high < 10_000 else super().shown(value)


class ClockField(site.TextField):
    """A time of day, typed as 4:30 p.m. or 16:30."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, width=8, **kwargs)

    def clean(self, value: Any) -> time | None:
        """Return the time, None when blank."""
        text = super().clean(value).strip()
        if not text:
            return None
        match = _TIME.match(text)
        hour, minute = (int(match[1]), int(match[2] or 0)) if match else (99, 0)
        if match and match[3]:
            hour = hour % 12 + (12 if match[3] in "pP" else 0) if 1 <= hour <= 12 else 99
        elif match and match[2] is None:
            hour = 99  # "4" alone is no time
        if hour > 23 or minute > 59:
            text = gettext("Write {noun} as a time of day, such as 4:30 p.m. or 16:30").format(noun=self.noun)
            raise ValidationError(text, code="invalid")
        return time(hour, minute)


def named(label: str, *, hint: str = "", required: bool = False) -> Named:
    """Return what every control of one answer has in common."""
    return {"label": label, "noun": f"“{label}”", "help_text": hint, "required": required}


@singledispatch
def controls(kind: object, name: str, words: Named) -> Fields:
    """Return the controls for one answer of a type, by name. TypeError for a type that no page can ask for."""
    raise TypeError(f"no control for {kind!r}")


@singledispatch
def answer(kind: object, name: str, cleaned: dict[str, Any]) -> Any:
    """Return the JSON value of an answer, None when it was left blank."""
    return cleaned.get(name) or None


@controls.register
def _(kind: DecimalField, name: str, words: Named) -> Fields:
    low = kind.minimum if kind.minimum is not None else Decimal(0)
    high = kind.maximum if kind.maximum is not None else Decimal("9999999999.99999")
    field = AnyNumberField(low=low, high=high, places=kind.places, above=kind.above, below=kind.below, **words)
    if kind.places == CENTS:
        field.prefix = "$"
    return {name: field}


@answer.register
def _(kind: DecimalField, name: str, cleaned: dict[str, Any]) -> Any:
    value = cleaned.get(name)
    if value is None:
        return None
    return f"{value:.2f}" if kind.places == CENTS else f"{value.normalize():f}"


@controls.register
def _(kind: IntegerField, name: str, words: Named) -> Fields:
    return {name: AnyNumberField(low=kind.minimum, high=kind.maximum, places=0, width=8, **words)}


@answer.register
def _(kind: IntegerField, name: str, cleaned: dict[str, Any]) -> Any:
    value = cleaned.get(name)
    return None if value is None else int(value)


def _chosen(name: str, choices: list[tuple[str, str]], words: Named) -> forms.ChoiceField:
    radios = len(choices) <= RADIOS
    label = words["label"]
    return forms.ChoiceField(
        choices=choices if radios else [("", gettext("Choose one")), *choices],
        widget=forms.RadioSelect if radios else forms.Select,
        label=label,
        help_text=words["help_text"],
        required=words["required"],
        error_messages={"required": gettext("Choose an answer to “%(label)s”") % {"label": label}},
    )


@controls.register
def _(kind: BooleanField, name: str, words: Named) -> Fields:
    return {name: _chosen(name, [("yes", gettext("Yes")), ("no", gettext("No"))], words)}


@answer.register
def _(kind: BooleanField, name: str, cleaned: dict[str, Any]) -> Any:
    return {"yes": True, "no": False}.get(cleaned.get(name, ""))


@controls.register
def _(kind: ChoiceField, name: str, words: Named) -> Fields:
    own = name.rpartition("-")[2]
    return {name: _chosen(name, [(word, choice_label(own, word)) for word in kind.choices], words)}


@controls.register
def _(kind: TextField, name: str, words: Named) -> Fields:
    return {name: site.TextField(max_length=kind.maximum, **words)}


@controls.register
def _(kind: DateField, name: str, words: Named) -> Fields:
    return {name: DatePartsField(earliest=FIRST, latest=LAST, **words)}


@answer.register
def _(kind: DateField, name: str, cleaned: dict[str, Any]) -> Any:
    day = cleaned.get(name)
    return day.isoformat() if day else None


@controls.register
def _(kind: DateOrWordField, name: str, words: Named) -> Fields:
    choices = [(word, choice_label(name, word)) for word in kind.words]
    either = named(gettext("%(label)s: instead of a day") % {"label": words["label"]})
    return {
        name: DatePartsField(earliest=FIRST, latest=LAST, **{**words, "required": False}),
        f"{name}-word": _chosen(name, choices, either),
    }


@answer.register
def _(kind: DateOrWordField, name: str, cleaned: dict[str, Any]) -> Any:
    day = cleaned.get(name)
    return cleaned.get(f"{name}-word") or (day.isoformat() if day else None)


@controls.register
def _(kind: TimeField, name: str, words: Named) -> Fields:
    return {name: ClockField(**words)}


@answer.register
def _(kind: TimeField, name: str, cleaned: dict[str, Any]) -> Any:
    moment = cleaned.get(name)
    return moment.isoformat("minutes") if moment else None


def _day_and_time(name: str, words: Named, *, needs_time: bool) -> Fields:
    text = gettext("%(label)s: time of day") if needs_time else gettext("%(label)s: time of day, if known")
    hint = gettext("Central time, for example 4:30 p.m.")
    label = named(text % {"label": words["label"]}, hint=hint, required=needs_time and words["required"])
    return {name: DatePartsField(earliest=FIRST, latest=LAST, **words), f"{name}-time": ClockField(**label)}


@controls.register
def _(kind: LocalTimeField, name: str, words: Named) -> Fields:
    return _day_and_time(name, words, needs_time=True)


@answer.register
def _(kind: LocalTimeField, name: str, cleaned: dict[str, Any]) -> Any:
    day, moment = cleaned.get(name), cleaned.get(f"{name}-time")
    return f"{day.isoformat()}T{moment.isoformat('minutes') if moment else ''}" if day else None


@controls.register
def _(kind: InstantField, name: str, words: Named) -> Fields:
    return _day_and_time(name, words, needs_time=not kind.or_date)


@answer.register
def _(kind: InstantField, name: str, cleaned: dict[str, Any]) -> Any:
    day, moment = cleaned.get(name), cleaned.get(f"{name}-time")
    if not day:
        return None
    return datetime.combine(day, moment, tzinfo=CENTRAL).isoformat() if moment else day.isoformat()
