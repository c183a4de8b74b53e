"""Pages, feeds and calculators answer from the published schedules; the command line from what the release prints."""

import json

import pytest

from tests.rates.schedules import proposal, publish
from tests.rates.test_calculator_pages import RATE, TWO_RATES
from tests.rates.test_rates_pages import main
from wagecase.rates import books
from wagecase.rates.books import published_book
from wagecase.rates.models import RateRow, RateSchedule
from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.book_in_use import answering_from, book_in_use
from wagecase.rules.calculators.reader import answer_line
from wagecase.rules.ratebook import parameter_book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media", "_today")]

ASKED = {"source": "DWD272", "class": "general", "item": "wage", "unit": "hour"}
NEW_RATE = "/rates/calculators/rate/?source=DWD272&class=general&item=wage&unit=hour&date_0=7&date_1=1&date_2=2026"
STUDENT = "/rates/calculators/student-learner-floor/?class=general&date_0=7&date_1=1&date_2=2026"
GENERAL = "/rates/calculators/general-rate-uses/?date_0=7&date_1=1&date_2=2026"


@pytest.fixture
def _today(clock):
    """Monday, March 2, 2026."""


def empty() -> None:
    RateRow.objects.all().delete()
    RateSchedule.objects.all().delete()


@pytest.mark.parametrize(
    "address", ["/rates/", "/rates/proposed/", "/api/rates.json", "/api/rates.csv?date=2009-07-24", RATE, TWO_RATES]
)
def test_a_page_of_rates_asks_the_database_once(client, address, django_assert_num_queries):
    published_book()
    with django_assert_num_queries(1):
        assert client.get(address).status_code == 200


def test_the_first_page_of_a_process_reads_the_book_in_two_queries(client, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(books, "_last", None)
    with django_assert_num_queries(2):
        assert client.get("/rates/").status_code == 200


def test_a_calculator_without_rates_asks_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get("/rates/calculators/legal-holidays/?year=2026").status_code == 200
        assert client.get("/rates/calculators/rate/").status_code == 200


def test_the_page_shows_a_published_schedule_from_its_first_day(client):
    publish(proposal())
    eve, day = main(client, "/rates/?day_0=6&day_1=30&day_2=2026"), main(client, "/rates/?day_0=7&day_1=1&day_2=2026")
    assert "Employees generally $7.25 Jul 24, 2009 to Jun 30, 2026 DWD 272.03 (1)" in eve
    assert "Employees generally $8.10 since Jul 1, 2026 2026 Act 900" in day
    assert "Minors $7.60 since Jul 1, 2026" in day
    assert "Opportunity employees $5.90" in day
    assert "$8.10" not in main(client, "/rates/proposed/")
    today = client.get("/rates/").content.decode()
    assert '<a href="/rates/?day_0=7&amp;day_1=1&amp;day_2=2026">New rates from July 1, 2026</a>' in today


def test_the_feed_tells_those_who_keep_it_that_the_book_changed(client):
    address = "/api/rates.json?date=2026-07-01"
    before = client.get(address)
    publish(proposal())
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    general = [
        next(r["amount"] for r in response.json()["rates"] if (r["class"], r["item"]) == ("general", "wage"))
        for response in (before, after)
    ]
    assert general == ["7.25", "8.10"]
    assert before.json()["book"] != after.json()["book"]
    line = '2026-07-01,DWD272,adopted,general,wage,hour,8.10,2026-07-01,,"2026 Act 900, Feb 20, 2026",'
    assert line in client.get("/api/rates.csv?date=2026-07-01").content.decode()


def test_every_calculator_page_answers_from_the_published_schedule(client):
    publish(proposal())
    assert "The amount is $8.10 for one hour." in main(client, NEW_RATE)
    assert "$8.10" in main(client, GENERAL)
    assert "$6.08" in main(client, STUDENT), "three quarters of 8.10"


def test_the_command_line_stays_on_what_the_release_prints():
    publish(proposal())
    line = json.dumps({**ASKED, "date": "2026-07-01"}).encode()
    assert answer_line(calculators()["rate"], line)["result"]["amount"] == "7.25"


def test_a_question_that_fails_leaves_no_book_behind():
    def broken():
        raise RuntimeError

    with pytest.raises(RuntimeError), answering_from(broken):
        book_in_use()
    assert book_in_use() is parameter_book()


@pytest.mark.parametrize("address", ["/rates/", "/rates/proposed/", RATE])
def test_without_a_schedule_a_page_says_so_and_shows_no_amount(client, address):
    empty()
    text = main(client, address, status=503)
    assert "We show no amount rather than a wrong one." in text
    assert "$" not in text
    assert "No rate in the source" not in text


def test_without_a_schedule_the_spanish_page_is_spanish(client):
    empty()
    client.cookies["django_language"] = "es"
    text = main(client, "/rates/", status=503)
    assert "No mostramos ninguna cantidad" in text
    assert "No rate schedule" not in text


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_without_a_schedule_the_feed_says_so_as_json(client, kind):
    empty()
    response = client.get(f"/api/rates.{kind}")
    assert response.status_code == 503
    assert json.loads(response.content)["error"]["code"] == "unavailable"
    assert response["Cache-Control"] == "no-cache"


def test_a_flushed_database_is_loaded_again(transactional_db):
    from django.core.management import call_command

    call_command("flush", interactive=False, verbosity=0)
    assert published_book().rows == parameter_book().rows
