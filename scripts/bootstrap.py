"""Make a fresh machine able to run or test Wagecase, and say in one line what is missing where it cannot.

Standard library only, because it runs before anything is installed: `python3 scripts/bootstrap.py run|test`.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
OLDEST_PYTHON = (3, 11)
REQUIREMENTS = {"run": "requirements.txt", "test": "requirements-dev.txt"}
# What WeasyPrint loads when it draws a PDF, and the Debian package of each.
LIBRARIES = {"libpango-1.0.so.0": "libpango-1.0-0", "libpangoft2-1.0.so.0": "libpangoft2-1.0-0"}
# What the driver of the browser loads.
TEST_LIBRARIES = {"libatomic.so.1": "libatomic1"}
# What the tests call: a browser, readers of PDF files, the compiler of translations, and the broker that they kill.
TOOLS = {"chromium": "chromium", "pdftoppm": "poppler-utils", "msgfmt": "gettext", "redis-server": "redis-server"}
# Debian keeps the programs of a PostgreSQL server out of the search path; the tests start servers of their own with them.
POSTGRES_PROGRAMS = Path("/usr/lib/postgresql")


class Missing(SystemExit):
    """Ends the program with one line for the person at the keyboard."""

    def __init__(self, sentence: str) -> None:
        super().__init__(f"wagecase: {sentence}")


def prepare(purpose: str) -> None:
    """Bring the virtual environment and the system packages of `purpose` (run or test) into place."""
    if sys.version_info < OLDEST_PYTHON:
        found = ".".join(str(part) for part in sys.version_info[:3])
        raise Missing(f"Python 3.11 or newer is needed, this is {found}; try `make {purpose} PYTHON=python3.11`")
    _ensure_environment()
    _ensure_requirements(purpose)
    _ensure_packages(_missing_libraries(LIBRARIES), "PDF letters need")
    if purpose == "test":
        _ensure_packages([*_missing_libraries(TEST_LIBRARIES), *_missing_tools()], "the tests need")


def _ensure_environment() -> None:
    if PYTHON.exists() and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        _ensure_packages(["python3-venv"], "the virtual environment needs", also=f"python{version}-venv")
    print("Creating the virtual environment in .venv", flush=True)
    _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "the virtual environment could not be created")


def _ensure_requirements(purpose: str) -> None:
    """Install the pinned packages once; the stamp makes the next start free of pip."""
    stamp = _read_stamp()
    wanted = _fingerprint(purpose)
    if stamp.get(purpose) == wanted:
        return
    print("Installing the pinned Python packages (the first time takes about a minute)", flush=True)
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check"]
    _run([*pip, "-r", REQUIREMENTS[purpose]], "the Python packages could not be installed")
    stamp[purpose] = wanted
    if purpose == "test":  # the development set contains the other
        stamp["run"] = _fingerprint("run")
    STAMP.write_text(json.dumps(stamp), encoding="utf-8")


def _read_stamp() -> dict[str, str]:
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _fingerprint(purpose: str) -> str:
    files = ["requirements.txt", "constraints.txt", *(["requirements-dev.txt"] if purpose == "test" else [])]
    digest = hashlib.sha256(sys.version.encode())
    for name in files:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _missing_libraries(wanted: dict[str, str]) -> list[str]:
    missing = []
    for library, package in wanted.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    if sys.platform == "darwin" and missing and shutil.which("brew") and _brew_has_pango():
        return []
    return missing


def _brew_has_pango() -> bool:
    return subprocess.run(["brew", "list", "pango"], capture_output=True).returncode == 0


def _missing_tools() -> list[str]:
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    return missing + ([] if any(POSTGRES_PROGRAMS.glob("*/bin/initdb")) else ["postgresql"])


def _ensure_packages(packages: list[str], why: str, *, also: str = "") -> None:
    """Install Debian packages as root or through a sudo that asks nothing; otherwise name them and stop."""
    if not packages:
        return
    names = " ".join(packages)
    command = f"apt-get install --no-install-recommends {names}"
    if sys.platform == "darwin":
        raise Missing(f"{why} {names}; on macOS install Pango with: brew install pango")
    prefix = _administrator()
    if shutil.which("apt-get") is None or prefix is None:
        raise Missing(f"{why} system packages; install them with: sudo {command}" + (f" (or {also})" if also else ""))
    print(f"Installing the system packages {names}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = [*prefix, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    quiet = {"env": environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    if subprocess.run(install, stderr=subprocess.DEVNULL, **quiet).returncode:  # the lists may be old or absent
        subprocess.run([*prefix, "apt-get", "update", "-qq"], **quiet)
        if subprocess.run(install, **quiet).returncode:
            raise Missing(f"{why} system packages that could not be installed; try: {command}")


def _administrator() -> list[str] | None:
    """Return the words to put before a command that only root may run, or None without the right."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def _run(command: list[object], failure: str) -> None:
    if subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL).returncode:
        raise Missing(f"{failure}; the lines above say why")


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["test"]):
        raise Missing("usage: python3 scripts/bootstrap.py run|test")
    prepare(sys.argv[1])
