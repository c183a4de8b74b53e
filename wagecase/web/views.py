"""The pages that belong to no case: home, health, language, and the site's answers when something is refused."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from wagecase.errors import NotPermitted, StorageUnavailable, TransitionNotAllowed
from wagecase.web import navigation
from wagecase.web.formatting import filesize

logger = logging.getLogger(__name__)
# What ends by itself: a locked or lost database, a full or missing disk.
DOWN = (OperationalError, InterfaceError, StorageUnavailable)
RETRY_SECONDS = 30
UNSHOWN = ("csrfmiddlewaretoken", "submission_key", "version")
YEAR_OF_SECONDS = 31_536_000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The plain tasks that people come for, those of employers last."""
    return render(request, "web/home.html", {"tasks": (*navigation.TASKS, *navigation.MORE_TASKS)})


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    """What we promise and how to tell us it failed."""
    return render(request, "web/accessibility.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What we keep and who sees it."""
    return render(request, "web/privacy.html")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while the database answers, 503 when it does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:  # whatever the driver raises, the answer is the same
        logger.exception("Health check: the database does not answer")
        return JsonResponse({"status": "failed", "database": "no answer"}, status=503)
    return JsonResponse({"status": "ok", "database": "ok"})


def set_language(request: HttpRequest) -> HttpResponse:
    """Store the chosen language in its cookie and return to the page it was chosen on, never to another site."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target, status=303)
    language = request.POST.get("language", "")
    if request.method == "POST" and language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=YEAR_OF_SECONDS,
            httponly=True,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


def _page(request: HttpRequest, name: str, status: int, **context: Any) -> HttpResponse:
    user = getattr(request, "user", None)
    staff = getattr(request, "staff_page", False) and user is not None and user.is_authenticated
    context["page_base"] = "staff/base.html" if staff else "base.html"
    context["reference"] = getattr(request, "reference", "")
    return render(request, f"errors/{name}.html", context, status=status)


# Filled by the apps that know the questions of their own pages: each returns rows, or None for a page of another app.
words_of_pages: list[Callable[[HttpRequest], list[dict[str, Any]] | None]] = []


def kept_answers(request: HttpRequest) -> list[dict[str, Any]]:
    """Return what was typed as rows for a summary list; never passwords or our own hidden fields."""
    for words_of in words_of_pages:
        known = words_of(request)
        if known is not None:
            return known
    return typed_answers(request)


def typed_answers(request: HttpRequest) -> list[dict[str, Any]]:
    """Return what was typed under the names of its controls, for a page that nobody knows the questions of."""
    rows = []
    for name, values in request.POST.lists():
        if name not in UNSHOWN and "password" not in name and any(values):
            rows.append({"label": _in_words(name), "value": ", ".join(filter(None, values))})
    return rows


def _in_words(name: str) -> str:
    return " ".join(re.split(r"[_\W]+", name)).strip().capitalize()


def handler400(request: HttpRequest, exception: Exception | None) -> HttpResponse:
    """The request was broken."""
    return _page(request, "400", 400)


def handler403(request: HttpRequest, exception: Exception | None) -> HttpResponse:
    """The role may not do this; the sentence is that of NotPermitted."""
    said = exception.message if isinstance(exception, NotPermitted) else ""
    return _page(request, "403", 403, said=said)


def handler404(request: HttpRequest, exception: Exception | None) -> HttpResponse:
    """One page for what is missing and what is not yours."""
    return _page(request, "404", 404)


def handler500(request: HttpRequest) -> HttpResponse:
    """The site's page if it can be drawn, else the same words without it; 503 where only the database or disk is away."""
    if isinstance(sys.exc_info()[1], DOWN):
        return unavailable(request)
    try:
        return _page(request, "500", 500)
    except Exception:
        logger.exception("The error page could not be drawn")
    text = _("Something went wrong on our side. What you saved before this step is kept.")
    return bare(_("Sorry, the service is not working"), text, status=500, reference=getattr(request, "reference", ""))


def bare(
    title: str, text: str, *, status: int, reference: str = "", kept: Sequence[Mapping[str, Any]] = ()
) -> HttpResponse:
    """Return a page that needs no template, session or database."""
    contact = f"{settings.DEPARTMENT_NAME}, {settings.DEPARTMENT_PHONE}"
    said = "".join(f"<p>{escape(word)}</p>" for word in (text, contact, reference) if word)
    rows = "".join(f"<dt>{escape(row['label'])}</dt><dd>{escape(row['value'])}</dd>" for row in kept)
    return HttpResponse(
        f'<!doctype html><html lang="{get_language() or "en"}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<main><h1>{escape(title)}</h1>{said}<dl>{rows}</dl></main></html>",
        status=status,
    )


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: the database or the disk is away for a moment; what was typed is shown, nothing of it was kept."""
    try:
        kept = kept_answers(request) if request.method == "POST" else []
    except Exception:  # the words of a page may need the database
        kept = typed_answers(request)
    try:
        response = _page(request, "503", 503, kept=kept, had_files=bool(request.FILES))
    except Exception:
        text = _("We could not save this now. Nothing of this step was kept. Try again in a minute.")
        reference = getattr(request, "reference", "")
        response = bare(_("Please try again in a minute"), text, status=503, reference=reference, kept=kept)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def damaged(request: HttpRequest) -> HttpResponse:
    """404 in words of its own: what is stored of this document is gone or was changed; staff have been asked to look."""
    return _page(request, "damaged", 404)


def no_rates(request: HttpRequest) -> HttpResponse:
    """503: no rate schedule can be read, so no amount is shown rather than a blank or a guess."""
    response = _page(request, "rates", 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def conflict(
    request: HttpRequest, exception: TransitionNotAllowed, *, instead: tuple[str, str] | None = None
) -> HttpResponse:
    """409: the act is not lawful now; what was typed is shown so that it can be copied.

    `instead` is the label and the address of the page that shows how things stand, where that is not the page of the act.
    """
    return _page(request, "409", 409, said=exception.message, kept=kept_answers(request), instead=instead)


def filed_meanwhile(
    request: HttpRequest, number: str, *, said: str = "", instead: tuple[str, str] | None = None
) -> HttpResponse:
    """409: what was typed or uploaded came after its draft became the case `number`; text and names of files are shown back."""
    words = said or _("This was submitted as %(number)s. Its answers cannot be changed any more.") % {"number": number}
    if request.FILES:
        words += " " + _("These files were not kept: %(names)s") % {"names": ", ".join(_sent_files(request))}
    return conflict(request, TransitionNotAllowed(words), instead=instead)


def _sent_files(request: HttpRequest) -> list[str]:
    """Return the names of the files of a form as the computer of the sender calls them."""
    return [file.name or "" for name in request.FILES for file in request.FILES.getlist(name)]


def key_reused(request: HttpRequest, location: str) -> HttpResponse:
    """422: the form was sent before with other answers."""
    return _page(request, "422", 422, location=location, kept=kept_answers(request))


def too_large(request: HttpRequest, *, what: str) -> HttpResponse:
    """413: `what` is files, text or count."""
    # The body was not read to its end; the page must not try to read it again.
    request._post, request._files = type(request.GET)(mutable=False), type(request.GET)(mutable=False)
    return _page(
        request,
        "413",
        413,
        what=what,
        max_files=settings.UPLOAD_MAX_FILES,
        max_size=filesize(settings.UPLOAD_MAX_BYTES),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 with the answers kept, ready to be sent again; only when they came from a page of our own."""
    try:
        sender = urlsplit(request.headers.get("Origin") or request.headers.get("Referer") or "").netloc
    except ValueError:  # no address at all, such as http://[
        sender = ""
    own = sender == request.get_host() and request.method == "POST"
    fields = (
        [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name != "csrfmiddlewaretoken" and "password" not in name
        ]
        if own
        else []
    )
    had_passwords = any("password" in name for name in request.POST)
    kept = kept_answers(request) if own and not had_passwords else []
    return _page(request, "csrf", 403, fields=fields, kept=kept, had_files=bool(request.FILES))
