"""Forms sent at the same moment: one button pressed fifty times, one key with two texts, two people on one page."""

from collections import Counter
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client

from complaints import filing
from complaints.models import Declaration
from tests.complaints.public_filing import ONLINE, SIGNED, begin, text_of
from tests.complaints.staff_pages import hidden, signed_in
from tests.concurrency.together import together, without_compare_and_set, without_the_lock
from tests.factories import QuickRenderer, case_in
from wagecase.audit.chain import verify
from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft, Note
from wagecase.notices.models import Notice
from wagecase.web import submissions
from wagecase.web.models import Submission

pytestmark = pytest.mark.django_db(transaction=True)
KEY = UUID("5f0b7a8e-9c0c-4a63-8a3b-0d6f3a1f9b11")


@pytest.fixture(autouse=True)
def _place(clock, media, monkeypatch):
    """A fixed day, an empty store of files, and PDF files without the rendering child."""
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def again(client):
    """Return a browser with the same cookies: a window of its own on the same session."""
    other = Client()
    for name, morsel in client.cookies.items():
        other.cookies[name] = morsel.value
    return other


def press(client, address, *bodies):
    """Send every body at the same time from windows of one session; return (status, answer) of each."""
    windows = [again(client) for _ in bodies]
    answers = together(*[
        lambda window=window, body=body: window.post(address, body) for window, body in zip(windows, bodies, strict=True)
    ])  # fmt: skip
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    return answers


def signing(client, **changed):
    """Return the form of signing as the page of this draft would send it."""
    seen = hidden(client.get(ONLINE))["seen"]
    return {"submission_key": str(KEY), "seen": seen, **SIGNED, **changed}


def filed() -> tuple[int, ...]:
    """Return how many cases, declarations, receipts and events of filing there are."""
    receipts = Notice.objects.filter(kind="complaints.file_online").count()
    events = sum(case.events.filter(verb="complaints.file_online").count() for case in Case.objects.all())
    return Case.objects.count(), Declaration.objects.count(), receipts, events


@contextmanager
def _never_used_before(*, actor_key, key, path, body_hash):
    yield Submission(actor_key=actor_key, key=key, path=path, body_hash=body_hash)


def without_the_key(monkeypatch):
    """Let every sending of a form count as the first."""
    monkeypatch.setattr(submissions, "once", _never_used_before)


def without_the_lock_on_the_draft(monkeypatch):
    """File whatever the draft became meanwhile."""
    file_online = filing.intake.file_online

    def forgetful(*, draft, **facts):
        case = file_online(draft=None, **facts)
        Draft.objects.filter(pk=draft.pk).update(filed_case=case)
        return case

    monkeypatch.setattr(filing.intake, "file_online", forgetful)
    monkeypatch.setattr(drafts, "hold", lambda draft: draft)


OFF = {
    "both-on": (), "the-draft-alone": (without_the_key,), "the-key-alone": (without_the_lock_on_the_draft,),
}  # fmt: skip


@pytest.mark.parametrize("off", OFF.values(), ids=OFF)
def test_fifty_posts_of_one_form_file_one_complaint_and_the_rest_lead_to_its_receipt(monkeypatch, off):
    client = begin(Client(), contact={"email": "rosa@example.com"})
    sent = signing(client)
    for protection in off:
        protection(monkeypatch)
    answers = press(client, ONLINE, *[sent] * (20 if off else 50))
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (303, "/complaints/file/receipt/LW-2026-000001/")
    }
    assert filed() == (1, 1, 1, 1)
    assert verify().fault == ""


def test_control_with_key_and_lock_off_every_post_files_a_complaint_of_its_own(monkeypatch):
    client = begin(Client(), contact={"email": "rosa@example.com"})
    sent = signing(client)
    without_the_key(monkeypatch)
    without_the_lock_on_the_draft(monkeypatch)
    monkeypatch.setattr("complaints.views.public_sign._done", lambda request, case: case)  # a draft has one case
    windows = [again(client) for _ in range(8)]
    together(*[lambda window=window: window.post(ONLINE, sent) for window in windows])
    assert filed() == (8, 8, 8, 8)


def test_one_key_with_two_texts_at_once_is_taken_with_one_of_them_and_refused_with_the_other():
    client = begin(Client())
    madison, monroe = signing(client), signing(client, city="Monroe")
    answers = press(client, ONLINE, *[madison, monroe] * 10)
    kept = Declaration.objects.get().city
    wanted = [303 if (n % 2 == 0) == (kept == "Madison") else 422 for n in range(20)]
    assert [answer.status_code for answer in answers] == wanted
    refused = next(answer for answer in answers if answer.status_code == 422)
    assert "You have already sent this form" in text_of(refused)
    assert Case.objects.count() == 1
    assert press(client, ONLINE, {**madison, "city": "Racine"})[0].status_code == 422


def note_form():
    """Return a signed-in investigator, the address of a case's notes and the form that was opened there."""
    case, client = case_in("received"), signed_in("ina")
    address = f"/complaints/{case.number}/notes/"
    return client, address, {**hidden(client.get(address)), "text": "Called the mill."}


def test_twenty_presses_on_add_note_keep_one_note():
    client, address, sent = note_form()
    answers = press(client, address, *[sent] * 20)
    assert Counter(answer.status_code for answer in answers) == {303: 20}
    assert Note.objects.count() == 1


def test_control_without_the_key_twenty_presses_keep_twenty_notes(monkeypatch):
    client, address, sent = note_form()
    without_the_key(monkeypatch)
    press(client, address, *[sent] * 20)
    assert Note.objects.count() == 20


# Two investigators with one case open


locks_can_be_left_out = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite begins a view's transaction as the one writer: shown on PostgreSQL"
)


def two_docket(*switch_off):
    """Let two investigators open one case and docket it at the same time with different reasons."""
    case = case_in("received")
    address, people = f"/complaints/{case.number}/docket/", [signed_in("ina"), signed_in("ivo")]
    reasons = ["Ina says: work in Wisconsin.", "Ivo says: the mill stands in Monroe."]
    sent = [{**hidden(client.get(address)), "jurisdiction": why} for client, why in zip(people, reasons, strict=True)]
    for protection in switch_off:
        protection()
    answers = together(*[
        lambda client=client, body=body: client.post(address, body) for client, body in zip(people, sent, strict=True)
    ])  # fmt: skip
    return Case.objects.get(pk=case.pk), reasons, answers


def test_of_two_stale_saves_one_wins_and_the_other_keeps_its_text():
    for _round in range(5):
        case, reasons, answers = two_docket()
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        place = [answer.status_code for answer in answers].index(409)
        assert reasons[place] in text_of(answers[place])
        assert case.complaint.jurisdiction == reasons[1 - place]
        assert (case.state, case.events.filter(verb="complaints.docket").count()) == ("docketed", 1)
    assert verify().fault == ""


@locks_can_be_left_out
def test_with_the_lock_off_the_compare_and_set_alone_still_refuses_the_second(monkeypatch):
    case, _reasons, answers = two_docket(lambda: without_the_lock(monkeypatch))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    assert case.events.filter(verb="complaints.docket").count() == 1


@locks_can_be_left_out
def test_control_with_lock_and_compare_and_set_off_both_saves_are_taken_and_one_text_is_lost(monkeypatch):
    off = (without_the_lock, without_compare_and_set)
    case, _reasons, answers = two_docket(*[lambda switch=switch: switch(monkeypatch) for switch in off])
    assert [answer.status_code for answer in answers] == [303, 303]
    assert case.events.filter(verb="complaints.docket").count() == 2
