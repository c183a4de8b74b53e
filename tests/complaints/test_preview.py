"""A preview is never mistaken for a letter: marked on every page, unsigned, and drawn after the trial was undone."""

import io

import pypdf
import pytest

from tests.complaints.staff_pages import signed_in
from tests.factories import case_in, trace
from wagecase.audit import chain
from wagecase.cases.views import act
from wagecase.documents import services as documents
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]


@pytest.fixture
def seen(monkeypatch):
    """The HTML of each preview; asserts that nothing is held while it is drawn."""
    found = []

    def draw(*, html, at):
        assert chain._unit.get() is None, "the trial still holds the database"
        found.append(html)
        return b"%PDF-1.7"

    monkeypatch.setattr(act.documents, "preview", draw)
    return found


def test_the_letter_with_a_determination_shows_no_signature_before_it_is_given(quick_files, seen):
    case = case_in("drafted")
    before = trace(case)
    assert signed_in("sue").get(f"/complaints/{case.number}/sign_determination/letter/0.pdf").status_code == 200
    (html,) = seen
    assert "Signed electronically" not in html
    assert "fingerprint" not in html
    assert "Will be signed by Sue Supervisor Example" in html
    assert html.count("Preview, not sent") == 2  # across the page and in its margin
    assert trace(case) == before
    assert not any("Preview, not sent" in row.html for row in Document.objects.all())


def test_every_preview_is_marked(quick_files, seen):
    case = case_in("received")
    signed_in("sue").get(f"/complaints/{case.number}/request_information/letter/0.pdf")
    assert seen[0].count("Preview, not sent") == 2


def test_the_mark_stands_on_every_page_of_the_pdf(quick_files, seen, monkeypatch):
    case = case_in("drafted")
    signed_in("sue").get(f"/complaints/{case.number}/sign_determination/letter/0.pdf")
    monkeypatch.undo()
    pdf = pypdf.PdfReader(io.BytesIO(documents.preview(html=seen[0], at=case.opened_at, timeout=30)))
    assert len(pdf.pages) > 1
    for page in pdf.pages:
        assert page.extract_text().count("Preview, not sent") >= 2
