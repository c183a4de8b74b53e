"""Each sentence exists in English and in Spanish with the same values, and each key that the rules use exists."""

import ast
import string
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

import wagecase.rules
from wagecase.rules.calendar import due
from wagecase.rules.language import Word, catalog, placeholders, sentence, shown, word

ENGLISH, SPANISH = catalog("en"), catalog("es")
RULES = Path(wagecase.rules.__file__).parent


def test_both_languages_have_the_same_keys():
    assert set(ENGLISH.sentences) == set(SPANISH.sentences)
    assert set(ENGLISH.words) == set(SPANISH.words)
    assert set(ENGLISH.patterns) == set(SPANISH.patterns)
    for messages in (ENGLISH, SPANISH):
        assert (len(messages.months), len(messages.weekdays)) == (12, 7)


@pytest.mark.parametrize("key", sorted(ENGLISH.sentences))
def test_a_message_shows_the_same_values_in_both_languages_and_in_both_forms(key):
    english, spanish = ENGLISH.sentences[key], SPANISH.sentences[key]
    assert placeholders(english) == placeholders(spanish)
    assert isinstance(english, tuple) == isinstance(spanish, tuple)
    for form in (english, spanish):
        forms = form if isinstance(form, tuple) else (form,)
        assert len({frozenset(placeholders(one)) for one in forms}) == 1
        assert not isinstance(form, tuple) or "n" in placeholders(form)
        for one in forms:
            assert one.endswith((".", ".»")), one
            assert {name for _, name, _, _ in string.Formatter().parse(one) if name is not None} == placeholders(one)


@pytest.mark.parametrize("key", sorted(ENGLISH.sentences))
def test_no_sentence_is_left_in_english(key):
    assert ENGLISH.sentences[key] != SPANISH.sentences[key] or key == "holidays.day"


def test_every_key_written_in_the_rules_exists():
    used = {
        call.args[0].value
        for path in RULES.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and getattr(call.func, "id", "") == "Step"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    assert len(used) > 8
    assert used <= set(ENGLISH.sentences)


@pytest.mark.parametrize("unit", ["days", "working-days", "months", "years"])
@pytest.mark.parametrize("direction", ["forward", "back"])
@pytest.mark.parametrize("length", [0, 1, 2])
def test_every_unit_and_direction_has_sentences_in_both_languages(unit, direction, length):
    found = due(start=date(2026, 3, 2), length=length, unit=unit, direction=direction)
    assert all(found.sentences())
    assert all("2026" in text or "año" in text or "conserva" in text for text in found.sentences("es"))


def test_dates_and_times_are_written_as_people_write_them():
    assert shown(date(2026, 3, 2)) == "Monday, March 2, 2026"
    assert shown(date(2026, 3, 2), "es") == "lunes, 2 de marzo de 2026"
    assert shown(date(2026, 9, 30), "es") == "miércoles, 30 de septiembre de 2026"
    assert shown(datetime(2026, 7, 1, 17, 5, tzinfo=UTC)) == "Wednesday, July 1, 2026, 12:05 p.m. Central time"
    assert shown(datetime(2026, 7, 1, 5, 0, tzinfo=UTC)) == "Wednesday, July 1, 2026, 12:00 a.m. Central time"
    assert shown((date(2026, 3, 2), 5)) == "Monday, March 2, 2026; 5"
    assert word("holiday.christmas_day", "es") == "Navidad"
    assert shown(Word("holiday.labor_day")) == "Labor Day"


def test_every_month_and_weekday_of_a_spanish_sentence_is_spanish():
    english = set(ENGLISH.months) | set(ENGLISH.weekdays)
    for month in range(1, 13):
        for day in range(1, 8):
            text = sentence("roll.sunday", {"next": date(2026, month, day)}, "es")
            assert not any(name in text for name in english)
            assert SPANISH.months[month - 1] in text
            assert any(name in text for name in SPANISH.weekdays)


def test_one_is_one_and_two_are_more():
    values = {"as_of": date(2026, 3, 3), "legal_due": date(2026, 3, 2)}
    assert sentence("overdue.late", {**values, "n": 1}) == (
        "Tuesday, March 3, 2026 is 1 day after Monday, March 2, 2026."
    )
    assert "2 días después" in sentence("overdue.late", {**values, "n": 2}, "es")


def test_what_does_not_exist_fails_loudly():
    for key, values, language in (("no.such", {}, "en"), ("roll.sunday", {}, "en"), ("roll.back", {}, "fr")):
        with pytest.raises(KeyError):
            sentence(key, values, language)
    with pytest.raises(TypeError):
        shown(object())
    with pytest.raises(TypeError):
        shown(1.5)
