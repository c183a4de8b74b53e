"""The published rate schedules and their rows: what answers on a day, by whose authority, and who prepared it."""

from __future__ import annotations

from datetime import date

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q

from wagecase.cases.models import Attachment

DRAFT, PROPOSED, IN_FORCE, SUPERSEDED = "draft", "proposed", "in_force", "superseded"
PRINTED, POVERTY_LINE, INDEX, DATED, TYPED = "printed", "poverty_line", "index", "dated", "typed"
ACT, REGISTER = "act", "register"
ADOPTED_SOURCE = "DWD272"  # the only source whose amounts may ever be in force; the bills never became law


class RateSchedule(models.Model):
    """One table of amounts. A proposal until a second person enters the authority that puts it in force.

    `in_force` and `superseded` are published and answer for the days that the rule of docs/adr/0014 gives them; which
    days those are is worked out from `first_day`, so that no nightly job has to change a status. `superseded` means
    that no row answers after `last_day`.
    """

    STATUSES = [
        (DRAFT, "Draft"),
        (PROPOSED, "Proposed, not law"),
        (IN_FORCE, "In force"),
        (SUPERSEDED, "Superseded"),
    ]
    METHODS = [
        (PRINTED, "Printed in the source"),
        (POVERTY_LINE, "Poverty line"),
        (INDEX, "Price index"),
        (DATED, "Dated schedule"),
        (TYPED, "Typed table"),
    ]
    AUTHORITIES = [(ACT, "Act"), (REGISTER, "Administrative register")]

    key = models.CharField(max_length=20, unique=True)
    source = models.CharField(max_length=12)
    title = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=STATUSES, default=DRAFT)
    method = models.CharField(max_length=16, choices=METHODS)
    first_day = models.DateField(null=True, blank=True)  # None for a bill that states none
    last_day = models.DateField(null=True, blank=True)  # set when superseded
    citation = models.CharField(max_length=200, blank=True)
    note = models.TextField(blank=True)

    authority_kind = models.CharField(max_length=10, choices=AUTHORITIES, blank=True)
    authority_number = models.CharField(max_length=60, blank=True)
    authority_date = models.DateField(null=True, blank=True)
    first_day_reason = models.TextField(blank=True)  # why a first day lies on or before the day of publishing
    document = models.ForeignKey(Attachment, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    document_sha256 = models.CharField(max_length=64, blank=True)
    rows_sha256 = models.CharField(max_length=64)

    inputs = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)  # what was entered, with its sources
    findings = models.JSONField(default=list, blank=True)  # name, Finding.to_dict() and sentences as printed, in order

    prepared_by = models.CharField(max_length=40)  # actor key of the last person who changed the rows
    prepared_label = models.CharField(max_length=120)
    hands = models.JSONField(default=list)  # actor keys of everybody who ever prepared a version of it
    published_by = models.CharField(max_length=40, blank=True)
    published_label = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField()
    proposed_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="schedule_status_known", condition=Q(status__in=[DRAFT, PROPOSED, IN_FORCE, SUPERSEDED])
            ),
            models.CheckConstraint(
                name="schedule_method_known",
                condition=Q(method__in=[PRINTED, POVERTY_LINE, INDEX, DATED, TYPED]),
            ),
            models.CheckConstraint(
                name="schedule_bill_never_in_force",
                condition=Q(source=ADOPTED_SOURCE) | Q(status__in=[DRAFT, PROPOSED]),
            ),
            models.CheckConstraint(
                name="schedule_in_force_has_first_day",
                condition=Q(status__in=[DRAFT, PROPOSED]) | Q(first_day__isnull=False, published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="schedule_in_force_has_authority",
                condition=Q(status__in=[DRAFT, PROPOSED])
                | Q(method=PRINTED)
                | (Q(authority_kind__in=[ACT, REGISTER], authority_date__isnull=False) & ~Q(authority_number="")),
            ),
            models.CheckConstraint(
                name="schedule_published_by_another",
                condition=Q(published_by="") | Q(method=PRINTED) | ~Q(published_by=F("prepared_by")),
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_published(self) -> bool:
        """Whether the department put it in force, today or from a later day, or did so once."""
        return self.status in (IN_FORCE, SUPERSEDED)

    @property
    def is_bill(self) -> bool:
        """Whether it is the table of a bill: proposed, not law, for ever."""
        return self.source != ADOPTED_SOURCE

    def begins_after(self, on: date) -> bool:
        """Return whether it is published and answers for no day up to `on` yet."""
        return self.is_published and self.first_day is not None and self.first_day > on


class RateRow(models.Model):
    """One amount in dollars for a class, an item and a unit; or a doubt about its dates, if `flag` is set."""

    schedule = models.ForeignKey(RateSchedule, on_delete=models.PROTECT, related_name="rows")
    class_name = models.CharField(max_length=24, blank=True)  # "" only in a doubt: about every class
    item = models.CharField(max_length=20, blank=True)
    unit = models.CharField(max_length=8, blank=True)
    start = models.DateField()
    end = models.DateField(null=True, blank=True)
    amount = models.DecimalField(max_digits=8, decimal_places=2)
    cite = models.CharField(max_length=60)
    flag = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["schedule", "class_name", "item", "unit", "start"]
        constraints = [
            models.UniqueConstraint(
                fields=["schedule", "class_name", "item", "unit", "start"], name="one_amount_per_first_day"
            ),
            models.CheckConstraint(name="amount_not_negative", condition=Q(amount__gte=0)),
            models.CheckConstraint(name="row_ends_after_start", condition=Q(end=None) | Q(end__gte=F("start"))),
            models.CheckConstraint(
                name="row_is_amount_or_doubt", condition=~Q(flag="") | ~(Q(class_name="") | Q(item="") | Q(unit=""))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.class_name} {self.item} {self.unit} {self.start}"


class RulePacket(models.Model):
    """The rule packet frozen when a schedule was put forward; `rows_sha256` is the table that it prints."""

    schedule = models.ForeignKey(RateSchedule, on_delete=models.PROTECT, related_name="packets")
    document = models.OneToOneField("documents.Document", on_delete=models.PROTECT, related_name="+")
    rows_sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"packet {self.pk} of schedule {self.schedule_id}"
