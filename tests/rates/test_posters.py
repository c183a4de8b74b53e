"""The posters: one tagged sheet each in both languages, the figures in force, a day of issue, and the same bytes again."""

import hashlib
import io
import re
from datetime import date
from decimal import Decimal

import pypdf
import pytest
from django.utils import translation
from pdfua import Severity, validate

from tests.complaints.test_public_words import grade, prose
from tests.factories import at
from tests.rates.schedules import authority, proposal, publish, row
from tests.rates.test_rates_pages import main
from wagecase.documents import services
from wagecase.rates import posters, reference
from wagecase.rates import prints as printing
from wagecase.rates.models import RateRow
from wagecase.rates.prints import Busy, Prints
from wagecase.rules import law
from wagecase.rules.ratebook import Printed, RateBook, parameter_book

pytestmark = pytest.mark.django_db
KEYS = ("minimum-wage", "closing-law", "special-minimum-wage")
LANGUAGES = ("en", "es")


@pytest.fixture(autouse=True)
def _today(clock, monkeypatch):
    """Wednesday, January 6, 2027, and nothing drawn yet."""
    clock.set("2027-01-06 09:00")
    monkeypatch.setattr(printing, "prints", Prints())


PAPERS = {}


@pytest.fixture
def drawn():
    """Each poster as bytes by (key, language), as it is on January 6, 2027; drawn once for all tests."""
    if not PAPERS:
        PAPERS.update({(key, code): draw(key, code) for key in KEYS for code in LANGUAGES})
    return PAPERS


def sheet(key, code="en", on=date(2027, 1, 6)):
    with translation.override(code):
        return posters.sheet(posters.BY_KEY[key], on)


def draw(key, code="en", on=date(2027, 1, 6)):
    return posters.drawn(sheet(key, code, on), code)


def words(pdf):
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).split())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_each_poster_is_one_tagged_letter_sheet_in_its_language(drawn, key, code, tmp_path):
    reader = pypdf.PdfReader(io.BytesIO(drawn[key, code]))
    root = reader.trailer["/Root"]
    assert [tuple(map(float, page.mediabox)) for page in reader.pages] == [(0, 0, 612, 792)]
    assert root["/Lang"] == code
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert reader.metadata.author == "Department of Workforce Development, Equal Rights Division"
    path = tmp_path / "poster.pdf"
    path.write_bytes(drawn[key, code])
    assert [found for found in validate(path).findings if found.severity == Severity.ERROR] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_each_poster_names_the_office_and_its_day_of_issue(drawn, key, code):
    text = words(drawn[key, code])
    for part in ("608-555-0100", "labor.standards@example.org", "100 Example Street", "711"):
        assert part in text
    assert {"en": "Issued November 30, 2026.", "es": "Emitido el 30 de noviembre de 2026."}[code] in text
    assert {"en": "Demonstration: invented data", "es": "Demostración: datos inventados"}[code] in text


def test_without_demonstration_nothing_says_so(settings):
    settings.DEMO = False
    assert "Demonstration" not in words(draw("closing-law"))


def test_the_rates_stand_as_the_rule_prints_them(drawn):
    # DWD 272.03 (1), (2), (3); 272.05 (1); 272.07 (3); 272.08
    text = words(drawn["minimum-wage", "en"])
    for part in (
        "since July 24, 2009", "Employees generally $7.25", "Minors $7.25", "Opportunity employees $5.90",
        "Tipped employees $2.33", "Tipped opportunity employees $2.13", "Farm employees 18 and over $7.25",
        "Farm employees 17 and under $7.25", "$58.00 $8.30 $87.00 $4.15", "$47.20 $6.75 $70.80 $3.35",
        "$350.00 $265.00 $210.00", "$5.90 $10.50", "under 20 years old, in their first 90 days",
        "must come to at least $7.25 an hour", "Federal minimum wage: $7.25 an hour (29 U.S.C. 206 (a) (1))",
    ):  # fmt: skip
        assert part in text, part


def test_the_rates_of_an_earlier_day_are_those_of_that_day():
    figures = sheet("minimum-wage", on=date(2009, 7, 23)).figures
    assert [row.cells[0][1] for row in figures["hourly"].rows][:3] == [
        Decimal("6.50"),
        Decimal("5.90"),
        Decimal("5.90"),
    ]
    assert figures["general"] == Decimal("6.50")


