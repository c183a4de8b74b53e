"""Who acts for an organization: its members and open invitations, and how its owners change that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wagecase.accounts import organizations, teams
from wagecase.accounts.access import confirmed_person_required
from wagecase.accounts.members import OWNER, member_required
from wagecase.accounts.models import Invitation, Membership
from wagecase.cases.forms import KeyForm
from wagecase.cases.views.employer.forms import InviteForm, MemberRoleForm
from wagecase.cases.views.once import done_once
from wagecase.web import throttles
from wagecase.web.forms import SubmissionKeyMixin

owner_required = member_required(OWNER)
DAY = 24 * 3600
MAILS_A_DAY = 40  # invitations of one organization
page = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@member_required()
def team(request: HttpRequest, membership: Membership) -> HttpResponse:
    """The members with their roles, and for owners the invitations that are open."""
    owner = membership.role == OWNER
    found = organizations.open_invitations(membership.organization, at=timezone.now()) if owner else []
    return render(request, "employer/team.html", {
        "membership": membership, "owner": owner, "people": organizations.team(membership.organization),
        "invitations": [  # a key for each form: with one, the second act would seem to be the first sent again
            (row, KeyForm(auto_id=f"id_{row.pk}_again_%s"), KeyForm(auto_id=f"id_{row.pk}_back_%s")) for row in found
        ],
    })  # fmt: skip


@require_safe
@member_required()
def team_of(request: HttpRequest, membership: Membership, organization_id: int) -> HttpResponse:
    """The team of the organization that the address names: a mail to somebody of several leads to the one it is about."""
    return redirect("employer_team")


@page
@owner_required
@confirmed_person_required
def invite(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Ask whom to invite, and mail the invitation."""
    form = InviteForm(request.POST or None, initial={"organization": membership.organization_id})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if data["organization"] not in (None, membership.organization_id):
            form.add_error(None, _("You changed the organization in another window. Check whom you invite to what"))
        elif _too_many(membership):
            form.add_error(None, _("Your organization sent many invitations today. Try again tomorrow, or call us"))
        elif _once(request, form, lambda: organizations.invite(
            by=membership, email=data["email"], role=data["role"], language=get_language() or "en", at=timezone.now(),
        )):  # fmt: skip
            messages.success(request, _("We mailed the invitation to %(email)s.") % {"email": data["email"]})
            return _back()
    context = {"membership": membership, "form": form, "days": organizations.invitation_days(timezone.localdate())}
    return render(request, "employer/invite.html", context, status=422 if form.errors else 200)


def _too_many(membership: Membership) -> bool:
    return throttles.too_many(
        what="invitations of", whom=str(membership.organization_id), most=MAILS_A_DAY, seconds=DAY
    )


@require_POST
@owner_required
@confirmed_person_required
def resend(request: HttpRequest, membership: Membership, invitation_id: int) -> HttpResponse:
    """Mail an open invitation again, with a new link."""
    row = _open(membership, invitation_id)
    form = KeyForm(request.POST)
    if _too_many(membership):
        messages.warning(request, _("Your organization sent many invitations today. Try again tomorrow, or call us"))
    elif form.is_valid() and _once(request, form, lambda: organizations.resend(
        row, by=membership, language=get_language() or "en", at=timezone.now()
    )):  # fmt: skip
        messages.success(
            request,
            _("We mailed the invitation to %(email)s again. The link before works no more.") % {"email": row.email},
        )
    return _back()


@require_POST
@owner_required
@confirmed_person_required
def take_back(request: HttpRequest, membership: Membership, invitation_id: int) -> HttpResponse:
    """Let an open invitation open nothing any more."""
    row, form = _open(membership, invitation_id), KeyForm(request.POST)
    if form.is_valid() and _once(request, form, lambda: organizations.take_back(row, by=membership, at=timezone.now())):
        messages.success(request, _("The invitation of %(email)s is taken back.") % {"email": row.email})
    return _back()


@page
@owner_required
@confirmed_person_required
def member(request: HttpRequest, membership: Membership, membership_id: int) -> HttpResponse:
    """Give a member another role."""
    row = _member(membership, membership_id, ended_too=request.method == "POST")
    form = MemberRoleForm(request.POST or None, initial={"role": row.role})
    if request.method == "POST" and form.is_valid() and _once(request, form, lambda: organizations.change_role(
        row, role=form.cleaned_data["role"], by=membership, at=timezone.now()
    )):  # fmt: skip
        if row.user_id == request.user.pk:
            return redirect("account_login")
        words = {"name": row.user.name}
        messages.success(request, _("The role of %(name)s is changed. Open sessions were ended.") % words)
        return _back()
    sent = teams.sent_by(row.user, organization=row.organization, at=timezone.now()) if row.role == OWNER else []
    context = {"membership": membership, "row": row, "form": form, "sent": sent}
    return render(request, "employer/member.html", context, status=422 if form.errors else 200)


@page
@member_required()
@confirmed_person_required
def end(request: HttpRequest, membership: Membership, membership_id: int) -> HttpResponse:
    """Ask, then end that somebody acts for the organization: owners anybody's, everybody their own."""
    row = _member(membership, membership_id, own=membership.role != OWNER, ended_too=request.method == "POST")
    form = KeyForm(request.POST or None)
    if (
        request.method == "POST"
        and form.is_valid()
        and _once(request, form, lambda: organizations.end_membership(row, by=membership, at=timezone.now()))
    ):
        if row.user_id == request.user.pk:
            return redirect("account_login")
        messages.success(request, _("%(name)s acts for your organization no more.") % {"name": row.user.name})
        return _back()
    context = {
        "membership": membership, "row": row, "form": form, "own": row.user_id == request.user.pk,
        "sent": teams.sent_by(row.user, organization=row.organization, at=timezone.now()),
    }  # fmt: skip
    return render(request, "employer/member_end.html", context, status=422 if form.errors else 200)


def _member(membership: Membership, pk: int, *, own: bool = False, ended_too: bool = False) -> Membership:
    """Return the member that the address names; who has left only where a second press must be told so."""
    everybody = membership.organization.memberships if ended_too else organizations.team(membership.organization)
    found = everybody.select_related("user", "organization")
    return get_object_or_404(found.filter(pk=membership.pk) if own else found, pk=pk)


def _open(membership: Membership, pk: int) -> Invitation:
    return get_object_or_404(membership.organization.invitations, pk=pk)


def _once(request: HttpRequest, form: SubmissionKeyMixin, act: Callable[[], Any]) -> bool:
    """Do it once; return False, with the reason in the form, when the service refused."""
    return done_once(request, form, act, location=reverse("employer_team"))


def _back() -> HttpResponse:
    return HttpResponseRedirect(reverse("employer_team"), status=303)
