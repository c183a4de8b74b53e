"""Long work, done item by item: claimed like a notice, each item in a transaction of its own, taken up again after a crash.

A job's kind says which items are still to do and does one of them. Both read the rows that the job is about, so a
worker that died has lost nothing: the item in its hands was rolled back and the next worker finds it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, OperationalError, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from wagecase.audit.chain import record, unit_of_work
from wagecase.cases.models import Job
from wagecase.cases.tasks import finish_tasks, open_task
from wagecase.documents.leases import MAX_CRASHES, PassClock, Stop, claim_token, never
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor

logger = logging.getLogger(__name__)

# How long work stands still when its worker was killed. A step that takes longer is not done twice: it holds the row.
LEASE: Final = timedelta(seconds=settings.JOB_LEASE_SECONDS)
ONE_MINUTE: Final = timedelta(seconds=60)
MOST_ERRORS: Final = 200  # kept on the row; the items themselves know all of theirs
TRIES: Final = 3  # of an item that met a locked row; each has waited as long as the database lets it
STALLED_SECONDS: Final = 60  # without a step, after which a page must not look as if the work went on
FAULT: Final = "A fault of the program kept it from being done. It is in the log; ask an administrator to look there."
TWICE: Final = "Other work stored the same at the same moment. Start the work again."
PASSING: Final = ("08", "40", "55P03", "57")  # states of PostgreSQL: connection, rollback, lock, shutdown
QUEUED, RUNNING, DONE, FAILED = Job.Status.QUEUED, Job.Status.RUNNING, Job.Status.DONE, Job.Status.FAILED


@dataclass(frozen=True)
class JobKind:
    """What one kind of job does.

    `items(job)` yields what is still to do, in order, and is asked anew in each turn. `do(job, item, actor, at)` does
    one inside the transaction that is open; what it raises takes back that item only. `failed(job, item, error)` marks
    an item that could not be done, so that `items` does not yield it again. `ended(job, at)` is called once at the end.
    """

    name: str
    items: Callable[[Job], Iterator[Any]]
    do: Callable[..., None]
    failed: Callable[[Job, Any, str], None]
    ended: Callable[[Job, datetime], None]


class Busy(Exception):
    """The database was locked or away each time; the job is left to the next pass and no item counts as failed."""


class LostClaim(Exception):
    """The lease ended before the item was stored, and another worker has the job now."""


class _Turn:
    """Tells when a job has had its turn, so that the others get theirs; one item at least is done in each.

    The first item may have cost a minute of reading what is left. So the seconds count from there, and are never fewer
    than that took: else a list that takes long to read would be read for ever, or for most of the time.
    """

    def __init__(self, seconds: float, within: float) -> None:
        self._seconds, self._within = seconds, within
        self._begun = monotonic()
        self._end: float | None = None

    def is_over(self) -> bool:
        """Whether no further item is begun; asked before each of them."""
        now = monotonic()
        if self._end is None:
            self._end = min(now + max(self._seconds, now - self._begun), self._begun + self._within)
            return False
        return now >= self._end


_KINDS: dict[str, JobKind] = {}


def register(kind: JobKind) -> None:
    """Add a kind of job; ValueError when its name is taken by another."""
    if _KINDS.setdefault(kind.name, kind) is not kind:
        raise ValueError(f"there are two kinds of job called {kind.name}")


def start(*, kind: str, key: str, arguments: dict[str, int], total: int, actor: Actor, at: datetime) -> Job:
    """Queue the work `key`, or return it if it was asked for before. KeyError for a kind that nobody registered."""
    with unit_of_work():
        job, new = Job.objects.get_or_create(
            key=key,
            defaults={
                "kind": _KINDS[kind].name, "arguments": arguments, "total": total, "asked_at": at,
                "actor": _packed(actor),
            },
        )  # fmt: skip
        if new:
            record(verb="cases.start_job", actor=actor, at=at, facts={"job_id": job.pk})
    return job


def start_here(*, kind: str, key: str, arguments: dict[str, int], total: int, actor: Actor, at: datetime) -> Job:
    """Put work on record that the process which asks for it does itself, at once; call it where its rows are stored.

    If that process dies, the work is free for any worker when the lease ends. KeyError for a kind that nobody registered.
    """
    return Job.objects.create(
        kind=_KINDS[kind].name, key=key, arguments=arguments, total=total, asked_at=at, actor=_packed(actor), attempts=1,
        status=RUNNING, claimed_by=claim_token("page"), lease_until=at + LEASE, started_at=at,
    )  # fmt: skip


def end_here(*, key: str, at: datetime) -> None:
    """Say that the work `key` is done, whoever did it; a worker that has it in hand meanwhile finds nothing left to do."""
    Job.objects.filter(key=key, status__in=(QUEUED, RUNNING)).update(
        status=DONE, done=F("total"), lease_until=None, finished_at=at
    )


def _packed(actor: Actor) -> dict[str, Any]:
    return {"kind": actor.kind, "id": actor.id, "role": actor.role, "label": actor.label}


def retry(*, job: Job, actor: Actor, at: datetime) -> None:
    """Let a job that stopped go on where it is. TransitionNotAllowed for one that did not stop."""
    with unit_of_work():
        stopped = Job.objects.filter(pk=job.pk, status=FAILED)
        if not stopped.update(status=QUEUED, crashes=0, lease_until=None, claimed_by="", finished_at=None):
            raise TransitionNotAllowed("Only work that stopped can be started again.", state=job.status)
        finish_tasks(keys=[_task_key(job)], at=at, by=None)
        record(verb="cases.retry_job", actor=actor, at=at, facts={"job_id": job.pk})


def work_due(
    *, now: datetime, limit: int = 1, only: int | None = None, worker: str = "", stop: Stop = never,
    seconds: float = inf, within: float = inf,
) -> int:  # fmt: skip
    """Work on the jobs that are due (or `only` that one) and return how many items were dealt with, at most `limit` jobs.

    Safe to run twice at the same time and to kill at any moment. `stop` is asked before each item, for a process that
    must end; a job that is left unfinished is free for the next pass. The items of a job may take `seconds`, counted
    from the first of them and at least as long as it took to find that one; after `within` seconds of the job none is
    begun but the first. Whoever has waited longest comes first.
    """
    clock = PassClock(now)
    due = _due(now) if only is None else _due(now).filter(pk=only)
    handled = 0
    for pk in list(due.order_by(Coalesce("lease_until", "asked_at"), "id").values_list("pk", flat=True)[:limit]):
        if stop():
            break
        job = _claim(pk, clock(), worker)
        if job is not None:
            handled += _work(job, clock, stop, turn=_Turn(seconds, within))
    return handled


def _due(now: datetime) -> Any:
    return Job.objects.filter(Q(status=QUEUED) | Q(status=RUNNING, lease_until__lte=now))


def _claim(pk: int, now: datetime, worker: str) -> Job | None:
    """Take one job if nobody holds it; the attempt is counted before the work, and a dead worker's before it."""
    with transaction.atomic(durable=True):
        job = _due(now).filter(pk=pk).first()
        if job is None:
            return None
        crashes = job.crashes + (job.status == RUNNING)
        as_read = Job.objects.filter(
            pk=pk, status=job.status, attempts=job.attempts, claimed_by=job.claimed_by, lease_until=job.lease_until
        )
        claim = {
            "status": RUNNING, "attempts": job.attempts + 1, "crashes": crashes, "claimed_by": claim_token(worker),
            "lease_until": now + LEASE, "started_at": job.started_at or now,
        }  # fmt: skip
        if not as_read.update(**claim):
            return None
    for name, value in claim.items():
        setattr(job, name, value)
    return job


