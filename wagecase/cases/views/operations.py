"""Operations for the administrator: what waits, what failed, whether the runner lives, whether the record is whole."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from wagecase.accounts.access import role_required
from wagecase.accounts.models import Role
from wagecase.audit import chain
from wagecase.cases import jobs
from wagecase.cases import operations as ops
from wagecase.cases.models import Job
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

administrator = role_required(Role.ADMINISTRATOR)


@require_safe
@administrator
def overview(request: HttpRequest) -> HttpResponse:
    """Everything on one page; counts say as of when."""
    return _page(request)


@require_POST
@administrator
def verify(request: HttpRequest) -> HttpResponse:
    """Read the whole audit chain and say whether it is whole. Reading changes nothing, so pressing twice is harmless."""
    return _page(request, verdict=chain.verify())


@require_POST
@administrator
def resend(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Send a failed notice again."""
    ops.resend(notice=get_object_or_404(Notice, pk=notice_id), actor=request.user.actor, at=timezone.now())
    return _done(request, "The notice is queued again. The runner sends it within a few seconds.")


@require_POST
@administrator
def remake(request: HttpRequest, document_id: int) -> HttpResponse:
    """Make a failed PDF again."""
    ops.remake(document=get_object_or_404(Document, pk=document_id), actor=request.user.actor, at=timezone.now())
    return _done(request, "The document is queued again. Its PDF is made within a few seconds.")


@require_POST
@administrator
def restart(request: HttpRequest, job_id: int) -> HttpResponse:
    """Let long work that stopped go on."""
    ops.restart(job=get_object_or_404(Job, pk=job_id), actor=request.user.actor, at=timezone.now())
    return _done(request, "The work goes on where it stopped.")


def _done(request: HttpRequest, words: str) -> HttpResponse:
    messages.success(request, words)
    return HttpResponseRedirect(reverse("staff_operations"), status=303)


def _page(request: HttpRequest, **more: Any) -> HttpResponse:
    now = timezone.now()
    troubled = ops.troubled_notices()
    for notice in troubled:
        notice.can_resend = ops.can_resend(notice)
    context = {
        "now": now, "counts": ops.outbox_counts(), "troubled": troubled, "documents": ops.unmade_documents(),
        "late_steps": ops.late_steps(now), "heartbeats": ops.heartbeats(now), "stopped": jobs.stopped(), **more,
    }  # fmt: skip
    return render(request, "staff/operations.html", context)
