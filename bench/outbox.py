"""E-mail from the outbox row to the mail server's answer, against a bare loop that sends the same bytes."""

from __future__ import annotations

import os
import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from django.db import connection, transaction
from django.db.models import Max, Min
from django.test import override_settings
from django.utils import timezone

from bench import plain
from bench.measure import AT_LEAST, Row, Size, seconds
from bench.report import ROOT
from bench.sink import sink
from bench.words import reminder
from wagecase.audit.chain import unit_of_work
from wagecase.cases.models import Case, Heartbeat
from wagecase.documents.leases import LEASE
from wagecase.notices import outbox
from wagecase.notices.mime import message_bytes
from wagecase.notices.models import SENT, Notice, NoticeAttempt

TITLE = "Outbox"
ABOUT = (
    "One worker sends reminders one after the other, as the runner does: it claims the notice in the database, builds the "
    "message, opens a session, writes down just before the message that it may be out from now on, sends, and records "
    "the result, the attempt and the audit event: three durable transactions a notice, so that a killed worker loses "
    "nothing. The first baseline is a bare smtplib loop, a session a message too, with the same bytes ready made and "
    "nothing written down; the mail server is a process that accepts at once and keeps nothing, which no real one can do. "
    "The second baseline builds the same messages and writes the same records in plain SQL. The rate is that of two real runner processes."
)
CLAIM = (
    "UPDATE notices_notice SET status = 'claimed', attempts = attempts + 1, claimed_by = 'bench', lease_until = %s, "
    "first_tried_at = %s WHERE id = %s AND status = 'queued'"
)
TRY = (
    "INSERT INTO notices_noticeattempt (notice_id, number, worker, started_at, outcome, detail) "
    "VALUES (%s, 1, 'bench', %s, 'started', '')"
)
HAND_OVER = "UPDATE notices_notice SET handed_at = %s WHERE id = %s AND status = 'claimed' AND claimed_by = 'bench'"
DONE = "UPDATE notices_notice SET status = 'sent', sent_at = %s, next_at = NULL, claimed_by = '' WHERE id = %s"
TRIED = "UPDATE notices_noticeattempt SET outcome = 'accepted', ended_at = %s WHERE notice_id = %s AND number = 1"
MOST_TIMES = 1.5
LEAST_A_SECOND = 20.0
WORKERS = 2
PATIENCE_SECONDS = 120.0
START_SECONDS = 2.0


def run(size: Size) -> list[Row]:
    """Measure one worker's time a notice and what two workers send in a second."""
    with sink() as port, override_settings(EMAIL_HOST="127.0.0.1", EMAIL_PORT=port):
        turns = size.repeats + 1  # the first one warms up
        ours, theirs = ([_queue(f"{name}{n}", size.notices) for n in range(turns)] for name in ("ours", "plain"))
        raw = [message_bytes(notice, None) for notice in ours[0]]
        taken = [
            (
                seconds(partial(_send, ours[n])),
                seconds(partial(_bare_loop, port, raw)),
                seconds(partial(_recorded_loop, port, theirs[n])),
            )
            for n in range(turns)
        ][1:]
        figure, bare, recorded = (statistics.median(part) * 1000 / size.notices for part in zip(*taken, strict=True))
        rate = _rate(port, size.notices * 2)
    return [
        Row("outbox, to a bare smtplib loop", figure, "ms a notice", MOST_TIMES, baseline=bare),
        Row("outbox, to a loop that records the same", figure, "ms a notice", MOST_TIMES, baseline=recorded),
        Row(f"outbox, {WORKERS} workers", rate, "notices a second", LEAST_A_SECOND, AT_LEAST),
    ]


def _queue(name: str, count: int) -> list[Notice]:
    """Queue `count` reminders, as the sweep does, each for a case of its own."""
    subject, text, html = reminder()
    made, now = [], timezone.now()
    cases = list(Case.objects.filter(is_open=True).order_by("id")[:count])
    with unit_of_work():
        for number in range(count):
            made.append(
                outbox.queue_email(
                    kind="complaints.determination:investigator-5", dedupe_key=f"{name}:{number}",
                    to="ina0@example.org", recipient_label="Ina Investigator Example", subject=subject, text=text,
                    html=html, language="en", case=cases[number % len(cases)], at=now,
                )
            )  # fmt: skip
    Notice.objects.filter(pk__in=[n.pk for n in made]).update(next_at=None)  # due when its turn comes
    return made


def _send(notices: list[Notice]) -> None:
    ids = [notice.pk for notice in notices]
    now = timezone.now()
    Notice.objects.filter(pk__in=ids).update(next_at=now)
    while outbox.deliver_due(now=timezone.now(), limit=50, worker="bench"):  # as the runner calls it
        pass
    if Notice.objects.filter(pk__in=ids, status=SENT).count() != len(ids):
        raise SystemExit("bench: a notice was not sent")


def _bare_loop(port: int, messages: list[bytes]) -> None:
    for message in messages:
        _bare(port, message)


def _recorded_loop(port: int, notices: list[Notice]) -> None:
    """Send the same messages, claimed, handed over and recorded by hand."""
    for notice in notices:
        message, now = message_bytes(notice, None), timezone.now()
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(CLAIM, [now + LEASE, now, notice.pk])
            cursor.execute(TRY, [notice.pk, now])
        with connection.cursor() as cursor:
            cursor.execute(HAND_OVER, [now, notice.pk])
        _bare(port, message)
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(DONE, [now, notice.pk])
            cursor.execute(TRIED, [now, notice.pk])
            plain.append(cursor, "notices.sent", case_id=notice.case_id or 0, at=now, facts={"notice_id": notice.pk})


def _bare(port: int, message: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, local_hostname="localhost", timeout=20) as session:
        session.sendmail("no-reply@example.org", ["ina0@example.org"], message)


def _rate(port: int, count: int) -> float:
    """Return the notices a second of the real runner processes, from the first attempt to the last answer."""
    notices = _queue("rate", count)
    ids = [notice.pk for notice in notices]
    environment = {**os.environ, "EMAIL_URL": f"smtp://127.0.0.1:{port}"}
    command = [sys.executable, "manage.py", "runner"]
    begun = timezone.now()
    runners = [subprocess.Popen(command, cwd=ROOT, env=environment) for _ in range(WORKERS)]
    try:
        _wait(lambda: Heartbeat.objects.filter(name="sweep", at__gte=begun).exists())
        time.sleep(START_SECONDS)  # the second runner is at work soon after the first one
        Notice.objects.filter(pk__in=ids).update(next_at=timezone.now())
        _wait(lambda: not Notice.objects.filter(pk__in=ids).exclude(status=SENT).exists())
    finally:
        for runner in runners:
            runner.terminate()
        for runner in runners:
            runner.wait(30)
    tries = NoticeAttempt.objects.filter(notice__in=ids)
    span = tries.aggregate(first=Min("started_at"), last=Max("ended_at"))
    return count / (span["last"] - span["first"]).total_seconds()


def _wait(done: Callable[[], bool]) -> None:
    """Ask until it is `done`; a run that hangs ends with a sentence."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not done():
        if time.monotonic() > until:
            raise SystemExit("bench: the runners did not send what was due")
        time.sleep(0.1)
