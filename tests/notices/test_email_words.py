"""The words of an e-mail: plain text and HTML say the same, in the reader's language, with one link and no surprises."""

import copy
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from wagecase.notices import outbox

LINK = "https://wages.example.org/complaints/LW-2026-000123/"


@pytest.fixture(autouse=True)
def own_template(settings: Any) -> None:
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"].append(Path(__file__).parent / "templates")
    settings.TEMPLATES = templates


def render(language: str = "en", **context: Any) -> tuple[str, str, str]:
    return outbox.render_email("tests.question", {"link": LINK, "name": "Ana", **context}, language)


def test_a_subject_is_one_line() -> None:
    assert render(name="Ana\r\nBcc: x@example.com")[0] == "A question for Ana Bcc: x@example.com"


def test_text_is_plain_and_html_is_escaped() -> None:
    _subject, text, html = render(name="<b>O'Hara</b> & Co.")
    assert "Dear <b>O'Hara</b> & Co.," in text
    assert "<b>O" not in html
    assert "&lt;b&gt;O&#x27;Hara&lt;/b&gt; &amp; Co." in html


@pytest.mark.parametrize("language", ["en", "es"])
def test_text_and_html_say_the_same(language: str) -> None:
    _subject, text, html = render(language)
    shown = re.sub(r"<(style|title)\b.*?</\1>", " ", html, flags=re.DOTALL)
    words = set(re.findall(r"\w+", unescape(re.sub(r"<[^>]+>", " ", shown))))
    assert set(re.findall(r"\w+", text)) - words == set()


def test_both_parts_hold_the_link_and_nothing_is_loaded_from_elsewhere() -> None:
    _subject, text, html = render()
    assert text.count(LINK) == 1
    assert set(re.findall(r'href="([^"]+)"', html)) == {LINK}
    assert "<img" not in html
    assert "url(" not in html


def test_without_a_link_there_is_no_button() -> None:
    _subject, text, html = render(link="")
    assert "Open the case" not in text + html


def test_a_spanish_message_has_no_english_frame(settings: Any) -> None:
    _subject, text, html = render("es")
    for english in (
        "Questions?",
        "You get this",
        "Open the case",
        "Monday to Friday",
        "Demonstration",
        "If the button",
    ):
        assert english not in text + html
    assert '<html lang="es">' in html
    assert "Demostración: datos inventados" in text
    settings.DEMO = False
    assert "Demostración" not in "".join(render("es"))


def test_text_has_no_runs_of_empty_lines() -> None:
    assert "\n\n\n" not in render(link="")[1]
