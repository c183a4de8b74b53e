"""Gives out stored bytes through the one door: our PDFs to read on the page, the parties' files only as downloads."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases import files
from wagecase.cases.links import masked
from wagecase.cases.views import frame
from wagecase.documents import services
from wagecase.documents.models import Document
from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.web.pdf_answers import pdf_answer

FILE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


@require_safe
@case_staff_required
def document(request: HttpRequest, number: str, document_id: int) -> HttpResponse:
    """A document of the case, once its PDF is made: the stored bytes, or a copy of staff's where it names a link."""
    case = frame.find(request, number)
    row = get_object_or_404(case.documents, pk=document_id)
    if not row.is_ready:
        raise Http404
    try:
        data = staff_copy(row)
    except (RenderFailed, RendererUnavailable):
        return render(request, "staff/case/no_preview.html", frame.context(case, None), status=503)
    return pdf_answer(data, f"{case.number}-{row.filename}", framed=True)


def staff_copy(row: Document) -> bytes:
    """Return the PDF as staff may read it: a letter that names a private link is drawn anew from its frozen HTML."""
    html = masked(row.html)
    return services.read_pdf(row) if html == row.html else services.preview(html=html, at=row.created_at)


@require_safe
@case_staff_required
def attachment(request: HttpRequest, number: str, attachment_id: int) -> HttpResponse:
    """A file that somebody gave, never shown inside the site."""
    case = frame.find(request, number)
    row = get_object_or_404(case.attachments, pk=attachment_id, status="clean")
    with files.read(row) as opened:
        response = HttpResponse(opened.read(), content_type=row.content_type)
    response["Content-Disposition"] = content_disposition_header(True, files.safe_name(row.name, row.content_type))
    response["Content-Security-Policy"] = FILE_POLICY
    response["X-Content-Type-Options"] = "nosniff"
    return response


for _view in (document, attachment):
    _view.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below the kind's, not below /staff/