def _work(job: Job, clock: PassClock, stop: Stop, *, turn: _Turn) -> int:
    kind = _KINDS[job.kind]
    if job.crashes >= MAX_CRASHES:
        _finish(job, clock, FAILED, error="working on it ended the program three times")
        return 0
    actor, handled = Actor(**job.actor), 0
    try:
        for item in kind.items(job):
            if turn.is_over() or stop():
                _put_back(job, clock())
                return handled
            _do(kind, job, item, actor=actor, at=clock())
            handled += 1
        _finish(job, clock, DONE)
    except LostClaim:
        logger.warning("job %s was taken over by another worker", job.pk)
    except Busy:
        _let_go(job, clock())
    except OperationalError as error:
        if not passes(error):
            raise
        _let_go(job, clock())
    except Exception as error:  # a job that cannot even say what is left must not stop the jobs behind it
        logger.exception("job %s cannot go on", job.pk)
        _finish(job, clock, FAILED, error=f"{type(error).__name__}: {error}")
    return handled


def _do(kind: JobKind, job: Job, item: Any, *, actor: Actor, at: datetime) -> None:
    for left in reversed(range(TRIES)):
        try:
            with unit_of_work():
                _step(job, at)
                kind.do(job, item, actor=actor, at=at)
        except LostClaim:
            raise
        except DatabaseError as error:
            waits = isinstance(error, OperationalError) and passes(error)
            if left and (waits or isinstance(error, IntegrityError)):
                continue  # a lock ends, and what another stored in between is seen by the next try
            if waits:
                raise Busy from error
            _mark_failed(kind, job, item, error=error, at=at)
        except Exception as error:
            _mark_failed(kind, job, item, error=error, at=at)
        return


