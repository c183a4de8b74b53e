"""The states of a notice: retried on the published schedule, returned, doubtful, given up; never lost, never doubled."""

import datetime as dt
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from tests.notices.conftest import AT, MINUTE, close_connections
from wagecase.documents import services as documents
from wagecase.documents import store
from wagecase.documents.models import Document
from wagecase.errors import TransitionNotAllowed
from wagecase.notices import outbox, sending
from wagecase.notices.delivery import InDoubt, Outgoing, PutOff, Refused
from wagecase.notices.models import (
    BOUNCED,
    CLAIMED,
    FAILED,
    QUEUED,
    RETRY,
    SENT,
    UNCERTAIN,
    DemoMessage,
    Notice,
    NoticeAttempt,
)  # fmt: skip


class Post:
    """A backend under the test's control; `sent` is what the other side took."""

    def __init__(self, *results: Any) -> None:
        self.results, self.sent = list(results), []

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        result = self.results.pop(0) if self.results else None
        if isinstance(result, PutOff | Refused) or result == "die before":
            raise result if isinstance(result, Exception) else SystemExit(9)
        hand_over()
        if result != "die after hand-over":
            self.sent.append(outgoing.raw)
        if result:
            raise result if isinstance(result, Exception) else SystemExit(9)


def run(post: Post, *, after: dt.timedelta = MINUTE * 0) -> int:
    try:
        return outbox.deliver_due(now=AT + after, backend=post)
    except SystemExit:
        return -1


def test_a_queued_notice_is_sent_once(queue: Any, tries: Any) -> None:
    notice, post = queue(), Post()
    assert [run(post), run(post)] == [1, 0]
    notice.refresh_from_db()
    assert (notice.status, notice.attempts, len(post.sent)) == (SENT, 1, 1)
    assert AT <= notice.sent_at < AT + MINUTE
    assert tries(notice) == ["accepted"]


def test_a_notice_is_not_sent_before_its_time(queue: Any) -> None:
    queue(at=AT + MINUTE)
    assert run(Post()) == 0


def test_the_attempt_is_on_record_before_the_server_is_called(queue: Any) -> None:
    notice, seen = queue(), []

    class Look(Post):
        def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
            row = Notice.objects.get(pk=notice.pk)
            seen.append((row.status, row.attempts, row.handed_at, row.tries.get().outcome))
            hand_over()
            seen.append(Notice.objects.get(pk=notice.pk).handed_at is not None)

    run(Look())
    assert seen == [(CLAIMED, 1, None, "started"), True]


def test_nothing_is_sent_inside_a_transaction(queue: Any) -> None:
    queue()
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        run(Post())


def test_a_refused_notice_is_returned_at_once_and_asks_for_a_person(queue: Any, stuck: Any, tries: Any) -> None:
    notice, post = queue(), Post(Refused("550 no such mailbox"))
    run(post)
    assert run(post, after=MINUTE * 6000) == 0
    notice.refresh_from_db()
    assert (notice.status, notice.last_error, stuck) == (BOUNCED, "550 no such mailbox", [notice])
    assert tries(notice) == ["refused"]


def test_a_postponed_notice_is_tried_on_the_published_schedule_for_72_hours(queue: Any, stuck: Any) -> None:
    notice = queue()
    post = Post(*[PutOff("451 later")] * 100)
    asked, minute = [], 0
    while minute <= 5000:
        if run(post, after=MINUTE * minute + dt.timedelta(seconds=5 if minute else 0)):
            asked.append(minute)
        minute += 1 if minute < 70 else 10
    assert asked[:6] == [0, 1, 5, 15, 30, 60]
    assert len(asked) == 15
    assert asked[-1] == pytest.approx(72 * 60, abs=11)
    notice.refresh_from_db()
    assert (notice.status, stuck) == (FAILED, [notice])


def test_a_postponed_notice_is_sent_as_soon_as_the_server_takes_it(queue: Any, tries: Any) -> None:
    notice, post = queue(), Post(PutOff("451 later"), PutOff("421 busy"))
    for minutes in (0, 2, 6):
        run(post, after=MINUTE * minutes)
    notice.refresh_from_db()
    assert (notice.status, tries(notice), len(post.sent)) == (SENT, ["deferred", "deferred", "accepted"], 1)


def test_a_runner_that_was_off_for_a_week_still_tries_once_more(queue: Any) -> None:
    notice, post = queue(), Post(PutOff("451 later"))
    run(post)
    run(post, after=MINUTE * 60 * 24 * 7)
    notice.refresh_from_db()
    assert notice.status == SENT


