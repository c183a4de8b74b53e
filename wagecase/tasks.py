"""What a Celery worker does: the same calls as the runner's, so that both ways of running share every line that matters.

A task takes an id or nothing, asks the database what is due, and may run twice, late or never: the next pass finds the
rest. A pass ends well before its time limit, so that the limit only ever meets a call that hangs.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from typing import Final

from celery import shared_task
from django.utils import timezone

from wagecase import celery
from wagecase.cases import housekeeping, jobs
from wagecase.cases.sweep import sweep as handle_due_steps
from wagecase.documents import services as documents
from wagecase.notices import outbox
from wagecase.wakeups import DELIVER

PASS_ROWS: Final = 200
PASS_SECONDS: Final = 45.0
LONGEST_PASS: Final = 75.0  # seconds of long work, with what it takes to read what is left of it


@shared_task(name="wagecase.tasks.deliver")
def deliver(pk: int) -> None:
    """Send the notice `pk` if it is due and nobody else has it."""
    outbox.deliver_due(now=timezone.now(), only=pk, worker=worker_name())


@shared_task(name="wagecase.tasks.render")
def render(pk: int) -> None:
    """Make the PDF of document `pk` if it is due, then ring for the notices that waited for it."""
    documents.render_due(now=timezone.now(), only=pk, worker=worker_name())
    for notice_id in outbox.waiting_for(document_id=pk):
        celery.publish(DELIVER, notice_id)


@shared_task(name="wagecase.tasks.deliver_due")
def deliver_due() -> None:
    """Send what is due and was not rung for: retries, abandoned rows, rows whose bell nobody heard."""
    outbox.deliver_due(now=timezone.now(), limit=PASS_ROWS, worker=worker_name(), stop=after(PASS_SECONDS))


@shared_task(name="wagecase.tasks.render_due")
def render_due() -> None:
    """Make the PDFs that are due and were not rung for."""
    documents.render_due(now=timezone.now(), limit=PASS_ROWS, worker=worker_name(), stop=after(PASS_SECONDS))


@shared_task(name="wagecase.tasks.sweep")
def sweep() -> None:
    """Queue the reminders and judge the expiries that are due."""
    handle_due_steps(now=timezone.now(), should_stop=after(PASS_SECONDS))


@shared_task(name="wagecase.tasks.tidy")
def tidy() -> None:
    """Do each daily duty once for each local date, missed dates too."""
    housekeeping.tidy(now=timezone.now(), stop=after(PASS_SECONDS))


@shared_task(name="wagecase.tasks.work_due")
def work_due() -> None:
    """Go on with long work that waits or that another worker left."""
    jobs.work_due(now=timezone.now(), worker=worker_name(), seconds=PASS_SECONDS, within=LONGEST_PASS)


@shared_task(name="wagecase.tasks.pulse")
def pulse(queue: str) -> None:
    """Write down that a worker of `queue` took a task and reached the database."""
    housekeeping.beat(f"queue {queue}", at=timezone.now())


def worker_name() -> str:
    """Return the name under which this process claims rows."""
    return f"{socket.gethostname()}:{os.getpid()}"


def after(seconds: float) -> Callable[[], bool]:
    """Return a question that is answered with yes once `seconds` have passed."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
