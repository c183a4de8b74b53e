"""The sections of a case: overview with the next step, parties, allegations."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from complaints.guards import ORDERS
from complaints.views.staff import facts
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts
from wagecase.cases.views import frame
from wagecase.cases.views.sections import parties_page

ON_WITHDRAWAL = ("close_as_withdrawn", "continue_case", "take_back_withdrawal")


@require_safe
@case_staff_required
def overview(request: HttpRequest, number: str) -> HttpResponse:
    """The next step above the facts, what else is lawful, what is not and why."""
    case = frame.find(request, number)
    offers, to_mail = acts.offers(case, request.user.actor, at=timezone.now()), facts.notice_to_mail(case)
    if to_mail and offers.next and case.state == "investigating":  # the employer hears of it before anything is drafted
        offers = replace(offers, next=None, others=(offers.next, *offers.others))
    around = frame.overview(case, request.user)
    if not to_mail:
        offers = acts.asked_next(case, offers, around["own_tasks"], on=timezone.localdate())
    choices = [offers.next, *offers.others] if offers.next else []
    return render(request, "complaints/staff/overview.html", {
        **around, "offers": offers, "facts": facts.overview(case),
        "open_requests": facts.questions(case.information_requests.filter(answered_at=None)) if case.is_open else [],
        "choices": [row for row in choices if row and row.name in ON_WITHDRAWAL],
        "before_service": ORDERS.before_service(case), "to_mail": to_mail,
    })  # fmt: skip


parties = parties_page(facts.party)


@require_safe
@case_staff_required
def allegations(request: HttpRequest, number: str) -> HttpResponse:
    """What the complaint says, in its words, and how it was sworn."""
    case = frame.find(request, number)
    return render(request, "complaints/staff/allegations.html", {
        **frame.context(case, "allegations"), "facts": facts.allegations(case),
        "declaration": getattr(case, "declaration", None),
        "declared": facts.declaration(getattr(case, "declaration", None)),
        "requests": facts.questions(case.information_requests.all()),
        "determinations": list(case.determinations.select_related("draft", "issued", "drafted_by", "signed_by")),
    })  # fmt: skip
