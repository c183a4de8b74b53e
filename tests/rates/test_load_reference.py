"""`manage.py load_reference`: the released schedules stand in every database, once, and never change without a reason."""

import io
from datetime import date
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError

from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.rates import reference
from wagecase.rates.books import published_book
from wagecase.rates.models import RateRow, RateSchedule
from wagecase.rules.ratebook import parameter_book

pytestmark = pytest.mark.django_db


def run(*args: str) -> str:
    said = io.StringIO()
    call_command("load_reference", *args, stdout=said)
    return said.getvalue().strip()


def empty() -> None:
    RateRow.objects.all().delete()
    RateSchedule.objects.all().delete()


def contents() -> list:
    return [*RateSchedule.objects.order_by("key").values(), *RateRow.objects.order_by("pk").values()]


def tamper() -> None:
    RateRow.objects.filter(schedule__key="DWD272", class_name="general", item="wage", end=None).update(amount="7.35")


def test_a_migrated_database_has_the_schedules_already():
    found = RateSchedule.objects.order_by("key").values_list("key", "status", "method", "first_day")
    assert [(key, status, method, str(day)) for key, status, method, day in found] == [
        ("AB77", "proposed", "printed", "None"),
        ("DWD272", "in_force", "printed", "1997-06-01"),
        ("SB130", "proposed", "printed", "None"),
    ]
    assert RateRow.objects.count() == 157
    assert {len(digest) for digest in RateSchedule.objects.values_list("document_sha256", flat=True)} == {64}


def test_loading_says_what_was_loaded_and_a_second_run_changes_nothing():
    empty()
    assert run().splitlines() == [
        "Rate schedule DWD272 loaded: 58 rows, in force.",
        "Rate schedule AB77 loaded: 63 rows, proposed, not law.",
        "Rate schedule SB130 loaded: 36 rows, proposed, not law.",
    ]
    before = contents()
    assert run() == (
        "Rate schedules: nothing to do, DWD272 (58 rows), AB77 (63 rows), SB130 (36 rows) stand as released."
    )
    assert contents() == before
    assert Event.objects.count() == 0


def test_a_row_that_differs_is_named_and_nothing_is_changed():
    tamper()
    before = contents()
    with pytest.raises(CommandError) as refused:
        run()
    words = str(refused.value)
    assert refused.value.returncode == 1
    assert "general wage hour 2009-07-24: loaded as 7.35 to open" in words
    assert "released as 7.25 to open (DWD 272.03 (1))" in words
    assert "--correct DWD272 --note" in words
    assert contents() == before


def test_a_missing_row_is_named_too():
    RateRow.objects.get(schedule__key="SB130", class_name="caddy", item="9-holes").delete()
    with pytest.raises(CommandError, match=r"caddy 9-holes round 1900-01-01: loaded as nothing, released as 6\.60"):
        run()


def test_a_correction_needs_a_note_and_is_an_event_with_each_row():
    tamper()
    with pytest.raises(CommandError, match="note"):
        run("--correct", "DWD272")
    with pytest.raises(CommandError, match="released schedule"):
        run("--correct", "RS-2026-0001", "--note", "why")
    with pytest.raises(CommandError, match="belongs to"):
        run("--note", "why")
    assert run("--correct", "DWD272", "--note", "a slip of the pen").splitlines()[0] == "DWD272: 1 rows corrected."
    assert published_book().rows == parameter_book().rows
    event = Event.objects.get(verb="rates.correct_reference")
    detail = event.details.get(field="general wage hour 2009-07-24")
    assert (detail.before, detail.after) == ("7.35 to open (DWD 272.03 (1))", "7.25 to open (DWD 272.03 (1))")
    assert RateSchedule.objects.get(key="DWD272").note.endswith("a slip of the pen")
    assert verify().fault == ""
    assert run("--correct", "DWD272", "--note", "again").splitlines()[0] == "DWD272: no row differs."


def test_the_fault_of_a_database_is_told():
    assert reference.fault() == ""
    RateSchedule.objects.filter(key="AB77").update(rows_sha256="0" * 64)
    assert reference.fault() == "AB77 has other rows than this release"
    tamper()
    assert reference.fault() == "DWD272 has other rows than this release"
    empty()
    assert reference.fault() == "DWD272 is not loaded"


def test_the_minimum_of_today_came_with_the_release():
    loaded = RateRow.objects.get(schedule__key="DWD272", class_name="general", item="wage", unit="hour", end=None)
    assert (loaded.amount, loaded.cite, str(loaded.start)) == (Decimal("7.25"), "DWD 272.03 (1)", "2009-07-24")


def test_two_first_starts_at_once_end_well_and_compare(monkeypatch):
    """The slower of two sees the schedules of the faster one only when its own are refused; then it compares."""
    empty()
    slow, calls = reference.load, []

    def load(*, at):
        calls.append(at)
        if len(calls) == 1:
            slow(at=at)
            raise IntegrityError("UNIQUE constraint failed: rates_rateschedule.key")
        return slow(at=at)

    monkeypatch.setattr(reference, "load", load)
    reference.load_after_migrate()
    assert (len(calls), RateSchedule.objects.count(), RateRow.objects.count()) == (2, 3, 157)


def test_the_day_of_the_last_correction_is_read_from_the_note():
    assert reference.last_correction("") is None
    assert reference.last_correction("2026-02-29: no day\n2026-03-29: a slip\n2026-03-02: before") == date(2026, 3, 29)
