"""The folder var/ of a demo: its lock, its keys, and how its data is forgotten."""

from __future__ import annotations

import base64
import fcntl
import os
import secrets
import shutil
from pathlib import Path
from typing import IO

from bootstrap import ROOT, Missing

SECRETS = {
    "SECRET_KEY": lambda: secrets.token_urlsafe(48),
    "FIELD_KEYS": lambda: base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    "LINK_KEY": lambda: secrets.token_urlsafe(48),
}
# `manage.py prepare` keeps this file in place while it makes the demo's cases.
UNFINISHED = "demo-unfinished"


def hold(var: Path) -> IO[str] | None:
    """Take the folder's lock for the life of this process; None when another process has it."""
    var.mkdir(parents=True, exist_ok=True)
    lock = (var / "running.lock").open("a", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return lock


def location() -> Path:
    """Return the folder that VAR_DIR names, or var/ of this checkout."""
    return Path(os.environ.get("VAR_DIR", ROOT / "var"))


def write_secrets(var: Path) -> None:
    """Make each key once; a lost key would make stored confidential fields and mailed links unreadable."""
    for name, make in SECRETS.items():
        path = var / f"{name.lower()}.txt"
        if not os.environ.get(name) and not path.exists():
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(make() + "\n")


def forget(var: Path) -> list[str]:
    """Remove the database and the stored files of `var`, keep its keys, and return what was removed."""
    if os.environ.get("DATABASE_URL") or os.environ.get("MEDIA_ROOT"):
        raise Missing("DATABASE_URL or MEDIA_ROOT is set; only the demo's own files in var/ are ever removed")
    found = [
        path for path in (*sorted(var.glob("wagecase.sqlite3*")), var / "media", var / UNFINISHED) if path.exists()
    ]
    for path in found:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return [str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path) for path in found]