def test_a_server_that_cannot_be_reached_ends_the_pass(queue: Any) -> None:
    notices = [queue() for _ in range(3)]
    post = Post(PutOff("no session", unreachable=True))
    assert run(post) == 0
    assert [Notice.objects.get(pk=n.pk).status for n in notices] == [RETRY, QUEUED, QUEUED]
    assert run(post, after=MINUTE * 2) == 3


def test_a_broken_hand_over_is_uncertain_then_sent_once_more_with_the_same_id(
    queue: Any, stuck: Any, tries: Any
) -> None:
    notice, post = queue(), Post(InDoubt("connection broke"))
    run(post)
    notice.refresh_from_db()
    assert (notice.status, stuck) == (UNCERTAIN, [])
    run(post, after=MINUTE * 2)
    notice.refresh_from_db()
    assert (notice.status, tries(notice)) == (SENT, ["uncertain", "accepted"])
    assert len(post.sent) == 2
    assert post.sent[0] == post.sent[1]  # the very same bytes, Message-ID included


def test_twice_uncertain_stays_uncertain_and_asks_for_a_person(queue: Any, stuck: Any) -> None:
    notice, post = queue(), Post(InDoubt("broke"), InDoubt("broke again"))
    for minutes in (0, 2, 60, 6000):
        run(post, after=MINUTE * minutes)
    notice.refresh_from_db()
    assert (notice.status, notice.is_final, len(post.sent), stuck) == (UNCERTAIN, True, 2, [notice])


def test_a_runner_killed_after_the_hand_over_leaves_an_uncertain_notice_that_is_sent_once_more(
    queue: Any, tries: Any
) -> None:
    notice, post = queue(), Post("die after accept")
    assert run(post) == -1
    assert run(post, after=MINUTE * 4) == 0  # the lease still holds
    assert run(post, after=MINUTE * 6) == 1
    notice.refresh_from_db()
    assert (notice.status, tries(notice)) == (SENT, ["uncertain", "accepted"])
    assert len(set(post.sent)) == 1
    assert len(post.sent) == 2


def test_killed_twice_after_the_hand_over_there_is_no_third_copy(queue: Any, stuck: Any) -> None:
    notice, post = queue(), Post("die after accept", "die after accept")
    for minutes in (0, 6, 12, 18):
        run(post, after=MINUTE * minutes)
    notice.refresh_from_db()
    assert (notice.status, len(post.sent), stuck) == (UNCERTAIN, 2, [notice])


def test_a_notice_that_kills_its_runner_three_times_is_set_aside(queue: Any, stuck: Any, tries: Any) -> None:
    poison, good = queue(), queue(at=AT + MINUTE)
    post = Post(*["die before"] * 3)
    for minutes in (0, 6, 12, 18):
        run(post, after=MINUTE * minutes)
    poison.refresh_from_db()
    good.refresh_from_db()
    assert (poison.status, good.status, stuck) == (FAILED, SENT, [poison])
    assert tries(poison)[:3] == ["crashed"] * 3
    assert len(post.sent) == 1


def test_a_runner_whose_lease_ended_does_not_send(queue: Any) -> None:
    notice, sent = queue(), Post()

    class Slow(Post):
        def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
            run(sent, after=MINUTE * 6)  # meanwhile another runner takes the notice up and sends it
            super().deliver(outgoing, hand_over)

    slow = Slow()
    run(slow)
    notice.refresh_from_db()
    assert (notice.status, len(sent.sent), slow.sent) == (SENT, 1, [])


def test_a_hook_that_fails_loses_nothing(queue: Any) -> None:
    notice, called = queue(), []

    def hook(row: Notice) -> None:
        called.append(row)
        if len(called) == 1:
            raise RuntimeError("the task table is locked")

    sending.on_stuck.insert(0, hook)
    try:
        post = Post(Refused("550"), Refused("550"))
        with pytest.raises(RuntimeError):
            run(post)
        run(post, after=MINUTE * 6)
    finally:
        sending.on_stuck.remove(hook)
    notice.refresh_from_db()
    assert (notice.status, len(called)) == (BOUNCED, 2)


def test_a_signal_is_heard_between_messages(queue: Any) -> None:
    for _ in range(3):
        queue()
    post = Post()
    assert outbox.deliver_due(now=AT, backend=post, stop=lambda: len(post.sent) == 2) == 2


@pytest.fixture
def paper(media: Any, db: Any) -> Document:
    return documents.freeze(
        case=None, kind="complaints.receipt", title="Receipt", template="letters/base.html", context={}, language="en",
        visibility="party", at=AT,
    )  # fmt: skip


