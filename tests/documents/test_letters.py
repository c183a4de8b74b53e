"""Letters look like letters of a department: window address, box, footer, language, tags."""

import io
import re
from typing import Any

import pypdf
import pytest
from pdfua import Severity, validate

from tests.documents.conftest import ADDRESS, AT
from wagecase.documents import services

LONG = "The employer paid $7.25 an hour and kept no record of the hours that were worked in the winter months. " * 40


def read(html: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(services.preview(html=html, at=AT, timeout=30)))


def places(page: Any) -> dict[str, tuple[float, float]]:
    """Return where each piece of text starts, in inches from the left and from the top."""
    found: dict[str, tuple[float, float]] = {}

    def visit(text: str, cm: list[float], tm: list[float], _font: Any, _size: Any) -> None:
        if text.strip():
            x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            found.setdefault(" ".join(text.split()), (x / 72, 11 - y / 72))

    page.extract_text(visitor_text=visit)
    return found


def words(reader: pypdf.PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_address_and_nothing_else_stands_in_the_window(compose: Any, language: str) -> None:
    spots = places(read(compose(language=language, task="Send the records")).pages[0])
    for line in ADDRESS:
        left, top = spots[line]
        assert left == pytest.approx(1.0, abs=0.02)
        assert 2.1 <= top <= 3.2
    # A number 10 window shows 0.875 to 5.375 in across; the folded sheet can slide by half an inch.
    others = {t: p for t, p in spots.items() if t not in ADDRESS and p[0] < 5.375 and 2.04 < p[1] < 3.62}
    assert others == {}


def test_six_address_lines_still_fit_the_window(compose: Any) -> None:
    lines = (*ADDRESS[:4], "Imaginary County", "Green Bay, WI 54300")
    spots = places(read(compose(recipient_lines=lines)).pages[0])
    assert all(2.1 <= spots[line][1] <= 3.2 for line in lines)


def test_each_page_names_itself_and_the_case(compose: Any) -> None:
    pages = read(compose(narrative=LONG)).pages
    assert len(pages) == 2
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of 2 · LW-2026-000123" in " ".join(page.extract_text().split())


def test_the_demonstration_says_so_on_each_page_and_only_there(compose: Any, settings: Any) -> None:
    for page in read(compose(narrative=LONG)).pages:
        assert "Demonstration: invented data" in page.extract_text()
    settings.DEMO = False
    assert "Demonstration" not in words(read(compose(narrative=LONG)))


def test_a_draft_says_so_on_each_page(compose: Any) -> None:
    pages = read(compose(narrative=LONG, draft=True, intended_signer="Maren Oakes")).pages
    assert [page.extract_text().count("Draft, not signed") for page in pages] == [2, 1]
    assert "For signature by Maren Oakes" in pages[-1].extract_text()
    assert "Draft" not in words(read(compose(narrative=LONG)))


def test_the_file_is_tagged_titled_and_in_its_language(compose: Any) -> None:
    reader = read(compose(language="es", title="Determinación"))
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "es"
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata.title == "Determinación - LW-2026-000123"
    assert reader.metadata.author == "Department of Workforce Development, Equal Rights Division"


def test_the_accessibility_checker_finds_no_error(compose: Any, tmp_path: Any) -> None:
    rows = [(f"January {day}, 2026", "8") for day in range(1, 15)]
    html = compose(task="Send the records", narrative=LONG, rows=rows, enclosures=["Copy of the complaint"])
    path = tmp_path / "letter.pdf"
    path.write_bytes(services.preview(html=html, at=AT, timeout=30))
    errors = [finding for finding in validate(path).findings if finding.severity == Severity.ERROR]
    assert errors == []


def test_a_spanish_letter_is_spanish_in_every_fixed_word(compose: Any) -> None:
    text = words(read(compose(language="es", title="Determinación", task="Envíe los registros", draft=True)))
    for part in ("Número de caso", "2 de marzo de 2026", "Lo que debe hacer", "Página 1 de 1", "Borrador sin firmar"):
        assert part in text
    text = text.replace("Do you want this letter in English, or an interpreter? Call 608-555-0100.", "")
    for english in ("Case number", "Date", "Questions", "Monday", "What you", "Page ", "Relay", "Draft", "signature"):
        assert english not in text


def test_help_is_offered_in_the_other_language(compose: Any) -> None:
    assert "¿Quiere esta carta en español o un intérprete? Llame al 608-555-0100." in words(read(compose()))
    assert "Do you want this letter in English" in words(read(compose(language="es")))


def test_what_is_absent_leaves_no_heading_and_no_box(compose: Any) -> None:
    html = compose()
    for heading in ("What you must do", "Why", "The law", "Your rights", "Enclosed", "Copies to"):
        assert f">{heading}" not in html
    assert ">What you must do</h2>" in compose(task="Send the records")
    assert "You do not have to do anything." in compose(nothing_to_do=True)
    assert 'class="recipient' not in compose(recipient_lines=[])


def test_a_heading_is_never_the_last_line_of_a_page(compose: Any) -> None:
    for lines in range(22, 34):
        text = read(compose(first="Word after word. " * 5 * lines)).pages[0].extract_text().strip().splitlines()
        body = [line for line in text if line and "Department" not in line and "Page 1" not in line]
        assert body[-1] not in ("Questions", "Enclosed", "Why")


def test_the_version_names_everything_a_letter_is_made_of() -> None:
    version = services.template_version("letters/tests/order.html")
    assert re.fullmatch(r"tests/order@[0-9a-f]{12}", version)
    assert services.template_version("letters/base.html") != version
