"""A mail server on plain sockets that accepts, answers anything, stalls, drips, drops, or tells a test what it took.

Its own list of messages is the truth about what was sent.
"""

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from typing import Final

STALL, DROP, DRIP = "<stall>", "<drop>", "<drip>"
CONNECT, EHLO, MAIL, RCPT, DATA, END = "CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "END"
DEFAULTS: Final = {
    CONNECT: "220 recorder.example.org", EHLO: "250 recorder.example.org", MAIL: "250 OK", RCPT: "250 OK",
    DATA: "354 Go ahead", END: "250 Taken",
}  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """One message that the server has: it was stored before the answer 250 went out."""

    when: float
    recipient: str
    message_id: str
    raw: bytes


class MailServer:
    """Answers each stage as `rule(stage, recipient)` says: None for yes, a reply line, STALL, DROP or DRIP.

    `before` is called with a message that is stored and not yet answered, `after` right behind the answer. `pace` is
    how many seconds the server takes for each message.
    """

    def __init__(self) -> None:
        self.rule: Callable[[str, str], str | None] = lambda stage, recipient: None
        self.before: Callable[[Taken], None] = lambda taken: None
        self.after: Callable[[Taken], None] = lambda taken: None
        self.pace = 0.0
        self.taken: list[Taken] = []
        self.asked: list[tuple[float, str, str]] = []  # (when, stage, recipient), refused ones too
        self.left: list[float] = []  # when a session ended
        self.held: set[str] = set()  # the messages that came in whole and are not answered yet, because of `pace`
        self._closing = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        """Its address as the settings take it."""
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def copies(self) -> Counter[str]:
        """How often each Message-ID was taken."""
        return Counter(taken.message_id for taken in self.taken)

    def stop(self) -> None:
        """Let go of every session."""
        self._closing.set()
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._session, args=(sock,), daemon=True).start()

    def _session(self, sock: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), sock, sock.makefile("rb") as lines:
            self._talk(sock, lines)
        self.left.append(time.monotonic())

    def _talk(self, sock: socket.socket, lines: "socket.SocketIO") -> None:
        recipient = ""
        if not self._answer(sock, CONNECT, recipient):
            return
        while line := lines.readline(1000):
            verb = line[:4].upper()
            if verb in {b"EHLO", b"HELO"}:
                going = self._answer(sock, EHLO, recipient)
            elif verb == b"MAIL":
                going = self._answer(sock, MAIL, recipient)
            elif verb == b"RCPT":
                recipient = line.decode("ascii", "replace").partition("<")[2].partition(">")[0]
                going = self._answer(sock, RCPT, recipient)
            elif verb == b"DATA":
                going = self._answer(sock, DATA, recipient) and self._take(sock, lines, recipient)
            elif verb == b"QUIT":
                sock.sendall(b"221 Bye\r\n")
                return
            else:
                sock.sendall(b"250 OK\r\n")
                going = True
            if not going:
                return

    def _take(self, sock: socket.socket, lines: "socket.SocketIO", recipient: str) -> bool:
        parts = []
        while (line := lines.readline()) != b".\r\n":
            if not line:
                return False
            parts.append(line[1:] if line.startswith(b".") else line)
        raw = b"".join(parts)
        if (said := self.rule(END, recipient)) is not None:
            return self._answer(sock, END, recipient, said=said)
        message_id = str(message_from_bytes(raw)["Message-ID"])
        if self.pace:
            self.held.add(message_id)
            self._closing.wait(self.pace)
            self.held.discard(message_id)
        taken = Taken(time.monotonic(), recipient, message_id, raw)
        self.taken.append(taken)
        self.before(taken)
        going = self._answer(sock, END, recipient, said=DEFAULTS[END])
        self.after(taken)
        return going

    def _answer(self, sock: socket.socket, stage: str, recipient: str, *, said: str | None = None) -> bool:
        self.asked.append((time.monotonic(), stage, recipient))
        said = said or self.rule(stage, recipient) or DEFAULTS[stage]
        if said == STALL:
            self._closing.wait(600)
            return False
        if said == DRIP:
            sock.sendall(f"{DEFAULTS[stage][:3]}-".encode())
            while not self._closing.wait(1):
                sock.sendall(b"x")
            return False
        if said == DROP:
            return False
        sock.sendall(f"{said}\r\n".encode())
        return True
