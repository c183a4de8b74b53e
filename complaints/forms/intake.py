"""The form with which staff key a complaint that came on paper or by telephone; only what R-104.05 names is required."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from complaints.content import Content, EmployerFacts, PaperStamp, Person
from complaints.forms.acts import YES_NO, check_stamp
from complaints.forms.declaring import DeclarationFields, check_declaration, signature_of
from complaints.forms.public import STORY_LENGTH
from complaints.models import Complaint
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.web.forms import (
    POSTAL_LENGTH,
    EmailAddressField,
    NarrativeField,
    PersonNameField,
    SubmissionKeyMixin,
    TextField,
)

NEEDED = ("method", "wording", "signed_name", "city", "state", "signed_on")
DECLARATION = (
    "method", "wording", "words", "words_language", "signed_name", "signs_as", "city", "state", "signed_on", "officer",
)  # fmt: skip
SECTIONS = (
    ("How it came in", ("channel", "stamped_on", "signed")),
    ("Who complains", ("name", "capacity", "language", "phone", "email", "safe_contact", "postal")),
    ("For whom", ("scope", "employees")),
    ("Employer", ("employer_name", "trade_name", "employer_email", "work_site", "employer_postal")),
    ("Work and pay", ("occupation", "wage", "started_on", "ended_on", "hours_per_week")),
    ("What is alleged", ("statement", "identity_disclosure")),
    ("The signature on the paper", (*DECLARATION, "scans")),
)


class ComplaintFields(forms.Form):
    """How a complaint came in and what it says, asked before what stands below its declaration."""

    channel = forms.ChoiceField(
        label="How did the complaint come in?", choices=[("paper", "On paper"), ("phone", "By phone")],
        widget=forms.RadioSelect, error_messages={"required": "Say how the complaint came in"},
    )  # fmt: skip
    stamped_on = StaffDateField(
        label="Day stamped on the paper, or day of the call", noun="the day stamped on the paper or the day of the call",
        past=True, help_text="Today's date is kept apart as the day it was keyed.",
    )  # fmt: skip
    signed = forms.ChoiceField(
        label="Is it signed?", choices=YES_NO, widget=forms.RadioSelect,
        help_text="A complaint by phone is never signed: we print it for signature.",
        error_messages={"required": "Say whether the complaint is signed"},
    )  # fmt: skip
    name = PersonNameField(label="Complainant", noun="the complainant's name")
    capacity = forms.ChoiceField(
        label="The complainant is", required=False, choices=[("", "Not stated"), *Complaint.Capacity.choices]
    )
    language = forms.ChoiceField(
        label="Language of letters", choices=[("en", "English"), ("es", "Spanish")], widget=forms.RadioSelect,
        error_messages={"required": "Choose the language of letters"},
    )  # fmt: skip
    email = EmailAddressField(
        label="E-mail", noun="the complainant's e-mail address", required=False,
        help_text="Only an address that may be used for notices.",
    )  # fmt: skip
    phone = TextField(label="Phone", noun="the phone number", required=False, max_length=40, width=16)
    postal = NarrativeField(
        label="Mailing address", noun="the mailing address", required=False, rows=3, max_length=POSTAL_LENGTH,
        help_text="As on an envelope, without the name. Without e-mail and address nothing can be sent.",
    )  # fmt: skip
    safe_contact = TextField(
        label="Safe ways and times to reach the complainant", noun="the safe ways of contact", required=False, width=32
    )
    scope = forms.ChoiceField(
        label="The complaint is for", choices=Complaint.Scope.choices, widget=forms.RadioSelect,
        error_messages={"required": "Say for whom the complaint is"},
    )  # fmt: skip
    employees = TextField(
        label="Names of the employees, or of the group", noun="the employees or the group", required=False,
        max_length=1000, width=32,
    )  # fmt: skip
    employer_name = TextField(label="Employer's name", noun="the employer's name", width=32)
    trade_name = TextField(label="Also known as", noun="the trade name", required=False, width=32)
    employer_email = EmailAddressField(label="Employer's e-mail", noun="the employer's e-mail", required=False)
    employer_postal = NarrativeField(
        label="Employer's mailing address", noun="the employer's mailing address", required=False, rows=3,
        max_length=POSTAL_LENGTH,
    )  # fmt: skip
    work_site = TextField(label="Where the work is done", noun="the place of work", required=False, width=32)
    occupation = TextField(label="Occupation", noun="the occupation", width=32)
    wage = TextField(
        label="Wage", noun="the wage", help_text="As stated: $8.10 an hour, $80 a day, tips only.", width=24
    )
    hours_per_week = TextField(label="Hours a week", noun="the hours a week", required=False, max_length=40, width=8)
    started_on = StaffDateField(label="Work began", noun="the day the work began", required=False, past=True)
    ended_on = StaffDateField(label="Work ended", noun="the day the work ended", required=False, past=True)
    statement = NarrativeField(
        label="Why the wage does not maintain the employee", noun="why the wage does not maintain the employee",
        help_text="In the complainant's words.", rows=6, max_length=STORY_LENGTH,
    )  # fmt: skip
    identity_disclosure = forms.ChoiceField(
        label="May we tell the employer who filed?", required=False, widget=forms.RadioSelect,
        choices=[("yes", "Yes"), ("no", "No"), ("ask", "Ask first")],
    )  # fmt: skip


class IntakeForm(DeclarationFields, ComplaintFields, SubmissionKeyMixin):
    """A paper or telephone complaint."""

    scans = CaseFilesField(label="Scan of the paper", noun="the scan", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self.data.get("channel") != "phone" and self.data.get("signed") == "yes"
        for name in NEEDED:  # of a blank page nobody knows yet, so nothing is called optional there
            self.fields[name].required = asked or not self.is_bound

    def clean_stamped_on(self) -> date:
        """Return a day from which the clock can run."""
        return check_stamp(self.cleaned_data["stamped_on"])

    def clean(self) -> dict[str, Any]:
        """Ask for what only some complaints need, and refuse what cannot be together."""
        data = super().clean() or {}
        if data.get("channel") == "phone" and data.get("signed") == "yes":
            self.add_error("signed", "A complaint by phone is never signed. Choose No; we print it for signature.")
        if data.get("scope") in {"person", "class"} and not data.get("employees"):
            self.add_error("employees", "Enter the employees or the group the complaint is for")
        first, last = data.get("started_on"), data.get("ended_on")
        if first and last and last < first:
            self.add_error("ended_on", "The work cannot have ended before it began")
        if data.get("channel") == "paper" and data.get("signed") == "yes":
            check_declaration(self, complainant=data.get("name", ""))
        return data

    def sections(self) -> list[tuple[str, list[Any]]]:
        """Return the questions under their headings."""
        return [(title, [self[name] for name in names]) for title, names in SECTIONS]

    @property
    def is_signed(self) -> bool:
        return self.cleaned_data["channel"] == "paper" and self.cleaned_data["signed"] == "yes"

    def content(self) -> Content:
        """Return what the complaint says."""
        data = self.cleaned_data
        person = Person(
            name=data["name"], email=data["email"], phone=data["phone"], postal=_lines(data["postal"]),
            language=data["language"], safe_contact=data["safe_contact"],
        )  # fmt: skip
        employer = EmployerFacts(
            name=data["employer_name"], trade_name=data["trade_name"], email=data["employer_email"],
            postal=_lines(data["employer_postal"]), work_site=data["work_site"],
        )  # fmt: skip
        own = ("occupation", "wage", "statement", "capacity", "scope", "employees", "hours_per_week", "started_on",
               "ended_on", "identity_disclosure")  # fmt: skip
        return Content(kind="living_wage", complainant=person, employer=employer, **{name: data[name] for name in own})

    def stamp(self) -> PaperStamp:
        """Return channel, stamp and signature."""
        data = self.cleaned_data
        signature = signature_of(data) if self.is_signed else None
        return PaperStamp(channel=data["channel"], stamped_on=data["stamped_on"], signature=signature)


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


class StampForm(forms.Form):
    """The three answers that decide what a stamp means for the clock; nothing is required of a look."""

    channel = forms.CharField(required=False)
    signed = forms.CharField(required=False)
    stamped_on = forms.DateField(required=False, input_formats=["%Y-%m-%d", "%m/%d/%Y"])

    def day(self) -> date | None:
        """Return the stamped day if it can be read."""
        self.full_clean()
        return self.cleaned_data.get("stamped_on")
