"""The case file and what hangs on it: parties, attachments, tasks, notes, drafts."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from wagecase.encryption import EncryptedJSONField, EncryptedTextField


class CaseNumber(models.Model):
    """The counter behind case numbers: one locked row per prefix and year."""

    prefix = models.CharField(max_length=4)
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["prefix", "year"], name="one_counter_per_year")]


class Employer(models.Model):
    """An employer as the department knows it; a case also keeps the names it was filed under."""

    legal_name = models.CharField(max_length=200)
    trade_name = models.CharField(max_length=200, blank=True)
    fein = models.CharField(max_length=9, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["legal_name", "id"]

    def __str__(self) -> str:
        return self.legal_name


class DueOrLast(models.Func):
    """The due date for sorting, after all others where there is none.

    The last date is written into the statement: SQLite finds the index of an expression only where both are the same text.
    """

    template = "COALESCE(%(expressions)s, '9999-12-31')"
    arity = 1
    output_field = models.DateField()


class Case(models.Model):
    """One file. Only `wagecase.cases.services` writes `state` and `version`."""

    number = models.CharField(max_length=20, unique=True)
    kind = models.CharField(max_length=30)
    state = models.CharField(max_length=30)
    title = models.CharField(max_length=250)
    parent = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="children")
    employer = models.ForeignKey(Employer, null=True, on_delete=models.PROTECT, related_name="cases")
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="assigned_cases"
    )
    unit = models.CharField(max_length=40, default="labor-standards")
    received_at = models.DateTimeField(null=True)  # the instant; unknown for paper
    received_on = models.DateField()  # the stamped or local day
    channel = models.CharField(max_length=10, default="online")
    due_on = models.DateField(null=True)  # legal due date of the department's running clock, for lists
    is_open = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField()
    left_state = ""  # of no column: the state that the act being done leaves

    class Meta:
        ordering = ["-received_on", "-id"]
        indexes = [
            models.Index(fields=["received_on", "id"], name="case_received"),
            models.Index(fields=["is_open", "due_on", "id"], name="case_due"),
            models.Index(fields=["assignee", "is_open", "due_on", "id"], name="case_assignee"),
            models.Index(fields=["kind", "state", "received_on", "id"], name="case_kind_state"),
            models.Index(fields=["is_open", "received_on", "id"], name="case_open_received"),
            models.Index(fields=["is_open", "number"], name="case_open_number"),
            models.Index(DueOrLast("due_on"), "id", name="case_due_sort"),
            models.Index("is_open", DueOrLast("due_on"), "id", name="case_open_due_sort"),
            models.Index("assignee", "is_open", DueOrLast("due_on"), "id", name="case_assignee_due_sort"),
        ]

    def __str__(self) -> str:
        return self.number


class Party(models.Model):
    """Somebody in a case, with name, address and language as of then. Ways to reach a person are encrypted here.

    A notice and a letter that were addressed with them hold them in clear, as they were sent.
    """

    class Role(models.TextChoices):
        COMPLAINANT = "complainant", "Complainant"
        EMPLOYER = "employer", "Employer"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="parties")
    role = models.CharField(max_length=20, choices=Role.choices)
    name = models.CharField(max_length=200)
    attention = models.CharField(max_length=200, blank=True)
    email = EncryptedTextField(blank=True)
    email_allowed = models.BooleanField(default=False)  # we may write there
    phone = EncryptedTextField(blank=True)
    postal = EncryptedTextField(blank=True)  # lines of an envelope
    safe_contact = EncryptedTextField(blank=True)  # how and when it is safe to reach the person
    language = models.CharField(max_length=5, default="en")
    link_generation = models.PositiveSmallIntegerField(default=1)  # of the private link; 0 has none, and signs in
    told_on = models.DateField(null=True)  # the day on which an employer was first told of the case

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class Attachment(models.Model):
    """A file that a party or staff gave; its bytes are stored before the row commits and served only as a download."""

    class Status(models.TextChoices):
        CLEAN = "clean", "Added"
        REFUSED = "refused", "Refused"

    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="attachments")
    draft = models.ForeignKey("Draft", null=True, on_delete=models.CASCADE, related_name="attachments")
    storage_key = models.CharField(max_length=80, unique=True)
    name = models.CharField(max_length=255)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    source = models.CharField(max_length=20)  # complainant, employer, staff
    purpose = models.CharField(max_length=30, default="evidence")  # evidence, scan, declaration
    party_id = models.BigIntegerField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CLEAN)
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]


class Note(models.Model):
    """A staff note; parties never see it."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes")
    text = EncryptedTextField()  # may name a worker
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]


class Task(models.Model):
    """Something a person must do. "Needs me" is the open tasks plus the clocks."""

    case = models.ForeignKey(Case, null=True, on_delete=models.PROTECT, related_name="tasks")
    key = models.CharField(max_length=120, unique=True)  # natural key: the same thing is asked once
    what = models.CharField(max_length=200)
    unit = models.CharField(max_length=40, default="labor-standards")
    role = models.CharField(max_length=20, blank=True)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="tasks")
    due_on = models.DateField(null=True)
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = [F("due_on").asc(nulls_last=True), "id"]
        indexes = [models.Index(fields=["person", "done_at", "due_on", "id"], name="task_person")]

    @property
    def ends_by_act(self) -> bool:
        """Whether only an act closes it, such as the signature; once its case is closed a person may close it."""
        if self.key.startswith("rates:"):
            return True
        return self.key.partition(":")[0] in ("sign", "notarized") and self.case is not None and self.case.is_open


