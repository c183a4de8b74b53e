"""Shows every component in every state on one page (demonstration mode and tests only): looks and checks start here."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.web import samples, views


def gallery_context() -> dict[str, Any]:
    """Return what the gallery's template draws."""
    return {
        "blank": samples.SampleForm(initial={"submission_key": samples.KEY}, prefix="blank"),
        "faulty": samples.faulty_form(),
        "question": samples.QuestionForm(prefix="q"),
        "clocks": samples.CLOCKS,
        "tags": samples.TAGS,
        "rows": samples.ROWS,
        "today": samples.TODAY,
        "amounts": samples.AMOUNTS,
        "piece": Decimal("0.0375"),
        "answers": samples.ANSWERS,
        "steps": samples.STEPS,
        "timeline_days": samples.timeline_days(),
        "stage_rows": samples.STAGES,
        "task_rows": samples.TASKS,
        "files": samples.FILES,
        "page": samples.PAGE,
    }


def gallery(request: HttpRequest) -> HttpResponse:
    """Draw the gallery; `?part=staff` in the staff frame, `?part=question` and `?part=error` as a question page."""
    part = request.GET.get("part", "")
    context = gallery_context()
    if part == "question":
        return render(request, "web/gallery_question.html", {"form": context["question"]})
    if part == "error":
        form = samples.QuestionForm({"submission_key": str(samples.KEY)})
        return render(request, "web/gallery_question.html", {"form": form}, status=422)
    context["frame"] = "staff/base.html" if part == "staff" else "base.html"
    return render(request, "web/gallery.html", context)


def error_page(request: HttpRequest, name: str) -> HttpResponse:
    """Draw one of the error pages with its real status."""
    drawn = {
        "400": lambda: views.handler400(request, None),
        "403": lambda: views.handler403(request, NotPermitted("Only a supervisor may sign a determination.")),
        "404": lambda: views.handler404(request, None),
        "409": lambda: views.conflict(request, TransitionNotAllowed("Ana Ruiz saved this at 10:42 a.m.")),
        "413": lambda: views.too_large(request, what="files"),
        "422": lambda: views.key_reused(request, "/"),
        "500": lambda: views.handler500(request),
        "503": lambda: views.unavailable(request),
        "damaged": lambda: views.damaged(request),
        "expired": lambda: views.csrf_failure(request),
    }
    if name not in drawn:
        raise Http404
    return drawn[name]()
