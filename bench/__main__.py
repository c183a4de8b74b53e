"""`python -m bench [subject ...]`: measure all or some subjects and write docs/generated/bench.json and bench.md."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from pathlib import Path

from bench.measure import FULL, SMALL
from bench.place import place

# In this order: the sweep makes the tables ten times as large and so comes last.
SUBJECTS = ("assets", "law", "letters", "certificates", "queue", "outbox", "closings", "licenses", "sweep")


def main() -> int:
    """Measure; the exit code says whether every goal was met."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("subjects", nargs="*", choices=[*SUBJECTS, []], help="all of them when none is named")
    parser.add_argument("--small", action="store_true", help="tiny sizes that only prove that the harness works")
    parser.add_argument("--to", type=Path, help="the folder to write to (part runs and small ones write only there)")
    given = parser.parse_args()
    chosen = [name for name in SUBJECTS if not given.subjects or name in given.subjects]
    size = SMALL if given.small else FULL
    load, start = os.getloadavg(), time.monotonic()
    with place():
        from bench import report, rows

        rows.fill(size)
        _say(f"{size.cases:,} cases written in {time.monotonic() - start:.0f} seconds")
        measured = {}
        for name in chosen:
            subject = importlib.import_module(f"bench.{name}")
            measured[subject.TITLE] = (subject.ABOUT, subject.run(size))
            for row in measured[subject.TITLE][1]:
                _say(f"{name}: {row.as_dict()}")
        head = report.header(load, took=time.monotonic() - start)
        whole = len(chosen) == len(SUBJECTS) and not given.small
        if folder := given.to or (report.FOLDER if whole else None):
            report.write(folder, head, measured)
    missed = [row.name for _about, found in measured.values() for row in found if not row.is_met]
    if missed:
        _say(f"Missed: {'; '.join(missed)}")
    return 1 if missed and not given.small else 0


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
