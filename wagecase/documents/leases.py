"""How the runner holds a row while it works on it: a token, a lease, and a clock that moves during the pass."""

import os
import socket
import time
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

LEASE: Final = timedelta(seconds=settings.LEASE_SECONDS)  # longer than any one piece of work may take
MAX_CRASHES: Final = 3  # tries whose process died, after which a person must look
Stop = Callable[[], bool]


class PassClock:
    """The instant inside one pass: the `now` it was given plus the time really spent since.

    A pass of twenty slow messages outlives a lease counted from its start; the demo's replay gives days of the past.
    """

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._started = time.monotonic()

    def __call__(self) -> datetime:
        return self._now + timedelta(seconds=time.monotonic() - self._started)


def claim_token(worker: str) -> str:
    """Return a new text that names this one claim, so that a late worker cannot finish another's."""
    return f"{(worker or f'{socket.gethostname()}:{os.getpid()}')[:80]}/{uuid.uuid4().hex}"


def never() -> bool:
    """The default of `stop`: work to the end of the pass."""
    return False
