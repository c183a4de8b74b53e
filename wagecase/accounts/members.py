"""The door of an organization's pages: who may act for which organization, and what everybody else is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from wagecase.accounts import sessions
from wagecase.accounts.models import Invitation, Membership

CHOSEN = "organization"  # in the session: the organization that the person works for now
Page = Callable[..., HttpResponse]
OWNER, FILER, VIEWER = Membership.Role.OWNER, Membership.Role.FILER, Membership.Role.VIEWER
# By the name of a part of an address: the function that tells of a request and that part whose thing is named (the
# organization's id, None for nothing). A person of several organizations acts on such a page for the one whose thing it is, whatever was chosen.
OWNERS: dict[str, Callable[[HttpRequest, Any], int | None]] = {
    "membership_id": lambda _request, pk: _organization_of(Membership.objects.filter(pk=pk)),
    "invitation_id": lambda _request, pk: _organization_of(Invitation.objects.filter(pk=pk)),
    "organization_id": lambda _request, pk: pk,
}


def _organization_of(found: QuerySet[Any]) -> int | None:
    return found.values_list("organization", flat=True).first()


def memberships_of(user: Any) -> list[Membership]:
    """Return the memberships that a person has now, in order of the organizations' names."""
    if not getattr(user, "is_authenticated", False) or not user.is_active or user.role:
        return []
    found = Membership.objects.filter(user=user, ended_at=None).select_related("organization")
    memberships = list(found.order_by("organization__name", "id"))
    for one in memberships:
        one.user = user
    return memberships


def memberships_here(request: HttpRequest) -> list[Membership]:
    """Return the memberships of whoever asks, read once for a request."""
    if not hasattr(request, "_memberships"):
        request._memberships = memberships_of(request.user)  # type: ignore[attr-defined]
    return list(request._memberships)  # type: ignore[attr-defined]


def membership_of(request: HttpRequest) -> Membership | None:
    """Return the membership under which this session works: the chosen one, else the first; None for nobody's member."""
    found = memberships_here(request)
    chosen = request.session.get(CHOSEN)
    return next((one for one in found if one.organization_id == chosen), found[0] if found else None)


def choose(request: HttpRequest, membership: Membership) -> None:
    """Let this session work for the organization of `membership` from now on."""
    if request.session.get(CHOSEN) != membership.organization_id:
        request.session[CHOSEN] = membership.organization_id


def member_required(*roles: str) -> Callable[[Page], Page]:
    """Return the decorator of a page of an organization's members: `view(request, membership, ...)`.

    Whoever is not signed in is asked to; staff, strangers and members of another role get the 404 of a missing page.
    Where the address names a thing (see OWNERS), only members of the organization whose thing it is pass, and act for it.
    """
    allowed = roles or (OWNER, FILER, VIEWER)

    def decorate(view: Page) -> Page:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return sessions.to_sign_in(request)
            if request.user.role:
                raise Http404
            if not memberships_here(request):
                return redirect("employer_none")
            membership = _for_things(request, kwargs)
            if membership is None or membership.role not in allowed:
                raise Http404
            request.private_page = True  # type: ignore[attr-defined]
            return view(request, membership, *args, **kwargs)

        guarded.member_roles = allowed  # type: ignore[attr-defined]
        return guarded

    return decorate


def account_required(view: Page) -> Page:
    """Decorate a page of everybody who signs in and is no staff, member of an organization or not: `view(request, ...)`."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sessions.to_sign_in(request)
        if request.user.role:
            raise Http404
        request.private_page = True  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    guarded.member_roles = (OWNER, FILER, VIEWER)  # type: ignore[attr-defined]
    return guarded


def _for_things(request: HttpRequest, named: dict[str, Any]) -> Membership | None:
    """Return the membership for the things that the address names, the session's own where it names none."""
    owners = {OWNERS[name](request, value) for name, value in named.items() if name in OWNERS}
    if not owners:
        return membership_of(request)
    found = [one for one in memberships_here(request) if {one.organization_id} == owners]
    if found:
        choose(request, found[0])
    return found[0] if found else None
