"""The members' page of a case: which page shows it depends on its kind; its papers are given out here for all kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from licenses.stages import stages
from licenses.views.public.door import ACT, member_case
from licenses.views.public.papers import document_rows, documents_of, file_rows, files_of, message_rows, void_papers
from wagecase.accounts.models import Membership
from wagecase.cases import acts, files
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case
from wagecase.cases.views.downloads import FILE_POLICY
from wagecase.cases.views.employer.refusals import FILE, refusals_noted
from wagecase.documents.services import read_pdf
from wagecase.web.pdf_answers import pdf_answer

Page = Callable[[HttpRequest, Membership, Case], HttpResponse]
PAGES: dict[str, Page] = {}  # filled by the module of each kind


@require_safe
@member_case()
def status(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Show where the case stands and the one thing asked of the organization, if any."""
    if case.kind not in PAGES:
        raise Http404
    return PAGES[case.kind](request, membership, case)


def common(membership: Membership, case: Case) -> dict[str, Any]:
    """Return what every kind's page shows: stages, documents, messages, files, and whether this member may act."""
    return {
        "case": case, "membership": membership, "organization": membership.organization, "base": party_url(case),
        "stages": stages(case), "documents": document_rows(case), "files": file_rows(files_of(case)), "sent": message_rows(case),
        "may_act": membership.role in ACT,
    }  # fmt: skip


def can(membership: Membership, case: Case, name: str) -> bool:
    """Return whether this member may do the act now: an owner or a filer, where table and condition allow it."""
    row = acts.lifecycle_of(case).by_name.get(name)
    if row is None or membership.role not in ACT or not row.admits(membership.actor):
        return False
    return not acts.refusal(case, row, membership.actor)


@require_safe
@refusals_noted("pk")
@member_case()
def document(request: HttpRequest, membership: Membership, case: Case, *, pk: int) -> HttpResponse:
    """Give a document of the organization as stored; one that is still being made is not there yet.

    Asking for another's is put on the record and finds nothing.
    """
    found = get_object_or_404(documents_of(case), pk=pk)
    if not found.is_ready or found.pk in void_papers(case):
        raise Http404
    return pdf_answer(read_pdf(found), f"{case.number}-{found.filename}")


@require_safe
@refusals_noted("pk", FILE)
@member_case()
def file(request: HttpRequest, membership: Membership, case: Case, *, pk: int) -> HttpResponse:
    """Give back a file that the organization sent; always as a download, never shown by the browser.

    Asking for another's is put on the record and finds nothing.
    """
    found = get_object_or_404(files_of(case), pk=pk)
    with files.read(found) as opened:
        response = HttpResponse(opened.read(), content_type="application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, files.safe_name(found.name, found.content_type))
    response["Content-Security-Policy"] = FILE_POLICY
    return response
