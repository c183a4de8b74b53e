"""A paged list shows every row once, in both directions, whatever the ties, and costs an index seek at any depth."""

import datetime as dt
import uuid

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from wagecase.web import paging
from wagecase.web.models import Submission
from wagecase.web.templatetags import gov

START = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)
ORDER = ("created_at", "id")


def make(*offsets: int) -> None:
    """One row per offset in hours; equal offsets are ties."""
    rows = [
        Submission(actor_key=f"s:{i}", key=uuid.UUID(int=i), path="/", body_hash="0" * 64) for i in range(len(offsets))
    ]
    Submission.objects.bulk_create(rows)
    for row, offset in zip(Submission.objects.order_by("id"), offsets, strict=True):
        Submission.objects.filter(pk=row.pk).update(created_at=START + dt.timedelta(hours=offset))


def walk(size: int, *, descending: bool = True) -> tuple[list[list[int]], list[list[int]]]:
    """Return the pages met going to the end and those met going back."""

    def page(cursor: str | None) -> paging.Page:
        return paging.page(Submission.objects.all(), order=ORDER, cursor=cursor, size=size, descending=descending)

    forth, back = [], []
    current = page(None)
    assert current.newer == ""
    while True:
        forth.append([row.pk for row in current.rows])
        if not current.older:
            break
        current = page(current.older)
        assert current.newer
    while current.newer:
        current = page(current.newer)
        back.append([row.pk for row in current.rows])
    return forth, back


class TestEveryRowOnce(TestCase):
    """Property: the pages joined are the sorted list; going back meets the same rows."""

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(offsets=st.lists(st.integers(0, 4), max_size=17), size=st.integers(1, 5), descending=st.booleans())
    def test_pages_joined_are_the_list(self, offsets: list[int], size: int, descending: bool) -> None:
        make(*offsets)
        sign = "-" if descending else ""
        expected = list(Submission.objects.order_by(*(f"{sign}{name}" for name in ORDER)).values_list("pk", flat=True))
        forth, back = walk(size, descending=descending)
        assert [pk for page in forth for pk in page] == expected
        assert all(len(page) == size for page in forth[:-1])
        if len(forth) > 1:
            assert back[-1] == forth[0]
            assert all(len(page) == size for page in back)


@pytest.mark.django_db
def test_rows_added_while_paging_do_not_shift_the_page() -> None:
    make(1, 2, 3, 4, 5, 6)
    first = paging.page(Submission.objects.all(), order=ORDER, size=2)
    new = Submission.objects.create(actor_key="new", key=uuid.uuid4(), path="/", body_hash="0" * 64)
    Submission.objects.filter(pk=new.pk).update(created_at=START + dt.timedelta(hours=9))
    second = paging.page(Submission.objects.all(), order=ORDER, size=2, cursor=first.older)
    assert not {row.pk for row in first.rows} & {row.pk for row in second.rows}
    assert new.pk not in {row.pk for row in second.rows}


@pytest.mark.django_db
@pytest.mark.parametrize("cursor", ["", "x", "bm9uc2Vuc2U:sig", "\x00", "a" * 5000, "é"])
def test_a_cursor_that_is_not_ours_shows_the_first_page(cursor: str) -> None:
    make(1, 2, 3)
    assert [row.pk for row in paging.page(Submission.objects.all(), order=ORDER, cursor=cursor, size=2).rows] == list(
        Submission.objects.order_by("-created_at", "-id").values_list("pk", flat=True)[:2]
    )


@pytest.mark.django_db
def test_a_cursor_of_another_order_is_not_ours() -> None:
    make(1, 2, 3, 4)
    older = paging.page(Submission.objects.all(), order=ORDER, size=2).older
    assert paging.page(Submission.objects.all(), order=("path", "id"), size=2, cursor=older).newer == ""


@pytest.mark.django_db
def test_an_empty_list_has_no_links_and_counts_nought() -> None:
    page = paging.page(Submission.objects.all(), order=ORDER, size=2)
    assert (page.rows, page.newer, page.older, page.count_label, page.start) == ([], "", "", "0", None)


@pytest.mark.django_db
def test_rows_that_went_away_leave_a_page_that_can_be_shown() -> None:
    make(1, 2, 3, 4)
    older = paging.page(Submission.objects.all(), order=ORDER, size=2).older
    Submission.objects.all().delete()
    assert paging.page(Submission.objects.all(), order=ORDER, size=2, cursor=older).rows == []


@pytest.mark.django_db
def test_counting_stops_at_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "COUNT_CAP", 3)
    make(1, 2, 3, 4, 5)
    page = paging.page(Submission.objects.all(), order=ORDER, size=2)
    assert (page.count, page.count_label, page.capped) == (4, "10,000+", True)


@pytest.mark.django_db
def test_the_redundant_leading_filter_stands_before_the_condition() -> None:
    make(1, 2, 3, 4)
    older = paging.page(Submission.objects.all(), order=ORDER, size=2).older
    with CaptureQueriesContext(
        connection,
    ) as queries:
        paging.page(Submission.objects.all(), order=ORDER, size=2, cursor=older)
    sql = queries[0]["sql"]
    assert len(queries) == 2
    assert '"created_at" <= ' in sql
    assert sql.index('"created_at" <= ') < sql.index('"created_at" < ')


@pytest.mark.django_db
def test_a_column_that_may_be_empty_is_not_a_key() -> None:
    make(1, 2, 3)
    from django.db.models import DateField, Value

    rows = Submission.objects.annotate(due=Value(None, output_field=DateField()))
    with pytest.raises(ImproperlyConfigured):
        paging.page(rows, order=("due", "id"), size=2)


@pytest.mark.django_db
def test_the_links_keep_the_filters() -> None:
    make(1, 2, 3)
    page = paging.page(Submission.objects.all(), order=ORDER, size=2)
    html = gov.page_links({"request": RequestFactory().get("/staff/cases/?state=docketed&q=a%26b")}, page, "cases")
    assert "?state=docketed&amp;q=a%26b&amp;cursor=" in html
    assert "Showing 2 of 3 cases" in html
    assert "The first one on this page" not in html
    one = paging.page(Submission.objects.all(), order=ORDER, size=5)
    assert "Showing all 3</p>" in gov.page_links({"request": RequestFactory().get("/staff/cases/")}, one, "cases")
    assert "Older" in html
    assert "Newer" not in html
