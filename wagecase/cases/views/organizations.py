"""Organizations for staff: who acts for an employer, and what helps when nobody of its own people can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from wagecase.accounts import organizations, oversight, services, teams
from wagecase.accounts.access import confirmed_person_required, role_required
from wagecase.accounts.models import Invitation, Membership, Organization, Role, User
from wagecase.cases import organization_record, portal, rows, selectors
from wagecase.cases.forms import KeyForm
from wagecase.cases.models import Case
from wagecase.cases.views.employer.forms import MailedAddressField
from wagecase.cases.views.once import done_once, facts_of
from wagecase.web.forms import NarrativeField, SubmissionKeyMixin
from wagecase.web.paging import noun_count, page
from wagecase.web.templatetags.gov import before_dot

keeper = role_required(*oversight.KEEPERS)
supervisor = role_required(Role.SUPERVISOR)
methods = require_http_methods(["GET", "HEAD", "POST"])
MOST = 50  # files of one kind on the page
ON_RECORD = "Stands in the history. No message quotes it."


class InviteOwnerForm(SubmissionKeyMixin):
    """Whom to invite as an owner, why, and how the department knows who it is."""

    email = MailedAddressField(
        label="E-mail address of the new owner", noun="the e-mail address of the new owner",
        help_text="Ask for an address at work. The link that is mailed there proves that the person reads it.",
    )  # fmt: skip
    reason = NarrativeField(
        label="Why the department invites an owner", noun="why the department invites an owner", rows=3, max_length=1000,
        help_text=f"Such as: the only owner left the firm. {ON_RECORD}",
    )  # fmt: skip
    checked = NarrativeField(
        label="How you checked who asks, and that the person may act for the organization",
        noun="how you checked who asks", rows=3, max_length=1000,
        help_text=f"Such as: called back at the number of the license, and a letter of the director. {ON_RECORD}",
    )  # fmt: skip
    language = forms.ChoiceField(
        label="Language of the message", choices=[("en", "English"), ("es", "Spanish")], widget=forms.RadioSelect,
        error_messages={"required": "Choose the language of the message"},
    )  # fmt: skip


class ReasonForm(SubmissionKeyMixin):
    """Why the department steps in."""

    reason = NarrativeField(label="Reason", noun="the reason", rows=3, max_length=1000, help_text=ON_RECORD)


@require_safe
@keeper
def found(request: HttpRequest) -> HttpResponse:
    """Organizations by name, or by the address of a member or of somebody who was invited; without words all of them."""
    text = " ".join(request.GET.get("q", "").split())[:100]
    wanted = oversight.find(text) if text.isprintable() else Organization.objects.none()
    owners = (
        Membership.objects.filter(ended_at=None, role=oversight.OWNER).select_related("user").order_by("user__name")
    )
    wanted = wanted.prefetch_related(Prefetch("memberships", owners, to_attr="owners"))
    shown = page(
        wanted, order=("name", "id"), cursor=request.GET.get("cursor"), size=settings.PAGE_SIZE, descending=False
    )
    return render(request, "staff/organizations.html", {
        "q": text, "page": shown, "count": noun_count(shown.count, "organization", "organizations"),
    })  # fmt: skip


@require_safe
@keeper
def organization(request: HttpRequest, organization_id: int) -> HttpResponse:
    """One organization: who acts for it, who is invited, its filings and licenses, and what was done."""
    one = get_object_or_404(Organization, pk=organization_id)
    people = list(organizations.team(one))
    files = selectors.visible_to(request.user).filter(pk__in=portal.files_of(one)).order_by("-received_on", "-id")
    invited = organizations.open_invitations(one, at=timezone.now()).select_related("invited_by")
    return render(request, "staff/organization.html", {
        "organization": one, "people": people, "invitations": list(invited),
        "former": one.memberships.exclude(ended_at=None).select_related("user").order_by("-ended_at", "-id"),
        "without_owner": oversight.is_without_owner(one), "namesakes": oversight.namesakes(one),
        "licenses": _rows(request, files.filter(kind="license")),
        "filings": _rows(request, files.exclude(kind="license")),
        "days": organization_record.days(one), "today": timezone.localdate(), "most": MOST,
        "supervises": request.user.role == Role.SUPERVISOR,
    })  # fmt: skip


def _rows(request: HttpRequest, files: Any) -> list[rows.CaseRow]:
    found: list[Case] = list(rows.with_details(files)[:MOST])
    return rows.rows(found, role=request.user.role)


@methods
@supervisor
@confirmed_person_required
def invite_owner(request: HttpRequest, organization_id: int) -> HttpResponse:
    """Ask whom to invite, why and how it was checked, and mail the invitation."""
    one = get_object_or_404(Organization, pk=organization_id)
    form = InviteOwnerForm(request.POST or None, initial={"language": "en"})
    if request.method == "POST" and form.is_valid() and _once(request, form, lambda facts: oversight.invite_owner(
        one, **facts, actor=request.user.actor, at=timezone.now()
    ), of=one):  # fmt: skip
        messages.success(request, f"We mailed the invitation to {form.cleaned_data['email']}.")
        return _back(one)
    return render(request, "staff/organization_invite_owner.html", {
        "organization": one, "form": form, "owners": teams.working_owners(one).select_related("user"),
        "days": organizations.invitation_days(timezone.localdate()),
    }, status=422 if form.errors else 200)  # fmt: skip


@methods
@keeper
@confirmed_person_required
def end_membership(request: HttpRequest, membership_id: int) -> HttpResponse:
    """Ask why, then end that somebody acts for the organization."""
    row = _member(membership_id, ended_too=request.method == "POST")  # a second press, or a colleague came first
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _once(
        request, form, lambda facts: oversight.end_membership(row, **facts, actor=request.user.actor, at=timezone.now()), of=row.organization,
    ):  # fmt: skip
        messages.success(request, f"{row.user.name} no longer works for {before_dot(row.organization.name)}.")
        return _back(row.organization)
    last = oversight.is_last_owner(row)
    return render(request, "staff/organization_end_membership.html", {
        "row": row, "form": form, "last": last, "barred": last and request.user.role != Role.SUPERVISOR,
        "sent": teams.sent_by(row.user, organization=row.organization, at=timezone.now()),
    }, status=422 if form.errors else 200)  # fmt: skip


@methods
@supervisor
@confirmed_person_required
def active(request: HttpRequest, membership_id: int, verb: str) -> HttpResponse:
    """Ask why, then close or open the account of a member, for all the organizations that it acts for."""
    row = get_object_or_404(Membership.objects.select_related("user", "organization"), pk=membership_id, user__role="")
    form = ReasonForm(request.POST or None)
    act = services.deactivate if verb == "deactivate" else services.reactivate
    if request.method == "POST" and form.is_valid() and _once(
        request, form, lambda facts: act(person=row.user, **facts, actor=request.user.actor, at=timezone.now()), of=row.organization,
    ):  # fmt: skip
        said = "closed" if verb == "deactivate" else "open again"
        messages.success(request, f"The account of {row.user.name} is {said}.")
        return _back(row.organization)
    return render(request, "staff/organization_account.html", {
        "row": row, "form": form, "verb": verb, "sent": teams.sent_by(row.user, at=timezone.now()),
        "acts_for": _acts_for(row.user),
    }, status=422 if form.errors else 200)  # fmt: skip


def _acts_for(user: User) -> list[tuple[Membership, bool]]:
    """Return the person's memberships, and of each whether the organization has no other owner who can act."""
    found = user.memberships.filter(ended_at=None).select_related("organization", "user").order_by("organization__name")
    return [(row, oversight.is_last_owner(row)) for row in found]


