"""Stored bytes come only through the one door: our PDFs to read, the parties' files only as harmless downloads."""

import pytest

from tests.complaints.staff_pages import signed_in
from tests.factories import at, case_in, do, make_pdfs, person, taken

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def test_a_pdf_of_ours_may_stand_in_a_frame_of_our_own_page_only():
    case = case_in("received")
    make_pdfs(at("2026-03-02 10:05"))
    document = case.documents.first()
    page = signed_in("ina").get(f"/complaints/{case.number}/documents/{document.pk}.pdf")
    assert page.status_code == 200
    assert page["Content-Type"] == "application/pdf"
    assert page["Content-Disposition"].startswith("inline")
    assert "frame-ancestors 'self'" in page["Content-Security-Policy"]
    assert page["Cache-Control"] == "no-store"
    assert page.content.startswith(b"%PDF-")


def test_a_document_without_its_pdf_is_not_there_yet():
    case = case_in("received")
    document = case.documents.first()
    assert signed_in("ina").get(f"/complaints/{case.number}/documents/{document.pk}.pdf").status_code == 404


def test_a_partys_file_is_only_ever_downloaded():
    case = case_in("received")
    do(case, "add_evidence", by="complainant", when="2026-03-02 10:10", files=[taken('a "b" ñ.pdf')])
    file = case.attachments.get()
    page = signed_in("ina").get(f"/complaints/{case.number}/files/{file.pk}/")
    assert page["Content-Disposition"].startswith("attachment")
    assert page["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in page["Content-Security-Policy"]
    assert "default-src 'none'" in page["Content-Security-Policy"]


def test_the_number_of_another_case_opens_nothing():
    case, other = case_in("received"), case_in("received")
    do(case, "add_evidence", by="complainant", when="2026-03-02 10:10", files=[taken()])
    make_pdfs(at("2026-03-02 10:15"))
    client = signed_in("sue")
    file, document = case.attachments.get(), case.documents.first()
    notice = case.notices.first()
    for path in (f"files/{file.pk}/", f"documents/{document.pk}.pdf", f"notices/{notice.pk}/"):
        assert client.get(f"/complaints/{case.number}/{path}").status_code == 200
        assert client.get(f"/complaints/{other.number}/{path}").status_code == 404


@pytest.mark.parametrize("pk", ["0", "999999", "99999999999999999999999999"])
def test_a_number_that_no_row_has_is_not_found(pk):
    case = case_in("received")
    client = signed_in("sue")
    for path in (f"files/{pk}/", f"documents/{pk}.pdf", f"notices/{pk}/", f"notices/{pk}/mailed/"):
        assert client.get(f"/complaints/{case.number}/{path}").status_code == 404


def test_bytes_that_are_gone_are_not_found(media):
    case = case_in("received")
    do(case, "add_evidence", by="complainant", when="2026-03-02 10:10", files=[taken()])
    for path in media.rglob("*"):
        if path.is_file():
            path.unlink()
    person("sue")
    assert signed_in("sue").get(f"/complaints/{case.number}/files/{case.attachments.get().pk}/").status_code == 404