class Draft(models.Model):
    """A filing in the making, before there is a case. The resume link is mailed once and stored hashed."""

    kind = models.CharField(max_length=30)
    token_hash = models.CharField(max_length=64, unique=True)
    form_version = models.CharField(max_length=20)
    language = models.CharField(max_length=5, default="en")
    created_at = models.DateTimeField()
    saved_at = models.DateTimeField()
    expires_on = models.DateField()
    filed_case = models.OneToOneField(Case, null=True, on_delete=models.PROTECT, related_name="draft")
    # Of an organization's draft: its members open it by signing in, and its token opens nothing.
    owner = models.ForeignKey("accounts.Organization", null=True, on_delete=models.PROTECT, related_name="drafts")
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(
        Case, null=True, on_delete=models.PROTECT, related_name="drafts"
    )  # what it renews or changes

    class Meta:
        indexes = [models.Index(fields=["expires_on", "id"], name="draft_expiry")]


class DraftSection(models.Model):
    """The answers of one question page, as typed, encrypted, with a version of its own."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="sections")
    name = models.CharField(max_length=40)
    answers = EncryptedJSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "name"], name="one_section_per_draft")]


class DraftRow(models.Model):
    """One line of a list in a draft (a site, a worker), as typed, encrypted, with an identity and a version of its own."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rows")
    section = models.CharField(max_length=40)
    key = models.CharField(max_length=12)  # random; stays with the line for good
    place = models.PositiveIntegerField()  # for the order only
    digest = models.CharField(
        max_length=64, blank=True
    )  # keyed hash of what identifies the line, such as a worker's id
    answers = EncryptedJSONField(default=dict)
    outcome = models.CharField(
        max_length=12, blank=True
    )  # the app's word for the line as saved, so that lines are counted
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()
    saved_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["place", "id"]
        constraints = [models.UniqueConstraint(fields=["draft", "section", "key"], name="one_row_per_key")]
        indexes = [
            models.Index(fields=["draft", "section", "place", "id"], name="draft_row_place"),
            models.Index(fields=["draft", "section", "digest"], name="draft_row_digest"),
        ]


class SearchEntry(models.Model):
    """One normalized word or phrase by which staff may find a case (number, names); written by the services."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="search_entries")
    kind = models.CharField(max_length=20)
    text = models.CharField(max_length=250)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "kind", "text"], name="one_search_entry")]
        indexes = [models.Index(fields=["text", "case"], name="search_text")]


class Heartbeat(models.Model):
    """When each part of the runner last finished a round, so that a stalled one does not look healthy."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()


class DailyRun(models.Model):
    """That a daily duty was begun, and ended, for one local date; the row itself is the lock against a second run."""

    job = models.CharField(max_length=40)
    on = models.DateField()
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["job", "on"], name="one_run_a_day")]


class Job(models.Model):
    """Work that is too long for one request: an import, a batch. It is done item by item, each in its own transaction.

    What is left to do stands in the rows that the job is about; this row says who works on it and how far it is.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Stopped"

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120, unique=True)  # natural key: the same work is asked for once
    arguments = models.JSONField(default=dict)  # ids only
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    errors = models.JSONField(default=list)  # {"item", "error"}: items that could not be done
    attempts = models.PositiveIntegerField(default=0)
    crashes = models.PositiveSmallIntegerField(default=0)  # tries in a row whose process died
    lease_until = models.DateTimeField(null=True)  # of a job that waits again: when its last turn ended
    claimed_by = models.CharField(max_length=120, blank=True)
    actor = models.JSONField(default=dict)  # kind, id, role, label of who asked for it
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["asked_at", "id"]
        indexes = [models.Index(fields=["status", "lease_until", "id"], name="job_due")]

    def __str__(self) -> str:
        return f"{self.key} ({self.done} of {self.total})"

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.status in (self.Status.DONE, self.Status.FAILED)

    @property
    def percent(self) -> int:
        """How far it is, for a bar."""
        return 100 * min(self.done, self.total) // self.total if self.total else 100 * self.is_over


class SignedOrder(models.Model):
    """The columns of an order of whatever kind: its draft and, if it was signed, its signature; a changed draft is a new row."""

    draft = models.ForeignKey("documents.Document", on_delete=models.PROTECT, related_name="+")
    drafted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    drafted_at = models.DateTimeField()
    intended_signer = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    returned_reason = EncryptedTextField(blank=True)  # may take up what the draft says
    superseded = models.BooleanField(default=False)
    signed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    signed_at = models.DateTimeField(null=True)
    signer_named_on = models.DateField(null=True)  # day of the appointment under which an acting signer signed
    signed_draft_sha256 = models.CharField(max_length=64, blank=True)
    issued = models.ForeignKey("documents.Document", null=True, on_delete=models.PROTECT, related_name="+")
    served_on = models.DateField(null=True)
    service_method = models.TextField(blank=True)  # each party with way and day

    class Meta:
        abstract = True
        ordering = ["id"]


OPEN_TASK = Q(done_at=None)
