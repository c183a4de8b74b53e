"""Finding a case by its number or by the start of any word of a name, with or without accents, and only one's own."""

from dataclasses import replace

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import CONTENT, INVESTIGATING, file_online, person, walk
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.cases.searching import normalized
from wagecase.cases.selectors import search, visible_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(db) -> Case:
    return file_online(content=replace(
        CONTENT,
        complainant=replace(CONTENT.complainant, name="José  Núñez Straße-Example"),
        employer=replace(CONTENT.employer, name="The Made-Up Mills Example LLC", trade_name="Sample 100% Mills"),
    ))  # fmt: skip


@pytest.mark.parametrize(
    "typed",
    [
        "LW-2026-000001", "lw-2026", "José", "jose", "NUNEZ", "núñez", "Strasse", "  jose   nunez ", "made-up", "mills",
        "The Made-Up Mills Example LLC", "100%", "sample",
    ],
)  # fmt: skip
def test_a_case_is_found_by_the_start_of_a_word(case, typed):
    assert list(search(person("ina"), typed)) == [case]


@pytest.mark.parametrize("typed", ["", "   ", "ills", "osé", "%", "_ose", "' OR 1=1 --", "x" * 10_000, "wanda@", "608"])
def test_other_words_find_nothing(case, typed):
    assert list(search(person("ina"), typed)) == []


def test_confidential_words_are_in_no_index(case):
    words = " ".join(case.search_entries.values_list("text", flat=True))
    for secret in ("wanda@example.com", "555", "invented street", "evening", "buy food"):
        assert secret not in words


def test_a_case_is_found_once_even_when_several_words_fit(case):
    assert list(search(person("ina"), "example")) == [case]


def test_only_cases_one_may_open_are_found(case):
    elsewhere = User.objects.create_user("far@example.org", None, name="Far", role="investigator", unit="elsewhere")
    assert list(search(elsewhere, "jose")) == []
    assert list(search(person("ada"), "jose")) == []
    Case.objects.update(assignee=elsewhere)
    assert list(search(elsewhere, "jose")) == [case]


def test_nobody_without_an_active_account_sees_any_case(case):
    from django.contrib.auth.models import AnonymousUser

    ina = person("ina")
    ina.is_active = False
    assert not visible_to(ina).exists()
    assert not visible_to(AnonymousUser()).exists()
    assert not visible_to(None).exists()


def test_normalizing_is_the_same_for_composed_and_decomposed_letters():
    assert normalized("Nu\u0301n\u0303ez") == normalized("Núñez") == "nunez"


def test_a_page_of_results_asks_the_same_number_of_questions_for_one_case_and_for_many(django_assert_max_num_queries):
    client = signed_in("ina")
    for _each in range(6):
        walk(file_online(), INVESTIGATING, when="2026-03-03 09:00")
    with django_assert_max_num_queries(9):
        page = client.get("/staff/search/?q=wanda")
    assert words(page).count("Living wage") >= 6
