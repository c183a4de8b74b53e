"""Papers sent by the public: good ones are kept, bad ones refused in words, and the text beside them stays."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from complaints.views import public_session
from tests.complaints.public_filing import begin, mark, picture, send, sign, text_of, url
from tests.factories import case_in, do, taken
from wagecase.cases import files
from wagecase.cases.models import Attachment, Case, Draft

pytestmark = pytest.mark.django_db
PAPERS = url("papers")


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


def put(client: Client, *files: SimpleUploadedFile, **values: str):
    return client.post(PAPERS, {"page_ref": mark(client.get(PAPERS)), "papers": list(files), **values})


def test_a_file_is_listed_with_its_size_and_goes_with_the_case(client):
    begin(client)
    response = put(client, picture("stub.png"), about="March", add="1")
    assert response["Location"] == PAPERS
    page = text_of(client.get(PAPERS))
    assert "stub.png" in page
    assert "bytes" in page
    assert "Remove stub.png" in page
    sign(client)
    attachment = Attachment.objects.get()
    assert attachment.case == Case.objects.get()
    assert attachment.case.complaint.papers_about == "March"
    copy = attachment.case.documents.get(kind="complaints.as_filed").html
    assert "What do they show?" in copy
    assert "March" in copy.split("What do they show?")[1][:80]
    assert attachment.party_id == attachment.case.parties.get(role="complainant").pk


def test_a_page_of_the_web_named_pdf_is_refused_and_the_good_file_and_text_are_kept(client):
    begin(client)
    bad = SimpleUploadedFile("stub.pdf", b"<!doctype html><script>alert(1)</script>", content_type="application/pdf")
    response = put(client, bad, picture("good.png"), about="What they show")
    page = text_of(response)
    assert response.status_code == 422
    assert "“stub.pdf” is not a PDF, JPEG or PNG. Choose another file." in page
    assert "What they show" in response.content.decode()
    assert [a.name for a in Attachment.objects.all()] == ["good.png"]


def test_a_file_of_50_mb_costs_a_sentence_and_no_typed_text(client):
    begin(client)
    big = SimpleUploadedFile("scan.pdf", b"%PDF-1.7\n" + b"0" * (50 * 1024 * 1024), content_type="application/pdf")
    response = put(client, big, about="The whole year")
    page = text_of(response)
    assert response.status_code == 422
    assert "scan.pdf is 50 MB" in page, page[150:700]
    assert "The whole year" in response.content.decode()
    assert not Attachment.objects.exists()


@pytest.mark.parametrize(("name", "data"), [
    ("empty.png", b""), ("cut.png", b"\x89PNG\r\n\x1a\n"), ("cut.pdf", b"%PDF-1.4\n"), ("x.jpg", b"\xff\xd8\xff\x00"),
    ("active.pdf", b"%PDF-1.4\n/OpenAction /JavaScript"), ("\u202egnp.exe", b"MZ"), ("a" * 300 + ".png", b"text"),
    ("../../etc/passwd", b"root"), ("virus.docx", b"PK\x03\x04"),
])  # fmt: skip
def test_odd_files_are_refused_in_words(client, name, data):
    begin(client)
    response = put(client, SimpleUploadedFile(name, data))
    assert response.status_code in {303, 422}
    assert not Attachment.objects.exists()


def test_five_files_and_no_more(client):
    begin(client)
    put(client, *[picture(f"{n}.png") for n in range(4)], add="1")
    response = put(client, picture("4.png"), picture("5.png"), about="All of them")
    assert response.status_code == 422
    assert "There is room for 5 files. These were left out: 5.png" in text_of(response)
    assert Attachment.objects.count() == 5
    response = put(client, *[picture(f"{n}.png") for n in range(7)])
    assert response.status_code == 422
    assert Attachment.objects.count() == 5


def test_a_file_can_be_removed_but_not_by_another_person(client):
    begin(client)
    put(client, picture("mine.png"))
    pk = Attachment.objects.get().pk
    other = begin(Client())
    assert other.post(f"/complaints/file/papers/{pk}/remove/").status_code == 404
    assert Attachment.objects.exists()
    assert client.get(f"/complaints/file/papers/{pk}/remove/").status_code == 405
    response = client.post(f"/complaints/file/papers/{pk}/remove/", follow=True)
    assert "“mine.png” was removed." in text_of(response)
    assert not Attachment.objects.exists()


def test_papers_may_wait(client):
    begin(client)
    assert "You can file without papers; add them later." in text_of(client.get(PAPERS))
    assert send(client, "papers").status_code == 303


def test_papers_sent_after_the_session_ended_are_kept_with_the_page(client):
    begin(client)
    sent = {"page_ref": mark(client.get(PAPERS)), "papers": [picture("stub.png")], "about": "March"}
    response = Client().post(PAPERS, sent)
    assert response.status_code == 409
    assert "Your last page was saved" in text_of(response)
    assert "Nothing is lost." in text_of(response)
    assert [(a.name, a.draft) for a in Attachment.objects.all()] == [("stub.png", Draft.objects.get())]


def test_papers_that_found_no_room_after_the_session_ended_are_named(client):
    begin(client)
    put(client, *[picture(f"{n}.png") for n in range(4)], add="1")
    sent = {"page_ref": mark(client.get(PAPERS)), "papers": [picture("fifth.png"), picture("sixth.png")]}
    page = text_of(Client().post(PAPERS, sent))
    assert "These files were not kept sixth.png" in page
    assert "Nothing is lost" not in page
    assert Attachment.objects.count() == 5


def test_papers_of_a_page_that_nobody_knows_are_named_and_asked_for_again(client):
    response = client.post(PAPERS, {"page_ref": "made up", "papers": [picture("stub.png")]})
    assert response.status_code == 409
    assert "These files were not kept stub.png" in text_of(response)
    assert "choose them again" in text_of(response)
    assert not Attachment.objects.exists()


def test_a_flood_of_uploads_is_slowed_down_and_the_words_stay(client, monkeypatch):
    monkeypatch.setattr(public_session, "UPLOADS", 2)
    begin(client)
    for name in ("one.png", "two.png"):
        assert put(client, picture(name), add="1").status_code == 303
    response = put(client, picture("three.png"), about="The whole year")
    assert response.status_code == 429
    assert "Please wait ten minutes" in text_of(response)
    assert "The whole year" in text_of(response)
    assert Attachment.objects.count() == 2


def test_a_party_can_fill_a_case_only_so_far(client, monkeypatch):
    monkeypatch.setattr(files, "PARTY_MAX_FILES", 3)
    begin(client)
    put(client, picture("first.png"), add="1")
    sign(client)
    case = Case.objects.get()
    address = f"/complaints/status/{case.number}/evidence/"
    hidden = re.search(r'name="submission_key" value="([^"]+)"', client.get(address).content.decode())
    many = [picture(f"{n}.png") for n in range(3)]
    response = client.post(address, {"submission_key": hidden[1], "papers": many})
    assert response.status_code == 422
    assert "Your case holds up to 3 files" in text_of(response)
    assert case.attachments.count() == 1


def test_staff_may_add_as_much_as_the_case_needs(monkeypatch):
    monkeypatch.setattr(files, "PARTY_MAX_FILES", 1)
    case = case_in("investigating")
    do(case, "add_evidence", by="investigator", when="2026-03-02 12:00", files=[taken("a.pdf"), taken("b.pdf")])
    assert case.attachments.count() == 2
    with pytest.raises(ValidationError):
        do(case, "add_evidence", by="complainant", when="2026-03-02 12:00", files=[taken("a.pdf"), taken("b.pdf")])


def test_a_second_press_with_one_good_and_one_bad_file_keeps_the_good_one_once(client):
    begin(client)
    for _press in range(2):
        bad = SimpleUploadedFile("stub.pdf", b"<html>", content_type="application/pdf")
        assert put(client, bad, picture("good.png")).status_code == 422
    assert [a.name for a in Attachment.objects.all()] == ["good.png"]


def test_files_of_a_page_that_another_window_saved_since_are_kept(client):
    begin(client)
    old = mark(client.get(PAPERS))
    assert put(client, about="March").status_code == 303
    response = client.post(PAPERS, {"page_ref": old, "papers": [picture("stub.png")], "about": "April"})
    assert response.status_code == 409
    page = text_of(response)
    assert "Nothing is lost." in page
    assert "Remove stub.png" in page
    assert [(a.name, a.draft) for a in Attachment.objects.all()] == [("stub.png", Draft.objects.get())]


def test_a_program_with_the_bytes_of_a_pdf_is_given_out_as_a_pdf(client):
    from tests.factories import pdf

    begin(client)
    put(client, SimpleUploadedFile("pay\u202estub.hta", pdf()))
    assert [a.name for a in Attachment.objects.all()] == ["paystub.hta.pdf"]
