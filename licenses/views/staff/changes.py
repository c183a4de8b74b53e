"""The section "Changes" of a renewal: only what differs from what was filed before it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from licenses.review_changes import changes, previous
from wagecase.accounts.access import case_staff_required
from wagecase.cases.views import frame


@require_safe
@case_staff_required
def page(request: HttpRequest, number: str) -> HttpResponse:
    """Rates that went down first, then old studies, workers who came and left, prevailing wages, the employer's facts."""
    case = frame.find(request, number)
    before = previous(case.application) if case.kind == "application" else None
    if before is None:
        raise Http404
    request.private_page = True  # type: ignore[attr-defined]
    found = changes(case.application, before)
    groups = (
        ("Rates that went down", found.rates_down, "Nobody is paid less than before."),
        ("Time studies older than 6 months", found.studies_old, "Every study is recent enough."),
        ("Workers who are listed no longer", found.vanished, "Everybody from the last filing is still listed."),
        ("New workers", found.new, "Nobody is new."),
        ("Other basis or place", found.moved, "Nobody changed the basis of pay or the place."),
    )
    return render(request, "licenses/staff/changes.html", {
        **frame.context(case, "changes"), "before": before, "found": found, "groups": groups,
    })  # fmt: skip
