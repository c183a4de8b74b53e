"""Reads a received message back as a mail program would, so that the demo mailbox shows what really was sent."""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import default


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with a message."""

    name: str
    media_type: str
    content: bytes

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self.content)


@dataclass(frozen=True, slots=True)
class Received:
    """The parts of a message that a reader meets."""

    sender: str
    to: str
    subject: str
    reply_to: str
    text: str
    html: str
    attachments: tuple[Attached, ...]


def read(raw: bytes) -> Received:
    """Return the parts of a raw message."""
    message = message_from_bytes(bytes(raw), policy=default)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    return Received(
        sender=str(message["From"] or ""),
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        reply_to=str(message["Reply-To"] or ""),
        text=text.get_content() if text else "",
        html=html.get_content() if html else "",
        attachments=tuple(
            Attached(part.get_filename() or "attachment", part.get_content_type(), _content(part))
            for part in message.iter_attachments()
        ),
    )


def _content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
