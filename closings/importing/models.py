"""A list that was brought in and each of its rows: what was read, the pile, what people decided, what became of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from closings.importing.problems import LABELS, Pile


class ImportBatch(models.Model):
    """One file: its bytes are kept, its rows sorted, and nothing is imported before somebody says so."""

    class Status(models.TextChoices):
        READING = "reading", "Being read"
        SORTED = "sorted", "Sorted, nothing imported"
        IMPORTING = "importing", "Being imported"
        IMPORTED = "imported", "Imported"
        UNDOING = "undoing", "Being undone"
        UNDONE = "undone", "Undone"

    name = models.CharField(max_length=200)  # of the file
    layout = models.CharField(max_length=40)  # which list it is; rows are the same row within one list
    title = models.CharField(max_length=80)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    storage_key = models.CharField(max_length=32, unique=True)
    encoding = models.CharField(max_length=20)
    delimiter = models.CharField(max_length=1)
    heads = models.JSONField(default=list)
    notes = models.JSONField(default=list)
    figures = models.JSONField(default=dict)  # of a dry run, as the rows are read and decided now
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SORTED)
    runs = models.PositiveSmallIntegerField(default=0)  # how often its ready rows were sent to be imported
    decisions = models.PositiveIntegerField(default=0)  # taken on its rows so far: what a sorting was worked out from
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "closings"
        ordering = ["-added_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["sha256"], condition=~Q(status="undone"), name="one_batch_per_file"),
        ]

    def __str__(self) -> str:
        return self.name


class ImportRow(models.Model):
    """One row of the file. `cells` are the texts as read and never change; a correction stands beside them."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Not imported"
        IMPORTED = "imported", "Imported"
        KNOWN = "known", "Imported before"
        UNDONE = "undone", "Import undone"

    batch = models.ForeignKey(ImportBatch, on_delete=models.PROTECT, related_name="rows")
    number = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    cells = models.JSONField()
    missing = models.PositiveSmallIntegerField(default=0)
    broken = models.CharField(max_length=100, blank=True)
    corrections = models.JSONField(default=dict)  # index of the cell -> text that a person put there

    layout = models.CharField(max_length=40)  # of the batch
    row_hash = models.CharField(max_length=64)  # of the cells as read
    occurrence = models.PositiveIntegerField(default=1)  # among equal rows of the file
    event_hash = models.CharField(max_length=64, blank=True)  # of employer, places and day of receipt, for an original

    pile = models.PositiveSmallIntegerField(choices=[(int(pile), label) for pile, label in LABELS.items()])
    problems = models.JSONField(default=list)
    chain = models.PositiveIntegerField()  # number of the row that starts its event
    position = models.PositiveIntegerField(default=0)  # within the event, the latest revision last
    copy_of = models.PositiveIntegerField(null=True)

    accepted = models.BooleanField(null=True)  # None: nobody decided
    joins = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    case = models.ForeignKey("cases.Case", null=True, on_delete=models.PROTECT, related_name="import_rows")
    case_version = models.PositiveIntegerField(null=True)  # of the case when this row was stored in it
    added_version = models.PositiveIntegerField(null=True)  # of the case as this row made it; None for a repeated row
    made_case = models.BooleanField(default=False)  # this row opened the case, rather than adding to it
    failure = models.CharField(max_length=300, blank=True)  # why it could not be imported or undone

    class Meta:
        app_label = "closings"
        ordering = ["number"]
        indexes = [
            models.Index(fields=["batch", "pile", "number"], name="import_row_pile"),
            models.Index(fields=["batch", "chain", "position"], name="import_row_chain"),
            models.Index(fields=["event_hash"], name="import_row_event"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="one_import_row_per_number"),
            models.UniqueConstraint(
                fields=["layout", "row_hash", "occurrence"],
                condition=Q(status="imported"),
                name="a_row_is_imported_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}, row {self.number}"

    @property
    def pile_label(self) -> str:
        """The name of its pile."""
        return LABELS[Pile(self.pile)]
