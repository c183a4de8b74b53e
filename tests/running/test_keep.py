"""What `make worker` and `make beat` start is kept alive: a copy that ends comes again, and a signal ends all in order."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import keep

ROOT = Path(__file__).resolve().parents[2]
POLITE = (
    "import os, signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); "
    "os.write(1, f'up {sys.argv[1]} {os.getpid()}\\n'.encode()); time.sleep(120)"
)


def start(code: str, *, copies: int = 1) -> subprocess.Popen[str]:
    """Start a keeper over copies of a Python program that is told its own name."""
    words = [sys.executable, str(ROOT / "scripts/keep.py"), "job", str(copies), sys.executable, "-uc", code, "{name}"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def up(keeper: subprocess.Popen[str]) -> tuple[str, int]:
    """Wait for the next copy that says it is up; return its name and process id."""
    _, name, pid = keeper.stdout.readline().split()
    return name, int(pid)


@pytest.mark.process
def test_a_killed_copy_comes_again_and_the_others_go_on():
    keeper = start(POLITE, copies=2)
    pids = dict(up(keeper) for _ in range(2))
    assert set(pids) == {"job-1", "job-2"}
    os.killpg(pids["job-2"], signal.SIGKILL)  # each copy leads a group of its own: the kill of one is one kill
    name, again = up(keeper)
    assert name == "job-2"
    assert again != pids["job-2"]
    os.kill(pids["job-1"], 0)
    keeper.send_signal(signal.SIGTERM)
    assert keeper.wait(timeout=30) == 0
    assert keeper.stderr.read() == "wagecase: job-2 ended by itself (exit code -9); starting it again in 1 s\n"
    for pid in (pids["job-1"], again):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.process
def test_a_copy_that_falls_at_once_is_tried_after_longer_and_longer_pauses_and_for_ever():
    keeper = start("raise SystemExit(3)")
    lines = [keeper.stderr.readline() for _ in range(4)]
    assert [re.search(r"again in (\S+) s", line)[1] for line in lines] == ["1", "2", "4", "8"]
    keeper.send_signal(signal.SIGTERM)  # in the middle of a pause
    assert keeper.wait(timeout=10) == 0


@pytest.mark.process
def test_a_program_that_is_not_there_is_said():
    keeper = subprocess.Popen(
        [sys.executable, str(ROOT / "scripts/keep.py"), "job", "1", "/nowhere/program"],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert keeper.stderr.readline() == (
        "wagecase: job cannot be started (No such file or directory); starting it again in 1 s\n"
    )
    keeper.send_signal(signal.SIGINT)
    assert keeper.wait(timeout=10) == 0


@pytest.mark.process
def test_a_killed_keeper_takes_its_copies_with_it():
    keeper = start(POLITE)
    _, pid = up(keeper)
    keeper.kill()
    keeper.wait()
    end = time.monotonic() + 20
    while time.monotonic() < end and Path(f"/proc/{pid}/stat").exists():
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}/stat").exists() or ") Z " in Path(f"/proc/{pid}/stat").read_text()


def test_the_pause_grows_to_ten_seconds_and_begins_anew_after_half_a_minute_of_health(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(keep.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(keep.Supervisor, "__init__", lambda self, *, grace: None)
    keeper = keep.Keeper()
    pauses = []
    for lived in (0, 0, 0, 0, 0, 0, 29, 30, 0):
        keeper._started["job"] = now[0]
        now[0] += lived
        keeper._put_off("job", "ended")
        pauses.append(keeper._pauses["job"])
    assert pauses == [1, 2, 4, 8, 10, 10, 10, 1, 2]


@pytest.mark.parametrize("words", [[], ["job", "1"], ["job", "none", "x"], ["job", "0", "x"], ["job", "65", "x"]])
def test_wrong_words_are_refused(words, capsys):
    assert keep.main(words) == 2
    assert "usage" in capsys.readouterr().err
