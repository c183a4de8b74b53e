"""Keep a few processes alive together: when one ends for good, or a signal comes, all end, and none is left behind.

Standard library only. A parent that is killed outright cannot tidy up, so each child also asks the kernel to be ended
when its parent dies; otherwise an orphaned server would hold the port.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

GRACE_SECONDS = 30.0  # longer than a mail delivery in progress may take (EMAIL_TIMEOUT is 20 seconds)
POLL_SECONDS = 0.2
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PR_SET_PDEATHSIG = 1
RESTARTS, RESTART_SECONDS = 5, 60.0  # a child that falls more often in that time is broken: more starts would hide it


class Supervisor:
    """Starts named children, starts fallen ones anew where that was asked for, and ends all at the first other end."""

    def __init__(self, *, grace: float | None = None) -> None:
        self.grace = GRACE_SECONDS if grace is None else grace  # how long a child may take to end when it is told to
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.signals = 0
        self._again: dict[str, Callable[[], None]] = {}
        self._restarted: dict[str, list[float]] = {}
        self._libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
        for number in SIGNALS:
            signal.signal(number, self._count)

    def start(self, name: str, command: Sequence[str], *, env: Mapping[str, str], restart: bool = False) -> None:
        """Start a child in a session of its own, so that Ctrl-C reaches it through us and in order.

        With `restart` it is started anew when it ends by itself, a few times a minute at most.
        """
        if restart:
            self._again[name] = lambda: self.start(name, command, env=env)
        self.children[name] = subprocess.Popen(
            list(command),
            env=dict(env),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=self._end_with_parent,
        )

    def wait_until(self, ready: Callable[[], bool], *, seconds: float) -> bool:
        """Poll `ready` until it holds; give up when time is over, a child has ended or a signal came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.signals and not self.fallen():
            if ready():
                return True
            time.sleep(POLL_SECONDS)
        return False

    def ended(self) -> dict[str, int]:
        """Return the exit codes of the children that have ended."""
        codes = {name: child.poll() for name, child in self.children.items()}
        return {name: code for name, code in codes.items() if code is not None}

    def fallen(self) -> dict[str, int]:
        """Return the exit codes of the children that have ended for good; the others are started anew."""
        return {name: code for name, code in self.ended().items() if not self._started_anew(name, code)}

    def _started_anew(self, name: str, code: int) -> bool:
        now = time.monotonic()
        lately = [then for then in self._restarted.get(name, []) if now - then < RESTART_SECONDS]
        if name not in self._again or len(lately) >= RESTARTS or self.signals:
            return False
        self._restarted[name] = [*lately, now]
        print(f"wagecase: the {name} ended by itself (exit code {code}); starting it again", file=sys.stderr)
        self._again[name]()
        return True

    def watch(self) -> int:
        """Wait for an end; return 0 if a person asked for it and every child left in order, otherwise 1."""
        while not self.signals and not self.fallen():
            time.sleep(POLL_SECONDS)
        fallen = self.ended()
        for name, code in fallen.items():
            print(f"wagecase: the {name} ended by itself (exit code {code}); stopping the rest", file=sys.stderr)
        clean = self.stop()
        return 0 if clean and not fallen else 1

    def stop(self) -> bool:
        """Ask every child to end, wait, and kill whoever does not; a further signal kills at once."""
        self._send(signal.SIGTERM)
        heard, end = self.signals, time.monotonic() + self.grace
        while len(self.ended()) < len(self.children) and time.monotonic() < end and self.signals == heard:
            time.sleep(POLL_SECONDS / 4)
        clean = all(code == 0 for code in self.ended().values()) and len(self.ended()) == len(self.children)
        for child in self.children.values():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)  # also whatever a child left behind in its session
            child.wait()
        return clean

    def _send(self, number: signal.Signals) -> None:
        for child in self.children.values():
            if child.poll() is None:
                child.send_signal(number)

    def _count(self, number: int, frame: object) -> None:
        self.signals += 1

    def _end_with_parent(self) -> None:
        if self._libc is not None:
            self._libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
