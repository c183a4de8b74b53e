"""The rates of a day on paper: a tagged PDF, drawn apart from the server and kept for whoever asks next.

Anybody may ask, so drawing is bounded three ways: only days with rates and at most a year ahead, a number of drawings
for one address and for all together, and one small store in memory, which forgets the oldest.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import date
from threading import Lock

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.documents.services import compose, preview
from wagecase.rates import tables
from wagecase.rates.books import published_book
from wagecase.rates.feeds import DAY_SECONDS
from wagecase.rates.tables import language
from wagecase.rates.views import IN_FORCE, is_printed
from wagecase.rules.calculators.fields import DateField, Faults
from wagecase.web import throttles
from wagecase.web.formatting import day as day_text
from wagecase.web.pdf_answers import pdf_answer

KEPT = 48
WINDOW_SECONDS = 600
MOST_FOR_ONE, MOST_FOR_ALL = 10, 60  # drawings in a window; one takes a few seconds of one processor
Key = tuple[date, date, str, str]  # day of the rates, day of the drawing, language, book


@dataclass
class Store:
    """The last PDFs drawn by this process, at most `most`, oldest forgotten first."""

    most: int
    _kept: OrderedDict[Key, bytes] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, key: Key) -> bytes | None:
        """Return a PDF that is kept, and count it as the newest."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Key, pdf: bytes) -> None:
        """Keep a PDF and forget the oldest above the most."""
        with self._lock:
            self._kept[key] = pdf
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()


kept = Store(KEPT)


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    """The rates in force on a day as a tagged PDF in the language of the visitor."""
    day, now = _day(request.GET.getlist("date")), timezone.localdate()
    book = published_book()
    key = (day, now, language(), book.name)
    pdf = kept.get(key)
    if pdf is None:
        if _is_too_often(request):
            return _later(request, day, status=429)
        try:
            pdf = draw(day=day, language=language())
        except (RenderFailed, RendererUnavailable):
            return _later(request, day, status=503)
        kept.put(key, pdf)
    response = pdf_answer(pdf, f"minimum-wage-rates-{day.isoformat()}.pdf")
    response.headers["Cache-Control"] = f"private, max-age={DAY_SECONDS // 24}"
    return response


def draw(*, day: date, language: str) -> bytes:
    """Return the PDF of the rates of a day. RenderFailed or RendererUnavailable."""
    book, at = published_book(), timezone.now()
    with override(language):
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
    try:
        html = compose(
            case=None, title=title, template="letters/rates/table.html", context=context, language=language, at=at
        )
    except ValidationError as error:
        raise RenderFailed(str(error)) from error
    return preview(html=html, at=at)


def page_address(day: date) -> str:
    """Return the address of the page with the rates of a day, as it is printed."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('rates:today')}?day_0={day.month}&day_1={day.day}&day_2={day.year}"


def _day(given: list[str]) -> date:
    """Return the day asked for, today if none. Http404 for a day without rates, or more than a year ahead."""
    now = timezone.localdate()
    faults = Faults()
    day = DateField().read(given[0], "date", faults) if given else now
    if faults or len(given) > 1 or not is_printed(day, now, published_book()):
        raise Http404
    return day


def _is_too_often(request: HttpRequest) -> bool:
    address = throttles.address_of(request) or "unknown"
    limits = ((address, MOST_FOR_ONE), ("everybody", MOST_FOR_ALL))
    return any(
        throttles.too_many(what="rates-pdf", whom=whom, most=most, seconds=WINDOW_SECONDS) for whom, most in limits
    )


def _later(request: HttpRequest, day: date, *, status: int) -> HttpResponse:
    """Say that no PDF can be drawn now, and that the page prints as well."""
    context = {
        "day": day,
        "is_busy": status == 429,
        "back": page_address(day).removeprefix(settings.SITE_URL.rstrip("/")),
    }
    response = render(request, "rates/no_pdf.html", context, status=status)
    response.headers["Retry-After"] = str(WINDOW_SECONDS)
    return response
