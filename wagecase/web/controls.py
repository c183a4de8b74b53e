"""Draws a form's controls with our classes, so that any form, the account library's too, looks like the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString

WIDTHS = (3, 6, 7, 8, 12, 16, 18, 24, 32)  # characters; each has a class wc-w-N
TEXT_CLASSES: tuple[tuple[type, str], ...] = (
    (forms.Textarea, "usa-textarea"),
    (forms.Select, "usa-select"),
    (forms.FileInput, "usa-file-input"),
    (forms.widgets.Input, "usa-input"),
)


def widget_kind(bound: BoundField) -> str:
    """Return hidden, checkbox, radios, checkboxes, date or control: which branch of gov/field.html draws it."""
    widget = bound.field.widget
    if bound.is_hidden:
        return "hidden"
    if isinstance(widget, forms.CheckboxSelectMultiple):
        return "checkboxes"
    if isinstance(widget, forms.RadioSelect):
        return "radios"
    if isinstance(widget, forms.CheckboxInput):
        return "checkbox"
    if isinstance(widget, forms.MultiWidget):
        return "date"
    return "control"


def is_optional(bound: BoundField) -> bool:
    """Return whether the label should say "(optional)"."""
    marks = getattr(bound.form, "mark_optional", True) and not getattr(bound.field, "in_row", False)
    marks = marks and bound.name not in getattr(bound.form, "asked_for", ())  # the rules of the form ask for these
    return bool(marks and not bound.field.required and not isinstance(bound.field.widget, forms.CheckboxInput))


def control(bound: BoundField) -> SafeString:
    """Return the control of a labeled field with its classes, its width and the ids that describe it."""
    widget = bound.field.widget
    css = next((name for kind, name in TEXT_CLASSES if isinstance(widget, kind)), "")
    width = getattr(bound.form, "widths", {}).get(bound.name) or getattr(bound.field, "width", 0)
    if not width and css == "usa-input":
        width = 32 if isinstance(widget, forms.EmailInput | forms.PasswordInput | forms.URLInput) else 24
    names = [
        widget.attrs.get("class", ""),
        css,
        f"wc-w-{width}" if width else "",
        "usa-input--error" if bound.errors else "",
    ]
    attrs = {"class": " ".join(filter(None, names))}
    if getattr(bound.field, "counted", False):
        described = (bound.aria_describedby, count_id(bound))
        attrs["aria-describedby"] = " ".join(filter(None, described))
    return bound.as_widget(attrs=attrs)


def count_id(bound: BoundField) -> str:
    """Return the id of the line that says how long the text may be."""
    return f"{bound.id_for_label}_count"


def option_rows(bound: BoundField) -> list[dict[str, Any]]:
    """Return the choices of a radio or checkbox group as plain values for the template."""
    hints = getattr(bound.field, "choice_hints", {})
    rows = []
    for option in bound.subwidgets:
        data = option.data
        rows.append(
            {
                "id": data["attrs"].get("id", ""),
                "name": data["name"],
                "value": data["value"],
                "label": data["label"],
                "checked": data["selected"],
                "hint": hints.get(str(data["value"]), ""),
            }
        )
    return rows


def date_parts(bound: BoundField) -> list[dict[str, Any]]:
    """Return the month, day and year boxes of a date with the typed text and which of them are faulty."""
    widget = bound.field.widget
    values = bound.value()
    if not isinstance(values, list):
        values = widget.decompress(values)
    wrong = {(error.params or {}).get("part") for error in bound.form.errors.as_data().get(bound.name, [])}
    rows = []
    for index, (name, label, width) in enumerate(widget.parts):
        rows.append(
            {
                "id": f"{bound.auto_id}_{index}",
                "name": f"{bound.html_name}_{index}",
                "label": label,
                "value": values[index] if index < len(values) and values[index] is not None else "",
                "width": width,
                "part": name,
                "error": bool(wrong) and (index in wrong or wrong == {None}),
                "autocomplete": widget.autocomplete[index] if getattr(widget, "autocomplete", None) else "",
            }
        )
    return rows
