"""Draw the PDFs that anybody may ask for once each, keep them, and never draw more at a time than this machine bears."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from datetime import time as clock_time
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from wagecase.documents import services
from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.web.pdf_answers import pdf_answer

logger = logging.getLogger(__name__)
WAIT_SECONDS = 10.0  # for the turn, and again for the drawing
KEPT_MOST = 100  # a paper has 40 to 80 kilobytes
WAITING_MOST = 2  # of the threads of a process: the others go on answering pages
REST_SECONDS = 60.0  # after a failure, before the same paper is tried again
CACHE_SECONDS = 3_600
UNDATED = date(2000, 1, 1)


class Busy(Exception):
    """The paper cannot be had now: others are being drawn, or drawing it failed a moment ago."""


class Prints:
    """The papers of one process by key, the least used forgotten first; a failure is remembered for a minute."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes | float] = OrderedDict()
        self._table = threading.Lock()
        self._places = threading.BoundedSemaphore(WAITING_MOST)
        self._drawing = threading.Lock()

    def clear(self) -> None:
        """Forget every paper."""
        with self._table:
            self._kept.clear()

    def find(self, key: tuple[str, str]) -> bytes | None:
        """Return a paper that was drawn before, None for one that may be drawn now; Busy after a recent failure."""
        with self._table:
            kept = self._kept.get(key)
            if isinstance(kept, bytes):
                self._kept.move_to_end(key)
                return kept
        if kept is not None and time.monotonic() < kept:
            raise Busy("drawing it failed a moment ago")
        return None

    def keeps(self, key: tuple[str, str]) -> bool:
        """Return whether a paper was drawn before and costs nothing."""
        with self._table:
            return isinstance(self._kept.get(key), bytes)

    def draw(self, key: tuple[str, str], html: str, at: datetime) -> bytes:
        """Return the paper, drawn by this thread or by the one before it; Busy when that takes too long or fails.

        Ten seconds for its turn, then as many again for the drawing itself: one that waited has no less time.
        """
        if not self._places.acquire(blocking=False):
            raise Busy("too many papers are asked for")
        try:
            if not self._drawing.acquire(timeout=WAIT_SECONDS):
                raise Busy("another paper takes too long")
            try:
                return self.find(key) or self._drawn(key, html, at=at)
            finally:
                self._drawing.release()
        finally:
            self._places.release()

    def rest(self, key: tuple[str, str]) -> None:
        """Remember that this paper could not be made, so that it is not tried again at once."""
        self._keep(key, time.monotonic() + REST_SECONDS)

    def _drawn(self, key: tuple[str, str], html: str, *, at: datetime) -> bytes:
        try:
            pdf = services.preview(html=html, at=at, timeout=WAIT_SECONDS)
        except (RenderFailed, RendererUnavailable) as error:
            self.rest(key)
            raise Busy(str(error)) from error
        self._keep(key, pdf)
        return pdf

    def _keep(self, key: tuple[str, str], paper: bytes | float) -> None:
        with self._table:
            self._kept[key] = paper
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_MOST:
                self._kept.popitem(last=False)


prints = Prints()


def printed(
    *, key: str, template: str, context: Mapping[str, Any], language: str, title: str, issued: date | None = None
) -> bytes:
    """Return the PDF/UA of `template` in `language`; drawn once for each key and language, then the same bytes again.

    `key` names everything that the words depend on (what is printed, the name of the rate book, the day of its words).
    The template gets `context` and, as `letter`, the office, the title and `issued` as `letter.date`; without `issued`
    it must not print that. Raises Busy when it cannot be had within twenty seconds.
    """
    kept = prints.find((key, language))
    if kept is not None:
        return kept
    at = datetime.combine(issued or UNDATED, clock_time(18), tzinfo=UTC)  # noon of that day in the office, or nearly
    try:
        html = services.compose(case=None, title=title, template=template, context=context, language=language, at=at)
    except ValidationError as error:  # too long to print: a fault of ours, which the log names
        logger.exception("the paper %s cannot be composed", key)
        prints.rest((key, language))
        raise Busy("it is too long to print") from error
    return prints.draw((key, language), html, at)


def print_answer(
    request: HttpRequest, name: str, draw: Callable[[], bytes], *, by_language: bool = False, instead: str = ""
) -> HttpResponse:
    """Answer the PDF that `draw` returns, called `name`; a page that says "in a minute" and names `instead` if Busy.

    Any cache may keep it for an hour, or, where the language of the visitor and not the address decides what is on it
    (`by_language`), the visitor's alone.
    """
    try:
        response = pdf_answer(draw(), name)
    except Busy:
        later = render(request, "rates/busy.html", {"instead": instead}, status=503)
        later["Retry-After"] = str(int(REST_SECONDS))
        return later
    if by_language:
        response["Cache-Control"] = f"private, max-age={CACHE_SECONDS}"
        return response
    response["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    response.for_everybody = True  # type: ignore[attr-defined]  # read by wagecase.web.middleware
    return response
