"""What staff are asked about how a party is reached, and about mail that came back."""

from __future__ import annotations

from django import forms

from wagecase.cases.forms import StaffDateField
from wagecase.web.forms import POSTAL_LENGTH, EmailAddressField, NarrativeField, SubmissionKeyMixin


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
        label="Mailing address", noun="the mailing address", rows=4, max_length=POSTAL_LENGTH, required=False,
        help_text="As on an envelope: street, then city, state and ZIP code, one a line.",
    )  # fmt: skip


class ReturnedForm(SubmissionKeyMixin):
    """That a letter or e-mail came back."""

    returned_on = StaffDateField(label="Day it came back", noun="the day it came back", past=True)
    reason = NarrativeField(
        label="Why it came back", noun="why it came back", rows=2, max_length=400,
        help_text="As stamped on the envelope or said in the message, for example: no such number.",
    )  # fmt: skip
