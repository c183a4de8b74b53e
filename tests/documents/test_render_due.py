"""Documents become PDF exactly once, whoever dies or meddles on the way."""

import datetime as dt
import hashlib
import threading
from typing import Any

import pytest
from django.db import connection, transaction

from tests.documents.conftest import AT
from wagecase.documents import services, store
from wagecase.documents.models import FAILED, PENDING, READY, RENDERING, Document
from wagecase.documents.renderer import Rendered, RendererUnavailable, RenderFailed

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def press(monkeypatch: Any) -> Any:
    """Replace the rendering process by a function; the list holds what it was asked for."""
    asked: list[str] = []

    def use(answer: Any) -> list[str]:
        def render(*, html: str, epoch: int, timeout: float) -> Rendered:
            asked.append(html)
            if isinstance(answer, BaseException):
                raise answer
            return answer

        monkeypatch.setattr(services.renderer, "render", render)
        return asked

    return use


def test_a_due_document_gets_its_bytes_hash_and_pages(freeze: Any) -> None:
    document = freeze(narrative="Paid too little")
    assert services.render_due(now=AT) == 1
    document.refresh_from_db()
    pdf = store.read(document.storage_key)
    assert pdf.startswith(b"%PDF-")
    assert (document.status, document.pages, document.size) == (READY, 1, len(pdf))
    assert document.sha256 == hashlib.sha256(pdf).hexdigest()
    assert services.read_pdf(document) == pdf
    assert services.render_due(now=AT) == 0


def test_rendering_again_gives_nothing_new(freeze: Any, press: Any) -> None:
    asked = press(Rendered(b"%PDF-1", 1))
    freeze()
    for _ in range(3):
        services.render_due(now=AT)
    assert len(asked) == 1


def test_a_changed_file_is_noticed_when_it_is_read(freeze: Any, press: Any, media: Any) -> None:
    press(Rendered(b"%PDF-1", 1))
    document = freeze()
    services.render_due(now=AT)
    document.refresh_from_db()
    (media / document.storage_key[:2] / document.storage_key).write_bytes(b"%PDF-2")
    with pytest.raises(ValueError, match="not those that were made"):
        services.read_pdf(document)


