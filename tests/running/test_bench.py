"""The measuring harness works from end to end and writes what it promises; its times are not judged here."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

SUBJECTS = {"public page", "staff page", "letters", "queue, first page", "queue, deep page to first page",
            "queue, most queries of a page", "certificates, 2 in one batch", "outbox, to a bare smtplib loop",
            "outbox, to a loop that records the same", "outbox, to a bare smtplib loop with one session",
            "outbox, to a loop with ready bytes that records nothing", "outbox, 2 workers",
            "sweep, one due step", "sweep, to plain SQL in batches of 25", "sweep, 2 times the clocks",
            "calculate, from start to end", "calculate, start to Django set up", "calculate, answers",
            "law, one line to a bare Decimal loop", "law, a due date as a Finding", "law, a wage as a Finding",
            "law, all vectors in one process", "rates page to a bare view", "rates page, queries"}  # fmt: skip


@pytest.mark.process
def test_a_small_run_measures_every_subject(tmp_path: Path) -> None:
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--small", "--to", str(tmp_path)],
        cwd=ROOT,
        env={**environment, "BENCH_DATABASE_URL": "sqlite", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    written = json.loads((tmp_path / "bench.json").read_text())
    assert set(written) == {"header", "rows"}
    assert {"cores", "python", "database", "date", "commit"} <= set(written["header"])
    rows = {row["name"]: row for row in written["rows"]}
    assert set(rows) >= SUBJECTS
    for row in rows.values():
        assert set(row) == {"name", "figure", "baseline", "unit", "ratio", "goal", "direction", "met"}
        assert row["figure"] > 0 or row["unit"] == "queries"
        assert row["direction"] in {"at most", "at least"}
        assert (row["ratio"] is None) == (row["baseline"] is None)
        measured = row["figure"] if row["ratio"] is None else row["ratio"]
        if row["goal"] is None:  # told beside the others, to be compared
            assert row["met"] is None
            continue
        assert row["met"] == (measured <= row["goal"] if row["direction"] == "at most" else measured >= row["goal"])
    # What does not depend on the machine is judged at this size too.
    assert rows["queue, most queries of a page"]["figure"] <= 12
    assert rows["rates page, queries"]["figure"] <= 5
    assert rows["public page"]["figure"] <= 100
    assert rows["staff page"]["figure"] <= 100
    page = (tmp_path / "bench.md").read_text()
    assert all(f"| {name} |" in page for name in rows)
