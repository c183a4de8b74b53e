"""Keying a complaint that came on paper or by telephone, what its stamp means for the clock, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from complaints import intake
from complaints.forms.acts import due_from_stamp
from complaints.forms.intake import IntakeForm, StampForm
from wagecase.accounts.access import case_staff_required, role_required
from wagecase.accounts.models import Role
from wagecase.cases import acts
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import show_refusal
from wagecase.cases.views import frame
from wagecase.cases.views.once import acting_once
from wagecase.web.formatting import day, longdate, relative_day

complaint_staff_required = role_required(Role.INVESTIGATOR, Role.SUPERVISOR)  # before there is a case to be seen or not


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a stamp means: one sentence for the box, its kind of alert, and the steps of the count."""

    kind: str
    title: str
    text: str
    sentences: tuple[str, ...] = ()


@complaint_staff_required
def new(request: HttpRequest) -> HttpResponse:
    """The form; `look` shows what the stamp means without recording anything, for whoever has no script."""
    form = IntakeForm(request.POST or None, request.FILES or None)
    look = request.method == "POST" and "look" in request.GET
    if look:
        form = IntakeForm(initial=request.POST.dict())
    elif request.method == "POST" and form.is_valid():
        try:
            return HttpResponseRedirect(_record(request, form), status=303)
        except ValidationError as error:
            show_refusal(form, error)
    said = meaning(request.POST, today=timezone.localdate())
    if look and said is None:
        said = Meaning(
            "error", "Enter the day first",
            "Say whether the paper is signed and which day is stamped on it. Then you see what it means.",
        )  # fmt: skip
    return render(request, "complaints/staff/intake.html", {
        "form": form, "sections": form.sections(), "meaning": said,
    }, status=422 if form.errors else 200)  # fmt: skip


def _record(request: HttpRequest, form: IntakeForm) -> str:
    with acting_once(request, form) as sent:
        case = intake.record_complaint(
            content=form.content(), stamp=form.stamp(), actor=request.user.actor, at=timezone.now(),
            keyed_by=request.user, scans=form.cleaned_data["scans"],
        )  # fmt: skip
        sent.location = case_url(case, "recorded")
    return sent.location


@require_safe
@complaint_staff_required
def clock(request: HttpRequest) -> HttpResponse:
    """The box about the stamp alone, for the page to put in place when an answer changes."""
    found = meaning(request.GET, today=timezone.localdate())
    return render(request, "complaints/staff/parts/stamp.html", {"meaning": found})


@require_safe
@case_staff_required
def recorded(request: HttpRequest, number: str) -> HttpResponse:
    """What was recorded, whether the clock runs, and the next step with the paper to print."""
    case = frame.find(request, number)
    if case.complaint.keyed_on is None or case.state not in {"received", "unverified"}:
        return HttpResponseRedirect(case_url(case))
    offers = acts.offers(case, request.user.actor)
    documents = list(case.documents.defer("html").filter(kind="complaints.as_filed").order_by("-id")[:1])
    letters = list(case.notices.filter(channel="letter").select_related("document").defer("document__html"))
    return render(request, "complaints/staff/recorded.html", {
        **frame.context(case, None), "next": offers.next, "document": documents[0] if documents else None,
        "letters": letters,
    })  # fmt: skip


def meaning(data: Any, *, today: date) -> Meaning | None:
    """Return what the typed stamp means for the clock, or None while there is nothing to say."""
    form = StampForm(data)
    stamped = form.day()
    if data.get("channel") == "phone" or data.get("signed") == "no":
        return Meaning("warn", "The 20 days will not start", "They start on the day stamped on the signed form.")
    if stamped is None or data.get("signed") != "yes":
        return None
    if stamped > today:
        return Meaning("error", "The stamp lies in the future", f"{day(stamped)} is after today.")
    finding = due_from_stamp(stamped)
    if finding is None:
        return Meaning("error", "The due date cannot be counted", f"Check the year: {day(stamped)} is too long ago.")
    due = finding.value.legal_due
    text = f"The 20 days count from {day(stamped)}. Decision due {longdate(due)}, {relative_day(due, today)}."
    if stamped < today:
        kind = "warn" if due < today or (today - stamped).days > 1 else "info"
        return Meaning(
            kind, f"Stamped before today: decision due {relative_day(due, today)}", text, tuple(finding.sentences("en"))
        )
    return Meaning("info", "The 20 days start today", text, tuple(finding.sentences("en")))
