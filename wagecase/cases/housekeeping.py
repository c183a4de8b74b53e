"""Does each daily duty once for each local date: a missed date is made up with its own date, a second try finds it done.

The row of (duty, date) is the lock. A scheduler that fires twice, late or from two machines changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from wagecase.accounts import kept, organizations
from wagecase.audit import chain
from wagecase.cases.models import Attachment, DailyRun, Draft, Heartbeat
from wagecase.documents import store
from wagecase.documents.leases import never
from wagecase.documents.models import Document
from wagecase.lifecycle import SYSTEM_ACTOR
from wagecase.notices.models import PrintBatch
from wagecase.rules.calendar import day_after
from wagecase.rules.zone import local_instant
from wagecase.web import throttles
from wagecase.web.models import Submission

logger = logging.getLogger(__name__)

Duty = Callable[[date, datetime], int]
ABANDONED_AFTER = timedelta(minutes=15)  # a started run without an end is taken over: its process died
SUBMISSION_DAYS = 7
ORPHAN_AGE = timedelta(hours=24)  # a younger file without a row may be a filing in progress


def tidy(*, now: datetime, stop: Callable[[], bool] = never) -> list[tuple[str, date]]:
    """Do what no (duty, date) row says is done, up to the local date of `now`; return what this call did, in order."""
    done: list[tuple[str, date]] = []
    today = timezone.localdate(now)
    for name, duty in DUTIES.items():
        for on in _open_dates(name, today):
            if stop():
                return done
            if _run(name, duty, on, now=now):
                done.append((name, on))
    beat("tidy", at=now)
    return done


def beat(name: str, *, at: datetime) -> None:
    """Write down that the part `name` finished a round."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": at})


def _open_dates(name: str, today: date) -> list[date]:
    """Return the dates to do: those with an unfinished row, then every date after the last row, and at first today."""
    open_rows = DailyRun.objects.filter(job=name, finished_at=None, on__lte=today)
    dates = list(open_rows.order_by("on").values_list("on", flat=True))
    last = DailyRun.objects.filter(job=name).order_by("-on").values_list("on", flat=True).first()
    on = day_after(last, 1) if last else today
    while on <= today:
        dates.append(on)
        on = day_after(on, 1)
    return dates


def _run(name: str, duty: Duty, on: date, *, now: datetime) -> bool:
    """Do one duty for one date, if this call wins its row; a duty that fails leaves the row open and stops nothing."""
    if not _take(name, on, now=now):
        logger.info("%s for %s is already done or under way", name, on)
        return False
    try:
        count = duty(on, now)
    except Exception:  # the other duties go on; this one is taken over after a while
        logger.exception("the daily duty %r for %s failed; it is tried again later", name, on)
        return False
    DailyRun.objects.filter(job=name, on=on).update(finished_at=timezone.now(), count=count)
    return True


def _take(name: str, on: date, *, now: datetime) -> bool:
    try:
        with transaction.atomic():
            DailyRun.objects.create(job=name, on=on, started_at=now)
    except IntegrityError:
        abandoned = DailyRun.objects.filter(job=name, on=on, finished_at=None, started_at__lte=now - ABANDONED_AFTER)
        return abandoned.update(started_at=now) == 1
    return True


def expire_drafts(on: date, now: datetime) -> int:
    """Delete the drafts whose last day lies before `on`, with their answers, and return how many.

    A filed draft goes too: its case holds what was filed, and its answers must not outlive their use.
    """
    with chain.unit_of_work():
        gone = list(
            Draft.objects.select_for_update(of=("self",))
            .filter(expires_on__lt=on)
            .order_by("id")
            .values_list("pk", flat=True)
        )
        Draft.objects.filter(pk__in=gone).delete()
        if gone:
            chain.record(verb="cases.expire_drafts", actor=SYSTEM_ACTOR, at=now, facts={"draft_ids": gone})
    return len(gone)


def drop_submissions(on: date, now: datetime) -> int:
    """Forget the forms sent more than 7 days before `on`: nobody presses a button twice after a week. Return how many."""
    old = Submission.objects.filter(created_at__lt=local_instant(day_after(on, -SUBMISSION_DAYS), 0))
    return old.delete()[0]


# Each yields the storage keys that rows of a kind of case name; filled in when its app starts.
keys_of_kinds: list[Callable[[], Iterable[str]]] = []


def drop_orphans(on: date, now: datetime) -> int:
    """Remove stored bytes that no row names (a rolled-back filing, a removed draft); return how many."""
    known = {
        *Attachment.objects.values_list("storage_key", flat=True), *Document.objects.values_list("storage_key", flat=True),
        *PrintBatch.objects.values_list("storage_key", flat=True), *(key for keys in keys_of_kinds for key in keys()),
    }  # fmt: skip
    removed = 0
    for key in store.orphans(known, before=now - ORPHAN_AGE):
        store.delete(key)
        removed += 1
    return removed


def anchor_chain(on: date, now: datetime) -> int:
    """Sign the length and the last hash of the audit chain, and add the line to the file outside the database.

    A missed date gets no anchor: one made later would say nothing about that day.
    """
    if on < timezone.localdate(now):
        return 0
    line = chain.anchor(on)
    path = Path(settings.AUDIT_ANCHORS)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    return 1


def forget_forms(on: date, now: datetime) -> int:
    """Remove kept forms and registrations nobody came back for and the ended windows of throttles; return how many."""
    return kept.forget_old(now) + throttles.forget_old(now) + organizations.forget_old(now)


DUTIES: Final[dict[str, Duty]] = {
    "anchor": anchor_chain,
    "drafts": expire_drafts,
    "orphans": drop_orphans,
    "submissions": drop_submissions,
    "forms": forget_forms,
}
