"""An e-mail to a party holds a link to its letter and no file; it leaves only when the letter can be read there."""

import email
from email.policy import default

import pytest

from complaints.notices import NOTICES
from tests.factories import at, case_in, file_online, make_pdfs, send_mail
from wagecase.cases.links import link
from wagecase.notices.mime import message_bytes
from wagecase.notices.models import DemoMessage, Notice
from wagecase.notices.registry import PARTY

pytestmark = pytest.mark.django_db
LATER = at("2026-03-02 10:30")


def test_no_row_of_a_party_lets_a_mail_carry_the_letter():
    assert [row.kind for row in NOTICES if row.channel == PARTY and row.attach_document] == []


def test_no_mail_of_a_whole_case_has_a_file_and_each_partys_mail_has_its_link():
    case = case_in("closed")
    send_mail(at("2026-04-20 10:00"))
    messages = DemoMessage.objects.filter(notice__case=case)
    kinds = {message.notice.kind for message in messages}
    assert {"complaints.file_online", "complaints.serve_employer", "complaints.sign_determination"} <= kinds
    links = {party.pk: link(party) for party in case.parties.all()}
    for message in messages:
        read = email.message_from_bytes(bytes(message.raw), policy=default)
        assert list(read.iter_attachments()) == [], message.notice.kind
        assert b"%PDF" not in bytes(message.raw)
        if message.notice.party_id:
            assert links[message.notice.party_id] in read.get_body(("plain",)).get_content()


def test_the_mail_waits_until_the_letter_behind_its_link_is_made():
    case = file_online(when="2026-03-02 10:00")
    assert send_mail(LATER) == 0
    make_pdfs(LATER)
    assert send_mail(LATER) == 1
    notice = case.notices.get()
    assert (notice.status, notice.document_sha256) == ("sent", notice.document.sha256)


def test_the_letter_behind_the_link_is_on_the_partys_page(client):
    case = file_online(when="2026-03-02 10:00")
    make_pdfs(LATER)
    notice = case.notices.get()
    client.post(link(case.parties.get(role="complainant")))
    page = client.get(f"/complaints/status/{case.number}/")
    address = f"/complaints/status/{case.number}/documents/{notice.document_id}.pdf"
    assert address in page.content.decode()
    assert client.get(address).content.startswith(b"%PDF")


def test_a_mail_that_was_frozen_with_its_file_is_sent_again_with_it():
    case = file_online(when="2026-03-02 10:00")
    notice = case.notices.get()
    Notice.objects.filter(pk=notice.pk).update(attaches_document=True)
    notice.refresh_from_db()
    assert b"application/pdf" in message_bytes(notice, b"%PDF-1.7")
    Notice.objects.filter(pk=notice.pk).update(attaches_document=False)
    notice.refresh_from_db()
    assert b"application/pdf" not in message_bytes(notice, b"%PDF-1.7")


def test_no_mail_speaks_of_a_file_that_does_not_come():
    case = case_in("closed")
    for notice in case.notices.filter(channel="email"):
        assert "with this message" not in notice.text + notice.html, notice.kind
