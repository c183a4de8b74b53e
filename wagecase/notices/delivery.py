"""The ways an e-mail leaves: a real mail server, or the demonstration's mailbox; both report in the same three words."""

import contextlib
import smtplib
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.utils import parseaddr
from functools import lru_cache, partial
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


class Channel(Protocol):
    """A way to send. `hand_over` must be called just before the other side can accept the message."""

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        """Return when the message was accepted; Refused, PutOff or InDoubt otherwise."""


class Backend(Channel, Protocol):
    """A channel that keeps something open between messages."""

    def close(self) -> None:
        """Let go of it."""


class _Bounded:
    """Gives an SMTP session a total time limit and tells when the message itself is about to be sent."""

    before_data: Callable[[], None] | None = None
    handed = False

    def __init__(self, *args: Any, until: float, **options: Any) -> None:
        self.until = until  # of time.monotonic(); moved on for each further message
        self._over = threading.Event()
        super().__init__(*args, **options)

    def _get_socket(self, *args: Any) -> socket.socket:
        # The greeting is read inside the constructor, so the limit has to be in place as soon as there is a socket.
        sock: socket.socket = super()._get_socket(*args)  # type: ignore[misc]
        threading.Thread(target=self._watch, args=(sock,), name="mail session", daemon=True).start()
        return sock

    def _watch(self, sock: socket.socket) -> None:
        while not self._over.wait(max(0.0, self.until - time.monotonic())):
            if time.monotonic() >= self.until:
                with contextlib.suppress(OSError):
                    sock.shutdown(socket.SHUT_RDWR)
                return

    def data(self, msg: Any) -> Any:
        """Call the hook, then send the message."""
        if self.before_data is not None:
            self.before_data()
        self.handed = True
        return super().data(msg)  # type: ignore[misc]

    def close(self) -> None:
        """Stop the clock with the session."""
        self._over.set()
        super().close()  # type: ignore[misc]


class _BoundedSMTP(_Bounded, smtplib.SMTP):
    pass


class _BoundedSMTPS(_Bounded, smtplib.SMTP_SSL):
    pass


class _Connection(EmailBackend):
    until = 0.0

    @property
    def connection_class(self) -> Callable[..., smtplib.SMTP]:
        return partial(_BoundedSMTPS if self.use_ssl else _BoundedSMTP, until=self.until)


class SmtpBackend:
    """The mail server of the settings: one session for the messages of a pass, a new one after anything but a yes.

    So a message never meets what the one before it left behind, and a session that the server ended meanwhile is
    opened again before it counts against a message.
    """

    def __init__(self) -> None:
        self._session: Any = None

    def deliver(self, outgoing: Outgoing, hand_over: Callable[[], None]) -> None:
        """Send; a 5xx answer about the recipient or the message is final, everything else is tried again."""
        until = time.monotonic() + HARD_LIMIT_SECONDS
        try:
            if self._session is not None and self._sent(outgoing, hand_over, until=until, reused=True):
                return
            if self._session is None:
                self._session = _open(until)
            self._sent(outgoing, hand_over, until=until)
        except BaseException:
            self.close()
            raise

    def _sent(self, outgoing: Outgoing, hand_over: Callable[[], None], *, until: float, reused: bool = False) -> bool:
        """Send by the open session; False when that session was over before the message could have been taken."""
        session = self._session
        session.until, session.before_data, session.handed = until, hand_over, False
        try:
            session.sendmail(_bare_address(settings.DEFAULT_FROM_EMAIL), [outgoing.recipient], outgoing.raw)
        except (smtplib.SMTPException, OSError) as error:
            if reused and not session.handed and _is_over(error) and time.monotonic() < until:
                self.close()
                return False
            raise _verdict(error, handed=session.handed) from error
        return True

    def close(self) -> None:
        """Say goodbye; an error while doing so says nothing about any message."""
        session, self._session = self._session, None
        if session is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                session.quit()
            session.close()


@lru_cache(maxsize=8)
def _bare_address(sender: str) -> str:
    return parseaddr(sender)[1]


def _open(until: float) -> Any:
    left = max(until - time.monotonic(), 1.0)
    connection = _Connection(timeout=settings.EMAIL_TIMEOUT and min(settings.EMAIL_TIMEOUT, left))
    connection.until = until
    try:
        connection.open()
    except (smtplib.SMTPException, OSError) as error:
        raise PutOff(f"no session with the mail server: {_words(error)}", unreachable=True) from error
    return connection.connection


def _is_over(error: Exception) -> bool:
    """Whether a session that went well before is over: servers end one after some messages or a minute of silence.

    They say 421 to any command or drop the line; some refuse a further sender for now and would keep the line open.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return any(code == 421 for code, _said in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused):
        return 400 <= error.smtp_code < 500
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code == 421
    return isinstance(error, smtplib.SMTPServerDisconnected) or not isinstance(error, smtplib.SMTPException)


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

    def close(self) -> None:
        """Nothing is kept open."""


BACKENDS: Final[dict[str, type]] = {"smtp": SmtpBackend, "demo": DemoBackend}


def configured_backend() -> Backend:
    """Return the backend that the settings name; KeyError for an unknown name."""
    backend: Backend = BACKENDS[settings.NOTICE_BACKEND]()
    return backend