def passes(error: OperationalError) -> bool:
    """Whether what the database said ends by itself: a lock, a deadlock, a lost connection."""
    state = str(getattr(error.__cause__, "sqlstate", "") or "")
    return state.startswith(PASSING) or "locked" in str(error) or "busy" in str(error)


def _mark_failed(kind: JobKind, job: Job, item: Any, *, error: Exception, at: datetime) -> None:
    logger.exception("item %s of job %s could not be done", item, job.pk)
    words = _words(error)
    with unit_of_work():
        _step(job, at, error={"item": str(item)[:80], "error": words})
        kind.failed(job, item, words)


def _words(error: Exception) -> str:
    """Return why an item failed for the person who reads it: our own sentences, and never what a database wrote."""
    if isinstance(error, IntegrityError):
        return TWICE
    if isinstance(error, ValidationError):
        return " ".join(error.messages)[:300]
    if isinstance(error, (TransitionNotAllowed, NotPermitted, ValueError)) and str(error):
        return str(error)[:300]
    return FAULT


def _put_back(job: Job, at: datetime) -> None:
    """Free the job for the next pass, behind those that wait already."""
    _held(job).update(status=QUEUED, lease_until=at, claimed_by="", crashes=0)


def _let_go(job: Job, at: datetime) -> None:
    """Free the job for the next pass; where even that meets a lock, the end of its lease frees it."""
    logger.warning("job %s met a locked database and goes on later", job.pk)
    try:
        _put_back(job, at)
    except OperationalError:
        logger.warning("job %s goes on when its lease ends", job.pk)


def is_stalled(job: Job, *, now: datetime) -> bool:
    """Whether the job should be moving and has not for a minute: its worker died, or none has taken it up."""
    if job.status == RUNNING:
        moved = job.lease_until - LEASE if job.lease_until else None
    else:
        moved = (job.lease_until or job.asked_at) if job.status == QUEUED else None
    return moved is not None and (now - moved).total_seconds() >= STALLED_SECONDS


def free_by(job: Job) -> datetime | None:
    """Return the full minute by which the work of a worker that died is taken up by another; None where none has it."""
    if job.status != RUNNING or job.lease_until is None:
        return None
    free = job.lease_until + timedelta(seconds=settings.BEAT_SECONDS)
    return free if free.second == free.microsecond == 0 else free.replace(second=0, microsecond=0) + ONE_MINUTE


def stopped() -> list[Job]:
    """Return the jobs that stopped and wait for a person, the oldest first."""
    return list(Job.objects.filter(status=FAILED))


def _step(job: Job, at: datetime, *, error: dict[str, str] | None = None) -> None:
    """Count one item and lengthen the lease, together with the item; LostClaim when another worker has the job.

    A step that was stored proves that the job does not kill its worker: crashes count in a row only.
    """
    changes: dict[str, Any] = {"done": F("done") + 1, "lease_until": at + LEASE, "crashes": 0}
    if error:
        job.errors = [*job.errors, error][:MOST_ERRORS]
        changes["errors"] = job.errors
    if not _held(job).update(**changes):
        raise LostClaim


def _held(job: Job) -> Any:
    return Job.objects.filter(pk=job.pk, status=RUNNING, claimed_by=job.claimed_by)


def _finish(job: Job, clock: PassClock, status: str, *, error: str = "") -> None:
    at = clock()
    with unit_of_work():
        errors = [*job.errors, {"item": "", "error": error[:300]}] if error else job.errors
        if not _held(job).update(status=status, lease_until=None, claimed_by="", finished_at=at, errors=errors):
            return
        if status == FAILED:
            open_task(case=None, key=_task_key(job), what=f"Work stopped: {job.key}", role="administrator", at=at)
        else:
            _KINDS[job.kind].ended(job, at)


def _task_key(job: Job) -> str:
    return f"stuck:job:{job.pk}:{job.attempts}"
