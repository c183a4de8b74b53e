"""`make run` leaves nothing behind: not after Ctrl-C, not after a fallen child, not even after a kill."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# One write each: three processes share a pipe, and print() would write the end of its line apart.
UP = "import os, signal, sys, time; os.write(1, b'up\\n')"
POLITE = f"import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); {UP}; time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {UP}; time.sleep(60)"
FALLING = "import time; time.sleep(0.3); raise SystemExit(3)"
PARENT = """
import os, sys
sys.path.insert(0, {scripts!r})
import supervisor
supervisor.GRACE_SECONDS = 1.0
s = supervisor.Supervisor()
for name, code in zip(("server", "runner"), {codes!r}):
    s.start(name, [sys.executable, "-uc", code], env=os.environ)
pids = " ".join(str(child.pid) for child in s.children.values())
os.write(1, (pids + "\\n").encode())
sys.exit(s.watch())
"""

pytestmark = pytest.mark.process


def start(*codes: str) -> tuple[subprocess.Popen[str], list[int]]:
    """Start a supervisor over two children and return it with their process ids, once they are up."""
    program = PARENT.format(scripts=str(ROOT / "scripts"), codes=codes)
    parent = subprocess.Popen(
        [sys.executable, "-uc", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    lines = [parent.stdout.readline() for _ in range(1 + sum(UP in code for code in codes))]
    (pids,) = [line for line in lines if line.strip() != "up"]
    return parent, [int(pid) for pid in pids.split()]


def alive(pid: int) -> bool:
    """Return whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def eventually(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Poll until it holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_child_in_order(number):
    parent, children = start(POLITE, POLITE)
    parent.send_signal(number)
    assert parent.wait(timeout=10) == 0
    assert not any(alive(pid) for pid in children)


def test_a_fallen_child_is_named_and_ends_the_other():
    parent, children = start(POLITE, FALLING)
    assert parent.wait(timeout=10) == 1
    assert "the runner ended by itself (exit code 3)" in parent.stderr.read()
    assert not any(alive(pid) for pid in children)


def test_a_child_that_will_not_end_is_killed_after_the_grace_time():
    parent, children = start(POLITE, STUBBORN)
    parent.send_signal(signal.SIGINT)
    assert parent.wait(timeout=10) == 1
    assert not any(alive(pid) for pid in children)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the parent-death signal is Linux's")
def test_children_end_when_the_supervisor_itself_is_killed():
    parent, children = start(POLITE, POLITE)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait(timeout=10)
    assert eventually(lambda: not any(alive(pid) for pid in children))
