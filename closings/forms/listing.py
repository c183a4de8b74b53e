"""The filters of the public list: all optional, all in the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from closings import wording
from wagecase.web.counties import COUNTIES
from wagecase.web.forms import GovForm, TextField


class ListForm(GovForm):
    mark_optional = False
    q = TextField(label=_("Employer’s name starts with"), noun=_("the employer’s name"), required=False, max_length=100)
    year = forms.ChoiceField(label=_("Year received"), required=False)
    county = forms.ChoiceField(
        label=_("County"), required=False, choices=[("", _("Any county")), *((name, name) for name in COUNTIES)]
    )
    event = forms.ChoiceField(
        label=_("What happens"), required=False, choices=[("", _("Closings and layoffs")), *wording.EVENTS.items()]
    )
    status = forms.ChoiceField(
        label=_("Status"), required=False,
        choices=[("", _("All")), ("standing", _("Not rescinded")), ("rescinded", _("Rescinded"))],
    )  # fmt: skip

    sort = forms.ChoiceField(
        label=_("Order"), required=False,
        choices=[
            ("", _("Newest first")), ("received", _("Oldest first")), ("employer", _("Employer, A to Z")),
            ("employer_down", _("Employer, Z to A")), ("workers_down", _("Most workers first")),
            ("workers", _("Fewest workers first")), ("first", _("Work ends soonest")), ("first_down", _("Work ends latest")),
        ],
    )  # fmt: skip

    def __init__(self, *args: Any, years: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["year"].choices = [("", _("All years")), *((str(year), str(year)) for year in years)]
