"""Sends what the outbox holds: claimed by compare-and-set, counted before the work, sent outside any transaction.

At least once on purpose: a repeated notice is harmless, a lost one is not. What a killed runner leaves behind is taken
up when its lease ends; if the mail server may already hold the message, it goes out once more under the same
Message-ID and both attempts stay on record.
"""

import contextlib
import hashlib
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from wagecase import statements
from wagecase.audit.chain import record, unit_of_work
from wagecase.documents import store
from wagecase.documents.leases import (
    LEASE,
    MAX_CRASHES,
    PassClock,
    Stop,
    claim_token,
    never,
)
from wagecase.documents.models import READY
from wagecase.lifecycle import SYSTEM_ACTOR
from wagecase.notices import delivery
from wagecase.notices.mime import message_bytes
from wagecase.notices.models import (
    BOUNCED,
    CLAIMED,
    EMAIL,
    FAILED,
    QUEUED,
    RETRY,
    SENT,
    UNCERTAIN,
    Notice,
    NoticeAttempt,
)  # fmt: skip

logger = logging.getLogger(__name__)

# Minutes after the first attempt at which a notice that the mail server put off is tried again; after 72 hours a
# person must look. Published in the operations page.
RETRY_AFTER_MINUTES: Final = (1, 5, 15, 30, 60, 120, 240, 480, 960, 1440, 2160, 2880, 3600, 4320)
RESULTS: Final = {
    SENT: "notices.sent", BOUNCED: "notices.returned", FAILED: "notices.failed", UNCERTAIN: "notices.uncertain",
}  # fmt: skip
READ_AT_ONCE: Final = 50
MAX_DOUBTS: Final = 2  # the first doubtful attempt is followed by one resend

# Called with a notice that will not be sent without a person; cases fills it with "open a task". May be called twice.
on_stuck: list[Callable[[Notice], None]] = []
on_sent: list[Callable[[Notice, datetime], None]] = []  # told of an e-mail and the moment at which the server took it


class LostClaim(Exception):
    """The lease ended before the message was handed over and another runner has the notice now."""


def deliver_due(
    *,
    now: datetime,
    limit: int = 20,
    only: int | None = None,
    worker: str = "",
    backend: "delivery.Channel | None" = None,
    stop: Stop = never,
) -> int:
    """Send the e-mails that are due (or `only` that one), oldest first; return how many were dealt with, sent or not.

    Safe to run twice at the same time and to kill at any moment. `stop` is asked between messages: the message in hand
    is always finished. A mail server that does not answer ends the pass, so that it does not hold up other work.
    """
    with contextlib.ExitStack() as ending:
        if backend is None:
            backend = ending.enter_context(contextlib.closing(delivery.configured_backend()))
        clock, done = PassClock(now), 0
        for notice in _in_turn(clock, limit=limit, only=only):
            if stop():
                break
            if not _claim(notice, clock(), worker):
                continue
            if not _send(notice, clock, backend):
                break
            done += 1
        return done


def _due(now: datetime) -> Any:
    waiting = Q(status__in=[QUEUED, RETRY, UNCERTAIN], next_at__lte=now)
    abandoned = Q(status=CLAIMED, lease_until__lte=now)
    sendable = Q(document=None) | Q(document__status=READY)
    return Notice.objects.filter(waiting | abandoned, sendable, channel=EMAIL)


def _in_turn(clock: PassClock, *, limit: int, only: int | None) -> Iterator[Notice]:
    """Read what is due now, oldest first, a few whole messages at a time; a claim finds out whether one still is."""
    ids = [only] if only is not None else list(_oldest_first(clock()).values_list("pk", flat=True)[:limit])
    for start in range(0, len(ids), READ_AT_ONCE):
        some = _oldest_first(clock()).filter(pk__in=ids[start : start + READ_AT_ONCE])
        yield from some.select_related("document").defer("document__html")


