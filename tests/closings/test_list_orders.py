"""The public list can be read in eight orders, says when it changed last, and its chart shows the year that the rows show."""

import datetime as dt
import re
from dataclasses import replace

import pytest

from closings import selectors
from closings.content import SeparationFacts
from closings.models import ClosingNotice
from tests.closings.notice import CONTENT, case_in, do, file_online, publishing, rescinded
from tests.closings.test_public_list import conagra
from tests.complaints.staff_pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-12 10:00")


def listed(name, *, workers, first, when):
    sites = (replace(CONTENT.sites[0], affected=workers),)
    rows = (SeparationFacts(dt.date.fromisoformat(first), None, workers),)
    case = file_online(replace(CONTENT, employer_name=name, sites=sites, separations=rows), when=f"{when} 09:00")
    return do(case, publishing.publish, by="cora", when="2026-03-11 09:00")


@pytest.fixture
def three():
    listed("Beta Example", workers=30, first="2026-05-01", when="2026-03-02")
    listed("Alpha Example", workers=90, first="2026-04-20", when="2026-03-03")
    blank = listed("Gamma Example", workers=60, first="2026-06-01", when="2026-03-04")
    ClosingNotice.objects.filter(case=blank).update(first_on=None, counted=None)


def names(page):
    return re.findall(r'/closings/notices/[^"]+">([^<]+)</a>', page.content.decode())


@pytest.mark.parametrize(
    ("sort", "expected"),
    [("", "GAB"), ("received", "BAG"), ("employer", "ABG"), ("employer_down", "GBA"), ("workers_down", "ABG"),
     ("workers", "GBA"), ("first", "ABG"), ("first_down", "GBA")],
)  # fmt: skip
def test_each_order_puts_blanks_where_it_says(client, three, sort, expected):
    page = client.get("/closings/", {"sort": sort})
    assert "".join(name[0] for name in names(page)) == expected


def test_every_order_pages_without_losing_a_row(client, three, monkeypatch):
    monkeypatch.setattr("closings.views.public.SIZE", 2)
    for sort in selectors.SORTS:
        first = client.get("/closings/", {"sort": sort})
        (older,) = re.findall(r'rel="next" href="([^"]+)"', first.content.decode())
        second = client.get("/closings/" + older.replace("&amp;", "&"))
        assert sorted(names(first) + names(second)) == ["Alpha Example", "Beta Example", "Gamma Example"], sort


def test_the_heads_are_links_that_keep_the_filters_and_say_the_order(client, three):
    page = client.get("/closings/?year=2026&sort=workers_down").content.decode()
    assert 'aria-sort="descending"><a href="?year=2026&amp;sort=workers">Workers' in page
    assert '<a href="?year=2026">Received</a>' in page
    assert page.count("aria-sort") == 1
    again = client.get("/closings/").content.decode()
    assert 'aria-sort="descending"><a href="?sort=received">Received' in again


def test_the_page_says_as_of_when_and_when_it_changed_last(client, three):
    text = words(client.get("/closings/"))
    assert "As of March 12, 2026, 10:00 a.m. Central time. The list changed last on March 11, 2026." in text


def test_the_chart_shows_the_year_of_the_rows(client):
    case_in("listed")  # received in March 2026
    conagra()  # received in 2020: 153 workers
    text = words(client.get("/closings/?q=invented"))
    assert "153 workers in notices received in 2020" in text
    assert "received in 2026" not in text
    assert "90 workers in notices received in 2026" in words(client.get("/closings/"))


def test_the_chart_says_why_no_worker_counts(client):
    case = rescinded(case_in("listed"))
    text = words(client.get("/closings/"))
    assert "0 workers in notices received in 2026 The notice was rescinded, so it counts no workers." in text
    assert "states a number" not in text
    ClosingNotice.objects.filter(pk=case.pk).update(rescinded_on=None, counted=None, affected=None)
    assert "The notice states no number of workers." in words(client.get("/closings/"))
    rescinded(case_in("listed"))
    assert "Each of these notices was rescinded or states no workers." in words(client.get("/closings/"))
    ClosingNotice.objects.filter(pk=case.pk).update(rescinded_on=dt.date(2026, 3, 20), counted=0)
    assert "All of these notices were rescinded, so they count no workers." in words(client.get("/closings/"))


def test_a_month_to_come_has_no_bar_and_no_row(client):
    case_in("listed")
    page = client.get("/closings/").content.decode()
    assert page.count("wc-chart__bar") == 3, "January, February and March 2026"
    assert '<th scope="row">March</th>' in page
    assert '<th scope="row">April</th>' not in page
    conagra()
    assert client.get("/closings/?year=2020").content.decode().count("wc-chart__bar") == 12
