"""Rows that many tests begin with: made by the services once in a run, then written again as they were stored."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.apps import apps
from django.db import connection, models

Row = tuple[Any, ...]


def replayed(build: Callable[[], Any]) -> Callable[[], Any]:
    """Let `build` work once, on a database without rows of its tables; afterwards its rows are only written again.

    It returns a row, or a list, tuple or dict of rows; each call gets them freshly read. What it makes must depend on
    nothing but its own words: the moments of its acts are given, and it keeps no file that a test reads. When other
    rows are there already, or the rows of before were changed by it, it simply works again.
    """
    kept: dict[str, Any] = {}

    @wraps(build)
    def again() -> Any:
        if kept and not any(_count(table) for table in kept["rows"]):
            for table, rows in kept["rows"].items():
                _write(table, rows)
            return _read(kept["found"])
        before = _everything()
        found = build()
        after = _everything()
        if all(after[table] == rows for table, rows in before.items() if rows):
            kept["rows"] = {table: rows for table, rows in after.items() if rows and not before[table]}
            kept["found"] = _named(found)
        return found

    return again


def _tables() -> list[str]:
    return [model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _everything() -> dict[str, list[Row]]:
    found = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = cursor.fetchall()
    return found


def _count(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        return int(cursor.fetchone()[0])


def _write(table: str, rows: list[Row]) -> None:
    marks = ", ".join(["%s"] * len(rows[0]))
    with connection.cursor() as cursor:  # references are checked at the end of a transaction, so any order will do
        cursor.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)


def _named(found: Any) -> Any:
    """Return what was found with each row as (model, key)."""
    if isinstance(found, models.Model):
        return type(found), found.pk
    if isinstance(found, dict):
        return {name: _named(value) for name, value in found.items()}
    return [_named(value) for value in found]


def _read(named: Any) -> Any:
    if isinstance(named, tuple):
        model, key = named
        return model.objects.get(pk=key)
    if isinstance(named, dict):
        return {name: _read(value) for name, value in named.items()}
    return [_read(value) for value in named]
