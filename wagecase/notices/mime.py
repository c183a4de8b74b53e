"""Puts a notice into the form in which a mail server takes it: the same bytes every time.

The parts are assembled here, because the standard library parses each of some thirty headers again for each message,
which took more time than a whole session with the mail server. Whatever is not plain still goes through the library.
"""

import binascii
import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime, parseaddr
from functools import lru_cache
from typing import Any, Final

from django.conf import settings

from wagecase.notices.models import Notice

LINE: Final = 76  # characters of a header line that need no folding
PLAIN: Final = re.compile(r"[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
Part = tuple[tuple[bytes, ...], bytes]  # header lines, body


def message_bytes(notice: Notice, pdf: bytes | None) -> bytes:
    """Return the notice as a MIME message: the same bytes every time, plain text first, one recipient, no Cc or Bcc."""
    stem = notice.message_id.strip("<>").partition("@")[0]
    content = _text(notice.text, "plain")
    attached = pdf is not None and notice.document is not None and notice.attaches_document
    if notice.html:
        content = _multipart([content, _text(notice.html, "html")], "alternative", f"=_{stem}_{int(attached)}")
    if attached and pdf is not None and notice.document is not None:
        content = _multipart([content, _attachment(pdf, notice.document.filename)], "mixed", f"=_{stem}_0")
    lines, body = content
    head = (
        _header("Message-ID", notice.message_id),
        _header("Date", format_datetime(notice.created_at)),
        _of_the_office(settings.DEFAULT_FROM_EMAIL, settings.DEPARTMENT_EMAIL),
        _header("To", _reader(notice.address)),
        _header("Subject", notice.subject),
        b"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n",
        *lines,
        _header("Content-Language", notice.language),
    )
    return b"".join((*head, b"\r\n", body))


def _header(name: str, value: Any) -> bytes:
    """Return one header; the library folds and encodes what does not stand on one line in plain letters."""
    text = str(value)
    if text.isascii() and text.isprintable() and "=?" not in text and len(name) + 2 + len(text) <= LINE:
        return f"{name}: {text}\r\n".encode("ascii")
    message = EmailMessage(policy=SMTP_POLICY)
    message[name] = value
    return SMTP_POLICY.fold_binary(name, message[name])


@lru_cache(maxsize=8)
def _of_the_office(sender: str, answers: str) -> bytes:
    name, address = parseaddr(sender)
    told = _header("From", Address(display_name=name, addr_spec=address))
    return told + _header("Reply-To", Address(addr_spec=answers))


def _reader(address: str) -> Any:
    """Return the address as a value of a header; one of plain words needs no parser to be told from two."""
    return address if PLAIN.fullmatch(address) else Address(addr_spec=address)


def _text(words: str, subtype: str) -> Part:
    """Return a part in quoted-printable: short lines whatever the words are, and no line that a server would change."""
    lines = b"".join(line + b"\r\n" for line in words.encode("utf-8").splitlines())
    return (
        f'Content-Type: text/{subtype}; charset="utf-8"\r\n'.encode("ascii"),
        b"Content-Transfer-Encoding: quoted-printable\r\n",
    ), binascii.b2a_qp(lines, istext=True)


def _attachment(pdf: bytes, filename: str) -> Part:
    part = EmailMessage(policy=SMTP_POLICY)
    part.set_content(pdf, maintype="application", subtype="pdf", disposition="attachment", filename=filename)
    del part["MIME-Version"]
    head, _, body = part.as_bytes().partition(b"\r\n\r\n")
    return (head, b"\r\n"), body


def _multipart(parts: list[Part], subtype: str, boundary: str) -> Part:
    """Return the parts as one. The boundary holds "=_", which neither quoted-printable nor base64 can."""
    mark = boundary.encode("ascii")
    body = b"".join(
        b"".join((b"--", mark, b"\r\n", *lines, b"\r\n", content, b"\r\n")) for lines, content in parts
    )  # the line end before a boundary belongs to the boundary
    head = f'Content-Type: multipart/{subtype}; boundary="{boundary}"\r\n'.encode("ascii")
    return (head,), body + b"--" + mark + b"--\r\n"
