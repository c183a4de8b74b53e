"""Filing a complaint while another window works on it: what is signed is what is filed, and nothing typed is dropped."""

import pytest
from django.test import Client

from complaints.models import Complaint
from tests.between import before_the_lock
from tests.complaints.public_filing import NOTARIZED, ONLINE, PAPER, begin, mark, picture, send, sign, text_of, url
from wagecase.cases.models import Attachment, Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media", "quick")]


@pytest.fixture
def quick(monkeypatch, clock):
    from tests.factories import QuickRenderer

    clock.set("2026-03-02 09:00")
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def test_an_answer_saved_while_the_signature_travels_is_shown_before_it_is_signed(client, monkeypatch):
    begin(client)
    before_the_lock(monkeypatch, lambda: send(client, "job", occupation="Baker"))
    page = sign(client)
    assert page.status_code == 409
    assert Case.objects.count() == 0
    assert sign(client).status_code == 303
    assert Complaint.objects.get().occupation == "Baker"


def test_a_file_added_while_the_signature_travels_is_not_filed_unsigned(client, monkeypatch):
    begin(client)
    before_the_lock(monkeypatch, lambda: send(client, "papers", papers=picture("late.png")))
    assert sign(client).status_code == 409
    assert (Case.objects.count(), Attachment.objects.filter(case=None).count()) == (0, 1)


def test_an_answer_saved_while_a_complaint_is_filed_for_paper_is_filed(client, monkeypatch):
    begin(client)
    before_the_lock(monkeypatch, lambda: send(client, "job", occupation="Baker"))
    assert sign(client, PAPER).status_code == 303
    assert Complaint.objects.get().occupation == "Baker"


@pytest.mark.parametrize("way", [ONLINE, PAPER], ids=["online", "paper"])
def test_a_needed_answer_taken_out_meanwhile_is_asked_again(client, monkeypatch, way):
    begin(client)

    def take_out():
        send(client, "problem", problem="unpaid_wages", to="check")

    before_the_lock(monkeypatch, take_out)
    page = sign(client, way)
    assert page["Location"] == "/complaints/file/check/?missing"
    assert Case.objects.count() == 0


def test_a_notarized_copy_that_came_after_the_filing_is_not_dropped_without_a_word(client, monkeypatch):
    begin(client)
    before_the_lock(monkeypatch, lambda: sign(client, PAPER))
    page = sign(client, NOTARIZED, copy=picture("notarized.png"))
    assert Case.objects.count() == 1
    told = text_of(client.get(page["Location"]))
    assert "The notarized copy was not kept: send it to us." in told
    assert Attachment.objects.count() == 0


def test_files_sent_after_the_filing_are_named_as_not_kept(client):
    ref = mark(begin(client).get(url("papers")))
    receipt = sign(client)["Location"]
    late = client.post(url("papers"), {"page_ref": ref, "papers": picture("late.png")})
    assert late.status_code == 409
    assert "These files were not kept late.png" in text_of(late)
    assert f'href="{receipt}"' in late.content.decode()
    stranger = Client().post(url("papers"), {"page_ref": ref, "papers": picture("late.png")})
    assert "These files were not kept late.png" in text_of(stranger)
    assert Attachment.objects.count() == 0


def test_a_page_saved_while_the_complaint_is_filed_shows_back_what_was_typed(client, monkeypatch):
    from wagecase.cases import drafts

    begin(client)
    real = drafts.save_section

    def late(*args, **kwargs):
        monkeypatch.setattr(drafts, "save_section", real)
        assert sign(client).status_code == 303
        return real(*args, **kwargs)

    ref = mark(client.get(url("job")))
    monkeypatch.setattr(drafts, "save_section", late)
    page = client.post(url("job"), {"page_ref": ref, "occupation": "Baker"})
    assert page.status_code == 409
    assert "Baker" in text_of(page)
    assert Complaint.objects.get().occupation == "Night cleaner"


def test_a_file_whose_complaint_is_filed_between_page_and_keeping_is_named(client, monkeypatch):
    from wagecase.cases import drafts

    begin(client)
    real = drafts.add_files

    def late(*args, **kwargs):
        assert sign(client).status_code == 303
        return real(*args, **kwargs)

    ref = mark(client.get(url("papers")))
    monkeypatch.setattr(drafts, "add_files", late)
    page = client.post(url("papers"), {"page_ref": ref, "papers": picture("late.png")})
    assert page.status_code == 409
    assert "These files were not kept late.png" in text_of(page)
