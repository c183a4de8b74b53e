"""`manage.py runner`: the one process that does due work when no message broker is set up.

It only looks for rows that are due and not yet handled, so a missed night is caught up and a second runner is harmless.
"""

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections, connection
from django.utils import timezone

from wagecase.cases.housekeeping import tidy
from wagecase.cases.jobs import work_due
from wagecase.cases.sweep import sweep
from wagecase.documents.services import render_due
from wagecase.notices.outbox import deliver_due

log = logging.getLogger("wagecase.runner")

PAUSE_SECONDS = 2.0
SWEEP_SECONDS = 4 * settings.BEAT_SECONDS
JOB_SECONDS = 5.0  # of items of long work in one round, so that letters and messages do not wait for an import
ROUND_LIMIT = 50  # items of one sort before the others get their turn


class Command(BaseCommand):
    help = "Do what is due: reminders and expiries once a minute, letters, messages and long work every two seconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what is due now, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        runner = Runner(worker=f"{socket.gethostname()}:{os.getpid()}")
        if options["once"]:
            runner.round(sweeping=True)
            return
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: runner.stop.set())
        runner.run()


class Runner:
    """Repeats rounds until it is told to stop; a step that fails is logged and the others go on."""

    def __init__(self, *, worker: str) -> None:
        self.worker = worker
        self.stop = threading.Event()
        self._parent = os.getppid()

    def run(self) -> None:
        """Loop; end after the item in hand when a signal comes or the process that started this one is gone."""
        next_sweep = time.monotonic()
        while not self.stop.is_set() and os.getppid() == self._parent:
            sweeping = time.monotonic() >= next_sweep
            if sweeping:
                next_sweep = time.monotonic() + SWEEP_SECONDS
            if not self.round(sweeping=sweeping):
                self.stop.wait(PAUSE_SECONDS)

    def round(self, *, sweeping: bool) -> int:
        """Do what is due now, one item at a time, and return how many letters, messages and items of long work that were."""
        close_old_connections()
        if sweeping:
            self._guarded("sweep", lambda: sweep(now=timezone.now(), should_stop=self.stop.is_set))
            self._guarded("tidy", lambda: tidy(now=timezone.now(), stop=self.stop.is_set))
        done = self._drain("render", lambda left: render_due(now=timezone.now(), limit=1, worker=self.worker))
        done += self._drain("deliver", self._deliver)
        return done + (self._guarded("jobs", self._work) or 0)

    def _work(self) -> int:
        return work_due(now=timezone.now(), worker=self.worker, stop=self.stop.is_set, seconds=JOB_SECONDS)

    def _deliver(self, left: int) -> int:
        return deliver_due(now=timezone.now(), limit=left, worker=self.worker, stop=self.stop.is_set)

    def _drain(self, name: str, step: Callable[[int], int]) -> int:
        """Repeat `step`, which is told how many items it may do, until nothing is left or others have their turn."""
        done = 0
        while done < ROUND_LIMIT and not self.stop.is_set():
            left = ROUND_LIMIT - done
            found: int = self._guarded(name, lambda: step(left))  # noqa: B023 - called at once
            if not found:
                break
            done += found
        return done

    def _guarded(self, name: str, step: Callable[[], Any]) -> Any:
        try:
            return step()
        except Exception:  # one bad row must not stop every other letter and reminder
            log.exception("the step %r of the runner failed; it is tried again in the next round", name)
            connection.close()
            return 0
