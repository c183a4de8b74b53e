"""The sections of a file that only licenses have; which page shows an overview depends on the kind of the case."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.cases.views.sections import employer_reached, parties_page

Page = Callable[[HttpRequest, Case], HttpResponse]
OVERVIEWS: dict[str, Page] = {}  # filled by the module of each kind


@require_safe
@case_staff_required
def overview(request: HttpRequest, number: str) -> HttpResponse:
    """The next step above the facts, as the kind of the case has them."""
    case = frame.find(request, number)
    return OVERVIEWS[case.kind](request, case)


parties = parties_page(employer_reached)
