"""`make reset`: forget the demo's data, so that the next `make run` seeds a new one; the keys in var/ stay."""

from __future__ import annotations

from bootstrap import Missing
from folder import forget, hold, location


def main() -> None:
    """Remove the SQLite database and the stored files of this folder and name them."""
    var = location()
    lock = hold(var)
    if lock is None:
        raise Missing("the demo is running; stop it with Ctrl-C in its own window, then reset")
    removed = forget(var)
    for name in removed:
        print(f"Removed {name}")
    print("`make run` now starts over." if removed else "There was nothing to remove.")


if __name__ == "__main__":
    main()
