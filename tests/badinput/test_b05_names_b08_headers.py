"""B3, B5 and B8: what a person calls a file or themselves cannot add a header, a second reader or another file type."""

import email
from email.policy import default

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from complaints.models import Complaint
from tests.complaints.public_filing import begin, picture, send, sign
from tests.complaints.staff_pages import signed_in
from tests.factories import QuickRenderer, at, case_in, make_pdfs, pdf, send_mail
from wagecase.cases.files import Taken, keep
from wagecase.cases.models import Attachment, Case, DraftSection
from wagecase.notices.models import DemoMessage, Notice
from wagecase.notices.outbox import queue_email

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NAMES = (
    "../../etc/passwd.pdf", "a\r\nSet-Cookie: x=1.pdf", "nul\x00.pdf", "\u202efdp.exe.pdf", "n" * 300 + ".pdf",
    'q"u;o\\te.pdf', "ñandú 李.pdf", "C:\\windows\\x.pdf", "-", "",
)  # fmt: skip


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.mark.parametrize("name", NAMES)
def test_b5_a_stored_name_makes_one_clean_header_and_no_path(name, media):
    case = case_in("received")
    kept = name.replace("\x00", "")[:255]  # a row that is older than the rules about names; no database takes more
    row = keep(Taken(kept, "application/pdf", pdf("x")), source="staff", at=at("2026-03-02 11:00"), case=case)
    assert row.storage_key.replace("/", "").isalnum()
    answer = signed_in("sue").get(f"/complaints/{case.number}/files/{row.pk}/")
    assert answer.status_code == 200
    head = answer["Content-Disposition"]
    assert head.startswith("attachment; filename")
    assert not any(sign in head for sign in ("\r", "\n", "\x00", "\u202e", "/", "%2F", "%0D", "%0A"))
    assert (answer["X-Content-Type-Options"], "sandbox" in answer["Content-Security-Policy"]) == ("nosniff", True)
    assert "Set-Cookie" not in answer.headers
    parsed = email.message_from_string(f"Content-Disposition: {head}\n\n", policy=default)
    assert parsed.get_filename().endswith(".pdf")


def test_b3_a_page_inside_a_pdf_is_given_out_as_a_download_that_no_browser_runs(media):
    polyglot = pdf("x") + b"\n<html><script>alert(1)</script></html>"
    client = begin(Client(), papers={"papers": [SimpleUploadedFile("both.pdf", polyglot)]})
    assert sign(client).status_code == 303
    row = Attachment.objects.get()
    answer = client.get(f"/complaints/status/{row.case.number}/files/{row.pk}/")
    assert answer["Content-Type"] in {"application/pdf", "application/octet-stream"}
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_b3_a_double_ending_is_kept_under_the_ending_of_what_it_is(media):
    client = begin(Client(), papers={"papers": [picture("stub.pdf.exe.png"), picture("run.exe.pdf.png")]})
    sign(client)
    assert {row.name.rsplit(".", 1)[1] for row in Attachment.objects.all()} == {"png"}
    assert {row.content_type for row in Attachment.objects.all()} == {"image/png"}


LINES = (
    "x\r\nBcc: spy@example.com",
    "x\nTo: spy@example.com",
    "x\x0bBcc: spy@example.com",
    "x\x85Bcc: spy@example.com",
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("page", "field"), [
    ("name", "name"), ("employer", "name"), ("job", "occupation"), ("contact", "email"), ("contact", "phone"),
])  # fmt: skip
def test_b8_a_line_break_is_refused_where_an_answer_may_reach_a_header(page, field, line):
    client = begin(Client())
    answer = send(client, page, **{field: line})
    if (page, line) in {("name", LINES[0]), ("name", LINES[1])}:  # the blanks inside a person's name become one
        assert answer.status_code == 303
        kept = DraftSection.objects.get(name="name").answers["name"]
        assert kept.startswith("x ")
        assert kept.splitlines() == [kept]
    else:
        assert answer.status_code == 422
    assert not Notice.objects.exists()


@pytest.mark.parametrize("address", [
    "a@example.com,spy@example.com", "a@example.com;spy@example.com", '"spy@example.com" <a@example.com>',
    "a@example.com\r\nBcc: spy@example.com", "<a@example.com>", '"spy@example.com"@example.com', "a@example.com spy@example.com",
    "a" * 3_000 + "@example.com",
])  # fmt: skip
@pytest.mark.parametrize("where", ["/complaints/file/save/", "/accounts/password/reset/"])
def test_b8_two_readers_in_one_address_are_refused_and_nothing_is_queued(address, where):
    from django.core.management import call_command

    call_command("createcachetable", verbosity=0)
    answer = begin(Client()).post(where, {"email": address})
    assert answer.status_code in {200, 422}
    assert not Notice.objects.exists()


def test_b8_names_and_a_subject_of_3000_letters_make_one_message_to_one_reader():
    client = begin(Client(), name={"name": "spy at example dot com"}, contact={"email": "rosa@example.com"})
    sign(client, name="spy at example dot com")
    case = Case.objects.get()
    Complaint.objects.update(employer_name="spy@example.com")
    from wagecase.cases.services import unit_of_work

    with unit_of_work():
        queue_email(
            kind="complaints.receipt", dedupe_key="b8", to="rosa@example.com", recipient_label='"spy@example.com" <x@y.example>',
            subject="S" * 3_000 + "\r\nBcc: spy@example.com", text="t", html="<p>t</p>", language="en",
            at=at("2026-03-02 11:00"), case=case,
        )  # fmt: skip
    make_pdfs(at("2026-03-02 11:00"))
    send_mail(at("2026-03-02 11:01"))
    assert DemoMessage.objects.count() >= 2
    for row in DemoMessage.objects.all():
        parsed = email.message_from_bytes(bytes(row.raw), policy=default)
        assert [a.addr_spec for a in parsed["To"].addresses] == ["rosa@example.com"]
        assert (parsed["Bcc"], parsed["Cc"], len(parsed.get_all("Subject"))) == (None, None, 1)
