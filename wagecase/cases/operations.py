"""What an administrator watches: the outbox, letters in the making, late clock steps, the runner's pulse, the audit chain."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min

from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import jobs
from wagecase.cases.models import Heartbeat, Job, Task
from wagecase.cases.services import finish_tasks
from wagecase.cases.tasks import person_of
from wagecase.deadlines.models import ClockStep
from wagecase.documents import services as documents
from wagecase.documents.models import READY, Document
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import BOUNCED, EMAIL, FAILED, LETTER, QUEUED, UNCERTAIN, Notice

TROUBLE = (FAILED, BOUNCED, UNCERTAIN)
BEATS = {  # what each pulse of the runner is, and after how many seconds without one it has gone quiet
    "sweep": ("Deadlines handled", 180),
    "tidy": ("Daily duties done", 900),
    "queue notices": ("Worker of the queue “notices”", 120),
    "queue pdf": ("Worker of the queue “pdf”", 180),
    "queue clocks": ("Worker of the queue “clocks”", 180),
    "queue housekeeping": ("Worker of the queue “housekeeping”", 180),
}
ROWS = 50


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many rows have a status, and since when the oldest."""

    label: str
    tone: str
    count: int
    oldest: datetime | None


def outbox_counts() -> list[StatusCount]:
    """Return the number of notices by status, in the order of their life."""
    counted = Notice.objects.order_by().values("status", "channel").annotate(n=Count("pk"), oldest=Min("created_at"))
    found = {(row["status"], row["channel"]): row for row in counted}
    made = []
    for status, label in Notice.STATUSES:
        for channel in (EMAIL, LETTER):
            if row := found.get((status, channel)):
                words = "Letters to mail" if (status, channel) == (QUEUED, LETTER) else str(label)
                made.append(StatusCount(words, Notice.TONES[status], row["n"], row["oldest"]))
    return made


def troubled_notices() -> list[Notice]:
    """Return the notices that did not arrive or perhaps did not, newest first; account mail too, without its words."""
    found = Notice.objects.filter(status__in=TROUBLE).select_related("case").defer("text", "html")
    return list(found.order_by("-created_at", "-id")[:ROWS])


def unmade_documents() -> list[Document]:
    """Return the documents that have no PDF yet, oldest first."""
    return list(Document.objects.exclude(status=READY).select_related("case").defer("html").order_by("id")[:ROWS])


def late_steps(now: datetime) -> list[ClockStep]:
    """Return reminders and expiries that are due and not handled: in health there are none."""
    found = ClockStep.objects.filter(handled_at=None, due_at__lte=now, clock__status="running")
    return list(found.select_related("clock__case").order_by("due_at", "id")[:ROWS])


def heartbeats(now: datetime) -> list[dict[str, Any]]:
    """Return each part of the runner with its last round and whether it has gone quiet."""
    made = []
    for beat in Heartbeat.objects.order_by("name"):
        words, longest = BEATS.get(beat.name, (beat.name.capitalize(), 180))
        made.append({"name": words, "at": beat.at, "quiet": (now - beat.at).total_seconds() > longest})
    return made


def resend(*, notice: Notice, actor: Actor, at: datetime) -> None:
    """Send the same bytes of an e-mail once more, on the record.

    TransitionNotAllowed while it is under way, and for one that arrived as far as anybody knows.
    """
    _may(actor)
    with unit_of_work():
        notice = Notice.objects.select_for_update(of=("self",), no_key=True).get(pk=notice.pk)
        if not can_resend(notice):
            raise TransitionNotAllowed("Only an e-mail that did not arrive can be sent again.", state=notice.status)
        outbox.resend(notice=notice, at=at)
        returned = Task.objects.filter(key__startswith=f"returned:{notice.pk}:").values_list("key", flat=True)
        finish_tasks(keys=[f"stuck:notice:{notice.pk}", *returned], at=at, by=person_of(actor))
        record(verb="cases.resend_notice", actor=actor, at=at, case_id=notice.case_id, facts={"notice_id": notice.pk})


def remake(*, document: Document, actor: Actor, at: datetime) -> None:
    """Let the PDF of a failed document be made again, on the record."""
    _may(actor)
    with unit_of_work():
        if not documents.retry(document=document):
            raise TransitionNotAllowed("Only a document whose PDF could not be made can be made again.")
        finish_tasks(keys=[f"stuck:document:{document.pk}"], at=at, by=person_of(actor))
        record(
            verb="cases.remake_document", actor=actor, at=at, case_id=document.case_id,
            facts={"document_id": document.pk},
        )  # fmt: skip


def restart(*, job: Job, actor: Actor, at: datetime) -> None:
    """Let long work that stopped go on where it is, on the record. TransitionNotAllowed for work that did not stop."""
    _may(actor)
    jobs.retry(job=job, actor=actor, at=at)


def _may(actor: Actor) -> None:
    if actor.role not in {"administrator", "supervisor"}:
        raise NotPermitted("Only an administrator or a supervisor may do this.")


def can_resend(notice: Notice) -> bool:
    """Return whether a person may send this notice again."""
    return notice.may_go_again
