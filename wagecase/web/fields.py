"""The kinds of answer our forms ask for, each with messages that name the answer and the remedy."""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.choices import BaseChoiceIterator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wagecase.web import uploads
from wagecase.web.formatting import filesize, money
from wagecase.web.mail_addresses import bare_address
from wagecase.web.text_safety import is_forbidden

_NUMBER = re.compile(r"([-−]?)\$?\s*((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(?:\.[0-9]*)?)\Z")


def need_required(field: forms.Field) -> None:
    """Raise TypeError when a required field has no words of its own for a blank answer."""
    if field.required and field.error_messages.get("required") is forms.Field.default_error_messages["required"]:
        raise TypeError(
            f"{type(field).__name__}: give a required field its own message: "
            'error_messages={"required": _("Enter …")}, or noun=_("…")'
        )


def with_noun(text: Any, noun: Any) -> str:
    """Return a message with the answer's noun in it, ready to be filled with numbers by the framework."""
    return str(text).replace("{noun}", str(noun).replace("%", "%%"))


class NounMixin:
    """Adds `noun`, the words for the answer inside a sentence: "the last day you worked"."""

    def __init__(self, *, noun: Any = "", **kwargs: Any) -> None:
        self.noun = noun
        super().__init__(**kwargs)
        if noun and self.error_messages.get("required") is forms.Field.default_error_messages["required"]:
            self.error_messages["required"] = _Sentence(_("Enter {noun}"), noun)


class SharedChoices(BaseChoiceIterator):
    """Listed answers that all forms of a class share: the framework copies every list for every form, counties and all."""

    def __init__(self, choices: Iterable[tuple[str, Any]]) -> None:
        self._choices = tuple(choices)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self._choices)

    def __copy__(self) -> SharedChoices:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> SharedChoices:
        return self


class _Sentence:
    """A translatable sentence with the answer's noun, put together when shown."""

    def __init__(self, text: Any, noun: Any) -> None:
        self.text, self.noun = text, noun

    def __str__(self) -> str:
        return str(self.text).format(noun=self.noun)

    def __mod__(self, values: Any) -> str:
        return str(self) % values


POSTAL_LENGTH = 500  # one address, wherever it is asked for


class TextField(NounMixin, forms.CharField):
    """One line of text, 200 characters unless said."""

    def __init__(self, *, max_length: int = 200, width: int = 0, **kwargs: Any) -> None:
        self.width = width
        super().__init__(max_length=max_length, **kwargs)


class PlaceField(TextField):
    """A city, state or country: as typed, with at least one letter of any script."""

    def validate(self, value: Any) -> None:
        """Refuse what holds no letter: digits and dots name no place."""
        super().validate(value)
        if value and not any(char.isalpha() for char in value):
            raise ValidationError(with_noun(_("Write {noun} with letters"), self.noun), code="place")


