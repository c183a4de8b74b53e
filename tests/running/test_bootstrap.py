"""A machine without what is needed gets it, or one line that names it; a second start installs nothing."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

import bootstrap


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine whose commands are written down and never run."""
    ran: list[list[str]] = []

    def run(command, **kwargs):
        ran.append([str(word) for word in command])
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "installed.json")
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / "python")
    return ran


def test_the_pinned_packages_are_installed_once(machine):
    bootstrap._ensure_requirements("test")
    bootstrap._ensure_requirements("test")
    bootstrap._ensure_requirements("run")
    assert len(machine) == 1
    assert machine[0][-2:] == ["-r", "requirements-dev.txt"]


def test_a_changed_pin_installs_again(machine, monkeypatch, tmp_path):
    bootstrap._ensure_requirements("run")
    for name in ("requirements.txt", "constraints.txt"):
        (tmp_path / name).write_text("Django==5.2.20\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    bootstrap._ensure_requirements("run")
    assert len(machine) == 2


def test_root_installs_the_missing_libraries(machine, monkeypatch):
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    bootstrap._ensure_packages(["libpango-1.0-0", "libpangoft2-1.0-0"], "PDF letters need")
    assert machine[-1][:2] == ["apt-get", "install"]
    assert machine[-1][-2:] == ["libpango-1.0-0", "libpangoft2-1.0-0"]


def test_a_person_without_rights_reads_what_to_install(machine, monkeypatch):
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: None)
    with pytest.raises(bootstrap.Missing) as stop:
        bootstrap._ensure_packages(["libpango-1.0-0"], "PDF letters need")
    assert str(stop.value) == (
        "wagecase: PDF letters need system packages; install them with: "
        "sudo apt-get install --no-install-recommends libpango-1.0-0"
    )


def test_a_python_without_venv_is_told_the_package(machine, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: None)
    with pytest.raises(bootstrap.Missing, match="python3-venv"):
        bootstrap._ensure_environment()


def test_an_old_python_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(bootstrap.Missing, match=r"Python 3\.11 or newer is needed, this is 3\.9\.2"):
        bootstrap.prepare("run")


def test_a_machine_without_servers_gets_the_two_that_the_tests_kill(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap.shutil, "which", lambda tool: None if tool == "redis-server" else f"/usr/bin/{tool}")
    monkeypatch.setattr(bootstrap, "POSTGRES_PROGRAMS", tmp_path)
    assert bootstrap._missing_tools() == ["redis-server", "postgresql"]
    programs = tmp_path / "15" / "bin"
    programs.mkdir(parents=True)
    (programs / "initdb").touch()
    assert bootstrap._missing_tools() == ["redis-server"]
