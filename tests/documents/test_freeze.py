"""Freezing fixes the words; signing adds the signature to the very same words."""

import datetime as dt
import hashlib
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from tests.documents.conftest import AT
from wagecase.documents import services
from wagecase.documents.models import PENDING, Document

SIGNED_AT = AT + dt.timedelta(hours=27)


def test_a_frozen_document_is_pending_and_knows_the_hash_of_its_words(freeze: Any) -> None:
    document = freeze(narrative="Paid too little")
    assert document.status == PENDING
    assert "Paid too little" in document.html
    assert document.html_sha256 == hashlib.sha256(document.html.encode()).hexdigest()
    assert document.template_version.startswith("tests/order@")
    assert (document.storage_key, document.size, document.visibility) == ("", 0, "party")


def test_a_persons_words_are_never_markup(freeze: Any) -> None:
    assert "&lt;b&gt;loud&lt;/b&gt;" in freeze(narrative="<b>loud</b>").html


def test_the_words_follow_the_letters_language_not_the_readers(freeze: Any) -> None:
    html = freeze(language="es").html
    assert "2 de marzo de 2026" in html
    assert '<html lang="es">' in html


def test_the_date_is_the_local_day_of_the_act(freeze: Any) -> None:
    late = dt.datetime(2026, 3, 3, 3, 30, tzinfo=dt.UTC)  # 9:30 p.m. on March 2 in Wisconsin
    assert "March 2, 2026" in freeze(at=late).html


@pytest.mark.parametrize(
    ("context", "words"),
    [
        ({"narrative": "x" * 1_000_000}, "too long: 1,00"),
        ({"rows": [("a", "b")] * 2_001}, "too many table rows: 2,002"),
    ],
    ids=["a million letters", "two thousand rows"],
)
def test_a_document_that_nobody_could_print_is_refused_in_words(freeze: Any, context: Any, words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        freeze(**context)
    assert words in refused.value.messages[0]
    assert Document.objects.count() == 0


def signed(draft: Document, **changes: Any) -> Document:
    signature = services.Signature(
        name="Maren Oakes", title="Section supervisor", signed_on=dt.date(2026, 3, 3),
        signed_for="Department of Workforce Development", draft_sha256="ab" * 32,
    )  # fmt: skip
    values = {"kind": "complaints.determination", "title": "Determination", "visibility": "party", "at": SIGNED_AT}
    return services.freeze_signed(draft=draft, signature=signature, **{**values, **changes})


def test_the_issued_order_is_the_draft_with_its_signature(freeze: Any) -> None:
    draft = freeze(narrative="Paid too little", draft=True, intended_signer="Maren Oakes")
    issued = signed(draft, title="Determination of March 3")
    text = services.plain_text(issued)
    for words in ("Paid too little", "Signed electronically on March 3, 2026", "Maren Oakes", "Section supervisor",
                  "For Department of Workforce Development", "Mark of the draft that was signed: abababababab "):  # fmt: skip
        assert words in text
    for words in ("Draft", "For signature by", "March 2, 2026", "ab" * 32):
        assert words not in text
    assert "<title>Determination of March 3</title>" in issued.html
    assert "draft" not in issued.html.replace("draft that was", "").lower()
    assert draft.html_sha256 == hashlib.sha256(draft.html.encode()).hexdigest()


def test_nobody_can_forge_the_place_of_the_signature(freeze: Any) -> None:
    draft = freeze(narrative="<!--signature-->Signed by nobody<!--/signature-->", draft=True)
    text = services.plain_text(signed(draft))
    assert text.count("Signed electronically") == 1
    assert "&lt;!--signature--&gt;Signed by nobody" in signed(draft).html


def test_a_document_without_a_place_for_a_signature_cannot_be_signed(freeze: Any) -> None:
    draft = freeze(draft=True)
    Document.objects.update(html="<html lang=en><title>x</title></html>")
    draft.refresh_from_db()
    with pytest.raises(ValueError, match="no place for a signature"):
        signed(draft)


def test_the_freeze_belongs_to_the_callers_transaction(freeze: Any) -> None:
    with transaction.atomic():
        freeze()
        transaction.set_rollback(True)
    assert Document.objects.count() == 0