class NarrativeField(NounMixin, forms.CharField):
    """Several lines of text with a count; 8 rows, 5,000 characters unless said."""

    def __init__(self, *, max_length: int = 5000, rows: int = 8, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": rows}))
        super().__init__(max_length=max_length, **kwargs)
        self.counted = True

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what the box shows again: far too long a text is cut at twice what fits, so that no page grows by it."""
        if isinstance(data, str) and self.max_length and len(data) > 2 * self.max_length:
            return data[: 2 * self.max_length] + "\n[…]"
        return data


class PersonNameField(TextField):
    """A person's name: any script's letters, no symbols; spaces are made single."""

    def __init__(self, *, max_length: int = 100, width: int = 24, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, width=width, **kwargs)
        self.error_messages.setdefault(
            "symbol", _("Write {noun} with letters, spaces, hyphens and apostrophes. Remove %(found)s")
        )

    def to_python(self, value: Any) -> str:
        """Return the name with single spaces."""
        text = super().to_python(value)
        if any(is_forbidden(char) for char in text):
            return text  # left as typed; the text safety check of the form speaks
        return " ".join(text.split())

    def validate(self, value: str) -> None:
        """Refuse emoji, markup and other symbols."""
        super().validate(value)
        odd = sorted(
            {char for char in value if char in "<>{}[]\\|" or unicodedata.category(char) in {"So", "Co", "Cn"}}
        )
        if odd:
            text = with_noun(self.error_messages["symbol"], self.noun or _("the name"))
            raise ValidationError(text, code="symbol", params={"found": " ".join(odd)})


class PhoneField(TextField):
    """A telephone number of ten digits in any punctuation, with or without a leading 1 and an extension."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, width=16, **kwargs)
        self.widget.attrs |= {"autocomplete": "tel", "inputmode": "tel"}

    def clean(self, value: Any) -> str:
        """Return the number as it was typed."""
        text = super().clean(value)
        if not text:
            return text
        number = re.split(r"(?:ext\.?|x|#)", text, maxsplit=1, flags=re.IGNORECASE)[0]
        digits = re.sub(r"[\s().+/\-\u2010-\u2015]", "", number)
        if digits.startswith("1") and len(digits) == 11:
            digits = digits[1:]
        if not (digits.isascii() and digits.isdigit() and len(digits) == 10):
            raise ValidationError(_("Enter a phone number of ten digits, such as 608-555-0123"), code="phone")
        return text


class EmailAddressField(NounMixin, forms.CharField):
    """One bare e-mail address: no name around it, no second address, no line break (they end up in mail headers)."""

    widget = forms.EmailInput

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 254)
        super().__init__(**kwargs)
        self.widget.attrs.setdefault("autocomplete", "email")
        self.error_messages["invalid"] = kwargs.get("error_messages", {}).get(
            "invalid", _("Enter one e-mail address, such as name@example.com")
        )

    def clean(self, value: Any) -> str:
        """Return the address; a line break anywhere is refused before anything is stripped."""
        text = "" if value is None else str(value)
        if text.strip() and (any(is_forbidden(c) or c in "\t\r\n" for c in text) or '"' in text):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        address = super().clean(value)
        if address:
            try:
                bare_address(address)
            except ValidationError:
                raise ValidationError(self.error_messages["invalid"], code="invalid") from None
        return address


class NumberField(NounMixin, forms.Field):
    """A decimal number typed as people write it (`1,200`, `1200.5`); `places` decimals, between two bounds."""

    places = 2
    default_error_messages = {
        "invalid": _("Enter {noun} as a number, such as %(example)s"),
        "places": _("Check {noun}: use at most %(places)d numbers after the point"),
        "low": _("Check {noun}: it must be %(low)s or more"),
        "high": _("Check {noun}: it must be %(high)s or less"),
    }
    example = "37.5"

    def __init__(
        self,
        *,
        low: Decimal | str = "0",
        high: Decimal | str = "9999999.99",
        places: int | None = None,
        width: int = 12,
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)
        self.noun = self.noun or _("this number")
        self.low, self.high, self.width = Decimal(low), Decimal(high), width
        self.places = self.places if places is None else places

    def to_python(self, value: Any) -> Decimal | None:
        """Return the Decimal, None when blank; ValidationError when it is no number."""
        text = "" if value is None else str(value).strip()
        if not text:
            return None
        match = _NUMBER.match(text)
        if not match or not match[2].strip(".") or len(text) > 40:
            raise self._fault("invalid", example=self.example)
        number = Decimal(match[2].replace(",", ""))
        return -number if match[1] else number  # a number below nothing is told so, and not that it is no number

    def validate(self, value: Decimal | None) -> None:
        """Check places and bounds."""
        super().validate(value)
        if value is None:
            return
        if -value.normalize().as_tuple().exponent > self.places:
            raise self._fault("places", places=self.places)
        if value < self.low:
            raise self._fault("low", low=self.shown(self.low))
        if value > self.high:
            raise self._fault("high", high=self.shown(self.high))

    def _fault(self, code: str, **params: Any) -> ValidationError:
        return ValidationError(with_noun(self.error_messages[code], self.noun), code=code, params=params)

    def shown(self, value: Decimal) -> str:
        """Return a bound as a sentence writes it."""
        return f"{value:,}"


