"""A form acts once: sent again it leads to its first answer; with other answers under the same key it does not act."""

import threading
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import RequestFactory

from wagecase.errors import AlreadyDone, KeyReused
from wagecase.web import submissions
from wagecase.web.models import Submission

KEY = uuid.UUID("7d1f7c1e-38a5-4b0c-9d55-5b6f0f6a3c11")


def send(
    *,
    key: uuid.UUID = KEY,
    actor: str = "session:1",
    path: str = "/complaints/file/sign/",
    body: str = "a" * 64,
    location: str = "/receipt/1/",
) -> Submission:
    with transaction.atomic(), submissions.once(actor_key=actor, key=key, path=path, body_hash=body) as sent:
        sent.location = location
        return sent


@pytest.mark.django_db
def test_the_first_sending_is_stored_with_its_answer() -> None:
    send()
    row = Submission.objects.get()
    assert (row.location, row.status, row.path) == ("/receipt/1/", 303, "/complaints/file/sign/")


@pytest.mark.django_db
def test_the_same_form_again_leads_to_the_first_answer_and_does_not_act() -> None:
    send()
    acted = []
    with (
        pytest.raises(AlreadyDone) as caught,
        submissions.once(actor_key="session:1", key=KEY, path="/complaints/file/sign/", body_hash="a" * 64) as sent,
    ):
        acted.append(sent)
    assert caught.value.location == "/receipt/1/"
    assert not acted
    assert Submission.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("other", [{"body": "b" * 64}, {"path": "/complaints/file/other/"}])
def test_a_used_key_with_other_answers_is_refused(other: dict) -> None:
    send()
    with pytest.raises(KeyReused) as caught:
        send(**other)
    assert caught.value.location == "/receipt/1/"


@pytest.mark.django_db
def test_another_person_may_have_the_same_key() -> None:
    send()
    send(actor="session:2", location="/receipt/2/")
    assert Submission.objects.count() == 2


@pytest.mark.django_db
def test_a_failed_act_leaves_the_key_free() -> None:
    with (
        pytest.raises(ValueError, match="broken"),
        submissions.once(actor_key="session:1", key=KEY, path="/p/", body_hash="a" * 64),
    ):
        raise ValueError("broken")
    assert not Submission.objects.exists()
    send()


@pytest.mark.django_db
def test_an_answer_without_a_location_is_our_fault_and_leaves_nothing() -> None:
    with pytest.raises(RuntimeError), submissions.once(actor_key="s", key=KEY, path="/p/", body_hash="a" * 64):
        pass
    assert not Submission.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_equal_posts_at_once_one_acts() -> None:
    results: list[str] = []

    def post() -> None:
        try:
            send()
            results.append("acted")
        except AlreadyDone as done:
            results.append(done.location)
        finally:
            connection.close()

    threads = [threading.Thread(target=post) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["/receipt/1/"] * 7 + ["acted"]


def hashed(data: dict[str, Any], path: str = "/p/") -> str:
    return submissions.body_hash(RequestFactory().post(path, data))


def test_the_hash_ignores_order_boundary_and_token_only() -> None:
    assert hashed({"a": "1", "b": "2", "csrfmiddlewaretoken": "x"}) == hashed(
        {"b": "2", "a": "1", "csrfmiddlewaretoken": "y"}
    )
    different = [
        {"a": "1"},
        {"a": "2"},
        {"b": "1"},
        {"a": ["1", "2"]},
        {"a": ["2", "1"]},
        {"a": "12"},
        {"a1": "2"},
        {"a": ""},
    ]
    assert len({hashed(data) for data in different}) == len(different)


def test_the_hash_covers_files_and_leaves_them_readable() -> None:
    def request(content: bytes, name: str = "a.pdf") -> Any:
        return RequestFactory().post("/p/", {"files": SimpleUploadedFile(name, content)})

    first = request(b"%PDF-1")
    assert submissions.body_hash(first) == submissions.body_hash(request(b"%PDF-1"))
    assert submissions.body_hash(first) != submissions.body_hash(request(b"%PDF-2"))
    assert submissions.body_hash(first) != submissions.body_hash(request(b"%PDF-1", "b.pdf"))
    assert first.FILES["files"].read() == b"%PDF-1"


def test_text_that_no_database_takes_can_still_be_hashed() -> None:
    assert len(hashed({"a": "\x00\ufffd"})) == 64
