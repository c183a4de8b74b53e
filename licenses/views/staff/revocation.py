"""The staff pages that only a revocation has: its overview, its facts, and the page of a license that opens one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from licenses.fact_forms import lines_of
from licenses.facts import facts_of
from licenses.guards.revocation import ORDERS, notice_left, notices_of_facts, still_time
from licenses.lifecycles.revocation import REVOCATION
from licenses.models import License
from licenses.revoking.forms import OpenForm
from licenses.revoking.opening import OPEN, open_revocation, refusal
from licenses.revoking.wording import GROUNDS
from licenses.views.staff.frame import EXTRA
from licenses.views.staff.sections import OVERVIEWS
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import show_refusal
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.cases.views.once import acting_once
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.notices.models import LETTER, QUEUED
from wagecase.web.formatting import longdate


def overview(request: HttpRequest, case: Case) -> HttpResponse:
    """The next step above the license, the facts and the orders."""
    offers = acts.offers(case, request.user.actor, at=timezone.now())
    orders = case.license_orders.select_related("draft", "issued", "drafted_by", "signed_by")
    given_up = case.revocation.license.surrendered_on if case.is_open else None
    ends = next(
        (row for row in (offers.next, *offers.others) if row is not None and row.name == "end_without_order"), None
    )
    around = frame.overview(case, request.user)
    offers = acts.asked_next(case, offers, around["own_tasks"], on=timezone.localdate())
    return render(request, "licenses/staff/revocation.html", {
        "given_up": given_up, "ends": ends if given_up else None,
        **around, "offers": offers, "before_service": _letters(case), "waiting": _waiting(case, offers),
        "told_facts": facts_of(case), "orders": list(orders), "rows": _rows(case),
    })  # fmt: skip


def _letters(case: Case) -> dict[str, Any]:
    """Return the letter to mail, or that letters are still made, before service of the notice or of the order."""
    if case.state != "noticed" or notice_left(case):
        return ORDERS.before_service(case)
    waiting = notices_of_facts(case)
    letters = [row for row in waiting if row.channel == LETTER and row.status == QUEUED and row.document.is_ready]
    return {"letter": letters[0] if letters else None, "making": bool(waiting) and not letters}


def _waiting(case: Case, offers: acts.Offers) -> str:
    """Return what a case under notice waits for, where nobody has anything to do now."""
    if case.state != "noticed" or offers.next:
        return ""
    return still_time(case, on=timezone.localdate()) or ""


def _rows(case: Case) -> list[tuple[str, Any]]:
    row = case.revocation
    served = f"{longdate(row.served_on)}, {row.service_method}" if row.served_on else "Not recorded"
    found: list[tuple[str, Any]] = [
        ("License", {"href": case_url(row.license.case), "text": row.license.case.number}),
        ("Licensee", row.license.licensee), ("Ground", GROUNDS[row.ground]),
        ("Notice served", served if case.state != "opened" else "Not sent"),
    ]  # fmt: skip
    if row.cure_by:
        found.append(("Compliance shown by", longdate(row.cure_by)))
    if row.interest_reason:
        words = f"{row.interest_reason} (recorded by {row.interest_by.name})"
        confirmed = f"Confirmed by {row.interest_confirmed_by.name}" if row.interest_confirmed_by else "Not confirmed"
        found += [("Public interest", words), ("Second person", confirmed)]
    return found


def extra(case: Case) -> dict[str, Any]:
    """Return what the frame shows of a revocation besides: its license, and what a signature rests on."""
    row = case.revocation
    flags = [f"License {row.license.case.number}"]
    if row.interest_reason:
        flags.append("Public interest confirmed" if row.interest_confirmed_at else "Public interest to be confirmed")
    return {
        "flags": flags, "revocation": row, "before_signing": "licenses/staff/before_order.html", "told_facts": facts_of(case),
        "no_clock": "The time to show compliance has not begun. It counts from recorded service of the notice.",
        "before_form": "licenses/staff/interest.html", "before_form_of": ("confirm_public_interest",),
    }  # fmt: skip


OVERVIEWS["revocation"] = overview
EXTRA["revocation"] = extra


@require_safe
@case_staff_required
def facts(request: HttpRequest, number: str) -> HttpResponse:
    """Each fact as alleged, as answered with its files, and as found."""
    case = frame.find(request, number)
    if case.kind != "revocation":
        raise Http404
    actor = request.user.actor
    may = [row for row in ("change_facts", "answer_facts", "record_finding") if _may(case, row, actor)]
    return render(request, "licenses/staff/facts.html", {
        **frame.context(case, "facts"), "rows": [acts.lifecycle_of(case).get(name) for name in may],
    })  # fmt: skip


def _may(case: Case, name: str, actor: Any) -> bool:
    row = acts.lifecycle_of(case).get(name)
    return row.admits(actor) and not acts.refusal(case, row, actor)


@require_http_methods(["GET", "HEAD", "POST"])
@case_staff_required
def revoke(request: HttpRequest, number: str) -> HttpResponse:
    """Ask for the ground and the first facts, then open the revocation of the license."""
    case = frame.find(request, number)
    if case.kind != "license":
        raise Http404
    row = REVOCATION.get(OPEN)
    if not row.admits(request.user.actor):
        raise NotPermitted(f"{row.label}: only {' or '.join(row.by)} may do this.", transition=OPEN)
    form = OpenForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (opened := _open(request, case.license, form)):
        return opened
    if request.method != "POST" and (reason := refusal(case.license, on=timezone.localdate())):
        return render(
            request, "staff/case/conflict.html", {**frame.context(case, None), "row": row, "said": reason}, status=409
        )
    return render(request, "licenses/staff/revoke.html", {
        **frame.context(case, None), "row": row, "form": form, "license": case.license,
    }, status=422 if form.errors else 200)  # fmt: skip


def _open(request: HttpRequest, license: License, form: OpenForm) -> HttpResponse | None:
    """Open it once; None, with the form saying why, when the service refuses."""
    try:
        with acting_once(request, form) as submission:
            opened = open_revocation(
                license, ground=form.cleaned_data["ground"], lines=lines_of(form)[0], actor=request.user.actor,
                at=timezone.now(),
            )  # fmt: skip
            submission.location = case_url(opened)
    except (ValidationError, TransitionNotAllowed) as error:
        show_refusal(form, error if isinstance(error, ValidationError) else ValidationError(error.message))
        return None
    messages.success(request, "Revocation opened. The employer was told nothing yet.")
    return HttpResponseRedirect(submission.location, status=303)


for _view in (facts, revoke):
    _view.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below /licenses/
