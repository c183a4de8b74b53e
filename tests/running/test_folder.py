"""Starting over removes the data and keeps the keys; nothing is removed under a running demo or outside var/."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bootstrap import ROOT, Missing
from folder import UNFINISHED, forget, hold, write_secrets


@pytest.fixture
def var(tmp_path, monkeypatch):
    """A folder as a first start leaves it behind."""
    for name in ("DATABASE_URL", "MEDIA_ROOT", "SECRET_KEY", "FIELD_KEYS", "LINK_KEY"):
        monkeypatch.delenv(name, raising=False)
    write_secrets(tmp_path)
    for name in ("wagecase.sqlite3", "wagecase.sqlite3-wal", "wagecase.sqlite3-shm", UNFINISHED):
        (tmp_path / name).touch()
    (tmp_path / "media" / "ab").mkdir(parents=True)
    return tmp_path


def test_starting_over_removes_database_and_files_and_keeps_the_keys(var):
    removed = {Path(name).name for name in forget(var)}
    assert removed == {"wagecase.sqlite3", "wagecase.sqlite3-wal", "wagecase.sqlite3-shm", "media", UNFINISHED}
    assert {path.name for path in var.iterdir()} == {"secret_key.txt", "field_keys.txt", "link_key.txt"}


def test_nothing_is_removed_when_the_data_stands_elsewhere(var, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://wagecase@db.example.org/wagecase")
    with pytest.raises(Missing, match="DATABASE_URL"):
        forget(var)
    assert (var / "wagecase.sqlite3").exists()


def test_keys_are_made_once_and_only_their_owner_reads_them(var):
    before = {path.name: path.read_text() for path in var.glob("*_key*.txt")}
    write_secrets(var)
    assert {path.name: path.read_text() for path in var.glob("*_key*.txt")} == before
    assert len(set(before.values())) == 3
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in var.glob("*_key*.txt"))


@pytest.mark.process
def test_a_running_demo_is_not_reset(var, monkeypatch):
    monkeypatch.setenv("VAR_DIR", str(var))
    lock = hold(var)
    done = subprocess.run([sys.executable, ROOT / "scripts" / "reset.py"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("wagecase: the demo is running")
    assert (var / "wagecase.sqlite3").exists()
    lock.close()
    assert hold(var) is not None
