"""The outbox: one row per recipient with frozen words, one row per attempt, and the demo mailbox's received messages."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

EMAIL, LETTER = "email", "letter"
QUEUED, CLAIMED, SENT, RETRY, FAILED = "queued", "claimed", "sent", "retry", "failed"
BOUNCED, UNCERTAIN, HELD, PRINTED, MAILED = "bounced", "uncertain", "held", "printed", "mailed"
REPLACED = "replaced"  # another notice with the same words went, or goes, in its place


class Notice(models.Model):
    """One message to one recipient by one channel, with the words as they were when the act happened."""

    CHANNELS = [(EMAIL, _("E-mail")), (LETTER, _("Letter"))]
    # A mail server's answer is not service: the words say what is known, never "received".
    STATUSES = [
        (QUEUED, pgettext_lazy("notice", "Queued")),
        (CLAIMED, pgettext_lazy("notice", "Being sent")),
        (SENT, pgettext_lazy("notice", "Sent to mail server")),
        (RETRY, pgettext_lazy("notice", "Will be tried again")),
        (FAILED, pgettext_lazy("notice", "Not sent")),
        (BOUNCED, pgettext_lazy("notice", "Returned")),
        (UNCERTAIN, pgettext_lazy("notice", "Perhaps sent")),
        (HELD, pgettext_lazy("notice", "Held")),
        (PRINTED, pgettext_lazy("notice", "Printed")),
        (MAILED, pgettext_lazy("notice", "Mailed")),
        (REPLACED, pgettext_lazy("notice", "Replaced")),
    ]
    TONES = {
        QUEUED: "neutral", CLAIMED: "active", SENT: "done", RETRY: "attention", FAILED: "late",
        BOUNCED: "late", UNCERTAIN: "attention", HELD: "waiting", PRINTED: "active", MAILED: "done", REPLACED: "neutral",
    }  # fmt: skip

    case = models.ForeignKey("cases.Case", null=True, blank=True, on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=120)
    dedupe_key = models.CharField(max_length=200, unique=True)
    party_id = models.BigIntegerField(null=True, blank=True)  # the table of parties belongs to a higher layer
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    recipient_label = models.CharField(max_length=200)
    channel = models.CharField(max_length=8, choices=CHANNELS)
    address = models.CharField(max_length=254, blank=True)
    postal = models.TextField(blank=True)
    language = models.CharField(max_length=8)
    is_account_mail = models.BooleanField(default=False)  # carries a sign-in link: never shown to staff

    subject = models.CharField(max_length=250, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    message_id = models.CharField(max_length=120, unique=True)
    document = models.ForeignKey(
        "documents.Document", null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    document_sha256 = models.CharField(max_length=64, blank=True)
    attaches_document = models.BooleanField(default=True)  # else an e-mail only says where the document can be read

    status = models.CharField(max_length=10, choices=STATUSES, default=QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    crashes = models.PositiveIntegerField(default=0)  # attempts whose runner died before the message was handed over
    doubts = models.PositiveIntegerField(default=0)  # attempts after which the server may hold the message
    next_at = models.DateTimeField(null=True, blank=True)
    first_tried_at = models.DateTimeField(null=True, blank=True)
    handed_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    claimed_by = models.CharField(max_length=120, blank=True)
    last_error = models.CharField(max_length=500, blank=True)

    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    mailed_on = models.DateField(null=True, blank=True)
    mailed_method = models.CharField(max_length=40, blank=True)
    mailed_by = models.CharField(max_length=200, blank=True)
    certified_number = models.CharField(max_length=24, blank=True)  # as on the receipt, without spaces

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["certified_number"], condition=~models.Q(certified_number=""), name="one_certified_number"
            )
        ]
        indexes = [
            models.Index(fields=["status", "next_at", "id"], name="notice_due"),
            models.Index(fields=["case", "created_at", "id"], name="notice_of_case"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.pk})"

    @property
    def tone(self) -> str:
        """The tone of the status tag."""
        return self.TONES[self.status]

    @property
    def is_final(self) -> bool:
        """Whether nothing more happens to it unless a person acts."""
        return self.status in {SENT, FAILED, BOUNCED, MAILED, REPLACED} or (
            self.status == UNCERTAIN and self.next_at is None
        )

    @property
    def waits_for_post(self) -> bool:
        """Whether it is a letter that nobody gave to the post yet."""
        return self.channel == LETTER and self.status in {QUEUED, PRINTED}

    @property
    def may_go_again(self) -> bool:
        """Whether a person may send it again: an e-mail that did not arrive, or perhaps did not.

        Account mail never goes again: its link may have run out, and whoever it was for asks for a new one.
        """
        failed = self.is_final and self.status in {FAILED, BOUNCED, UNCERTAIN}
        return self.channel == EMAIL and not self.is_account_mail and failed


class PrintBatch(models.Model):
    """Letters that were printed in one run: one PDF of their stored bytes, kept, so that a second print is the same."""

    number = models.CharField(max_length=20, unique=True)
    unit = models.CharField(max_length=40)
    printed_at = models.DateTimeField()
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    two_sided = models.BooleanField(default=True)  # each letter begins on the front of a sheet
    storage_key = models.CharField(max_length=32, unique=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    pages = models.PositiveIntegerField()
    taken_at = models.DateTimeField(null=True)  # when the PDF was first opened

    class Meta:
        ordering = ["-printed_at", "-id"]
        indexes = [models.Index(fields=["unit", "printed_at", "id"], name="batch_of_unit")]

    def __str__(self) -> str:
        return self.number


class BatchLetter(models.Model):
    """One letter of a print batch, in the order of the pile; a letter is in one batch and never in a second."""

    batch = models.ForeignKey(PrintBatch, on_delete=models.PROTECT, related_name="letters")
    notice = models.OneToOneField(Notice, on_delete=models.PROTECT, related_name="in_batch")
    place = models.PositiveIntegerField()  # 1 lies on top
    first_page = models.PositiveIntegerField()
    pages = models.PositiveIntegerField()  # of the letter itself, without a blank back

    class Meta:
        ordering = ["batch", "place"]
        constraints = [models.UniqueConstraint(fields=["batch", "place"], name="one_letter_a_place")]

    def __str__(self) -> str:
        return f"{self.batch_id} #{self.place}"


class NoticeAttempt(models.Model):
    """One try to send a notice; `outcome` says what is known about it."""

    STARTED, ACCEPTED, DEFERRED, REFUSED, CRASHED, IN_DOUBT = (
        "started", "accepted", "deferred", "refused", "crashed", "uncertain",
    )  # fmt: skip
    OUTCOMES = [
        (STARTED, _("Under way")),
        (ACCEPTED, _("Accepted by mail server")),
        (DEFERRED, _("Put off by mail server")),
        (REFUSED, _("Refused by mail server")),
        (CRASHED, _("Broken off before sending")),
        (IN_DOUBT, _("Broken off while sending")),
    ]

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="tries")
    number = models.PositiveIntegerField()
    worker = models.CharField(max_length=120)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=OUTCOMES, default=STARTED)
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["notice", "number"]
        constraints = [models.UniqueConstraint(fields=["notice", "number"], name="one_row_per_attempt")]

    def __str__(self) -> str:
        return f"{self.notice_id} #{self.number}: {self.outcome}"


class DemoMessage(models.Model):
    """A message that the demonstration's mail server "received": the raw bytes, so that it is shown as a reader sees it."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="demo_messages")
    recipient = models.CharField(max_length=254)
    subject = models.CharField(max_length=250)
    raw = models.BinaryField()
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["-received_at", "-id"]
        indexes = [
            models.Index(fields=["received_at", "id"], name="demo_newest"),
            models.Index(fields=["recipient", "received_at", "id"], name="demo_of_recipient"),
        ]

    def __str__(self) -> str:
        return f"{self.recipient}: {self.subject}"
