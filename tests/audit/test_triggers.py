"""The database itself refuses to change or delete an audit event, and the check says when it would not."""

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from tests.factories import at
from wagecase.audit.chain import record, unit_of_work, verify
from wagecase.audit.models import Event
from wagecase.audit.triggers import create_triggers, drop_triggers, missing_triggers
from wagecase.checks import audit_is_guarded
from wagecase.lifecycle import SYSTEM_ACTOR

pytestmark = pytest.mark.django_db
POSTGRESQL = connection.vendor == "postgresql"
WANTED = ["audit_event_no_update", "audit_event_no_delete", *(["audit_event_no_truncate"] if POSTGRESQL else [])]


@pytest.fixture
def guarded(settings, db):
    """One event, and the triggers as a real installation has them."""
    settings.AUDIT_TRIGGERS = True
    create_triggers()
    with unit_of_work():
        record(verb="test.act", actor=SYSTEM_ACTOR, at=at("2026-03-02 10:00"))
    yield
    drop_triggers()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_event SET verb = 'test.other'",
        "UPDATE audit_event SET hash = 'x' WHERE seq = 1",
        "DELETE FROM audit_event",
        "DELETE FROM audit_event WHERE seq = 1",
    ],
)
def test_raw_statements_are_refused(guarded, statement):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert verify().fault == ""


@pytest.mark.parametrize("statement", ["TRUNCATE audit_event CASCADE", "TRUNCATE audit_event, audit_eventdetail"])
def test_emptying_the_table_at_once_is_refused(guarded, statement):
    with connection.cursor() as cursor:  # what is still to be checked at the commit would refuse a TRUNCATE by itself
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE" if POSTGRESQL else "SELECT 1")
    said = "append-only" if POSTGRESQL else 'near "TRUNCATE": syntax error'  # SQLite has no such statement
    with pytest.raises(DatabaseError, match=said), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert verify().rows == 1


@pytest.mark.parametrize(
    "statement",
    ["UPDATE audit_event SET verb = 'x'", "DELETE FROM audit_event", *(["TRUNCATE audit_event CASCADE"] * POSTGRESQL)],
)
def test_control_without_the_triggers_each_statement_is_taken(guarded, statement):
    drop_triggers()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE" if POSTGRESQL else "SELECT 1")
        cursor.execute(statement)
    assert verify().fault


def test_the_models_are_refused_too(guarded):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.update(verb="test.other")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.all().delete()
    assert Event.objects.get().verb == "test.act"


def test_events_can_still_be_written(guarded):
    with unit_of_work():
        record(verb="test.more", actor=SYSTEM_ACTOR, at=at("2026-03-02 10:01"))
    assert verify().rows == 2


def test_every_migrate_puts_them_back(guarded):
    drop_triggers()
    assert missing_triggers() == WANTED
    assert [error.id for error in audit_is_guarded(databases=["default"])] == ["wagecase.E006"]
    call_command("migrate", verbosity=0)
    assert missing_triggers() == []
    assert audit_is_guarded(databases=["default"]) == []


def test_making_them_twice_is_harmless(guarded):
    create_triggers()
    assert missing_triggers() == []


def test_they_can_be_switched_off_for_a_flush(settings, db):
    settings.AUDIT_TRIGGERS = False
    create_triggers()
    assert missing_triggers() == WANTED
