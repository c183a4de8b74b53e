"""What tests of notices share: a mail server that records, a way to queue, the notices that asked for a person."""

import asyncio
import datetime as dt
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from aiosmtpd.controller import Controller
from django.db import connections

from wagecase.notices import outbox, sending
from wagecase.notices.models import Notice

AT = dt.datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("America/Chicago"))
MINUTE = dt.timedelta(minutes=1)


@dataclass
class Recorder:
    """The mail server's own log is the truth about what was sent."""

    answers: dict[str, str] = field(default_factory=dict)  # stage (RCPT, DATA) -> reply
    mails: list[tuple[str, list[str], EmailMessage]] = field(default_factory=list)
    connections: int = 0
    kill: Callable[[], int | None] = lambda: None  # pid to end once a message is taken
    stall: str = ""
    port: int = 0

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, hostname: str, responses: list) -> list:  # noqa: N802
        self.connections += 1
        session.host_name = hostname
        if self.stall == "EHLO":
            await asyncio.sleep(60)
        return responses

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list) -> str:  # noqa: N802
        if self.stall == "RCPT":
            await asyncio.sleep(60)
        if "RCPT" in self.answers:
            return self.answers["RCPT"]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if "DATA" in self.answers:
            return self.answers["DATA"]
        message = message_from_bytes(envelope.content, policy=default)
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, message))
        if pid := self.kill():
            os.kill(pid, signal.SIGKILL)
        if self.stall == "DATA":
            await asyncio.sleep(60)
        return "250 OK"

    @property
    def ids(self) -> list[str]:
        """The Message-IDs of all messages taken, in order."""
        return [mail["Message-ID"] for _sender, _to, mail in self.mails]


class FreePort(Controller):
    """A controller on a port that the system chooses, so that parallel tests never meet."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@pytest.fixture
def server(settings: Any) -> Iterator[Recorder]:
    """A mail server on a free port that the settings name."""
    recorder = Recorder()
    controller = FreePort(recorder, hostname="127.0.0.1", port=0, ready_timeout=10)
    controller.start()
    recorder.port = controller.port
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.NOTICE_BACKEND = "127.0.0.1", recorder.port, "smtp"
    settings.EMAIL_TIMEOUT = 1
    yield recorder
    controller.stop()


@pytest.fixture
def queue(media: Any, db: Any) -> Callable[..., Notice]:
    """Queue one e-mail: queue(key="a", to="ana@example.com") -> Notice."""
    count = iter(range(1, 10_000))

    def make(*, key: str = "", **changes: Any) -> Notice:
        number = next(count)
        values = {
            "kind": "complaints.receipt", "dedupe_key": key or f"key-{number}", "to": f"reader{number}@example.com",
            "recipient_label": "Ana Reader", "subject": "Case LW-2026-000123: we have your complaint",
            "text": "We have your complaint.\n", "html": "<html><head></head><body>We have your complaint.</body></html>",
            "language": "en", "at": AT,
        }  # fmt: skip
        return outbox.queue_email(**{**values, **changes})

    return make


@pytest.fixture
def stuck() -> Iterator[list[Notice]]:
    """The notices for which a person was asked."""
    found: list[Notice] = []
    kept = sending.on_stuck[:]
    sending.on_stuck[:] = [found.append]
    yield found
    sending.on_stuck[:] = kept


@pytest.fixture
def tries() -> Callable[[Notice], list[str]]:
    """The outcomes of a notice's attempts, in order."""
    return lambda notice: list(notice.tries.order_by("number").values_list("outcome", flat=True))


def close_connections() -> None:
    """Let go of this thread's database connections."""
    connections.close_all()
