"""A person's own account: the organizations they act for, their password and second factor, and the session itself."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wagecase.accounts import members
from wagecase.accounts.members import account_required
from wagecase.cases.views import session


@require_safe
@account_required
def account(request: HttpRequest) -> HttpResponse:
    """Who I am, for whom I act, and how my account is kept safe."""
    context = {"memberships": members.memberships_here(request), "current": members.membership_of(request)}
    return render(request, "employer/account.html", context)


@require_safe
@account_required
def none(request: HttpRequest) -> HttpResponse:
    """Say what to do to somebody who acts for no organization."""
    if members.memberships_here(request):
        return redirect("employer_home")
    return render(request, "employer/none.html")


@require_POST
@account_required
def switch(request: HttpRequest, organization_id: int) -> HttpResponse:
    """Work for another of one's organizations from now on."""
    found = next((one for one in members.memberships_here(request) if one.organization_id == organization_id), None)
    if found is None:
        raise Http404
    members.choose(request, found)
    return HttpResponseRedirect(reverse("employer_home"), status=303)


@require_POST
@account_required
def extend(request: HttpRequest) -> HttpResponse:
    """Stay signed in: the answer is how many seconds are left now."""
    return session.extended(request)


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def kept_form(request: HttpRequest, kept_id: uuid.UUID) -> HttpResponse:
    """Show what was typed before the session had ended, with a button that sends it now; a POST throws it away."""
    return session.kept_page(request, kept_id, home="employer_home")
