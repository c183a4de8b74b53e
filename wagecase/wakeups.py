"""Tells the workers, after a commit, that something is due; what is due stands in the database and is found without it.

A wake-up is a hint. A lost one delays a letter until the next pass, a doubled one finds nothing to do.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Final

from django.db import transaction

logger = logging.getLogger(__name__)

RENDER, DELIVER = "render", "deliver"  # the sorts of work, each with the id of its row
REST_SECONDS: Final = 30.0  # after a failure nothing is published for this long; the passes of the beat go on
ROOM: Final = 1000  # wake-ups that may wait for the broker; further ones are dropped, like a bell nobody hears

Ring = Callable[[str, int], None]
_ring: Ring | None = None


def connect(ring: Ring | None) -> None:
    """Set what a wake-up calls; None (no broker) makes every wake-up a no-op, and the runner finds the work by itself."""
    global _ring
    _ring = ring


def wake(work: str, pk: int) -> None:
    """Ring for the row `pk` of `work` once the present transaction is stored; a bell that fails never fails the act."""
    ring = _ring
    if ring is None:
        return

    def call() -> None:  # a function with a name: Django names what failed, and fails itself over a partial
        ring(work, pk)

    transaction.on_commit(call, robust=True)


class Bell:
    """Publishes from one background thread, so that a broker that is slow, frozen or gone costs a request nothing.

    `publish` may block and may raise. After it raised, the bell rests for `rest` seconds and drops what it is given.
    """

    def __init__(self, publish: Ring, *, rest: float = REST_SECONDS, room: int = ROOM) -> None:
        self._publish = publish
        self._rest = rest
        self._room = room
        self._lock = threading.Lock()
        self._process = 0
        self._waiting: queue.Queue[tuple[str, int]] = queue.Queue(room)
        self._silent_until = 0.0

    @property
    def is_resting(self) -> bool:
        """Whether the last publication failed a short while ago."""
        return time.monotonic() < self._silent_until

    def ring(self, work: str, pk: int) -> None:
        """Hand a wake-up to the thread and return at once; it is dropped while the bell rests or is full."""
        if self.is_resting:
            return
        self._start()
        try:
            self._waiting.put_nowait((work, pk))
        except queue.Full:
            logger.warning("a wake-up was dropped: the message broker does not keep up")

    def _start(self) -> None:
        """Start the thread, once in each process: a thread does not survive the fork of a server."""
        if self._process == os.getpid():
            return
        with self._lock:
            if self._process != os.getpid():
                self._waiting = queue.Queue(self._room)
                threading.Thread(target=self._run, args=(self._waiting,), name="wake-ups", daemon=True).start()
                self._process = os.getpid()

    def _run(self, waiting: queue.Queue[tuple[str, int]]) -> None:
        while True:
            work, pk = waiting.get()
            if self.is_resting:
                continue
            try:
                self._publish(work, pk)
            except Exception as error:  # whatever the broker's library raises, the work itself is safe in the database
                self._silent_until = time.monotonic() + self._rest
                logger.warning("the message broker does not answer (%s); the next pass finds the work", error)
