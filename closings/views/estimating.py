"""Gives the estimate for answers that are still being typed: nothing is saved, and what is faulty is left out."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from closings import sections
from closings.sections import Section
from closings.views.flow import Flow


@require_POST
def estimate(request: HttpRequest, flow: Flow, *, slug: str) -> HttpResponse:
    """Return the panel alone, worked out from what is saved and what stands in the boxes now."""
    found = sections.by_slug(slug, staff=flow.asks_letter)
    if found is None or slug == "files":
        raise Http404
    form = found.form(request.POST)
    form.is_valid()
    answers = _with_typed(flow.answers(), found, form.stored(), place=request.POST.get("place", ""))
    return render(request, "closings/flow/panel.html", {"flow": flow, "panel": flow.panel(answers), "live": True})


def _with_typed(answers: dict[str, Any], found: Section, typed: dict[str, Any], *, place: str) -> dict[str, Any]:
    if not found.rows:
        return {**answers, found.slug: {**answers.get(found.slug, {}), **typed}}
    rows = sections.rows_of(answers, found.slug)
    others = [row for row in rows if str(row[sections.KEY]) != place]
    if found.slug == "recipients" and "kind" not in typed:
        return answers  # nobody knows yet who it is
    return {**answers, found.slug: {sections.ROWS: [*others, typed]}}
