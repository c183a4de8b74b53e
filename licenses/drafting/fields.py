"""The kinds of answer that only an application for a license asks for, each with a range and an anchored pattern."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Fieldset, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from licenses.drafting import only_if
from licenses.wording import masked_ssn
from wagecase.web.counties import COUNTIES
from wagecase.web.fields import SharedChoices
from wagecase.web.forms import MoneyField, NumberField, TextField
from wagecase.web.questions import BLANK, QuestionForm

YES_NO: dict[str, Any] = {"yes": _("Yes"), "no": _("No")}
STATES = frozenset(
    [
        "AL",
        "AK",
        "AZ",
        "AR",
        "CA",
        "CO",
        "CT",
        "DE",
        "DC",
        "FL",
        "GA",
        "HI",
        "ID",
        "IL",
        "IN",
        "IA",
        "KS",
        "KY",
        "LA",
        "ME",
        "MD",
        "MA",
        "MI",
        "MN",
        "MS",
        "MO",
        "MT",
        "NE",
        "NV",
        "NH",
        "NJ",
        "NM",
        "NY",
        "NC",
        "ND",
        "OH",
        "OK",
        "OR",
        "PA",
        "PR",
        "RI",
        "SC",
        "SD",
        "TN",
        "TX",
        "UT",
        "VT",
        "VA",
        "WA",
        "WV",
        "WI",
        "WY",
    ]
)
_ZIP = re.compile(r"[0-9]{5}(?:-?[0-9]{4})?\Z")
_BOX = re.compile(r"(?:p\.? ?o\.? ?box|post office box|box #?[0-9]+\Z)", re.IGNORECASE)
_FEDERAL = re.compile(r"[0-9]{2}-[0-9]{5}-[SHEP]-[0-9]{3}\Z", re.IGNORECASE)


class FeinField(TextField):
    """A federal employer identification number: nine digits, however they are set apart."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, width=12, **kwargs)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        """Return the nine digits."""
        text = super().clean(value)
        digits = re.sub(r"[ \-]", "", text)
        if text and not (digits.isascii() and digits.isdigit() and len(digits) == 9):
            raise ValidationError(_("Enter the nine digits of the employer number, such as 39-1234567"), code="fein")
        if digits and len(set(digits)) == 1:
            raise ValidationError(_("Check the employer number: no employer has this one"), code="fein")
        return digits

    @staticmethod
    def written(digits: str) -> str:
        """Return the number as it is always written: 39-1234567."""
        return f"{digits[:2]}-{digits[2:]}" if len(digits) == 9 and digits.isdigit() else digits


class _MaskedInput(forms.TextInput):
    """Shows a whole number masked; half a one is shown back as typed, to be mended."""

    def format_value(self, value: Any) -> Any:
        digits = re.sub(r"[ \-]", "", str(value or ""))
        return masked_ssn(digits) or super().format_value(value)


class SsnField(TextField):
    """The social security number of an individual who has no employer number: nine digits, however they are set apart.

    A page never gets it back whole: `as_kept` puts the kept number where the page sends its mask.
    """

    widget = _MaskedInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, width=12, **kwargs)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        """Return the nine digits."""
        text = super().clean(value)
        digits = re.sub(r"[ \-]", "", text)
        if text and not (digits.isascii() and digits.isdigit() and len(digits) == 9):
            words = _("Enter the nine digits of the social security number, such as 078-05-1120")
            raise ValidationError(words, code="ssn")
        if digits and (digits[0] == "9" or digits[:3] in {"000", "666"} or digits[3:5] == "00" or digits[5:] == "0000"):
            raise ValidationError(_("Check the social security number: nobody has this one"), code="ssn")
        return digits

    @staticmethod
    def written(text: str) -> str:
        """Return the number masked; of half a one nothing is told."""
        return masked_ssn(re.sub(r"[ \-]", "", text)) or ("***" if text else "")

    @classmethod
    def as_kept(cls, sent: str, kept: str) -> str:
        """Return what a page sent, or the kept number where that is the mask of it."""
        return kept if sent and kept and sent == cls.written(kept) else sent


class StreetField(TextField):
    """The street of a place where somebody is or works, which a post office box is not."""

    def clean(self, value: Any) -> str:
        """Return the street as it was typed."""
        text: str = super().clean(value)
        if _BOX.match(text):
            words = _("Enter the street: nobody works at a post office box. Mail can go to another address")
            raise ValidationError(words, code="box")
        return text


class ZipField(TextField):
    """A ZIP code of five or nine digits."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, width=7, **kwargs)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "postal-code"}

    def clean(self, value: Any) -> str:
        """Return the code."""
        text = super().clean(value)
        if text and (not _ZIP.match(text) or text.startswith("00000")):
            raise ValidationError(_("Enter a ZIP code of five digits, such as 53703, or of nine"), code="zip")
        return text