class HoursField(NumberField):
    """Hours in a week, up to 168."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("high", "168")
        super().__init__(width=8, **kwargs)


class MoneyField(NumberField):
    """Dollars and cents; the `$` stands outside the box but may be typed too."""

    prefix = "$"
    example = "1,234.50"
    default_error_messages = {"invalid": _("Enter {noun} in dollars, such as %(example)s")}

    def shown(self, value: Decimal) -> str:
        """Return a bound as money."""
        return money(value)


class SubmissionKeyField(forms.UUIDField):
    """The hidden key that makes a form act once; a broken one is replaced when the form is shown again."""

    def __init__(self) -> None:
        super().__init__(
            required=True,
            widget=forms.HiddenInput,
            initial=uuid.uuid4,
            error_messages={
                "required": _("Part of this page was missing. Check your answers and send them again."),
                "invalid": _("Part of this page was changed. Check your answers and send them again."),
            },
        )

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the sent key, or a new one when it is no key."""
        try:
            return str(uuid.UUID(str(data)))
        except ValueError:
            return initial() if callable(initial) else initial


class _FilesWidget(forms.FileInput):
    allow_multiple_selected = True

    def __init__(self) -> None:
        super().__init__(attrs={"accept": uploads.ACCEPT})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list:
        return files.getlist(name) if hasattr(files, "getlist") else [files[name]] if name in files else []


class UploadField(NounMixin, forms.Field):
    """Up to UPLOAD_MAX_FILES files of the kinds we take; cleans to a list of files with `kind` set on each."""

    widget = _FilesWidget
    default_error_messages = {
        "size": _("%(name)s is %(size)s. A file can be up to %(most)s. Make it smaller or leave it out."),
        "count": _("You chose more than %(count)d files. %(name)s was left out: send it afterwards."),
        "empty": _("%(name)s is empty. Choose the file again."),
        "kind": _("%(name)s is not a kind of file we can take. Use %(kinds)s."),
        "differs": _("%(name)s is not what its name says. Save it again as a PDF or take a photo of it."),
        "name": _("The name of %(name)s is too long. Give the file a shorter name."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.help_text = self.help_text or _UploadHint()

    def clean(self, value: list | None) -> list:
        """Return the files, each proved to be what its name says; one message per refused file."""
        files = [file for file in value or [] if file]
        if not files and self.required:
            raise ValidationError(self.error_messages["required"], code="required")
        faults = [fault for file in files if (fault := self._fault(file))]
        if faults:
            raise ValidationError(faults)
        return files

    def _fault(self, file: Any) -> ValidationError | None:
        code = getattr(file, "reason", "") or self._judged(file)
        if not code:
            return None
        params = {
            "name": _shown_name(file.name),
            "size": filesize(file.size),
            "most": filesize(settings.UPLOAD_MAX_BYTES),
            "count": settings.UPLOAD_MAX_FILES,
            "kinds": uploads.kinds_in_words(),
        }
        instead = uploads.instead(file.name, _head(file)) if code == "kind" else ""
        return ValidationError(instead or self.error_messages[code], code=code, params=params)

    @staticmethod
    def _judged(file: Any) -> str:
        if len(file.name) > 200 or any(is_forbidden(char) for char in file.name):
            return "name"
        if not file.size:
            return "empty"
        extension = file.name.rpartition(".")[2].lower()
        named = next((key for key, (endings, _media, _word) in uploads.KINDS.items() if extension in endings), "")
        if not named:
            return "kind"
        file.kind = uploads.sniffed_kind(file)
        return "" if file.kind == named else "differs"


class _UploadHint:
    """Says kinds, number and size in the language of the page, and what to do with the usual other kinds."""

    def __str__(self) -> str:
        limits = gettext("%(kinds)s. Up to %(count)d files, %(most)s each.") % {
            "kinds": uploads.kinds_in_words(),
            "count": settings.UPLOAD_MAX_FILES,
            "most": filesize(settings.UPLOAD_MAX_BYTES),
        }
        instead = gettext("For an iPhone photo (HEIC), send a screenshot of it. Save a Word file as a PDF first.")
        return f"{limits} {instead}"


def _head(file: Any) -> bytes:
    file.seek(0)
    head: bytes = file.read(4096)
    file.seek(0)
    return head


def _shown_name(name: str) -> str:
    clean = "".join("?" if is_forbidden(char) else char for char in name)
    return clean if len(clean) <= 60 else f"{clean[:40]}…{clean[-15:]}"
