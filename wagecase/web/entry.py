"""Stands before the application: a request that Django cannot even begin is answered in words and leaves a log line."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIRequest

from wagecase.web import logs, views
from wagecase.web.middleware import new_reference

logger = logging.getLogger(__name__)
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def guarded(application: Application) -> Application:
    """Return the application with an answer for what fails outside all of its middleware.

    A header such as a broken Content-Type is read before any middleware; the server would answer with its own bare
    words and nobody would learn of it.
    """

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        try:
            return application(environ, start_response)
        except Exception:
            return _refuse(environ, start_response)

    return answer


def _refuse(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    reference = new_reference()
    token = logs.reference.set(reference)
    try:
        broken = _is_broken(environ)
        logger.exception("a request could not be begun (%s)", "broken" if broken else "our fault")
    finally:
        logs.reference.reset(token)
    if broken:
        title, status = "We could not read what was sent", "400 Bad Request"
        text = "Something was missing or broken on the way to us. Nothing was saved by this step."
    else:
        title, status = "Sorry, the service is not working", "500 Internal Server Error"
        text = "Something went wrong on our side. What you saved before this step is kept."
    page = views.bare(title, text, status=int(status[:3]), reference=reference)
    start_response(status, [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'"),
    ])  # fmt: skip
    return [page.content]


def _is_broken(environ: dict[str, Any]) -> bool:
    """Return whether the headers themselves cannot be read."""
    try:
        WSGIRequest(environ)
    except Exception:
        return True
    return False
