"""Who is at a page of a notice that was filed: its employer by private link, or a member of the organization that filed it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from wagecase.accounts.members import FILER, OWNER, VIEWER, choose, memberships_here
from wagecase.accounts.models import Membership
from wagecase.cases import acts, kinds
from wagecase.cases.models import Case, Party
from wagecase.cases.views.party import actor_of, party_page
from wagecase.lifecycle import Actor

Page = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Door:
    """One who may see the notice of `party`: with a `membership` it is a member, who signed in."""

    party: Party
    actor: Actor
    membership: Membership | None = None

    @property
    def case(self) -> Case:
        """The notice's case."""
        return self.party.case

    @property
    def writes(self) -> bool:
        """Whether this one may change the notice; a viewer of the organization reads it."""
        return self.membership is None or self.membership.may_file

    def can(self, name: str) -> bool:
        """Return whether the lifecycle table lets this one do the act now."""
        row = kinds.get(self.case.kind).lifecycle.get(name)
        return self.writes and row.admits(self.actor) and not acts.refusal(self.case, row, self.actor)

    def context(self) -> dict[str, Any]:
        """Return what the frame of the pages shows."""
        if self.membership is None:
            return {"case_frame": "closings/public/case_frame.html", "leave_url": reverse("closings:leave")}
        return {"case_frame": "closings/member/case_frame.html", "membership": self.membership}


def own_page(view: Page) -> Page:
    """Give the view the door of the notice in the address.

    A member acts for the organization whose notice it is, whichever the session works for; a viewer who posts, and
    everybody else without the private link's session, get what `party_page` answers.
    """

    @party_page
    def by_link(request: HttpRequest, party: Party, **kwargs: Any) -> HttpResponse:
        return view(request, Door(party, actor_of(party)), **kwargs)

    @wraps(view)
    def wrapped(request: HttpRequest, number: str, **kwargs: Any) -> HttpResponse:
        door = _member(request, number)
        if door is None:
            return by_link(request, number=number, **kwargs)
        request.private_page = True  # type: ignore[attr-defined]
        if request.method == "POST" and not door.writes:
            raise Http404
        return view(request, door, **kwargs)

    wrapped.member_roles = (OWNER, FILER, VIEWER)  # type: ignore[attr-defined]  # a session that is over leads to the sign-in
    return wrapped


def _member(request: HttpRequest, number: str) -> Door | None:
    mine = {row.organization_id: row for row in memberships_here(request)}
    found = Party.objects.filter(
        role=Party.Role.EMPLOYER, case__number=number, case__closing__organization__in=mine
    ).select_related("case__closing")  # fmt: skip
    party = found.first() if mine else None
    if party is None:
        return None
    membership = mine[party.case.closing.organization_id]
    choose(request, membership)
    return Door(party, membership.actor, membership)
