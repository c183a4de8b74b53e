"""The public list for programs, as CSV and JSON: streamed, cacheable, the same names forever, no cell a formula."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from closings.models import Revision
from closings.selectors import COLUMNS, lines, listed

SECONDS = 300
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """A file that gives back what is written to it, so that a line can be sent as soon as it is made."""

    def write(self, text: str) -> str:
        return text


def safe_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet runs: a text that begins like a formula gets an apostrophe in front of it."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value


def _csv(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    names = [name for name, _field in COLUMNS]
    yield writer.writerow(names)
    for row in rows:
        yield writer.writerow([safe_cell(row[name]) for name in names])


def _json(rows: Iterable[dict[str, Any]], *, count: int, changed_on: date | None) -> Iterator[str]:
    head = {
        "generated_at": timezone.now().isoformat(),
        "last_changed_on": changed_on and changed_on.isoformat(),
        "count": count,
    }
    yield json.dumps(head)[:-1] + ', "notices": ['
    before = ""
    for row in rows:
        made = {name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()}
        yield before + json.dumps(made, ensure_ascii=False)
        before = ",\n"
    yield "]}\n"


def _feed(kind: str, made: Callable[[], Iterator[str]], *, media: str, tag: str, request: HttpRequest) -> HttpResponse:
    etag = quote_etag(tag)
    kept = get_conditional_response(request, etag=etag)
    response: Any = kept or StreamingHttpResponse(made(), content_type=media)
    if kept is None:
        response.headers["Content-Disposition"] = f'inline; filename="closing-notices.{kind}"'
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = f"public, max-age={SECONDS}"
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.for_everybody = True
    return response  # type: ignore[no-any-return]


def _mark(kind: str) -> tuple[str, dict[str, Any]]:
    """Return what the list's present state is known by; any filing, listing or undone import gives another."""
    facts: dict[str, Any] = listed().aggregate(count=Count("pk"), changed_on=Max("changed_on"))
    last = Revision.objects.order_by("-pk").values_list("pk", flat=True).first()
    return hashlib.sha256(f"{kind} {facts} {last}".encode()).hexdigest()[:32], facts


@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """The whole list, one line an event at its latest revision."""
    tag, _facts = _mark("csv")
    return _feed("csv", lambda: _csv(lines(listed())), media="text/csv; charset=utf-8", tag=tag, request=request)


@require_safe
def as_json(request: HttpRequest) -> HttpResponse:
    """The whole list as one object with its count and the day of its last change."""
    tag, facts = _mark("json")
    return _feed("json", lambda: _json(lines(listed()), **facts), media="application/json", tag=tag, request=request)
