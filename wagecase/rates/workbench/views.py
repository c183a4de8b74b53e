"""The pages of the revision workbench: the schedules, one of them, its draft, and the acts on it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from wagecase.accounts.access import confirmed_person_required, role_required
from wagecase.accounts.models import Role
from wagecase.cases.forms import show_refusal
from wagecase.cases.views.once import acting_once, facts_of
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.rates.books import published_book
from wagecase.rates.models import DRAFT, PROPOSED, TYPED, RateSchedule
from wagecase.rates.services import PREPARERS
from wagecase.rates.workbench import acts, pages
from wagecase.rates.workbench.forms import FORMS, ProposeForm, PublishForm, RevisionForm, WithdrawForm, table_in_force
from wagecase.web import submissions
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.views import conflict

supervisor = role_required(Role.SUPERVISOR)
preparer = role_required(*PREPARERS)
PAGES = "rates/staff"


def _leads_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer an act that is not possible now with the way to the schedule, not to the page of the act."""

    @wraps(view)
    def answer(request: HttpRequest, key: str) -> HttpResponse:
        try:
            return view(request, key)
        except TransitionNotAllowed as refused:
            back = (f"See the schedule {key} as it is now", reverse("staff_rates_schedule", args=[key]))
            return conflict(request, refused, instead=back)

    return answer


@require_safe
@preparer
def schedules(request: HttpRequest) -> HttpResponse:
    """Every schedule: in force, proposed, drafts, superseded, and the bills."""
    return render(request, f"{PAGES}/schedules.html", {"piles": pages.piles(timezone.localdate())})


@require_safe
@preparer
def start(request: HttpRequest) -> HttpResponse:
    """Choose the method of a revision."""
    return render(request, f"{PAGES}/start.html", {"methods": pages.METHODS})


@preparer
def new(request: HttpRequest, method: str) -> HttpResponse:
    """Enter the figures of a revision by one method, and keep them as a draft."""
    if method not in FORMS:
        raise Http404
    book = published_book()
    on = pages.filled_for(request.GET.get("first_day", ""), today=timezone.localdate())
    form = FORMS[method](request.POST or None, book=book, initial=_table(method, book, on))
    return _revision(request, form, None, filled_for=on if method == TYPED else None)


