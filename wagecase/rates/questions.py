"""The form of a calculator, made from its declaration, and the question that its answers ask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from wagecase.rates import controls, words
from wagecase.rates.books import published_book
from wagecase.rates.tables import capitalized, language
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, ListField, ObjectField, Part
from wagecase.rules.calculators.reader import find
from wagecase.rules.finding import Finding
from wagecase.rules.ratebook import PAIRS
from wagecase.web.forms import GovForm

ROWS, MOST_ROWS = 3, 31
EXTRAS = ("ask", "add-row", "edit")
_PLACE = re.compile(r"(\w+)(?:\[(\d+)\])?(?:\.(\w+))?")
_SYSTEM_WORD = re.compile(
    r"\w+_\w+|no-rate-in-source|not-covered|[A-Z]{2,3}[0-9]{2,3}|null|\b(?:invalid|setting|instant|true|false|list|word)\b"
)
# What a public page asks at once beside the needed answers; the rest is folded away. Other calculators ask all at once.
FIRST = {
    "allowance-maximum": ("class", "meals_eaten", "lodging_days", "full_week_lodging", "hours"),
    "closing-coverage": ("persons_employed_in_state", "event", "affected_total", "work_force"),
    "closing-notice": ("notice_given",),
    "complaint-due-date": (),
    "due-date": ("unit", "act"),
    "tip-credit": ("class", "cash_rate", "weeks"),
    "wage-deficiency": ("class",),
}


@dataclass(frozen=True)
class Group:
    """One input on the page: its controls, or its rows of controls with the name that adds another."""

    name: str
    label: str
    hint: str
    fields: tuple[Any, ...] = ()
    rows: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    can_grow: bool = False


def said(label: Label) -> str:
    """Return a label in the language of the page."""
    return label.es if language() == "es" else label.en


class QuestionForm(GovForm):
    """Every input of one calculator. Blank answers are left out of the question; blank rows too."""

    def __init__(self, calculator: Calculator, data: QueryDict) -> None:
        self.calculator = calculator
        self.finding: Finding[Any] | None = None
        self.is_edited = "edit" in data
        asked = set(data) - {"edit"}
        super().__init__(data if asked else None)
        self.row_counts = {row.name: self._count(row, data) for row in calculator.inputs if _has_rows(row)}
        for row in calculator.inputs:
            for name, field in self._controls(row):
                self.fields[name] = field
                self._prepare(name, field)
        if self.is_edited:
            self._errors = forms.utils.ErrorDict()  # a page on which a row was added asks; it does not judge yet

    def clean(self) -> dict[str, Any]:
        """Ask the calculator once every control could be read; its refusal becomes a fault of the control."""
        cleaned = super().clean() or self.cleaned_data
        if not self._errors:
            given, places = self._question(cleaned)
            if not self._errors:
                self._ask(given, places)
        return cleaned

    def groups(self) -> tuple[list[Group], list[Group]]:
        """Return the inputs asked at once, and those folded away."""
        first = FIRST.get(self.calculator.name)
        shown: list[Group] = []
        folded: list[Group] = []
        for row in self.calculator.inputs:
            at_once = first is None or row.needed or row.name in first
            (shown if at_once else folded).append(self._group(row))
        return shown, folded

    def has_folded_answers(self) -> bool:
        """Return whether anything folded away was answered or is at fault, so that it must stand open."""
        names = [bound.name for group in self.groups()[1] for bound in _bound_of(group)]
        typed = self.is_bound and any(value for key, value in self.data.items() if _control_of(key) in names)
        return typed or any(name in self.errors for name in names if self.is_bound)

    def query(self, **more: str) -> str:
        """Return the query that asks the same again: what was typed, without blanks and buttons."""
        pairs = [(key, value) for key, values in self.data.lists() for value in values if value and key not in EXTRAS]
        return urlencode([*pairs, *more.items()]) or "ask=1"

    def _count(self, row: Input, data: QueryDict) -> int:
        given = [int(found[1]) + 1 for key in data if (found := re.match(rf"{row.name}-(\d{{1,2}})(?:\D|$)", key))]
        asked = data.get(f"{row.name}-rows", "")
        more = int(asked) if re.fullmatch(r"[0-9]{1,2}", asked) else 0
        return min(max(ROWS, more, *given, 0), MOST_ROWS, row.type.maximum)

    def _controls(self, row: Input) -> Iterator[tuple[str, forms.Field]]:
        label = said(row.label)
        if not isinstance(row.type, ListField):
            asked = controls.named(label, hint=_hint(row), required=row.needed and not row.words)
            yield from controls.controls(row.type, row.name, asked).items()
        elif isinstance(row.type.item, ChoiceField):
            choices = [(word, words.choice_label(row.name, word)) for word in row.type.item.choices]
            yield (
                row.name,
                forms.MultipleChoiceField(
                    choices=choices,
                    widget=forms.CheckboxSelectMultiple,
                    required=False,
                    label=label,
                    help_text=_hint(row),
                ),
            )
        else:
            for place in range(self.row_counts[row.name]):
                for part, kind in _parts(row):
                    yield from _row_controls(row, place, part, kind)

    def _question(self, cleaned: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[int]]]:
        given: dict[str, Any] = {}
        places: dict[str, list[int]] = {}
        for row in self.calculator.inputs:
            if _has_rows(row):
                value, places[row.name] = self._rows(row, cleaned)
            elif isinstance(row.type, ListField):
                value = cleaned.get(row.name) or None
            else:
                value = controls.answer(row.type, row.name, cleaned)
                self._need_day(row.name, cleaned)
            if value is not None:
                given[row.name] = value
        return given, places

    def _rows(self, row: Input, cleaned: dict[str, Any]) -> tuple[list[Any] | None, list[int]]:
        values, places = [], []
        for place in range(self.row_counts[row.name]):
            found = {}
            for part, kind in _parts(row):
                name = _name(row, place, part)
                value = controls.answer(kind, name, cleaned)
                if value is not None:
                    found[part.name if part else ""] = value
            if not found:
                continue
            for part, _kind in _parts(row):
                if part and part.needed and part.name not in found:
                    label = words.part_label(row.name, part.name)
                    text = gettext("Answer “%(label)s” in row %(row)s too, or leave the whole row blank")
                    self.add_error(_name(row, place, part), text % {"label": label, "row": place + 1})
            values.append(found if isinstance(row.type.item, ObjectField) else found[""])
            places.append(place)
        return values or None, places

    def _need_day(self, name: str, cleaned: dict[str, Any]) -> None:
        if cleaned.get(f"{name}-time") and not cleaned.get(name):
            self.add_error(name, gettext("Enter the day that belongs to the time"))

    def _ask(self, given: dict[str, Any], places: dict[str, list[int]]) -> None:
        try:
            self.finding = find(self.calculator, given, book=published_book)
        except Refusal as refusal:
            name = self._control(_field_at_fault(refusal, given), places)
            label = self.fields[name].label if name else refusal.field
            code = "missing-alone" if refusal.code == "missing" and not given else refusal.code
            self.add_error(name, words.refusal_sentence(code, label, refusal.message))

    def _control(self, field: str, places: dict[str, list[int]]) -> str | None:
        """Return the control that a field of the question came from, such as "work-0-hours" for "work[0].hours"."""
        match = _PLACE.fullmatch(field)
        if match is None:
            return None
        name = match[1]
        row = self.calculator.by_name.get(name)
        if row is not None and _has_rows(row):
            used = places.get(name, [])
            index = int(match[2] or 0)
            place = used[index] if index < len(used) else 0
            part = match[3] or next((part.name for part, _kind in _parts(row) if part), "")
            name = f"{name}-{place}-{part}" if part else f"{name}-{place}"
        return name if name in self.fields else None

    def _group(self, row: Input) -> Group:
        label = said(row.label)
        if not _has_rows(row):
            return Group(row.name, label, "", tuple(self[name] for name, _field in self._controls(row)))
        count = self.row_counts[row.name]
        rows = tuple(
            (
                gettext("Row %(number)s") % {"number": place + 1},
                tuple(
                    self[name] for part, kind in _parts(row) for name, _field in _row_controls(row, place, part, kind)
                ),
            )
            for place in range(count)
        )
        return Group(row.name, label, _hint(row), rows=rows, can_grow=count < min(MOST_ROWS, row.type.maximum))


def _field_at_fault(refusal: Refusal, given: dict[str, Any]) -> str:
    """Return the field to look at: the unit, where the class has the item and only not by that unit."""
    items = {item for item, _unit in PAIRS.get(given.get("class", ""), ())}
    return "unit" if refusal.field == "item" and "unit" in given and given.get("item") in items else refusal.field


def _has_rows(row: Input) -> bool:
    return isinstance(row.type, ListField) and not isinstance(row.type.item, ChoiceField)


def _parts(row: Input) -> list[tuple[Part | None, Any]]:
    item = row.type.item
    return [(part, part.type) for part in item.parts] if isinstance(item, ObjectField) else [(None, item)]


def _name(row: Input, place: int, part: Part | None) -> str:
    return f"{row.name}-{place}-{part.name}" if part else f"{row.name}-{place}"


def _row_controls(row: Input, place: int, part: Part | None, kind: Any) -> list[tuple[str, forms.Field]]:  # noqa: PLR0917
    label = words.part_label(row.name, part.name) if part else said(row.label)
    found = controls.controls(kind, _name(row, place, part), controls.named(label))
    for field in found.values():
        field.in_row = True  # the row as a whole may stay blank, so its controls do not say "(optional)" one by one
    return list(found.items())


def _bound_of(group: Group) -> list[Any]:
    return [*group.fields, *(bound for _title, fields in group.rows for bound in fields)]


def _control_of(key: str) -> str:
    return re.sub(r"_[012]\Z", "", key)


def _hint(row: Input) -> str:
    """Return what helps with an answer: its meaning (kept in English only), and what a blank stands for."""
    hints = []
    speaks = not isinstance(row.type, ChoiceField | ListField) and not _SYSTEM_WORD.search(row.meaning)
    if speaks and language() == "en" and row.meaning.casefold() != row.label.en.casefold():
        hints.append(f"{capitalized(row.meaning)}.")
    if row.words:
        only = ", ".join(words.choice_label("source", word) for word in row.words)
        hints.append(gettext("Only for: %(words)s.") % {"words": only})
    blank = _blank(row)
    if blank:
        hints.append(gettext("If you leave this blank, we use: %(value)s.") % {"value": blank})
    return " ".join(hints)


def _blank(row: Input) -> str:
    if row.default in (None, ()):
        return ""
    if isinstance(row.type, BooleanField):
        return gettext("Yes") if row.default else gettext("No")
    if isinstance(row.type, ChoiceField):
        return words.choice_label(row.name, row.default)
    if isinstance(row.default, Decimal):
        return f"{row.default:,}"
    return str(row.default)
