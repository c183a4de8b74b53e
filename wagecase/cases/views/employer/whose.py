"""Opens a paper for the organization whose it is, where its reader works for several."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from wagecase.accounts.members import choose, memberships_here
from wagecase.accounts.models import Membership

Page = Callable[..., HttpResponse]


def for_whose_it_is(name: str, found: Callable[[Membership], QuerySet[Any]]) -> Callable[[Page], Page]:
    """Give the view the membership among whose `found` rows is the one that the address names by `name`.

    Where it is among nobody's, the view gets the membership of the session, and finds nothing.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def inner(request: HttpRequest, membership: Membership, **named: Any) -> HttpResponse:
            others = [one for one in memberships_here(request) if one.pk != membership.pk]
            for one in (membership, *others) if others else ():
                if found(one).filter(pk=named[name]).exists():
                    choose(request, one)
                    return view(request, one, **named)
            return view(request, membership, **named)

        return inner

    return decorate
