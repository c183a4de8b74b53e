"""No page or PDF that staff read holds a private link or access code; only the envelope gets them, on record."""

import io
import re
import time

import pytest
from pypdf import PdfReader

from complaints.staff_urls import urlpatterns
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import (
    CONTENT,
    TO_POST,
    QuickRenderer,
    at,
    case_in,
    do,
    file_online,
    make_pdfs,
    person,
    record_paper,
    send_mail,
)
from wagecase.audit.chain import verify
from wagecase.cases.links import NO_CODE, NO_LINK, access_code, link, masked
from wagecase.cases.models import Case, Party
from wagecase.documents.services import read_pdf
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media", "clock")]
CODE = "ABCD-2345-WXYZ-7777"
NOW = "2026-03-02 16:00"


class ShowingRenderer(QuickRenderer):
    """Makes "PDF bytes" that are the HTML itself, so that a test sees what would be printed."""

    def render(self, *, html, epoch, timeout=0):
        made = super().render(html=html, epoch=epoch, timeout=timeout)
        return type(made)(pdf=made.pdf + html.encode(), pages=1)


@pytest.fixture
def shown(monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", ShowingRenderer())


@pytest.mark.parametrize(("text", "left"), [
    (f"Code {CODE}.", f"Code {NO_CODE}."),
    (f"https://wages.example.org/complaints/open/LW-2026-000001/{CODE}/", NO_LINK),
    (f"Open it:\nhttps://wages.example.org/complaints/open/LW-2026-000001/{CODE}/\nBye", f"Open it:\n{NO_LINK}\nBye"),
    (f'<p><a href="http://x/open/N/{CODE}/">http://x/open/N/{CODE}/</a></p><td>{CODE}</td>',
     f"<p>{NO_LINK}</p><td>{NO_CODE}</td>"),
    (f'<a class="button" href="http://x/open/N/{CODE}/" style="x">Open</a> <a href="/find">/find</a>',
     f'{NO_LINK} <a href="/find">/find</a>'),
    (f"{CODE} {CODE}", f"{NO_CODE} {NO_CODE}"),
    ("LW-2026-000001, 608-555-0111, SHA-256 0A1B", "LW-2026-000001, 608-555-0111, SHA-256 0A1B"),
])  # fmt: skip
def test_links_and_codes_are_hidden_and_nothing_else(text, left):
    assert masked(text) == left


def test_hiding_takes_no_longer_than_the_text_is_long():
    started = time.monotonic()
    for text in ("A" * 300_000, "ABCD-" * 60_000, f"/{CODE}" * 12_000, "<a " * 100_000):
        masked(text)
    assert time.monotonic() - started < 5


def test_every_code_that_is_ever_made_has_the_form_that_is_hidden():
    case = file_online()
    for party in case.parties.all():
        for generation in range(1, 60):
            party.link_generation = generation
            assert masked(access_code(party)) == NO_CODE
            assert masked(link(party)) == NO_LINK


def _cases():
    """Return cases that between them have every letter and mail, each with its old and new links."""
    made = [
        case_in("closed"), case_in("investigating"), record_paper(stamped="2026-02-27", keyed="2026-03-02 08:30"),
        case_in("unverified"),
    ]  # fmt: skip
    do(made[1], "request_information", by="investigator", when=NOW)
    make_pdfs(at(NOW))
    send_mail(at(NOW))
    return [Case.objects.get(pk=case.pk) for case in made]


def _addresses(case):
    """Return every staff address of a case that is read with GET, found in the project's own table of addresses."""
    values = {
        "number": [case.number],
        "document_id": list(case.documents.values_list("pk", flat=True)),
        "notice_id": list(case.notices.values_list("pk", flat=True)),
        "party_id": list(case.parties.values_list("pk", flat=True)),
        "attachment_id": list(case.attachments.values_list("pk", flat=True)),
        "transition": ["serve_employer", "sign_determination", "dismiss", "record_verification", "request_withdrawal"],
        "place": [0, 1],
    }  # fmt: skip
    found = []
    for pattern in (str(entry.pattern) for entry in urlpatterns if "case_number" in str(entry.pattern)):
        paths = [pattern]
        for name, many in values.items():
            paths = [re.sub(rf"<\w+:{name}>", str(value), path) for path in paths for value in _for(name, path, many)]
        found += paths
    assert not [path for path in found if "<" in path]
    return [f"/complaints/{path}" for path in found]


def _for(name, path, many):
    return many if f":{name}>" in path else [""]


def test_no_answer_to_staff_holds_a_live_link_or_code(shown):
    cases = _cases()
    codes = [access_code(party) for party in Party.objects.all()]
    frozen = "".join(document.html for case in cases for document in case.documents.all())
    assert sum(code in frozen for code in codes) >= len(cases)  # the test bites: the letters themselves hold them
    asked = letters = 0
    for who in ("ina", "sue"):
        client = signed_in(who)
        lists = ["/staff/", "/staff/letters/", "/staff/cases/", "/staff/search/?q=wanda"]
        for address in [*lists, *(found for case in cases for found in _addresses(case))]:
            answer = client.get(address)
            body = b"".join(answer) if answer.streaming else answer.content
            text = body.decode("utf-8", "replace")
            assert not [code for code in codes if code in text], address
            assert answer.status_code in {200, 302, 303, 403, 404, 405, 409}, address
            asked += 1
            letters += answer.status_code == 200 and NO_LINK in text and address.endswith(".pdf")
    assert asked > 200
    assert letters > 10  # letters were really read, without their links


def test_operations_of_the_administrator_hold_none_either(shown):
    cases = _cases()
    Notice.objects.filter(case=cases[0]).update(status="failed", last_error="550 no such mailbox")
    codes = [access_code(party) for party in Party.objects.all()]
    page = signed_in("ada").get("/staff/operations/").content.decode()
    assert not [code for code in codes if code in page]


def test_a_preview_with_typed_words_hides_the_link_too(shown):
    case = case_in("investigating")
    client, address = signed_in("ina"), f"/complaints/{case.number}/request_information/"
    sent = {**hidden(client.get(address)), "question": "How many hours?"}
    answer = client.post(f"{address}letter/0.pdf", sent)
    assert answer.status_code == 200
    text = answer.content.decode("utf-8", "replace")
    assert "How many hours?" in text
    assert NO_CODE in text
    assert access_code(case.parties.get(role="complainant")) not in text


def test_a_document_that_names_no_link_is_given_as_stored(shown):
    case = case_in("drafted")
    draft = case.determinations.get().draft
    page = signed_in("sue").get(f"/complaints/{case.number}/documents/{draft.pk}.pdf")
    assert page.content == read_pdf(draft)


def test_a_letter_is_taken_out_for_its_envelope_by_a_press_that_stands_on_record(shown):
    case = file_online(content=TO_POST)
    make_pdfs(at("2026-03-02 10:05"))
    notice = case.notices.get()
    client, base = signed_in("ina"), f"/complaints/{case.number}/"
    address = f"{base}notices/{notice.pk}/print.pdf"
    for page in ("/staff/letters/", f"{base}notices/{notice.pk}/", f"{base}notices/{notice.pk}/mailed/"):
        assert f'action="{address}"' in client.get(page).content.decode(), page
    assert client.get(address).status_code == 405
    before = case.events.count()
    answer = client.post(address)
    assert answer.content == read_pdf(notice.document)
    assert access_code(case.parties.get(role="complainant")).encode() in answer.content
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "no-store")
    event = case.events.order_by("seq").last()
    assert (case.events.count(), event.verb, event.actor_id) == (before + 1, "cases.print_letter", person("ina").pk)
    assert f'"notice_id":{notice.pk}' in event.body
    notice.refresh_from_db()
    assert notice.status == "printed"
    assert "Letter printed" in words(client.get(f"{base}timeline/"))
    assert client.post(address).status_code == 200  # paper jams
    assert verify().fault == ""


