"""The ways an e-mail leaves: a real mail server, or the demonstration's mailbox; both report in the same three words."""

import contextlib
import smtplib
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime, parseaddr
from functools import partial
from typing import Any, Final, Protocol

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend

from wagecase.notices.models import DemoMessage, Notice

HARD_LIMIT_SECONDS: Final = 30.0  # a server may drip one byte a second for ever; must stay below lease and task limit


class Refused(Exception):
    """The server will never take this message for this recipient (5xx)."""


class PutOff(Exception):
    """Not taken now (4xx, no connection); `unreachable` says that no other message would be taken either."""

    def __init__(self, detail: str, *, unreachable: bool = False) -> None:
        super().__init__(detail)
        self.unreachable = unreachable


class InDoubt(Exception):
    """The connection broke after the message was handed over: the server may have it or not."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message for one envelope recipient."""

    notice: Notice
    recipient: str
    raw: bytes
    at: datetime


class Backend(Protocol):
    """A way to send. `hand_over` must be called just before the other side can accept the message."""

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        """Return when the message was accepted; Refused, PutOff or InDoubt otherwise."""


def message_bytes(notice: Notice, pdf: bytes | None) -> bytes:
    """Return the notice as a MIME message: the same bytes every time, plain text first, one recipient, no Cc or Bcc."""
    name, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    message = EmailMessage(policy=SMTP_POLICY)
    message["Message-ID"] = notice.message_id
    message["Date"] = format_datetime(notice.created_at)
    message["From"] = Address(display_name=name, addr_spec=sender)
    message["To"] = Address(addr_spec=notice.address)
    message["Reply-To"] = Address(addr_spec=settings.DEPARTMENT_EMAIL)
    message["Subject"] = notice.subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(notice.text, cte="quoted-printable")
    if notice.html:
        message.add_alternative(notice.html, subtype="html", cte="quoted-printable")
    if pdf is not None and notice.document is not None and notice.attaches_document:
        message.add_attachment(pdf, maintype="application", subtype="pdf", filename=notice.document.filename)
    message["Content-Language"] = notice.language  # last: adding a part moves such headers into the first part
    stem = notice.message_id.strip("<>").partition("@")[0]
    for number, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"=_{stem}_{number}")  # the library's own is random: a resend must be the same bytes
    return message.as_bytes()


class _Bounded:
    """Gives an SMTP session a total time limit and tells when the message itself is about to be sent."""

    before_data: Callable[[], None] | None = None
    handed = False

    def _get_socket(self, *args: Any) -> socket.socket:
        # The greeting is read inside the constructor, so the limit has to be in place as soon as there is a socket.
        sock: socket.socket = super()._get_socket(*args)  # type: ignore[misc]
        self.timer = threading.Timer(HARD_LIMIT_SECONDS, partial(_cut, sock))
        self.timer.daemon = True
        self.timer.start()
        return sock

    def data(self, msg: Any) -> Any:
        """Call the hook, then send the message."""
        if self.before_data is not None:
            self.before_data()
        self.handed = True
        return super().data(msg)  # type: ignore[misc]

    def close(self) -> None:
        """Stop the clock with the session."""
        timer = getattr(self, "timer", None)
        if timer is not None:
            timer.cancel()
        super().close()  # type: ignore[misc]


class _BoundedSMTP(_Bounded, smtplib.SMTP):
    pass


class _BoundedSMTPS(_Bounded, smtplib.SMTP_SSL):
    pass


def _cut(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


class _Connection(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _BoundedSMTPS if self.use_ssl else _BoundedSMTP


class SmtpBackend:
    """The mail server of the settings, one session a message."""

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        """Send; a 5xx answer about the recipient or the message is final, everything else is tried again."""
        connection = _Connection(timeout=settings.EMAIL_TIMEOUT)
        try:
            connection.open()
        except (smtplib.SMTPException, OSError) as error:
            raise PutOff(f"no session with the mail server: {_words(error)}", unreachable=True) from error
        session: Any = connection.connection
        session.before_data = hand_over
        try:
            session.sendmail(parseaddr(settings.DEFAULT_FROM_EMAIL)[1], [outgoing.recipient], outgoing.raw)
        except (smtplib.SMTPException, OSError) as error:
            raise _verdict(error, handed=session.handed) from error
        finally:
            # An error while saying goodbye says nothing about the message.
            with contextlib.suppress(smtplib.SMTPException, OSError):
                session.quit()
            session.close()


def _verdict(error: Exception, *, handed: bool) -> Exception:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        detail = _answer(code, text)
        return Refused(detail) if 500 <= code < 600 else PutOff(detail)
    if isinstance(error, smtplib.SMTPDataError):
        detail = _answer(error.smtp_code, error.smtp_error)
        return Refused(detail) if 500 <= error.smtp_code < 600 else PutOff(detail)
    if isinstance(error, smtplib.SMTPResponseException):  # it refuses the sender: our fault, not the recipient's
        return PutOff(_answer(error.smtp_code, error.smtp_error), unreachable=True)
    if handed:
        return InDoubt(f"the connection broke while sending: {_words(error)}")
    return PutOff(f"the connection broke before sending: {_words(error)}", unreachable=True)


def _answer(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(words.split())}"[:400]


def _words(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _answer(error.smtp_code, error.smtp_error)
    return f"{type(error).__name__}: {error}"[:300]


class DemoBackend:
    """Keeps each message as the reader's mailbox would: shown at /demo/mail/, and nothing leaves the machine."""

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        """Store the raw message."""
        hand_over()
        DemoMessage.objects.create(
            notice=outgoing.notice, recipient=outgoing.recipient, subject=outgoing.notice.subject, raw=outgoing.raw,
            received_at=outgoing.at,
        )  # fmt: skip


BACKENDS: Final[dict[str, type]] = {"smtp": SmtpBackend, "demo": DemoBackend}


def configured_backend() -> Backend:
    """Return the backend that the settings name; KeyError for an unknown name."""
    backend: Backend = BACKENDS[settings.NOTICE_BACKEND]()
    return backend
