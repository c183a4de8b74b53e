"""The door of an organization's pages: who may act for which organization, and what everybody else is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from wagecase.accounts import sessions
from wagecase.accounts.models import Membership

CHOSEN = "organization"  # in the session: the organization that the person works for now
Page = Callable[..., HttpResponse]
OWNER, FILER, VIEWER = Membership.Role.OWNER, Membership.Role.FILER, Membership.Role.VIEWER


def memberships_of(user: Any) -> list[Membership]:
    """Return the memberships that a person has now, in order of the organizations' names."""
    if not getattr(user, "is_authenticated", False) or not user.is_active or user.role:
        return []
    found = Membership.objects.filter(user=user, ended_at=None).select_related("organization", "user")
    return list(found.order_by("organization__name", "id"))


def membership_of(request: HttpRequest) -> Membership | None:
    """Return the membership under which this session works: the chosen one, else the first; None for nobody's member."""
    found = memberships_of(request.user)
    chosen = request.session.get(CHOSEN)
    return next((one for one in found if one.organization_id == chosen), found[0] if found else None)


def member_required(*roles: str) -> Callable[[Page], Page]:
    """Return the decorator of a page of an organization's members: `view(request, membership, ...)`.

    Whoever is not signed in is asked to; staff, strangers and members of another role get the 404 of a missing page.
    """
    allowed = roles or (OWNER, FILER, VIEWER)

    def decorate(view: Page) -> Page:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return sessions.to_sign_in(request)
            membership = membership_of(request)
            if membership is None:
                if request.user.role:
                    raise Http404
                return redirect("employer_none")
            if membership.role not in allowed:
                raise Http404
            request.private_page = True  # type: ignore[attr-defined]
            return view(request, membership, *args, **kwargs)

        guarded.member_roles = allowed  # type: ignore[attr-defined]
        return guarded

    return decorate
