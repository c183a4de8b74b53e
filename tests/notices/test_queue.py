"""Queueing: once per key, one plain recipient, one header line, letters until somebody mails them."""

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from tests.notices.conftest import AT
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import HELD, MAILED, QUEUED, Notice

STAFF = Actor("staff", 7, "investigator", "Ines Vega")


def test_the_same_key_queues_once_and_returns_the_first_row(queue: Any) -> None:
    first = queue(key="receipt:1", to="ana@example.com")
    again = queue(key="receipt:1", to="other@example.com", subject="Other words")
    assert (again.pk, again.address, again.message_id) == (first.pk, "ana@example.com", first.message_id)
    assert Notice.objects.count() == 1


def test_a_key_used_inside_a_transaction_leaves_it_usable(queue: Any) -> None:
    with transaction.atomic():
        queue(key="a")
        queue(key="a")
        queue(key="b")
    assert Notice.objects.count() == 2


def test_every_row_has_its_own_message_id_at_our_site(queue: Any, settings: Any) -> None:
    settings.SITE_URL = "https://wages.example.org"
    ids = {queue().message_id for _ in range(3)}
    assert len(ids) == 3
    assert all(text.startswith("<") and text.endswith("@wages.example.org>") for text in ids)


@pytest.mark.parametrize(
    "address",
    [
        "", "ana", "ana@", "@example.com", "ana@example", "ana@example.com\nBcc: all@example.com", "ana@example.com\r\n",
        "ana@example.com,ben@example.com", "ana@example.com; ben@example.com", "Ana <ana@example.com>",
        '"ben@example.com" <ana@example.com>', '"ben@example.com"@example.com', "ana example@example.com",
        "ana@example.com ben@example.com", "ana@[127.0.0.1]", "añá@example.com", "a" * 250 + "@example.com",
        "ana@example.com\0", "ana@example.com:25", "(x)ana@example.com", "ana\\@example.com",
    ],
)  # fmt: skip
def test_anything_but_one_bare_address_is_refused(queue: Any, address: str) -> None:
    with pytest.raises(ValidationError):
        queue(to=address)
    assert Notice.objects.count() == 0


def test_an_international_domain_is_written_in_its_ascii_form(queue: Any) -> None:
    assert queue(to="ana@exämple.com").address == "ana@xn--exmple-cua.com"


@pytest.mark.parametrize(
    ("subject", "kept"),
    [
        ("Two\r\nBcc: all@example.com", "Two Bcc: all@example.com"),
        ("Tab\tand\x0bcontrol\x00signs", "Tab and control signs"),
        ("Line\u2028and\u2029paragraph", "Line and paragraph"),
        ("x" * 3_000, "x" * 199 + "…"),
    ],
)
def test_a_subject_is_one_line_of_at_most_200_signs(queue: Any, subject: str, kept: str) -> None:
    assert queue(subject=subject).subject == kept


def test_a_message_nobody_could_read_is_refused_in_words(queue: Any) -> None:
    with pytest.raises(ValidationError, match="too long to send"):
        queue(text="x" * 100_001)


@pytest.fixture
def letter(media: Any, db: Any) -> Any:
    document = documents.freeze(
        case=None, kind="complaints.receipt", title="Receipt", template="letters/base.html",
        context={"recipient_lines": ["Ana Reader", "1 Invented Street"]}, language="en", visibility="party", at=AT,
    )  # fmt: skip
    return outbox.queue_letter(
        kind="complaints.receipt", dedupe_key="letter:1", recipient_label="Ana Reader",
        postal="Ana Reader\n1 Invented Street", language="en", document=document, case=None, party_id=None, at=AT,
    )  # fmt: skip


def test_a_letter_waits_for_its_pdf_and_then_for_the_post(letter: Notice, monkeypatch: Any) -> None:
    def mail() -> Notice:
        return outbox.mark_mailed(
            notice=letter,
            mailed_on=dt.date(2026, 3, 3),
            method="first class",
            actor=STAFF,
            at=AT + dt.timedelta(hours=30),
        )

    assert (letter.status, letter.channel) == (QUEUED, "letter")
    assert outbox.deliver_due(now=AT + dt.timedelta(hours=1)) == 0
    with pytest.raises(TransitionNotAllowed, match="still being prepared"):
        mail()
    Document.objects.update(status="ready", sha256="ab" * 32)
    letter.refresh_from_db()
    done = mail()
    assert (done.status, done.mailed_on, done.mailed_method) == (MAILED, dt.date(2026, 3, 3), "first class")
    assert (done.mailed_by, done.document_sha256) == ("Ines Vega", "ab" * 32)
    with pytest.raises(TransitionNotAllowed, match="already marked as mailed"):
        mail()


@pytest.mark.parametrize(
    ("day", "words"), [(dt.date(2026, 3, 4), "in the future"), (dt.date(2026, 3, 1), "before the letter")]
)
def test_a_mailing_date_is_never_in_the_future_nor_before_the_letter(letter: Notice, day: dt.date, words: str) -> None:
    Document.objects.update(status="ready")
    letter.refresh_from_db()
    with pytest.raises(ValidationError, match=words):
        outbox.mark_mailed(notice=letter, mailed_on=day, method="m", actor=STAFF, at=AT + dt.timedelta(hours=30))


def test_an_email_cannot_be_marked_as_mailed(queue: Any) -> None:
    with pytest.raises(TransitionNotAllowed, match="not a letter"):
        outbox.mark_mailed(notice=queue(), mailed_on=dt.date(2026, 3, 2), method="m", actor=STAFF, at=AT)


def test_a_held_notice_goes_out_only_after_its_release(queue: Any) -> None:
    notice = queue()
    assert outbox.hold(notice=notice)
    assert outbox.deliver_due(now=AT) == 0
    notice.refresh_from_db()
    assert notice.status == HELD
    assert outbox.release(notice=notice, at=AT)
    assert outbox.deliver_due(now=AT) == 1
    assert not outbox.hold(notice=notice)  # too late


def test_every_status_has_words_and_a_tone() -> None:
    assert {status for status, _words in Notice.STATUSES} == set(Notice.TONES)
