"""The invented people, answers and forms that the gallery of components shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import (
    DatePartsField,
    EmailAddressField,
    HoursField,
    MoneyField,
    NarrativeField,
    PersonNameField,
    SubmissionKeyMixin,
    TextField,
    UploadField,
)
from wagecase.web.paging import Page

TODAY = date(2026, 2, 25)
KEY = UUID("7d1f7c1e-38a5-4b0c-9d55-5b6f0f6a3c11")
COUNTIES = ("Adams", "Brown", "Dane", "Milwaukee", "Rock", "Waukesha")


class SampleForm(SubmissionKeyMixin):
    """One of each kind of question."""

    name = PersonNameField(label=_("Your full name"), noun=_("your full name"))
    email = EmailAddressField(
        label=_("E-mail"), noun=_("your e-mail address"), help_text=_("Use an address that your employer cannot read.")
    )
    phone = TextField(label=_("Phone"), noun=_("your phone number"), required=False, width=16, max_length=30)
    last_day = DatePartsField(
        label=_("What was the last day you worked?"),
        noun=_("the last day you worked"),
        past=True,
        help_text=_("For example: 3 2 2026"),
    )
    wage = MoneyField(label=_("Hourly wage"), noun=_("your hourly wage"), high="10000")
    hours = HoursField(label=_("Hours in a usual week"), noun=_("the hours in a usual week"))
    county = forms.ChoiceField(
        label=_("County where you work"),
        choices=[("", _("Choose a county"))] + [(name.lower(), name) for name in COUNTIES],
        error_messages={"required": _("Choose the county where you work")},
    )
    paid = forms.ChoiceField(
        label=_("How are you paid?"),
        widget=forms.RadioSelect,
        choices=[("hour", _("By the hour")), ("piece", _("By the piece")), ("unknown", _("I don't know"))],
        error_messages={"required": _("Say how you are paid")},
    )
    paid.choice_hints = {"piece": _("A fixed amount for each thing you make or do")}
    papers = forms.MultipleChoiceField(
        label=_("Which papers do you have?"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        choices=[("stubs", _("Pay stubs")), ("texts", _("Text messages")), ("calendar", _("My own notes of hours"))],
    )
    story = NarrativeField(label=_("What happened?"), noun=_("your account of what happened"), max_length=500)
    files = UploadField(label=_("Papers and photos"), noun=_("papers and photos"), required=False)
    true = forms.BooleanField(
        label=_("I have read this statement"),
        error_messages={"required": _("Tick the box to say that you have read the statement")},
    )


class QuestionForm(SubmissionKeyMixin):
    """A question page: the label is the page's heading."""

    heading = "happened"
    happened = forms.ChoiceField(
        label=_("What is the problem?"),
        widget=forms.RadioSelect,
        choices=[
            ("unpaid", _("I was not paid")),
            ("low", _("The wage is too low to live on")),
            ("other", _("Something else")),
        ],
        error_messages={"required": _("Choose what the problem is")},
    )


@dataclass
class SampleClock:
    """What the clock component reads."""

    headline: str
    relative: str
    tone: str
    status_line: str = ""
    sentences: tuple[str, ...] = ()
    law: str = ""
    holiday_version: str = ""


@dataclass
class SampleRow:
    """A row of the sample queue."""

    number: str
    names: str
    state: tuple[str, str]
    person: str
    due: date


WHY = (
    "A verified complaint was received on February 9, 2026, 8:30 p.m. Central time, signed online.",
    "20 calendar days, the first day not counted: Sunday, March 1, 2026.",
    "A Sunday does not count as a last day: Monday, March 2, 2026.",
)
CLOCKS = (
    SampleClock("Decision due Monday, March 2, 2026", "in 5 days", "attention", "", WHY, "s. 104.05, 990.001 (4)", "3"),
    SampleClock("Decision due Friday, March 20, 2026", "in 23 days", "active", "", WHY, "s. 104.05", "3"),
    SampleClock(
        "Decision due Sunday, February 22, 2026",
        "3 days late",
        "late",
        "The supervisor was told on February 23, 2026.",
        WHY,
        "s. 104.05",
        "3",
    ),
    SampleClock(
        "Decision due Monday, March 2, 2026", "met", "done", "Met on February 20, 2026.", WHY, "s. 104.05", "3"
    ),
    SampleClock(
        "The 20 days have not started",
        "waiting for a signed form",
        "waiting",
        "They start when we receive your signed form.",
    ),
)
TAGS = (
    ("neutral", ("Draft", "Not started", "Received")),
    ("active", ("Under investigation", "In review")),
    ("waiting", ("Waiting for employer", "Waiting for signature")),
    ("attention", ("Due in 3 days", "Due today")),
    ("late", ("3 days late", "Refused", "Returned mail")),
    ("done", ("Served", "Closed", "Complete")),
)
ROWS = (
    SampleRow(
        "LW-2026-000123",
        "Rosa Marlowe-Featherstone / Larkspur Bakery",
        ("active", "Under investigation"),
        "Ana Ruiz",
        date(2026, 3, 2),
    ),
    SampleRow(
        "LW-2026-000119",
        "Class of 14 cannery workers / Grebe Lake Foods Cooperative",
        ("waiting", "Waiting for signature"),
        "Tom Okafor",
        date(2026, 2, 22),
    ),
    SampleRow(
        "UW-2026-000007",
        "Li Wei Quill / Heron Street Laundry",
        ("neutral", "Received"),
        "Nobody yet",
        date(2026, 2, 25),
    ),
)


