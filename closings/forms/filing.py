"""The questions of a closing notice: one form a section, one form a row for sites, schedule and recipients."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from closings import wording
from closings.content import FIRST_STAMP
from closings.places import written
from wagecase.cases import finding_forms
from wagecase.cases.forms import CaseFilesField
from wagecase.rules import calendar
from wagecase.web.counties import COUNTIES
from wagecase.web.formatting import day
from wagecase.web.forms import (
    POSTAL_LENGTH,
    DatePartsField,
    EmailAddressField,
    NumberField,
    PersonNameField,
    PhoneField,
    PlaceField,
    SubmissionKeyMixin,
    TextField,
)
from wagecase.web.questions import LinesField, QuestionForm

POST_BOX = re.compile(r"\bp(?:ost)?\.?\s*o(?:ffice)?\.?\s*box\b", re.IGNORECASE)
MOST_PEOPLE = "1000000"
YEARS_AHEAD = 10  # a later day of the schedule is a slip of the pen
NO_NAMES = frozenset({"total", "totals", "n/a", "na", "none", "tbd", "test", "unknown"})
REVISION = re.compile(r"-\s*revis(?:ed|ion)\b", re.IGNORECASE)


class PeopleField(NumberField):
    """A number of people: a whole one, typed with or without commas."""

    places = 0
    example = "120"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(high=MOST_PEOPLE, width=8, **kwargs)

    def clean(self, value: Any) -> int | None:
        """Return the number, None when it was left blank."""
        found = super().clean(value)
        return None if found is None else int(found)


def _radios(label: Any, choices: dict[str, Any], missing: Any, **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=list(choices.items()), widget=forms.RadioSelect, error_messages={"required": missing},
        **kwargs,
    )  # fmt: skip


class EmployerForm(QuestionForm):
    title = _("Employer")
    asked_for = ("contact_phone",)
    employer_name = TextField(label=_("Legal name of the employer"), noun=_("the legal name of the employer"), width=32)
    trade_name = TextField(label=_("Other name it goes by"), noun=_("the other name"), required=False, width=32)
    employer_kind = _radios(_("What is the employer?"), wording.EMPLOYER_KINDS, _("Choose what the employer is"))
    contact_name = PersonNameField(
        label=_("Whom may we ask?"), noun=_("the name of the person we may ask"), width=32,
        help_text=_("A person at the employer who knows the notice. The public list does not show the name."),
    )  # fmt: skip
    contact_phone = PhoneField(label=_("Phone of this person"), noun=_("the phone number"), required=False)
    contact_postal = LinesField(
        label=_("Mailing address of the employer"), noun=_("the mailing address"), required=False, rows=3,
        max_length=POSTAL_LENGTH, help_text=_("As on an envelope, without the name."),
    )  # fmt: skip

    def clean_employer_name(self) -> str:
        """Refuse what is no name, and what is told apart by the number of the notice."""
        name = self.cleaned_data["employer_name"]
        if name.strip(" .:").casefold() in NO_NAMES:
            raise ValidationError(_("Enter the name of the employer: “%(name)s” is none"), params={"name": name})
        if REVISION.search(name):
            raise ValidationError(_("Leave out “Revision”: an update is told by the number of the notice"))
        return name


class EventForm(QuestionForm):
    title = _("What happens")
    asked_for = ("whole_site", "expected_duration")
    event = _radios(_("What happens?"), wording.EVENTS, _("Choose what happens"))
    event.choice_hints = {
        "closing": _("A site, or a facility or operating unit of it, shuts down, for good or for a time."),
        "mass-layoff": _("The work goes on with fewer people."),
    }
    duration = _radios(_("For good or for a time?"), wording.DURATIONS, _("Choose permanent or temporary"))
    expected_duration = TextField(
        label=_("If it is for a time: how long is it expected to last?"), noun=_("how long it is expected to last"),
        required=False, max_length=120, width=32,
        help_text=_("For example: until about June 2027. If nobody knows, write that it is not known."),
    )  # fmt: skip
    whole_site = _radios(
        _("Does the whole site close?"), wording.YES_NO, "", required=False, help_text=_("Only for a business closing.")
    )
    keeps_running = _radios(
        _("Was the business sold, and does it go on without a stop?"), wording.YES_NO, "", required=False,
        help_text=_("Only for a business closing. Without a stop there is no closing."),
    )  # fmt: skip
    cause = _radios(
        _("Is a strike or a lockout the cause?"), wording.CAUSES, _("Say whether a strike or lockout is the cause")
    )
    represented = _radios(
        _("Does a union or another representative bargain for any affected employee?"), wording.YES_NO,
        _("Say whether a union or another representative bargains for an affected employee"),
    )  # fmt: skip
    industry = TextField(
        label=_("Line of business"), noun=_("the line of business"), required=False, max_length=120, width=32,
        help_text=_("For example: frozen food, paper mill, call center."),
    )  # fmt: skip
    naics = TextField(
        label=_("NAICS code of the business"), noun=_("the NAICS code"), required=False, max_length=6, width=7,
        help_text=_("2 to 6 digits, as on your tax or insurance papers."),
    )  # fmt: skip
    naics.widget.attrs |= {"inputmode": "numeric"}
    cause_words = LinesField(
        label=_("Why does it happen?"), noun=_("your text"), required=False, rows=4, max_length=2000,
        help_text=_("The public list does not show it."),
    )  # fmt: skip

    def clean_naics(self) -> str:
        """A code of the industry classification has 2 to 6 digits."""
        code: str = self.cleaned_data["naics"]
        if code and not re.fullmatch(r"[0-9]{2,6}", code):
            raise ValidationError(_("Enter 2 to 6 digits, or leave the NAICS code blank"))
        return code


class DetailsForm(QuestionForm):
    title = _("Jobs and unions")
    intro = _("You can leave blank what you do not know yet, and tell us later by an update.")
    job_groups = LinesField(
        label=_("Job titles affected, and how many of each"), noun=_("the job titles"), required=False, rows=5,
        max_length=4000, help_text=_("A line each, for example: 12 machine operators. No names of employees."),
    )  # fmt: skip
    unions = LinesField(
        label=_("Each union: name, address and chief elected officer"), noun=_("the unions"), required=False, rows=4,
        max_length=2000, help_text=_("Only if a union or another representative bargains for an affected employee."),
    )  # fmt: skip
    bumping = _radios(
        _("May an affected employee take the job of another (bumping rights)?"), wording.YES_NO, "", required=False
    )


def _new() -> PeopleField:
    return PeopleField(
        label=_("New employees among them"), noun=_("the number of new employees"), required=False,
        help_text=_("Employed fewer than 6 of the last 12 months."),
    )  # fmt: skip


def _low_hour() -> PeopleField:
    return PeopleField(
        label=_("Low-hour employees among them"), noun=_("the number of low-hour employees"), required=False,
        help_text=_("Fewer than 20 hours a week on average, and not counted as new."),
    )  # fmt: skip


def _parts_fit(form: QuestionForm, whole: str, *parts: str) -> None:
    data = form.cleaned_data
    total = data.get(whole)
    if total is not None and sum(data.get(name) or 0 for name in parts) > total:
        form.add_error(
            parts[0], ValidationError(_("New and low-hour employees cannot be more than all employees"), code="sum")
        )


def _furthest() -> date:
    """Return the last day that a schedule may name; one some years ahead is asked about on the check page."""
    return calendar.months_after(timezone.localdate(), 12 * YEARS_AHEAD)


def _name_place(form: QuestionForm, data: dict[str, Any]) -> None:
    """Keep "City of Monroe" as the city Monroe; the kind that is written and the one that is chosen must be one."""
    if not data.get("municipality"):
        return
    name, kind = written(data["municipality"])
    chosen = data.get("municipality_type")
    if kind and chosen and kind != chosen:
        form.add_error("municipality", _("The name says what it is, and you chose something else above"))
        return
    data["municipality"], data["municipality_type"] = name, chosen or kind


class WorkforceForm(QuestionForm):
    title = _("Employees in Wisconsin")
    intro = _("Count on the day on which notice was due, or today if that is earlier. Count each person once.")
    persons_in_state = PeopleField(
        label=_("Everybody the employer employs in Wisconsin"), noun=_("the number of people employed in Wisconsin")
    )
    new_in_state = _new()
    low_hour_in_state = _low_hour()

    def clean(self) -> dict[str, Any]:
        """The parts cannot be more than the whole."""
        data = super().clean() or {}
        _parts_fit(self, "persons_in_state", "new_in_state", "low_hour_in_state")
        return data


class SiteForm(QuestionForm):
    title = _("A site")
    asked_for = ("street",)
    name = TextField(label=_("Name of the site"), noun=_("the name of the site"), required=False, width=32)
    street = TextField(
        label=_("Street address"), noun=_("the street address"), required=False, width=32,
        help_text=_("No post office box, and no private home."),
    )  # fmt: skip
    zip_code = TextField(label=_("ZIP code"), noun=_("the ZIP code"), required=False, max_length=10, width=7)
    municipality_type = _radios(
        _("Is the site in a city, a village or a town?"), wording.PLACE_TYPES, _("Choose city, village or town"),
        help_text=_("Its own government counts, not the name of the post office."),
    )  # fmt: skip
    municipality = PlaceField(
        label=_("Name of that city, village or town"), noun=_("the name of the city, village or town"), max_length=100
    )
    county = forms.ChoiceField(
        label=_("County"), choices=[("", _("Choose a county")), *((name, name) for name in COUNTIES)],
        error_messages={"required": _("Choose the county")},
    )  # fmt: skip
    two_officials = forms.BooleanField(
        label=_("It is a city or village with a council and a manager"), required=False,
        help_text=_(
            "Such a city or village has two highest officials: the president of the council or board, and the manager. "
            "Both must be told."
        ),
    )  # fmt: skip
    affected = PeopleField(label=_("Employees affected at this site"), noun=_("the number of employees affected"))
    new_employees = _new()
    low_hour_employees = _low_hour()

    def clean(self) -> dict[str, Any]:
        """The parts cannot be more than the whole, and a town has one highest official."""
        data = super().clean() or {}
        _name_place(self, data)
        if POST_BOX.search(data.get("street") or ""):
            words = _("Enter the street of the site, or leave it blank: a post office box is no site")
            self.add_error("street", words)
        _parts_fit(self, "affected", "new_employees", "low_hour_employees")
        if data.get("two_officials") and data.get("municipality_type") == "town":
            self.add_error(
                "two_officials", _("A town has one highest official: its board chairperson. Take out the tick.")
            )
        return data


class SeparationForm(QuestionForm):
    title = _("A date of the schedule")
    first_on = DatePartsField(
        label=_("Day on which work is lost"), noun=_("the day on which work is lost"), earliest=FIRST_STAMP,
        latest=_furthest,
    )  # fmt: skip
    last_on = DatePartsField(
        label=_("Last day, if it is spread over several days"), noun=_("the last day"), required=False,
        earliest=FIRST_STAMP, latest=_furthest,
    )  # fmt: skip
    count = PeopleField(label=_("Employees on this date"), noun=_("the number of employees on this date"))

    def clean(self) -> dict[str, Any]:
        """The last day does not lie before the first."""
        data = super().clean() or {}
        first, last = data.get("first_on"), data.get("last_on")
        if first and last and last < first:
            self.add_error("last_on", _("The last day cannot be before the first day"))
        return data


class RecipientForm(QuestionForm):
    title = _("Somebody who must be told")
    kind = _radios(
        _("Who is it?"), {name: wording.RECIPIENTS[name] for name in ("employee", "union", "official")},
        _("Choose who it is"),
    )  # fmt: skip
    kind.choice_hints = {
        "employee": _("Each affected employee. Use one row for all whom you told on one day."),
        "official": _("The mayor, the village president or the town board chairperson."),
    }
    name = TextField(
        label=_("Name or office"), noun=_("the name or office"), required=False, width=32,
        help_text=_("For example: Mayor, Local 0000, employees of the second shift."),
    )  # fmt: skip
    municipality_type = _radios(
        _("Is it the official of a city, a village or a town?"), wording.PLACE_TYPES, "", required=False,
        help_text=_("Only for an official."),
    )  # fmt: skip
    municipality = PlaceField(
        label=_("City, village or town of the official"), noun=_("the city, village or town"), required=False,
        max_length=100, help_text=_("Only for an official. Write it as you wrote it under Sites."),
    )  # fmt: skip
    county = forms.ChoiceField(
        label=_("County of a town"), required=False,
        choices=[("", _("Choose a county")), *((name, name) for name in COUNTIES)],
        help_text=_("Only for a town board chairperson, where towns of two counties have one name."),
    )  # fmt: skip
    given_on = DatePartsField(
        label=_("Day on which you told them in writing"), noun=_("the day on which you told them"), required=False,
        earliest=FIRST_STAMP, past=True, help_text=_("Leave it blank if they are not told yet."),
    )  # fmt: skip
    method = forms.ChoiceField(
        label=_("How were they told?"), required=False, choices=[("", _("Not told yet")), *wording.METHODS.items()]
    )
    proof = TextField(
        label=_("What proves it?"), noun=_("what proves it"), required=False, width=32,
        help_text=_("For example: signed list, receipt of certified mail."),
    )  # fmt: skip

    proof_paper = CaseFilesField(
        label=_("A file that proves it"), noun=_("the file"), required=False,
        help_text=_("One file, for example the signed list as a photo. It stays with us and is never public."),
    )  # fmt: skip

    def stored(self) -> dict[str, Any]:
        """The file is kept as a file; its row names it."""
        return {name: value for name, value in super().stored().items() if name != "proof_paper"}

    def clean_proof_paper(self) -> list[Any]:
        """One row has one file."""
        taken: list[Any] = self.cleaned_data["proof_paper"]
        if len(taken) > 1:
            raise ValidationError(
                _("Choose one file. Put several pages into one file, or add them under Letter and files")
            )
        return taken

    def clean(self) -> dict[str, Any]:
        """An official belongs to a municipality, which is a city, a village or a town."""
        data = super().clean() or {}
        _name_place(self, data)
        if data.get("kind") == "official":
            self.need("municipality", _("Enter the city, village or town of the official"))
            if data.get("municipality"):
                self.need("municipality_type", _("Choose city, village or town"))
        return data


class ExceptionForm(QuestionForm):
    title = _("Is there a reason for short notice?")
    intro = _(
        "The law knows these exceptions. Only the department decides whether one holds. You can leave this page blank."
    )
    codes = forms.MultipleChoiceField(
        label=_("Exceptions that you claim"), required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(code, words) for code, (words, _cite) in wording.EXCEPTIONS.items()],
    )  # fmt: skip
    statement = LinesField(
        label=_("What happened, and when?"), noun=_("your text"), required=False, rows=6, max_length=5000,
        help_text=_("If you were seeking capital: the law asks for a record made at the time, notarized documents and an affidavit."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Whoever claims an exception says what happened."""
        data = super().clean() or {}
        if data.get("codes"):
            self.need("statement", _("Tell us what happened and when"))
        return data