def test_the_closing_poster_has_the_figures_of_the_statute(drawn):
    # 109.07 (1) (b), (d), (f), (h); (1m); (3) (c); (4) (a), (c), (d); (6) (f); (7)
    text = words(drawn["closing-law", "en"])
    for part in (
        "50 or more employees in Wisconsin", "at least 60 days before", "25 or more employees lose",
        "25% of the employees, and at least 25 of them", "fewer than 6 of the 12 months", "fewer than 20 hours a week",
        "at most 60 days", "within 300 days", "within 120 days", "within one year", "called back within 60 days",
        "strike or lockout", "up to $100", "109.07",
    ):  # fmt: skip
        assert part in text, part
    assert "500" not in text, "the second test of a mass layoff is not in the print"


def test_the_second_test_of_a_mass_layoff_is_printed_once_the_office_uses_it(monkeypatch):
    real = law.in_force

    def switched(name, on):
        row = real(name, on)
        return row if name != "closings.setting_second_test" else type(row)(**{**_fields(row), "value": "on"})

    monkeypatch.setattr(law, "in_force", switched)
    assert "Or 500 or more employees do." in words(draw("closing-law"))


def _fields(row):
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def test_the_license_poster_says_when_less_may_be_paid(drawn):
    # DWD 272.09 (2) (a), (3), (6) (h), (8) (c), (e), (f), (g), (h), (j), (10)
    text = words(drawn["special-minimum-wage", "en"])
    for part in (
        "less than $7.25 an hour only with a license", "Others earn $12.00 an hour", "at least $6.00 an hour",
        "hours over 40 in a week", "in the first month, then at least every 6 months", "at least 15% of each hour",
        "at least once a year", "never less than the minimum wage", "in spoken words and in writing",
    ):  # fmt: skip
        assert part in text, part


def test_the_words_that_are_no_numbers_agree_with_the_figures_of_the_law():
    day = date(2027, 1, 6)
    assert law.in_force("closings.bar_years", day).value == 1, "within one year"
    assert law.in_force("licenses.evaluation_months", day).value == 1, "in the first month"
    assert law.in_force("licenses.adjustment_years", day).value == 1, "at least once a year"
    assert law.in_force("licenses.overtime_factor", day).value == Decimal("1.5"), "one and a half times"
    assert law.in_force("closings.least_persons", day).value == 50, "said of the poster on its page"


@pytest.mark.parametrize("key", KEYS)
def test_the_spanish_poster_is_spanish_throughout(drawn, key):
    text = words(drawn[key, "es"]).replace("Department of Workforce Development, Equal Rights Division", "")
    text = text.replace("This poster in English:", "")
    assert re.findall(r"\b(?:the|employer|employees|hour|days|week|Issued|Law|Who|rate|notice|license)\b", text) == []


def test_a_new_schedule_gives_the_poster_a_new_day_and_new_bytes(monkeypatch):
    first = sheet("minimum-wage")
    raised = Printed("DWD272", "general", "wage", "hour", date(2027, 1, 1), None, Decimal("8.00"), "DWD 272.03 (1)")
    rows = [row for row in parameter_book().rows if not _is_todays_general(row)]
    monkeypatch.setattr(posters, "published_book", lambda: RateBook([*rows, raised]))
    second = sheet("minimum-wage")
    assert (first.issued, second.issued) == (date(2026, 11, 30), date(2027, 1, 1))
    assert first.mark != second.mark
    assert "Employees generally $8.00" in words(posters.drawn(second, "en"))


@pytest.mark.usefixtures("media")
def test_amounts_that_are_put_in_force_for_days_past_give_the_poster_the_day_of_that_act():
    """Published on March 10, 2027 from July 24, 2009 on: a poster issued before shows other amounts."""
    publish_late(on="2027-03-10 22:30")  # already March 11 in UTC, still March 10 in the office
    assert sheet("minimum-wage", on=date(2027, 3, 12)).issued == date(2027, 3, 10)
    assert sheet("special-minimum-wage", on=date(2027, 3, 12)).issued == date(2027, 3, 10)
    assert sheet("closing-law", on=date(2027, 3, 12)).issued == date(2026, 11, 30)


