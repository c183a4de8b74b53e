"""The pages of "What should I have been paid?": every answer stands in the address, so Back, reload and a link lose nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from wagecase.rates.books import published_book
from wagecase.rates.finder import QUESTIONS, Answers, Question, path
from wagecase.rates.finder_result import results
from wagecase.rules.employee_class import first_opportunity_hire
from wagecase.web.formatting import day as day_text

Pairs = list[tuple[str, str]]


@dataclass
class Walk:
    """How far the answers of an address lead: those that count, as typed and as read, and the question that stops it."""

    answers: Answers = field(default_factory=dict)
    asked: list[tuple[str, Question]] = field(default_factory=list)
    open: Question | None = None
    is_fault: bool = False

    def query(self, *, at: str = "") -> str:
        """Return the query that gives the answers again, stopping at question `at`."""
        pairs: Pairs = [("at", at)] if at else []
        for name, form in self.asked:
            pairs += _typed(name, form.data)
        return urlencode(pairs)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Ask the next question that the answers in the address need, or show what they come to."""
    walk = walk_through(request.GET)
    if walk.open is not None:
        return render(request, "rates/find.html", _question(request, walk), status=422 if walk.is_fault else 200)
    return render(request, "rates/found.html", _answer(request, walk))


def walk_through(data: QueryDict) -> Walk:
    """Return how far the answers lead; an answer that cannot be read stops at its question, with what was typed."""
    walk, at, sent = Walk(), data.get("at", ""), data.get("ask", "")
    for name in path(walk.answers):
        given = bool(_typed(name, data))
        form = QUESTIONS[name](data if given or sent == name else None, answers=walk.answers)
        if not form.is_bound or at == name or not form.is_valid():
            walk.open, walk.is_fault = form, form.is_bound and at != name
            if at == name and given:
                form.errors.clear()  # a question that is looked at again is not judged yet
            break
        walk.answers[name] = form.cleaned_data[name]
        walk.asked.append((name, form))
    return walk


def _question(request: HttpRequest, walk: Walk) -> dict:
    assert walk.open is not None  # noqa: S101 - asked by the caller
    carried = _carried(request.GET, walk.open.heading)
    back = ""
    if walk.asked:
        last = walk.asked[-1][0]
        kept = [pair for pair in carried if pair[0] not in ("ask", "at")]
        back = f"{request.path}?{urlencode([('at', last), *kept, *_typed(walk.open.heading, request.GET)])}"
    return {
        "form": walk.open,
        "name": walk.open.heading,
        "carried": carried,
        "back_url": back,
        "page_title": walk.open.fields[walk.open.heading].label,
    }


def _answer(request: HttpRequest, walk: Walk) -> dict:
    day, now = walk.answers["day"], timezone.localdate()
    found = results(published_book(), walk.answers, is_future=day > now)
    return {
        "day": day,
        "is_future": day > now,
        "found": found,
        "start": first_opportunity_hire(day) if len(found) > 1 else None,
        "rows": [_row(walk, name, request.path) for name, _form in walk.asked],
        "link": request.build_absolute_uri(f"{request.path}?{walk.query()}"),
        "back_url": f"{request.path}?{walk.query(at=walk.asked[-1][0])}",
        "page_title": gettext("What you should be paid") if day > now else gettext("What you should have been paid"),
    }


def _row(walk: Walk, name: str, address: str) -> dict[str, str]:
    """Return a line of the answers given, with the link that changes it."""
    bound, value = dict(walk.asked)[name].fields[name], walk.answers[name]
    if name == "day":
        said = day_text(value)
    else:
        said = str(dict(getattr(bound, "choices", ())).get(value, value))
    href = f"{address}?{walk.query(at=name)}"
    return {"label": str(bound.label), "value": said, "href": href, "hidden": str(bound.label)}


def _carried(data: QueryDict, heading: str) -> Pairs:
    """Return every answer of the address but that of the question asked: later ones too, which Back must not lose."""
    return [pair for name in QUESTIONS if name != heading for pair in _typed(name, data)]


def _typed(name: str, data: Mapping[str, Any]) -> Pairs:
    """Return what the address holds for a question, as typed, without blanks."""
    keys = [f"{name}_{part}" for part in range(3)] if name == "day" else [name]
    return [(key, str(data[key])) for key in keys if data.get(key)]
