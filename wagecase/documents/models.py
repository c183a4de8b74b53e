"""The one table of documents: what was frozen, how far its PDF is, and the hashes that prove both."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wagecase.encryption import EncryptedTextField

PENDING, RENDERING, READY, FAILED = "pending", "rendering", "ready", "failed"
STAFF, PARTY, PUBLIC = "staff", "party", "public"


class Document(models.Model):
    """A letter or order of the department: frozen HTML, then stored PDF bytes with their hash."""

    STATUSES = [
        (PENDING, _("Being prepared")),
        (RENDERING, _("Being prepared")),
        (READY, pgettext_lazy("document", "Ready")),
        (FAILED, _("Could not be prepared")),
    ]
    VISIBILITIES = [(STAFF, _("Staff")), (PARTY, _("The party it is addressed to")), (PUBLIC, _("Anyone"))]

    case = models.ForeignKey("cases.Case", null=True, blank=True, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=80)
    title = models.CharField(max_length=200)
    language = models.CharField(max_length=8)
    party_id = models.BigIntegerField(null=True, blank=True)  # the table of parties belongs to a higher layer
    visibility = models.CharField(max_length=8, choices=VISIBILITIES, default=STAFF)

    html = EncryptedTextField()  # holds words that are encrypted where they were taken from; its hash is of the words
    html_sha256 = models.CharField(max_length=64)
    template_version = models.CharField(max_length=80)

    status = models.CharField(max_length=10, choices=STATUSES, default=PENDING)
    attempts = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)  # of a pending row: not before this instant
    claimed_by = models.CharField(max_length=120, blank=True)
    last_error = models.CharField(max_length=500, blank=True)

    storage_key = models.CharField(max_length=32, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)

    created_at = models.DateTimeField()
    rendered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
        indexes = [
            models.Index(fields=["status", "lease_until", "id"], name="document_due"),
            models.Index(fields=["case", "created_at", "id"], name="document_of_case"),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.pk})"

    @property
    def is_ready(self) -> bool:
        """Whether the PDF bytes are stored."""
        return self.status == READY

    @property
    def filename(self) -> str:
        """A plain ASCII name for downloads, such as "receipt-412.pdf"."""
        return f"{self.kind.rpartition('.')[2].replace('_', '-') or 'document'}-{self.pk}.pdf"
