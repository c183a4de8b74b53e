"""A change and the row that goes with it are stored together, or neither is, on either database."""

import datetime as dt
from typing import Any

import pytest
from django.db import DataError, IntegrityError, transaction

from wagecase import statements
from wagecase.notices.models import CLAIMED, QUEUED, SENT, Notice, NoticeAttempt

AT = dt.datetime(2026, 3, 2, 15, 0, tzinfo=dt.UTC)


def take(notice: Notice, *, number: int = 1, **where: Any) -> bool:
    """Take the notice as a sender does, if it is as `where` says."""
    row = {"notice": notice.pk, "number": number, "worker": "one", "started_at": AT, "outcome": "started", "detail": ""}
    return statements.change_and_add(
        Notice, where={"id": notice.pk, **where}, to={"status": CLAIMED, "lease_until": AT}, wait=False,
        other=NoticeAttempt, row=row,
    )  # fmt: skip


def test_a_row_that_is_as_it_was_read_is_changed_and_gets_its_other_row(queue: Any) -> None:
    notice = queue()
    assert take(notice, status=QUEUED, claimed_by="", handed_at=None) is True
    notice.refresh_from_db()
    assert (notice.status, notice.lease_until) == (CLAIMED, AT)
    attempt = notice.tries.get()
    assert (attempt.number, attempt.worker, attempt.started_at, attempt.ended_at) == (1, "one", AT, None)


def test_a_row_that_somebody_changed_meanwhile_gets_none(queue: Any) -> None:
    notice, other = queue(), queue()
    assert take(notice, status=SENT) is False
    assert take(notice, handed_at=AT) is False
    notice.refresh_from_db()
    assert notice.status == QUEUED
    assert NoticeAttempt.objects.count() == 0
    assert take(other, status=QUEUED) is True


def test_when_the_other_row_is_refused_the_first_is_not_changed(queue: Any) -> None:
    notice = queue()
    NoticeAttempt.objects.create(notice=notice, number=1, worker="two", started_at=AT)
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        take(notice, status=QUEUED)
    notice.refresh_from_db()
    assert notice.status == QUEUED
    assert notice.tries.get().worker == "two"


def end(notice: Notice, *, status: str) -> bool:
    """End a notice that is as `status` says, and its attempt, as a sender does."""
    return statements.change_both(
        Notice, where={"id": notice.pk, "status": status}, to={"status": SENT, "sent_at": AT}, wait=False,
        other=NoticeAttempt, where_other={"notice": notice.pk, "number": 1},
        to_other={"outcome": NoticeAttempt.ACCEPTED, "ended_at": AT, "detail": ""},
    )  # fmt: skip


def test_two_rows_are_changed_at_once(queue: Any) -> None:
    notice, other = queue(), queue()
    assert take(notice)
    assert take(other)
    assert end(notice, status=CLAIMED) is True
    notice.refresh_from_db()
    assert (notice.status, notice.sent_at) == (SENT, AT)
    assert (notice.tries.get().outcome, other.tries.get().outcome) == ("accepted", "started")


def test_the_second_row_is_changed_also_when_the_first_is_no_more_as_it_was(queue: Any) -> None:
    notice = queue()
    assert take(notice)
    assert end(notice, status=QUEUED) is False
    notice.refresh_from_db()
    assert (notice.status, notice.sent_at) == (CLAIMED, None)
    assert notice.tries.get().outcome == "accepted"
