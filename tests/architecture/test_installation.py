"""An installation from nothing works, production settings raise no warning, and no migration is forgotten."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

from tests.architecture.source import ROOT

CLEAN = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with the real settings and nothing of this shell but what is given."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**CLEAN, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    """The variables that a department sets."""
    return {
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "p" * 20 + "0123456789-secret-of-a-test-abcdefghijk",
        "FIELD_KEYS": Fernet.generate_key().decode(),
        "LINK_KEY": "l" * 20 + "0123456789-links-of-a-test-abcdefghijk",
        "SITE_URL": "https://wages.example.org",
        "DATABASE_URL": "postgresql://wagecase@db.example.org/wagecase",
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


def test_a_calculation_needs_neither_secrets_nor_a_database(tmp_path):
    done = manage("calculate", "--list", VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "due-date" in done.stdout
    assert list(tmp_path.iterdir()) == []
