"""Applications as filed with their workers, licenses with their terms, revocations with their facts and orders."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models

from licenses.roster.models import RosterRow, RosterUpload  # noqa: F401  the tables of the roster
from wagecase.accounts.models import Organization
from wagecase.cases.models import Case, SignedOrder
from wagecase.encryption import EncryptedJSONField, EncryptedTextField


class LicenseKind(models.TextChoices):
    EMPLOYER = "employer", "Employer of workers with disabilities"
    FACILITY = "facility", "Rehabilitation facility or sheltered workshop"


class License(models.Model):
    """One license. What it is on a day is computed from its terms, filings and orders: `licenses.status`."""

    case = models.OneToOneField(Case, primary_key=True, on_delete=models.PROTECT, related_name="license")
    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="licenses")
    kind = models.CharField(max_length=10, choices=LicenseKind.choices)
    licensee = models.CharField(max_length=200)  # name as on the certificate
    licensee_key = models.CharField(max_length=200, default="")  # the name as lists look it up
    place = models.CharField(max_length=120)  # municipality of the main place of work
    county = models.CharField(max_length=60, blank=True)
    check_code = models.CharField(max_length=12)  # stands on the certificate, with the number
    surrendered_on = models.DateField(null=True)  # the last day in force
    revoked_on = models.DateField(null=True)  # the first day out of force
    listed = models.BooleanField(default=True)  # on the public list of facilities

    class Meta:
        indexes = [models.Index(fields=["licensee_key", "case"], name="license_licensee")]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.licensee}"


class Application(models.Model):
    """One application as it was filed, and what was recommended and decided."""

    class Filing(models.TextChoices):
        INITIAL = "initial", "First application"
        RENEWAL = "renewal", "Renewal"

    case = models.OneToOneField(Case, primary_key=True, on_delete=models.PROTECT, related_name="application")
    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="applications")
    filing = models.CharField(max_length=8, choices=Filing.choices)
    license_kind = models.CharField(max_length=10, choices=LicenseKind.choices)
    renews = models.ForeignKey(License, null=True, on_delete=models.PROTECT, related_name="renewals")
    license = models.ForeignKey(
        License, null=True, on_delete=models.PROTECT, related_name="applications"
    )  # once granted
    content = EncryptedJSONField(default=dict)  # ApplicationContent as filed; holds contacts
    filed_document = models.ForeignKey("documents.Document", null=True, on_delete=models.PROTECT, related_name="+")
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    filed_at = models.DateTimeField()
    workers_count = models.PositiveIntegerField(default=0)
    short_count = models.PositiveIntegerField(default=0)  # workers whose rate does not cover the commensurate wage
    tally = EncryptedJSONField(default=dict)  # Tally.to_dict(): the workers in numbers, counted when they are filed
    completed_on = models.DateField(null=True)  # the day on which what was missing came in; None where nothing was
    proper = models.BooleanField(null=True)  # of a renewal: staff's recorded call whether it was, None not made
    proper_reason = EncryptedTextField(blank=True)  # may name workers, as the reason of a return may
    recommended = models.CharField(max_length=5, blank=True)  # grant, deny
    recommended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    recommended_at = models.DateTimeField(null=True)
    recommendation = EncryptedTextField(blank=True)  # why, which may name workers; the reasons in a denial
    returned_reason = EncryptedTextField(blank=True)
    starts_on = models.DateField(null=True)  # the term that is recommended
    ends_on = models.DateField(null=True)
    conditions = models.JSONField(default=list)  # {"code", "text", "cite"}: the text is frozen on issue
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_on = models.DateField(null=True)
    served_on = models.DateField(null=True)  # the denial of a renewal: the license goes on until then
    service_method = models.TextField(blank=True)  # each copy with way and day
    withdrawn_on = models.DateField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["renews"], name="one_pending_renewal",
                condition=models.Q(renews__isnull=False, decided_on=None, withdrawn_on=None),
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.case_id}: {self.filing}"

    @property
    def is_over(self) -> bool:
        """Whether it was decided or withdrawn."""
        return self.decided_on is not None or self.withdrawn_on is not None

    @property
    def ended_on(self) -> date | None:
        """The last day on which a renewal can keep its license in force, None while it goes on (R-272.09-9b, -9c).

        That of the withdrawal, of the grant, or of service of the denial.
        """
        return self.withdrawn_on or (self.decided_on if self.license_id else self.served_on)

    @property
    def waits_for_call(self) -> bool:
        """Whether what was asked for came in after the last day of the license and nobody found yet if that was proper.

        Until then the renewal continues the license, and nobody decides on it (R-272.09-9b).
        """
        return self.completed_on is not None and self.proper is None


class ApplicationWorker(models.Model):
    """One worker's line as filed, with the wage that was worked out from it then; never worked out again."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="workers")
    key = models.CharField(max_length=12)
    place = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, blank=True)  # keyed hash of the worker's id, to follow a worker over years
    facts = EncryptedJSONField(default=dict)  # WorkerFacts
    wage = EncryptedJSONField(default=dict)  # WageCheck.to_dict()
    covers = models.BooleanField(null=True)  # None where it cannot be worked out

    class Meta:
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["application", "key"], name="one_worker_per_key")]
        indexes = [models.Index(fields=["application", "covers", "place"], name="worker_covers")]


