"""The rates of a day as a PDF: right, tagged, in both languages, and bounded, since anybody may ask for one."""

import io
import re

import pypdf
import pytest
from django.utils import translation
from pdfua import Severity, validate

from tests.factories import QuickRenderer
from wagecase.documents.renderer import RenderFailed
from wagecase.rates import prints as printing

pytestmark = pytest.mark.django_db
PDF = "/rates/pdf/"


@pytest.fixture(autouse=True)
def _today(clock):
    """Monday, March 2, 2026, with nothing kept; the language of a page ends with its test."""
    printing.prints.clear()
    yield
    printing.prints.clear()
    translation.activate("en")


@pytest.fixture
def drawings(monkeypatch):
    """Count what is drawn, without the drawing child."""
    made = []

    class Counting(QuickRenderer):
        def render(self, *, html, epoch, timeout=0):
            made.append(html)
            return super().render(html=html, epoch=epoch)

    monkeypatch.setattr("wagecase.documents.services.renderer", Counting())
    return made


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).split())


@pytest.mark.parametrize(
    ("language", "title", "rows", "address"),
    [
        (
            "en",
            "Minimum wage rates on July 23, 2009",
            [
                "Employees generally $6.50 Jun 1, 2006 to Jul 23, 2009 DWD 272.03 (1m)",
                "$315.00 $240.00 $189.00",
                "$6.55",
            ],
            "The tables of any day:",
        ),
        (
            "es",
            "Tarifas del salario mínimo el 23 de julio de 2009",
            ["Empleados en general $6.50 del 1 jun 2006 al 23 jul 2009 DWD 272.03 (1m)", "$275.00 $209.00 $165.00"],
            "Las tablas de cualquier día:",
        ),
    ],
)
def test_the_pdf_says_the_rates_of_the_day_and_is_tagged(client, settings, language, title, rows, address):
    settings.SITE_URL = "https://labor.example.org"
    client.cookies["django_language"] = language
    response = client.get(PDF, {"date": "2009-07-23"})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    pdf = response.content
    assert [fault for fault in validate(io.BytesIO(pdf)).findings if fault.severity == Severity.ERROR] == []
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert reader.metadata.title == title
    assert reader.trailer["/Root"]["/Lang"] == language
    text = text_of(pdf)
    for row in [title, address, *rows]:
        assert row in text
    assert "https://labor.example.org/rates/?day_0=7&day_1=23&day_2=2009" in text


def test_the_same_day_is_drawn_once_for_each_language(client, drawings, django_assert_num_queries):
    first = client.get(PDF, {"date": "2009-07-23"})
    with django_assert_num_queries(1):  # which schedules are in force
        assert client.get(PDF, {"date": "2009-07-23"}).content == first.content
    assert len(drawings) == 1
    client.cookies["django_language"] = "es"
    client.get(PDF, {"date": "2009-07-23"})
    assert len(drawings) == 2
    assert 'lang="es"' in drawings[1]


@pytest.mark.parametrize(
    "asked", ["date=1997-05-31", "date=1900-01-01", "date=2027-03-03", "date=9999-12-31", "date=x", "date=", "date=2026-02-30",
              "date=2009-07-23&date=2009-07-24", "date=%00"],
)  # fmt: skip
def test_a_day_without_rates_or_more_than_a_year_ahead_is_not_drawn(client, drawings, asked):
    assert client.get(f"{PDF}?{asked}").status_code == 404
    assert drawings == []


def test_the_last_day_that_is_drawn_is_a_year_ahead(client, drawings):
    assert client.get(PDF, {"date": "2027-03-02"}).status_code == 200
    assert client.get(PDF).status_code == 200
    assert "March 2, 2026" in drawings[-1]


def test_one_visitor_and_all_together_are_slowed_down_before_anything_is_drawn(client, drawings):
    """10 drawings in ten minutes for one address, 60 for all; what is kept costs nothing and stays open."""
    days = [f"2010-{month:02}-{day:02}" for month in range(1, 8) for day in range(1, 11)]
    statuses = [client.get(PDF, {"date": day}).status_code for day in days[:12]]
    assert statuses == [200] * 10 + [429] * 2
    assert len(drawings) == 10
    refused = client.get(PDF, {"date": days[12]})
    assert refused["Retry-After"] == "600"
    assert "You can print that page." in refused.content.decode()
    assert client.get(PDF, {"date": days[9]}).status_code == 200
    for place, day in enumerate(days[12:62]):
        client.get(PDF, {"date": day}, REMOTE_ADDR=f"198.51.100.{place}")
    assert client.get(PDF, {"date": days[65]}, REMOTE_ADDR="203.0.113.9").status_code == 429
    assert len(drawings) <= 60


def test_the_addresses_of_one_home_count_as_one_visitor(client, drawings):
    """An IPv6 customer has 2 to the 64th addresses and must not empty what all others share."""
    for place in range(20):
        client.get(PDF, {"date": f"2010-03-{place + 1:02}"}, REMOTE_ADDR=f"2001:db8:1:2::{place:x}")
    assert len(drawings) == 10
    assert client.get(PDF, {"date": "2010-04-01"}, REMOTE_ADDR="2001:db8:1:3::1").status_code == 200


def test_a_drawing_that_fails_is_said_in_words_and_not_kept(client, monkeypatch):
    class Broken:
        def render(self, **_how):
            raise RenderFailed("too slow")

    monkeypatch.setattr("wagecase.documents.services.renderer", Broken())
    response = client.get(PDF, {"date": "2009-07-23"})
    assert response.status_code == 503
    page = response.content.decode()
    assert "Please try again in a minute" in page
    link = re.search(r'href="(/rates/\?[^"]+)"', page)[1].replace("&amp;", "&")
    assert "Minimum wage rates on July 23, 2009" in client.get(link).content.decode()
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())
    printing.prints.clear()  # a failure rests for a minute
    assert client.get(PDF, {"date": "2009-07-23"}).status_code == 200


def test_the_page_of_a_day_leads_to_its_pdf(client):
    page = client.get("/rates/?day_0=7&day_1=23&day_2=2009").content.decode()
    assert 'href="/rates/pdf/?date=2009-07-23"' in page
    for day in ("day_0=5&day_1=31&day_2=1997", "day_0=3&day_1=3&day_2=2027"):  # no rate yet; more than a year ahead
        assert "/rates/pdf/" not in client.get(f"/rates/?{day}").content.decode()
