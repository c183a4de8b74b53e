"""The frame that every staff page of one case shares: the one door to the case, and what its kind shows around it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from wagecase.cases import kinds
from wagecase.cases.models import Case
from wagecase.cases.rows import details_of_kinds
from wagecase.cases.selectors import visible_to


def find(request: HttpRequest, number: str) -> Case:
    """Return the case if this person may see it and it belongs below this address.

    404 in the same words for what is missing, what is not theirs, and what stands below another kind's address.
    """
    cases = visible_to(request.user).select_related("employer", "assignee", *details_of_kinds())
    case = get_object_or_404(cases, number=number)
    if not request.path.startswith(f"/{kinds.get(case.kind).url_prefix}/"):
        raise Http404
    return case


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    frame = kinds.get(case.kind).frame
    if frame is None:
        raise LookupError(f"{case.kind} has no staff pages")
    return frame(case, section)
