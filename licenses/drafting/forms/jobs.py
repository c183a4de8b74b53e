"""Jobs, how their prevailing wages were found, and how the work is measured: the groups B5 and B6."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from licenses import wording
from licenses.content import ALTERNATE, OWN, PUBLIC, SURVEY
from licenses.drafting.fields import AskForm, CountField, RateField, radios
from wagecase.rules import law, license_wages
from wagecase.web.forms import DatePartsField, NumberField, PersonNameField, PhoneField, TextField
from wagecase.web.questions import LinesField

FIRST_DAY = date(1990, 1, 1)


class JobForm(AskForm):
    title = _("A job and its prevailing wage")
    groups = (
        (_("The job"), ("name", "tasks", "workers", "pay_basis")),
        (_("The prevailing wage"), ("similar_own", "method", "own_reason", "found_on")),
        (_("If you pay your own experienced workers for it"), ("own_wage",)),
        (_("If you asked other firms"), ("averaging", "similar_firms", "few_reason")),
        (_("If you used another source or a public determination"),
         ("survey_reason", "source_name", "source_code", "source_wage", "source_on", "source_level")),
    )  # fmt: skip
    only_if = {
        "own_wage": "method=own", "own_reason": "method=survey,alternate,public&similar_own=token,no",
        "averaging": "method=survey", "similar_firms": "method=survey",
        "few_reason": "method=survey&similar_firms|few_reason",
        **dict.fromkeys(
            ("survey_reason", "source_name", "source_code", "source_wage", "source_on", "source_level"),
            "method=alternate,public",
        ),
    }  # fmt: skip
    optional_still = frozenset({"own_reason", "similar_firms", "source_code"})
    name = TextField(
        label=_("Name of the job or contract"), noun=_("the name of the job"), width=32, max_length=120,
        help_text=_("Lines of workers name the job by this. For example: Assembly."),
    )  # fmt: skip
    tasks = LinesField(label=_("What is done?"), noun=_("what is done"), rows=3, max_length=1000)
    workers = CountField(label=_("Workers on this job"), noun=_("the number of workers on this job"))
    pay_basis = radios(_("How is it paid?"), wording.PAY_BASES, _("Choose by the hour or by the piece"))
    similar_own = radios(
        _("Do workers without disabilities do similar work for you?"), wording.SIMILAR_OWN,
        _("Say whether workers without disabilities do similar work for you"),
        help_text=_("Then the law asks for what you pay the experienced ones (DWD 272.09 (6) (b))."),
    )  # fmt: skip
    method = radios(_("How did you find the prevailing wage?"), wording.METHODS, _("Choose how you found the wage"))
    method.choice_hints = {
        SURVEY: _("Ask at least three firms. You add them in the list of jobs."),
        ALTERNATE: _("For example labor statistics, where a survey is not practical."),
        PUBLIC: _("Add the determination under Files."),
    }
    own_reason = LinesField(
        label=_("Why do you not use what you pay your own experienced workers?"),
        noun=_("why you do not use what you pay your own workers"), required=False, rows=3, max_length=1000,
        help_text=_(
            "Only if a token number of workers without disabilities do similar work for you, or if most of your workers "
            "have no disability (DWD 272.09 (6) (b))."
        ),
    )  # fmt: skip
    found_on = DatePartsField(
        label=_("From which day does this wage hold?"), noun=_("the day from which the wage holds"), past=True,
        earliest=FIRST_DAY, help_text=_("It is reviewed a year later."),
    )  # fmt: skip
    own_wage = RateField(
        label=_("What you pay your own experienced workers an hour"), noun=_("what you pay your own experienced workers"),
        required=False,
    )  # fmt: skip
    averaging = radios(_("How is the mean worked out?"), wording.AVERAGING, "", required=False)
    averaging.choice_hints = {"weighted": _("Each firm counts by its workers on such jobs.")}
    similar_firms = CountField(
        label=_("How many firms in your area do similar work?"), noun=_("the number of firms"), required=False, high="2",
        help_text=_("Only if they are fewer than three: 0, 1 or 2."),
    )  # fmt: skip
    few_reason = LinesField(
        label=_("How do you know that there are no more?"),
        noun=_("the reason"),
        required=False,
        rows=3,
        max_length=1000,
    )
    survey_reason = LinesField(
        label=_("Why was it not practical to ask firms nearby?"), noun=_("why it was not practical to ask firms nearby"),
        required=False, rows=3, max_length=1000,
        help_text=_("The law opens another source only then (DWD 272.09 (6) (d))."),
    )  # fmt: skip
    source_name = TextField(label=_("Name of the source"), noun=_("the name of the source"), required=False, width=32)
    source_code = TextField(
        label=_("Code of the job in the source"), noun=_("the code of the job"), required=False, max_length=40
    )
    source_wage = RateField(label=_("Wage an hour in the source"), noun=_("the wage in the source"), required=False)
    source_on = DatePartsField(
        label=_("Day on which you looked it up"), noun=_("the day on which you looked it up"), required=False, past=True,
        earliest=FIRST_DAY,
    )  # fmt: skip
    source_level = radios(_("Whose wage is it?"), wording.SOURCE_LEVELS, "", required=False)

    def clean(self) -> dict[str, Any]:
        """Each way to find the wage has its own answers."""
        data = super().clean() or {}
        method = data.get("method")
        if data.get("similar_own") == "yes" and method and method != OWN:
            words = _("Choose your own experienced workers: the law asks for their wage where they do similar work")
            self.add_error("method", ValidationError(words, code="own"))
        if data.get("similar_own") == "no" and method == OWN:
            words = _("You said that nobody without a disability does similar work for you. Choose another way.")
            self.add_error("method", ValidationError(words, code="own"))
        if data.get("similar_own") == "token" and method and method != OWN:
            self.need("own_reason", _("Tell us how many they are and why you do not use what you pay them"))
        if method == OWN:
            self.need("own_wage", _("Enter what you pay your own experienced workers an hour"))
        if method == SURVEY:
            self._check_survey(data)
        if method in {ALTERNATE, PUBLIC}:
            self._check_source(data)
        return data

    def _check_survey(self, data: dict[str, Any]) -> None:
        self.need("averaging", _("Choose how the mean is worked out"))
        if data.get("similar_firms") is not None:
            self.need("few_reason", _("Tell us how you know that no more firms do similar work"))
        elif data.get("few_reason"):
            self.need("similar_firms", _("Enter how many firms do similar work: 0, 1 or 2"))

    def _check_source(self, data: dict[str, Any]) -> None:
        self.need("survey_reason", _("Tell us why it was not practical to ask firms nearby"))
        self.need("source_name", _("Enter the name of the source"))
        self.need("source_wage", _("Enter the wage an hour that the source gives"))
        self.need("source_on", _("Enter the day on which you looked it up"))
        self.need("source_level", _("Say whose wage the source gives"))
        if data.get("source_level") == "entry":
            words = _("Use a source with wages of experienced workers: wages for beginners alone do not count")
            self.add_error("source_level", ValidationError(words, code="entry"))


class SourceForm(AskForm):
    title = _("A firm that you asked")
    job = forms.CharField(
        widget=forms.HiddenInput, error_messages={"required": _("Open this page from the list of jobs")}
    )
    firm = TextField(label=_("Name of the firm"), noun=_("the name of the firm"), width=32)
    address = LinesField(label=_("Its address"), noun=_("the address of the firm"), rows=2, max_length=300)
    phone = PhoneField(label=_("Its phone"), noun=_("the phone number of the firm"))
    person = PersonNameField(label=_("Who told you?"), noun=_("the name of the person who told you"), width=32)
    title_of_person = TextField(label=_("Title of this person"), noun=_("the title of this person"), max_length=100)
    asked_on = DatePartsField(
        label=_("When did you ask?"), noun=_("the day on which you asked"), past=True, earliest=FIRST_DAY
    )
    work = LinesField(
        label=_("What work is it?"), noun=_("a short description of the work"), rows=2, max_length=500,
        help_text=_("Work with similar methods and equipment."),
    )  # fmt: skip
    wage = RateField(label=_("What experienced workers get an hour"), noun=_("the wage of experienced workers"))
    workers = CountField(
        label=_("How many workers get it?"), noun=_("the number of workers"), required=False, low="1",
        help_text=_("Only for a weighted mean."),
    )  # fmt: skip
    not_entry = LinesField(
        label=_("How do you know that it is no wage for beginners?"), noun=_("why it is no wage for beginners"), rows=2,
        max_length=500,
    )  # fmt: skip


class HourlyMeasureForm(AskForm):
    title = _("How the work is measured")
    measured_by = radios(
        _("How is productivity found?"), wording.HOURLY_MEASURES, _("Choose how productivity is found")
    )
    reviewed_months = CountField(
        label=_("Every how many months is each worker measured?"), noun=_("the number of months"), low="1",
        high="120", help_text=_("At least every 6 months (DWD 272.09 (5) (b) 1.)."),
    )  # fmt: skip

    def clean_reviewed_months(self) -> int:
        """Refuse reviews that are further apart than the rule allows."""
        months = int(self.cleaned_data["reviewed_months"])
        most = law.newest("licenses.review_months").number
        if months > most:
            words = _("Measure each worker at least every %(most)s months: enter %(most)s or fewer")
            raise ValidationError(words, code="seldom", params={"most": most})
        return months


class PieceMeasureForm(AskForm):
    title = _("How the work is measured")
    measured_by = radios(
        _("How was the standard found?"), wording.PIECE_MEASURES, _("Choose how the standard was found")
    )
    units_measured = NumberField(
        label=_("Units an hour of a worker without a disability"), noun=_("the units an hour"), low="0.0001",
        high="1000000", places=4, help_text=_("As measured, before time for rest is taken off."),
    )  # fmt: skip
    allowance_minutes = NumberField(
        label=_("Minutes of each hour for rest, fatigue and delay"), noun=_("the minutes for rest"), high="59",
        places=3, help_text=_("At least 9 minutes (DWD 272.09 (8) (h) 2. b.)."),
    )  # fmt: skip
    nearby_piece_rate = RateField(
        label=_("Piece rate that experienced workers nearby get"), noun=_("the piece rate nearby"), required=False,
        least_places=4,
        help_text=_("If you know one. Yours cannot be lower."),
    )  # fmt: skip

    def clean_allowance_minutes(self) -> Decimal:
        """Refuse an allowance below what the rule asks."""
        minutes: Decimal = self.cleaned_data["allowance_minutes"]
        found = license_wages.production_standard(measured=None, minutes=minutes)
        if not found.value["accepted"]:
            raise ValidationError(
                _("Allow at least 9 minutes of each hour for rest, fatigue and delay"), code="allowance"
            )
        return minutes
