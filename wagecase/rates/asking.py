"""The pages of the calculators: asked by GET, so that the address of a result is the result."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wagecase.rates.headlines import TITLES, headline, title
from wagecase.rates.questions import QuestionForm, said
from wagecase.rates.tables import capitalized, language
from wagecase.rules.calculators import calculators as all_calculators
from wagecase.rules.ratebook import STATUS

BILLS = ("AB622", *(source for source, status in STATUS.items() if status == "proposed"))
# The tests of pay, and what of their results says that too little was paid.
TOO_LITTLE = {
    "wage-deficiency": lambda value: value["compliant"] is False,
    "tip-credit": lambda value: bool(value["owed"]),
}
ALWAYS_PROPOSED = ("poverty-line-revision", "price-index-revision")


@require_safe
def calculators(request: HttpRequest) -> HttpResponse:
    """Every calculator, those for everybody first."""
    rows = [
        {"name": row.name, "title": title(row), "about": said(row.question), "audience": row.audience}
        for row in all_calculators().values()
    ]
    asked_often = list(TITLES)
    rows.sort(
        key=lambda row: (asked_often.index(row["name"]) if row["name"] in TITLES else 99, row["title"].casefold())
    )
    groups = {word: [row for row in rows if row["audience"] == word] for word in ("public", "staff")}
    return render(request, "rates/calculators.html", groups)


@require_safe
def calculator(request: HttpRequest, name: str) -> HttpResponse:
    """One calculator: its form, and the answer to what the address asks."""
    declared = all_calculators().get(name)
    if declared is None:
        raise Http404
    form = QuestionForm(declared, request.GET)
    if form.is_bound and (target := _new_row(request, form)):
        return HttpResponseRedirect(target)
    asked = form.is_bound and not form.is_edited
    valid = asked and form.is_valid()
    shown, folded = form.groups()
    context: dict[str, Any] = {"form": form, "title": title(declared), "question": said(declared.question)}
    context |= {"shown": shown, "folded": folded, "open": form.has_folded_answers(), "result": None}
    if valid:
        context["result"] = _result(request, form)
    return render(request, "rates/calculator.html", context, status=422 if asked and not valid else 200)


def _result(request: HttpRequest, form: QuestionForm) -> dict[str, Any]:
    finding = form.finding
    source = form.cleaned_data.get("source", "")
    is_too_little = TOO_LITTLE.get(form.calculator.name, lambda value: False)(finding.value)
    return {
        "headline": headline(form.calculator, finding, form.cleaned_data),
        "steps": [capitalized(step) for step in finding.sentences(language())],
        "citations": finding.citations,
        "too_little": is_too_little and source not in BILLS,
        "proposed": source in BILLS or form.calculator.name in ALWAYS_PROPOSED,
        "link": request.build_absolute_uri(f"{request.path}?{form.query()}"),
    }


def _new_row(request: HttpRequest, form: QuestionForm) -> str:
    """Return the address of the same page with one more row, at its first control; "" if no row was asked for."""
    name = request.GET.get("add-row", "")
    if name not in form.row_counts:
        return ""
    shown, folded = form.groups()
    group = next(group for group in (*shown, *folded) if group.name == name)
    count = form.row_counts[name] + (1 if group.can_grow else 0)
    rest = request.GET.copy()
    rest.pop(f"{name}-rows", None)
    form.data = rest
    wanted = len(group.rows) if group.can_grow else len(group.rows) - 1
    first = group.rows[-1][1][0]
    anchor = first.auto_id.replace(f"{name}-{len(group.rows) - 1}", f"{name}-{wanted}")
    part = "_0" if hasattr(first.field.widget, "decompress") else ""
    return f"{request.path}?{form.query(**{f'{name}-rows': str(count), 'edit': '1'})}#{anchor}{part}"