def test_an_email_with_a_document_waits_for_it_and_carries_its_bytes(queue: Any, paper: Document) -> None:
    notice, post = queue(document=paper), Post()
    assert run(post) == 0
    documents.render_due(now=AT)
    assert run(post) == 1
    notice.refresh_from_db()
    paper.refresh_from_db()
    assert (notice.status, notice.document_sha256) == (SENT, paper.sha256)
    assert b'filename="receipt-' in post.sent[0]


def test_a_document_whose_bytes_changed_is_never_sent(queue: Any, paper: Document, media: Any, stuck: Any) -> None:
    notice, good, post = queue(document=paper), queue(), Post()
    documents.render_due(now=AT)
    paper.refresh_from_db()
    (media / paper.storage_key[:2] / paper.storage_key).write_bytes(b"%PDF-forged")
    run(post)
    notice.refresh_from_db()
    good.refresh_from_db()
    assert (notice.status, good.status, stuck) == (FAILED, SENT, [notice])
    assert len(post.sent) == 1


def test_a_document_that_is_gone_fails_its_notice_only(queue: Any, paper: Document, stuck: Any) -> None:
    notice, post = queue(document=paper), Post()
    documents.render_due(now=AT)
    paper.refresh_from_db()
    store.delete(paper.storage_key)
    run(post)
    notice.refresh_from_db()
    assert (notice.status, stuck) == (FAILED, [notice])


def test_a_person_can_send_the_same_bytes_again(queue: Any, stuck: Any, tries: Any) -> None:
    notice, post = queue(), Post(Refused("550"))
    with pytest.raises(TransitionNotAllowed):
        outbox.resend(notice=notice, at=AT)
    run(post)
    outbox.resend(notice=notice, at=AT + MINUTE)
    run(post, after=MINUTE)
    notice.refresh_from_db()
    assert (notice.status, tries(notice)) == (SENT, ["refused", "accepted"])


class TestReports:
    """A report that a message came back may come early, late, twice, or for somebody else's message."""

    def test_days_later(self, queue: Any, stuck: Any) -> None:
        notice = queue()
        run(Post())
        assert outbox.record_bounce(message_id=notice.message_id, detail="5.1.1\r\nunknown user")
        notice.refresh_from_db()
        assert (notice.status, notice.last_error, stuck) == (BOUNCED, "5.1.1 unknown user", [notice])

    def test_twice(self, queue: Any, stuck: Any) -> None:
        notice = queue()
        run(Post())
        assert outbox.record_bounce(message_id=notice.message_id, detail="x")
        assert not outbox.record_bounce(message_id=notice.message_id, detail="x")
        assert len(stuck) == 1

    def test_for_a_message_that_is_not_ours(self, queue: Any) -> None:
        assert not outbox.record_bounce(message_id="<unknown@example.org>", detail="x")

    def test_before_the_sender_wrote_down_its_success(self, queue: Any) -> None:
        notice = queue()

        class Fast(Post):
            def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
                super().deliver(outgoing, hand_over)
                outbox.record_bounce(message_id=outgoing.notice.message_id, detail="bounced at once")

        run(Fast())
        notice.refresh_from_db()
        assert notice.status == BOUNCED


def in_two_threads(work: Callable[[], None]) -> None:
    start = threading.Barrier(2)

    def body() -> None:
        start.wait()
        try:
            work()
        finally:
            close_connections()

    threads = [threading.Thread(target=body) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_two_runners_send_each_notice_once(queue: Any) -> None:
    for _ in range(60):
        queue()
    post = Post()

    def work() -> None:
        while outbox.deliver_due(now=AT, backend=post):
            pass

    in_two_threads(work)
    assert len(post.sent) == len(set(post.sent)) == 60
    assert Notice.objects.filter(status=SENT, attempts=1).count() == 60
    assert NoticeAttempt.objects.filter(outcome="accepted").count() == 60


@pytest.mark.django_db(transaction=True)
def test_the_control_without_the_claim_sends_twice(queue: Any) -> None:
    for _ in range(20):
        queue()
    sent: list[int] = []
    both_read = threading.Barrier(2)

    def naive() -> None:
        rows = list(Notice.objects.filter(status=QUEUED))
        both_read.wait()
        for row in rows:
            sent.append(row.pk)
            Notice.objects.filter(pk=row.pk).update(status=SENT)

    in_two_threads(naive)
    assert len(sent) == 40


def test_the_demo_backend_keeps_the_message_as_it_would_arrive(queue: Any) -> None:
    notice = queue(to="ana@example.com")
    assert outbox.deliver_due(now=AT) == 1
    message = DemoMessage.objects.get()
    assert (message.notice_id, message.recipient, message.subject) == (notice.pk, "ana@example.com", notice.subject)
    assert AT <= message.received_at < AT + MINUTE
