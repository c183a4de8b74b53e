"""The base of every form: our pack, our words for every fault, text that can be stored.

A required field without its own words for a blank answer fails when the class is made (and, for fields added
later, before the form is checked), so the framework's stock messages cannot reach a person.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final, cast

from crispy_forms.helper import FormHelper
from django import forms
from django.core import validators
from django.forms.forms import DeclarativeFieldsMetaclass
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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
_CHOOSE = _("Choose one of the answers listed for %(noun)s")
_LONG_NUMBER = _("Check %(noun)s: the number is too long")
# Our words for the framework's codes, and for codes that only validators use.
OWN_WORDS: Final[Mapping[str, Any]] = {
    "invalid": _("Check %(noun)s: we could not read it"),
    "invalid_choice": _CHOOSE, "invalid_list": _CHOOSE, "invalid_pk_value": _CHOOSE,
    "max_length": _("Shorten {noun} to {most} characters or fewer. It has {typed}."),
    "min_length": _("Write at least {most} characters for {noun}. It has {typed}."),
    "max_value": _("Check {noun}: it must be {most} or less"),
    "min_value": _("Check {noun}: it must be {most} or more"),
    "max_digits": _LONG_NUMBER, "max_whole_digits": _LONG_NUMBER,
    "max_decimal_places": _("Check %(noun)s: too many numbers after the point"),
    "empty": _("The file for %(noun)s is empty. Choose it again."),
    "missing": _("Choose the file for %(noun)s again"),
    "contradiction": _("Choose a file or tick Remove, not both"),
    "invalid_image": _("The file for %(noun)s is not a picture we can read"),
    "unstorable": _("Check %(noun)s: it holds characters that we cannot store. Type it, do not paste it."),
    "one_line": _("Write %(noun)s on one line"),
}  # fmt: skip
NUMBERED = frozenset({"max_length", "min_length", "max_value", "min_value"})
# Texts that the framework fills with values once more.
FILLED = frozenset({
    "invalid_choice", "invalid_list", "invalid_pk_value", "max_digits", "max_whole_digits", "max_decimal_places",
})  # fmt: skip
# Names of columns that acts alone may write.
GUARDED_NAMES = frozenset({
    "assignee", "drafted_by", "due_date", "due_on", "employer_id", "is_active", "is_staff", "is_superuser", "legal_due",
    "received_at", "received_on", "role", "signed_at", "signed_by", "state", "status", "unit", "verification", "verified_on",
})  # fmt: skip


@cache
def _stock_messages(kind: type[forms.Field]) -> dict[str, Any]:
    """Return the framework's own messages of a kind of field, leaving out those that our classes declare."""
    stock: dict[str, Any] = {}
    for cls in reversed(kind.__mro__):
        messages = cls.__dict__.get("default_error_messages", {})
        stock.update(messages if cls.__module__.startswith("django.") else dict.fromkeys(messages, _OURS))
    return stock


_OURS = object()


class _OwnMessage:
    """Our words for one of the framework's codes, put together in the language in which they are shown."""

    def __init__(self, code: str, noun: Any, label: Any) -> None:
        self.code, self.noun, self.label = code, noun, label

    def _text(self) -> str:
        words, noun = str(OWN_WORDS[self.code]), str(self.noun) or gettext("“%(label)s”") % {"label": self.label}
        if self.code in NUMBERED:
            return _Numbered(words.format(noun=_escaped(noun), most="%(limit_value)s", typed="%(show_value)s"))
        return words % {"noun": _escaped(noun) if self.code in FILLED else noun}

    def __str__(self) -> str:
        return self._text()

    def __mod__(self, values: Any) -> str:
        return self._text() % values


def _escaped(noun: str) -> str:
    return noun.replace("%", "%%")


class _Numbered(str):
    """A message whose whole numbers are written "10,000" when the framework puts them in."""

    __slots__ = ()

    def __mod__(self, values: Any) -> str:
        written = {key: counted(value) if type(value) is int else value for key, value in values.items()}
        return str(self) % written


class GovFormMetaclass(DeclarativeFieldsMetaclass):
    """Refuses a form class whose required field lacks its own message, and gives the fields our words once for all forms."""

    def __new__(mcs, name: str, bases: tuple, attrs: dict) -> type:
        made: Any = super().__new__(mcs, name, bases, attrs)
        made.base_fields = copy.deepcopy(made.declared_fields)  # a subclass may have other nouns for the same fields
        for field_name, field in made.base_fields.items():
            try:
                need_required(field)
            except TypeError as error:
                raise TypeError(f"{name}.{field_name}: {error}") from None
            made._prepare(field_name, field)
        return cast(type, made)


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

    @cached_property
    def helper(self) -> FormHelper:
        """What crispy forms must know to draw it; a form that is only checked needs none."""
        made = FormHelper()
        made.form_tag = False
        made.disable_csrf = True
        return made

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

    @classmethod
    def _prepare(cls, name: str, field: forms.Field) -> None:
        if getattr(field, "_prepared", False):
            return
        field._prepared = True
        if isinstance(field, forms.CharField) and not isinstance(field, forms.UUIDField):
            cls._make_storable(field)
        stock, noun = _stock_messages(type(field)), getattr(field, "noun", "") or cls.nouns.get(name, "")
        for code in OWN_WORDS:
            if field.error_messages.get(code) is stock.get(code):
                field.error_messages[code] = _OwnMessage(code, noun, field.label or name)

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
