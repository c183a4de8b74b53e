"""The members' page of a revocation, and the page on which they answer the notice fact by fact."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from licenses.fact_forms import MemberAnswerForm, answers_of
from licenses.facts import facts_of
from licenses.guards.revocation import ORDERS, notices_of_facts
from licenses.review.rights import last_sent, review_of
from licenses.revoking.notice import CURE, answer_facts
from licenses.revoking.wording import GROUNDS, HOW_SERVED
from licenses.status import EXPIRED, status_of
from licenses.views.public.application import running
from licenses.views.public.door import ACT, done, member_case
from licenses.views.public.status import PAGES, can, common
from wagecase.accounts.models import Membership
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case
from wagecase.cases.review import review_rights

UNDECIDED = ("noticed", "drafted")


def page(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Where the revocation stands, first of all the one thing that is asked of the organization."""
    row, told = case.revocation, facts_of(case)
    order = ORDERS.signed(case)
    return render(request, "licenses/status/revocation.html", {
        **common(membership, case), "revocation": row, "license": row.license, "ground": GROUNDS[row.ground],
        "how_served": HOW_SERVED.get(row.service_method, ""), "noticed": bool(notices_of_facts(case)), "told_facts": told,
        "left": [fact for fact in told if not fact.answers.all()] if case.state in UNDECIDED else [],
        "over": row.cure_by is not None and timezone.localdate() > row.cure_by, "clock": running(case, CURE),
        "expired": status_of(row.license, timezone.localdate()).value == EXPIRED,
        "undecided": case.state in UNDECIDED, "can": {name: can(membership, case, name) for name in ("answer_facts", "add_evidence")},
        **_order(case, order),
    })  # fmt: skip


def _order(case: Case, order: Any) -> dict[str, Any]:
    """Return the signed order with the last days of review, counted as its newest letter counts them."""
    if order is None:
        return {"order": None}
    on = timezone.localdate(order.signed_at)
    sent_on = last_sent(ORDERS.copies(case), decided_on=on)
    return {
        "order": order, "signed_on": on, "review": review_rights(order.served_on or sent_on),
        "reconsideration": review_of(sent_on, served_on=order.served_on, language=get_language() or "en"),
    }  # fmt: skip


PAGES["revocation"] = page


@require_http_methods(["GET", "HEAD", "POST"])
@member_case(*ACT, kinds=("revocation",))
def answer(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Answer the notice of facts, fact by fact; what is left blank can be answered later."""
    back, told = party_url(case), facts_of(case)
    if request.method != "POST" and not can(membership, case, "answer_facts"):
        return HttpResponseRedirect(back, status=303)
    form, status = MemberAnswerForm(request.POST or None, request.FILES or None, facts=told), 200
    if request.method == "POST":
        status = done(request, form, lambda: answer_facts(
            case, answers=answers_of(form), actor=membership.actor, at=timezone.now()
        ), location=back)  # fmt: skip
        if not status:
            messages.success(request, _("We have your answer."))
            return HttpResponseRedirect(back, status=303)
    context = {
        "form": form, "case": case, "back_url": back, "has_errors": bool(form.errors), "clock": running(case, CURE),
        "over": case.revocation.cure_by is not None and timezone.localdate() > case.revocation.cure_by,
    }  # fmt: skip
    return render(request, "licenses/status/answer_facts.html", context, status=status)
