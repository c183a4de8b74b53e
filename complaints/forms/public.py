"""The questions about work, employer and pay, one form a page, in the words a worker would use."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import (
    POSTAL_LENGTH,
    DatePartsField,
    EmailAddressField,
    TextField,
)
from wagecase.web.questions import LinesField, QuestionForm

STORY_LENGTH = 10_000


class ProblemForm(QuestionForm):
    heading = "problem"
    problem = forms.ChoiceField(
        label=_("What is wrong with the pay?"),
        widget=forms.RadioSelect,
        choices=[
            ("unpaid_wages", _("Work was not paid, or not paid in full")),
            ("living_wage", _("The wage is too low to live on")),
            ("other", _("Something else")),
        ],
        error_messages={"required": _("Choose what is wrong with the pay")},
    )
    problem.choice_hints = {
        "unpaid_wages": _("The work was done, but pay is missing."),
        "living_wage": _("The pay comes, but it does not cover food, rent and other needs."),
        "other": _("For example: safety, unfair treatment, or jobless benefits. We tell you whom to call."),
    }
    nouns = {"problem": _("what is wrong with the pay")}


class LinkForm(QuestionForm):
    title = _("Keep the link to your complaint")
    email = EmailAddressField(
        label=_("Safe e-mail address"),
        noun=_("your e-mail address"),
        required=False,
        help_text=_("We send your link there now. Leave it blank if no address is safe."),
    )


class WhoForm(QuestionForm):
    heading = "scope"
    scope = forms.ChoiceField(
        label=_("Whose wage is this about?"),
        help_text=_("Any person may file, for any worker. You do not need to be that worker."),
        widget=forms.RadioSelect,
        choices=[
            ("self", _("My own")),
            ("person", _("One or more workers I can name")),
            ("class", _("A group of workers")),
        ],
        error_messages={"required": _("Choose whose wage this is about")},
    )
    scope.choice_hints = {"class": _("For example, all night cleaners at one plant.")}
    nouns = {"scope": _("whose wage this is about")}


CAPACITIES = [
    ("employee", _("I am one of them")),
    ("former_employee", _("I was one of them")),
    ("representative", _("I speak for them, for example as a lawyer, a union or family")),
    ("any_person", _("None of these")),
]


def _capacity() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("What is your tie to these workers?"), widget=forms.RadioSelect, choices=CAPACITIES, required=False
    )


class NamedWorkersForm(QuestionForm):
    title = _("Who are the workers?")
    employees = LinesField(
        label=_("Names of the workers"),
        noun=_("the names of the workers"),
        help_text=_("One name on each line."),
        rows=4,
        max_length=2000,
    )
    capacity = _capacity()


class GroupForm(QuestionForm):
    title = _("Which group of workers?")
    employees = LinesField(
        label=_("The group of workers"),
        noun=_("the words for the group"),
        error_messages={"required": _("Say which group of workers this is about")},
        help_text=_("Say what they do and where. For example: all night cleaners at the Main Street plant."),
        rows=3,
        max_length=2000,
    )
    capacity = _capacity()


class JobForm(QuestionForm):
    heading = "occupation"
    occupation = TextField(
        label=_("What is the job?"),
        noun=_("the name of the job"),
        width=32,
        help_text=_("For example: cook, nurse aide, farm hand, driver."),
    )


class DatesForm(QuestionForm):
    title = _("When was this work done?")
    intro = _("You can leave this blank and tell us later.")
    started_on = DatePartsField(
        label=_("First day of work"), noun=_("the first day of work"), required=False, past=True,
        help_text=_("For example: 3 15 2024"),
    )  # fmt: skip
    ended_on = DatePartsField(
        label=_("Last day of work"), noun=_("the last day of work"), required=False, past=True,
        help_text=_("Leave this blank if the work still goes on."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        message = _("The last day of work cannot be before the first day")
        _in_order(self, first="started_on", last="ended_on", message=message)
        return self.cleaned_data


def _in_order(form: QuestionForm, *, first: str, last: str, message: Any) -> None:
    start, end = form.cleaned_data.get(first), form.cleaned_data.get(last)
    if start and end and end < start:
        form.add_error(last, ValidationError(message, code="order", params={"part": 0}))


class EmployerForm(QuestionForm):
    title = _("Who is the employer?")
    intro = _("Write the name as it stands on a pay stub, a check or a sign. You need not know the legal name.")
    name = TextField(label=_("Name of the employer"), noun=_("the name of the employer"), width=32)
    trade_name = TextField(
        label=_("Other name it goes by"), noun=_("the other name of the employer"), width=32, required=False
    )
    # The browser would offer the person's own name and address, which must not end up as the employer's.
    name.widget.attrs["autocomplete"] = "off"
    trade_name.widget.attrs["autocomplete"] = "off"


class WorkplaceForm(QuestionForm):
    heading = "work_site"
    work_site = LinesField(
        label=_("Where is the work done?"),
        noun=_("the address of the workplace"),
        required=False,
        rows=3,
        max_length=POSTAL_LENGTH,
        help_text=_("Street, city and county, as far as you know. You can tell us later."),
    )
    work_site.widget.attrs["autocomplete"] = "off"


class EmployerContactForm(QuestionForm):
    title = _("How can we reach the employer?")
    intro = _("Give what you know. We can find the rest.")
    postal = LinesField(
        label=_("Mailing address of the employer"), noun=_("the mailing address of the employer"), required=False,
        rows=3, max_length=POSTAL_LENGTH,
    )  # fmt: skip
    email = EmailAddressField(
        label=_("E-mail of the employer"), noun=_("the e-mail address of the employer"), required=False
    )
    postal.widget.attrs["autocomplete"] = "off"
    email.widget.attrs["autocomplete"] = "off"
    still_operating = forms.ChoiceField(
        label=_("Is the business still open?"),
        widget=forms.RadioSelect,
        required=False,
        choices=[
            ("yes", _("Yes")), ("sold", _("It was sold")), ("closed", _("It has closed or is bankrupt")),
            ("unknown", _("I don't know")),
        ],
    )  # fmt: skip


class PayForm(QuestionForm):
    title = _("What is the pay?")
    wage = TextField(
        label=_("The wage"),
        noun=_("the wage"),
        error_messages={"required": _("Enter the wage that is paid")},
        width=24,
        help_text=_("Write it as you know it. For example: $9.50 an hour, $1,200 a month, or tips only."),
    )
    wage_unit = forms.ChoiceField(
        label=_("How is it paid?"),
        required=False,
        choices=[
            ("", _("Choose one")), ("hour", _("By the hour")), ("day", _("By the day")), ("week", _("By the week")),
            ("month", _("By the month")), ("piece", _("By the piece")), ("tips", _("In tips")),
            ("other", _("Another way")), ("unknown", _("I don't know")),
        ],
    )  # fmt: skip

    def shown(self, name: str, value: Any) -> Any:
        """A blank choice was not answered."""
        return "" if name == "wage_unit" and not value else super().shown(name, value)


class HoursForm(QuestionForm):
    heading = "hours_per_week"
    hours_per_week = TextField(
        label=_("How many hours a week?"),
        noun=_("the hours worked in a week"),
        required=False,
        max_length=40,
        width=12,
        help_text=_("For example: 38, or 20 to 30. You can tell us later."),
    )


class UnpaidForm(QuestionForm):
    title = _("What pay is missing?")
    wage = TextField(
        label=_("Pay that was promised"),
        noun=_("the pay that was promised"),
        width=24,
        help_text=_("Write it as you know it. For example: $14 an hour, or $600 a week."),
    )
    unpaid_from = DatePartsField(
        label=_("First day that was not paid"), noun=_("the first day that was not paid"), required=False, past=True,
        help_text=_("For example: 3 15 2024"),
    )  # fmt: skip
    unpaid_to = DatePartsField(
        label=_("Last day that was not paid"), noun=_("the last day that was not paid"), required=False, past=True
    )
    amount_claimed = TextField(
        label=_("How much is missing"), noun=_("the amount that is missing"), required=False, max_length=40, width=12,
        help_text=_("Your best guess is enough. For example: $1,200."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        message = _("The last day not paid cannot be before the first day")
        _in_order(self, first="unpaid_from", last="unpaid_to", message=message)
        return self.cleaned_data
