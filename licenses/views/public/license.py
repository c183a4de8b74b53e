"""The members' page of a license: what it is today, its papers, its renewal, and giving it up."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from licenses import certificates, issuing, renewal_drafts, renewing
from licenses.asked import asked_about
from licenses.forms.members import RenewForm, SurrenderForm
from licenses.guards.license import nothing_pending
from licenses.models import License
from licenses.revoking.opening import under_notice
from licenses.status import HOLDS, NOT_YET, never_began, pending_renewal, said_on, status_of, term_on
from licenses.views.public.door import ACT, done, member_case
from licenses.views.public.papers import continuing_papers
from licenses.views.public.status import PAGES, can, common
from licenses.wording import LICENSE_KINDS, STATUS_TONES, STATUSES, wage_words
from wagecase.accounts.models import Membership
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case

KINDS = ("license",)


def page(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """The status of today and why, the one thing to do, the certificate, the conditions."""
    license = case.license
    today = timezone.localdate()
    status, term = status_of(license, today), term_on(license, today)
    allowed = renewing.renewable(license, on=today)
    pending = pending_renewal(license)
    asked = asked_about(license, pending=pending, on=today)
    wage, rates = wage_words(term.facts if term else {})
    return render(request, "licenses/status/license.html", {
        **common(membership, case), "license": license, "term": term, "today": today, "status": status.value,
        "word": STATUSES[status.value], "tone": STATUS_TONES[status.value], "holds": status.value in HOLDS,
        "reasons": status.sentences((get_language() or "en")[:2]), "kind": LICENSE_KINDS[license.kind],
        "code": certificates.grouped(license.check_code), "renewable": allowed, "pending": pending,
        "draft": renewal_drafts.open_renewal(license) if not allowed.refusal else None,
        "next_term": _next_term(license, term, today), "asked": asked,
        "quiet": pending is None and status.value in HOLDS and not allowed.offered and license.surrendered_on is None,
        "licensee": said_on(license, term)["licensee"], "never_began": never_began(license),
        "wage": wage, "rates": rates, "late": pending is not None and timezone.localdate(pending.filed_at) > renewing.last_term(license).ends_on,
        "papers": _papers(license), "can_surrender": can(membership, case, "surrender"),
    })  # fmt: skip


PAGES["license"] = page


def _next_term(license: License, term: Any, today: Any) -> Any:
    """Return the term that was granted already and follows the one that the page shows."""
    shown = term.pk if term else None
    return license.terms.filter(starts_on__gt=today).exclude(pk=shown).order_by("starts_on").first()


def _papers(license: License) -> list[dict[str, Any]]:
    """Return the papers to hang up, those of the newest term first: its certificate, and before it why it continues."""
    rows = []
    terms = license.terms.select_related("certificate").order_by("-number")
    continues = {renewing.last_term(license).pk: row for row in reversed(continuing_papers(license))}
    for term in terms:
        period = {"first": term.starts_on, "last": term.ends_on}
        if paper := continues.get(term.pk):
            rows.append({"document": paper, "continued": True, **period})
        if term.certificate is not None:
            rows.append({"document": term.certificate, "continued": False, **period})
    return rows


@require_http_methods(["GET", "HEAD", "POST"])
@member_case(*ACT, kinds=KINDS)
def renew(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Say what a renewal does, then open it as a draft that is filled in; an open one is gone on with."""
    license, today = case.license, timezone.localdate()
    draft = renewal_drafts.open_renewal(license)
    allowed = renewing.renewable(license, on=today)
    if draft is not None and not allowed.refusal:
        return HttpResponseRedirect(reverse("licenses:apply", args=[draft.pk]), status=303)
    form, status, opened = RenewForm(request.POST or None), 200, []
    if request.method == "POST":
        status = done(
            request, form, lambda: opened.append(
                renewal_drafts.begin_renewal(license, membership=membership, at=timezone.now())
            ), location=request.path,
        )  # fmt: skip
        if not status:
            return HttpResponseRedirect(reverse("licenses:apply", args=[opened[0].pk]), status=303)
    return render(request, "licenses/status/renew.html", {
        "case": case, "license": license, "form": form, "renewable": allowed, "back_url": party_url(case),
        "term": renewing.last_term(license), "has_errors": bool(form.errors),
    }, status=status)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@member_case(*ACT, kinds=KINDS)
def surrender(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Say what follows, then give the license up; today is its last day."""
    back, status, license, today = party_url(case), 200, case.license, timezone.localdate()
    form = SurrenderForm(request.POST or None, initial={"version": case.version})
    if request.method == "POST":
        status = done(request, form, lambda: issuing.surrender(
            case, actor=membership.actor, at=timezone.now(), expected_version=form.cleaned_data["version"],
        ), location=back)  # fmt: skip
        if not status:
            began = status_of(license, today).value != NOT_YET
            messages.success(
                request,
                _("The license is given up. Today is its last day.")
                if began
                else _("The license is given up before its first day."),
            )
            return HttpResponseRedirect(back, status=303)
    first = _next_term(license, None, today) if status_of(license, today).value == NOT_YET else None
    refusal = "" if case.is_open else _("The file of this license is closed.")
    return render(request, "licenses/status/surrender.html", {
        "case": case, "form": form, "back_url": back, "today": today, "first": first, "has_errors": bool(form.errors),
        "under_notice": under_notice(case.license), "refusal": refusal or nothing_pending(case, membership.actor) or "",
    }, status=status)  # fmt: skip
