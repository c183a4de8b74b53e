"""What is asked for, who asks for it, where the work is done, what services there are: the groups B0 to B3 and B7."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from licenses import wording
from licenses.drafting.fields import (
    YES_NO,
    AskForm,
    CountField,
    FederalNumberField,
    FeinField,
    SsnField,
    StateField,
    StreetField,
    ZipField,
    county,
    is_quarter_end,
    radios,
    ticks,
)
from licenses.first_days import latest_first_day
from wagecase.web.formatting import day
from wagecase.web.forms import DatePartsField, EmailAddressField, PersonNameField, PhoneField, PlaceField, TextField
from wagecase.web.questions import LinesField

FIRST_DAY = date(1990, 1, 1)


class FilingForm(AskForm):
    title = _("Filing and contact")
    groups = (
        (_("What you ask for"), ("license_kind", "coverage", "departments", "start_on")),
        (_("Earlier applications and licenses"), ("previous", "previous_words")),
        (_("Whom may we ask?"), ("contact_name", "contact_title", "contact_phone", "contact_email")),
        (_("A second person, if the first is away"), ("second_name", "second_phone", "second_email")),
    )
    only_if = {"departments": "coverage=departments", "previous_words": "previous"}
    license_kind = radios(_("Which license do you need?"), wording.LICENSE_KINDS, _("Choose which license you need"))
    coverage = radios(
        _("Whom shall the license cover?"), wording.COVERAGES, _("Choose the whole establishment or departments")
    )
    departments = LinesField(
        label=_("Which departments?"), noun=_("the departments"), required=False, rows=3, max_length=1000,
        help_text=_("Only if the license shall cover departments."),
    )  # fmt: skip
    start_on = DatePartsField(
        label=_("From which day do you need it?"), noun=_("the day from which you need it"), required=False,
        help_text=_("A license never begins before it is issued."), earliest=FIRST_DAY,
    )  # fmt: skip
    previous = ticks(
        _("Did you do or have any of these before, in Wisconsin or elsewhere?"), wording.PREVIOUS, required=False,
        help_text=_("Leave all blank if this is the first time."),
    )  # fmt: skip
    previous_words = LinesField(
        label=_("Number, year and agency of each"), noun=_("the number, year and agency"), required=False, rows=3,
        max_length=1000, help_text=_("Only if you ticked one of them."),
    )  # fmt: skip
    contact_name = PersonNameField(label=_("Name"), noun=_("the name of the person we may ask"), width=32)
    contact_title = TextField(label=_("Title"), noun=_("the title of this person"), max_length=100)
    contact_phone = PhoneField(label=_("Phone"), noun=_("the phone number of this person"))
    contact_email = EmailAddressField(label=_("E-mail"), noun=_("the e-mail address of this person"))
    second_name = PersonNameField(label=_("Name"), noun=_("the name of the second person"), required=False, width=32)
    second_phone = PhoneField(label=_("Phone"), noun=_("the phone number of the second person"), required=False)
    second_email = EmailAddressField(label=_("E-mail"), noun=_("the e-mail of the second person"), required=False)

    def clean(self) -> dict[str, Any]:
        """Departments and earlier licenses are named where they were chosen; the first day is near."""
        data = super().clean() or {}
        last = latest_first_day(timezone.localdate())
        if data.get("start_on") and data["start_on"] > last:
            words = _("Enter a day up to %(day)s. You can apply for a later one nearer to it") % {"day": day(last)}
            self.add_error("start_on", ValidationError(words, code="late"))
        if data.get("coverage") == "departments":
            self.need("departments", _("Enter the departments that the license shall cover"))
        if data.get("previous"):
            self.need("previous_words", _("Enter the number, the year and the agency of each"))
        if any(data.get(name) for name in ("second_phone", "second_email")):
            self.need("second_name", _("Enter the name of the second person"))
        elif data.get("second_name") and not {"second_phone", "second_email"} & self.errors.keys():
            self.need("second_phone", _("Enter a phone number or an e-mail of the second person"))
        return data


class RenewalFilingForm(FilingForm):
    """The same of a renewal: its kind is that of the license and its first day follows from the old term; neither is asked."""

    groups = (
        (_("What you ask for"), ("coverage", "departments")),
        *FilingForm.groups[1:],
    )
    license_kind = None
    start_on = None


_PARENT = ("parent_trade_name", "parent_street", "parent_city", "parent_state", "parent_zip_code", "mail_to_parent")
_MAILING = ("mailing_street", "mailing_city", "mailing_state", "mailing_zip_code")


class EmployerForm(AskForm):
    title = _("Employer")
    only_if = {
        **dict.fromkeys(_MAILING, "mailing_same=no"),
        **dict.fromkeys(_PARENT, "|".join(("parent_name", *_PARENT[:-1], "mail_to_parent=yes"))),
        "status_words": "status=other", "federal_number": "federal_certificate=yes",
        "federal_expires_on": "federal_certificate=yes", "service_contract_count": "service_contracts=yes",
        "payee_count": "representative_payee=yes", "credits": "facility_credit=yes",
    }  # fmt: skip
    optional_still = frozenset({"parent_trade_name"})
    asked_for = ("fein",)
    groups = (
        (_("Name and number"), ("legal_name", "trade_name", "prior_name", "fein", "ssn")),
        (
            _("Where the employer is"),
            ("physical_street", "physical_city", "physical_state", "physical_zip_code", "physical_county"),
        ),
        (_("Where its mail goes"), ("mailing_same", "mailing_street", "mailing_city", "mailing_state", "mailing_zip_code")),
        (
            _("Parent organization"),
            ("parent_name", "parent_trade_name", "parent_street", "parent_city", "parent_state", "parent_zip_code",
             "mail_to_parent"),
        ),
        (
            _("What kind of employer it is"),
            ("status", "status_words", "establishments", "educational_agency", "primarily_disabled"),
        ),
        (_("Federal certificate and contracts"), ("federal_certificate", "federal_number", "federal_expires_on",
                                                 "service_contracts", "service_contract_count")),
        (_("Money that goes through you"), ("representative_payee", "payee_count", "facility_credit", "credits")),
    )  # fmt: skip
    legal_name = TextField(label=_("Legal name"), noun=_("the legal name"), width=32)
    trade_name = TextField(label=_("Trade name"), noun=_("the trade name"), required=False, width=32)
    prior_name = TextField(label=_("Earlier name, if it changed"), noun=_("the earlier name"), required=False, width=32)
    fein = FeinField(
        label=_("Federal employer identification number (FEIN)"), noun=_("the federal employer number"),
        required=False,
        help_text=_("Nine digits. Every application, a renewal too, gives it or a social security number (s. 104.07 (4))."),
    )  # fmt: skip
    ssn = SsnField(
        label=_("Social security number"), noun=_("the social security number"), required=False,
        help_text=_(
            "Only of an individual who has no FEIN. It is kept encrypted; nobody sees more than its last four digits, and "
            "no letter or e-mail has it."
        ),
    )  # fmt: skip
    physical_street = StreetField(label=_("Street address"), noun=_("the street address"), width=32)
    physical_city = PlaceField(label=_("City"), noun=_("the city"), max_length=100)
    physical_state = StateField(label=_("State"), noun=_("the state"))
    physical_zip_code = ZipField(label=_("ZIP code"), noun=_("the ZIP code"))
    physical_county = county()
    mailing_same = radios(
        _("Does its mail go to the same address?"), YES_NO, _("Say whether mail goes to the same address")
    )
    mailing_street = TextField(
        label=_("Street or post office box"), noun=_("the mailing address"), required=False, width=32,
        help_text=_("This and the next three only if mail goes elsewhere."),
    )  # fmt: skip
    mailing_city = PlaceField(
        label=_("City"), noun=_("the city of the mailing address"), required=False, max_length=100
    )
    mailing_state = StateField(label=_("State"), noun=_("the state of the mailing address"), required=False)
    mailing_zip_code = ZipField(label=_("ZIP code"), noun=_("the ZIP code of the mailing address"), required=False)
    parent_name = TextField(
        label=_("Legal name of the parent organization"), noun=_("the name of the parent organization"),
        required=False, width=32, help_text=_("Leave this group blank if there is none."),
    )  # fmt: skip
    parent_trade_name = TextField(
        label=_("Its trade name"), noun=_("the trade name of the parent"), required=False, width=32
    )
    parent_street = TextField(label=_("Street address"), noun=_("the street of the parent"), required=False, width=32)
    parent_city = PlaceField(label=_("City"), noun=_("the city of the parent"), required=False, max_length=100)
    parent_state = StateField(label=_("State"), noun=_("the state of the parent"), required=False)
    parent_zip_code = ZipField(label=_("ZIP code"), noun=_("the ZIP code of the parent"), required=False)
    mail_to_parent = radios(
        _("Shall our mail go to the parent organization?"), YES_NO, "", required=False,
        help_text=_("Only if there is a parent organization."),
    )  # fmt: skip
    status = radios(_("Which is it?"), wording.EMPLOYER_STATUS, _("Choose public, for profit, nonprofit or other"))
    status_words = TextField(
        label=_("If other: what is it?"), noun=_("what the employer is"), required=False, max_length=100, width=32
    )
    establishments = ticks(
        _("What kinds of establishment does it run?"), wording.ESTABLISHMENTS, _("Choose at least one kind"),
        help_text=_("Choose all that are true."),
    )  # fmt: skip
    educational_agency = radios(
        _("Is it a local or state educational agency?"), YES_NO, _("Say whether it is an educational agency")
    )
    primarily_disabled = radios(
        _("Do most of its workers have a disability?"), YES_NO, _("Say whether most workers have a disability"),
        help_text=_("It decides how the prevailing wage is found (DWD 272.09 (6) (b) and (c))."),
    )  # fmt: skip
    federal_certificate = radios(
        _("Does it hold a federal section 14(c) certificate?"), YES_NO, _("Say whether it holds a federal certificate")
    )
    federal_number = FederalNumberField(
        label=_("Number of the certificate"), noun=_("the number of the certificate"), required=False,
        help_text=_("Only if it holds one. For example 12-34567-S-890."),
    )  # fmt: skip
    federal_expires_on = DatePartsField(
        label=_("Last day of the certificate"), noun=_("the last day of the certificate"), required=False,
        earliest=FIRST_DAY, help_text=_("Only if it holds one. Add a copy under Files."),
    )  # fmt: skip
    service_contracts = radios(
        _("Does it work under public service contracts at less than the minimum wage?"), wording.CONTRACTS,
        _("Say whether there are such contracts"),
    )  # fmt: skip
    service_contract_count = CountField(
        label=_("How many contracts?"), noun=_("the number of contracts"), required=False, high="10000",
        help_text=_("Only if yes. Add them under Files."),
    )  # fmt: skip
    representative_payee = radios(
        _("Is it the representative payee of any worker?"), YES_NO, _("Say whether it is a representative payee")
    )
    payee_count = CountField(
        label=_("Of how many workers?"), noun=_("the number of these workers"), required=False,
        help_text=_("Only if yes."),
    )  # fmt: skip
    facility_credit = radios(
        _("Does it take anything off wages for facilities?"), YES_NO, _("Say whether it takes anything off wages"),
        help_text=_("For example for rides, rent or meals."),
    )  # fmt: skip
    credits = ticks(
        _("For what?"), wording.CREDITS, required=False,
        help_text=_("Only if yes. Room and board may not be taken from patient workers."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Answers that others make necessary are there."""
        data = super().clean() or {}
        if "fein" not in self.errors and "ssn" not in self.errors:
            self._check_number(data)
        if data.get("mailing_same") == "no":
            self.need("mailing_street", _("Enter the mailing address"))
            self.need("mailing_city", _("Enter the city of the mailing address"))
            self.need("mailing_state", _("Enter the state of the mailing address"))
            self.need("mailing_zip_code", _("Enter the ZIP code of the mailing address"))
        self._check_parent(data)
        if data.get("status") == "other":
            self.need("status_words", _("Enter what the employer is"))
        if data.get("federal_certificate") == "yes":
            self.need("federal_number", _("Enter the number of the certificate"))
            self.need("federal_expires_on", _("Enter the last day of the certificate"))
        if data.get("service_contracts") == "yes":
            self.need("service_contract_count", _("Enter how many contracts there are"))
        if data.get("representative_payee") == "yes":
            self.need("payee_count", _("Enter of how many workers it is the payee"))
        if data.get("facility_credit") == "yes":
            self.need("credits", _("Choose for what it takes something off wages"))
        return data

    def _check_number(self, data: dict[str, Any]) -> None:
        if not data.get("ssn"):
            words = _("Enter the federal employer number, or the social security number of an individual who has none")
            self.need("fein", words)
        elif data.get("fein"):
            words = _("Leave the social security number blank: the federal employer number is enough")
            self.add_error("ssn", ValidationError(words, code="both"))

    def _check_parent(self, data: dict[str, Any]) -> None:
        parts = ("parent_trade_name", "parent_street", "parent_city", "parent_state", "parent_zip_code")
        if any(data.get(name) for name in parts) or data.get("mail_to_parent") == "yes":
            self.need("parent_name", _("Enter the name of the parent organization, or leave the whole group blank"))
        if data.get("parent_name"):
            self.need("parent_street", _("Enter the street address of the parent organization"))
            self.need("parent_city", _("Enter the city of the parent organization"))
            self.need("parent_state", _("Enter the state of the parent organization"))
            self.need("parent_zip_code", _("Enter the ZIP code of the parent organization"))
            self.need("mail_to_parent", _("Say whether our mail goes to the parent organization"))


