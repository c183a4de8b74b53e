"""The public list for programs, as CSV and JSON: streamed, cacheable, the same names forever, no cell a formula."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from itertools import islice
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from closings.copied import blocks, can_copy
from closings.lifecycle import CLOSING, verb
from closings.models import ClosingNotice
from closings.selectors import COLUMNS, lines, listed, span
from wagecase.audit.models import Event

SECONDS = 300
LINES = 500  # sent at once
ACTS = tuple(verb(row.name) for row in CLOSING.transitions)
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


def _csv(notices: QuerySet[ClosingNotice]) -> Iterator[bytes]:
    """Yield the file in blocks: a block a line would cost more than the line."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    names = [name for name, _field in COLUMNS]
    yield writer.writerow(names).encode()
    if can_copy():
        yield from blocks(notices)
        return
    rows = lines(notices)
    while part := list(islice(rows, LINES)):
        yield "".join(writer.writerow([safe_cell(row[name]) for name in names]) for row in part).encode()


def _json(rows: Iterable[dict[str, Any]], *, changed_on: date | None) -> Iterator[str]:
    """Yield the file; it counts what it wrote, so that its count is true of its notices though one is listed meanwhile."""
    head = {"generated_at": timezone.now().isoformat(), "last_changed_on": changed_on and changed_on.isoformat()}
    yield json.dumps(head)[:-1] + ', "notices": ['
    count = 0
    for count, row in enumerate(rows, start=1):
        made = {name: value.isoformat() if isinstance(value, date) else value for name, value in row.items()}
        yield (",\n" if count > 1 else "") + json.dumps(made, ensure_ascii=False)
    yield f'], "count": {count}}}\n'


def _feed(
    kind: str, made: Callable[[], Iterator[str] | Iterator[bytes]], *, media: str, tag: str, request: HttpRequest
) -> HttpResponse:
    etag = quote_etag(tag) if kind == "csv" else f"W/{quote_etag(tag)}"  # the JSON file says when it was made
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


def _mark(kind: str) -> str:
    """Return what the list's present state is known by.

    The last act on any notice stands in it: whatever changes the list is an act, and no two have one number. So the
    mark never comes again for another content, also when a notice is listed while another is taken off. The columns
    stand in it too, since a new release may add one.
    """
    facts: dict[str, Any] = listed().aggregate(count=Count("pk"), changed_on=Max("changed_on"))
    last = Event.objects.filter(verb__in=ACTS).order_by("-seq").values_list("seq", flat=True).first()
    return hashlib.sha256(f"{kind} {COLUMNS} {facts} {last}".encode()).hexdigest()[:32]


@require_safe
def as_csv(request: HttpRequest) -> HttpResponse:
    """The whole list, one line an event at its latest revision."""
    return _feed("csv", lambda: _csv(listed()), media="text/csv; charset=utf-8", tag=_mark("csv"), request=request)


@require_safe
def as_json(request: HttpRequest) -> HttpResponse:
    """The whole list as one object with its count and the day of its last change."""
    tag = _mark("json")
    made = partial(_json, lines(listed()), changed_on=span().changed)
    return _feed("json", made, media="application/json", tag=tag, request=request)
