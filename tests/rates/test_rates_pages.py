"""The rates of a day as pages and feeds: the printed amounts with their law, the federal rate beside them, no guess."""

import json
import re
from datetime import date
from decimal import Decimal
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from tests.complaints.test_public_words import grade, prose
from tests.rates.schedules import proposal, publish, row
from wagecase.rates import tables

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _today(clock):
    """Monday, March 2, 2026; the language of a page ends with its test."""
    yield
    translation.activate("en")


def main(client: Client, address: str, status: int = 200) -> str:
    """The main part of a page as text, its tags taken out."""
    response = client.get(address)
    assert response.status_code == status
    body = re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_todays_rates_stand_with_their_law(client):
    text = main(client, "/rates/")
    assert "Minimum wage rates today, March 2, 2026" in text
    assert "Employees generally $7.25 since Jul 24, 2009 DWD 272.03 (1)" in text
    assert "Minors $7.25" in text
    assert "Tipped employees $2.33" in text
    assert "Camp counselors 18 and over $350.00 $265.00 $210.00 since Jul 24, 2009 DWD 272.07 (3)" in text
    assert "Caddies $5.90 $10.50" in text


def test_the_cash_rate_of_tipped_employees_is_never_shown_without_the_full_rate(client):
    text = main(client, "/rates/")
    assert (
        "Tipped employees: the rate is for pay in cash. Each week, cash and tips together must come to the full hourly"
        " rate of the class (employees generally $7.25; minors $7.25; opportunity employees $5.90)."
        " If they do not, the employer pays the rest. (DWD 272.03 (2))" in text
    )
    assert "Opportunity employees: under 20 years old, in their first 90 days in a row with this employer." in text
    past = main(client, "/rates/?day_0=7&day_1=23&day_2=2009")
    assert "(employees generally $6.50; minors $5.90; opportunity employees $5.90)" in past
    early = main(client, "/rates/?day_0=7&day_1=1&day_2=1998")
    assert "the full hourly rate of the class. If they do not" in early, "no other rate is known for that day"
    client.cookies["django_language"] = "es"
    assert "el efectivo y las propinas juntos deben llegar a la tarifa completa" in main(client, "/rates/")


def test_the_federal_rate_is_compared_with_cash_and_tips_together(client):
    below = main(client, "/rates/?day_0=7&day_1=23&day_2=2008")
    said = "It is not above any of these state rates. For tipped employees this compares cash and tips together"
    assert said in below
    assert "For tipped employees, cash and tips together are compared, not cash alone." in main(client, "/rates/")


def test_what_a_worker_should_have_been_paid_is_asked_before_any_table(client):
    text = main(client, "/rates/")
    assert text.index("What should I have been paid? Answer a few questions") < text.index("Day of the work")
    assert text.count("What should I have been paid?") == 1


def test_a_day_before_new_rates_leads_to_them(client):
    html = client.get("/rates/?day_0=7&day_1=23&day_2=2009").content.decode()
    assert '<a href="/rates/?day_0=7&amp;day_1=24&amp;day_2=2009">New rates from July 24, 2009</a>' in html
    assert "New rates from" not in main(client, "/rates/")


def test_a_past_day_has_the_rates_of_that_day(client):
    text = main(client, "/rates/?day_0=7&day_1=23&day_2=2009")
    assert "Minimum wage rates on July 23, 2009" in text
    assert "Employees generally $6.50 Jun 1, 2006 to Jul 23, 2009 DWD 272.03 (1m)" in text
    assert "Employees generally $7.25 since Jul 24, 2009" in main(client, "/rates/?day_0=7&day_1=24&day_2=2009")


