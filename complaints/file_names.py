"""Names for downloaded papers that say what the paper is and of which case: receipt-LW-2026-000027.pdf."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import pgettext

from wagecase.documents.models import Document


def _word(kind: str) -> str:
    name = kind.rpartition(".")[2]
    return {
        "file_online": pgettext("file name", "receipt"),
        "record_complaint": pgettext("file name", "receipt"),
        "record_verification": pgettext("file name", "receipt"),
        "file_for_paper": pgettext("file name", "form-to-sign"),
        "record_unsigned": pgettext("file name", "form-to-sign"),
        "as_filed": pgettext("file name", "complaint"),
        "determination": pgettext("file name", "determination"),
        "sign_determination": pgettext("file name", "letter-with-determination"),
        "serve_employer": pgettext("file name", "notice"),
        "request_information": pgettext("file name", "question"),
    }.get(name, pgettext("file name", "letter"))


def file_name(document: Document) -> str:
    """Return the name for the download of a party's paper, in the paper's language; a second of a kind ends in "-2"."""
    with translation.override(document.language or "en"):
        word = _word(document.kind)
        earlier = Document.objects.filter(case=document.case_id, party_id=document.party_id, pk__lt=document.pk)
        nth = 1 + sum(_word(kind) == word for kind in earlier.values_list("kind", flat=True))
    number = document.case.number if document.case else str(document.pk)
    return f"{word}-{number}{f'-{nth}' if nth > 1 else ''}.pdf"
