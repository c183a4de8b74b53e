"""E-mail from the outbox row to the mail server's answer, against loops that do less and keep less."""

from __future__ import annotations

import os
import smtplib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from functools import partial

from django.conf import settings
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
from wagecase.management.commands.runner import ROUND_LIMIT
from wagecase.notices import outbox
from wagecase.notices.models import SENT, Notice, NoticeAttempt

TITLE = "Outbox"
ABOUT = (
    "One worker sends reminders one after the other, as the runner does: it claims the notice and counts the attempt, "
    "builds the message, writes down just before the message that it may be out from now on, sends, and records the "
    "result, the attempt and the audit event, so that a killed worker loses nothing and sends at most one copy too many. "
    "The messages of a pass share one session, and one of the three commits a message waits for the disk. "
    "The bare loop builds each message from the same fields, as ours does, with the standard library's EmailMessage and "
    "sends it by smtplib, a session a message, and writes nothing down: it would forget what it sent. "
    "The second baseline is the same loop that claims and records the same in plain SQL, in three transactions that each "
    "wait for the disk. Two rows without a goal are harder: the bare loop with one session for all its messages, as ours "
    "has, and a loop that sends ready-made bytes, a session a message; both write nothing down. "
    "The mail server is a process that accepts at once and keeps nothing, which no real one can do. "
    "The rate is that of two real runner processes."
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
        raw = [_compose(notice) for notice in ours[0]]
        taken = [
            (
                seconds(partial(_send, ours[n])),
                seconds(partial(_bare_loop, port, ours[n])),
                seconds(partial(_recorded_loop, port, theirs[n])),
                seconds(partial(_shared_loop, port, ours[n])),
                seconds(partial(_ready_loop, port, raw)),
            )
            for n in range(turns)
        ][1:]
        figure, *loops = (statistics.median(part) * 1000 / size.notices for part in zip(*taken, strict=True))
        rate = _rate(port, size.notices * 2)
    names = (
        "a bare smtplib loop", "a loop that records the same", "a bare smtplib loop with one session",
        "a loop with ready bytes that records nothing",
    )  # fmt: skip
    goals = (MOST_TIMES, MOST_TIMES, None, None)
    return [
        *(
            Row(f"outbox, to {name}", figure, "ms a notice", goal, baseline=loop)
            for name, goal, loop in zip(names, goals, loops, strict=True)
        ),
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
    while outbox.deliver_due(now=timezone.now(), limit=ROUND_LIMIT, worker="bench"):  # as the runner calls it
        pass
    if Notice.objects.filter(pk__in=ids, status=SENT).count() != len(ids):
        raise SystemExit("bench: a notice was not sent")


def _compose(notice: Notice) -> bytes:
    """Return the message as the standard library's documentation builds one."""
    message = EmailMessage(policy=SMTP_POLICY)
    message["Message-ID"], message["Date"] = notice.message_id, notice.created_at
    message["From"], message["To"] = settings.DEFAULT_FROM_EMAIL, notice.address
    message["Reply-To"], message["Subject"] = settings.DEPARTMENT_EMAIL, notice.subject
    message["Auto-Submitted"], message["Content-Language"] = "auto-generated", notice.language
    message.set_content(notice.text)
    message.add_alternative(notice.html, subtype="html")
    return message.as_bytes()


def _bare_loop(port: int, notices: list[Notice]) -> None:
    for notice in notices:
        _bare(port, _compose(notice))


def _shared_loop(port: int, notices: list[Notice]) -> None:
    with _session(port) as session:
        for notice in notices:
            _hand_in(session, _compose(notice))


def _ready_loop(port: int, messages: list[bytes]) -> None:
    for message in messages:
        _bare(port, message)


def _recorded_loop(port: int, notices: list[Notice]) -> None:
    """Send the same messages, claimed, handed over and recorded by hand."""
    for notice in notices:
        message, now = _compose(notice), timezone.now()
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
    with _session(port) as session:
        _hand_in(session, message)


def _session(port: int) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", port, local_hostname="localhost", timeout=20)


def _hand_in(session: smtplib.SMTP, message: bytes) -> None:
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
