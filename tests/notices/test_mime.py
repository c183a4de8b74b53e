"""The bytes that we put together say what the standard library would have said, for whatever a notice holds."""

import datetime as dt
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from itertools import product
from typing import Any

import pytest

from wagecase.documents.models import Document
from wagecase.notices.mime import message_bytes
from wagecase.notices.models import Notice

AT = dt.datetime(2026, 3, 2, 15, 0, tzinfo=dt.UTC)
SUBJECTS = (
    "Case LW-2026-000123: we have your complaint",
    "Su queja, señora Núñez: " * 6,
    "=?utf-8?q?x?= odd",
    "a" * 190,
)
TEXTS = (
    "We have your complaint.\n",
    "blanks at the end  \n.\n..\nFrom here\ttab\t\n" + "z" * 300 + "\n",
    "señora Núñez\r\nodd ends\rand \u2028 and \x0c\nwithout an end",
    "=3D --=_0123456789abcdef_0\n",
)
HTMLS = ("", "<p>señora</p>\n" + "<b>x</b> y " * 300 + "\n")
PDFS = (None, b"%PDF-1.7\n" + bytes(range(256)) * 20)


def by_the_library(notice: Notice, pdf: bytes | None) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["Message-ID"], message["Date"] = notice.message_id, notice.created_at
    message["From"], message["To"] = "Equal Rights Division <no-reply@example.org>", notice.address
    message["Reply-To"], message["Subject"] = "office@example.org", notice.subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(notice.text, cte="quoted-printable")
    if notice.html:
        message.add_alternative(notice.html, subtype="html", cte="quoted-printable")
    if pdf is not None:
        message.add_attachment(pdf, maintype="application", subtype="pdf", filename="receipt-5.pdf")
    message["Content-Language"] = notice.language
    return message.as_bytes()


def told(raw: bytes) -> list[Any]:
    """Return what a mail program reads: of each part its type, its headers and its content."""
    skipped = {"content-type", "content-transfer-encoding", "mime-version"}
    return [
        (
            part.get_content_type(), part.get_content_charset(), part.get_filename(),
            sorted((name.lower(), str(value)) for name, value in part.items() if name.lower() not in skipped),
            None if part.is_multipart() else part.get_content(),
        )
        for part in message_from_bytes(raw, policy=default).walk()
    ]  # fmt: skip


@pytest.fixture
def notice(settings: Any) -> Notice:
    settings.DEFAULT_FROM_EMAIL = "Equal Rights Division <no-reply@example.org>"
    settings.DEPARTMENT_EMAIL = "office@example.org"
    return Notice(message_id="<0123456789abcdef@example.org>", created_at=AT, address="ana@example.com", language="es")


@pytest.mark.parametrize("pdf", PDFS, ids=["no file", "file"])
def test_a_mail_program_reads_the_same(notice: Notice, pdf: bytes | None) -> None:
    notice.document = Document(pk=5, kind="complaints.receipt") if pdf else None
    for notice.subject, notice.text, notice.html in product(SUBJECTS, TEXTS, HTMLS):
        assert told(message_bytes(notice, pdf)) == told(by_the_library(notice, pdf))


def test_the_bytes_are_the_same_every_time_and_fit_any_mail_server(notice: Notice) -> None:
    notice.document = Document(pk=5, kind="complaints.receipt")
    for notice.subject, notice.text, notice.html in product(SUBJECTS, TEXTS, HTMLS):
        raw = message_bytes(notice, PDFS[1])
        assert raw == message_bytes(notice, PDFS[1])
        assert raw.isascii()
        assert b"\n" not in raw.replace(b"\r\n", b"")
        assert b"\r" not in raw.replace(b"\r\n", b"")
        assert max(len(line) for line in raw.split(b"\r\n")) <= 998
        assert raw.count(b"\r\n--=_0123456789abcdef_0--\r\n") == 1
        assert message_from_bytes(raw)["MIME-Version"] == "1.0"


def test_an_address_that_fills_its_line_is_not_broken(notice: Notice) -> None:
    notice.subject, notice.text, notice.html = "Hello", "Hello\n", ""
    notice.address = f"{'a' * 60}@{'long-name.' * 10}example.org"
    read = message_from_bytes(message_bytes(notice, None), policy=default)
    assert read["To"].addresses[0].addr_spec == notice.address