ANSWERS = [
    {"label": "Employer", "value": "Larkspur Bakery", "href": "#", "hidden": "the employer"},
    {
        "label": "What happened?",
        "value": "My pay did not change for four years.\nRent is now more than half of it.",
        "href": "#",
        "hidden": "what happened",
    },
    {"label": "Phone", "value": "", "href": "#", "hidden": "your phone number"},
]
STEPS = [
    {
        "heading": "We give your case to an investigator",
        "when": "By March 4, 2026",
        "text": "They may call you.",
    },
    {
        "heading": "We decide",
        "when": "By March 2, 2026",
        "text": "We send you our determination (our decision).",
    },
]
STAGES = [
    ("Filed", "done", "February 9, 2026"),
    ("Investigator assigned", "done"),
    ("Employer told", "now", "We are waiting for records."),
    ("Decision sent", "later"),
    ("Closed", "later"),
]
TASKS = [
    {
        "label": "Your work",
        "href": "#",
        "tone": "done",
        "status": "Complete",
        "summary": "Larkspur Bakery, since 2022",
    },
    {"label": "Pay", "href": "#", "tone": "active", "status": "In progress", "summary": "2 of 3 answers"},
    {
        "label": "What happened",
        "href": "#",
        "tone": "late",
        "status": "Problem",
        "summary": "The dates disagree",
    },
    {
        "label": "Check and sign",
        "href": "",
        "tone": "neutral",
        "status": "Cannot start yet",
        "summary": "Finish the other sections first",
    },
]
FILES = [
    {"name": "pay-stubs-2025.pdf", "size": 1_234_567, "status": "added", "remove_url": "#"},
    {
        "name": "photo-of-the-time-clock-with-a-very-long-name-from-the-phone-20260209.heic",
        "size": 3_400_000,
        "status": "checking",
        "remove_url": "#",
    },
    {
        "name": "letter.pdf",
        "size": 900,
        "status": "refused",
        "remove_url": "#",
        "reason": "letter.pdf is not what its name says. Save it again as a PDF or take a photo of it.",
    },
]
PAGE = Page(
    rows=list(ROWS),
    newer="n",
    older="o",
    count=10_001,
    count_label="10,000+",
    start=date(2026, 3, 2),
    newer_label="Newer",
    older_label="Older",
)
AMOUNTS = [Decimal("1234.5"), Decimal("-12"), None]


def faulty_form() -> SampleForm:
    """Return the form with a fault in every kind of control."""
    data = {
        "name": "<b>Rosa</b>",
        "email": "rosa at example.com",
        "last_day_0": "2",
        "last_day_1": "30",
        "last_day_2": "2026",
        "wage": "1.234,50",
        "hours": "200",
        "county": "atlantis",
        "story": "x" * 520,
        "submission_key": str(KEY),
    }
    form = SampleForm(data)
    form.is_valid()
    form.add_error(
        "files", ValidationError("scan-2.pdf is 52 MB. A file can be up to 10 MB. Make it smaller or leave it out.")
    )
    return form


def timeline_days() -> list:
    """Return two days of entries."""
    at = datetime(2026, 2, 25, 16, 42, tzinfo=UTC)
    return [
        (
            TODAY,
            [
                {
                    "headline": "Assigned an investigator",
                    "actor": "Dana Whitfield, supervisor",
                    "time": at,
                    "source": "online",
                    "changes": [("Assignee", "Nobody yet", "Ana Ruiz")],
                },
                {
                    "headline": "Told the employer about the complaint",
                    "actor": "Ana Ruiz, investigator",
                    "time": at,
                    "tone": "late",
                    "label": "Returned mail",
                    "links": [("Letter to the employer (PDF, 1 page, 40 KB)", "#")],
                },
            ],
        ),
        (
            date(2026, 2, 9),
            [
                {
                    "headline": "Filed the complaint",
                    "actor": "Rosa Marlowe-Featherstone, complainant",
                    "time": at,
                    "source": "online",
                    "detail": "The 20-day clock started.",
                }
            ],
        ),
    ]
