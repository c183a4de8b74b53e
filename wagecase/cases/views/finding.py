"""How a party without an account comes to its case: by number and code, or by the private link; each kind has pages of its own."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from wagecase.cases import links
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Party
from wagecase.cases.views.party import number_of, open_party, too_many
from wagecase.web.forms import GovForm


def find_page(request: HttpRequest, *, form: GovForm, template: str) -> HttpResponse:
    """Open a case with its number and code; one message for everything that does not fit."""
    if request.method == "POST" and form.is_valid():
        party = _party(request, number=form.cleaned_data["number"], code=form.cleaned_data["code"])
        if isinstance(party, Party):
            return _opened(request, party)
        form.add_error(None, party)
    return render(request, template, {"form": form}, status=422 if form.errors else 200)


def open_page(request: HttpRequest, *, number: str, code: str, template: str) -> HttpResponse:
    """Ask for a press of a button, since mail scanners follow links; then open the case."""
    request.private_page = True  # type: ignore[attr-defined]
    if request.method != "POST":
        return render(request, template, {"number": number[:20]})
    party = _party(request, number=number, code=code)
    if isinstance(party, Party):
        return _opened(request, party)
    context: dict[str, Any] = {"refused": party, "has_errors": True}
    return render(request, template, context, status=404)


def _opened(request: HttpRequest, party: Party) -> HttpResponse:
    open_party(request, party)
    return HttpResponseRedirect(party_url(party.case), status=303)


def _party(request: HttpRequest, *, number: str, code: str) -> Party | str:
    """Return the party, or the words of the refusal; too many tries from one address are refused unseen."""
    if too_many(request, "find"):
        return _("There were too many tries. Wait ten minutes, or call us.")
    clean = number_of(number)
    party = links.party_of(clean, code) if clean else None
    if party is None or (party.role == Party.Role.EMPLOYER and party.told_on is None):
        return _("No case fits this number and code. Check both and try again, or call us.")
    return party
