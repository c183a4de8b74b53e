"""The base of a page of questions whose answers a draft keeps until they are filed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from wagecase.web.forms import DatePartsField, GovForm, NarrativeField

BLANK: tuple[Any, ...] = (None, "", [])


class LinesField(NarrativeField):
    """Several lines of text; a line break counts as one character, as it does in the browser's count."""

    def to_python(self, value: Any) -> str:
        """Return the text with plain line breaks."""
        return super().to_python(str(value).replace("\r\n", "\n").replace("\r", "\n") if value else value)


class QuestionForm(GovForm):
    """A question page. `title` is the page's h1 where no single label is; `intro` says why we ask.

    A date is kept in the draft as YYYY-MM-DD; everything else as it was typed.
    """

    title: Any = ""
    intro: Any = ""

    @property
    def page_title(self) -> Any:
        """The question as the page's title says it."""
        return self.title or self.fields[self.heading].label

    def need(self, name: str, words: Any) -> None:
        """Ask for an answer that other answers make necessary; zero is an answer."""
        if self.cleaned_data.get(name) in BLANK and name not in self.errors:
            self.add_error(name, ValidationError(words, code="required"))

    def stored(self) -> dict[str, Any]:
        """Return the checked answers as the draft keeps them; faulty ones are left out."""
        return {
            name: value.isoformat() if isinstance(value, date) else value
            for name, value in self.cleaned_data.items()
            if name in self.fields and value is not None
        }

    @classmethod
    def initial_of(cls, saved: Mapping[str, Any]) -> dict[str, Any]:
        """Return kept answers as the form's initial values."""
        found: dict[str, Any] = {}
        for name, field in cls.base_fields.items():
            if name in saved:
                value = saved[name]
                found[name] = date.fromisoformat(value) if isinstance(field, DatePartsField) else value
        return found

    def shown(self, name: str, value: Any) -> Any:
        """Return a kept answer as the check page shows it."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            return dict(field.choices).get(value, value)
        return value


def typed_rows(request: HttpRequest, form: type[forms.BaseForm] | None) -> list[dict[str, Any]] | None:
    """Return what was typed on a refused page under the labels of its form; None where no form is known."""
    if form is None:
        return None
    shown = {name: field for name, field in form.base_fields.items() if not field.widget.is_hidden}
    found = [(field.label, _typed(request, name, field)) for name, field in shown.items()]
    return [{"label": label, "value": value} for label, value in found if value and label]


def _typed(request: HttpRequest, name: str, field: forms.Field) -> Any:
    return typed_answer(request.POST, name, field)


def typed_answer(data: QueryDict, name: str, field: forms.Field) -> str:
    """Return what was sent for one question in the words of the page, "" for nothing.

    A field that never shows a number whole writes it as it always does (`written`). A choice that is no longer offered stands as it was sent, but for the key of a row, which tells nobody anything.
    """
    if isinstance(field, DatePartsField):
        return " ".join(filter(None, (data.get(f"{name}_{part}", "") for part in range(3))))
    value = data.get(name, "")
    if isinstance(field, forms.MultipleChoiceField):
        named = _labels(field)
        return ", ".join(filter(None, (_word(named, code) for code in data.getlist(name))))
    if isinstance(field, forms.ChoiceField):
        return _word(_labels(field), value)
    if value and isinstance(field, forms.BooleanField):
        return _("Yes")
    return str(getattr(field, "written", str)(value))


def _word(named: Mapping[str, str], code: str) -> str:
    return named.get(code, "" if code.isdecimal() else code)


def _labels(field: forms.ChoiceField) -> dict[str, str]:
    """Return the words of each choice, also of those that stand in groups."""
    found = {}
    for code, label in field.choices:
        grouped = label if isinstance(label, (list, tuple)) else [(code, label)]
        found.update({str(one): str(words) for one, words in grouped})
    return found