def test_a_higher_federal_rate_governs_and_names_whom(client):
    text = main(client, "/rates/?day_0=7&day_1=24&day_2=2008")
    assert "On July 24, 2008 the federal minimum wage is $6.55 an hour." in text
    assert "the higher rate governs" in text
    assert "Employees generally" in text.split("the higher rate governs")[0]
    assert "outside the sources" in text
    before = main(client, "/rates/?day_0=7&day_1=23&day_2=2008")
    assert "The federal minimum wage is $5.85 an hour" in before
    assert "higher rate governs" not in before
    today = main(client, "/rates/").split("the higher rate governs")[0]
    assert "Opportunity employees" in today, "5.90 is below 7.25"
    assert "Employees generally" not in today


def test_a_day_before_every_rate_shows_no_amount(client):
    text = main(client, "/rates/?day_0=1&day_1=1&day_2=1950")
    assert "The source has no rate for this day." in text
    assert "We have no federal rate for this day." in text
    assert "$" not in text


def test_a_class_without_a_rate_says_so_and_shows_neither_zero_nor_blank(client):
    text = main(client, "/rates/?day_0=1&day_1=5&day_2=2009")
    assert "Farm employees 18 and over No rate in the source Farm employees 17" in text
    assert "$0.00" not in text


def test_an_impossible_day_is_told_beside_its_box(client):
    text = main(client, "/rates/?day_0=2&day_1=30&day_2=2026", status=422)
    assert text.count("that month has no day 30") == 2
    assert "$" not in text


def test_every_table_of_a_bill_says_proposed_not_law(client):
    response = client.get("/rates/proposed/")
    body = response.content.decode()
    captions = body.split("<caption>")[1:]
    assert len(captions) == 16
    assert all(caption.startswith("Proposed, not law: ") for caption in captions)
    assert "2005 Assembly Bill 77" in body
    assert "2007 Senate Bill 130" in body
    assert "DWD 272" not in body


def test_the_feed_gives_the_amounts_of_a_day(client):
    response = client.get("/api/rates.json?date=2009-07-23")
    body = response.json()
    assert body["date"] == "2009-07-23"
    general = next(r for r in body["rates"] if (r["class"], r["item"]) == ("general", "wage"))
    assert general == {
        "class": "general", "item": "wage", "unit": "hour", "amount": "6.50", "from": "2006-06-01", "to": "2009-07-23",
        "citation": "DWD 272.03 (1m)", "flags": [],
    }  # fmt: skip
    assert body["federal"]["amount"] == "6.55"
    assert body["federal"]["source"] == "outside the sources"
    assert "general" in body["federal"]["higher_than"]


