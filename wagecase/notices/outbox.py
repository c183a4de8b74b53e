"""The outbox: the only door by which a message to a person is queued, held, mailed by post, or reported as returned.

Queueing happens inside the act's transaction, so an act and its notices are stored together or not at all. Sending is
another module's work (sending.py) and happens later, outside any transaction.
"""

import logging
import unicodedata
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.audit.chain import unit_of_work
from wagecase.documents.models import READY, Document
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices.models import (
    BOUNCED,
    CLAIMED,
    EMAIL,
    FAILED,
    HELD,
    LETTER,
    MAILED,
    PRINTED,
    QUEUED,
    REPLACED,
    RETRY,
    SENT,
    UNCERTAIN,
    Notice,
)  # fmt: skip
from wagecase.notices.sending import RETRY_AFTER_MINUTES, deliver_due, on_sent, on_stuck, record_result
from wagecase.notices.wording import render_email
from wagecase.wakeups import DELIVER, wake
from wagecase.web.mail_addresses import bare_address

__all__ = [
    "RETRY_AFTER_MINUTES", "bare_address", "deliver_due", "hold", "mark_mailed", "mark_printed", "on_sent", "on_stuck",
    "queue_email", "queue_letter",
    "record_bounce", "record_returned", "release", "render_email", "resend", "together", "waiting_for", "withdraw",
]  # fmt: skip

logger = logging.getLogger(__name__)

MAX_SUBJECT = 200
MAX_TEXT = 100_000


def queue_email(
    *,
    kind: str,
    dedupe_key: str,
    to: str,
    recipient_label: str,
    subject: str,
    text: str,
    html: str,
    language: str,
    case: Any = None,
    party_id: int | None = None,
    user: Any = None,
    document: Document | None = None,
    attach_document: bool = True,
    at: datetime,
    private: bool = False,
) -> Notice:
    """Queue one e-mail to one address and return its row; the same `dedupe_key` again returns the first row.

    With a `document` it waits until the PDF is ready; it carries it unless `attach_document` is False. `private` marks account mail, which staff never
    see. ValidationError for anything but one bare address, or for words too long to send.
    """
    address = bare_address(to)
    if len(text) > MAX_TEXT or len(html) > MAX_TEXT:
        raise ValidationError(_("This message is too long to send by e-mail."), code="too_long")
    return _queue(
        dedupe_key, kind=kind, channel=EMAIL, address=address, recipient_label=recipient_label[:200],
        subject=one_line(subject), text=text, html=html, language=language, case=case, party_id=party_id, user=user,
        document=document, attaches_document=attach_document, created_at=at, next_at=at, is_account_mail=private,
    )  # fmt: skip


def queue_letter(
    *,
    kind: str,
    dedupe_key: str,
    recipient_label: str,
    postal: str,
    language: str,
    document: Document,
    case: Any,
    party_id: int | None,
    at: datetime,
) -> Notice:
    """Queue one letter by post: it stays queued until `mark_mailed`. The same `dedupe_key` returns the first row."""
    return _queue(
        dedupe_key, kind=kind, channel=LETTER, postal=postal, recipient_label=recipient_label[:200],
        subject=one_line(document.title), language=language, case=case, party_id=party_id, document=document,
        created_at=at, is_account_mail=False,
    )  # fmt: skip


