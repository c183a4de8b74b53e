"""The members' page of an application, and what they do there: answer, add files, withdraw."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from licenses import fact_forms
from licenses.facts import facts_of
from licenses.forms.status import AnswerForm, FilesForm, WithdrawForm
from licenses.guards.application import COMPLIANCE, DENIALS, INFORMATION, open_request, unanswered
from licenses.models import Application
from licenses.renewing import last_term
from licenses.review import asking, compliance, deciding
from licenses.review.rights import Review, last_sent, review_of
from licenses.status import HOLDS, ending, going_on, last_day_after, renewed_term, status_of
from licenses.views.public.door import ACT, done, member_case
from licenses.views.public.status import PAGES, can, common
from wagecase.accounts.models import Membership
from wagecase.cases.addresses import party_url
from wagecase.cases.clockwords import ClockView, clock_view
from wagecase.cases.models import Case

GOAL = "licenses.review_goal"
WRITE = ("GET", "HEAD", "POST")
KINDS = ("application",)
DENIED = ("denied", "to_serve")


def page(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Where the application stands, first of all the one thing that is asked of the organization."""
    application = case.application
    names = ("answer_request", "answer_facts", "add_evidence", "withdraw")
    return render(request, "licenses/status/application.html", {
        **common(membership, case), "application": application,
        "can": {name: can(membership, case, name) for name in names},
        "asked": open_request(case), "answer_clock": running(case, INFORMATION), "goal_clock": running(case, GOAL),
        "to_answer": [] if application.is_over else unanswered(case), "told_facts": facts_of(case),
        "compliance_clock": running(case, COMPLIANCE), "today": timezone.localdate(),
        "requests": application.requests.exclude(answered_at=None),
        "review": _review(case) if case.state in DENIED else None,
        "denied": case.state in DENIED, "last_day": _last_day(application),
        "goes_on": case.state == "to_serve" and status_of(application.renews, timezone.localdate()).value in HOLDS,
    })  # fmt: skip


PAGES["application"] = page


def _review(case: Case) -> Review:
    """Return until when a review of the denial may be asked for, counted as the newest letter of it counts."""
    application = case.application
    sent_on = last_sent(DENIALS.copies(case), decided_on=application.decided_on)
    return review_of(sent_on, served_on=application.served_on, language=get_language() or "en")


def _last_day(application: Application) -> date | None:
    """Return the last day of the license whose renewal was denied, once that is served and where nothing continues it."""
    license = application.renews
    if license is None or application.served_on is None or license.revoked_on or license.surrendered_on:
        return None
    if going_on(license) or last_term(license) != renewed_term(application):
        return None
    return last_day_after(license, renewed_term(application))


def running(case: Case, key: str) -> ClockView | None:
    """Return a clock that runs, in the reader's language."""
    clock = case.clocks.filter(key=key, status="running").last()
    return clock_view(clock, today=timezone.localdate(), language=get_language() or "en") if clock else None


def _answered(
    request: HttpRequest, case: Case, template: str, *, form: Any, status: int, **more: Any
) -> HttpResponse:  # fmt: skip
    context = {"form": form, "case": case, "back_url": party_url(case), "has_errors": bool(form.errors), **more}
    return render(request, f"licenses/status/{template}.html", context, status=status)


@require_http_methods(WRITE)
@member_case(*ACT, kinds=KINDS)
def answer(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Answer the questions that are open."""
    back, asked = party_url(case), open_request(case)
    if wanted := request.GET.get("question", ""):
        known = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 12 else 0
        asked = get_object_or_404(case.application.requests, pk=known)
    if asked is None:
        return HttpResponseRedirect(back, status=303)
    form, status = AnswerForm(request.POST or None, request.FILES or None), 200
    if request.method == "POST":
        status = done(request, form, lambda: asking.answer_request(
            case, request=asked, answer=form.cleaned_data["answer"], files=form.cleaned_data["files"],
            actor=membership.actor, at=timezone.now(),
        ), location=back)  # fmt: skip
        if not status:
            messages.success(request, _("We have your answer."))
            return HttpResponseRedirect(back, status=303)
    return _answered(
        request, case, "answer", form=form, status=status, asked=asked, answer_clock=running(case, INFORMATION)
    )


@require_http_methods(WRITE)
@member_case(*ACT, kinds=KINDS)
def answer_notice(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Answer the notice of facts, fact by fact; what is left blank can be answered later."""
    back, told = party_url(case), facts_of(case)
    if not told:
        return HttpResponseRedirect(back, status=303)
    form = fact_forms.MemberAnswerForm(request.POST or None, request.FILES or None, facts=told, may_end=True)
    status = 200
    if request.method == "POST":
        status = done(request, form, lambda: compliance.answer_facts(
            case, answers=fact_forms.answers_of(form), nothing_more=form.cleaned_data["nothing_more"],
            actor=membership.actor, at=timezone.now(),
        ), location=back)  # fmt: skip
        if not status:
            messages.success(request, _("We have your answer."))
            return HttpResponseRedirect(back, status=303)
    return _answered(request, case, "answer_notice", form=form, status=status, clock=running(case, COMPLIANCE))


@require_http_methods(WRITE)
@member_case(*ACT, kinds=("application", "revocation"))
def add_files(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Add files to the case."""
    back, status = party_url(case), 200
    form = FilesForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        status = done(request, form, lambda: asking.add_evidence(
            case, files=form.cleaned_data["files"], actor=membership.actor, at=timezone.now()
        ), location=back)  # fmt: skip
        if not status:
            messages.success(request, _("We have your files."))
            return HttpResponseRedirect(back, status=303)
    return _answered(
        request, case, "files", form=form, status=status, possible=status or can(membership, case, "add_evidence")
    )


@require_http_methods(WRITE)
@member_case(*ACT, kinds=KINDS)
def withdraw(request: HttpRequest, membership: Membership, case: Case) -> HttpResponse:
    """Say what a withdrawal does; POST withdraws."""
    back, status, renews = party_url(case), 200, case.application.renews
    form = WithdrawForm(request.POST or None)
    if request.method == "POST":
        status = done(
            request, form, lambda: deciding.withdraw(case, actor=membership.actor, at=timezone.now()), location=back
        )
        if not status:
            messages.success(request, _("Your application is withdrawn."))
            return HttpResponseRedirect(back, status=303)
    return _answered(
        request, case, "withdraw", form=form, status=status, application=case.application,
        ending=ending(renews, timezone.localdate(), of=case.application) if renews else None,
        possible=can(membership, case, "withdraw"),
    )  # fmt: skip
