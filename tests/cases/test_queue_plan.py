"""Every order of the queue reads an index from where its page begins, and sorts nothing, however many cases there are."""

import datetime as dt

import pytest
from django.db import connection
from django.utils import timezone

from tests.factories import person
from wagecase.cases import queue
from wagecase.cases.models import Case
from wagecase.web import paging

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(clock):
    """Make 400 cases, a third of them without a due date, a tenth closed, half with an investigator."""
    ina, day = person("ina"), dt.date(2026, 3, 2)
    Case.objects.bulk_create([
        Case(
            number=f"LW-2026-{n:06d}", kind="living_wage", state="received", title=f"Case {n}", received_on=day,
            due_on=None if n % 3 == 0 else day + dt.timedelta(n % 29), is_open=n % 10 != 0,
            assignee=ina if n % 2 else None, opened_at=timezone.now(),
        )
        for n in range(1, 401)
    ])  # fmt: skip


def plans(sort, **data):
    """Return what the database says about the first page and the second page of a list."""
    found = queue.filtered(person("sue"), data, today=dt.date(2026, 3, 2))
    found, order, descending = queue.ordered(found, sort, has_due=bool(data.get("due")))
    first = paging.page(found, order=order, cursor=None, size=20, descending=descending)
    return [
        _plan(lambda cursor=cursor: paging.page(found, order=order, cursor=cursor, size=20, descending=descending))
        for cursor in (None, first.older)
    ]


def _plan(read):
    asked = []

    def keep(run, text, given, many, context):
        asked.append((text, given))
        return run(text, given, many, context)

    with connection.execute_wrapper(keep):
        read()
    text, given = next((text, given) for text, given in asked if "ORDER BY" in text)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {text}", given)
        return " | ".join(row[3] for row in cursor.fetchall())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's words for a plan")
@pytest.mark.parametrize(("sort", "data", "index"), [
    ("due", {"open": "all"}, "case_due_sort"), ("-due", {"open": "all"}, "case_due_sort"),
    ("due", {"open": "yes"}, "case_open_due_sort"), ("-due", {"open": "yes"}, "case_open_due_sort"),
    ("due", {"open": "yes", "assignee": "none"}, "case_assignee_due_sort"),
    ("received", {"open": "all"}, "case_received"), ("-received", {"open": "all"}, "case_received"),
        ("received", {}, "case_open_received"),
        ("-received", {}, "case_open_received"),
        ("number", {}, "case_open_number"),
        ("-number", {}, "case_open_number"),
    ("due", {"due": "overdue"}, "case_due"),
])  # fmt: skip
def test_a_page_is_read_from_its_index_and_not_sorted(many, sort, data, index):
    for plan in plans(sort, **data):
        assert f"USING INDEX {index} " in f"{plan} ", plan
        assert "TEMP B-TREE" not in plan, plan


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads SQLite's words for a plan")
@pytest.mark.parametrize("data", [{"open": "all"}, {"open": "yes"}, {}])
def test_a_later_page_starts_in_the_middle_of_the_index(many, data):
    _first, second = plans("due", **data)
    assert "SEARCH cases_case" in second, second


def test_the_order_by_due_date_puts_cases_without_one_last_and_shows_each_once(many):
    found, order, descending = queue.ordered(
        queue.filtered(person("sue"), {"open": "all"}, today=dt.date(2026, 3, 2)), "due", has_due=False
    )
    seen, cursor = [], None
    while cursor != "":
        shown = paging.page(found, order=order, cursor=cursor, size=30, descending=descending)
        seen += [(row.due_on or dt.date.max, row.pk) for row in shown.rows]
        cursor = shown.older
    assert len(seen) == 400
    assert seen == sorted(seen)
