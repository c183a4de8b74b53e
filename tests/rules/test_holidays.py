"""The two calendars as data: versioned by their content, strict, and long enough."""

import shutil
from datetime import date, timedelta

import pytest

from wagecase.rules import holidays
from wagecase.rules.holidays import NotCovered, holiday_table
from wagecase.rules.language import word
from wagecase.rules.strict_yaml import BadParameters


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the calendars that the test may spoil."""
    copied = shutil.copytree(holidays.FOLDER, tmp_path / "holidays")
    monkeypatch.setattr(holidays, "FOLDER", copied)
    holiday_table.cache_clear()
    yield copied
    holiday_table.cache_clear()


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    holiday_table.cache_clear()


def test_the_table_reaches_two_years_ahead():
    in_two_years = date.today() + timedelta(days=731)  # noqa: DTZ011 - the day of the person who runs the tests
    assert holiday_table().covers[1] >= in_two_years.year


def test_the_version_changes_with_any_day_name_or_closing_and_with_nothing_else(folder):
    seen = {holiday_table().version}
    legal, closed = folder / "legal.yaml", folder / "office_closings.yaml"
    change(legal, "  - 2026-06-19 juneteenth\n", "")
    seen.add(holiday_table().version)
    change(legal, "  - 2026-07-04 independence_day\n", "  - 2026-07-03 independence_day\n")
    seen.add(holiday_table().version)
    change(legal, "2026-11-26 thanksgiving_day", "2026-11-26 labor_day")
    seen.add(holiday_table().version)
    change(closed, "  - 12-31\n", "")
    seen.add(holiday_table().version)
    assert len(seen) == 5
    change(legal, "title: Legal holidays", "title: Legal   holidays of the state")
    assert holiday_table().version in seen


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("  - 2026-06-19 juneteenth\n", "  - 2026-06-19 juneteenth\n  - 2026-06-19 labor_day\n", "twice"),
        ("  - 2026-06-19 juneteenth\n", "  - 2026-06-31 juneteenth\n", "2026-06-31"),
        ("  - 2026-06-19 juneteenth\n", "  - 2025-06-19 juneteenth\n", "order"),
        ("  - 2026-06-19 juneteenth\n", "  - 2026-06-19\n", "name"),
        ('last_year: "2049"', 'last_year: "2050"', "no holidays"),
        ('last_year: "2049"', 'last_year: "2048"', "outside"),
        ('cite: "995.20"', 'cite: ""', "cite"),
    ],
)
def test_a_faulty_table_is_refused(folder, old, new, word):
    change(folder / "legal.yaml", old, new)
    with pytest.raises(BadParameters, match=word):
        holiday_table()


def test_a_closing_must_be_a_day_of_every_year(folder):
    change(folder / "office_closings.yaml", "12-24", "02-29")
    with pytest.raises(BadParameters, match="02-29"):
        holiday_table()


def test_every_holiday_has_a_word_in_both_languages():
    for key in set(holiday_table().legal.values()):
        assert word(key)
        assert word(key, "es")


def test_outside_the_table_nothing_is_guessed():
    for day in (date(1999, 12, 31), date(2050, 1, 1)):
        with pytest.raises(NotCovered):
            holiday_table().holiday(day)
        assert holiday_table().with_holidays([]).holiday(day) is None
    with pytest.raises(NotCovered):
        holiday_table().of_year(2050)
