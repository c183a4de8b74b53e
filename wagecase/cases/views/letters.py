"""The form that says that one letter was mailed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from wagecase.accounts.access import case_staff_required
from wagecase.cases import mailing, selectors
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import MailedForm
from wagecase.cases.views.once import done_once, facts_of
from wagecase.notices.models import LETTER, Notice


@case_staff_required
def mark_mailed(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """Ask for the day and way of mailing, then record it."""
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    notice = get_object_or_404(Notice.objects.select_related("document"), case=case, pk=notice_id, channel=LETTER)
    form = MailedForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _record(request, notice, form):
        messages.success(request, f"Letter to {notice.recipient_label} marked as mailed. Sends nothing.")
        return HttpResponseRedirect(case_url(case, "notices"), status=303)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "staff/mailed.html", {
        "case": case, "notice": notice, "form": form, "case_href": case_url(case),
    }, status=status)  # fmt: skip


mark_mailed.staff_page = True  # type: ignore[attr-defined]  # its address lies below the kind's, not below /staff/


def _record(request: HttpRequest, notice: Notice, form: MailedForm) -> bool:
    return done_once(request, form, lambda: mailing.mark_mailed(
        notice=notice, actor=request.user.actor, at=timezone.now(), **facts_of(form)
    ), location=case_url(notice.case, "notices"))  # fmt: skip
