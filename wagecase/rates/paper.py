"""The rates of a day on paper: a tagged PDF in the language of the visitor, kept for whoever asks next (`prints`).

Anybody may ask for any day, so drawing is bounded beyond what holds for every paper: only days with rates and at most
a year ahead, and a number of drawings for one address and for all together.
"""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from wagecase.rates import prints, tables
from wagecase.rates.books import published_book
from wagecase.rates.prints import print_answer, printed
from wagecase.rates.tables import language
from wagecase.rates.views import IN_FORCE, is_printed
from wagecase.rules.calculators.fields import DateField, Faults
from wagecase.rules.ratebook import RateBook
from wagecase.web import throttles
from wagecase.web.formatting import day as day_text

WINDOW_SECONDS = 600
MOST_FOR_ONE, MOST_FOR_ALL = 10, 60  # drawings in a window; one takes a few seconds of one processor


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    """The rates in force on a day as a tagged PDF in the language of the visitor."""
    book, now = published_book(), timezone.localdate()
    day = _day(request.GET.getlist("date"), now, book)
    key = f"rates {day.isoformat()} {now.isoformat()} {book.name}"
    if not prints.prints.keeps((key, language())) and _is_too_often(request):
        return _later(request, day)
    return print_answer(
        request,
        f"minimum-wage-rates-{day.isoformat()}.pdf",
        lambda: _drawn(key, day=day, now=now, book=book),
        by_language=True,
        instead=_back(day),
    )


def _drawn(key: str, *, day: date, now: date, book: RateBook) -> bytes:
    """Return the PDF of the rates of a day as it is drawn on the day `now`. Busy as in prints."""
    federal = tables.federal(book, day)
    context = {
        "day": day,
        "sections": tables.sections(book, IN_FORCE, day),
        "doubts": tables.doubts(book, IN_FORCE, day),
        "federal": federal,
        "lower": "; ".join(tables.class_name(name) for name in federal.lower) if federal else "",
        "address": page_address(day),
    }
    title = gettext("Minimum wage rates on %(day)s") % {"day": day_text(day)}
    return printed(
        key=key, template="letters/rates/table.html", context=context, language=language(), title=title, issued=now
    )


def page_address(day: date) -> str:
    """Return the address of the page with the rates of a day, as it is printed."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('rates:today')}?day_0={day.month}&day_1={day.day}&day_2={day.year}"


def _back(day: date) -> str:
    return page_address(day).removeprefix(settings.SITE_URL.rstrip("/"))


def _day(given: list[str], now: date, book: RateBook) -> date:
    """Return the day asked for, `now` if none. Http404 for a day without rates, or more than a year ahead."""
    faults = Faults()
    day = DateField().read(given[0], "date", faults) if given else now
    if faults or len(given) > 1 or not is_printed(day, now, book):
        raise Http404
    return day


def _is_too_often(request: HttpRequest) -> bool:
    limits = ((throttles.place_of(request), MOST_FOR_ONE), ("everybody", MOST_FOR_ALL))
    return any(
        throttles.too_many(what="rates-pdf", whom=whom, most=most, seconds=WINDOW_SECONDS) for whom, most in limits
    )


def _later(request: HttpRequest, day: date) -> HttpResponse:
    """Say that no more PDFs are drawn for now, and that the page prints as well."""
    response = render(request, "rates/no_pdf.html", {"day": day, "back": _back(day)}, status=429)
    response.headers["Retry-After"] = str(WINDOW_SECONDS)
    return response
