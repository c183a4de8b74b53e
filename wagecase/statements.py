"""Plain INSERT and UPDATE for the few rows that are written thousands of times a night.

The mapper needs three times as long to write such a statement as the database needs to do it. Names of tables, columns and
values are still the model's, so that both databases get what the mapper would have sent them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model

# Lets the running transaction end before the disk has it. As a condition that always holds it needs no statement of its own.
NO_WAIT: Final = "set_config('synchronous_commit', 'off', true) IS NOT NULL"
Names = tuple[str, ...]


def add(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert `rows`, which all name the same columns: every one that has no default in the database."""
    if not rows:
        return
    with _database().cursor() as cursor:
        cursor.execute(_insert(model, tuple(rows[0]), len(rows)), _values(model, *rows))


def change(
    model: type[Model],
    *,
    where: Mapping[str, Any],
    to: Mapping[str, Any],
    after: Mapping[str, Any] | None = None,
    wait: bool = True,
) -> int:
    """Set the columns `to` where all of `where` are equal and those of `after` greater; return how many rows it were.

    Without `wait` the transaction that changes a row ends before the disk has it: others see it at once and a killed
    process loses nothing, but a database server that dies within the next moments may. Never once a later
    transaction waited, for the log is written in order. So it fits records whose loss is the same as a kill just before
    them. (PostgreSQL; SQLite's write-ahead log works like this anyway, with synchronous=NORMAL.)
    """
    words, values = _changing(model, where, to, after=after or {}, wait=wait)
    with _database().cursor() as cursor:
        cursor.execute(words, values)
        return int(cursor.rowcount)


def change_and_add(
    model: type[Model],
    *,
    where: Mapping[str, Any],
    to: Mapping[str, Any],
    wait: bool = True,
    other: type[Model],
    row: Mapping[str, Any],
) -> bool:
    """Change one row as `change` does and, if there was one, insert `row` of `other`: both or neither; return whether.

    PostgreSQL takes them as one statement, which needs no BEGIN and COMMIT around it. `other` must not look at the
    changed row by a trigger: both parts see the rows as they were.
    """
    if _database().vendor != "postgresql":
        with transaction.atomic():
            changed = change(model, where=where, to=to, wait=wait)
            if changed:
                add(other, [row])
        return bool(changed)
    words, values = _changing(model, where, to, after={}, wait=wait)
    with _database().cursor() as cursor:
        cursor.execute(_insert_if(words, other, tuple(row)), [*values, *_values(other, row)])
        return bool(cursor.rowcount)


def change_both(
    model: type[Model],
    *,
    where: Mapping[str, Any],
    to: Mapping[str, Any],
    wait: bool = True,
    other: type[Model],
    where_other: Mapping[str, Any],
    to_other: Mapping[str, Any],
) -> bool:
    """Change a row of each table as `change` does, the first one first; return whether there was a row in the first.

    The other is changed whatever became of the first. PostgreSQL takes them as one statement.
    """
    if _database().vendor != "postgresql":
        changed = change(model, where=where, to=to, wait=wait)
        change(other, where=where_other, to=to_other)
        return bool(changed)
    first, values = _changing(model, where, to, after={}, wait=wait)
    second, more = _changing(other, where_other, to_other, after={}, wait=True)
    with _database().cursor() as cursor:
        cursor.execute(_both(first, second), [*values, *more])
        return bool(cursor.fetchone()[0])


def _changing(
    model: type[Model], where: Mapping[str, Any], to: Mapping[str, Any], *, after: Mapping[str, Any], wait: bool
) -> tuple[str, list[Any]]:
    known = {name: value for name, value in where.items() if value is not None}
    unknown = tuple(name for name in where if name not in known)
    hurried = not wait and _database().vendor == "postgresql"
    words = _update(model, (tuple(to), tuple(known), tuple(after), unknown), hurried)
    return words, _values(model, to, known, after)


def _database() -> Any:
    """Return the connection itself: the name that Django gives it looks it up again at every touch."""
    return connections[DEFAULT_DB_ALIAS]


@lru_cache(maxsize=64)
def _insert(model: type[Model], names: Names, count: int) -> str:
    columns = ", ".join(_column(model, name) for name in names)
    marks = ", ".join([f"({', '.join(['%s'] * len(names))})"] * count)
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {marks}"  # noqa: S608 - the names are the model's


@lru_cache(maxsize=64)
def _insert_if(update: str, model: type[Model], names: Names) -> str:
    """Return the statement that does `update` and, if it changed a row, adds one of `model`."""
    columns = ", ".join(_column(model, name) for name in names)
    marks = ", ".join(["%s"] * len(names))
    done = f"WITH changed AS ({update} RETURNING 1)"
    return f"{done} INSERT INTO {_table(model)} ({columns}) SELECT {marks} FROM changed"  # noqa: S608 - as above


@lru_cache(maxsize=64)
def _both(first: str, second: str) -> str:
    """Return the statement that does both updates and counts the rows of the first; an unread part runs last."""
    parts = f"WITH changed AS ({first} RETURNING 1), other AS ({second})"
    return f"{parts} SELECT count(*) FROM changed"  # noqa: S608 - as above


@lru_cache(maxsize=64)
def _update(model: type[Model], names: tuple[Names, Names, Names, Names], hurried: bool) -> str:
    to, equal, after, unknown = ([_column(model, name) for name in part] for part in names)
    columns = ", ".join(f"{column} = %s" for column in to)
    tests = [f"{column} = %s" for column in equal] + [f"{column} > %s" for column in after]
    tests += [f"{column} IS NULL" for column in unknown] + [NO_WAIT] * hurried
    return f"UPDATE {_table(model)} SET {columns} WHERE {' AND '.join(tests)}"  # noqa: S608 - the names are the model's


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(model: type[Model], name: str) -> str:
    return connection.ops.quote_name(_field(model, name).column)


@lru_cache(maxsize=256)
def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


def _values(model: type[Model], *rows: Mapping[str, Any]) -> list[Any]:
    """Return the values of all rows as the database takes them."""
    database = _database()
    return [_field(model, name).get_db_prep_save(value, database) for row in rows for name, value in row.items()]
