"""Shows what was typed on a page of an application in the making that was refused, as questions and answers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from licenses.drafting.forms.jobs import PieceMeasureForm
from licenses.drafting.forms.signing import CheckForm, SignForm
from licenses.drafting.sections import BY_SLUG, MEASURES
from wagecase.web.questions import typed_rows

WRITING = ("licenses:apply_section", "licenses:apply_row")


def rows(request: HttpRequest) -> list[dict[str, Any]] | None:
    """Return the typed answers of a page of an application, or None for a page that is not known here."""
    match = request.resolver_match
    name = (match.view_name or "") if match else ""
    if match is not None and name in WRITING:
        section = BY_SLUG.get(match.kwargs.get("slug", ""))
        by_piece = section is not None and section.slug == MEASURES and "units_measured" in request.POST
        return typed_rows(request, PieceMeasureForm if by_piece else section.form if section else None)
    if name == "licenses:apply_sign":
        return typed_rows(request, SignForm)
    return typed_rows(request, CheckForm) if name == "licenses:apply_check" else None
