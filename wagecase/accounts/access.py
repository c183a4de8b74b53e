"""The doors of the staff portal: a page says which roles may open it, and everybody else is told nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from wagecase.accounts import second_factor, sessions
from wagecase.accounts.models import CASE_ROLES, STAFF_ROLES

View = Callable[..., HttpResponse]


def _requires(roles: tuple[str, ...]) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            user = request.user
            if not user.is_authenticated:
                return sessions.to_sign_in(request)
            if user.role not in roles or not user.is_active:
                raise Http404
            if not second_factor.is_set_up(request):
                return HttpResponseRedirect(reverse("mfa_activate_totp"), status=303)
            return view(request, *args, **kwargs)

        guarded.allowed_roles = roles  # type: ignore[attr-defined]
        return guarded

    return decorate


staff_required = _requires(tuple(STAFF_ROLES))
case_staff_required = _requires(tuple(CASE_ROLES))


def role_required(*roles: str) -> Callable[[View], View]:
    """Return the decorator of a page that only `roles` may open; the others get the same 404 as for nothing."""
    return _requires(roles)


def confirmed_person_required(view: View) -> View:
    """Ask for the password again unless that was done a short while ago; below a role's decorator."""

    @wraps(view)
    def confirmed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not sessions.is_confirmed(request):
            return sessions.to_confirmation(request)
        return view(request, *args, **kwargs)

    return confirmed