class StateField(TextField):
    """The two letters of a state."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, width=3, **kwargs)

    def clean(self, value: Any) -> str:
        """Return the letters as capitals."""
        text = super().clean(value).upper()
        if text and text not in STATES:
            raise ValidationError(_("Enter the two letters of the state, such as WI"), code="state")
        return text


class FederalNumberField(TextField):
    """The number of a federal certificate: 12-34567-S-890, with S, H, E or P."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, width=18, **kwargs)

    def clean(self, value: Any) -> str:
        """Return the number with a capital letter."""
        text = super().clean(value)
        if text and not _FEDERAL.match(text):
            raise ValidationError(
                _("Enter the number as it stands on the certificate, such as 12-34567-S-890"), code="federal"
            )
        return text.upper()


class CountField(NumberField):
    """A whole number of people or things; zero is an answer."""

    places = 0
    example = "12"

    def __init__(self, *, low: str = "0", high: str = "100000", **kwargs: Any) -> None:
        super().__init__(low=low, high=high, width=8, **kwargs)

    def clean(self, value: Any) -> int | None:
        """Return the number, None when it was left blank."""
        found = super().clean(value)
        return None if found is None else int(found)


class RateField(MoneyField):
    """Dollars for an hour or a piece, above zero, up to four places, kept as typed."""

    places = 4
    example = "15.50"

    def __init__(self, *, low: str = "0.0001", high: str = "1000", least_places: int = 2, **kwargs: Any) -> None:
        super().__init__(low=low, high=high, **kwargs)
        self.least_places = least_places  # with which a kept rate is written; by the piece four


class AskForm(QuestionForm):
    """A page of questions. `groups` are its headings with the answers below each, in order.

    `only_if` says of questions which other answers call for them, as `licenses.drafting.only_if` reads it. Such a
    question is not optional where it is asked, unless it is one of `optional_still`.
    """

    groups: tuple[tuple[Any, tuple[str, ...]], ...] = ()
    only_if: Mapping[str, str] = {}
    optional_still: frozenset[str] = frozenset()
    asked_for: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, condition in self.only_if.items():
            self.fields[name].only_if = condition  # type: ignore[attr-defined]
        self.asked_for = (*self.asked_for, *(name for name in self.only_if if name not in self.optional_still))

    @cached_property
    def helper(self) -> FormHelper:
        """The groups as crispy forms draw them."""
        made = super().helper
        if self.groups:
            made.layout = Layout(*(Fieldset(str(name), *fields) for name, fields in self.groups))
        return made

    def is_moot(self, name: str, answers: Mapping[str, Any]) -> bool:
        """Return whether no answer calls for a question: what was typed there before is kept and not filed."""
        return name in self.only_if and not only_if.holds(self.only_if[name], answers)

    def said(self, name: str) -> Any:
        """Return a checked answer, None where it is faulty or blank."""
        found = self.cleaned_data.get(name)
        return None if found in BLANK else found


def radios(label: Any, choices: dict[str, Any], missing: Any, **kwargs: Any) -> forms.ChoiceField:
    """Return a question with all its answers in sight."""
    return forms.ChoiceField(
        label=label, choices=SharedChoices(choices.items()), widget=forms.RadioSelect, error_messages={"required": missing},
        **kwargs,
    )  # fmt: skip


def ticks(label: Any, choices: dict[str, Any], missing: Any = "", **kwargs: Any) -> forms.MultipleChoiceField:
    """Return a question with several answers at once."""
    return forms.MultipleChoiceField(
        label=label, choices=SharedChoices(choices.items()), widget=forms.CheckboxSelectMultiple,
        error_messages={"required": missing} if missing else None, **kwargs,
    )  # fmt: skip


def county(**kwargs: Any) -> forms.ChoiceField:
    """Return the question for a county."""
    return forms.ChoiceField(
        label=_("County"), choices=SharedChoices([("", _("Choose a county")), *((name, name) for name in COUNTIES)]),
        error_messages={"required": _("Choose the county")}, **kwargs,
    )  # fmt: skip


def is_quarter_end(day: date) -> bool:
    """Return whether the day is the last of a quarter of the year."""
    return (day.month, day.day) in {(3, 31), (6, 30), (9, 30), (12, 31)}
