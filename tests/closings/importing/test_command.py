"""`manage.py import_closings FILE --dry-run`: one object or the piles in words, without database, secrets or writing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.closings.importing.lists import REAL, row, written

ROOT = Path(__file__).resolve().parents[3]


def run(tmp_path, *arguments):
    """Run the command as from a new clone: nothing of this shell, a database that cannot be reached."""
    environment = {
        "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "VAR_DIR": str(tmp_path),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "manage.py", "import_closings", *map(str, arguments)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.process
def test_the_dry_run_prints_exactly_one_object_and_needs_no_database(tmp_path):
    done = run(tmp_path, REAL / "wi-dwd-list-2016-2022.csv", "--dry-run", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {
        "read": 665, "ready": 618, "warned": 32, "held": 15, "refused": 0, "chains": 563, "workers_last_revision": 64862,
        "workers_by_year_of_original": {
            "2016": 7704, "2017": 6593, "2018": 8353, "2019": 8572, "2020": 31280, "2021": 2360,
        },
    }  # fmt: skip
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_in_words_it_gives_the_sum_and_each_question_with_its_place(tmp_path):
    (tmp_path / "list.csv").write_bytes(written(row(), row("Next Invented", layoff="11/03")))
    done = run(tmp_path, tmp_path / "list.csv", "--dry-run")
    assert done.returncode == 0
    assert "1 + 0 + 1 + 0 = 2 rows read\n" in done.stdout
    assert "Held: row 2 (line 3), Layoff Begin Date: read '11/03'. A day without a year.\n" in done.stdout


@pytest.mark.process
def test_a_file_that_is_no_list_ends_with_status_2_and_its_sentence(tmp_path):
    (tmp_path / "book.xlsx").write_bytes(b"PK\x03\x04")
    done = run(tmp_path, tmp_path / "book.xlsx", "--dry-run", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "The workbook is damaged." in done.stderr
    missing = run(tmp_path, tmp_path / "none.csv", "--dry-run", "--json")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "No such file" in missing.stderr