@pytest.mark.usefixtures("media")
def test_a_schedule_of_which_the_poster_prints_nothing_gives_it_no_day():
    publish_late(on="2027-03-10 09:00", rows=[row("caddy", "11.00", item="18-holes", unit="round", start=OLD)])
    assert sheet("special-minimum-wage", on=date(2027, 3, 12)).issued == date(2026, 11, 30)


def test_a_corrected_amount_gives_the_poster_the_day_of_the_correction():
    RateRow.objects.filter(schedule__key="DWD272", class_name="general", item="wage", end=None).update(amount="7.35")
    reference.correct(key="DWD272", note="a slip of the pen", at=at("2027-02-01 10:00"))
    assert sheet("minimum-wage", on=date(2027, 3, 12)).issued == date(2027, 2, 1)


OLD = date(2009, 7, 24)


def publish_late(*, on, **changes):
    made = proposal(**{"rows": [row("general", "7.30", start=OLD)], "first_day": OLD, **changes})
    publish(
        made,
        first_day=OLD,
        first_day_reason="section 9 of the act",
        authority=authority(date=date(2009, 7, 1)),
        at=at(on),
    )


def test_tipped_opportunity_employees_are_told_what_they_must_reach(drawn):
    """DWD 272.03 (2): no less than the rate of sub. (1), which is $5.90 for opportunity employees (R-272.03-2am)."""
    english, spanish = words(drawn["minimum-wage", "en"]), words(drawn["minimum-wage", "es"])
    assert "at least $7.25 an hour (opportunity employees: $5.90)" in english
    assert "$7.25 por hora (empleados de oportunidad: $5.90)" in spanish


def test_the_exceptions_of_the_closing_law_are_said_with_their_limits(drawn):
    """109.07 (6) (a), (b), (f): in writing, the affected employees, a break of not more than 6 months."""
    text = words(drawn["closing-law", "en"])
    assert (
        "the buyer of the business agreed in the written contract to hire nearly all affected employees, with a break of at most 6"
        in text
    )
    assert "offered nearly all of them a transfer, with a break of at most 6 months" in text
    assert "the affected employees were called back within 60 days" in text
    assert "all employees were called back" not in text


def _is_todays_general(row):
    return (row.source, row.class_, row.item) == ("DWD272", "general", "wage") and row.end is None and not row.flag


def test_a_source_without_an_amount_gives_no_poster_rather_than_a_blank(client, monkeypatch):
    monkeypatch.setattr(posters, "published_book", lambda: RateBook([]))
    assert client.get("/rates/posters/minimum-wage/en.pdf").status_code == 404
    assert client.get("/rates/posters/special-minimum-wage/en.pdf").status_code == 404
    text = main(client, "/rates/posters/")
    assert text.count("The source has no amount for today, so we print none.") == 2
    assert "$" not in text


def test_the_words_of_a_poster_do_not_change_under_an_old_day_of_issue(settings):
    # Changed words are a new poster: give it the day of the change in wagecase/rates/posters.py, then its mark here. (A
    # changed figure gives it a new day by itself; then the mark alone is new.)
    settings.SITE_URL = "https://example.org"
    found = {}
    for key in KEYS:
        html = ""
        for code in LANGUAGES:
            printed = sheet(key, code)
            context = {**printed.figures, "poster": printed.poster, "site_url": "https://example.org"}
            html += services.compose(
                case=None, title=str(printed.poster.title), template=printed.poster.template, context=context,
                language=code, at=printing.datetime(2027, 1, 6, tzinfo=printing.UTC),
            )  # fmt: skip
        plain = " ".join(re.sub(r"<[^>]+>", " ", html).split())
        found[key] = (posters.BY_KEY[key].worded.isoformat(), hashlib.sha256(plain.encode()).hexdigest()[:12])
    assert found == WORDED


WORDED = {
    "minimum-wage": ("2026-11-30", "0e6312f1ba0a"),
    "closing-law": ("2026-11-30", "fb654cbf4988"),
    "special-minimum-wage": ("2026-11-30", "40ed2b209042"),
}