def mark_mailed(
    *, notice: Notice, mailed_on: date, method: str, actor: Actor, at: datetime, certified_number: str = ""
) -> Notice:
    """Record that a letter was given to the post on `mailed_on` (a legal date) by `method`; return the fresh row.

    ValidationError for a day before the letter was made or after today; TransitionNotAllowed when it is no letter,
    has no address, its PDF is not ready, or it was marked before.
    """
    if mailed_on > timezone.localdate(at):
        raise ValidationError(_("The mailing date cannot be in the future."), code="future")
    if mailed_on < timezone.localdate(notice.created_at):
        raise ValidationError(_("The mailing date cannot be before the letter was written."), code="too_early")
    if notice.channel != LETTER or notice.document is None:
        raise TransitionNotAllowed(_("This notice is not a letter by post."))
    if notice.document.status != READY:
        raise TransitionNotAllowed(_("This letter is still being prepared. Try again in a minute."))
    if not notice.postal.strip():
        raise TransitionNotAllowed(
            _("This letter has no address. Record the address under Parties: a new letter is made for it.")
        )
    changed = Notice.objects.filter(pk=notice.pk, status__in=[QUEUED, PRINTED]).update(
        status=MAILED, mailed_on=mailed_on, mailed_method=method, mailed_by=actor.label[:200], sent_at=at,
        document_sha256=notice.document.sha256, certified_number=certified_number,
    )  # fmt: skip
    notice.refresh_from_db()
    if not changed:
        raise TransitionNotAllowed(_("This letter was already marked as mailed."), state=notice.status)
    return notice


def mark_printed(*, notice: Notice) -> Document:
    """Note that a letter left the system on paper and return its document; TransitionNotAllowed when it does not wait for the post or its PDF.

    Printing it again is fine: paper jams.
    """
    if notice.channel != LETTER or notice.document is None or notice.status not in (QUEUED, PRINTED):
        raise TransitionNotAllowed(_("This letter does not wait for the post."), state=notice.status)
    if notice.document.status != READY:
        raise TransitionNotAllowed(_("This letter is still being prepared. Try again in a minute."))
    Notice.objects.filter(pk=notice.pk, status=QUEUED).update(status=PRINTED)
    return notice.document


def resend(*, notice: Notice, at: datetime) -> None:
    """Queue the same bytes once more after a person looked at a failure; TransitionNotAllowed if it is still under way."""
    final = Q(status__in=[FAILED, BOUNCED, SENT]) | Q(status=UNCERTAIN, next_at=None)
    if not Notice.objects.filter(final, pk=notice.pk, channel=EMAIL).update(
        status=QUEUED, next_at=at, crashes=0, doubts=0, first_tried_at=None, handed_at=None, claimed_by="",
        lease_until=None,
    ):  # fmt: skip
        raise TransitionNotAllowed(_("This notice is still being sent."))


def hold(*, notice: Notice) -> bool:
    """Keep a notice that has not been sent from going out; return whether it was stopped in time."""
    return bool(Notice.objects.filter(pk=notice.pk, status__in=[QUEUED, RETRY]).update(status=HELD, next_at=None))


def withdraw(*, case: Any, kinds: Collection[str], reason: str) -> list[int]:
    """Take back the notices of `kinds` that have not left, with `reason`; return their ids.

    Letters that wait for the post, printed ones too, and e-mails that wait for their PDF or their next try or are
    held. An e-mail that is being sent, or that a mail server may have, is let go.
    """
    letters = Q(channel=LETTER, status__in=[QUEUED, PRINTED, HELD])
    emails = Q(channel=EMAIL, status__in=[QUEUED, RETRY, HELD], doubts=0)
    waiting = Notice.objects.filter(letters | emails, case=case, kind__in=kinds)
    end = {"status": REPLACED, "next_at": None, "last_error": one_line(reason)}
    # One by one, and only what still waits: a sender that claims one meanwhile keeps it.
    return [pk for pk in waiting.order_by("id").values_list("pk", flat=True) if waiting.filter(pk=pk).update(**end)]


def release(*, notice: Notice, at: datetime) -> bool:
    """Let a held notice go out; return whether it was held."""
    return bool(Notice.objects.filter(pk=notice.pk, status=HELD).update(status=QUEUED, next_at=at))


