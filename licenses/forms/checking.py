"""The forms of the public pages of licenses: number, code and day of a check, and the filters of the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import DatePartsField, GovForm, TextField


class CheckForm(GovForm):
    number = TextField(
        label=_("License number"), noun=_("the license number"), max_length=40, width=18,
        help_text=_("At the top of the certificate. For example: SL-2026-000123"),
    )  # fmt: skip
    code = TextField(
        label=_("Check code"), noun=_("the check code"), max_length=40, width=18,
        help_text=_("10 letters and numbers beside the square code at the bottom of the certificate"),
    )  # fmt: skip
    on = DatePartsField(
        label=_("Day"), noun=_("the day"), help_text=_("The day you want to know about. Today, unless you change it."),
    )  # fmt: skip
    number.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}
    code.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}


class ListForm(GovForm):
    mark_optional = False
    q = TextField(label=_("Name starts with"), noun=_("the name"), required=False, max_length=100)
    county = forms.ChoiceField(label=_("County"), required=False)
    status = forms.ChoiceField(
        label=_("Status"), required=False,
        choices=[("", _("In force today")), ("all", _("All, with ended ones"))],
    )  # fmt: skip

    def __init__(self, *args: Any, counties: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["county"].choices = [("", _("Any county")), *((name, name) for name in counties)]
