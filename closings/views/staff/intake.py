"""The start of keying a letter."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from closings import filing
from closings.forms.acts import CorrectForm
from closings.views.flow import staff
from wagecase.cases import acts
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Transition


@require_http_methods(["GET", "HEAD", "POST"])
@staff
def begin(request: HttpRequest) -> HttpResponse:
    """Say what keying a letter does; POST opens the list of sections."""
    if request.method != "POST":
        return render(request, "closings/staff/begin.html")
    draft = filing.begin_key(request.user, at=timezone.now())
    return HttpResponseRedirect(reverse("closing_key_hub", args=[draft.pk]), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@staff
def update(request: HttpRequest, number: str) -> HttpResponse:
    """Say what recording an update does; POST opens the list of sections with the notice as it stands."""
    case, row = _may(request, number, "file_update")
    if request.method != "POST":
        return render(request, "closings/staff/begin_update.html", {**frame.context(case, None), "row": row})
    draft = filing.begin_key(request.user, at=timezone.now(), case=case)
    return HttpResponseRedirect(reverse("closing_key_hub", args=[draft.pk]), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@staff
def correct(request: HttpRequest, number: str) -> HttpResponse:
    """Ask what is wrong and how we know; POST opens the list of sections with the notice as it stands."""
    case, row = _may(request, number, "correct_notice")
    form = CorrectForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        draft = filing.begin_key(request.user, at=timezone.now(), case=case, why=form.cleaned_data["why"])
        return HttpResponseRedirect(reverse("closing_key_hub", args=[draft.pk]), status=303)
    context = {**frame.context(case, None), "row": row, "form": form}
    return render(request, "closings/staff/begin_update.html", context, status=422 if form.errors else 200)


def _may(request: HttpRequest, number: str, name: str) -> tuple[Case, Transition]:
    """Return the case and the row of an act that is written section by section, if it may be done now."""
    case = frame.find(request, number)
    row = acts.lifecycle_of(case).get(name)
    if reason := acts.refusal(case, row, request.user.actor):
        raise TransitionNotAllowed(reason, transition=row.name, state=case.state)
    return case, row
