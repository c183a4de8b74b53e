"""A supervisor's buttons on a case: send a failed notice again, make a failed PDF again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from wagecase.accounts.access import role_required
from wagecase.accounts.models import Role
from wagecase.cases import operations as ops
from wagecase.cases import selectors
from wagecase.cases.addresses import case_url
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

supervisor = role_required(Role.SUPERVISOR)


@require_POST
@supervisor
def resend(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """Send a notice of one of the unit's cases again."""
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    notice = get_object_or_404(Notice, case=case, pk=notice_id, is_account_mail=False)
    ops.resend(notice=notice, actor=request.user.actor, at=timezone.now())
    messages.success(request, "The notice is queued again. The runner sends it within a few seconds.")
    return HttpResponseRedirect(case_url(case, "notices"), status=303)


@require_POST
@supervisor
def remake(request: HttpRequest, number: str, document_id: int) -> HttpResponse:
    """Make a PDF of one of the unit's cases again."""
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    document = get_object_or_404(Document, case=case, pk=document_id)
    ops.remake(document=document, actor=request.user.actor, at=timezone.now())
    messages.success(request, "The document is queued again. Its PDF is made within a few seconds.")
    return HttpResponseRedirect(case_url(case, "documents"), status=303)


for page in (resend, remake):
    page.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below the kind's, not below /staff/