class FilesForm(QuestionForm):
    title = _("The letter and other files")
    intro = _(
        "Add the letter that you gave, if there is one. Files stay with us: the public list shows only what you typed. "
        "Do not send home addresses of employees."
    )
    papers = CaseFilesField(label=_("Files"), noun=_("the files"), required=False)

    def stored(self) -> dict[str, Any]:
        """Files are kept as files; the draft remembers that the page was seen."""
        return {"seen": True}


class LetterForm(QuestionForm):
    """What staff key of a letter that came in."""

    title = "How the letter came in"
    received_on = DatePartsField(label="Day stamped on the letter", noun="the day stamped on the letter", past=True)
    postmarked_on = DatePartsField(
        label="Postmark", noun="the postmark", required=False, earliest=FIRST_STAMP, past=True
    )
    dated_on = DatePartsField(
        label="Date on the letter", noun="the date on the letter", required=False, earliest=FIRST_STAMP, past=True
    )
    contact_email = EmailAddressField(
        label="E-mail of the employer", noun="the e-mail of the employer", required=False,
        help_text="Only an address that may be used for notices.",
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """A letter is written and posted before it is received."""
        data = super().clean() or {}
        received = data.get("received_on")
        if received and received < FIRST_STAMP:
            self.add_error("received_on", f"The day stamped on the letter must be {day(FIRST_STAMP)} or later")
        for name, words in (("postmarked_on", "The postmark"), ("dated_on", "The date on the letter")):
            if received and data.get(name) and data[name] > received:
                self.add_error(name, f"{words} cannot be after the day stamped on the letter")
        return data


class EmailForm(SubmissionKeyMixin):
    """The one-off address of whoever files: the link is mailed there and nowhere shown."""

    email = EmailAddressField(
        label=_("Your e-mail at work"), noun=_("your e-mail address"),
        help_text=_("We send a link to this address. It opens the notice, and later everything we write about it."),
    )  # fmt: skip


class FindForm(finding_forms.FindForm):
    """What opens a notice that was filed without an account."""

    number = finding_forms.NumberField(
        label=_("Notice number"), noun=_("the number of your notice"), help_text=_("For example: BC-2026-000123")
    )


class SubmitForm(SubmissionKeyMixin):
    """The press of the button that files, bound to what the check page showed."""

    mark = forms.CharField(
        widget=forms.HiddenInput, max_length=64, min_length=64,
        error_messages={"required": _("Part of this page was changed or missing. Check your answers and send them again.")},
    )  # fmt: skip


class RescindForm(SubmissionKeyMixin):
    reason = LinesField(
        label=_("Why does it not take place?"), noun=_("the reason"), required=False, rows=4, max_length=500,
        help_text=_("The public list does not show it."),
    )  # fmt: skip
