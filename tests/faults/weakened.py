"""Starts a program of the application with a protection taken off, or with a fault built in: the control of each test.

`weakened.py NAME,NAME celery|gunicorn|manage|driver.py WORDS...`. Nothing here is reachable from the application.
"""

import os
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Q  # noqa: E402
from django.utils import timezone  # noqa: E402

from wagecase import wakeups  # noqa: E402
from wagecase.audit import chain  # noqa: E402
from wagecase.cases import housekeeping, letters, sweep  # noqa: E402
from wagecase.deadlines.models import ClockStep  # noqa: E402
from wagecase.documents import services as documents  # noqa: E402
from wagecase.documents.models import READY  # noqa: E402
from wagecase.lifecycle import SYSTEM_ACTOR  # noqa: E402
from wagecase.notices import delivery, sending  # noqa: E402
from wagecase.notices.models import EMAIL, QUEUED, RETRY, SENT, UNCERTAIN, Notice  # noqa: E402

NEVER_ENDS = 1_000_000


def no_takeover() -> None:
    """What a dead runner held is never taken up again."""
    sendable = Q(document=None) | Q(document__status=READY)
    sending._due = lambda now: Notice.objects.filter(
        sendable, status__in=[QUEUED, RETRY, UNCERTAIN], next_at__lte=now, channel=EMAIL
    )


def no_count() -> None:
    """Attempts are counted and nobody minds the number."""
    sending.MAX_CRASHES = sending.MAX_DOUBTS = documents.MAX_CRASHES = NEVER_ENDS


def poison() -> None:
    """A fault: making the PDF of a letter that says POISON ends the process."""
    render = documents.renderer.render

    def deadly(*, html: str, **how: Any) -> Any:
        if "POISON" in html:
            os.kill(os.getpid(), signal.SIGKILL)
        return render(html=html, **how)

    documents.renderer.render = deadly


def no_bell() -> None:
    """The broker is called from within the request, with the library's own patience."""
    from wagecase import celery

    def publish(work: str, pk: int) -> None:
        name, queue = celery.TASK_OF[work]
        patient = {"socket_connect_timeout": None, "socket_timeout": None}
        with celery.app.connection_for_write(transport_options=patient) as connection:
            celery.app.send_task(name, args=[pk], queue=queue, connection=connection)

    wakeups.connect(publish)


def broken_bell() -> None:
    """A fault: ringing fails at once."""

    def ring(work: str, pk: int) -> None:
        raise RuntimeError("the bell is broken")

    wakeups.connect(ring)


def fragile() -> None:
    """A failing wake-up is a failing request."""

    def wake(work: str, pk: int) -> None:
        ring = wakeups._ring
        if ring is not None:
            transaction.on_commit(lambda: ring(work, pk))

    from wagecase.notices import outbox

    outbox.wake = documents.wake = wake


def no_reconnect() -> None:
    """A worker that loses its broker gives up."""
    from wagecase import celery

    celery.app.conf.broker_connection_retry = False
    celery.app.conf.broker_connection_max_retries = 0


def no_day_row() -> None:
    """The row of (duty, date) locks nothing."""
    housekeeping._take = lambda name, on, *, now: True
    housekeeping._open_dates = lambda name, today: [today]


def no_step_claim() -> None:
    """A reminder is looked at, sent, and then marked, by whoever comes by."""

    def handle(steps: Any, *, now: Any, should_stop: Any = None) -> int:
        return sum(handle_one(step, now=now) for step in steps)

    def handle_one(step: ClockStep, *, now: Any) -> int:
        fresh = ClockStep.objects.select_related("clock__case").get(pk=step.pk)
        if fresh.handled_at is not None:
            return 0
        time.sleep(0.2)
        with chain.unit_of_work():
            facts = {"clock": fresh.clock, "step": fresh, "at": now}
            on = f"{fresh.clock.key}:{fresh.step}"
            letters.queue_for(fresh.clock.case, on=on, actor=SYSTEM_ACTOR, at=now, facts=facts, key=uuid.uuid4().hex)
            ClockStep.objects.filter(pk=step.pk).update(handled_at=now)
        return 1

    sweep.handle_steps = handle


def today_only() -> None:
    """Missed dates are not made up."""
    housekeeping._open_dates = lambda name, today: [today]


def no_time_limit() -> None:
    """A session with the mail server may last for ever."""
    delivery.HARD_LIMIT_SECONDS = NEVER_ENDS
    settings.EMAIL_TIMEOUT = None


def in_transaction() -> None:
    """The mail server is called inside a transaction."""
    deliver = delivery.SmtpBackend.deliver

    def held(self: Any, outgoing: Any, hand_over: Callable[[], None]) -> None:
        with transaction.atomic():
            Notice.objects.select_for_update().get(pk=outgoing.notice.pk)
            deliver(self, outgoing, hand_over)

    delivery.SmtpBackend.deliver = held


def silent() -> None:
    """What the mail server answers is not looked at."""
    deliver = delivery.SmtpBackend.deliver

    def deaf(self: Any, outgoing: Any, hand_over: Callable[[], None]) -> None:
        try:
            deliver(self, outgoing, hand_over)
        except (delivery.Refused, delivery.PutOff):
            return

    delivery.SmtpBackend.deliver = deaf


def last_writer() -> None:
    """Who records last is right."""
    finish = sending._finish

    def overwrite(notice: Notice, clock: Any, status: str, **fields: Any) -> None:
        finish(notice, clock, status, **fields)
        Notice.objects.filter(pk=notice.pk).update(status=status)
        if status == SENT:
            Notice.objects.filter(pk=notice.pk).update(sent_at=timezone.now())

    sending._finish = overwrite


def two_transactions() -> None:
    """The audit event is stored after the act, in a transaction of its own."""
    append = chain._append
    shelf = threading.local()  # a web process has many threads

    @contextmanager
    def atomic(**how: Any) -> Iterator[None]:
        with transaction.atomic(**how):
            yield
        late = getattr(shelf, "pending", [])
        if how.get("durable") and late:
            shelf.pending = []
            with transaction.atomic():
                connection.cursor().execute("SET LOCAL application_name = 'late'")
                time.sleep(0.3)
                append(late)

    chain._append = lambda pending: setattr(shelf, "pending", [*getattr(shelf, "pending", []), *pending])
    chain.transaction = SimpleNamespace(atomic=atomic)


OFF = {
    function.__name__: function
    for function in (
        no_takeover, no_count, poison, no_bell, broken_bell, fragile, no_reconnect, no_day_row, no_step_claim,
        today_only, no_time_limit, in_transaction, silent, last_writer, two_transactions,
    )
}  # fmt: skip


def main() -> None:
    """Take the protections off, then become the program."""
    names, program, *words = sys.argv[1:]
    for name in names.split(","):
        OFF[name]()
    sys.argv = [program, *words]
    if program == "celery":
        from celery.__main__ import main as celery

        celery()
    elif program == "gunicorn":
        from gunicorn.app.wsgiapp import run

        run()
    elif program == "manage":
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *words])
    else:
        sys.path.insert(0, str(Path(program).parent))
        import driver

        driver.main()


if __name__ == "__main__":
    main()
