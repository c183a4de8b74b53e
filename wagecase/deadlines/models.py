"""Clocks as rows that explain themselves, and one row per reminder so that none is lost or doubled."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Clock(models.Model):
    """A running or finished period of one case, with everything needed to print how its date was reached."""

    class Status(models.TextChoices):
        RUNNING = "running", "Running"
        MET = "met", "Met"
        ENDED = "ended", "Ended"
        REPLACED = "replaced", "Replaced"

    case = models.ForeignKey("cases.Case", on_delete=models.PROTECT, related_name="clocks")
    key = models.CharField(max_length=60)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    start_verb = models.CharField(max_length=80)
    start_at = models.DateTimeField(null=True)  # the instant, where one is known
    start_on = models.DateField()  # day 0, a local date
    length = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=15)
    rule = models.CharField(max_length=80)  # parameter, its first day and citation
    holiday_version = models.CharField(max_length=20)
    raw_due = models.DateField()
    legal_due = models.DateField()
    work_by = models.DateField()
    roll_reason = models.CharField(max_length=20, blank=True)
    finding = models.JSONField()
    opened_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)
    stopped_on = models.DateField(null=True)
    stop_verb = models.CharField(max_length=80, blank=True)
    replaced_by = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="replaces")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["case", "key"], condition=Q(status="running"), name="one_running_clock")
        ]
        indexes = [models.Index(fields=["status", "legal_due", "id"], name="clock_due")]

    def __str__(self) -> str:
        return f"{self.key} due {self.legal_due}"


class ClockStep(models.Model):
    """One reminder or expiry of a clock: due at an instant, handled once."""

    class Outcome(models.TextChoices):
        SENT = "sent", "Sent"
        PASSED = "passed", "Passed before entry"
        NOT_NEEDED = "not_needed", "Clock had stopped"

    clock = models.ForeignKey(Clock, on_delete=models.CASCADE, related_name="steps")
    step = models.CharField(max_length=40)
    role = models.CharField(max_length=20)
    days_before = models.SmallIntegerField()  # 0 is the due day, -1 the morning after
    due_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)

    class Meta:
        ordering = ["due_at", "id"]
        constraints = [models.UniqueConstraint(fields=["clock", "step"], name="one_step_per_clock")]
        indexes = [models.Index(fields=["handled_at", "due_at", "id"], name="clockstep_due")]