class SiteForm(AskForm):
    title = _("A place of work")
    kind = radios(_("What kind of place is it?"), wording.SITE_KINDS, _("Choose the kind of place"))
    name = TextField(
        label=_("Name of the place"), noun=_("the name of the place"), width=32, max_length=120,
        help_text=_("Lines of workers name the place by this. For example: Main shop."),
    )  # fmt: skip
    street = StreetField(label=_("Street address"), noun=_("the street address"), width=32)
    city = PlaceField(label=_("City"), noun=_("the city"), max_length=100)
    state = StateField(label=_("State"), noun=_("the state"))
    zip_code = ZipField(label=_("ZIP code"), noun=_("the ZIP code"))
    county = county()
    public_contract = radios(
        _("Is work under a public contract done here?"),
        YES_NO,
        _("Say whether work under a public contract is done here"),
    )
    workers = CountField(
        label=_("Workers at less than the minimum wage here in the last quarter"),
        noun=_("the number of workers here"), required=False, help_text=_("A renewal needs it. 0 is an answer."),
    )  # fmt: skip


class RenewalSiteForm(SiteForm):
    """The same place where a license is renewed: its workers are counted then."""

    asked_for = ("workers",)

    def clean(self) -> dict[str, Any]:
        """A renewal says how many worked at each place."""
        data = super().clean() or {}
        self.need("workers", _("Enter how many workers worked here in the last quarter. 0 is an answer."))
        return data


