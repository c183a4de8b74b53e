"""What staff read off a signed paper: the declaration, who signed it as what, and the stamp from which the clock counts."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from complaints.content import Signature
from complaints.declarations import current
from complaints.forms.acts import ActForm, check_stamp
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.cases.models import Party
from wagecase.web.forms import PersonNameField, TextField


class DeclarationFields(forms.Form):
    """What stands below the declaration on the paper."""

    method = forms.ChoiceField(
        label="How it is signed", widget=forms.RadioSelect,
        choices=[("paper", "Signed on paper"), ("notarized", "Sworn before a notary")],
        error_messages={"required": "Say how it is signed"},
    )  # fmt: skip
    signed_name = PersonNameField(label="Name signed", noun="the name signed")
    city = TextField(label="City where it was signed", noun="the city where it was signed", max_length=100)
    state = TextField(label="State where it was signed", noun="the state where it was signed", max_length=60)
    signed_on = StaffDateField(label="Date written beside the signature", noun="the date of the signature", past=True)
    officer = TextField(
        label="Notary: name, county, end of the commission", noun="the notary", required=False, width=32,
        help_text="Only for a complaint sworn before a notary.",
    )  # fmt: skip


def check_declaration(form: forms.Form) -> None:
    """Add the faults that only several answers together show: a notary without a name, a signature after the stamp."""
    data = form.cleaned_data
    if data.get("method") == "notarized" and not data.get("officer"):
        form.add_error("officer", "Enter the notary's name, county and the end of the commission")
    if data.get("signed_on") and data.get("stamped_on") and data["signed_on"] > data["stamped_on"]:
        form.add_error("signed_on", "The signature cannot be later than the stamp")


def signature_of(data: dict[str, Any], *, language: str) -> Signature:
    """Return the signed declaration; the words are those of the form that we print in this language."""
    words = current(language)
    return Signature(
        version=words.version, language=words.language, text=words.text, name=data["signed_name"], city=data["city"],
        state=data["state"], signed_on=data["signed_on"], method=data["method"], officer=data.get("officer", ""),
    )  # fmt: skip


class RecordVerificationForm(ActForm):
    stamped_on = StaffDateField(
        label="Day stamped on the form", noun="the day stamped on the form", past=True,
        help_text="The 20 days count from this day, whenever you key it.",
    )  # fmt: skip
    method = DeclarationFields.base_fields["method"]
    signed_name = DeclarationFields.base_fields["signed_name"]
    city = DeclarationFields.base_fields["city"]
    state = DeclarationFields.base_fields["state"]
    signed_on = DeclarationFields.base_fields["signed_on"]
    officer = DeclarationFields.base_fields["officer"]
    scans = CaseFilesField(label="Scan of the signed form", noun="the scan", required=False)

    def clean_stamped_on(self) -> date:
        """Return a day from which the clock can run."""
        return check_stamp(self.cleaned_data["stamped_on"])

    def clean(self) -> dict[str, Any]:
        """The form cannot have come in before the complaint."""
        data = super().clean() or {}
        check_declaration(self)
        if data.get("stamped_on") and data["stamped_on"] < self.case.received_on:
            self.add_error("stamped_on", "The stamp cannot be earlier than the complaint itself")
        return data

    def facts(self) -> dict[str, Any]:
        """Return signature, stamp and scans."""
        party = self.case.parties.get(role=Party.Role.COMPLAINANT)
        return {
            "signature": signature_of(self.cleaned_data, language=party.language),
            "stamped_on": self.cleaned_data["stamped_on"], "scans": self.cleaned_data["scans"],
        }  # fmt: skip
