"""A real mail server on a local port: what arrives, and what each of its answers does to the notice."""

import time
from typing import Any

import pytest

from tests.notices.conftest import AT, MINUTE, Recorder
from wagecase.documents import services as documents
from wagecase.notices import delivery, outbox
from wagecase.notices.models import BOUNCED, RETRY, SENT, UNCERTAIN


def deliver(*, minutes: int = 0) -> int:
    return outbox.deliver_due(now=AT + MINUTE * minutes)


def test_a_message_arrives_with_one_recipient_and_both_texts(server: Recorder, queue: Any, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Equal Rights Division <no-reply@example.org>"
    notice = queue(to="ana@example.com", text="Tenemos su queja, señora Núñez.\n", language="es")
    deliver()
    notice.refresh_from_db()
    assert notice.status == SENT
    [(sender, recipients, mail)] = server.mails
    assert (sender, recipients) == ("no-reply@example.org", ["ana@example.com"])
    assert str(mail["From"]) == "Equal Rights Division <no-reply@example.org>"
    assert str(mail["To"]) == "ana@example.com"
    assert mail["Message-ID"] == notice.message_id
    assert mail["Date"].datetime == AT
    assert mail["Content-Language"] == "es"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get("Cc") is mail.get("Bcc") is None
    assert mail.get_content_type() == "multipart/alternative"
    first, second = mail.iter_parts()
    assert first.get_content().replace("\r\n", "\n") == "Tenemos su queja, señora Núñez.\n"
    assert second.get_content_type() == "text/html"


def test_a_document_arrives_whole(server: Recorder, queue: Any) -> None:
    paper = documents.freeze(
        case=None, kind="complaints.receipt", title="Receipt", template="letters/base.html", context={}, language="en",
        visibility="party", at=AT,
    )  # fmt: skip
    queue(document=paper)
    documents.render_due(now=AT)
    deliver()
    paper.refresh_from_db()
    [file] = server.mails[0][2].iter_attachments()
    assert file.get_payload(decode=True) == documents.read_pdf(paper)
    assert (file.get_content_type(), file.get_filename()) == ("application/pdf", f"receipt-{paper.pk}.pdf")


def test_a_subject_cannot_add_a_header(server: Recorder, queue: Any) -> None:
    queue(subject="Hello\r\nBcc: all@example.com\r\n\r\nBody", recipient_label="x\r\nBcc: y@example.com")
    deliver()
    mail = server.mails[0][2]
    assert mail["Subject"] == "Hello Bcc: all@example.com Body"
    assert mail.get("Bcc") is None
    assert server.mails[0][1] == [str(mail["To"])]


@pytest.mark.parametrize("stage", ["RCPT", "DATA"])
@pytest.mark.parametrize(
    ("code", "status"),
    [
        (421, RETRY),
        (450, RETRY),
        (451, RETRY),
        (452, RETRY),
        (550, BOUNCED),
        (551, BOUNCED),
        (553, BOUNCED),
        (554, BOUNCED),
    ],
)
def test_an_answer_of_the_server_decides(
    server: Recorder, queue: Any, stuck: Any, stage: str, code: int, status: str
) -> None:
    server.answers[stage] = f"{code} 4.0.0 because"
    notice = queue()
    deliver()
    notice.refresh_from_db()
    assert (notice.status, notice.attempts, notice.sent_at) == (status, 1, None)
    assert notice.last_error.startswith(str(code))
    assert len(stuck) == (1 if status == BOUNCED else 0)
    server.answers.clear()
    deliver(minutes=2)
    notice.refresh_from_db()
    assert len(server.mails) == (0 if status == BOUNCED else 1)


@pytest.mark.parametrize(("stage", "status"), [("EHLO", RETRY), ("RCPT", RETRY), ("DATA", UNCERTAIN)])
def test_a_silent_server_does_not_hold_the_runner(server: Recorder, queue: Any, stage: str, status: str) -> None:
    server.stall = stage
    notice = queue()
    started = time.monotonic()
    deliver()
    assert time.monotonic() - started < 5
    notice.refresh_from_db()
    assert notice.status == status
    server.stall = ""
    deliver(minutes=2)
    notice.refresh_from_db()
    assert notice.status == SENT
    assert len(set(server.ids)) == 1
    assert len(server.ids) == (2 if stage == "DATA" else 1)


def test_no_server_at_all_means_later(queue: Any, settings: Any) -> None:
    settings.NOTICE_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp", "127.0.0.1", 9
    notice = queue()
    assert deliver() == 0
    notice.refresh_from_db()
    assert (notice.status, notice.attempts) == (RETRY, 1)
    assert "no session with the mail server" in notice.last_error


def test_a_server_that_drips_is_cut_off(server: Recorder, queue: Any, settings: Any, monkeypatch: Any) -> None:
    settings.EMAIL_TIMEOUT = 30  # the time limit of one answer does not help against a slow drip of answers
    monkeypatch.setattr(delivery, "HARD_LIMIT_SECONDS", 1.0)
    server.stall = "RCPT"
    notice = queue()
    started = time.monotonic()
    deliver()
    assert time.monotonic() - started < 5
    notice.refresh_from_db()
    assert notice.status == RETRY


def test_a_hundred_seconds_fit_into_the_lease() -> None:
    from wagecase.documents.leases import LEASE

    assert LEASE.total_seconds() > delivery.HARD_LIMIT_SECONDS + 30
