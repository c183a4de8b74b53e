"""B2 and B4: what would cost minutes or gigabytes is refused at the form or stopped in the child, and the next is served."""

import contextlib
import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.complaints.public_filing import begin, mark, send, text_of, url
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import QuickRenderer, case_in
from wagecase.documents.renderer import Renderer, RenderFailed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
PAGE = '<!doctype html><html lang="en"><head><title>T</title></head><body>{}</body></html>'


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.mark.parametrize("text", ["x" * 1_000_000, "row\n" * 10_000], ids=["a-million", "ten-thousand-rows"])
def test_b2_a_million_characters_are_refused_at_both_kinds_of_form(text, quick):
    client = begin(Client())
    answer = send(client, "story", statement=text)
    assert answer.status_code == 422
    assert "Shorten" in text_of(answer)
    case, sue = case_in("received"), signed_in("sue")
    address = f"/complaints/{case.number}/dismiss/"
    answer = sue.post(address, {**hidden(sue.get(address)), "ground": "other", "reason": text})
    assert answer.status_code == 422
    assert "Shorten" in words(answer)


@pytest.mark.parametrize("body", [
    '<p style="font-size:1e7px">x</p>', '<div style="height:1e9px;width:1e9px">x</div>',
    '<p style="margin:99999999999999px">x</p>', '<table style="width:1e12px"><tr><td>x</td></tr></table>',
])  # fmt: skip
def test_b2_huge_sizes_end_within_thirty_seconds_and_the_next_document_is_made(body):
    press = Renderer()
    try:
        began = time.monotonic()
        with contextlib.suppress(RenderFailed):
            press.render(html=PAGE.format(body), epoch=0, timeout=30)
        assert time.monotonic() - began < 35
        assert press.render(html=PAGE.format("<p>next</p>"), epoch=0).pages == 1
    finally:
        press.close()


def test_b4_a_thousand_files_in_one_form_are_refused_in_words_and_none_is_kept(media):
    client = begin(Client())
    files = [SimpleUploadedFile(f"{n}.pdf", b"%PDF-1.7") for n in range(1_000)]
    answer = client.post(url("papers"), {"page_ref": mark(client.get(url("papers"))), "papers": files})
    assert answer.status_code == 413
    assert "Internal" not in text_of(answer)
    assert not media.exists() or not [path for path in media.rglob("*") if path.is_file()]
