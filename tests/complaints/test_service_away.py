"""What a person and a colleague see when the disk or the database is away, or a stored file is not what it was."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.db import InterfaceError, OperationalError
from django.test import Client

from tests.complaints.public_filing import begin, mark, picture, text_of, url
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, case_in, do, make_pdfs, person, taken
from wagecase.cases import links
from wagecase.cases.models import Attachment, Case, DraftSection, Task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]
CANNOT = "We cannot show this document now"


@pytest.fixture(autouse=True)
def _cache(db: Any) -> None:
    call_command("createcachetable", verbosity=0)


def visitor(case: Case) -> Client:
    """A client that opened the complainant's private link."""
    client, party = Client(), case.parties.get(role="complainant")
    code = links.access_code(party)
    assert client.post("/complaints/find/", {"number": case.number, "code": code}).status_code == 303
    return client


@pytest.fixture
def case(media: Any) -> Case:
    """A case with a PDF for the complainant and a file of the complainant's."""
    found = case_in("received")
    do(found, "add_evidence", by="complainant", when="2026-03-02 10:10", files=[taken()])
    make_pdfs(at("2026-03-02 10:15"))
    person("ina")
    return found


def change(media: Any, key: str, *, to: bytes | None) -> None:
    """Take stored bytes away, or put others in their place."""
    path = media / key[:2] / key
    path.unlink() if to is None else path.write_bytes(to)


@pytest.mark.parametrize("to", [None, b"%PDF-1.7 other"])
def test_a_missing_or_changed_document_is_said_and_one_task_is_opened(case: Case, media: Any, to: bytes | None):
    document = case.documents.get(kind="complaints.as_filed")
    change(media, document.storage_key, to=to)
    for _time in range(2):
        page = signed_in("ina").get(f"/complaints/{case.number}/documents/{document.pk}.pdf")
        assert page.status_code == 404
        assert CANNOT in words(page)
        page = visitor(case).get(f"/complaints/status/{case.number}/documents/{document.pk}.pdf")
        assert page.status_code == 404
        assert CANNOT in text_of(page)
    task = Task.objects.get(case=case, key=f"stuck:damaged-document:{document.pk}")
    assert "is missing or was changed: restore it from the backup" in task.what


@pytest.mark.parametrize("to", [None, b"MZ other"])
def test_a_missing_or_changed_file_is_said_and_one_task_is_opened(case: Case, media: Any, to: bytes | None):
    file = case.attachments.get()
    change(media, file.storage_key, to=to)
    for _time in range(2):
        page = signed_in("ina").get(f"/complaints/{case.number}/files/{file.pk}/")
        assert page.status_code == 404
        assert CANNOT in words(page)
        page = visitor(case).get(f"/complaints/status/{case.number}/files/{file.pk}/")
        assert page.status_code == 404
        assert b"MZ other" not in page.content
    assert Task.objects.filter(case=case, key=f"stuck:damaged-file:{file.pk}").count() == 1


def test_a_name_stored_before_the_rule_is_mended_when_the_file_is_given_out(case: Case):
    file = case.attachments.get()
    Attachment.objects.filter(pk=file.pk).update(name="pay\u202estub.hta")
    for client, path in (
        (signed_in("ina"), f"/complaints/{case.number}/files/{file.pk}/"),
        (visitor(case), f"/complaints/status/{case.number}/files/{file.pk}/"),
    ):
        given = client.get(path)["Content-Disposition"]
        assert 'filename="paystub.hta.pdf"' in given


def test_a_disk_that_takes_nothing_keeps_the_words_and_says_so(client: Client, media: Any, monkeypatch: Any):
    begin(client)
    page_ref = mark(client.get(url("papers")))
    media.mkdir(exist_ok=True)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wagecase.documents.store.os.fsync", full)
    page = client.post(url("papers"), {"page_ref": page_ref, "papers": [picture("stub.png")], "about": "Of March"})
    assert page.status_code == 503
    assert page["Retry-After"] == "30"
    assert "Please try again in a minute" in text_of(page)
    assert "Of March" in text_of(page)
    assert "The files you chose were not kept. Choose them again." in text_of(page)
    assert not Attachment.objects.exists()
    assert [path for path in media.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("error", [OperationalError("database is locked"), InterfaceError("connection already closed")])
def test_a_database_that_is_away_keeps_the_words_on_the_page(client: Client, monkeypatch: Any, error: Exception):
    begin(client)
    page_ref = mark(client.get(url("story")))

    def away(*_args: Any, **_facts: Any) -> None:
        raise error

    monkeypatch.setattr("wagecase.cases.drafts.save_section", away)
    page = client.post(url("story"), {"page_ref": page_ref, "statement": "No heat since May."})
    assert page.status_code == 503
    assert page["Retry-After"] == "30"
    assert "Please try again in a minute" in text_of(page)
    assert "Why is this wage too low to live on? No heat since May." in text_of(page)
    monkeypatch.undo()
    saved = DraftSection.objects.get(name="story").answers["statement"]
    assert saved == "After rent I cannot buy food for my family."


def test_a_database_that_is_lost_for_everything_still_shows_what_was_typed(client: Client, monkeypatch: Any):
    client.raise_request_exception = False
    monkeypatch.setattr(
        "django.contrib.sessions.backends.db.SessionStore.load",
        lambda _self: (_ for _ in ()).throw(OperationalError("server closed the connection")),
    )
    client.cookies["sessionid"] = "a" * 32
    page = client.post(url("story"), {"page_ref": "x", "statement": "No heat since May."})
    assert page.status_code == 503
    assert page["Retry-After"] == "30"
    assert "No heat since May." in text_of(page)
    assert not re.search(r"Traceback|OperationalError", page.content.decode())