@pytest.mark.parametrize("status", ["pending", "rendering", "failed"])
def test_a_document_that_is_not_ready_is_refused_and_not_reported_as_damaged(
    freeze: Any, monkeypatch: Any, status: str
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(services, "on_damaged", [told.append])
    document = freeze()
    document.status = status
    with pytest.raises(services.RenderFailed):
        services.read_pdf(document)
    assert told == []


def test_the_attempt_is_counted_before_the_work(freeze: Any, monkeypatch: Any) -> None:
    document = freeze()
    seen: list[tuple[int, str]] = []

    def render(**_: Any) -> Rendered:
        row = Document.objects.get(pk=document.pk)
        seen.append((row.attempts, row.status))
        return Rendered(b"%PDF-1", 1)

    monkeypatch.setattr(services.renderer, "render", render)
    services.render_due(now=AT)
    assert seen == [(1, RENDERING)]


def test_a_document_that_fails_three_times_asks_for_a_person(freeze: Any, press: Any, stuck: Any) -> None:
    press(RenderFailed("the picture is missing"))
    document = freeze()
    for minutes in (0, 2, 5):
        assert stuck == []
        assert services.render_due(now=AT + minutes * MINUTE) == 1
    document.refresh_from_db()
    assert (document.status, document.attempts, document.last_error) == (FAILED, 3, "the picture is missing")
    assert stuck == [document]
    assert services.render_due(now=AT + 600 * MINUTE) == 0


def test_a_person_can_have_it_tried_again(freeze: Any, press: Any, stuck: Any) -> None:
    press(RenderFailed("no"))
    document = freeze()
    for minutes in (0, 2, 5):
        services.render_due(now=AT + minutes * MINUTE)
    press(Rendered(b"%PDF-1", 1))
    services.retry(document=document)
    services.render_due(now=AT + 10 * MINUTE)
    document.refresh_from_db()
    assert document.status == READY


def test_a_document_that_kills_its_runner_three_times_is_set_aside(freeze: Any, press: Any, stuck: Any) -> None:
    asked = press(SystemExit(9))
    document, good = freeze(narrative="poison"), freeze(narrative="good")
    now = AT
    for _ in range(3):
        with pytest.raises(SystemExit):
            services.render_due(now=now, limit=1)
        now += 6 * MINUTE
    press(Rendered(b"%PDF-1", 1))
    services.render_due(now=now)
    document.refresh_from_db()
    good.refresh_from_db()
    assert (document.status, good.status) == (FAILED, READY)
    assert stuck == [document]
    assert sum("poison" in html for html in asked) <= 3


def test_an_abandoned_document_is_taken_up_when_its_lease_ends(freeze: Any, press: Any) -> None:
    press(SystemExit(9))
    document = freeze()
    with pytest.raises(SystemExit):
        services.render_due(now=AT)
    press(Rendered(b"%PDF-1", 1))
    assert services.render_due(now=AT + 4 * MINUTE) == 0
    assert services.render_due(now=AT + 6 * MINUTE) == 1
    document.refresh_from_db()
    assert document.status == READY


def test_a_late_worker_does_not_overwrite_the_winner(freeze: Any, press: Any, media: Any) -> None:
    press(Rendered(b"%PDF-winner", 1))
    document = freeze()
    late = services._claim(document.pk, AT, "late")
    services.render_due(now=AT + 6 * MINUTE)
    services._keep(late, Rendered(b"%PDF-late", 2), AT + 7 * MINUTE)
    document.refresh_from_db()
    assert services.read_pdf(document) == b"%PDF-winner"
    assert len([path for path in media.rglob("*") if path.is_file()]) == 1


@pytest.mark.parametrize("fault", ["no pango", "disk full"])
def test_a_fault_of_the_machine_costs_the_document_no_attempt(
    freeze: Any, press: Any, stuck: Any, monkeypatch: Any, fault: str
) -> None:
    asked = press(RendererUnavailable("install it") if fault == "no pango" else Rendered(b"%PDF-1", 1))
    real = store.put
    if fault == "disk full":
        monkeypatch.setattr(store, "put", lambda data: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    first, second = freeze(), freeze()
    for minutes in range(5):
        assert services.render_due(now=AT + 2 * minutes * MINUTE) == 0
    first.refresh_from_db()
    assert (first.status, first.attempts, stuck) == (PENDING, 0, [])
    assert first.last_error
    assert len(asked) == 5  # the second was not even tried: it would fail alike
    monkeypatch.setattr(store, "put", real)
    press(Rendered(b"%PDF-1", 1))
    assert services.render_due(now=AT + 60 * MINUTE) == 2
    second.refresh_from_db()
    assert second.status == READY


def test_a_signal_is_heard_between_documents(freeze: Any, press: Any) -> None:
    asked = press(Rendered(b"%PDF-1", 1))
    for _ in range(3):
        freeze()
    assert services.render_due(now=AT, stop=lambda: len(asked) == 2) == 2


def test_nothing_is_rendered_inside_a_transaction(freeze: Any, press: Any) -> None:
    press(Rendered(b"%PDF-1", 1))
    freeze()
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        services.render_due(now=AT)


def test_render_now_serves_a_person_who_waits(freeze: Any, press: Any) -> None:
    document = freeze()
    assert services.render_now(document).status == READY
    assert services.render_now(document).status == READY  # ready already: nothing is made again
    press(RenderFailed("no"))
    with pytest.raises(RenderFailed, match="no"):
        services.render_now(freeze())


@pytest.mark.django_db(transaction=True)
def test_two_runners_make_each_document_once(freeze: Any, press: Any) -> None:
    asked = press(Rendered(b"%PDF-1", 1))
    for number in range(20):
        freeze(narrative=f"number {number}")
    start = threading.Barrier(2)

    def run() -> None:
        start.wait()
        services.render_due(now=AT)
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(asked) == len(set(asked)) == 20
    assert Document.objects.filter(status=READY, attempts=1).count() == 20
