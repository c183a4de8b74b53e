"""What should I have been paid? Each expectation is read off DWD 272 as printed, never off the code."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import translation

from wagecase.rates.books import published_book

pytestmark = pytest.mark.django_db
FIND = "/rates/find/"
TODAY = {"day_0": "3", "day_1": "2", "day_2": "2026"}
BEFORE = {"day_0": "7", "day_1": "23", "day_2": "2009"}  # the last day of DWD 272.03 (1m)
WEEK_ONE = {"day_0": "7", "day_1": "24", "day_2": "2009"}  # the first day of DWD 272.03 (1)
JOB = {"kind": "other", "license": "no"}
CASUAL = {"kind": "home", "home": "casual"}
ODD_JOB = {**CASUAL, "home_hours": "15", "irregular": "yes", "business": "no"}
COMPANION = {"kind": "home", "home": "companion", "house_hours": "14.75", "nursing": "no"}
STUDENT = {"kind": "school", "school": "college", "student_hours": "20", "full_time": "yes", "age": "18-19"}
TIPPED = {"tips": "regular", "kept": "no", "declared": "yes"}


@pytest.fixture(autouse=True)
def _today(clock):
    """Monday, March 2, 2026; the language of a page ends with its test."""
    yield
    translation.activate("en")


def page(client: Client, answers: dict[str, str], status: int = 200) -> str:
    response = client.get(f"{FIND}?{urlencode(answers)}")
    assert response.status_code == status, response.content.decode()
    return re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def question(client: Client, answers: dict[str, str]) -> str:
    """Return the name of the question that the answers lead to; "" for a result."""
    found = re.search(r'name="ask" value="(\w+)"', page(client, answers))
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("answers", "asked"),
    [
        ({}, "day"),
        (TODAY, "kind"),
        ({**TODAY, "kind": "caddy"}, ""),
        ({**TODAY, "kind": "government"}, ""),
        ({**TODAY, "kind": "farm"}, "adult"),
        ({**TODAY, "kind": "farm", "adult": "20-up"}, ""),
        ({**TODAY, "kind": "camp"}, "counselor"),
        ({**TODAY, "kind": "camp", "counselor": "yes"}, "adult"),
        ({**TODAY, "kind": "camp", "counselor": "no"}, "age"),
        # DWD 272.07 (1): by 272.03 (1), and so nothing about tips.
        ({**TODAY, "kind": "camp", "counselor": "no", "age": "20-up"}, ""),
        ({**TODAY, "kind": "camp", "counselor": "no", "age": "18-19", "first_days": "no"}, ""),
        ({**TODAY, "kind": "other"}, "license"),
        ({**TODAY, "kind": "other", "license": "yes"}, ""),
        ({**TODAY, **JOB}, "age"),
        ({**TODAY, **JOB, "age": "20-up"}, "tips"),
        ({**TODAY, **JOB, "age": "18-19"}, "first_days"),
        ({**TODAY, **JOB, "age": "under-18"}, "first_days"),
        ({**TODAY, **JOB, "age": "20-up", "tips": "sometimes"}, ""),
        ({**TODAY, **JOB, "age": "20-up", "tips": "regular"}, "kept"),
        ({**TODAY, **JOB, "age": "20-up", "tips": "regular", "kept": "yes"}, ""),
        ({**TODAY, **JOB, "age": "20-up", "tips": "regular", "kept": "no"}, "declared"),
        # DWD 272.06 (2): not more than 15 hours; over that, nothing else of the exception matters.
        ({**TODAY, **CASUAL, "home_hours": "15"}, "irregular"),
        ({**TODAY, **CASUAL, "home_hours": "15.01"}, "age"),
        ({**TODAY, **CASUAL, "home_hours": "15", "irregular": "no"}, "age"),
        ({**TODAY, **CASUAL, "home_hours": "15", "irregular": "yes"}, "business"),
        ({**TODAY, **ODD_JOB}, ""),
        ({**TODAY, **ODD_JOB, "business": "yes"}, "age"),
        # DWD 272.06 (3): less than 15 hours.
        ({**TODAY, **COMPANION}, ""),
        ({**TODAY, **COMPANION, "house_hours": "15"}, "age"),
        ({**TODAY, **COMPANION, "nursing": "yes"}, "age"),
        ({**TODAY, "kind": "home", "home": "household"}, "age"),
        # DWD 272.085 (1): 20 hours or less, full time, 18 or over.
        ({**TODAY, **STUDENT}, ""),
        ({**TODAY, **STUDENT, "student_hours": "20.5"}, "first_days"),
        ({**TODAY, **STUDENT, "full_time": "no"}, "first_days"),
        ({**TODAY, **STUDENT, "age": "under-18"}, "first_days"),
        ({**TODAY, "kind": "school", "school": "activity"}, ""),
        ({**TODAY, "kind": "school", "school": "other"}, "license"),
    ],
)
def test_only_what_the_answers_need_is_asked(client, answers, asked):
    assert question(client, answers) == asked


@pytest.mark.parametrize(
    ("answers", "class_", "said"),
    [
        ({**TODAY, **JOB, "age": "20-up", "tips": "none"}, "Employees generally", "The lowest pay was $7.25 an hour."),
        ({**WEEK_ONE, **JOB, "age": "20-up", "tips": "none"}, "Employees generally", "was $7.25 an hour."),
        ({**BEFORE, **JOB, "age": "20-up", "tips": "none"}, "Employees generally", "State law sets $6.50 an hour, but the federal rate of $6.55 an hour is higher."),
        ({**TODAY, **JOB, "age": "under-18", "first_days": "no", "tips": "none"}, "Minors", "was $7.25 an hour."),
        ({**BEFORE, **JOB, "age": "under-18", "first_days": "no", "tips": "none"}, "Minors", "State law sets $5.90"),
        ({**TODAY, **JOB, "age": "18-19", "first_days": "no", "tips": "none"}, "Employees generally", "was $7.25"),
        ({**TODAY, **JOB, "age": "18-19", "first_days": "yes", "tips": "none"}, "Opportunity employees", "State law sets $5.90 an hour, but the federal rate of $7.25 an hour is higher."),
        ({**TODAY, **JOB, "age": "under-18", "first_days": "yes", "tips": "none"}, "Opportunity employees", "sets $5.90"),
        ({**TODAY, **JOB, "age": "20-up", **TIPPED}, "Tipped employees", "was $2.33 an hour in cash, and $7.25 an hour together with your tips."),
        # A tipped minor of July 2009 had to reach the minor's rate, and had the minor's lodging.
        ({**BEFORE, **JOB, "age": "under-18", "first_days": "no", **TIPPED}, "Tipped employees", "sets $2.33 an hour in cash and $5.90 with your tips"),
        ({**TODAY, **JOB, "age": "18-19", "first_days": "yes", **TIPPED}, "Tipped opportunity employees", "sets $2.13 an hour in cash and $5.90 with your tips, but the federal rate of $7.25 an hour is higher."),
        ({**TODAY, **JOB, "age": "20-up", **TIPPED, "declared": "no"}, "Employees generally", "was $7.25 an hour."),
        ({**TODAY, **JOB, "age": "20-up", "tips": "regular", "kept": "yes"}, "Employees generally", "was $7.25 an hour."),
        ({**TODAY, **JOB, "age": "20-up", "tips": "sometimes"}, "Employees generally", "was $7.25 an hour."),
        ({**TODAY, "kind": "farm", "adult": "20-up"}, "Farm employees 18 and over", "was $7.25 an hour."),
        ({**TODAY, "kind": "farm", "adult": "under-18"}, "Farm employees 17 and under", "was $7.25 an hour."),
        ({**BEFORE, "kind": "camp", "counselor": "yes", "adult": "20-up"}, "Camp counselors 18 and over", "The lowest pay for a week was $315.00, or $240.00 with meals, or $189.00 with meals and lodging."),
        ({**BEFORE, "kind": "camp", "counselor": "yes", "adult": "under-18"}, "Camp counselors 17 and under", "was $275.00, or $209.00 with meals, or $165.00 with meals and lodging."),
        ({**TODAY, "kind": "camp", "counselor": "yes", "adult": "under-18"}, "Camp counselors 17 and under", "was $350.00, or $265.00 with meals, or $210.00"),
        ({**TODAY, "kind": "camp", "counselor": "no", "age": "20-up"}, "Employees generally", "was $7.25"),
        ({**TODAY, "kind": "caddy"}, "Caddies", "The lowest pay was $5.90 for 9 holes and $10.50 for 18 holes."),
        ({**TODAY, **ODD_JOB, "home_hours": "16", "age": "20-up", "tips": "none"}, "Employees generally", "was $7.25"),
        ({**TODAY, **STUDENT, "student_hours": "21", "first_days": "no", "tips": "none"}, "Employees generally", "was $7.25"),
    ],
)  # fmt: skip
def test_the_class_and_its_rate(client, answers, class_, said):
    text = words(page(client, answers))
    assert f"Your class in the law: {class_}" in text
    assert said in text
    assert text.index("How we got this") < text.index("The law") < text.index("What to do next")


@pytest.mark.parametrize(
    ("answers", "said", "cite"),
    [
        ({**TODAY, **ODD_JOB}, "The minimum rates do not apply to this work in that week.", "DWD 272.06 (2)"),
        ({**TODAY, **COMPANION}, "The minimum rates do not apply to this work in that week.", "DWD 272.06 (3)"),
        ({**TODAY, **JOB, "license": "yes"}, "The license sets the lowest pay", "DWD 272.09"),
        ({**TODAY, "kind": "school", "school": "activity"}, "a person must check yours", "DWD 272.085 (2)"),
    ],
)
def test_where_no_rate_applies_there_is_no_amount_but_somebody_to_ask(client, answers, said, cite):
    text = words(page(client, answers))
    assert said in text
    assert cite in text
    assert "$" not in text
    assert "Ask us: call 608-555-0100" in text


def test_a_camp_worker_has_the_hourly_rate_whatever_an_old_address_says_of_tips(client):
    """DWD 272.07 (1): hourly by DWD 272.03 (1); the cash rate of tipped employees stands in (2)."""
    text = words(page(client, {**TODAY, "kind": "camp", "counselor": "no", "age": "20-up", **TIPPED}))
    assert "The lowest pay was $7.25 an hour." in text
    assert "2.33" not in text


def test_regular_work_in_a_home_cites_what_it_is_and_not_who_lives_in(client):
    """DWD 272.06 (1) (b) is about those who reside in the household; the rates of others follow from 272.02."""
    text = words(page(client, {**TODAY, "kind": "home", "home": "household", "age": "20-up", "tips": "none"}))
    assert "DWD 272.06 (1) (a)" in text
    assert "DWD 272.02" in text
    assert "DWD 272.06 (1) (b)" not in text


def test_a_government_is_told_nothing_but_the_federal_rate(client):
    text = words(page(client, {**TODAY, "kind": "government"}))
    assert "We cannot tell here" in text
    assert re.findall(r"\$[0-9.]+", text) == ["$7.25"]
    assert "outside our sources" in text


def test_a_student_of_the_college_has_the_federal_rate_of_the_day(client):
    assert "was the federal minimum wage, $7.25 an hour." in words(page(client, {**TODAY, **STUDENT}))
    assert "was the federal minimum wage, $6.55 an hour." in words(page(client, {**BEFORE, **STUDENT}))


FEDERAL = {"2005": "$5.15", "2006": "$5.15", "2007": "$5.15", "2009": "$6.55"}  # 29 U.S.C. 206 on the days below


@pytest.mark.parametrize(
    "answers",
    [
        {**JOB, "day_0": "5", "day_1": "31", "day_2": "2006", "age": "20-up", "tips": "none"},  # from June 1, 2006
        {"kind": "farm", "day_0": "2", "day_1": "28", "day_2": "2009", "adult": "20-up"},  # from March 1, 2009
        {"kind": "caddy", "day_0": "5", "day_1": "31", "day_2": "2005"},  # from June 1, 2005
        {"kind": "camp", "counselor": "yes", "day_0": "5", "day_1": "31", "day_2": "2007", "adult": "20-up"},
        {**JOB, **TIPPED, "day_0": "5", "day_1": "31", "day_2": "2006", "age": "20-up"},  # $2.33, but no rate in all
    ],
)
def test_a_day_before_the_first_rate_has_no_amount(client, answers):
    text = words(page(client, answers))
    assert "The source has no rate for this day." in text
    assert re.findall(r"\$[0-9.]+", text) == [FEDERAL[answers["day_2"]]]
    assert "an hour (29 U.S.C. 206" in text
    assert "outside our sources)." in text


def test_the_allowances_are_those_of_the_class(client):
    assert allowances(client, {**TODAY, **JOB, "age": "20-up", "tips": "none"}) == ["58.00", "8.30", "87.00", "4.15"]
    first_days = {**TODAY, **JOB, "age": "18-19", "first_days": "yes", "tips": "none"}
    assert allowances(client, first_days) == ["47.20", "6.75", "70.80", "3.35"]
    tipped_minor = {**BEFORE, **JOB, "age": "under-18", "first_days": "no", **TIPPED}
    assert allowances(client, tipped_minor) == ["47.20", "6.75", "70.80", "3.35"]
    assert allowances(client, {**TODAY, "kind": "caddy"}) == []


def test_the_law_of_meals_and_lodging_is_that_of_the_class(client):
    """DWD 272.05 (2) for farms, 272.03 (3) for others, and (3m) until July 23, 2009."""
    job = {**JOB, "age": "20-up", "tips": "none"}
    for answers, cite, other in (
        ({**TODAY, "kind": "farm", "adult": "20-up"}, "DWD 272.05 (2)", "DWD 272.03 (3)"),
        ({**TODAY, **job}, "DWD 272.03 (3)", "DWD 272.05 (2)"),
        ({**BEFORE, **job}, "DWD 272.03 (3m)", "DWD 272.05 (2)"),
    ):
        text = words(page(client, answers))
        beside, _, law = text.partition("The law")
        assert f"You need not accept meals as pay. ( {cite} , DWD 272.04 (1) (b) )" in beside
        assert cite in law
        assert "DWD 272.04 (1) (b)" in law
        assert other not in text


def allowances(client: Client, answers: dict[str, str]) -> list[str]:
    part = words(page(client, answers)).partition("Most that meals and lodging may count as pay")[2]
    return re.findall(r"\$([0-9.]+)", part.partition("How we got this")[0])


def test_the_first_90_days_are_asked_by_their_date(client):
    """The day of hire is day 1: who began on December 3, 2025 had day 90 on March 2, 2026 (29 + 31 + 28 + 2)."""
    text = words(page(client, {**TODAY, **JOB, "age": "18-19"}))
    assert "Did you start working for this employer on December 3, 2025 or later?" in text


def test_who_does_not_know_the_start_reads_both_answers(client):
    text = words(page(client, {**TODAY, **JOB, "age": "18-19", "first_days": "unknown", "tips": "none"}))
    top = text.partition("Your class in the law")[0]
    first, second = text.rsplit("If you started on December 3, 2025 or later", 1)
    assert "If you started before December 3, 2025: The lowest pay was $7.25 an hour." in top
    assert "If you started on December 3, 2025 or later: State law sets $5.90 an hour" in top
    assert "that day" not in top
    assert "Your class in the law: Employees generally" in first
    assert "Your class in the law: Opportunity employees" in second


def test_a_day_to_come_is_not_told_as_past(client):
    to_come = {"day_0": "3", "day_1": "3", "day_2": "2026"}  # tomorrow
    for answers in (
        {**JOB, "age": "20-up", "tips": "none"},
        {"kind": "caddy"},
        STUDENT,
        {**JOB, **TIPPED, "age": "20-up"},
    ):
        text = words(page(client, {**to_come, **answers})).partition("Your answers")[0]
        assert "What you should be paid on March 3, 2026" in text
        assert "The lowest pay is " in text
        assert "The lowest pay was" not in text
        assert "should have been paid on" not in text
    assert "The lowest pay was" in words(page(client, {**TODAY, "kind": "caddy"}))


def test_back_keeps_later_answers_and_the_link_gives_the_same(client):
    answers = {**TODAY, **JOB, "age": "20-up", "tips": "none"}
    html = page(client, answers)
    link = unescape(re.search(r'<a href="([^"]+)">Link to this answer', html)[1]).replace("http://testserver", "")
    assert "The lowest pay was $7.25 an hour." in words(client.get(link).content.decode())
    change = unescape(re.search(r'href="([^"]+at=kind[^"]*)"', html)[1])
    again = client.get(change).content.decode()
    chosen = re.findall(r"<input[^>]*\bchecked\b[^>]*>", again)
    assert len(chosen) == 1
    assert 'value="other"' in chosen[0]
    assert 'type="hidden" name="tips" value="none"' in again
    back = unescape(re.search(r'class="wc-back".*?href="([^"]+)"', again, re.DOTALL)[1])
    earlier = client.get(back).content.decode()
    assert 'name="ask" value="day"' in earlier
    assert 'type="hidden" name="kind" value="other"' in earlier
    assert "There is a problem" not in again + earlier


def test_a_blank_and_a_wild_answer_are_told_beside_the_question(client):
    assert "Choose the work you did" in words(page(client, {**TODAY, "ask": "kind"}, 422))
    html = page(client, {**TODAY, **CASUAL, "home_hours": "a lot", "ask": "home_hours"}, 422)
    assert 'value="a lot"' in html
    for typed in (
        "\x00",
        "-1",
        "9" * 400,
        "<script>alert(1)</script>",
        "other\ud800".encode("utf-8", "replace").decode(),
    ):
        for name in ("kind", "day_2", "home_hours", "age", "at", "ask"):
            response = client.get(FIND, {**TODAY, **CASUAL, name: typed})
            assert response.status_code in (200, 422)
            assert "<script>alert" not in response.content.decode()


def test_only_a_result_reads_the_database_once_and_answers_are_no_page_for_search_engines(
    client, django_assert_num_queries
):
    published_book()  # the first page of a process reads the amounts too
    with django_assert_num_queries(1):  # which schedules are in force
        result = client.get(FIND, {**TODAY, "kind": "caddy"}).content.decode()
        client.get(FIND, TODAY)
    assert 'content="noindex"' in result
    assert 'content="index"' in client.get(FIND).content.decode()


def test_every_question_and_result_in_spanish(client):
    client.cookies["django_language"] = "es"
    text = words(page(client, {**TODAY, **JOB, "age": "18-19", "first_days": "yes", **TIPPED}))
    assert "La ley estatal fija $2.13 por hora en efectivo y $5.90 con sus propinas" in text
    assert "Su clase según la ley: Empleados de oportunidad con propinas" in text
    assert "Presente una queja si le pagaron menos" in text
    for answers in (
        ODD_JOB,
        STUDENT,
        {"kind": "caddy"},
        {"kind": "government"},
        {**JOB, "license": "yes"},
        {**JOB, "age": "18-19"},
    ):
        text = words(page(client, {**TODAY, **answers}))
        for english in (" the ", " was ", " you ", "What ", "Did ", "March"):
            assert english not in text, (answers, english)
