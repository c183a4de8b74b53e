"""Keeps one render child alive per process, and ends it when it is slow, broken or has worked long enough."""

import atexit
import json
import os
import select
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

CHILD = Path(__file__).with_name("render_child.py")
TIMEOUT_SECONDS = 30.0
START_SECONDS = 20.0
RECYCLE_AFTER = 200  # memory grows by a quarter of a megabyte per letter


class RenderFailed(Exception):
    """This document cannot become a PDF: it is too slow, too large or asks for something it may not have."""


class RendererUnavailable(Exception):
    """No document can become a PDF on this machine now; the message says what to install or do."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """PDF bytes and their number of pages."""

    pdf: bytes
    pages: int


class Renderer:
    """One child process behind a lock: a second thread waits its turn inside its own time limit."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._made = 0

    def render(self, *, html: str, epoch: int, timeout: float = TIMEOUT_SECONDS) -> Rendered:
        """Return the PDF of `html`, dated `epoch` seconds; RenderFailed or RendererUnavailable."""
        until = time.monotonic() + timeout
        if not self._lock.acquire(timeout=timeout):
            raise RenderFailed(f"no document could be made within {timeout:.0f} seconds: others are being made")
        try:
            return self._render(html, epoch, until)
        except BaseException:
            self._end()  # after a failed answer the child may be alive but broken
            raise
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the child."""
        with self._lock:
            self._end()

    def _render(self, html: str, epoch: int, until: float) -> Rendered:
        child = self._ready_child()
        try:
            self._send(child, json.dumps({"html": html, "epoch": epoch}).encode(), until)
            header = json.loads(self._receive(child, until))
            pdf = self._receive(child, until)
        except TimeoutError:
            raise RenderFailed("the document took too long to make and was stopped") from None
        except (EOFError, OSError):
            raise RenderFailed("making the document ended without an answer") from None
        if not header["ok"]:
            raise RenderFailed(header["error"])
        self._made += 1
        if self._made >= RECYCLE_AFTER:
            self._end()
        return Rendered(pdf, header["pages"])

    def _ready_child(self) -> "subprocess.Popen[bytes]":
        # A server forks its workers: a child that belongs to another process must not be shared.
        if self._child is not None and self._owner == os.getpid() and self._child.poll() is None:
            return self._child
        if self._owner == os.getpid():
            self._end()
        self._child = child = subprocess.Popen(  # noqa: S603  (a fixed command)
            [sys.executable, "-I", "-X", "utf8", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C in a terminal must not cut a letter in half
            env={name: os.environ[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME") if name in os.environ},
        )
        self._owner, self._made = os.getpid(), 0
        try:
            hello = json.loads(self._receive(child, time.monotonic() + START_SECONDS))
        except (TimeoutError, EOFError, OSError):
            raise RendererUnavailable("Letters cannot be made: the rendering process does not start") from None
        if not hello["ok"]:
            raise RendererUnavailable(hello["error"])
        return child

    def _send(self, child: "subprocess.Popen[bytes]", body: bytes, until: float) -> None:
        handle = _handle(child.stdin)
        os.set_blocking(handle, False)
        rest = memoryview(struct.pack(">I", len(body)) + body)
        while rest:
            _, writable, _ = select.select([], [handle], [], max(0.0, until - time.monotonic()))
            if not writable:
                raise TimeoutError
            rest = rest[os.write(handle, rest) :]

    def _receive(self, child: "subprocess.Popen[bytes]", until: float) -> bytes:
        return self._exactly(child, struct.unpack(">I", self._exactly(child, 4, until))[0], until)

    def _exactly(self, child: "subprocess.Popen[bytes]", size: int, until: float) -> bytes:
        handle, parts, missing = _handle(child.stdout), [], size
        while missing:
            readable, _, _ = select.select([handle], [], [], max(0.0, until - time.monotonic()))
            if not readable:
                raise TimeoutError
            part = os.read(handle, min(missing, 1 << 16))
            if not part:
                raise EOFError
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None or self._owner != os.getpid():
            return
        child.kill()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()
        child.wait()


def _handle(stream: IO[bytes] | None) -> int:
    if stream is None:  # cannot be: both pipes are asked for when the child starts
        raise EOFError
    return stream.fileno()


renderer = Renderer()
atexit.register(renderer.close)
