"""The messages of a pass share a session with the mail server, and what one of them meets is not the next one's."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.mailserver import CONNECT, DROP, END, MAIL, RCPT, STALL, MailServer
from tests.notices.conftest import AT, MINUTE
from wagecase.notices import delivery, outbox
from wagecase.notices.models import BOUNCED, QUEUED, RETRY, SENT, UNCERTAIN, Notice


@pytest.fixture
def mail(settings: Any) -> Iterator[MailServer]:
    server = MailServer()
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.NOTICE_BACKEND = "127.0.0.1", server.port, "smtp"
    settings.EMAIL_TIMEOUT = 5
    yield server
    server.stop()


def stages(mail: MailServer, stage: str) -> int:
    """How often the server was asked for `stage`."""
    return sum(asked == stage for _, asked, _ in mail.asked)


def on_the(number: int, stage: str, said: str, mail: MailServer) -> None:
    """Answer `said` when `stage` is asked for the `number`th time; everything else is granted."""

    def rule(at: str, recipient: str) -> str | None:
        return said if at == stage and stages(mail, stage) == number else None

    mail.rule = rule


def states(*notices: Notice) -> list[str]:
    found = dict(Notice.objects.values_list("pk", "status"))
    return [found[notice.pk] for notice in notices]


def test_a_pass_is_one_session_and_each_message_has_one_recipient(mail: MailServer, queue: Any) -> None:
    notices = [queue() for _ in range(5)]
    assert outbox.deliver_due(now=AT) == 5
    assert (stages(mail, CONNECT), stages(mail, MAIL), stages(mail, RCPT)) == (1, 5, 5)
    assert [taken.recipient for taken in mail.taken] == [notice.address for notice in notices]
    queue()
    outbox.deliver_due(now=AT)
    assert stages(mail, CONNECT) == 2


@pytest.mark.parametrize(("stage", "said"), [
    (MAIL, DROP), (MAIL, "421 too many messages"), (MAIL, "452 too many mails in this session"), (RCPT, DROP),
    (RCPT, "421 too many messages"),
])  # fmt: skip
def test_a_session_that_the_server_ended_is_opened_again(
    mail: MailServer, queue: Any, tries: Any, stage: str, said: str
) -> None:
    first, second, third = (queue() for _ in range(3))
    on_the(2, stage, said, mail)
    assert outbox.deliver_due(now=AT) == 3
    assert states(first, second, third) == [SENT] * 3
    assert (stages(mail, CONNECT), tries(second)) == (2, ["accepted"])
    assert set(mail.copies.values()) == {1}


def test_a_server_that_ends_each_session_at_once_is_not_called_for_ever(mail: MailServer, queue: Any) -> None:
    first, second, third = (queue() for _ in range(3))
    mail.rule = lambda at, recipient: DROP if at == MAIL and stages(mail, MAIL) > 1 else None
    assert outbox.deliver_due(now=AT) == 1
    assert states(first, second, third) == [SENT, RETRY, QUEUED]
    assert stages(mail, MAIL) == 3


def test_a_sender_refused_for_now_is_tried_once_in_a_new_session_and_never_again(mail: MailServer, queue: Any) -> None:
    first, second, third = (queue() for _ in range(3))
    mail.rule = lambda at, recipient: "451 not now" if at == MAIL and stages(mail, MAIL) > 1 else None
    assert outbox.deliver_due(now=AT) == 1
    assert states(first, second, third) == [SENT, RETRY, QUEUED]
    assert (stages(mail, CONNECT), stages(mail, MAIL)) == (2, 3)


def test_a_sender_refused_in_a_fresh_session_ends_the_pass_at_once(mail: MailServer, queue: Any) -> None:
    first, second = queue(), queue()
    mail.rule = lambda at, recipient: "451 not now" if at == MAIL else None
    assert outbox.deliver_due(now=AT) == 0
    assert states(first, second) == [RETRY, QUEUED]
    assert (stages(mail, CONNECT), stages(mail, MAIL)) == (1, 1)


def test_a_recipient_put_off_in_a_shared_session_is_not_asked_for_twice(mail: MailServer, queue: Any) -> None:
    first, second, third = (queue() for _ in range(3))
    on_the(2, RCPT, "450 mailbox is busy", mail)
    assert outbox.deliver_due(now=AT) == 3
    assert states(first, second, third) == [SENT, RETRY, SENT]
    assert stages(mail, RCPT) == 3


def test_a_refused_message_leaves_nothing_behind_for_the_next(mail: MailServer, queue: Any, stuck: Any) -> None:
    notices = [queue() for _ in range(3)]
    on_the(2, RCPT, "550 no such mailbox", mail)
    assert outbox.deliver_due(now=AT) == 3
    assert states(*notices) == [SENT, BOUNCED, SENT]
    assert [taken.recipient for taken in mail.taken] == [notices[0].address, notices[2].address]


def test_a_line_that_breaks_behind_the_message_is_a_doubt_and_not_a_second_copy(mail: MailServer, queue: Any) -> None:
    notices = [queue() for _ in range(3)]
    mail.rule = lambda at, recipient: DROP if (at, recipient) == (END, notices[1].address) else None
    assert outbox.deliver_due(now=AT) == 3
    assert states(*notices) == [SENT, UNCERTAIN, SENT]
    assert stages(mail, END) == 3  # the one in doubt is not sent again within the pass
    mail.rule = lambda at, recipient: None
    outbox.deliver_due(now=AT + 2 * MINUTE)
    assert states(*notices) == [SENT] * 3


def test_a_stall_in_a_session_that_went_well_is_cut_off_too(mail: MailServer, queue: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(delivery, "HARD_LIMIT_SECONDS", 1.0)
    first, second = queue(), queue()
    mail.rule = lambda at, recipient: STALL if at == RCPT and stages(mail, RCPT) > 1 else None
    began = time.monotonic()
    outbox.deliver_due(now=AT)
    assert time.monotonic() - began < 4
    assert states(first, second) == [SENT, RETRY]
