"""What staff read off a signed paper: the declaration, who signed it as what, and the stamp from which the clock counts."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from complaints.content import Signature
from complaints.declarations import VERSIONS, current
from complaints.forms.acts import ActForm, check_stamp
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.cases.models import Party
from wagecase.web.formatting import day
from wagecase.web.forms import NarrativeField, PersonNameField, PlaceField, TextField

OTHER = "other"  # words, or a language, that we have no text of
LANGUAGES = {"en": "English", "es": "Spanish"}


class DeclarationFields(forms.Form):
    """What stands below the declaration on the paper."""

    method = forms.ChoiceField(
        label="How it is signed", widget=forms.RadioSelect,
        choices=[("paper", "Signed on paper"), ("notarized", "Sworn before a notary")],
        error_messages={"required": "Say how it is signed"},
    )  # fmt: skip
    wording = forms.ChoiceField(
        label="What words were signed", widget=forms.RadioSelect,
        choices=[
            *((f"{w.version}:{w.language}", f"Our form, version {w.version}, in {LANGUAGES[w.language]}")
              for w in VERSIONS.values()),
            (OTHER, "Other words"),
        ],
        error_messages={"required": "Say which words were signed"},
    )  # fmt: skip
    words = NarrativeField(
        label="The words on the paper", noun="the words on the paper", rows=4, max_length=4000, required=False,
        help_text="Only for other words than those of our form: copy them as they stand.",
    )  # fmt: skip
    words_language = forms.ChoiceField(
        label="Language of these words", required=False,
        choices=[("", "Only for other words"), *LANGUAGES.items(), (OTHER, "Another language")],
    )  # fmt: skip
    signed_name = PersonNameField(label="Name signed", noun="the name signed")
    signs_as = TextField(
        label="If another person signed: as what", noun="as what the person signed", required=False, width=32,
        help_text="For example: guardian, lawyer, or the complainant under a former name.",
    )  # fmt: skip
    city = PlaceField(label="City where it was signed", noun="the city where it was signed", max_length=100)
    state = PlaceField(label="State where it was signed", noun="the state where it was signed", max_length=60)
    signed_on = StaffDateField(label="Date written beside the signature", noun="the date of the signature", past=True)
    officer = TextField(
        label="Notary: name, county, end of the commission", noun="the notary", required=False, width=32,
        help_text="Only for a complaint sworn before a notary.",
    )  # fmt: skip


def check_declaration(form: forms.Form, *, complainant: str) -> None:
    """Add the faults that only several answers together show.

    A notary without a name, a signature after the stamp, other words not copied, another name than the complainant's.
    """
    data = form.cleaned_data
    if data.get("wording") == OTHER and not data.get("words"):
        form.add_error("words", "Enter the words on the paper")
    if data.get("wording") == OTHER and not data.get("words_language"):
        form.add_error("words_language", "Choose the language of the words on the paper")
    if data.get("signed_name") and not _same_name(data["signed_name"], complainant) and not data.get("signs_as"):
        form.add_error("signs_as", f"Another name than {complainant} is signed: enter as what this person signed")
    if data.get("method") == "notarized" and not data.get("officer"):
        form.add_error("officer", "Enter the notary's name, county and the end of the commission")
    if data.get("signed_on") and data.get("stamped_on") and data["signed_on"] > data["stamped_on"]:
        form.add_error("signed_on", "The signature cannot be later than the stamp")


def _same_name(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def signature_of(data: dict[str, Any]) -> Signature:
    """Return the signed declaration with the words that stand on the paper: those of one of our forms, or others."""
    if data["wording"] == OTHER:
        version, language, text = OTHER, data["words_language"], data["words"]
    else:
        words = VERSIONS[tuple(data["wording"].split(":"))]
        version, language, text = words.version, words.language, words.text
    return Signature(
        version=version, language=language, text=text, name=data["signed_name"], signs_as=data.get("signs_as", ""),
        city=data["city"], state=data["state"], signed_on=data["signed_on"], method=data["method"],
        officer=data.get("officer", ""),
    )  # fmt: skip


class StampFields(forms.Form):
    """The stamp of a paper that came in, asked before what stands on it."""

    stamped_on = StaffDateField(
        label="Day stamped on the form", noun="the day stamped on the form", past=True,
        help_text="The 20 days count from this day, whenever you key it.",
    )  # fmt: skip


class RecordVerificationForm(DeclarationFields, StampFields, ActForm):
    scans = CaseFilesField(label="Scan of the signed form", noun="the scan", required=False)

    def set_up(self) -> None:
        """Start from the complainant's language, and from the day on which a signed copy was uploaded."""
        self.party = self.case.parties.get(role=Party.Role.COMPLAINANT)
        words = current(self.party.language)
        self.fields["wording"].initial = f"{words.version}:{words.language}"
        self.fields["signed_name"].stand_in = self.party.name
        copy = self.case.attachments.filter(purpose="declaration").order_by("added_at").first()
        self.uploaded_on = timezone.localdate(copy.added_at) if copy else None
        if self.uploaded_on:
            self.fields["stamped_on"].initial = self.uploaded_on
            self.fields["stamped_on"].help_text = (
                f"The signed copy was uploaded on {day(self.uploaded_on)}: the 20 days count from that day, whenever it "
                "was checked. Enter an earlier day only for a paper that came before."
            )

    def clean_stamped_on(self) -> date:
        """Return a day from which the clock can run; an uploaded form was received on the day of its upload."""
        stamped_on = check_stamp(self.cleaned_data["stamped_on"])
        if self.uploaded_on and stamped_on > self.uploaded_on:
            raise forms.ValidationError(f"The signed copy was received on {day(self.uploaded_on)}: no later day counts")
        return stamped_on

    def clean(self) -> dict[str, Any]:
        """The form cannot have come in before the complaint."""
        data = super().clean() or {}
        check_declaration(self, complainant=self.party.name)
        if data.get("stamped_on") and data["stamped_on"] < self.case.received_on:
            self.add_error("stamped_on", "The stamp cannot be earlier than the complaint itself")
        return data

    def facts(self) -> dict[str, Any]:
        """Return signature, stamp and scans."""
        return {
            "signature": signature_of(self.cleaned_data),
            "stamped_on": self.cleaned_data["stamped_on"], "scans": self.cleaned_data["scans"],
        }  # fmt: skip
