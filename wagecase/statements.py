"""Plain INSERT and UPDATE for the few rows that are written thousands of times a night.

The mapper needs three times as long to write such a statement as the database needs to do it. Names of tables, columns and
values are still the model's, so that both databases get what the mapper would have sent them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


def add(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert `rows`, which all name the same columns: every one that has no default in the database."""
    if not rows:
        return
    columns = ", ".join(_column(model, name) for name in rows[0])
    marks = ", ".join([f"({', '.join(['%s'] * len(rows[0]))})"] * len(rows))
    values = [value for row in rows for value in _values(model, row)]
    statement = f"INSERT INTO {_table(model)} ({columns}) VALUES {marks}"  # noqa: S608 - the names are the model's
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def change(
    model: type[Model], *, where: Mapping[str, Any], to: Mapping[str, Any], after: Mapping[str, Any] | None = None
) -> int:
    """Set the columns `to` where all of `where` are equal and those of `after` greater; return how many rows it were."""
    after = after or {}
    columns = ", ".join(f"{_column(model, name)} = %s" for name in to)
    tests = [f"{_column(model, name)} {'IS NULL' if value is None else '= %s'}" for name, value in where.items()]
    tests += [f"{_column(model, name)} > %s" for name in after]
    known = {name: value for name, value in where.items() if value is not None}
    values = [value for part in (to, known, after) for value in _values(model, part)]
    statement = f"UPDATE {_table(model)} SET {columns} WHERE {' AND '.join(tests)}"  # noqa: S608 - the names are the model's
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(model: type[Model], name: str) -> str:
    return connection.ops.quote_name(_field(model, name).column)


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


def _values(model: type[Model], row: Mapping[str, Any]) -> list[Any]:
    """Return the values as the database takes them."""
    return [_field(model, name).get_db_prep_save(value, connection) for name, value in row.items()]