@methods
@keeper
@confirmed_person_required
def take_back_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Ask, then let an open invitation open nothing any more."""
    row = get_object_or_404(Invitation.objects.select_related("organization", "invited_by"), pk=invitation_id)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _once(
        request, form, lambda _facts: oversight.take_back_invitation(row, actor=request.user.actor, at=timezone.now()), of=row.organization,
    ):  # fmt: skip
        messages.success(request, f"The invitation of {row.email} is taken back.")
        return _back(row.organization)
    return render(
        request, "staff/organization_take_back.html", {"row": row, "form": form}, status=422 if form.errors else 200
    )


def _member(membership_id: int, *, ended_too: bool) -> Membership:
    found = Membership.objects.select_related("user", "organization")
    return get_object_or_404(found if ended_too else found.filter(ended_at=None), pk=membership_id)


def _once(
    request: HttpRequest, form: SubmissionKeyMixin, act: Callable[[dict[str, Any]], Any], *, of: Organization
) -> bool:
    """Run the act once; what the person can fix goes back to the form."""
    return done_once(request, form, lambda: act(facts_of(form)), location=reverse("staff_organization", args=[of.pk]))


def _back(of: Organization) -> HttpResponse:
    return HttpResponseRedirect(reverse("staff_organization", args=[of.pk]), status=303)
