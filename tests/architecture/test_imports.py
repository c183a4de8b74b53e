"""The layers import only downward, and the database driver that Django would silently prefer is not there."""

import importlib.util
import subprocess
import sys

from tests.architecture.source import ROOT


def test_the_import_contracts_are_kept():
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT), "PATH": ""})
    assert done.returncode == 0, done.stdout + done.stderr


def test_psycopg_3_is_not_importable_beside_psycopg2():
    assert importlib.util.find_spec("psycopg") is None
    assert importlib.util.find_spec("psycopg2") is not None


def test_the_rules_load_no_part_of_django():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, wagecase.rules; print([m for m in sys.modules if m.startswith('django')])"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
