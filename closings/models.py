"""A closing notice at its latest revision, every revision as it was filed, and what was determined."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from closings.importing.models import ImportBatch, ImportRow  # noqa: F401  the tables of the import
from wagecase.cases.models import Case, DueOrLast, SignedOrder
from wagecase.encryption import EncryptedJSONField, EncryptedTextField


class DayOrLast(DueOrLast):
    """A day for sorting, after all others where there is none."""


class CountOrLeast(models.Func):
    """A number for sorting, below all others where none was stated. Written into the statement as in `DueOrLast`."""

    template = "COALESCE(%(expressions)s, -1)"
    arity = 1
    output_field = models.IntegerField()


class ClosingNotice(models.Model):
    """One event, as its latest revision has it; the columns for lists are written with each revision."""

    class Event(models.TextChoices):
        CLOSING = "closing", "Business closing"
        LAYOFF = "mass-layoff", "Mass layoff"

    class Origin(models.TextChoices):
        FILED = "filed", "Filed online"
        KEYED = "keyed", "Keyed from a letter"
        IMPORTED = "imported", "Imported from a public list"

    case = models.OneToOneField(Case, primary_key=True, on_delete=models.PROTECT, related_name="closing")
    origin = models.CharField(max_length=10, choices=Origin.choices)
    # Whose members filed it, follow it and change it by signing in; None where a private link opens it.
    organization = models.ForeignKey(
        "accounts.Organization", null=True, on_delete=models.PROTECT, related_name="closing_notices"
    )
    event = models.CharField(max_length=12, choices=Event.choices, blank=True)
    duration = models.CharField(max_length=10, blank=True)
    employer_name = models.CharField(max_length=200)
    employer_key = models.CharField(max_length=200)  # the name as lists look it up
    trade_name = models.CharField(max_length=200, blank=True)
    industry = models.CharField(max_length=200, blank=True)
    workforce_area = models.CharField(max_length=200, blank=True)
    places = models.CharField(max_length=300, blank=True)  # the municipalities, for lists
    counties = models.CharField(max_length=300, blank=True)
    affected = models.PositiveIntegerField(null=True)  # as stated; None is "not stated"
    counted = models.PositiveIntegerField(null=True)  # what the public list counts: 0 once rescinded
    first_on = models.DateField(null=True)  # first day of work lost
    last_on = models.DateField(null=True)
    days_of_notice = models.IntegerField(
        null=True
    )  # from our receipt of the original to `first_on`; negative: after it
    received_on = models.DateField()  # of the original, by the department
    dated_on = models.DateField(null=True)
    postmarked_on = models.DateField(null=True)
    revision = models.PositiveSmallIntegerField(default=0)  # number of the latest one
    changed_on = models.DateField()  # day of the latest revision
    rescinded_on = models.DateField(null=True)
    listed_on = models.DateField(null=True)  # first day on the public list; None is not listed
    # Day of the last act that changed what the list shows of it, also its going; a letter may be stamped days before.
    list_changed_on = models.DateField(null=True)
    removed_reason = EncryptedTextField(blank=True)  # why it is listed no more
    removed_from = models.CharField(max_length=20, blank=True)  # the state to which putting it back leads
    no_determination = EncryptedTextField(blank=True)  # why none is made although it seems to be called for
    keyed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [
            models.Index(fields=["-received_on", "-case"], name="closing_received"),
            models.Index(fields=["employer_key", "case"], name="closing_employer"),
            models.Index(fields=["event", "-received_on", "-case"], name="closing_event"),
            models.Index(DayOrLast("first_on"), "case", name="closing_first_sort"),
            models.Index(CountOrLeast("counted"), "case", name="closing_workers_sort"),
            models.Index(fields=["-changed_on"], name="closing_changed"),
            models.Index(fields=["-listed_on"], name="closing_listed"),
            models.Index(fields=["-list_changed_on"], name="closing_list_changed"),
        ]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.employer_name}"


class Revision(models.Model):
    """One filing on a notice, frozen: number 0 is the original, each later one an update, a correction, the rescission or
    its taking back. Only the days keyed of a letter are set right in place, with a correction that says so."""

    class Kind(models.TextChoices):
        ORIGINAL = "original", "Original notice"
        UPDATE = "update", "Update"
        RESCISSION = "rescission", "Rescission"
        CORRECTION = "correction", "Correction by the department"
        REINSTATED = "reinstated", "Rescission taken back"

    notice = models.ForeignKey(ClosingNotice, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    codes = models.CharField(max_length=20, blank=True)  # AW, LS, OC, RN: what an update changes
    content = EncryptedJSONField(default=dict)  # the whole notice as filed; holds the contact's phone and e-mail
    changes = models.JSONField(default=list)  # public fields: {"field", "label", "before", "after"}
    reason = EncryptedTextField(blank=True)  # in an employer's or our own words; the public list does not show it
    affected = models.PositiveIntegerField(null=True)
    first_on = models.DateField(null=True)
    received_on = models.DateField()
    # Of a letter that changes the notice; the notice itself has its own.
    postmarked_on = models.DateField(null=True)
    dated_on = models.DateField(null=True)
    filed_at = models.DateTimeField()
    by_role = models.CharField(max_length=20)
    document = models.ForeignKey("documents.Document", null=True, on_delete=models.PROTECT, related_name="+")
    source = models.CharField(max_length=200, blank=True)  # the imported list
    source_line = models.PositiveIntegerField(null=True)
    source_text = models.JSONField(default=dict)  # each cell of that line exactly as read

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["notice", "number"], name="one_revision_per_number")]


class Site(models.Model):
    """One employment site of the latest revision."""

    notice = models.ForeignKey(ClosingNotice, on_delete=models.CASCADE, related_name="sites")
    name = models.CharField(max_length=200, blank=True)
    street = models.CharField(max_length=200, blank=True)
    zip_code = models.CharField(max_length=10, blank=True)
    municipality = models.CharField(max_length=100, blank=True)
    municipality_type = models.CharField(max_length=10, blank=True)
    county = models.CharField(max_length=60, blank=True)
    affected = models.PositiveIntegerField(null=True)
    new_employees = models.PositiveIntegerField(null=True)
    low_hour_employees = models.PositiveIntegerField(null=True)
    two_officials = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["county", "notice"], name="closing_site_county")]


class Separation(models.Model):
    """One row of the schedule of the latest revision."""

    notice = models.ForeignKey(ClosingNotice, on_delete=models.CASCADE, related_name="separations")
    first_on = models.DateField(null=True)
    last_on = models.DateField(null=True)
    count = models.PositiveIntegerField(null=True)
    words = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["id"]


class Recipient(models.Model):
    """One who must be told, as the latest revision has it: who, when, how, and what proves it."""

    notice = models.ForeignKey(ClosingNotice, on_delete=models.CASCADE, related_name="recipients")
    kind = models.CharField(max_length=12)
    name = models.CharField(max_length=200, blank=True)
    municipality = models.CharField(max_length=100, blank=True)
    municipality_type = models.CharField(max_length=10, blank=True)
    county = models.CharField(max_length=60, blank=True)
    given_on = models.DateField(null=True)
    method = models.CharField(max_length=20, blank=True)
    proof = EncryptedTextField(blank=True)
    proof_file = models.BigIntegerField(null=True)  # id of an attachment of the case

    class Meta:
        ordering = ["id"]


class ExceptionClaim(models.Model):
    """One exception that the latest revision claims; whether it holds is decided in the determination."""

    notice = models.ForeignKey(ClosingNotice, on_delete=models.CASCADE, related_name="claims")
    code = models.CharField(max_length=20)
    statement = EncryptedTextField(blank=True)

    class Meta:
        ordering = ["id"]


class Determination(SignedOrder):
    """One draft of the determination and, if it was signed, its signature; a changed draft is a new row.

    `worksheet` holds the findings as they were printed and every input they were worked out from, frozen: the whole
    notice with its contact, as `Revision.content` has it.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="closing_determinations")
    revision = models.PositiveSmallIntegerField()  # of the notice, on which it rests
    required = models.BooleanField()  # whether notice was required
    worksheet = EncryptedJSONField(default=dict)
    decisions = EncryptedJSONField(default=list)  # whether the law reaches it: {"code", "holds", "reason"}
    together = models.JSONField(default=list)  # other notices counted as one with it: {"number", "revision"}
    exceptions = EncryptedJSONField(default=list)  # {"code", "holds", "reason"}
    daily_amount = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    surcharge = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    surcharge_reason = EncryptedTextField(blank=True)
    reasons = EncryptedTextField()

    @property
    def finding(self) -> str:
        """What it finds, in the words of a sentence of staff pages."""
        if not self.required:
            return "no notice was required"
        return (
            f"notice was required, surcharge ${self.surcharge:,.2f}"
            if self.surcharge
            else "notice was required, no surcharge"
        )