def test_two_requests_get_the_same_bytes_and_one_drawing(client, monkeypatch):
    real, calls = services.preview, []
    monkeypatch.setattr(services, "preview", lambda **asked: calls.append(1) or real(**asked))
    first = client.get("/rates/posters/closing-law/es.pdf")
    second = client.get("/rates/posters/closing-law/es.pdf")
    assert first.status_code == 200
    assert first["Content-Type"] == "application/pdf"
    assert first["Content-Disposition"] == 'inline; filename="poster-closing-law-es.pdf"'
    assert first["Cache-Control"] == "public, max-age=3600"
    assert not first.cookies
    assert "Vary" not in first
    assert first.content == second.content
    assert len(calls) == 1
    printing.prints.clear()
    assert client.get("/rates/posters/closing-law/es.pdf").content == first.content, "drawn anew, the same bytes"


def test_the_language_of_the_address_counts_and_not_that_of_the_reader(client):
    client.cookies["django_language"] = "es"
    assert "Closing or mass layoff: your rights" in words(client.get("/rates/posters/closing-law/en.pdf").content)


def test_while_too_many_are_drawn_a_page_says_when_to_come_back(client, monkeypatch):
    def busy(*_asked):
        raise Busy("x")

    monkeypatch.setattr(posters, "drawn", busy)
    response = client.get("/rates/posters/closing-law/en.pdf")
    assert response.status_code == 503
    assert response["Retry-After"] == "60"
    assert "public" not in response.get("Cache-Control", "")
    assert "Please try again in a minute" in response.content.decode()


@pytest.mark.parametrize("address", ["minimum-wage/fr.pdf", "nothing/en.pdf", "minimum-wage/en", "minimum-wage/EN.pdf"])
def test_a_poster_that_is_not_there_is_not_found(client, address):
    assert client.get(f"/rates/posters/{address}").status_code == 404


def test_the_page_says_who_posts_what_where_and_opens_both_languages(client, django_assert_max_num_queries):
    with django_assert_max_num_queries(5):
        body = client.get("/rates/posters/").content.decode()
    for key in KEYS:
        for code in LANGUAGES:
            assert f'href="/rates/posters/{key}/{code}.pdf" hreflang="{code}" lang="{code}"' in body
    text = main(client, "/rates/posters/")
    for part in (
        "Every business with 50 or more employees in Wisconsin.", "where you post notices to employees", "109.07 (7)",
        "Every employer that has a special minimum wage license.", "Or give a copy to each worker", "DWD 272.09 (10)",
        "does not say who must hang it up", "DWD 272.13 (1)", "Issued November 30, 2026",
    ):  # fmt: skip
        assert part in text, part
    assert (grade(prose(client.get("/rates/posters/"))) or 0) <= 7


@pytest.mark.parametrize("key", KEYS)
def test_a_poster_reads_at_grade_7_or_lower(key):
    found = sheet(key)
    context = {**found.figures, "poster": found.poster, "site_url": ""}
    html = services.compose(
        case=None, title="", template=found.poster.template, context=context, language="en",
        at=printing.datetime(2027, 1, 6, tzinfo=printing.UTC),
    )  # fmt: skip
    body = re.search(r"<body>.*</body>", html, re.DOTALL)[0]
    body = re.sub(r"<table.*?</table>|<div class=\"foot\".*", "", body, flags=re.DOTALL)

    class Page:
        content = f"<main>{body}</main>".encode()

    level = grade(prose(Page))
    assert level is None or level <= 7.0


@pytest.mark.parametrize("address", ["/", "/rates/"])
def test_other_pages_lead_to_the_posters(client, address):
    assert 'href="/rates/posters/"' in client.get(address).content.decode()


def test_the_page_is_spanish_for_who_wants_it(client):
    client.cookies["django_language"] = "es"
    text = main(client, "/rates/posters/").replace("Open the poster in English (PDF)", "")
    assert "Carteles para el lugar de trabajo" in text
    assert "Quién debe colocarlo" in text
    for english in ("Poster", "employers", "Where", "Law", "Issued"):
        assert english not in text
