"""Run the part of the tests that leans on the database once more, on PostgreSQL: `python scripts/postgres_leg.py`.

The server is the one that TEST_POSTGRES_URL names, else one of this machine that lets us in without a password, else a
private one that is started for this run (`make test` installs the programs). Every run makes databases of its own name
and removes them, so that two runs, and the workers of one run, never meet. Without any it says so and ends well; with
CI=1 that is a failure, or a forgotten server would pass for a proof.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"
# What a database decides, and nothing else: who comes first, what is refused, how rows are found and put in order, and what
# is left when an act breaks off. The law, words, looks, pages, files and rights are the same on either.
PATHS = (
    # two at once: locks, claims, versions, double clicks
    "tests/concurrency", "tests/cases/test_advance.py", "tests/cases/test_drafts.py", "tests/cases/test_jobs.py",
    "tests/cases/test_open_case.py", "tests/cases/test_bulk_assign.py", "tests/cases/test_mark_batch_mailed.py",
    "tests/complaints/test_file_online.py", "tests/complaints/test_sign_determination.py",
    "tests/web/test_submissions.py", "tests/accounts/test_second_factor.py",
    # the outbox and the making of letters: claimed, counted, taken over
    "tests/notices/test_gathered.py", "tests/notices/test_plain_statements.py", "tests/notices/test_queue.py",
    "tests/notices/test_sending.py", "tests/notices/test_unknown_report.py", "tests/notices/test_waits.py",
    "tests/cases/test_delivery_record.py", "tests/documents/test_render_due.py",
    # the sweep and the duties of a day
    "tests/deadlines/test_batches.py", "tests/deadlines/test_reminders.py", "tests/cases/test_housekeeping.py",
    # triggers, constraints, migrations, columns
    "tests/audit", "tests/architecture/test_installation.py", "tests/cases/test_encryption.py",
    "tests/cases/test_rotation.py", "tests/closings/importing/test_adapter.py",
    "tests/closings/importing/test_batches.py", "tests/closings/importing/test_two_lists.py",
    "tests/closings/test_record_imported.py", "tests/closings/test_encrypted_words.py", "tests/licenses/test_roster.py",
    "tests/rates/test_load_reference.py", "tests/rates/test_schedule_services.py",
    # searching, the order of rows, pages of a list
    "tests/cases/test_pages_queue.py", "tests/cases/test_queue_plan.py", "tests/cases/test_search.py",
    "tests/cases/test_selectors.py", "tests/closings/test_public_list.py", "tests/licenses/test_listing.py",
    "tests/web/test_paging.py",
    # text that one of them would not store
    "tests/badinput/test_b11_text_b12_dates.py::test_b11_text_that_cannot_be_kept_is_refused_at_a_public_form",
    "tests/badinput/test_b11_text_b12_dates.py::test_b11_text_of_any_script_is_kept_as_typed",
    "tests/badinput/test_b11_text_b12_dates.py::test_b11_odd_text_in_an_address_is_no_error",
    "tests/fuzz/test_forms.py",
)  # fmt: skip
# Marks of tests that stay with the first leg, or with a target of their own.
MARKS_LEFT_OUT = ("browser", "process", "faults_long")
TELL = "wagecase: the tests on PostgreSQL"


def server(environment: Mapping[str, str]) -> str | None:
    """Return the address of the server to use, or None when none is named and none of this machine lets us in."""
    if named := environment.get("TEST_POSTGRES_URL"):
        return named
    return LOCAL if lets_in(LOCAL) else None


def lets_in(url: str) -> bool:
    """Return whether a server takes us at `url`: a fresh installation of Debian listens, and asks for a password."""
    import psycopg2

    try:
        psycopg2.connect(url, connect_timeout=2).close()
    except psycopg2.OperationalError:
        return False
    return True


@contextmanager
def private_server() -> Iterator[str | None]:
    """Start a server for this run alone; None where its programs are missing."""
    sys.path.insert(0, str(ROOT))
    from tests.faults.servers import Postgres, postgres_folder

    if postgres_folder() is None:
        yield None
        return
    cluster = Postgres()
    try:
        yield cluster.url("postgres")
    finally:
        cluster.stop()


def own_database(url: str, *, run: int) -> str:
    """Return the address of this run's database on the server; "demo" in the name, or a demo would not start on it."""
    return urlunsplit(urlsplit(url)._replace(path=f"/wagecase_demo_tests_{run}"))


def expression(known: Sequence[str]) -> str:
    """Return pytest's expression that leaves out the marks above; one that the project does not know would end the run."""
    names = [mark.partition(":")[0] for mark in known]
    return " and ".join(f"not {mark}" for mark in MARKS_LEFT_OUT if mark in names)


def verdict_without_server(environment: Mapping[str, str]) -> int:
    """Say that nothing was proved on PostgreSQL, and return the exit status."""
    required = environment.get("CI", "").strip().lower() in {"1", "true", "yes"}
    print(
        f"{TELL} were {'NOT RUN, which is a failure under CI=1' if required else 'skipped'}: TEST_POSTGRES_URL "
        "names no server, none lets us in at 127.0.0.1:5432, and the programs to start one are missing.",
        flush=True,
    )
    return 1 if required else 0


def remove_left_over(url: str) -> None:
    """Remove the databases that an interrupted run left under its own name."""
    import psycopg2
    from psycopg2 import sql

    prefix = urlsplit(url).path[1:]
    connection = psycopg2.connect(urlunsplit(urlsplit(url)._replace(path="/postgres")))
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [f"test_{prefix}"])
        for (name,) in cursor.fetchall():
            cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
    connection.close()


def main(arguments: Sequence[str]) -> int:
    """Run the leg with further arguments of pytest (paths in them replace ours) and return its exit status."""
    if url := server(os.environ):
        return run_on(url, arguments)
    with private_server() as url:
        return run_on(url, arguments) if url else verdict_without_server(os.environ)


def run_on(url: str, arguments: Sequence[str]) -> int:
    """Run the leg on the server at `url` and return the exit status."""
    own = own_database(url, run=os.getpid())
    paths = [] if any(not word.startswith("-") for word in arguments) else PATHS
    print(f"{TELL} at {urlsplit(url).hostname}:{urlsplit(url).port or 5432}", flush=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = project["tool"]["pytest"]["ini_options"]["markers"]
    chosen = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "-m", expression(known), *paths, *arguments]
    command = [sys.executable, "-m", "pytest", *chosen]
    try:
        return subprocess.run(command, cwd=ROOT, env={**os.environ, "TEST_DATABASE_URL": own}).returncode
    finally:
        remove_left_over(own)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
