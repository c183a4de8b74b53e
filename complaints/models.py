"""What a complaint says, how it was verified, what was asked, and what was determined."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from wagecase.cases.models import Case, SignedOrder
from wagecase.encryption import EncryptedTextField


class Complaint(models.Model):
    """The content of a complaint as filed; blanks stay blank and become a request, never a delay."""

    class Capacity(models.TextChoices):
        EMPLOYEE = "employee", "The employee"
        FORMER = "former_employee", "A former employee"
        REPRESENTATIVE = "representative", "A representative"
        ANYONE = "any_person", "Another person"

    class Scope(models.TextChoices):
        SELF = "self", "The person who files"
        PERSON = "person", "One or more named employees"
        CLASS = "class", "A group of employees"

    class Verification(models.TextChoices):
        NONE = "none", "Not signed yet"
        ONLINE = "online", "Signed online"
        PAPER = "paper", "Signed on paper"
        NOTARIZED = "notarized", "Sworn before a notary"

    case = models.OneToOneField(Case, primary_key=True, on_delete=models.PROTECT, related_name="complaint")
    capacity = models.CharField(max_length=20, choices=Capacity.choices, blank=True)
    scope = models.CharField(max_length=10, choices=Scope.choices, default=Scope.SELF)
    employees = EncryptedTextField(blank=True)  # names of the employees concerned, or of the group
    employer_name = models.CharField(max_length=200)
    employer_trade_name = models.CharField(max_length=200, blank=True)
    work_site = models.TextField(blank=True)
    still_operating = models.CharField(max_length=20, blank=True)
    occupation = models.CharField(max_length=200)
    started_on = models.DateField(null=True)
    ended_on = models.DateField(null=True)
    wage = models.CharField(max_length=200)  # as typed: "9.50", "$80 a day", "tips only"
    wage_unit = models.CharField(max_length=20, blank=True)
    hours_per_week = models.CharField(max_length=40, blank=True)
    statement = EncryptedTextField()  # why the wage does not maintain the employee
    identity_disclosure = models.CharField(max_length=10, blank=True)  # yes, no, ask
    unpaid_from = models.DateField(null=True)
    unpaid_to = models.DateField(null=True)
    amount_claimed = models.CharField(max_length=40, blank=True)
    papers_about = EncryptedTextField(blank=True)  # what the papers sent along show

    verification = models.CharField(max_length=10, choices=Verification.choices, default=Verification.NONE)
    verified_on = models.DateField(null=True)  # local day on which the signed complaint was received
    stamped_on = models.DateField(null=True)  # day stamped on the paper
    keyed_on = models.DateField(null=True)  # day on which staff keyed it
    keyed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    jurisdiction = EncryptedTextField(blank=True)  # what the person who docketed it found
    employer_served_on = models.DateField(null=True)
    names_complainant = models.BooleanField(null=True)  # to the employer; None while nobody has decided
    names_employees = models.BooleanField(null=True)  # the employees that the complaint names, to the employer
    disclosure_reason = EncryptedTextField(blank=True)  # why somebody is named who did not agree to it
    service_skipped_reason = EncryptedTextField(blank=True)
    employer_answered_on = models.DateField(null=True)
    employer_answer = EncryptedTextField(blank=True)
    determination_withheld = EncryptedTextField(blank=True)  # why the employer does not get the determination
    withdrawal_reason = EncryptedTextField(blank=True)
    withdrawn_from = models.CharField(max_length=40, blank=True)  # the state that going on returns to
    ending_ground = models.CharField(max_length=30, blank=True)
    ending_reason = EncryptedTextField(blank=True)
    reopened_reason = EncryptedTextField(blank=True)
    answer = EncryptedTextField(blank=True)  # of an unpaid-wages complaint

    def __str__(self) -> str:
        return self.case.number


class Declaration(models.Model):
    """The exact words a person signed, in their language, with name, place and day; never edited."""

    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="declaration")
    version = models.CharField(max_length=20)
    language = models.CharField(max_length=5)
    text = models.TextField()
    name = models.CharField(max_length=200)
    signs_as = models.CharField(max_length=200, blank=True)  # why somebody else than the complainant signed
    city = models.CharField(max_length=100)
    place_state = models.CharField(max_length=60)  # state or country; only a case has a column "state"
    signed_on = models.DateField()
    signed_at = models.DateTimeField(null=True)
    method = models.CharField(max_length=10, choices=Complaint.Verification.choices)
    officer = models.CharField(max_length=200, blank=True)  # notary, with county and expiry of the commission
    ip_address = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, blank=True)

    @property
    def state(self) -> str:
        """The state or country in which it was signed."""
        return self.place_state


class InformationRequest(models.Model):
    """Something asked of the complainant: blanks of the filing, or a question of the investigator."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="information_requests")
    question = EncryptedTextField()  # may name an employee
    automatic = models.BooleanField(default=False)  # the blanks of the filing
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answer = EncryptedTextField(blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]


class Determination(SignedOrder):
    """One draft of the determination and, if it was signed, its signature; a changed draft is a new row."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="determinations")
    reasonable_cause = models.BooleanField()
    concerning = models.CharField(max_length=300)  # employee or class
    occupation = models.CharField(max_length=200)
    wage_found = models.CharField(max_length=200)
    # What was found names employees and quotes what was entrusted.
    evidence = EncryptedTextField()
    economic_material = EncryptedTextField()
    reasons = EncryptedTextField()
    signed_html_sha256 = models.CharField(max_length=64, blank=True)

    @property
    def finding(self) -> str:
        """What it finds, in the words of a sentence of staff pages."""
        return "reasonable cause" if self.reasonable_cause else "no reasonable cause"
