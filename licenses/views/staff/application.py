"""The sections of an application that only this kind has: overview, what was filed, the workers, the checklist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_safe

from licenses import issuing
from licenses.facts import facts_of
from licenses.guards.application import DENIALS, open_request
from licenses.lifecycles.license import LICENSE
from licenses.models import Application, ReviewItem, Term
from licenses.review import criteria, flags, worker_evidence
from licenses.review.filed_rows import sections as filed_sections
from licenses.review.reading import filed
from licenses.review.worker_rows import row_of
from licenses.views.staff.frame import EXTRA
from licenses.views.staff.sections import OVERVIEWS
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.errors import TransitionNotAllowed
from wagecase.web.formatting import longdate
from wagecase.web.paging import page

SHORT = "short"
PER_PAGE = 50
DECIDING = ("grant", "deny", "return_recommendation")
TONES = {"met": "done", "not-met": "late", "none": "neutral", "": "waiting"}


def overview(request: HttpRequest, case: Case) -> HttpResponse:
    """The next step above the facts, the warnings, the open questions and the notice of facts."""
    application = case.application
    return render(request, "licenses/staff/application.html", {
        **frame.overview(case, request.user), "offers": _checklist_first(acts.offers(case, request.user.actor, at=timezone.now())),
        "application": application, "content": filed(application), "warnings": flags.flags_of(case),
        "asked": open_request(case), "requests": list(application.requests.exclude(answered_at=None)),
        "told_facts": facts_of(case), "undone": criteria.undone(application), "criteria_count": len(criteria.CRITERIA),
        "not_met": application.review.filter(result=ReviewItem.Result.NOT_MET).count(),
        "elsewhere": _call(request, case), "before_service": DENIALS.before_service(case),
    })  # fmt: skip


def extra(case: Case) -> dict[str, Any]:
    """Return what the frame shows of an application besides: what it asks for, and what a decision rests on."""
    application = case.application
    asks = f"Renewal of {application.renews.case.number}" if application.renews else "First application"
    kinds = {"employer": "Employer", "facility": "Facility"}
    shown = [kinds.get(application.license_kind, ""), asks]
    if application.short_count:
        shown.append(f"{application.short_count} short")
    return {
        "flags": [word for word in shown if word], "application": application, "given": SimpleLazyObject(lambda: _given(application)),
        "before_form": "licenses/staff/before_decision.html", "before_form_of": DECIDING,
        "standing": SimpleLazyObject(lambda: [row for row in facts_of(case) if row.finding == "stands"]),
        "warnings": SimpleLazyObject(lambda: flags.flags_of(case)),
        "not_met": SimpleLazyObject(lambda: _not_met(application)),
    }  # fmt: skip


def _call(request: HttpRequest, case: Case) -> dict[str, str] | None:
    """Return the step that comes before a decision and is done on the license's file: to find whether it was proper."""
    license, row = case.application.renews, LICENSE.get("judge_renewal")
    if license is None or not case.is_open or not case.application.waits_for_call:
        return None
    if not row.admits(request.user.actor):
        return None
    says = f"What we asked for came in on {longdate(case.application.completed_on)}, after the last day of the license. The license stays in force meanwhile."
    return {"label": row.staff_label, "says": says, "href": f"{case_url(license.case)}{row.name}/"}


def _not_met(application: Application) -> list[dict[str, Any]]:
    """Return the criteria that are not met, in the order of the checklist, with the law and what was found."""
    found = {row.code: row for row in application.review.filter(result=ReviewItem.Result.NOT_MET)}
    return [{"criterion": row, "evidence": found[row.code].evidence} for row in criteria.CRITERIA if row.code in found]


def _given(application: Application) -> dict[str, Any]:
    """Return the term that was issued, or that a grant of today would give, and whether it is the recommended one."""
    try:
        if application.decided_on:
            term = Term.objects.filter(application=application).first()
            found = (term.starts_on, term.ends_on) if term else None
        else:
            found = issuing.granted_term(application, timezone.localdate())
    except TransitionNotAllowed as error:
        return {"refusal": error.message}
    moved = found is not None and found != (application.starts_on, application.ends_on)
    return {"first": found[0], "last": found[1], "moved": moved} if found else {}


def _checklist_first(offers: acts.Offers) -> acts.Offers:
    """Where no decision can be recommended yet, the step that leads to it is the checklist."""
    row = next((row for row in offers.others if row.name == "record_review"), None)
    if offers.next is not None or row is None or all(one.name != "recommend" for one, _why in offers.refused):
        return offers
    return replace(offers, next=row, others=tuple(other for other in offers.others if other is not row))


OVERVIEWS["application"] = overview
EXTRA["application"] = extra


def _application(request: HttpRequest, number: str) -> Case:
    """Return the case; the pages below an application are of no other kind."""
    case = frame.find(request, number)
    if case.kind != "application":
        raise Http404
    return case


@require_safe
@case_staff_required
def form(request: HttpRequest, number: str) -> HttpResponse:
    """What was filed, by section, and the filed document."""
    case = _application(request, number)
    return render(request, "licenses/staff/form.html", {
        **frame.context(case, "form"), "application": case.application, "parts": filed_sections(filed(case.application)),
    })  # fmt: skip


@require_safe
@case_staff_required
def workers(request: HttpRequest, number: str) -> HttpResponse:
    """The workers with the wage that was worked out for each; only those who work on licenses ever see their names."""
    case = _application(request, number)
    application = case.application
    show = SHORT if request.GET.get("show") == SHORT else ""
    rows = application.workers.filter(covers=False) if show else application.workers.all()
    found = page(rows, order=("place", "id"), cursor=request.GET.get("cursor"), size=PER_PAGE, descending=False)
    request.private_page = True  # type: ignore[attr-defined]
    return render(request, "licenses/staff/workers.html", {
        **frame.context(case, "workers"), "application": application, "page": found, "show": show,
        "rows": [row_of(row) for row in found.rows], "unknown": application.workers.filter(covers=None).count(),
    })  # fmt: skip


@require_safe
@case_staff_required
def checklist(request: HttpRequest, number: str) -> HttpResponse:
    """Each criterion with what the application offers, what was found, by whom and when."""
    case = _application(request, number)
    application = case.application
    found = {row.code: row for row in application.review.select_related("by")}
    offered = criteria.Offered(application)
    rows = [
        {"criterion": row, "lines": row.evidence(offered), "item": found.get(row.code), **_result(found.get(row.code))}
        for row in criteria.CRITERIA
    ]  # fmt: skip
    verified = offered.content.services_verified
    said = worker_evidence.counseling_lines(offered.workers, verified=verified)
    record = acts.lifecycle_of(case).get("record_review")
    return render(request, "licenses/staff/checklist.html", {
        **frame.context(case, "checklist"), "rows": rows, "warnings": flags.flags_of(case),
        "beside": {"question": worker_evidence.COUNSELING_ASKS, "cite": worker_evidence.COUNSELING_CITE,
                   "lines": [criteria.Line(text, ok) for text, ok in said]},
        "may_record": not acts.refusal(case, record, request.user.actor), "done": sum(bool(row["word"]) for row in rows),
    })  # fmt: skip


def _result(item: Any) -> dict[str, str]:
    result = item.result if item else ""
    return {"tone": TONES[result], "word": ReviewItem.Result(result).label if result else ""}
