"""The forms of an organization's members on the page of their license."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import SubmissionKeyMixin

CHANGED = _("The license was changed meanwhile. Open its page again.")


class RenewForm(SubmissionKeyMixin):
    """Begins the renewal; it asks nothing."""


class SurrenderForm(SubmissionKeyMixin):
    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=2_000_000_000,
        error_messages={"required": CHANGED, "invalid": CHANGED},
    )  # fmt: skip
    sure = forms.BooleanField(
        label=_("I give the license up for the licensee. It cannot be taken back."),
        error_messages={"required": _("Tick the box to give the license up, or go back")},
    )  # fmt: skip
