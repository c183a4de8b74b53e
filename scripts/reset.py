"""`make reset`: forget the demo's data, so that the next `make run` seeds a new one; the keys in var/ stay."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bootstrap import ROOT, Missing
from run import hold


def main() -> None:
    """Remove the SQLite database and the stored files of this folder and name them."""
    var = Path(os.environ.get("VAR_DIR", ROOT / "var"))
    var.mkdir(parents=True, exist_ok=True)
    lock = hold(var)
    if lock is None:
        raise Missing("the demo is running; stop it with Ctrl-C in its own window, then reset")
    if os.environ.get("DATABASE_URL") or os.environ.get("MEDIA_ROOT"):
        raise Missing("DATABASE_URL or MEDIA_ROOT is set; reset removes only the demo's own files in var/")
    found = [path for path in (*sorted(var.glob("wagecase.sqlite3*")), var / "media") if path.exists()]
    for path in found:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
        print(f"Removed {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}")
    print("`make run` now starts over." if found else "There was nothing to remove.")


if __name__ == "__main__":
    main()