@pytest.mark.parametrize("status", ["mailed", "replaced", "held", "failed"])
def test_a_letter_that_does_not_wait_for_the_post_is_not_taken_out(shown, status):
    case = file_online(content=TO_POST)
    make_pdfs(at("2026-03-02 10:05"))
    notice = case.notices.get()
    Notice.objects.filter(pk=notice.pk).update(status=status)
    answer = signed_in("ina").post(f"/complaints/{case.number}/notices/{notice.pk}/print.pdf")
    assert answer.status_code == 409
    assert not case.events.filter(verb="cases.print_letter").exists()


def test_an_emails_letter_is_never_taken_out_and_nobody_else_may(shown):
    case = file_online(content=CONTENT)
    make_pdfs(at("2026-03-02 10:05"))
    address = f"/complaints/{case.number}/notices/{case.notices.get().pk}/print.pdf"
    assert signed_in("ina").post(address).status_code == 409
    person("ivo", unit="elsewhere")
    for who in ("ivo", "ada"):
        assert signed_in(who).post(address).status_code == 404


def test_the_copy_of_staff_is_a_real_pdf_without_code_and_link():
    case = file_online()
    make_pdfs(at("2026-03-02 10:05"))
    document = case.notices.get().document
    party = case.parties.get(role="complainant")
    page = signed_in("ina").get(f"/complaints/{case.number}/documents/{document.pk}.pdf")
    assert page.status_code == 200

    def everything(data):
        reader = PdfReader(io.BytesIO(data))
        text = "".join(page.extract_text() for page in reader.pages)
        marks = [mark.get_object() for page in reader.pages for mark in page.get("/Annots") or ()]
        return re.sub(r"\s+", "", text), [str(mark["/A"]["/URI"]) for mark in marks if "/A" in mark]

    text, addresses = everything(page.content)
    assert access_code(party) not in text
    assert "notshowntostaff" in text
    assert not [address for address in addresses if access_code(party) in address]
    original, addresses = everything(read_pdf(document))
    assert access_code(party) in original
    assert [address for address in addresses if access_code(party) in address]