@preparer
@_leads_back
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Change a draft; it opens with every word that was typed."""
    schedule = _find(key)
    if request.method != "POST" and schedule.status != DRAFT:
        raise TransitionNotAllowed(pages.not_now(schedule), transition="save_rows", state=schedule.status)
    if schedule.method not in FORMS:
        raise Http404
    initial = {**schedule.inputs, "version": schedule.version}
    form = FORMS[schedule.method](request.POST or None, book=published_book(), initial=initial)
    return _revision(request, form, schedule)


@require_safe
@preparer
def schedule(request: HttpRequest, key: str) -> HttpResponse:
    """One schedule: flags, deadline, the table beside the one in force with every step, and what can be done."""
    found = _find(key)
    return render(
        request, f"{PAGES}/schedule.html", pages.of_schedule(found, request.user.actor, today=timezone.localdate())
    )


@supervisor
@_leads_back
def propose(request: HttpRequest, key: str) -> HttpResponse:
    """Put a draft forward."""
    found = _find(key)
    proposal = acts.proposal_of(found)
    form = ProposeForm(request.POST or None, proposal=proposal, initial={"version": found.version})
    told = pages.of_schedule(found, request.user.actor, today=timezone.localdate())
    if request.method != "POST":
        pages.must_be(found, DRAFT, act="propose_schedule")
    return _act(request, found, form, page="propose", told=told, said="The schedule is proposed. A second supervisor can "
                "now put it in force.", run=lambda: acts.propose(
        schedule=found, confirmed_fall=bool(form.cleaned_data.get("confirm_fall")),
        confirmed_large=bool(form.cleaned_data.get("confirm_large")),
        expected_version=form.cleaned_data["version"], actor=request.user.actor, at=timezone.now(),
    ))  # fmt: skip


@preparer
@_leads_back
def withdraw(request: HttpRequest, key: str) -> HttpResponse:
    """Take a proposal back to a draft, for a reason."""
    found = _find(key)
    form = WithdrawForm(request.POST or None, initial={"version": found.version})
    if request.method != "POST":
        pages.must_be(found, PROPOSED, act="withdraw_schedule")
    return _act(request, found, form, page="withdraw", told={"schedule": found}, said="The proposal is a draft again.",
                run=lambda: acts.withdraw(
        schedule=found, reason=form.cleaned_data["reason"], expected_version=form.cleaned_data["version"],
        actor=request.user.actor, at=timezone.now(),
    ))  # fmt: skip


@supervisor
@confirmed_person_required
@_leads_back
def publish(request: HttpRequest, key: str) -> HttpResponse:
    """Put a proposal in force: the second person enters the authority and the first day."""
    found = _find(key)
    actor, told = request.user.actor, pages.of_schedule(found, request.user.actor, today=timezone.localdate())
    first = {"version": found.version, "first_day": found.first_day}
    form = PublishForm(request.POST or None, request.FILES or None, initial=first)
    if request.method != "POST":
        pages.must_be(found, PROPOSED, act="publish_schedule")
        pages.must_be_another(found, actor)
    return _act(request, found, form, page="publish", told=told, said=f"{found.key} is in force from its first day.",
                run=lambda: acts.publish(
        schedule=found, expected_version=form.cleaned_data["version"], actor=actor, at=timezone.now(),
        **{name: value for name, value in facts_of(form).items() if name != "version"},
    ))  # fmt: skip


def _find(key: str) -> RateSchedule:
    return get_object_or_404(RateSchedule, key=key)


def _table(method: str, book: Any, on: date) -> dict[str, Any]:
    if method != TYPED:
        return {}
    given = {"first_day": on} if on > timezone.localdate() else {}
    return {"table": table_in_force(book, on, dated=False), **given}


def _revision(
    request: HttpRequest, form: RevisionForm, found: RateSchedule | None, *, filled_for: date | None = None
) -> HttpResponse:
    """Show the form of a revision, or keep it as a draft; nothing typed is lost when somebody was faster."""
    said, status = "", 200
    if request.method == "POST" and form.is_valid():
        try:
            return _keep(request, form, found)
        except ValidationError as error:
            show_refusal(form, error)
        except TransitionNotAllowed as refused:
            said, status = refused.message, 409
    elif request.method == "POST":
        submissions.answer_again(request, actor_key=request.user.actor.key)
    if said and found is not None:
        form.data = form.data.copy()  # what is sent next was checked against the schedule as it is now
        form.data["version"] = str(RateSchedule.objects.get(pk=found.pk).version)
    told = {"form": form, "schedule": found, "conflict": said, "filled_for": filled_for, **pages.of_method(form.method)}
    return render(request, f"{PAGES}/revision.html", told, status=422 if form.errors else status)


def _keep(request: HttpRequest, form: RevisionForm, found: RateSchedule | None) -> HttpResponse:
    with acting_once(request, form) as submission:
        kept = acts.save_draft(
            form=form, schedule=found, expected_version=form.cleaned_data.get("version") or 0, actor=request.user.actor,
            at=timezone.now(),
        )  # fmt: skip
        submission.location = reverse("staff_rates_schedule", args=[kept.key])
    messages.success(request, f"The draft {kept.key} is saved.")
    return HttpResponseRedirect(submission.location, status=303)


def _act(
    request: HttpRequest,
    found: RateSchedule,
    form: SubmissionKeyMixin,
    *,
    page: str,
    told: dict[str, Any],
    said: str,
    run: Any,
) -> HttpResponse:
    """Show the page of an act, or do it once; a refusal of one answer stands beside it, with everything typed."""
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            with acting_once(request, form) as submission:
                run()
                submission.location = reverse("staff_rates_schedule", args=[found.key])
            messages.success(request, said)
            return HttpResponseRedirect(submission.location, status=303)
        except ValidationError as error:
            show_refusal(form, error)
        except StaleVersion as stale:
            told, status = {**told, "conflict": stale.message}, 409
            form.data = form.data.copy()  # what is pressed next was looked at as the schedule is now
            form.data["version"] = str(RateSchedule.objects.get(pk=found.pk).version)
    elif request.method == "POST":
        submissions.answer_again(request, actor_key=request.user.actor.key)
    return render(request, f"{PAGES}/{page}.html", {**told, "form": form}, status=422 if form.errors else status)
