"""The papers of a case as its members see them: our documents, our messages, the files that came from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from licenses.certificates import CONTINUATION
from licenses.drafting.sections import SLOTS
from licenses.models import License
from licenses.status import HOLDS, going_on, status_of
from wagecase.cases.models import Attachment, Case
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.notices.models import REPLACED
from wagecase.web.formatting import day, filesize

EMPLOYERS = "employer"
TITLES = (gettext_noop("Certificate of the license"), gettext_noop("Continued by pending renewal"))  # as they are kept


def documents_of(case: Case) -> QuerySet[Document]:
    """Return the documents that the members of the organization may read, the newest first."""
    mine = [None, *case.parties.filter(role=EMPLOYERS).values_list("pk", flat=True)]
    shown = Document.objects.filter(case=case, visibility__in=[PARTY, PUBLIC]).defer("html")
    to_them = shown.filter(party_id__in=[pk for pk in mine if pk]) | shown.filter(party_id=None)
    return to_them.order_by("-created_at", "-id")


def document_rows(case: Case) -> list[dict[str, Any]]:
    """Return each document with its link, with "being prepared", or as a paper that holds no more."""
    void = void_papers(case)
    return [
        {
            "title": title_of(row), "ready": row.is_ready, "failed": row.status == "failed", "day": day(row.created_at),
            "void": row.pk in void, "facts": f"PDF, {filesize(row.size)}" if row.is_ready else "", "kind": row.kind,
            "href": reverse("licenses:status_document", args=[case.number, row.pk]),
        }
        for row in documents_of(case)
    ]  # fmt: skip


def void_papers(case: Case) -> set[int]:
    """Return the papers of a license that said that it is continued, and that say so no longer.

    They stay on record; nobody is to hang them up any more.
    """
    if case.kind != "license":
        return set()
    papers = set(case.documents.filter(kind=CONTINUATION).values_list("pk", flat=True))
    return papers - {row.pk for row in continuing_papers(case.license)}


def continuing_papers(license: License) -> list[Document]:
    """Return the papers by which the license goes on, the newest first: one of each renewal in time that still keeps it.

    Also of one that was denied, until that is served. None once it was granted, withdrawn, served or found improper.
    """
    if status_of(license, timezone.localdate()).value not in HOLDS:
        return []
    papers = list(license.case.documents.filter(kind=CONTINUATION).defer("html").order_by("created_at", "id"))
    # each was made when its renewal was filed
    made = [next((row for row in papers if row.created_at >= one.filed_at), None) for one in going_on(license)]
    return [row for row in made if row is not None]


def title_of(row: Document) -> str:
    """Return the title in the reader's language, with the language of the document where that is another one."""
    title = _(row.title) if row.title else ""
    if row.language[:2] == (get_language() or "en")[:2]:
        return title
    return in_language(title, row.language)


def in_language(title: str, language: str) -> str:
    """Return a title with the language of what bears it."""
    return (_("%(title)s (in Spanish)") if language[:2] == "es" else _("%(title)s (in English)")) % {"title": title}


def file_rows(files: Iterable[Attachment]) -> list[dict[str, Any]]:
    """Return each file with what it was sent as, such as a study of the work."""
    labels = {slot.code: slot.label for slot in SLOTS}
    return [{"file": file, "slot": labels.get(file.purpose, "")} for file in files]


def files_of(case: Case) -> QuerySet[Attachment]:
    """Return the files that the organization sent."""
    return case.attachments.filter(source=EMPLOYERS, status="clean").order_by("-added_at", "-id")


def message_rows(case: Case) -> list[dict[str, Any]]:
    """Return what was sent to the organization: the subject, the day, and how; each message once, whoever it went to."""
    mine = list(case.parties.filter(role=EMPLOYERS).values_list("pk", flat=True))
    sent = case.notices.filter(party_id__in=mine, is_account_mail=False).exclude(status=REPLACED)
    return [
        {"subject": _subject(row), "day": day(row.mailed_on or row.created_at), "by_post": row.channel == "letter"}
        for row in sent.order_by("-created_at", "-id").only("subject", "mailed_on", "created_at", "channel", "language")
    ]


def _subject(row: Any) -> str:
    """Return the subject as it was sent; one in another language than the page's says so, as documents do."""
    same = row.language[:2] == (get_language() or "en")[:2]
    return str(row.subject) if same else in_language(row.subject, row.language)
