"""Dates, times, money and sizes read one way, in both languages, month first and with a decimal point."""

import datetime as dt
from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils.translation import override

DAY = dt.date(2026, 3, 2)
INSTANT = dt.datetime(2026, 3, 2, 22, 30, tzinfo=dt.UTC)  # 4:30 p.m. Central


def shown(expression: str, language: str = "en", **values: object) -> str:
    with override(language):
        return Template(expression).render(Context(values))


@pytest.mark.parametrize(
    ("expression", "english", "spanish"),
    [
        ("{{ day|longdate }}", "Monday, March 2, 2026", "lunes, 2 de marzo de 2026"),
        ("{{ day|day }}", "March 2, 2026", "2 de marzo de 2026"),
        ("{{ day|shortday }}", "Mar 2, 2026", "2 mar 2026"),
        ("{{ amount|money }}", "$1,234.50", "$1,234.50"),
        ("{{ amount|floatformat:'2g' }}", "1,234.50", "1,234.50"),
        ("{{ piece|money:4 }}", "$0.0375", "$0.0375"),
    ],
)
def test_one_form_in_each_language(expression: str, english: str, spanish: str) -> None:
    values = {"day": DAY, "amount": Decimal("1234.5"), "piece": Decimal("0.0375")}
    assert shown(expression, "en", **values) == english
    assert shown(expression, "es", **values) == spanish


def test_numeric_dates_are_month_first_in_spanish_too() -> None:
    from django.utils.formats import sanitize_separators

    from wagecase.web.formats.es import formats

    with override("es"):
        assert formats.DATE_INPUT_FORMATS[1] == "%m/%d/%Y"
        assert sanitize_separators("1,234.50") == "1,234.50"


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (INSTANT, "4:30 p.m. Central time"),
        (dt.datetime(2026, 3, 3, 2, 30, tzinfo=dt.UTC), "8:30 p.m. Central time"),
        (dt.datetime(2026, 7, 1, 5, 0, tzinfo=dt.UTC), "12:00 a.m. Central time"),
        (None, ""),
    ],
)
def test_times_are_those_of_the_department(instant: dt.datetime | None, text: str) -> None:
    assert shown("{{ at|clocktime }}", at=instant) == text


def test_spanish_times_are_written_as_spanish_writes_them() -> None:
    assert shown("{{ at|clocktime }}", "es", at=INSTANT) == "4:30 p.\N{NO-BREAK SPACE}m., hora del Centro"


def test_the_day_of_an_instant_is_the_local_day() -> None:
    assert shown("{{ at|day }}", at=dt.datetime(2026, 3, 3, 2, 30, tzinfo=dt.UTC)) == "March 2, 2026"
    assert shown("{{ at|moment }}", at=INSTANT) == "March 2, 2026, 4:30 p.m. Central time"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Decimal("0"), "$0.00"),
        (Decimal("-12"), "−$12.00"),
        (None, "Not known"),
        ("", "Not known"),
        ("x", "Not known"),
        (1200, "$1,200.00"),
    ],
)
def test_money_unknown_is_not_nought(value: object, text: str) -> None:
    assert shown("{{ value|money }}", value=value) == text


@pytest.mark.parametrize(
    ("day", "text", "tone"),
    [
        (dt.date(2026, 3, 2), "today", "attention"),
        (dt.date(2026, 3, 3), "in 1 day", "attention"),
        (dt.date(2026, 3, 7), "in 5 days", "attention"),
        (dt.date(2026, 3, 8), "in 6 days", "active"),
        (dt.date(2026, 3, 1), "1 day late", "late"),
        (dt.date(2026, 2, 27), "3 days late", "late"),
    ],
)
def test_relative_days_say_by_how_much(day: dt.date, text: str, tone: str) -> None:
    assert shown("{% relative_day day today %}", day=day, today=DAY) == text
    tag = shown("{% due_tag day today %}", day=day, today=DAY)
    assert f"wc-tag--{tone}" in tag
    assert text in tag


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (1, "1 byte"),
        (900, "900 bytes"),
        (40_960, "40 KB"),
        (10 * 1024 * 1024, "10 MB"),
        (3_400_000, "3.2 MB"),
        (None, ""),
    ],
)
def test_sizes(size: int | None, text: str) -> None:
    assert shown("{{ size|filesize }}", size=size) == text


@pytest.mark.parametrize("tone", ["neutral", "active", "waiting", "attention", "late", "done", "unheard-of"])
def test_a_status_is_told_by_word_and_shape(tone: str) -> None:
    tag = shown("{% tag tone 'Received' %}", tone=tone)
    assert "Received" in tag
    assert "<svg" in tag
    assert "style=" not in tag


def test_components_escape_what_they_are_given() -> None:
    evil = "<script>alert(1)</script>"
    for source in (
        "{% tag 'late' evil %}",
        "{% alert 'info' evil %}{{ evil }}{% endalert %}",
        "{% button evil %}",
        "{% summary_list rows %}",
        "{% empty_state evil evil %}",
        "{% details evil %}{{ evil }}{% enddetails %}",
        "{% case_number evil %}",
        "{% step_heading 1 2 evil %}",
        "{% process_list rows %}",
    ):
        assert "<script" not in shown(source, evil=evil, rows=[(evil, evil)])


def test_markup_inside_a_block_component_is_kept() -> None:
    assert "<p>Kept</p>" in shown("{% alert 'ok' 'Saved' %}<p>Kept</p>{% endalert %}")
