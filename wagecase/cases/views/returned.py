"""The page on which staff record that a letter or an e-mail came back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from wagecase.accounts.access import case_staff_required
from wagecase.cases.addresses import case_url
from wagecase.cases.contact_form import ReturnedForm
from wagecase.cases.models import Case
from wagecase.cases.returned import record_returned_mail
from wagecase.cases.views import frame
from wagecase.cases.views.once import done_once, facts_of
from wagecase.notices.models import Notice


@case_staff_required
def returned(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """Ask for day and reason, then record them."""
    case = frame.find(request, number)
    notice = get_object_or_404(Notice, case=case, pk=notice_id, is_account_mail=False)
    form = ReturnedForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _record(request, notice, form):
        messages.success(request, _said(case, notice))
        return HttpResponseRedirect(case_url(case, "notices"), status=303)
    context = {**frame.context(case, "notices"), "notice": notice, "form": form}
    return render(request, "staff/case/returned.html", context, status=422 if form.errors else 200)


def _said(case: Case, notice: Notice) -> str:
    """Return what was recorded and what to do now."""
    done = f"“{notice.subject}” for {notice.recipient_label} is marked as returned, and a task was opened."
    open_again = Case.objects.get(pk=case.pk).state != case.state
    service = " Service is open again: record it anew once the new copy is mailed." if open_again else ""
    if notice.channel == "letter" and notice.party_id:
        return f"{done}{service} Correct the address: a new letter is made with it. Sends nothing."
    return f"{done}{service} Find another way to reach {notice.recipient_label}. Sends nothing."


def _record(request: HttpRequest, notice: Notice, form: ReturnedForm) -> bool:
    return done_once(request, form, lambda: record_returned_mail(
        notice=notice, actor=request.user.actor, at=timezone.now(), **facts_of(form)
    ), location=case_url(notice.case, "notices"))  # fmt: skip


returned.staff_page = True  # type: ignore[attr-defined]  # its address lies below the kind's, not below /staff/