class ReviewItem(models.Model):
    """One criterion of the checklist: what was found, on what evidence, by whom (272.09 (5) and (6))."""

    class Result(models.TextChoices):
        MET = "met", "Met"
        NOT_MET = "not-met", "Not met"
        NOT_APPLICABLE = "none", "Does not apply"

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="review")
    code = models.CharField(max_length=40)
    result = models.CharField(max_length=8, choices=Result.choices, blank=True)
    evidence = EncryptedTextField(blank=True)  # may name workers
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["application", "code"], name="one_item_per_code")]


class InformationRequest(models.Model):
    """Questions to the applicant and its answer."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="requests")
    questions = EncryptedTextField()  # may name workers, as the answer may
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    answer = EncryptedTextField(blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["id"]


class Term(models.Model):
    """One period of a license, both days included; never retroactive and never changed after issue."""

    license = models.ForeignKey(License, on_delete=models.PROTECT, related_name="terms")
    number = models.PositiveSmallIntegerField()
    starts_on = models.DateField()
    ends_on = models.DateField()
    application = models.OneToOneField(Application, on_delete=models.PROTECT, related_name="term")
    issued_on = models.DateField()
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    conditions = models.JSONField(default=list)  # {"code", "text", "cite"}, frozen
    facts = models.JSONField(default=dict)  # licensee and places of work as on the certificate, frozen
    certificate = models.ForeignKey("documents.Document", null=True, on_delete=models.PROTECT, related_name="+")
    continuation = models.ForeignKey("documents.Document", null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["license", "number"], name="one_term_per_number"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="term_ends_after_start"
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__gte=models.F("issued_on")), name="term_not_retroactive"
            ),
        ]


class Revocation(models.Model):
    """One proceeding to revoke a license; its facts and its orders hang on it."""

    class Ground(models.TextChoices):
        MISREPRESENTATION = "misrepresentation", "Misrepresentation or a false statement"
        VIOLATION = "violation", "Violation of labor standards or of a term of the license"
        NOT_NEEDED = "not-needed", "License no longer needed to prevent loss of opportunity"
        OTHER = "other", "Another cause"

    case = models.OneToOneField(Case, primary_key=True, on_delete=models.PROTECT, related_name="revocation")
    license = models.ForeignKey(License, on_delete=models.PROTECT, related_name="revocations")
    ground = models.CharField(max_length=20, choices=Ground.choices)  # 272.09 (16) (a)
    served_on = models.DateField(null=True)  # the notice of facts
    service_method = models.CharField(max_length=60, blank=True)
    service_recorded_at = models.DateTimeField(null=True)
    cure_by = models.DateField(null=True)  # counted from service
    interest_reason = EncryptedTextField(blank=True)  # why the public interest cannot wait
    interest_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    interest_at = models.DateTimeField(null=True)
    interest_confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    interest_confirmed_at = models.DateTimeField(null=True)


class AllegedFact(models.Model):
    """One fact or conduct that may lead to a denial or revocation: as alleged, as answered, as found."""

    class Finding(models.TextChoices):
        STANDS = "stands", "Stands"
        CURED = "cured", "Compliance shown or reached"
        NOT_PROVED = "not-proved", "Not proved"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="alleged_facts")
    place = models.PositiveSmallIntegerField()
    text = EncryptedTextField()  # may name workers, as answer and reason may
    cite = models.CharField(max_length=100, blank=True)
    remedy = EncryptedTextField(blank=True)  # what would show or reach compliance
    finding = models.CharField(max_length=10, choices=Finding.choices, blank=True)
    finding_reason = EncryptedTextField(blank=True)
    found_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["place", "id"]


class FactAnswer(models.Model):
    """What the employer answered to one fact, with its evidence; a further answer is a further row, never a change."""

    fact = models.ForeignKey(AllegedFact, on_delete=models.PROTECT, related_name="answers")
    text = EncryptedTextField(blank=True)  # blank where files are the answer
    files = models.ManyToManyField("cases.Attachment", related_name="fact_answers")
    given_at = models.DateTimeField()
    received_on = models.DateField()  # the local or stamped day
    late = models.BooleanField(default=False)  # after the last day to show compliance
    by = models.CharField(max_length=200)  # name of the member, or of the employer where staff keyed a paper
    keyed = models.BooleanField(default=False)  # by staff, from paper

    class Meta:
        ordering = ["id"]


class Order(SignedOrder):
    """One draft of an order of revocation and, if it was signed, its signature; a changed draft is a new row."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="license_orders")
    reasons = EncryptedTextField()  # may name workers; they take up why the public interest cannot wait

    @property
    def finding(self) -> str:
        """What it finds, in the words of a sentence of staff pages."""
        return "the license is revoked on the day of the signature"
