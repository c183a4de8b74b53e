"""Reminders that fall due among many that do not, against plain SQL that leaves the same rows behind."""

from __future__ import annotations

import statistics
import uuid
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from bench import plain, rows
from bench.measure import Row, Size, seconds
from bench.words import reminder, waiting_steps
from wagecase.cases.sweep import BATCH as TOGETHER
from wagecase.cases.sweep import sweep
from wagecase.deadlines.models import ClockStep

TITLE = "Sweep"
ABOUT = (
    "A thousand reminders fall due among a hundred thousand running clocks. The sweep reads who is to be told, writes the "
    "e-mail in three forms, queues it, claims the step and appends the event to the audit chain. It stores a few steps in "
    "one transaction, and when that fails each in one of its own: a crash costs a batch that is done again, a bad row costs "
    "one step, and neither costs the night. The first baseline is plain SQL that finds and claims the same steps and "
    "leaves the same rows, one durable transaction a step; its words are ready, it asks nothing else of the case, and no "
    "model or template stands between. The second is the same in batches as large as the sweep's, which would lose a "
    "batch with each bad row; it has no goal, for what remains above it is the price of composing a reminder. "
    "The last row runs the same "
    "sweep after ten times as many clocks that are not due were added: its baseline is the figure before."
)
MOST_TIMES = 2.0
MOST_TIMES_GROWN = 1.3
BATCH = 200
WARM = 50
MILLISECONDS = 1000

FIND = (
    "SELECT s.id, s.clock_id, k.case_id, s.step, k.legal_due FROM deadlines_clockstep s "
    "JOIN deadlines_clock k ON k.id = s.clock_id "
    "WHERE s.handled_at IS NULL AND s.due_at <= %s AND s.id > %s AND k.status = 'running' ORDER BY s.id LIMIT %s"
)
CLAIM = "UPDATE deadlines_clockstep SET handled_at = %s, outcome = 'sent' WHERE id = %s AND handled_at IS NULL"
NOTICE = (
    "INSERT INTO notices_notice (kind, dedupe_key, recipient_label, channel, address, postal, language, is_account_mail, "
    "subject, text, html, message_id, document_sha256, attaches_document, status, attempts, crashes, doubts, next_at, "
    "claimed_by, last_error, created_at, mailed_method, mailed_by, certified_number, case_id, user_id) VALUES "
    "(%s, %s, %s, 'email', %s, '', 'en', %s, %s, %s, %s, %s, '', %s, 'queued', 0, 0, 0, %s, '', '', %s, '', '', '', %s, %s)"
)


def run(size: Size) -> list[Row]:
    """Measure the sweep in turn with plain SQL, then again among ten times as many clocks."""
    words = reminder()
    rows.settle()
    _product(replace(size, due=min(size.due, WARM)))  # loads templates
    taken = [
        (_product(size), _plain(size, words, each=1), _plain(size, words, each=TOGETHER)) for _ in range(size.repeats)
    ]
    figure, baseline, batched = (statistics.median(part) for part in zip(*taken, strict=True))
    _grow(size)
    grown = sorted(_product(size) for _ in range(size.repeats))[size.repeats // 2]
    each = MILLISECONDS / size.due
    return [
        Row("sweep, one due step", figure * each, "ms", MOST_TIMES, baseline=baseline * each),
        Row(f"sweep, to plain SQL in batches of {TOGETHER}", figure * each, "ms", None, baseline=batched * each),
        Row(f"sweep, {size.grown} times the clocks", grown * each, "ms", MOST_TIMES_GROWN, baseline=figure * each),
    ]


def _make_due(size: Size) -> datetime:
    """Let the next steps fall due and return the time by which they are."""
    now = timezone.now()
    ids = [step.pk for step in waiting_steps(size.due)]
    if len(ids) != size.due:
        raise SystemExit("bench: too few cases for the steps that shall fall due")
    ClockStep.objects.filter(pk__in=ids).update(due_at=now)
    return now


def _product(size: Size) -> float:
    """Return the seconds of one sweep."""
    now = _make_due(size)
    handled = 0

    def work() -> None:
        nonlocal handled
        handled = sweep(now=now)

    took = seconds(work)
    _check(handled, size)
    return took


def _check(handled: int, size: Size) -> None:
    if handled != size.due:
        raise SystemExit(f"bench: {handled} steps were handled, {size.due} were due")


def _plain(size: Size, words: tuple[str, str, str], *, each: int) -> float:
    """Return the seconds of plain SQL that finds and claims as many steps, durably and on the record, `each` at once."""
    now = _make_due(size)
    handled = 0

    def work() -> None:
        nonlocal handled
        handled = _by_hand(now, words, each=each)

    took = seconds(work)
    _check(handled, size)
    return took


def _by_hand(now: datetime, words: tuple[str, str, str], *, each: int) -> int:
    handled, seen = 0, 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(FIND, [now, seen, BATCH])
            found = cursor.fetchall()
        if not found:
            return handled
        seen = found[-1][0]
        for start in range(0, len(found), each):
            with transaction.atomic(durable=True), connection.cursor() as cursor:
                for row in found[start : start + each]:
                    handled += _step(cursor, row, now=now, words=words)


def _step(cursor: Any, row: tuple[Any, ...], *, now: datetime, words: tuple[str, str, str]) -> int:
    """Lock the case, claim the step, queue the e-mail with words that are ready, append the event."""
    step_id, clock_id, case_id, step, due = row
    lock = rows.vendor_lock()
    cursor.execute(f"SELECT assignee_id FROM cases_case WHERE id = %s{lock}", [case_id])
    (assignee,) = cursor.fetchone()
    cursor.execute("SELECT status FROM deadlines_clock WHERE id = %s", [clock_id])
    cursor.fetchone()
    cursor.execute(CLAIM, [now, step_id])
    if cursor.rowcount != 1:
        return 0
    cursor.execute("SELECT name, email FROM accounts_user WHERE id = %s", [assignee])
    name, email = cursor.fetchone()
    subject, text, html = words
    kind, message = f"{rows.CLOCK_KEY}:{step}", f"<{uuid.uuid4().hex}@example.org>"
    cursor.execute(NOTICE, [
        kind, f"bench:{step_id}", name, email, False, subject, text, html, message, False, now, now, case_id, assignee,
    ])  # fmt: skip
    plain.append(
        cursor, "deadlines.remind", case_id=case_id, at=now, facts={"clock_id": clock_id, "step": step, "due": str(due)}
    )
    return 1


def _grow(size: Size) -> None:
    """Give the closed cases, which are every second one, running clocks whose reminders are not due.

    The cases whose steps fall due keep the clocks they have: a file does not grow because there are more files.
    """
    now, today = timezone.now(), timezone.localdate()
    with transaction.atomic():
        for number in range(2 * (size.grown - 1)):
            rows.grow(f"bench.{number}", f"{rows.CASES} WHERE c.state = 'closed'", now=now, today=today)
    rows.settle()
