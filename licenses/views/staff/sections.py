"""The sections of a file that only licenses have; which page shows an overview depends on the kind of the case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases.models import Case
from wagecase.cases.views import frame

Page = Callable[[HttpRequest, Case], HttpResponse]
OVERVIEWS: dict[str, Page] = {}  # filled by the module of each kind


@require_safe
@case_staff_required
def overview(request: HttpRequest, number: str) -> HttpResponse:
    """The next step above the facts, as the kind of the case has them."""
    case = frame.find(request, number)
    return OVERVIEWS[case.kind](request, case)


@require_safe
@case_staff_required
def parties(request: HttpRequest, number: str) -> HttpResponse:
    """The employer and how to reach it."""
    case = frame.find(request, number)
    context: dict[str, Any] = frame.context(case, "parties")
    shown = [
        (party, [("Contact", party.attention), ("E-mail", party.email), ("Phone", party.phone), ("Mail", party.postal)])
        for party in context["parties"]
    ]
    return render(request, "staff/case/parties.html", {**context, "shown": shown})
