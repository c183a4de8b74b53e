"""Who is at a public page of a case: the party that this session's private link or filing opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from wagecase.cases import kinds
from wagecase.cases.models import Party
from wagecase.lifecycle import Actor
from wagecase.web import throttles
from wagecase.web.throttles import place_of
from wagecase.web.views import kept_answers

PARTY, GENERATION = "party_id", "link_generation"
NUMBER = re.compile(r"[A-Z]{2,4}-[0-9]{4}-(?:[0-9]{6}|[1-9][0-9]{6,8})\Z")
TYPED_NUMBER = re.compile(r"([A-Z]{2,4})([0-9]{4})([0-9]{6,9})\Z")
TRIES, TRY_SECONDS = 20, 600


def number_of(typed: str) -> str:
    """Return a typed case number in its printed form, "" for what is none.

    Dashes of any kind, dots and spaces may be missing or too many, and small letters do.
    """
    plain = "".join(char for char in typed.upper() if char.isascii() and char.isalnum())
    found = TYPED_NUMBER.match(plain)
    number = "-".join(found.groups()) if found else ""
    return number if NUMBER.match(number) else ""


def open_party(request: HttpRequest, party: Party, *, fresh: bool = True) -> None:
    """Let this session see the case of `party`.

    `fresh` gives the session a new name. Filing does not: a second press of the button still carries the old one, and
    Start gave the session a name that nobody else knows.
    """
    if fresh:
        request.session.cycle_key()
    request.session[PARTY], request.session[GENERATION] = party.pk, party.link_generation


def party_of_session(request: HttpRequest) -> Party | None:
    """Return the party whose private link or filing this session went through, None once that link was revoked."""
    pk, generation = request.session.get(PARTY), request.session.get(GENERATION)
    return Party.objects.select_related("case").filter(pk=pk, link_generation=generation).first() if pk else None


def party_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the session's party of the case in the address.

    Another case, a missing one and one below another kind's address get the same 404; without a party, number and code are asked for.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, number: str, **kwargs: Any) -> HttpResponse:
        request.private_page = True  # type: ignore[attr-defined]
        party = party_of_session(request)
        if party is None:
            kind = kinds.at(request.path)
            find_url = reverse(kind.finds if kind else "complaints:find")
            if request.method == "POST":
                context = {"kept": kept_answers(request), "find_url": find_url}
                return render(request, "complaints/public/no_case.html", context, status=409)
            return HttpResponseRedirect(find_url)
        if party.case.number != number or not request.path.startswith(f"/{kinds.get(party.case.kind).url_prefix}/"):
            raise Http404
        return view(request, party, **kwargs)

    return wrapped


def actor_of(party: Party) -> Actor:
    """Return the party as the actor of an act."""
    return Actor("link", party.pk, party.role, party.name)


def too_many(request: HttpRequest, what: str, *, most: int = TRIES) -> bool:
    """Count one try of `what` from this place and return whether there were more than `most` in ten minutes."""
    return throttles.too_many(what=what, whom=place_of(request), most=most, seconds=TRY_SECONDS)
