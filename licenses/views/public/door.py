"""The door of a case of licenses for the members of its organization: their own cases, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from licenses.holders import cases_of, organization_of
from wagecase.accounts.members import member_required, memberships_of
from wagecase.accounts.models import Membership
from wagecase.cases.rows import details_of_kinds
from wagecase.cases.views.once import done_once
from wagecase.errors import TransitionNotAllowed
from wagecase.web.forms import SubmissionKeyMixin

OWNER, FILER, VIEWER = Membership.Role.OWNER, Membership.Role.FILER, Membership.Role.VIEWER
ACT = (OWNER, FILER)


def member_case(*roles: str, kinds: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return the decorator of a page of one case: `view(request, membership, case, ...)`.

    The membership is the one in the organization whose case it is, whichever the session works for now. Another's case,
    a missing one, one of another kind and one for another role are the same 404.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        @member_required()
        def guarded(request: HttpRequest, _chosen: Membership, number: str, **kwargs: Any) -> HttpResponse:
            mine = {row.organization_id: row for row in memberships_of(request.user)}
            found = cases_of(list(mine)).select_related("employer", "assignee", *details_of_kinds())
            case = get_object_or_404(found, number=number)
            membership = mine[organization_of(case).pk]
            if (roles and membership.role not in roles) or (kinds and case.kind not in kinds):
                raise Http404
            return view(request, membership, case, **kwargs)

        guarded.member_roles = roles or (OWNER, FILER, VIEWER)  # type: ignore[attr-defined]
        return guarded

    return decorate


def done(request: HttpRequest, form: SubmissionKeyMixin, act: Callable[[], Any], *, location: str) -> int:
    """Do a member's act once; return 0, or the status of the page that shows the form again with the refusal.

    AlreadyDone leads a second press to `location`, as everywhere.
    """
    if not form.is_valid():
        return 422
    try:
        return 0 if done_once(request, form, act, location=location) else 422
    except TransitionNotAllowed as refused:
        form.add_error(None, refused.message)
        return 409
