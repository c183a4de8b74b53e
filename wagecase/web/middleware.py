"""What every answer carries or refuses before a view has a say: headers, size limits, language, refusals in words."""

from __future__ import annotations

import codecs
import logging
import re
import secrets
from collections.abc import Callable
from types import FunctionType
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.multipartparser import MultiPartParserError
from django.utils import translation

from wagecase import errors
from wagecase.web import logs, views

logger = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponse]
PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=(), interest-cohort=()"
FORM_TYPES = ("multipart/form-data", "application/x-www-form-urlencoded")
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 O 1 I: the code is read out over the phone


def new_reference() -> str:
    """Return a short code such as 7F3K-92QD, for a person to quote and for us to find in the log."""
    code = "".join(secrets.choice(_ALPHABET) for _ in range(8))
    return f"{code[:4]}-{code[4:]}"


class StackMiddleware:
    """Runs a request within one piece of Python's stack of frames.

    The interpreter keeps the frames of calls in pieces of 16 KB and gives a piece back as soon as its first frame ends:
    a loop whose calls cross an edge asks the system for memory anew each time. A function that claims a large frame gets
    a piece of 256 KB, and what it calls has room behind it. See docs/adr/0024-room-on-the-stack.md.
    """

    SLOTS = 17_000  # of 8 bytes: 133 KiB, so that the next power of two is taken and nearly half of it is left

    def __init__(self, get_response: GetResponse) -> None:
        def within(request: HttpRequest) -> HttpResponse:
            return get_response(request)

        self._within = FunctionType(
            within.__code__.replace(co_stacksize=self.SLOTS), within.__globals__, closure=within.__closure__
        )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = self._within(request)
        return response


class HeadersMiddleware:
    """Gives the request its reference, and the answer the headers that depend on who is asking."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.reference = new_reference()
        token = logs.reference.set(request.reference)
        try:
            response = self.get_response(request)
        finally:
            logs.reference.reset(token)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if getattr(response, "for_everybody", False):
            # The same answer whoever asks: a shared cache may keep it, so nothing of a person may ride along.
            response.cookies.clear()
            response.headers.pop("Vary", None)
            return response
        known = settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies
        private = getattr(request, "private_page", False) or logs.PRIVATE.search(request.path_info)
        if known or private or request.method == "POST":
            # A shared computer must not show the page again with Back after sign-out or "clear this device".
            response.headers["Cache-Control"] = "no-store"
        return response


class UploadLimitMiddleware:
    """Answers an oversized or broken request in words, before the CSRF check would read it and fail with a stock page.

    It also refuses the methods that no page has: a plain view would answer PUT or DELETE as if it were GET.
    """

    METHODS = ("GET", "HEAD", "POST")
    CHARSETS = frozenset({"utf-8", "ascii", "iso8859-1", "cp1252"})  # as codecs call them

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not self._can_be_read(request):
            request.encoding = settings.DEFAULT_CHARSET
            return views.handler400(request, None)
        if request.method not in self.METHODS:
            return HttpResponseNotAllowed(self.METHODS)
        if request.method != "POST":
            return self.get_response(request)
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        most = getattr(settings, "UPLOAD_BODY_MAX_BYTES", 30 * settings.UPLOAD_MAX_BYTES)
        if length > most:
            return views.too_large(request, what="files")
        if request.content_type in FORM_TYPES:
            try:
                request.POST  # noqa: B018  reading it is the point
            except RequestDataTooBig:
                return views.too_large(request, what="text")
            except TooManyFilesSent:
                return views.too_large(request, what="count")
            except (TooManyFieldsSent, MultiPartParserError, BadRequest, LookupError, UnicodeError):
                return views.handler400(request, None)
        return self.get_response(request)

    def _can_be_read(self, request: HttpRequest) -> bool:
        """Return whether the named character set is one of texts: base64 or rot13 would fail in the middle of a page."""
        named = request.content_params.get("charset") if request.content_params else None
        try:
            return named is None or codecs.lookup(named).name in self.CHARSETS
        except (LookupError, ValueError):
            return False


class StaffLanguageMiddleware:
    """Keeps staff pages in English, or a Spanish browser would get them half in Spanish.

    The account pages are everybody's: they are in English for staff who are signed in.
    """

    PATHS = re.compile(r"^/(staff|demo)/")
    ACCOUNTS = re.compile(r"^/accounts/")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        if self.PATHS.match(path) or (self.ACCOUNTS.match(path) and getattr(request.user, "role", "")):
            self._english(request)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *called: Any) -> None:
        """Switch for views that live in a room called `staff` or say so with `staff_page = True`."""
        module = getattr(view, "__module__", "") or ""
        if module.endswith(".staff") or ".staff." in module or getattr(view, "staff_page", False):
            self._english(request)

    @staticmethod
    def _english(request: HttpRequest) -> None:
        request.staff_page = True
        translation.activate("en")
        request.LANGUAGE_CODE = "en"


class RefusalMiddleware:
    """Turns a refusal that no view caught into its page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for the refusals of wagecase.errors, None for anything else."""
        if isinstance(exception, errors.DraftFiled):
            return views.filed_meanwhile(request, exception.location)
        if isinstance(exception, errors.AlreadyDone):
            return HttpResponseRedirect(exception.location, status=303)
        if isinstance(exception, errors.KeyReused):
            return views.key_reused(request, exception.location)
        if isinstance(exception, errors.TransitionNotAllowed):
            return views.conflict(request, exception)
        if isinstance(exception, errors.NotPermitted):
            return views.handler403(request, exception)
        if isinstance(exception, errors.StoredFileDamaged):
            logger.error("%s", exception)
            return views.damaged(request)
        if isinstance(exception, errors.RatesUnavailable):
            logger.error("%s", exception)
            return views.no_rates(request)
        if isinstance(exception, views.DOWN):
            logger.error("the service is not available", exc_info=exception)
            return views.unavailable(request)
        return None