class TotalsForm(AskForm):
    title = _("Workers in numbers")
    groups = (
        (_("During the license"), ("expected_workers",)),
        (
            _("In the last quarter"),
            ("quarter_end", "quarter_workers", "split_work_center", "split_residential", "split_school",
             "split_business", "total_reason"),
        ),
    )  # fmt: skip
    expected_workers = CountField(
        label=_("How many workers will be paid under the license?"), noun=_("the number of workers expected"), low="1"
    )
    quarter_end = DatePartsField(
        label=_("Last day of the quarter"), noun=_("the last day of the quarter"), required=False, past=True,
        earliest=FIRST_DAY, help_text=_("A renewal needs these figures; a first application may leave them blank."),
    )  # fmt: skip
    quarter_workers = CountField(
        label=_("Workers at less than the minimum wage in that quarter"), noun=_("the number of workers"),
        required=False, help_text=_("0 is an answer."),
    )  # fmt: skip
    split_work_center = CountField(
        label=_("Of these in work centers"), noun=_("the number in work centers"), required=False
    )
    split_residential = CountField(
        label=_("In hospitals and residential care"), noun=_("the number in residential care"), required=False
    )
    split_school = CountField(
        label=_("In school work programs"), noun=_("the number in school work programs"), required=False
    )
    split_business = CountField(label=_("In businesses"), noun=_("the number in businesses"), required=False)
    total_reason = LinesField(
        label=_("If the parts do not add up: why?"), noun=_("the reason"), required=False, rows=3, max_length=1000,
        help_text=_("You can file with figures that do not add up. Tell us why."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """A quarter ends on one of four days."""
        data = super().clean() or {}
        end = data.get("quarter_end")
        if end and not is_quarter_end(end):
            words = _("Enter the last day of a quarter: March 31, June 30, September 30 or December 31")
            self.add_error("quarter_end", ValidationError(words, code="quarter"))
        return data


class RenewalTotalsForm(TotalsForm):
    """The same figures where a license is renewed: they are needed then."""

    asked_for = ("quarter_end", "quarter_workers")

    def clean(self) -> dict[str, Any]:
        """A renewal says how many worked under the license."""
        data = super().clean() or {}
        self.need("quarter_end", _("Enter the last day of the quarter"))
        self.need("quarter_workers", _("Enter the number of workers in that quarter. 0 is an answer."))
        return data


class ServicesForm(AskForm):
    title = _("Services to workers")
    intro = _(
        "Federal law asks for counseling, information and referral before a worker is paid less than the minimum wage. "
        "Your answer serves as evidence here."
    )
    only_if = {"services_words": "services_verified=no"}
    services_verified = radios(
        _("Did you verify these services for every worker?"), YES_NO, _("Say whether you verified these services")
    )
    services_words = LinesField(
        label=_("If not: for whom not, and why?"), noun=_("your explanation"), required=False, rows=4, max_length=2000,
        help_text=_("Write worker numbers, not names."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """A no is explained."""
        data = super().clean() or {}
        if data.get("services_verified") == "no":
            self.need("services_words", _("Tell us for whom the services were not verified, and why"))
        return data
