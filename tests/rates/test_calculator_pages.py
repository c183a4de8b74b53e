"""The calculators as pages: a link is the result, a refusal stands beside its answer, both languages, no script needed."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import override

from wagecase.rates import words as words_of
from wagecase.rules.calculators import calculators, fields

pytestmark = pytest.mark.django_db
BASE = "/rates/calculators/"
RATE = f"{BASE}rate/?source=DWD272&class=minor&item=wage&unit=hour&date_0=7&date_1=24&date_2=2009"
# Monday, July 20, 2009: 24 hours at 6.50; Friday, July 24, 2009: 16 hours at 7.25. Required 272.00, paid 260.00.
TWO_RATES = (
    f"{BASE}wage-deficiency/?class=general&work-0-date_0=7&work-0-date_1=20&work-0-date_2=2009&work-0-hours=24"
    "&work-0-paid=156&work-2-date_0=7&work-2-date_1=24&work-2-date_2=2009&work-2-hours=16&work-2-paid=%24104.00"
)


@pytest.fixture(autouse=True)
def _today(clock):
    """Monday, March 2, 2026; the language of a page ends with its test."""
    yield
    translation.activate("en")


def page(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content.decode()
    return re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def spanish(client: Client) -> Client:
    client.cookies["django_language"] = "es"
    return client


def test_the_list_names_every_calculator_under_who_asks_it(client):
    html = page(client, BASE)
    everybody, staff = html.split("For staff and practitioners")
    for name, row in calculators().items():
        part = everybody if row.audience == "public" else staff
        assert f'href="{BASE}{name}/"' in part, name
    assert "For everybody" in everybody
    assert everybody.index("Look up a rate") < everybody.index("Count a due date")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_calculator_has_a_form_that_asks_each_input(client, language):
    client.cookies["django_language"] = language
    for name, row in calculators().items():
        html = page(client, f"{BASE}{name}/")
        for asked in row.inputs:
            assert re.search(rf'name="{asked.name}(_0|-0|-0-\w+|-rows)?"', html), f"{name}: {asked.name}"
            assert (asked.label.es if language == "es" else asked.label.en) in unescape(html)
        page(client, f"{BASE}{name}/?ask=1", 422)


def test_a_result_opens_with_the_answer_then_steps_law_and_link(client):
    text = words(page(client, RATE))
    order = [
        "The amount is $7.25 for one hour.",
        "How we got this",
        "DWD 272.03 (1) prints $7.25 per hour for minors",
        "The law",
        "DWD 272.03 (1)",
        "Link to this calculation",
    ]
    places = [text.index(part) for part in order[:4]] + [text.index(order[5])]
    assert places == sorted(places)


def test_the_link_reproduces_the_result(client):
    html = page(client, RATE)
    link = unescape(re.search(r'<a href="([^"]+)">Link to this calculation', html)[1])
    assert parse_qs(urlsplit(link).query) == parse_qs(urlsplit(RATE).query)
    again = page(client, link.replace("http://testserver", ""))
    assert "The amount is $7.25 for one hour." in again


def test_rows_are_read_and_blank_rows_left_out(client):
    text = words(page(client, TWO_RATES))
    assert "The pay is $12.00 too low: $260.00 was paid, $272.00 is the minimum." in text


def test_a_row_is_added_without_script_and_keeps_what_was_typed(client):
    response = client.get(f"{TWO_RATES}&work-rows=3&add-row=work")
    assert response.status_code == 302
    assert response["Location"].endswith("#id_work-3-date_0")
    html = page(client, response["Location"].partition("#")[0])
    assert 'name="work-3-hours"' in html
    assert 'name="work-4-hours"' not in html
    assert 'id="id_work-0-paid"' in html
    assert 'value="156"' in html
    assert "There is a problem" not in html
    assert "Answer" not in words(html)


def test_no_more_rows_than_an_address_can_carry(client):
    html = page(client, f"{TWO_RATES}&work-rows=99&edit=1")
    assert 'name="work-30-hours"' in html
    assert 'name="work-31-hours"' not in html
    assert "This page takes no more rows." in html


def test_half_a_row_is_told_at_the_missing_part(client):
    html = page(client, f"{BASE}wage-deficiency/?work-1-hours=8", 422)
    assert "Answer “Day” in row 2 too, or leave the whole row blank" in html
    assert 'href="#id_work-1-date_0"' in html
    assert 'href="#id_work-1-paid"' in html


def test_a_refusal_inside_a_row_stands_beside_that_row(client):
    html = page(client, TWO_RATES.replace("work-2-date_2=2009", "work-2-date_2=1950"), 422)
    assert "The source has no rate for this question." in html
    assert 'href="#id_work-2-date_0"' in html


def test_no_rate_in_the_source_says_so_and_shows_no_amount(client):
    html = page(client, RATE.replace("date_2=2009", "date_2=1950"), 422)
    text = words(html)
    assert text.count("The source has no rate for this question.") == 2, "in the summary and beside the day"
    assert "Answer" not in text
    assert "$" not in text


def test_a_bill_is_always_shown_as_proposed(client):
    assert "Proposed, not law" in words(page(client, RATE.replace("DWD272", "SB130").replace("2009", "2007")))
    assert "Nothing shows that it became law" not in words(page(client, RATE))


def test_answers_that_do_not_go_together_are_told_in_plain_words(client):
    html = page(client, RATE.replace("unit=hour", "unit=week"), 422)
    assert words(html).count("Check “Unit”. It does not go together with your other answers.") == 2
    html = page(client, RATE.replace("item=wage", "item=9-holes"), 422)  # employees generally have no such item
    assert words(html).count("Check “Item”. It does not go together with your other answers.") == 2


def test_an_empty_form_is_not_told_of_other_answers(client):
    text = words(page(client, f"{BASE}wage-deficiency/?ask=1", 422))
    assert "Answer “Day”." in text
    assert "Your other answers" not in text


def test_pay_below_nothing_is_told_as_too_low_a_number(client):
    text = words(page(client, TWO_RATES.replace("work-0-paid=", "work-0-paid=-"), 422))
    assert "Check “Pay”: it must be 0 or more" in text


TIPS = f"{BASE}tip-credit/?date_0=3&date_1=2&date_2=2026&cash_rate=2.33&weeks-0-hours=10&weeks-0-tips="


def test_too_low_a_pay_leads_to_a_complaint_and_a_phone(client):
    for address in (TWO_RATES, f"{TIPS}20"):
        text = words(page(client, address))
        assert text.index("Answer") < text.index("File a complaint if you were paid less") < text.index("How we got")
        assert "Ask us: call 608-555-0100" in text
    for address in (TWO_RATES.replace("work-0-paid=", "work-0-paid=9"), f"{TIPS}200", RATE):
        assert "File a complaint" not in words(page(client, address)), address


def test_a_time_of_day_is_central_time(client):
    day = "verified_0=2&verified_1=9&verified_2=2026"
    text = words(page(client, f"{BASE}complaint-due-date/?{day}&verified-time=8:30+p.m."))
    assert "The decision is due on Monday, March 2, 2026." in text
    assert "Monday, February 9, 2026, 8:30 p.m. Central time" in text
    html = page(client, f"{BASE}complaint-due-date/?{day}&verified-time=25:00", 422)
    assert "as a time of day, such as 4:30 p.m. or 16:30" in words(html)


@pytest.mark.parametrize(
    "typed", ["nan", "-1", "1e5", "9" * 40, "%00", "%ED%A0%80", "7.251", "<script>alert(1)</script>", "１２"]
)
def test_wild_answers_are_refused_in_words_and_never_break(client, typed):
    for name, row in calculators().items():
        asked = "&".join(f"{i.name}={typed}&{i.name}_0={typed}&{i.name}-0={typed}" for i in row.inputs)
        response = client.get(f"{BASE}{name}/?{asked}")
        assert response.status_code in (200, 422), name
        assert "<script>alert" not in response.content.decode()


def test_an_unknown_calculator_is_not_found(client):
    assert client.get(f"{BASE}nope/").status_code == 404


def test_two_calculators_in_spanish(client):
    client = spanish(client)
    text = words(page(client, RATE))
    assert "La cantidad es $7.25 por hora." in text
    assert "Enlace a este cálculo" in text
    text = words(page(client, TWO_RATES))
    assert "Al pago le faltan $12.00: se pagaron $260.00 y el mínimo es $272.00." in text
    assert "Lunes, 20 de julio de 2009" in text
    for english in ("July", "Answer", "Row", "Calculate", "leave", "Employees", "Pay "):
        assert english not in text


def test_a_refusal_in_spanish(client):
    text = words(page(spanish(client), RATE.replace("date_2=2009", "date_2=1950"), 422))
    assert "La fuente no tiene tarifa para esta pregunta." in text
    assert "The source" not in text


def choices(name, kind):
    """Yield input and word of every choice of a type, those inside rows too."""
    if isinstance(kind, fields.ListField):
        yield from choices(name, kind.item)
    elif isinstance(kind, fields.ObjectField):
        for part in kind.parts:
            yield from choices(part.name, part.type)
    elif isinstance(kind, fields.ChoiceField):
        yield from ((name, word) for word in kind.choices)
    elif isinstance(kind, fields.DateOrWordField):
        yield from ((name, word) for word in kind.words)


def test_every_choice_and_every_part_of_a_row_has_words_in_both_languages():
    """A new calculator brings its words to wagecase/rates/words.py; a page never shows a code word."""
    wordless = []
    for row in calculators().values():
        for asked in row.inputs:
            for name, word in choices(asked.name, asked.type):
                if not words_of.has_words(name, word):
                    wordless.append(f"{row.name} {name}: {word}")
            item = getattr(asked.type, "item", None)
            for part in getattr(item, "parts", ()):
                if (asked.name, part.name) not in words_of.PARTS_OF and part.name not in words_of.PARTS:
                    wordless.append(f"{row.name} {asked.name}.{part.name}")
    assert wordless == []
    with override("es"):
        known = [*words_of.CHOICES.items(), *words_of.PARTS.items()]
        same = {word for word, label in known if str(label) == str(override_english(label))}
    assert same == set()


def override_english(label):
    with override("en"):
        return str(label)
