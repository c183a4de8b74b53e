"""Has each file that somebody sent opened by a process of its own, few at once, so that no file can hold the site up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

CHILD = Path(__file__).with_name("file_child.py")
FILE_SECONDS = 10.0
FORM_SECONDS = 20.0  # all files of one form together
WAIT_SECONDS = 4.0  # for a free place; after that the person is asked to try again, and the page's thread is free
AT_ONCE = 2
MAX_PIXELS = 60_000_000
FORM_PIXELS = 120_000_000  # five photos of a good telephone
_places = threading.BoundedSemaphore(AT_ONCE)


class NotTaken(Exception):
    """Why: "unreadable", "active", "pixels", "unchecked" (too costly to open) or "busy"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass
class Allowance:
    """What the files of one form may cost together: pixels, and seconds from now."""

    pixels: int = FORM_PIXELS
    until: float = field(default_factory=lambda: time.monotonic() + FORM_SECONDS)


def look(data: bytes, media_type: str, allowed: Allowance) -> bytes:
    """Return the bytes to keep: a PDF as it came, a picture drawn anew. NotTaken says why there are none."""
    left = min(FILE_SECONDS, allowed.until - time.monotonic())
    if left <= 0:
        raise NotTaken("unchecked")
    if not _places.acquire(timeout=min(WAIT_SECONDS, left)):
        raise NotTaken("busy")
    try:
        head, drawn = _ask(data, media_type, pixels=min(MAX_PIXELS, allowed.pixels), seconds=left)
    finally:
        _places.release()
    allowed.pixels -= head["pixels"]
    return data if media_type == "application/pdf" else drawn


def _ask(data: bytes, media_type: str, *, pixels: int, seconds: float) -> tuple[dict[str, int], bytes]:
    try:
        done = subprocess.run(  # noqa: S603  (a fixed command)
            [sys.executable, "-I", "-X", "utf8", str(CHILD), media_type, str(pixels)],
            input=data, capture_output=True, timeout=seconds, check=False, start_new_session=True,
            env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        )  # fmt: skip
        line, _newline, drawn = done.stdout.partition(b"\n")
        answer = json.loads(line)
    except (subprocess.TimeoutExpired, OSError, ValueError):  # it was too slow, too large, or killed
        raise NotTaken("unchecked") from None
    if not answer["ok"]:
        raise NotTaken(answer["why"])
    return answer, drawn
