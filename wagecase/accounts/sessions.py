"""Ends a person's session after 30 idle minutes or 12 hours, and says before when that will be.

Nothing typed is lost by it: a form that comes too late is kept and shown back after the next sign-in.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from wagecase.accounts import kept
from wagecase.accounts.models import User

IDLE_SECONDS: Final = 30 * 60
WARN_SECONDS: Final = 5 * 60
LONGEST_SECONDS: Final = 12 * 60 * 60
TOUCH_SECONDS: Final = 60  # a session row is written at most once a minute
CONFIRMED_SECONDS: Final = 15 * 60  # how long a sign-in or a repeated password counts for signing
BEGAN, SEEN = "began_at", "seen_at"
IDLE, LONG = "idle", "long"


class SessionLimitMiddleware:
    """Ends sessions that are over. It acts after the CSRF check, so that only the person's own form is kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if of := getattr(request, "page_of", None):
            kept.remember(request, response, of)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., Any], *called: Any) -> HttpResponse | None:
        """Let a live session pass, and note that it lives; end one that is over."""
        if not request.user.is_authenticated:
            return None
        own = getattr(view, "allowed_roles", ()) or getattr(view, "member_roles", ())
        reason = over(request, time.time())
        if not reason:
            touch(request, time.time())
            request.session_ends_at = partial(ends_at, request)  # type: ignore[attr-defined]
            if own:
                request.page_of = request.user  # type: ignore[attr-defined]
            return None
        user = request.user
        logout(request)
        if not own:
            return None  # a public page goes on without the person
        return to_sign_in(request, user=user, reason=reason)


def over(request: HttpRequest, now: float) -> str:
    """Return why the session is over (idle, long), or an empty text."""
    session = request.session
    if now - session.get(BEGAN, now) >= LONGEST_SECONDS:
        return LONG
    return IDLE if now - session.get(SEEN, now) >= IDLE_SECONDS else ""


def touch(request: HttpRequest, now: float, *, at_once: bool = False) -> None:
    """Note that the person was here."""
    session = request.session
    if BEGAN not in session:
        session[BEGAN] = now
    if at_once or now - session.get(SEEN, 0.0) >= TOUCH_SECONDS:
        session[SEEN] = now


def ends_at(request: HttpRequest) -> float:
    """Return the instant (seconds since 1970) at which the session ends if nothing more happens."""
    began, seen = request.session.get(BEGAN, time.time()), request.session.get(SEEN, time.time())
    return float(min(seen + IDLE_SECONDS, began + LONGEST_SECONDS))


def to_sign_in(request: HttpRequest, *, user: User | None = None, reason: str = "") -> HttpResponse:
    """Send the browser to the sign-in page, with the way back; a posted form is kept first."""
    return _away("account_login", request, user, **({"ended": reason} if reason else {}))


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the person proved who they are (password or code) a short while ago."""
    records = get_authentication_records(request, request.user)
    return any(time.time() - record["at"] < CONFIRMED_SECONDS for record in records)


def to_confirmation(request: HttpRequest) -> HttpResponse:
    """Ask for the password once more, with the way back; a posted form is kept first."""
    return _away("account_reauthenticate", request, request.user)  # type: ignore[arg-type]


def _away(page: str, request: HttpRequest, user: User | None, **words: str) -> HttpResponse:
    if request.method in {"GET", "HEAD"}:
        target, status = request.get_full_path(), 302
    else:
        target, status = kept.keep(request, user) or request.path, 303
    return HttpResponseRedirect(f"{reverse(page)}?{urlencode({'next': target, **words})}", status=status)


def _begin(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    request.session[BEGAN] = request.session[SEEN] = time.time()


user_logged_in.connect(_begin, dispatch_uid="wagecase.accounts.sessions")
