"""The staff pages that only a license has: its overview with the status of today and why, and its terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licenses import certificates
from licenses.actions.license import ACTIONS
from licenses.lifecycles.license import LICENSE
from licenses.lifecycles.revocation import REVOCATION
from licenses.models import License, Term
from licenses.renewing import TERM_END
from licenses.revoking.opening import OPEN, refusal
from licenses.status import said_on, status_of, term_on, to_judge
from licenses.views.staff.sections import OVERVIEWS
from licenses.wording import LICENSE_KINDS, STATUS_TONES, STATUSES, wage_words
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.deadlines.models import ClockStep
from wagecase.lifecycle import Transition
from wagecase.web.formatting import day

KIND = "license"


def overview(request: HttpRequest, case: Case) -> HttpResponse:
    """Status today and why, what is pending, the next reminder, and the terms in short."""
    license = case.license
    today = timezone.localdate()
    status = status_of(license, today)
    term, call = term_on(license, today), _call(request, license)
    return render(request, "licenses/staff/license_overview.html", {
        **frame.overview(case, request.user), "offers": _offers(request, case, call), "call": call, "license": license,
        "word": STATUSES[status.value], "tone": STATUS_TONES[status.value], "reasons": status.sentences("en"),
        "citations": status.citations, "facts": _facts(license, term), "filings": _filings(license),
        "revocations": _revocations(license), "revoke": _revoke(request, license, today), "reminder": _next_reminder(case),
    })  # fmt: skip


OVERVIEWS[KIND] = overview


def _call(request: HttpRequest, license: License) -> Transition | None:
    """Return the act that finds whether a renewal was proper, where its decision waits for that."""
    row = LICENSE.get("judge_renewal")
    found = to_judge(license)
    return row if found is not None and found.waits_for_call and row.admits(request.user.actor) else None


def _offers(request: HttpRequest, case: Case, call: Transition | None) -> acts.Offers:
    """Return the acts that a person does here; the others follow from acts on an application or a revocation."""
    found = acts.offers(case, request.user.actor, at=timezone.now())
    return replace(
        found, others=tuple(row for row in found.others if row.name in ACTIONS and row is not call),
        refused=tuple(one for one in found.refused if one[0].name in ACTIONS),
    )  # fmt: skip


def _revoke(request: HttpRequest, license: License, today: date) -> Transition | None:
    """Return the act that opens a revocation of this license, where this person may and there is one to revoke."""
    row = REVOCATION.get(OPEN)
    return row if row.admits(request.user.actor) and not refusal(license, on=today) else None


def _facts(license: License, term: Term | None) -> list[tuple[str, Any]]:
    said = said_on(license, term)
    rows: list[tuple[str, Any]] = [
        ("Licensee", said["licensee"]), ("Kind", LICENSE_KINDS[license.kind]),
        ("Place", ", ".join(filter(None, [said["place"], f"{said['county']} County" if said["county"] else ""]))),
    ]  # fmt: skip
    if term is not None:
        rows += [("Term", f"{day(term.starts_on)} to {day(term.ends_on)} (both days included)")]
    rows += [
        ("Check code", certificates.grouped(license.check_code)),
        ("On the public list", "Yes" if license.listed and license.kind == "facility" else "No"),
    ]
    return rows


def _filings(license: License) -> list[dict[str, Any]]:
    rows = license.applications.all() | license.renewals.all()
    return [
        {
            "number": row.case.number, "href": case_url(row.case), "filing": row.get_filing_display(),
            "filed_on": timezone.localdate(row.filed_at), "state": acts.state_of(row.case),
            "decided_on": row.withdrawn_on or row.decided_on, "proper": row.proper, "proper_reason": row.proper_reason,
            "completed_on": row.completed_on,
        }
        for row in rows.distinct().select_related("case").defer("content").order_by("-filed_at")
    ]  # fmt: skip


def _revocations(license: License) -> list[dict[str, Any]]:
    found = license.revocations.select_related("case").order_by("-pk")
    return [{"number": row.case.number, "href": case_url(row.case), "state": acts.state_of(row.case)} for row in found]


def _next_reminder(case: Case) -> ClockStep | None:
    steps = ClockStep.objects.filter(clock__case=case, clock__key=TERM_END, clock__status="running", handled_at=None)
    return steps.filter(role="employer").select_related("clock").order_by("due_at").first()


@require_safe
@case_staff_required
def terms(request: HttpRequest, number: str) -> HttpResponse:
    """Each term with its certificate, its continuation and its conditions as they were issued."""
    case = frame.find(request, number)
    if case.kind != KIND:
        raise Http404
    rows = [
        {
            "term": term, "mark": certificates.mark_of(term), "places": term.facts.get("places", []),
            "wage": (said := wage_words(term.facts))[0], "rates": said[1],
        }
        for term in case.license.terms.select_related(
            "certificate", "continuation", "issued_by", "application__case", "license__case"
        ).order_by("-number")
    ]  # fmt: skip
    return render(request, "licenses/staff/license_terms.html", {**frame.context(case, "terms"), "rows": rows})