def _oldest_first(now: datetime) -> Any:
    return _due(now).order_by("next_at", "id")


def _claim(notice: Notice, now: datetime, worker: str) -> bool:
    """Take one notice if it still is as it was read; counts the attempt and settles what an abandoned one was.

    The row's attempt number is its version: two runners that read the same row cannot both win the update. The commit
    does not wait for the disk: if the database dies too, the notice is as it was and nothing was handed over yet.
    """
    crashes, doubts = notice.crashes, notice.doubts
    if notice.status == CLAIMED:
        crashes, doubts = (crashes, doubts + 1) if notice.handed_at else (crashes + 1, doubts)
    claim = {
        "status": CLAIMED, "attempts": notice.attempts + 1, "crashes": crashes, "doubts": doubts, "handed_at": None,
        "claimed_by": claim_token(worker), "lease_until": now + LEASE, "first_tried_at": notice.first_tried_at or now,
    }  # fmt: skip
    as_read = {
        name: getattr(notice, name) for name in ("id", "status", "attempts", "claimed_by", "next_at", "handed_at")
    }
    started = {
        "notice": notice.pk, "number": claim["attempts"], "worker": worker[:120], "started_at": now,
        "outcome": NoticeAttempt.STARTED, "detail": "",
    }  # fmt: skip
    abandoned = notice.status == CLAIMED
    with transaction.atomic(durable=True) if abandoned else contextlib.nullcontext():
        if not statements.change_and_add(Notice, where=as_read, to=claim, wait=False, other=NoticeAttempt, row=started):
            return False
        if abandoned:
            outcome = NoticeAttempt.IN_DOUBT if notice.handed_at else NoticeAttempt.CRASHED
            closing = _closing(notice, now, outcome=outcome, detail="the program ended during this attempt")
            statements.change(NoticeAttempt, where=closing["where_other"], to=closing["to_other"])
    for name, value in claim.items():  # instead of reading the whole message once more
        setattr(notice, name, value)
    return True


def _send(notice: Notice, clock: PassClock, channel: "delivery.Channel") -> bool:
    """Send one claimed notice and record what came of it; False when the mail server could not be reached at all."""
    if notice.doubts >= MAX_DOUBTS:
        _finish(notice, clock, UNCERTAIN, detail="twice it is not known whether it was sent")
        return True
    if notice.crashes >= MAX_CRASHES:
        _finish(notice, clock, FAILED, detail="sending it ended the program three times")
        return True
    try:
        raw = message_bytes(notice, _document_bytes(notice))
    except Exception as error:  # a row that cannot become a message must not stop the rows behind it
        logger.exception("notice %s cannot be put together", notice.pk)
        _finish(notice, clock, FAILED, detail=f"{type(error).__name__}: {error}")
        return True
    outgoing = delivery.Outgoing(notice=notice, recipient=notice.address, raw=raw, at=clock())
    try:
        channel.deliver(outgoing, lambda: _hand_over(notice, clock()))
    except LostClaim:
        logger.warning("notice %s was taken over by another runner before it was sent", notice.pk)
    except delivery.Refused as error:
        _finish(notice, clock, BOUNCED, outcome=NoticeAttempt.REFUSED, detail=str(error))
    except delivery.InDoubt as error:
        _doubt(notice, clock, str(error))
    except delivery.PutOff as error:
        _put_off(notice, clock, str(error))
        return not error.unreachable
    else:
        sent_at = clock()
        for hook in on_sent:  # first, as with `on_stuck`; a hook that fails does not send the message twice
            try:
                hook(notice, sent_at)
            except Exception:
                logger.exception("notice %s was sent, and what depends on its day was not done", notice.pk)
        _finish(notice, clock, SENT, outcome=NoticeAttempt.ACCEPTED, stuck=False, sent_at=sent_at)
    return True


