"""The place of a run: a database of its own and a folder that is thrown away, both made before Django is loaded."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

DATABASE = "postgresql://postgres@127.0.0.1:5432/wagecase_bench"  # BENCH_DATABASE_URL names another one


@contextmanager
def place() -> Iterator[Path]:
    """Make database and folder, load Django on them, yield the folder, and remove both."""
    folder = Path(tempfile.mkdtemp(prefix="wagecase-bench-"))
    url = os.environ.get("BENCH_DATABASE_URL", DATABASE)
    if url == "sqlite":
        url = f"sqlite:///{folder / 'bench.sqlite3'}"
    try:
        _recreate(url)
        try:
            _load(folder, url)
            yield folder
        finally:
            _close()
            _drop(url)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _load(folder: Path, url: str) -> None:
    """Set the variables of an installation, deaf to the shell's own, and build tables and served files."""
    for name in (
        "MEDIA_ROOT",
        "DEFAULT_FROM_EMAIL",
        "REDIS_URL",
        "AUDIT_ANCHORS",
        "AUDIT_TRIGGERS",
        "DEMO",
        "EMAIL_URL",
    ):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "wagecase.settings", "VAR_DIR": str(folder), "DATABASE_URL": url,
        "ALLOWED_HOSTS": "testserver,127.0.0.1", "SITE_URL": "http://127.0.0.1:8000", "LOG_LEVEL": "ERROR",
        "SECRET_KEY": "only-for-measuring-" * 3, "LINK_KEY": "only-for-measuring-links-" * 3,
        "FIELD_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    }  # fmt: skip
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (
        "css",
        "js",
        "svg",
        "ttf",
        "txt",
        "json",
    )  # nothing compressed is measured
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def _close() -> None:
    from django.db import connections

    connections.close_all()


def _recreate(url: str) -> None:
    _drop(url)
    if not url.startswith("sqlite"):
        _administer(url, "CREATE DATABASE {}")


def _drop(url: str) -> None:
    if not url.startswith("sqlite"):
        _administer(url, "DROP DATABASE IF EXISTS {} WITH (FORCE)")


def _administer(url: str, statement: str) -> None:
    import psycopg2
    from psycopg2 import sql

    parts = urlsplit(url)
    try:
        server: Any = psycopg2.connect(parts._replace(path="/postgres").geturl())
    except psycopg2.OperationalError as error:
        raise SystemExit(f"bench: PostgreSQL does not answer (BENCH_DATABASE_URL): {error}".strip()) from None
    server.autocommit = True
    try:
        with server.cursor() as cursor:
            cursor.execute(sql.SQL(statement).format(sql.Identifier(parts.path.lstrip("/"))))
    finally:
        server.close()
