"""Lists a form's faults with the control to go to, for the error summary and for whoever tests a form's words."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm, MultiWidget, RadioSelect
from django.forms.widgets import CheckboxSelectMultiple


@dataclass(frozen=True, slots=True)
class Fault:
    """One message; `target` is the id of the first faulty control, "" when none is to blame."""

    message: str
    target: str
    field: str = ""


def faults_of(form: BaseForm) -> list[Fault]:
    """Return the faults of a bound form: those of the whole form first, then in the order of its fields."""
    found = [Fault(message, "") for message in form.non_field_errors()]
    by_field = form.errors.as_data()
    for name in form.fields:
        for error in by_field.get(name, []):
            target = _target(form, name, (error.params or {}).get("part", 0))
            found += [Fault(str(message), target, name) for message in error.messages]
    known = {*form.fields, NON_FIELD_ERRORS}
    for name, errors in by_field.items():
        if name not in known:
            found += [Fault(str(message), "", name) for error in errors for message in error.messages]
    return found


def _target(form: BaseForm, name: str, part: int) -> str:
    bound = form[name]
    if bound.is_hidden:
        return ""
    widget = bound.field.widget
    if isinstance(widget, MultiWidget):
        return f"{bound.auto_id}_{part}"
    if isinstance(widget, RadioSelect | CheckboxSelectMultiple):
        return f"{bound.auto_id}_0"
    return bound.id_for_label or bound.auto_id
