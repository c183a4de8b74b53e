"""What staff are asked about how a party is reached."""

from __future__ import annotations

from django import forms

from wagecase.web.forms import EmailAddressField, NarrativeField, SubmissionKeyMixin


class ContactForm(SubmissionKeyMixin):
    """How a party is reached; `mark` says which address the page showed."""

    mark = forms.CharField(
        widget=forms.HiddenInput, max_length=16,
        error_messages={"required": "Part of this page was changed. Check your answers and send them again."},
    )  # fmt: skip
    email = EmailAddressField(
        label="E-mail address", noun="the e-mail address", required=False,
        help_text="Only if the person said that we may write there.",
    )  # fmt: skip
    postal = NarrativeField(
        label="Mailing address", noun="the mailing address", rows=4, max_length=500, required=False,
        help_text="As on an envelope: street, then city, state and ZIP code, one a line.",
    )  # fmt: skip
