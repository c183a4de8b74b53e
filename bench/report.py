"""Writes what was measured: bench.json for programs, bench.md for people, with the machine and its load beside it."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from bench.measure import Row

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "generated"
NOTE = "<!-- Measured by `make bench`. Do not edit. -->"


def header(load: tuple[float, float, float], *, took: float) -> dict[str, Any]:
    """Return where and when it was measured; `load` is the machine's load before the run, `took` its seconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        version = str(cursor.fetchone()[0]).split()[0]
    return {
        "cores": os.cpu_count(), "python": platform.python_version(), "database": f"{connection.vendor} {version}",
        "date": timezone.localdate().isoformat(), "commit": _commit(), "load_before": [round(n, 2) for n in load],
        "load_after": [round(n, 2) for n in os.getloadavg()], "seconds": round(took),
    }  # fmt: skip


def _commit() -> str:
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude", "*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or "unknown"


def write(folder: Path, head: Mapping[str, Any], measured: Mapping[str, tuple[str, list[Row]]]) -> None:
    """Write both files; `measured` maps a subject's title to what it says of itself and its rows."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row.as_dict() for _about, found in measured.values() for row in found]
    text = json.dumps({"header": dict(head), "rows": rows}, indent=2, ensure_ascii=False)
    (folder / "bench.json").write_text(f"{text}\n", encoding="utf-8")
    (folder / "bench.md").write_text(_page(head, measured), encoding="utf-8")


def _page(head: Mapping[str, Any], measured: Mapping[str, tuple[str, list[Row]]]) -> str:
    parts = [
        NOTE,
        "# What it costs",
        f"Measured on {head['date']} at commit {head['commit']}: {head['cores']} cores, Python {head['python']}, "
        f"{head['database']}. The machine's load (1, 5, 15 minutes) was {_numbers(head['load_before'])} before and "
        f"{_numbers(head['load_after'])} after the run of {head['seconds']} seconds; on an idle machine of two cores "
        "the run itself makes a load of one to two.",
        "Figure and baseline are medians, measured in turn in the same run. A goal is set for the ratio or, where there "
        "is no baseline, for the figure; a row without a goal is there to be compared.",
    ]
    for title, (about, rows) in measured.items():
        parts += [f"## {title}", about, _table(rows)]
    return "\n\n".join(parts) + "\n"


def _numbers(values: list[float]) -> str:
    return " / ".join(str(value) for value in values)


def _table(rows: list[Row]) -> str:
    lines = ["| What | Figure | Baseline | Unit | Ratio | Goal | Met |", "|---|---:|---:|---|---:|---|---|"]
    for row in rows:
        data = row.as_dict()
        cells = [data["name"], _cell(data["figure"]), _cell(data["baseline"]), data["unit"], _cell(data["ratio"])]
        goal = (
            ["none", ""] if row.goal is None else [f"{row.direction} {row.goal:g}", "yes" if row.is_met else "**no**"]
        )
        lines.append(f"| {' | '.join([*cells, *goal])} |")
    return "\n".join(lines)


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:,g}"