def test_the_feed_can_be_kept_by_anybody_and_sets_no_cookie(client):
    response = client.get("/api/rates.json?date=2009-07-24")
    assert response["Cache-Control"] == "public, max-age=300"
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")
    again = client.get("/api/rates.json?date=2009-07-24", headers={"if-none-match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/api/rates.json?date=2009-07-23", headers={"if-none-match": response["ETag"]})
    assert other.status_code == 200
    assert client.get("/api/rates.json")["Cache-Control"] == "public, max-age=300"


def test_the_feed_is_the_same_for_somebody_signed_in_and_keeps_no_trace_of_them(client, django_user_model):
    client.force_login(django_user_model.objects.create_user(email="ana@example.org", password="x"))
    response = client.get("/api/rates.json?date=2009-07-24")
    assert response["Cache-Control"] == "public, max-age=300"
    assert not response.cookies
    assert "Vary" not in response


def test_the_mark_of_the_feed_changes_with_the_federal_rate_too(client, monkeypatch):
    first = client.get("/api/rates.json?date=2009-07-24")["ETag"]
    raised = tables.Federal(Decimal("7.50"), "29 USC 206", date(2009, 7, 24), ())
    monkeypatch.setattr(tables, "federal", lambda _book, _day: raised)
    answer = client.get("/api/rates.json?date=2009-07-24", headers={"if-none-match": first})
    assert (answer.status_code, answer.json()["federal"]["amount"]) == (200, "7.50")


@pytest.mark.usefixtures("media")
def test_no_cell_of_the_csv_starts_a_formula(client):
    publish(proposal(rows=[row("general", "8.10", cite="=HYPERLINK(1)")]))
    text = client.get("/api/rates.csv?date=2026-07-01").content.decode()
    assert ',"\'=HYPERLINK(1), 2026 Act 900, Feb 20, 2026",' in text
    assert ',"=HYPERLINK' not in text
    assert ",=HYPERLINK" not in text


def test_the_csv_has_one_amount_a_line(client):
    response = client.get("/api/rates.csv?date=2009-07-24")
    lines = response.content.decode().split("\r\n")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert lines[0] == "date,source,status,class,item,unit,amount,from,to,citation,flags"
    assert lines[1] == "2009-07-24,DWD272,adopted,general,wage,hour,7.25,2009-07-24,,DWD 272.03 (1),"


@pytest.mark.parametrize(
    ("query", "status", "code", "field"),
    [
        ("date=2009-02-30", 400, "invalid", "date"),
        ("date=x", 400, "invalid", "date"),
        ("date=", 400, "invalid", "date"),
        ("date=1899-12-31", 400, "out-of-range", "date"),
        ("date=9999-12-31", 400, "out-of-range", "date"),
        ("date=2009-07-24&date=2009-07-25", 400, "invalid", "date"),
        ("day=2009-07-24", 400, "unknown-field", "day"),
        ("date=1950-01-01", 404, "no-rate-in-source", "date"),
        ("date=%00", 400, "invalid", "date"),
    ],
)
@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_wrong_question_is_told_as_json(client, kind, query, status, code, field):
    response = client.get(f"/api/rates.{kind}?{query}")
    assert response.status_code == status
    error = json.loads(response.content)["error"]
    assert (error["code"], error["field"]) == (code, field)
    assert error["message"]
    assert "public" not in response.get("Cache-Control", "")


def test_a_post_to_the_feed_is_refused_as_json(client):
    response = client.post("/api/rates.json")
    assert response.status_code == 405
    assert response.json()["error"]["message"] == "ask with GET"


def test_the_pages_read_at_grade_7_or_lower(client):
    pages = ["/rates/", "/rates/?day_0=7&day_1=24&day_2=2008", "/rates/proposed/", "/rates/calculators/"]
    pages += [f"/rates/calculators/{name}/" for name in ("rate", "wage-deficiency", "tip-credit", "complaint-due-date")]
    asked = "/rates/find/?day_0=3&day_1=2&day_2=2026&kind="
    pages += ["/rates/find/", f"{asked}other", f"{asked}government", f"{asked}caddy", f"{asked}other&license=yes"]
    pages += [f"{asked}other&license=unknown&age=18-19&first_days=unknown&tips=regular&kept=no&declared=unknown"]
    pages += [f"{asked}home&home=casual&home_hours=15&irregular=yes&business=no", f"{asked}school&school=activity"]
    tables = re.compile(rb"<table.*?</table>|<select.*?</select>", re.DOTALL)
    grades = {}
    for address in pages:
        response = client.get(address)
        response.content = tables.sub(b"", response.content)
        grades[address] = grade(prose(response))
    assert any(grades.values()), "the test still measures something"
    assert {address: round(found, 1) for address, found in grades.items() if found and found > 7} == {}


def test_the_home_page_leads_to_the_rates(client):
    assert '<a href="/rates/">Find the minimum wage</a>' in client.get("/").content.decode()


def test_the_home_page_asks_what_a_worker_should_have_been_paid(client):
    assert re.search(
        r'<h2><a href="/rates/find/">What should I have been paid\?</a></h2>', client.get("/").content.decode()
    )


def test_the_page_is_spanish_for_who_wants_it(client):
    client.cookies["django_language"] = "es"
    text = main(client, "/rates/?day_0=7&day_1=24&day_2=2008")
    assert "Empleados en general $6.50" in text
    assert "rige la tarifa más alta" in text
    for english in ("Employees", "federal minimum wage", "Show", "Law"):
        assert english not in text
