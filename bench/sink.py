"""A mail server in a process of its own that accepts everything at once and keeps nothing: `python -m bench.sink`."""

from __future__ import annotations

import socketserver
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

ANSWERS = {b"EHLO": b"250 sink", b"HELO": b"250 sink", b"DATA": b"354 go on", b"QUIT": b"221 bye"}


class Session(socketserver.StreamRequestHandler):
    """One client: every command is granted, and a message ends with its lonely dot."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        """Answer until the client says goodbye."""
        self._say(b"220 sink")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            self._say(ANSWERS.get(verb, b"250 ok"))
            if verb == b"QUIT":
                return
            if verb == b"DATA":
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    pass
                self._say(b"250 kept")

    def _say(self, words: bytes) -> None:
        self.wfile.write(words + b"\r\n")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64


@contextmanager
def sink() -> Iterator[int]:
    """Run a mail server beside this process and yield its port on the loopback address."""
    server = subprocess.Popen([sys.executable, "-m", "bench.sink"], stdout=subprocess.PIPE, text=True)
    try:
        port = server.stdout.readline() if server.stdout else ""
        yield int(port)
    finally:
        server.terminate()
        server.wait(10)
        if server.stdout:
            server.stdout.close()


def main() -> None:
    """Serve, after saying on which port."""
    with Server(("127.0.0.1", 0), Session) as server:
        sys.stdout.write(f"{server.server_address[1]}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
