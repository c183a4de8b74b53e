"""Keep copies of one program alive: `python scripts/keep.py NAME COPIES PROGRAM WORDS...` (`make worker`, `make beat`).

A copy that ends by itself is started again, for as long as it takes: after a second the first time, then after longer and longer
pauses, so that a broker that is full for an hour costs neither the machine nor a person. `{name}` in a word becomes the
copy's own name. TERM, INT or HUP ends every copy in order: each finishes what it has in hand. Standard library only.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from supervisor import POLL_SECONDS, Supervisor

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 10.0
WELL_SECONDS = 30.0  # a copy that lived so long was well: its next pause is the first again
# A worker that was told to end finishes its pass (45 seconds) and the message in hand (30 seconds) before it goes.
GRACE_SECONDS = 90.0
USAGE = "usage: python scripts/keep.py NAME COPIES PROGRAM WORDS..."


class Keeper(Supervisor):
    """A supervisor that never gives a child up: only a signal ends it."""

    def __init__(self) -> None:
        super().__init__(grace=GRACE_SECONDS)
        self._commands: dict[str, list[str]] = {}
        self._started: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        self._due: dict[str, float] = {}

    def keep(self, name: str, command: Sequence[str]) -> None:
        """Start a child now, and again whenever it ends."""
        self._commands[name] = [word.replace("{name}", name) for word in command]
        self._begin(name)

    def watch(self) -> int:
        """Stay until a signal comes; return 0 if then every child left in order, otherwise 1."""
        while not self.signals:
            for name, code in self.ended().items():
                del self.children[name]
                self._put_off(name, f"ended by itself (exit code {code})")
            for name in [name for name, due in self._due.items() if due <= time.monotonic()]:
                del self._due[name]
                self._begin(name)
            time.sleep(POLL_SECONDS)
        return 0 if self.stop() else 1

    def _begin(self, name: str) -> None:
        self._started[name] = time.monotonic()
        try:
            self.start(name, self._commands[name], env=os.environ)
        except OSError as error:
            self._put_off(name, f"cannot be started ({error.strerror})")

    def _put_off(self, name: str, what: str) -> None:
        was_well = time.monotonic() - self._started[name] >= WELL_SECONDS
        pause = FIRST_PAUSE if was_well else min(self._pauses.get(name, FIRST_PAUSE / 2) * 2, LONGEST_PAUSE)
        self._pauses[name], self._due[name] = pause, time.monotonic() + pause
        print(f"wagecase: {name} {what}; starting it again in {pause:g} s", file=sys.stderr, flush=True)


def main(arguments: Sequence[str]) -> int:
    """Keep the copies and return the exit status."""
    if len(arguments) < 3 or not arguments[1].isdecimal() or not 1 <= int(arguments[1]) <= 64:
        print(USAGE, file=sys.stderr)
        return 2
    name, copies, *command = arguments
    keeper = Keeper()
    for number in range(1, int(copies) + 1):
        keeper.keep(f"{name}-{number}" if int(copies) > 1 else name, command)
    return keeper.watch()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
