"""The home of an organization and its lists: filings, licenses, documents and messages, whatever kind of case they are of."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from wagecase.accounts.members import member_required
from wagecase.accounts.models import Membership
from wagecase.cases import portal
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case
from wagecase.cases.portal import PortalRow
from wagecase.cases.views.employer.refusals import refusals_noted
from wagecase.cases.views.employer.whose import for_whose_it_is
from wagecase.documents.models import Document
from wagecase.documents.services import read_pdf
from wagecase.notices.models import Notice
from wagecase.web.formatting import filesize
from wagecase.web.paging import page
from wagecase.web.pdf_answers import pdf_answer


@require_safe
@member_required()
def home(request: HttpRequest, membership: Membership) -> HttpResponse:
    """What to do, what goes on, what is in force."""
    today = timezone.localdate()
    rows = portal.rows_for(membership, today)
    begun = bool(rows.to_do or rows.in_progress or rows.in_force or rows.listed)
    return render(request, "employer/home.html", {
        "membership": membership, "today": today, "rows": rows, "start": rows.start, "begun": begun,
    })  # fmt: skip


@require_safe
@member_required()
def filings(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Every case of the organization that it may see, and what it has not sent yet."""
    organization = membership.organization
    shown = page(portal.cases_of(organization), cursor=request.GET.get("cursor"), size=settings.PAGE_SIZE)
    stages, told = portal.stages_of(shown.rows), portal.told_on(shown.rows)
    drafts = [] if request.GET.get("cursor") else portal.drafts_of(organization, timezone.localdate())
    rows = [_case_row(case, stages.get(case.pk, ""), told.get(case.pk)) for case in shown.rows]
    return render(request, "employer/filings.html", {
        "membership": membership, "today": timezone.localdate(), "drafts": drafts, "rows": rows, "page": shown,
    })  # fmt: skip


def _case_row(case: Case, stage: str, told_on: date | None) -> PortalRow:
    """A file of the organization: the day on which it was filed, or since when the organization knows of one that we opened."""
    kind, ours = _(str(portal.lifecycle_of(case).title)), case.kind in portal.opened_by_us()
    return PortalRow(
        what=f"{kind} {case.number}", href=party_url(case), words=case.title, day=told_on or case.received_on,
        day_label=_("Since") if ours else _("Filed"), status=portal.status_of(case, stage),
    )  # fmt: skip


@require_safe
@member_required()
def licenses(request: HttpRequest, membership: Membership) -> HttpResponse:
    """What the organization was granted, in force or not."""
    today = timezone.localdate()
    rows = portal.holdings_of(membership.organization, today)
    start = portal.rows_for(membership, today).start
    return render(request, "employer/licenses.html", {
        "membership": membership, "today": today, "rows": rows, "start": start,
    })  # fmt: skip


@require_safe
@member_required()
def documents(request: HttpRequest, membership: Membership) -> HttpResponse:
    """The letters, certificates and other papers of the organization's cases."""
    shown = page(
        portal.documents_of(membership.organization), order=("created_at", "id"), cursor=request.GET.get("cursor"),
        size=settings.PAGE_SIZE,
    )  # fmt: skip
    rows = [_document_row(document) for document in shown.rows]
    return render(request, "employer/documents.html", {"membership": membership, "rows": rows, "page": shown})


def _document_row(document: Document) -> dict[str, Any]:
    day: date = timezone.localdate(document.created_at)
    return {
        "title": _(document.title) if document.title else "", "case": document.case, "day": day,
        "case_href": party_url(document.case), "ready": document.is_ready, "failed": document.status == "failed",
        "facts": f"PDF, {filesize(document.size)}" if document.is_ready else "",
        "href": reverse("employer_document", args=[document.pk]),
    }  # fmt: skip


@require_safe
@refusals_noted("document_id")
@member_required()
@for_whose_it_is("document_id", lambda one: portal.documents_of(one.organization))
def document(request: HttpRequest, membership: Membership, document_id: int) -> HttpResponse:
    """A document of the organization's cases as stored. Asking for another's is put on the record and finds nothing."""
    found = get_object_or_404(portal.documents_of(membership.organization), pk=document_id)
    if not found.is_ready:
        raise Http404
    return pdf_answer(read_pdf(found), f"{found.case.number}-{found.filename}")


@require_safe
@member_required()
def messages(request: HttpRequest, membership: Membership) -> HttpResponse:
    """What we wrote to the organization about its cases."""
    shown = page(
        portal.messages_of(membership.organization, request.user), order=("created_at", "id"),
        cursor=request.GET.get("cursor"), size=settings.PAGE_SIZE,
    )  # fmt: skip
    return render(request, "employer/messages.html", {"membership": membership, "page": shown, "rows": shown.rows})


@require_safe
@member_required()
@for_whose_it_is("notice_id", lambda one: portal.messages_of(one.organization, one.user))
def message(request: HttpRequest, membership: Membership, notice_id: int) -> HttpResponse:
    """One message, in the words in which it was sent."""
    found: Notice = get_object_or_404(portal.messages_of(membership.organization, request.user), pk=notice_id)
    readable = portal.documents_of(membership.organization).filter(pk=found.document_id or 0).first()
    return render(request, "employer/message.html", {
        "membership": membership, "notice": found, "case_href": party_url(found.case), "paper": readable,
    })  # fmt: skip
