"""The base of every form: our pack, our words for every fault, text that can be stored.

A required field without its own words for a blank answer fails when the class is made (and, for fields added
later, before the form is checked), so the framework's stock messages cannot reach a person.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.core import validators
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import get_language, gettext

from wagecase.web.date_parts import DatePartsField, DatePartsWidget
from wagecase.web.fields import (
    POSTAL_LENGTH,
    EmailAddressField,
    HoursField,
    MoneyField,
    NarrativeField,
    NumberField,
    PersonNameField,
    PhoneField,
    PlaceField,
    SubmissionKeyField,
    TextField,
    UploadField,
    need_required,
)
from wagecase.web.formatting import counted
from wagecase.web.text_safety import StorableText

__all__ = [
    "POSTAL_LENGTH",
    "DatePartsField",
    "DatePartsWidget",
    "EmailAddressField",
    "GovForm",
    "HoursField",
    "MoneyField",
    "NarrativeField",
    "NumberField",
    "PersonNameField",
    "PhoneField",
    "PlaceField",
    "SubmissionKeyField",
    "SubmissionKeyMixin",
    "TextField",
    "UploadField",
]
LINE_LENGTH, TEXT_LENGTH = 200, 10_000
logger = logging.getLogger(__name__)
# Names of columns that acts alone may write.
GUARDED_NAMES = frozenset({
    "assignee", "drafted_by", "due_date", "due_on", "employer_id", "is_active", "is_staff", "is_superuser", "legal_due",
    "received_at", "received_on", "role", "signed_at", "signed_by", "state", "status", "unit", "verification", "verified_on",
})  # fmt: skip


class GovFormMetaclass(DeclarativeFieldsMetaclass):
    """Refuses a form class whose required field lacks its own message."""

    def __new__(mcs, name: str, bases: tuple, attrs: dict) -> type:
        made = super().__new__(mcs, name, bases, attrs)
        for field_name, field in made.base_fields.items():
            try:
                need_required(field)
            except TypeError as error:
                raise TypeError(f"{name}.{field_name}: {error}") from None
        return made


class GovForm(forms.Form, metaclass=GovFormMetaclass):
    """A form in our look and words.

    `heading`: name of the field whose label is the page's h1. `widths`: characters by field name. `nouns`: words
    for an answer inside a sentence, for fields that have no `noun`. `mark_optional`: write "(optional)".
    """

    heading = ""
    widths: dict[str, int] = {}
    nouns: dict[str, Any] = {}
    mark_optional = True
    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            self._prepare(name, field)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def full_clean(self) -> None:
        """Check fields added after creation too, then clean."""
        if self.is_bound:
            for name, field in self.fields.items():
                need_required(field)
                self._prepare(name, field)
            self._tell_of_invented_fields()
        super().full_clean()

    def _tell_of_invented_fields(self) -> None:
        """Log the names of fields that decide about rights, dates or signatures and that no page of this form sent.

        They change nothing: a form reads its own fields only. Somebody who tries is worth a line; what they typed is not.
        """
        own = {self.add_prefix(name) for name in self.fields}
        if invented := sorted(GUARDED_NAMES & set(self.data) - own):
            logger.warning("%s was sent fields that it does not have: %s", type(self).__name__, ", ".join(invented))

    def noun_of(self, name: str) -> str:
        """Return the words for an answer inside a sentence; its label in quotes when it has none."""
        field = self.fields[name]
        noun = getattr(field, "noun", "") or self.nouns.get(name, "")
        return str(noun) or gettext("“%(label)s”") % {"label": field.label or name}

    def _prepare(self, name: str, field: forms.Field) -> None:
        if getattr(field, "_prepared", False):
            return
        field._prepared = True
        if isinstance(field, forms.CharField) and not isinstance(field, forms.UUIDField):
            self._make_storable(field)
        stock = _stock_messages(type(field))
        for code, text in _own_messages(self.noun_of(name), get_language() or "").items():
            if field.error_messages.get(code) is stock.get(code):
                field.error_messages[code] = text

    @staticmethod
    def _make_storable(field: forms.CharField) -> None:
        lines = isinstance(field.widget, forms.Textarea)
        field.validators = [
            check for check in field.validators if not isinstance(check, validators.ProhibitNullCharactersValidator)
        ]
        field.validators.insert(0, StorableText(lines=lines))
        if not any(isinstance(check, validators.MaxLengthValidator) for check in field.validators):
            field.validators.append(validators.MaxLengthValidator(TEXT_LENGTH if lines else LINE_LENGTH))
        # The browser would cut a pasted text without a word; the server says how long it was.
        field.widget.attrs.pop("maxlength", None)


class SubmissionKeyMixin(GovForm):
    """Adds the hidden key with which `submissions.once` makes the form act once."""

    submission_key = SubmissionKeyField()


@cache
def _stock_messages(kind: type[forms.Field]) -> dict[str, Any]:
    """Return the framework's own messages of a kind of field, leaving out those that our classes declare."""
    stock: dict[str, Any] = {}
    for cls in reversed(kind.__mro__):
        messages = cls.__dict__.get("default_error_messages", {})
        stock.update(messages if cls.__module__.startswith("django.") else dict.fromkeys(messages, _OURS))
    return stock


_OURS = object()


@lru_cache(maxsize=4096)
def _own_messages(noun: str, language: str) -> dict[str, str]:
    """Return our words for the framework's codes, and for codes that only validators use, in the language that is on.

    A page of many forms asks for the same ones hundreds of times.
    """
    escaped = noun.replace("%", "%%")  # texts that the framework fills with numbers
    choose = gettext("Choose one of the answers listed for %(noun)s") % {"noun": escaped}
    long_number = gettext("Check %(noun)s: the number is too long") % {"noun": escaped}
    return {
        "invalid": gettext("Check %(noun)s: we could not read it") % {"noun": noun},
        "invalid_choice": choose,
        "invalid_list": choose,
        "invalid_pk_value": choose,
        "max_length": _counted(gettext("Shorten {noun} to {most} characters or fewer. It has {typed}."), escaped),
        "min_length": _counted(gettext("Write at least {most} characters for {noun}. It has {typed}."), escaped),
        "max_value": _counted(gettext("Check {noun}: it must be {most} or less"), escaped),
        "min_value": _counted(gettext("Check {noun}: it must be {most} or more"), escaped),
        "max_digits": long_number,
        "max_whole_digits": long_number,
        "max_decimal_places": gettext("Check %(noun)s: too many numbers after the point") % {"noun": escaped},
        "empty": gettext("The file for %(noun)s is empty. Choose it again.") % {"noun": noun},
        "missing": gettext("Choose the file for %(noun)s again") % {"noun": noun},
        "contradiction": gettext("Choose a file or tick Remove, not both"),
        "invalid_image": gettext("The file for %(noun)s is not a picture we can read") % {"noun": noun},
        "unstorable": gettext("Check %(noun)s: it holds characters that we cannot store. Type it, do not paste it.")
        % {"noun": noun},
        "one_line": gettext("Write %(noun)s on one line") % {"noun": noun},
    }


def _counted(text: str, noun: str) -> str:
    return _Numbered(text.format(noun=noun, most="%(limit_value)s", typed="%(show_value)s"))


class _Numbered(str):
    """A message whose whole numbers are written "10,000" when the framework puts them in."""

    __slots__ = ()

    def __mod__(self, values: Any) -> str:
        written = {key: counted(value) if type(value) is int else value for key, value in values.items()}
        return str(self) % written
