"""The answers that staff pages ask for on any kind of case: native dates, files of a case, notes, mailing, people."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from wagecase.accounts.models import Role
from wagecase.cases import files
from wagecase.cases.inspection import Allowance
from wagecase.cases.mailing import CERTIFIED, METHODS, certified
from wagecase.web.fields import NounMixin
from wagecase.web.formatting import day
from wagecase.web.forms import (
    EmailAddressField,
    NarrativeField,
    PersonNameField,
    SubmissionKeyMixin,
    TextField,
    UploadField,
)

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)


def show_refusal(form: forms.BaseForm, error: ValidationError) -> None:
    """Put what a service refused where it can be mended: at each field that it names, the rest above the form.

    A name that the form does not show (a fact of the service's own) would be a fault of the page, not of the person.
    """
    named = getattr(error, "error_dict", {"": [error]})
    for name, errors in named.items():
        shown = name in form.fields and not form.fields[name].widget.is_hidden
        form.add_error(name if shown else None, errors)


class StaffDateField(NounMixin, forms.DateField):
    """A date in the browser's own control; `past` refuses a day after today."""

    def __init__(self, *, past: bool = False, **kwargs: Any) -> None:
        self.past = past
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d", "%m/%d/%Y"], **kwargs)
        self.error_messages["invalid"] = "Enter a date that exists, such as 03/02/2026"
        self.width = 16

    def validate(self, value: date | None) -> None:
        """Refuse days that cannot be meant."""
        super().validate(value)
        if value is None:
            return
        if not FIRST_DAY <= value <= LAST_DAY:
            raise ValidationError("Check the year: it must lie between 2000 and 2099", code="year")
        if self.past and value > timezone.localdate():
            raise ValidationError(f"Check the date: {day(value)} is after today", code="future")


class CaseFilesField(UploadField):
    """Files for a case; cleans to checked files, one message per refused one."""

    def clean(self, value: list | None) -> list[files.Taken]:
        """Return the files after a look at what they really are."""
        taken, refused, allowed = [], [], Allowance()
        for upload in super().clean(value):
            try:
                taken.append(files.check(upload, allowed))
            except files.Refused as error:
                refused.append(ValidationError(str(error), code="refused"))
        if refused:
            raise ValidationError(refused)
        return taken


class NoteForm(SubmissionKeyMixin):
    """A staff note."""

    text = NarrativeField(
        label="Note", noun="the note", rows=4, help_text="Only staff see notes. The parties never do."
    )


class MailedOnForm(SubmissionKeyMixin):
    """When and how something was given to the post."""

    mailed_on = StaffDateField(label="Day it was mailed", noun="the day it was mailed", past=True)
    method = forms.ChoiceField(
        label="How it was mailed", choices=list(METHODS.items()), widget=forms.RadioSelect,
        error_messages={"required": "Say how it was mailed"},
    )  # fmt: skip


class MailedForm(MailedOnForm):
    """That one letter was given to the post."""

    certified_number = TextField(
        label="Certified mail number", noun="the certified mail number", required=False, max_length=40, width=24,
        help_text="Only for certified mail: the digits under the barcode of the receipt.",
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Certified mail has a number of a receipt."""
        data = super().clean() or {}
        if data.get("method") != CERTIFIED or "certified_number" in self.errors:
            return data
        if not data.get("certified_number"):
            self.add_error("certified_number", "Enter the number on the certified mail receipt")
            return data
        try:
            data["certified_number"] = certified(data["certified_number"])
        except ValidationError as error:
            self.add_error("certified_number", error)
        return data


class PersonForm(SubmissionKeyMixin):
    """A new member of staff."""

    name = PersonNameField(label="Full name", noun="the person's full name")
    email = EmailAddressField(label="Work e-mail", noun="the person's work e-mail address")
    title = TextField(label="Job title", noun="the job title", help_text="Printed under the signature of orders.")
    office = TextField(label="Office", noun="the office", max_length=60, required=False)
    role = forms.ChoiceField(
        label="Role", choices=Role.choices, widget=forms.RadioSelect, error_messages={"required": "Choose a role"}
    )
    role.choice_hints = {  # type: ignore[attr-defined]
        Role.INVESTIGATOR: "Works cases and drafts determinations.",
        Role.SPECIALIST: "Reviews applications for licenses and keeps the licenses.",
        Role.COORDINATOR: "Keeps the closing notices and the public list, and drafts their determinations.",
        Role.SUPERVISOR: "Assigns cases and signs determinations.",
        Role.ADMINISTRATOR: "Keeps people and operations. Does not open case files.",
    }


class RoleForm(SubmissionKeyMixin):
    """Another role for a person."""

    role = forms.ChoiceField(
        label="New role", choices=Role.choices, widget=forms.RadioSelect, error_messages={"required": "Choose a role"}
    )


class KeyForm(SubmissionKeyMixin):
    """A button that acts once."""
