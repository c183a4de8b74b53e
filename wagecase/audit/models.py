"""The audit tables: one chained row per act, and disposable details whose salted hashes stand in the chain."""

from django.db import models

from wagecase.encryption import EncryptedTextField


class Event(models.Model):
    """One act. Holds ids, verbs, field names and citations; never a person's words."""

    seq = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    case = models.ForeignKey("cases.Case", null=True, on_delete=models.PROTECT, related_name="events")
    verb = models.CharField(max_length=80)
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True)
    actor_role = models.CharField(max_length=20)
    body = models.TextField()  # the canonical JSON that was hashed
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["seq"]
        indexes = [models.Index(fields=["case", "-seq"], name="audit_event_case")]

    def __str__(self) -> str:
        return f"{self.seq} {self.verb}"


class EventDetail(models.Model):
    """A changed value in words. It may be disposed of with its file: the chain keeps only its salted hash."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="details")
    field = models.CharField(max_length=60)
    before = EncryptedTextField(blank=True)  # a reason may name a worker; the digest is of the words themselves
    after = EncryptedTextField(blank=True)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["id"]


class Anchor(models.Model):
    """The chain's length and last hash on a day, signed, to be copied out of the database."""

    day = models.DateField(unique=True)
    seq = models.PositiveBigIntegerField()
    hash = models.CharField(max_length=64)
    signature = models.CharField(max_length=64)


class ChainHead(models.Model):
    """One row that holds the end of the chain and is locked while the chain grows, so that it cannot fork."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)
