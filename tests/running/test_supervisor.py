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


ANEW = """
import os, signal, sys, time
sys.path.insert(0, {scripts!r})
import supervisor
s = supervisor.Supervisor()
s.start("server", [sys.executable, "-uc", {server!r}], env=os.environ)
s.start("runner", [sys.executable, "-uc", {runner!r}], env=os.environ, restart=True)
sys.exit(s.watch())
"""
SAYS = "import os, signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); "
SAYS += "os.write(1, f'up {os.getpid()}\\n'.encode()); time.sleep(60)"


def restarting(server: str, runner: str) -> subprocess.Popen[str]:
    """Start a supervisor that starts its runner anew."""
    program = ANEW.format(scripts=str(ROOT / "scripts"), server=server, runner=runner)
    return subprocess.Popen([sys.executable, "-uc", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_killed_runner_is_started_anew_and_the_server_lives_on():
    parent = restarting(
        "import signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); time.sleep(60)", SAYS
    )
    first = int(parent.stdout.readline().split()[1])
    os.kill(first, signal.SIGKILL)
    second = int(parent.stdout.readline().split()[1])
    assert second != first
    assert alive(second)
    assert parent.poll() is None
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(timeout=20) == 0
    assert not alive(second)
    assert "the runner ended by itself (exit code -9); starting it again" in parent.stderr.read()


def test_a_runner_that_falls_again_and_again_ends_all():
    parent = restarting(POLITE, "raise SystemExit(4)")
    assert parent.wait(timeout=30) == 1
    said = parent.stderr.read()
    assert said.count("starting it again") == 5
    assert "the runner ended by itself (exit code 4); stopping the rest" in said


def test_a_server_that_falls_ends_all_at_once():
    parent = restarting("import time; time.sleep(1); raise SystemExit(3)", SAYS)
    runner = int(parent.stdout.readline().split()[1])
    assert parent.wait(timeout=20) == 1
    assert not alive(runner)
