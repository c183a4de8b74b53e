"""A spreadsheet that was uploaded to a draft and each of its rows as read; encrypted, and gone once taken over."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from wagecase.cases.models import Draft
from wagecase.encryption import EncryptedJSONField, EncryptedTextField


class Pile(models.TextChoices):
    """Where a row of the spreadsheet ends; every row is on exactly one."""

    NEW = "new", "New"
    CHANGED = "changed", "Changed"
    SAME = "same", "Unchanged"
    PROBLEM = "problem", "With a problem"


class RosterUpload(models.Model):
    """One spreadsheet. The file itself is not kept: its cells are, until they are taken over or thrown away."""

    class Status(models.TextChoices):
        MATCHING = "matching", "Columns to be looked at"
        READING = "reading", "Being read"
        CHECKED = "checked", "Read, nothing taken over"
        APPLIED = "applied", "Taken over"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="roster_uploads")
    name = EncryptedTextField()  # of the file: it may name a person
    kind = models.CharField(max_length=4)  # csv, xlsx
    sheet = EncryptedJSONField(default=dict)  # rows of cells, remarks on the file
    head = models.PositiveIntegerField(default=0)  # the place of the row of heads among the rows
    columns = models.JSONField(default=list)  # for each column of the file the answer it holds, "" for none
    total = models.PositiveIntegerField(default=0)  # rows below the heads with a text
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.MATCHING)
    runs = models.PositiveIntegerField(default=0)  # how often it was read
    counts = models.JSONField(default=dict)  # rows by pile, once it is read
    result = models.JSONField(default=dict)  # what was taken over; numbers, and who was in the way of which row
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    applied_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    applied_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "licenses"
        ordering = ["-uploaded_at", "-id"]

    def __str__(self) -> str:
        return f"roster {self.pk}"


class RosterRow(models.Model):
    """One row as read: the answers it would give, what is wrong with them, and which line of the draft it is."""

    upload = models.ForeignKey(RosterUpload, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()  # as the spreadsheet program counts
    pile = models.CharField(max_length=10, choices=Pile.choices)
    key = models.CharField(max_length=12, blank=True)  # of the line in the draft that it is
    version = models.PositiveIntegerField(null=True)  # of that line when it was compared
    covers = models.BooleanField(null=True)  # whether the rate covers the wage; None where it cannot be worked out
    warned = models.BooleanField(default=False)
    content = EncryptedJSONField(default=dict)  # Reading.to_dict()

    class Meta:
        app_label = "licenses"
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["upload", "number"], name="one_roster_row_per_number")]
        indexes = [
            models.Index(fields=["upload", "pile", "number"], name="roster_pile"),
            models.Index(fields=["upload", "covers", "number"], name="roster_covers"),
        ]

    def __str__(self) -> str:
        return f"row {self.number} of roster {self.upload_id}"
