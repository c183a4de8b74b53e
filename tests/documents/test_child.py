"""The rendering process: sealed against hostile text, bounded in time and memory, never reused after a failure."""

import io
import threading
from collections.abc import Iterator
from typing import Any

import pypdf
import pytest

from tests.documents.canary import hostile
from tests.documents.conftest import AT
from wagecase.documents import render_child, services
from wagecase.documents import renderer as rendering
from wagecase.documents.renderer import Renderer, RendererUnavailable, RenderFailed

PAGE = '<!doctype html><html lang="en"><head><title>T</title><link rel="stylesheet" href="asset:letter.css"></head><body>{}</body></html>'


@pytest.fixture
def press() -> Iterator[Renderer]:
    own = Renderer()
    yield own
    own.close()


def test_hostile_text_is_printed_as_text_and_nothing_is_fetched(
    compose: Any, canary: tuple[str, list[str]], tmp_path: Any
) -> None:
    base, calls = canary
    secret = tmp_path / "secret.txt"
    secret.write_text("CANARY-IN-A-FILE")
    for text in hostile(base, str(secret)):
        pdf = services.preview(html=compose(narrative=text, first=text, task=text, subject=text), at=AT, timeout=30)
        reader = pypdf.PdfReader(io.BytesIO(pdf))
        shown = "".join("".join(page.extract_text() for page in reader.pages).split())
        assert shown.count("".join(text.split())) == 4
        assert dict(reader.attachments) == {}
        assert not [o for o in map(reader.get_object, range(1, len(reader.xref[0]))) if b"CANARY" in _bytes(o)]
    assert calls == []


def _bytes(thing: Any) -> bytes:
    return thing.get_data() if hasattr(thing, "get_data") else str(thing).encode()


def test_without_escaping_the_child_itself_refuses(
    press: Renderer, canary: tuple[str, list[str]], tmp_path: Any
) -> None:
    # The control for the test above: the same texts as markup, so that only the sealed fetcher stands in the way.
    base, calls = canary
    secret = tmp_path / "secret.txt"
    secret.write_text("CANARY-IN-A-FILE")
    for text in hostile(base, str(secret))[:6]:
        with pytest.raises(RenderFailed, match="packaged assets only"):
            press.render(html=PAGE.format(text), epoch=0)
    assert calls == []


def test_the_control_shows_that_the_library_alone_would_fetch(canary: tuple[str, list[str]]) -> None:
    import weasyprint

    base, calls = canary
    weasyprint.HTML(string=PAGE.format(f'<img src="{base}/img" alt="a">').replace("asset:", f"{base}/")).write_pdf()
    assert "/img" in calls


def test_a_document_without_a_language_or_a_described_picture_fails(press: Renderer) -> None:
    with pytest.raises(RenderFailed, match='"lang"'):
        press.render(html="<html><head><title>T</title></head><body>x</body></html>", epoch=0)


def test_a_slow_document_is_stopped_and_the_next_one_is_made(press: Renderer) -> None:
    rows = "<tr><td>a</td><td>b</td></tr>" * 10_000
    with pytest.raises(RenderFailed, match="took too long"):
        press.render(html=PAGE.format(f"<table>{rows}</table>"), epoch=0, timeout=2)
    assert press.render(html=PAGE.format("<p>next</p>"), epoch=0).pages == 1


@pytest.mark.parametrize("body", ["<div>" * 5_000, "<p>" + "<span>" * 3_000], ids=["blocks", "inlines"])
def test_a_deeply_nested_document_fails_in_words(press: Renderer, body: str) -> None:
    with pytest.raises(RenderFailed):
        press.render(html=PAGE.format(body), epoch=0)
    assert press.render(html=PAGE.format("<p>next</p>"), epoch=0).pages == 1


def test_the_child_may_not_take_more_than_a_gibibyte(press: Renderer) -> None:
    press.render(html=PAGE.format("a"), epoch=0)
    with open(f"/proc/{press._child.pid}/limits", encoding="ascii") as file:
        limits = {line[:25].strip(): line[26:].split()[:2] for line in file}
    assert limits["Max address space"] == ["1073741824", "1073741824"]


def test_a_child_is_not_used_again_after_a_failure(press: Renderer) -> None:
    press.render(html=PAGE.format("a"), epoch=0)
    first = press._child.pid
    press.render(html=PAGE.format("b"), epoch=0)
    assert press._child.pid == first
    with pytest.raises(RenderFailed):
        press.render(html="<p>no language", epoch=0)
    assert press._child is None


def test_a_killed_child_is_a_failure_of_this_document_only(press: Renderer) -> None:
    press.render(html=PAGE.format("a"), epoch=0)
    press._child.kill()
    press._child.wait()
    assert press.render(html=PAGE.format("b"), epoch=0).pages == 1


def test_a_child_is_replaced_after_enough_documents(press: Renderer, monkeypatch: Any) -> None:
    monkeypatch.setattr(rendering, "RECYCLE_AFTER", 2)
    pids = []
    for _ in range(4):
        press.render(html=PAGE.format("a"), epoch=0)
        pids.append(press._child.pid if press._child else None)
    assert pids[1] is pids[3] is None
    assert pids[0] != pids[2]


def test_the_same_html_and_date_give_the_same_bytes_in_two_processes(press: Renderer, compose: Any) -> None:
    other, html = Renderer(), compose(narrative="Same")
    try:
        first = press.render(html=html, epoch=1_772_463_600).pdf
        assert (
            first
            == press.render(html=html, epoch=1_772_463_600).pdf
            == other.render(html=html, epoch=1_772_463_600).pdf
        )
    finally:
        other.close()


def test_two_threads_share_one_child_in_turn(press: Renderer) -> None:
    pages: list[int] = []

    def work() -> None:
        pages.extend(press.render(html=PAGE.format("a"), epoch=0).pages for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pages == [1] * 10


def test_a_missing_library_is_named_with_its_package(press: Renderer, monkeypatch: Any, tmp_path: Any) -> None:
    child = tmp_path / "child.py"
    source = render_child.__file__
    child.write_text(
        f"import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('c', {source!r}); c = importlib.util.module_from_spec(spec)\n"
        f"spec.loader.exec_module(c)\n"
        f"def broken(): raise OSError(\"cannot load library 'libgobject-2.0-0'\")\n"
        f"c.Press = broken\nsys.exit(c.main())\n"
    )
    monkeypatch.setattr(rendering, "CHILD", child)
    with pytest.raises(RendererUnavailable, match=r"libpango-1\.0-0 libpangoft2-1\.0-0"):
        press.render(html=PAGE.format("a"), epoch=0)


def test_the_child_gets_no_secret_of_ours(press: Renderer, monkeypatch: Any) -> None:
    monkeypatch.setenv("SECRET_KEY", "do-not-tell")
    press.render(html=PAGE.format("a"), epoch=0)
    with open(f"/proc/{press._child.pid}/environ", "rb") as file:
        assert b"do-not-tell" not in file.read()