def _document_bytes(notice: Notice) -> bytes | None:
    if notice.document is None:
        return None
    pdf = store.read(notice.document.storage_key)
    digest = hashlib.sha256(pdf).hexdigest()
    if digest != notice.document.sha256 or notice.document_sha256 not in ("", digest):
        raise ValueError(f"document {notice.document_id} is not the one that was made for this notice")
    if not notice.document_sha256:
        Notice.objects.filter(pk=notice.pk).update(document_sha256=digest)
    return pdf


def _hand_over(notice: Notice, now: datetime) -> None:
    """Write down, just before the server can accept, that from here on the message may be out; LostClaim if too late."""
    mine = {"id": notice.pk, "claimed_by": notice.claimed_by, "status": CLAIMED}
    if not statements.change(
        Notice, where=mine, after={"lease_until": now}, to={"handed_at": now, "lease_until": now + LEASE}
    ):
        raise LostClaim


def _doubt(notice: Notice, clock: PassClock, detail: str) -> None:
    doubts = notice.doubts + 1
    last = doubts >= MAX_DOUBTS
    after = None if last else clock() + timedelta(minutes=RETRY_AFTER_MINUTES[0])
    _finish(
        notice, clock, UNCERTAIN, outcome=NoticeAttempt.IN_DOUBT, detail=detail, stuck=last, doubts=doubts,
        next_at=after,
    )  # fmt: skip


def _put_off(notice: Notice, clock: PassClock, detail: str) -> None:
    now = clock()
    first = notice.first_tried_at or now
    later = [moment for minutes in RETRY_AFTER_MINUTES if (moment := first + timedelta(minutes=minutes)) > now]
    if later:
        _finish(notice, clock, RETRY, outcome=NoticeAttempt.DEFERRED, detail=detail, stuck=False, next_at=later[0])
    else:
        _finish(notice, clock, FAILED, outcome=NoticeAttempt.DEFERRED, detail=detail)


def _finish(
    notice: Notice,
    clock: PassClock,
    status: str,
    *,
    outcome: str = NoticeAttempt.CRASHED,
    detail: str = "",
    stuck: bool = True,
    **fields: Any,
) -> None:
    """Record the end of an attempt, if this claim still holds; a report that came in meanwhile is not overwritten."""
    if stuck:
        for hook in on_stuck:  # first: dying between hook and record calls it once more, the other way round never
            hook(notice)
    mine = {"id": notice.pk, "claimed_by": notice.claimed_by, "status": CLAIMED}
    end = {
        "next_at": None,
        **fields,
        "status": status,
        "claimed_by": "",
        "lease_until": None,
        "last_error": detail[:500],
    }
    with unit_of_work():
        # Should the database die before the disk has a success, it is what a kill just before it leaves: in doubt.
        changed = statements.change_both(
            Notice, where=mine, to=end, wait=status != SENT,
            other=NoticeAttempt, **_closing(notice, clock(), outcome=outcome, detail=detail),
        )  # fmt: skip
        if changed and not fields.get("next_at"):
            record_result(notice, status, at=clock())


def record_result(notice: Notice, status: str, *, at: datetime) -> None:
    """Put what became of an e-mail of a case on the record: once for each end, by its id and nothing of its words.

    The caller's transaction holds two rows and the end of the chain, and no network: others wait milliseconds.
    """
    if notice.case_id:
        record(
            verb=RESULTS[status], actor=SYSTEM_ACTOR, at=at, case_id=notice.case_id,
            facts={"notice_id": notice.pk, "notice_kind": notice.kind},
        )  # fmt: skip


def _closing(notice: Notice, now: datetime, *, outcome: str, detail: str) -> dict[str, dict[str, Any]]:
    """Return what ends the attempt that is under way."""
    return {
        "where_other": {"notice": notice.pk, "number": notice.attempts, "outcome": NoticeAttempt.STARTED},
        "to_other": {"outcome": outcome, "ended_at": now, "detail": detail[:500]},
    }
