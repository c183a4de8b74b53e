"""Database triggers that refuse UPDATE and DELETE of audit events, made again after each migration.

SQLite drops triggers without a word whenever Django rebuilds a table, hence post_migrate; Django's flush fails with
them on, hence a setting that is read when called.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connections

TABLE = "audit_event"
NAMES = ("audit_event_no_update", "audit_event_no_delete")
TRUNCATE = "audit_event_no_truncate"  # PostgreSQL only


def create_triggers(sender: Any = None, using: str = "default", **kwargs: Any) -> None:
    """Create the triggers on the database `using` unless AUDIT_TRIGGERS is off; harmless when repeated."""
    connection = connections[using]
    if not settings.AUDIT_TRIGGERS or TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name, act in zip(NAMES, ("UPDATE", "DELETE"), strict=True):
                cursor.execute(
                    f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {act} ON {TABLE} "
                    "BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END"
                )
        elif connection.vendor == "postgresql":
            cursor.execute(
                "CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'audit events are append-only'; END $$"
            )
            for name, act in zip(NAMES, ("UPDATE", "DELETE"), strict=True):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name} ON {TABLE}")
                cursor.execute(
                    f"CREATE TRIGGER {name} BEFORE {act} ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_append_only()"
                )
            cursor.execute(f"DROP TRIGGER IF EXISTS {TRUNCATE} ON {TABLE}")
            cursor.execute(
                f"CREATE TRIGGER {TRUNCATE} BEFORE TRUNCATE ON {TABLE} "
                "FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()"
            )


def drop_triggers(using: str = "default") -> None:
    """Remove the triggers: for tests that must flush or tamper on purpose."""
    connection = connections[using]
    suffix = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in _wanted(connection.vendor):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix}")


def missing_triggers(using: str = "default") -> list[str]:
    """Return the names of the triggers that should stand and do not."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        found = {row[0] for row in cursor.fetchall()}
    return [name for name in _wanted(connection.vendor) if name not in found]


def _wanted(vendor: str) -> tuple[str, ...]:
    return (*NAMES, TRUNCATE) if vendor == "postgresql" else NAMES
