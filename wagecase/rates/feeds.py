"""The rates of a day for other programs, as JSON and CSV: no key, no cookie, the same answer for everybody."""

from __future__ import annotations

import csv
import hashlib
import io
import logging
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from wagecase.errors import RatesUnavailable
from wagecase.rates import tables
from wagecase.rates.books import published_book
from wagecase.rates.views import IN_FORCE
from wagecase.rules.calculators.fields import DateField, Faults
from wagecase.rules.ratebook import RateBook
from wagecase.web.cells import safe_cell

logger = logging.getLogger(__name__)
# The book may change at any hour, even for a day that is over (a first day that the authority itself sets), so an answer
# is kept for a few minutes only; with its ETag, asking again costs next to nothing while nothing has changed.
KEPT_SECONDS = 300
COLUMNS = ("date", "source", "status", "class", "item", "unit", "amount", "from", "to", "citation", "flags")
Answer = Callable[[date, RateBook], HttpResponse]


class Refused(Exception):
    """The question cannot be answered; becomes a JSON object with the same codes as the calculators."""

    def __init__(self, code: str, field: str, message: str, *, status: int = 400) -> None:
        super().__init__(message)
        self.body = {"error": {"code": code, "field": field, "message": message}}
        self.status = status


def public_feed(answer: Answer) -> Callable[[HttpRequest], HttpResponse]:
    """Return a view that answers GET for one day, with the headers that let anybody keep the answer."""

    @wraps(answer)
    def view(request: HttpRequest) -> HttpResponse:
        try:
            if request.method not in ("GET", "HEAD"):
                raise Refused("invalid", "", "ask with GET", status=405)
            day = _day(request)
            book = _book()
            said = f"{book.name} {tables.federal(book, day)!r} {day} {answer.__name__}"
            etag = quote_etag(hashlib.sha256(said.encode()).hexdigest()[:32])
            response = get_conditional_response(request, etag=etag) or answer(day, book)
        except Refused as error:
            response = JsonResponse(error.body, status=error.status)
            response.headers["Cache-Control"] = "no-cache"
            if error.status == 405:
                response.headers["Allow"] = "GET, HEAD"
        else:
            response.headers["ETag"] = etag
            response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
        response.for_everybody = True
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return view


def _day(request: HttpRequest) -> date:
    unknown = sorted(set(request.GET) - {"date"})
    if unknown:
        raise Refused("unknown-field", ascii(unknown[0])[1:-1][:60], "there is no such field; known is date")
    given = request.GET.getlist("date")
    if not given:
        return timezone.localdate()
    if len(given) > 1:
        raise Refused("invalid", "date", "give one date")
    faults = Faults()
    day = DateField().read(given[0], "date", faults)
    if faults:
        raise Refused(*faults.first())
    return day


def _book() -> RateBook:
    try:
        return published_book()
    except RatesUnavailable as error:
        logger.exception("no rates can be given")
        raise Refused("unavailable", "", "no rate schedule can be read now; ask again later", status=503) from error


def _rows(day: date, book: RateBook) -> list[dict[str, Any]]:
    rows = [
        {
            "class": class_,
            "item": item,
            "unit": unit,
            "amount": f"{rate.amount:f}",
            "from": rate.start.isoformat() if rate.start else None,
            "to": rate.end.isoformat() if rate.end else None,
            "citation": rate.cite,
            "flags": list(rate.flags),
        }
        for class_, item, unit, rate in tables.rates_of(book, IN_FORCE, day)
    ]
    if not rows:
        message = f"{IN_FORCE} prints no rate for {day.isoformat()}"
        raise Refused("no-rate-in-source", "date", message, status=404)
    return rows


@public_feed
def as_json(day: date, book: RateBook) -> HttpResponse:
    """The rates of a day, and the federal rate beside them, marked as outside the sources."""
    federal = tables.federal(book, day)
    beside = federal and {
        "amount": f"{federal.amount:f}",
        "unit": "hour",
        "from": federal.start.isoformat(),
        "citation": federal.cite,
        "source": "outside the sources",
        "higher_than": list(federal.lower),
    }
    body = {
        "date": day.isoformat(),
        "source": IN_FORCE,
        "status": "adopted",
        "book": book.name,
        "rates": _rows(day, book),
    }
    return JsonResponse({**body, "federal": beside})


@public_feed
def as_csv(day: date, book: RateBook) -> HttpResponse:
    """The rates of a day, one amount a line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in _rows(day, book):
        flags = " ".join(row["flags"])
        cells = {"date": day.isoformat(), "source": IN_FORCE, "status": "adopted", **row, "flags": flags}
        writer.writerow({name: safe_cell(value) for name, value in cells.items()})
    return HttpResponse(
        text.getvalue(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="rates-{day.isoformat()}.csv"'},
    )
