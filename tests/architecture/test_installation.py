"""An installation from nothing works, production settings raise no warning, and no migration is forgotten."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg2
import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

import postgres_leg
from tests.architecture.source import ROOT

CLEAN = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with the real settings and nothing of this shell but what is given."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env={**CLEAN, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    """The variables that a department sets."""
    return settings_of_a_department(tmp_path)


def settings_of_a_department(folder: Path) -> dict[str, str]:
    """Return them, with what is kept in `folder`."""
    return {
        "VAR_DIR": str(folder),
        "SECRET_KEY": "p" * 20 + "0123456789-secret-of-a-test-abcdefghijk",
        "FIELD_KEYS": Fernet.generate_key().decode(),
        "LINK_KEY": "l" * 20 + "0123456789-links-of-a-test-abcdefghijk",
        "SITE_URL": "https://wages.example.org",
        "DATABASE_URL": "postgresql://wagecase@db.example.org/wagecase",
        "REDIS_URL": "redis://:secret@queue.example.org:6379/0",
        "EMAIL_URL": "smtp+tls://mailer:password@mail.example.org:587",
    }


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_production_settings_pass_every_deployment_check(production):
    done = manage("check", "--deploy", "--fail-level", "WARNING", **production)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_empty_database_is_migrated_and_guarded(production, tmp_path):
    production["DATABASE_URL"] = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    first = manage("migrate", "--verbosity", "0", **production)
    assert first.returncode == 0, first.stderr
    guarded = manage("check", "--database", "default", **production)
    assert guarded.returncode == 0, guarded.stderr
    again = manage("migrate", "--plan", **production)
    assert "No planned migration operations." in again.stdout


# On a PostgreSQL server, from nothing


@pytest.fixture(scope="module")
def on_server() -> Iterator[Callable[..., str]]:
    """Make PostgreSQL databases, removed at the end: on_server("new", like="") -> address."""
    url = postgres_leg.server(os.environ)
    if url is None:
        assert postgres_leg.verdict_without_server(os.environ) == 0
        pytest.skip("no PostgreSQL server: TEST_POSTGRES_URL names none and none listens here")
    server = psycopg2.connect(urlunsplit(urlsplit(url)._replace(path="/postgres")))
    server.autocommit = True
    made = []

    def make(ending: str, *, like: str = "") -> str:
        address = f"{postgres_leg.own_database(url, run=os.getpid())}_{ending}"
        template = f" TEMPLATE {urlsplit(like).path[1:]}" if like else ""
        server.cursor().execute(f"CREATE DATABASE {urlsplit(address).path[1:]}{template}")
        made.append(urlsplit(address).path[1:])
        return address

    yield make
    for name in made:
        server.cursor().execute(f"DROP DATABASE {name} WITH (FORCE)")
    server.close()


@pytest.fixture(scope="module")
def migrated(on_server: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a PostgreSQL database that was empty and then migrated; nobody changes it."""
    address = on_server("new")
    environment = {**settings_of_a_department(tmp_path_factory.mktemp("migrated")), "DATABASE_URL": address}
    done = manage("migrate", "--verbosity", "0", **environment)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return address


def test_postgresql_is_migrated_from_nothing_checked_without_a_warning_and_guarded(production, migrated):
    production["DATABASE_URL"] = migrated
    for step in (
        ("makemigrations", "--check", "--dry-run"),
        ("check", "--deploy", "--database", "default", "--fail-level", "WARNING"),
    ):
        done = manage(*step, **production)
        assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
    database = psycopg2.connect(migrated)
    for statement in ("UPDATE audit_event SET verb = 'x'", "DELETE FROM audit_event", "TRUNCATE audit_event CASCADE"):
        with database.cursor() as cursor:
            cursor.execute(
                "INSERT INTO audit_event (seq, at, verb, actor_kind, actor_role, body, previous_hash, hash) "
                "VALUES (1, now(), 'test.act', 'system', 'system', '{}', '', 'x'); SET CONSTRAINTS ALL IMMEDIATE"
            )
            with pytest.raises(psycopg2.DatabaseError, match="append-only"):
                cursor.execute(statement)
        database.rollback()
    database.close()


def test_control_a_dropped_trigger_fails_the_check_of_a_deployment(production, migrated, on_server):
    production["DATABASE_URL"] = on_server("copy", like=migrated)
    with psycopg2.connect(production["DATABASE_URL"]) as database:
        database.cursor().execute("DROP TRIGGER audit_event_no_truncate ON audit_event")
    database.close()
    done = manage("check", "--deploy", "--database", "default", "--fail-level", "WARNING", **production)
    assert done.returncode == 1
    assert "audit_event_no_truncate is missing" in done.stderr


def test_a_calculation_needs_neither_secrets_nor_a_database(tmp_path):
    done = manage("calculate", "--list", VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "due-date" in done.stdout
    assert list(tmp_path.iterdir()) == []