def record_bounce(*, message_id: str, detail: str) -> bool:
    """Take a mail server's report that a message came back; return whether this call changed anything.

    It may come before the sender wrote down its success, twice, days late, or for a message that is not ours.
    """
    notice = Notice.objects.filter(message_id=message_id, channel=EMAIL).first()
    if notice is None:
        logger.warning("a mail server reports a message as returned that is not ours: %s", one_line(message_id))
        return False
    may_change = Notice.objects.filter(pk=notice.pk, status__in=[SENT, CLAIMED, UNCERTAIN, RETRY])
    if not may_change.exists():
        return False
    for hook in on_stuck:  # before the change: a hook that dies is called again by the next report
        hook(notice)
    with unit_of_work():
        changed = bool(may_change.update(status=BOUNCED, next_at=None, last_error=one_line(detail)[:500]))
        if changed:
            record_result(notice, BOUNCED, at=timezone.now())
    return changed


def record_returned(*, notice: Notice, returned_on: date, reason: str, at: datetime) -> Notice:
    """Record that a mailed letter or a sent e-mail came back on `returned_on` (a local date); return the fresh row.

    ValidationError (returned_on) for a day before it went out or after today; TransitionNotAllowed when it never went
    out or came back before.
    """
    out = notice.mailed_on or (timezone.localdate(notice.sent_at) if notice.sent_at else None)
    if notice.status not in {MAILED, SENT, UNCERTAIN} or (notice.channel == EMAIL and notice.is_account_mail):
        raise TransitionNotAllowed(_("Only mail that went out can come back."), state=notice.status)
    if returned_on > timezone.localdate(at) or (out and returned_on < out):
        raise ValidationError({"returned_on": _("It cannot have come back before it went out or after today.")})
    changed = Notice.objects.filter(pk=notice.pk, status=notice.status).update(
        status=BOUNCED, next_at=None, last_error=one_line(f"{returned_on.isoformat()}: {reason}")[:500]
    )
    notice.refresh_from_db()
    if not changed:
        raise TransitionNotAllowed(_("Somebody changed this notice meanwhile. Look at it again."), state=notice.status)
    return notice


def one_line(text: str) -> str:
    """Return `text` as one header line: controls and line ends become spaces, and it is cut at 200 characters."""
    plain = "".join(" " if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} else sign for sign in text)
    plain = " ".join(plain.split())
    return plain if len(plain) <= MAX_SUBJECT else f"{plain[: MAX_SUBJECT - 1]}…"


# The notices of a batch by their natural keys, while one is gathered.
_gathered: ContextVar[dict[str, Notice] | None] = ContextVar("gathered_notices", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Write the notices that are queued inside at its end and all at once; until then they have no id.

    For many short acts in one transaction. A natural key that is stored already, or comes twice, keeps its first row.
    """
    gathered: dict[str, Notice] = {}
    token = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(token)
    known = set(Notice.objects.filter(dedupe_key__in=gathered).values_list("dedupe_key", flat=True))
    made = Notice.objects.bulk_create(notice for key, notice in gathered.items() if key not in known)
    for notice in made:
        _wake(notice)


def _queue(dedupe_key: str, **fields: Any) -> Notice:
    domain = urlsplit(settings.SITE_URL).hostname or "localhost"
    values = {**fields, "message_id": f"<{uuid.uuid4().hex}@{domain}>"}
    gathered = _gathered.get()
    if gathered is not None:
        return gathered.setdefault(dedupe_key, Notice(dedupe_key=dedupe_key, **values))
    notice, created = Notice.objects.get_or_create(dedupe_key=dedupe_key, defaults=values)
    if created:
        _wake(notice)
    return notice


def _wake(notice: Notice) -> None:
    if notice.channel == EMAIL:
        wake(DELIVER, notice.pk)


def waiting_for(*, document_id: int) -> list[int]:
    """Return the ids of the e-mails that waited for this document and can go now."""
    waiting = Notice.objects.filter(document_id=document_id, document__status=READY, channel=EMAIL, status=QUEUED)
    return list(waiting.order_by("id").values_list("pk", flat=True))
