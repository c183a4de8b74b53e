"""People for the administrator: who works here, in which role; adding, changing the role, closing and opening accounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.forms import ResetPasswordForm
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from wagecase.accounts import services, teams
from wagecase.accounts.access import confirmed_person_required, role_required
from wagecase.accounts.models import STAFF_ROLES, Role, User
from wagecase.cases.forms import KeyForm, PersonForm, RoleForm
from wagecase.cases.views.once import done_once, facts_of
from wagecase.web.forms import SubmissionKeyMixin

administrator = role_required(Role.ADMINISTRATOR)


@require_safe
@administrator
def people(request: HttpRequest) -> HttpResponse:
    """Everybody with a staff role, and how many open cases each has (a number, never the files)."""
    found = User.objects.filter(role__in=STAFF_ROLES).order_by("-is_active", "name", "id")
    found = found.annotate(open_cases=Count("assigned_cases", filter=Q(assigned_cases__is_open=True)))
    return render(request, "staff/people.html", {"people": list(found)})


@administrator
def add(request: HttpRequest) -> HttpResponse:
    """Make an account and mail the person a link to set a password."""
    form = PersonForm(request.POST or None)
    sent = request.method == "POST" and form.is_valid()
    if sent and _once(request, form, lambda facts: _make_and_invite(request, facts)):
        messages.success(request, f"{form.cleaned_data['name']} was added and gets an e-mail to set a password.")
        return _back()
    return render(request, "staff/person_add.html", {"form": form}, status=422 if form.errors else 200)


@administrator
@confirmed_person_required
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """One person: change the role, or close or open the account."""
    who = get_object_or_404(User.objects.filter(role__in=STAFF_ROLES), pk=person_id)
    form = RoleForm(request.POST or None, initial={"role": who.role})
    if request.method == "POST" and form.is_valid():
        done = _once(request, form, lambda facts: services.change_role(
            person=who, **facts, actor=request.user.actor, at=timezone.now()))  # fmt: skip
        if done:
            messages.success(request, f"{who.name} is now {who.get_role_display().lower()}. Open sessions were ended.")
            return _back()
    return render(request, "staff/person.html", {
        "person": who, "form": form, "key_form": KeyForm(), "is_self": who.pk == request.user.pk,
        "open_cases": who.assigned_cases.filter(is_open=True).count(),
    }, status=422 if form.errors else 200)  # fmt: skip


@administrator
@confirmed_person_required
def active(request: HttpRequest, person_id: int, verb: str) -> HttpResponse:
    """Ask, then close or open an account."""
    who = get_object_or_404(User.objects.filter(role__in=STAFF_ROLES), pk=person_id)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = services.deactivate if verb == "deactivate" else services.reactivate
        _once(request, form, lambda _facts: act(person=who, actor=request.user.actor, at=timezone.now()))
        messages.success(request, f"The account of {who.name} is {'closed' if verb == 'deactivate' else 'open again'}.")
        return _back()
    return render(request, "staff/person_active.html", {
        "person": who, "form": form, "verb": verb, "open_cases": who.assigned_cases.filter(is_open=True).count(),
        "sent": teams.sent_by(who, at=timezone.now()),
    }, status=422 if form.errors else 200)  # fmt: skip


@administrator
@confirmed_person_required
def reset_second_factor(request: HttpRequest, person_id: int) -> HttpResponse:
    """Ask, then take the authenticator app off a person who lost the phone."""
    who = get_object_or_404(User.objects.filter(role__in=STAFF_ROLES), pk=person_id)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        done = _once(request, form, lambda _facts: services.reset_second_factor(
            person=who, actor=request.user.actor, at=timezone.now()))  # fmt: skip
        if done:
            messages.success(request, f"{who.name} sets up a new second factor at the next sign-in.")
            return _back()
    status = 422 if form.errors else 200
    return render(request, "staff/person_second_factor.html", {"person": who, "form": form}, status=status)


def _once(request: HttpRequest, form: SubmissionKeyMixin, act: Callable[[dict[str, Any]], Any]) -> bool:
    """Run the act once; what the person can fix goes back to the form."""
    return done_once(request, form, lambda: act(facts_of(form)), location=reverse("staff_people"))


def _make_and_invite(request: HttpRequest, facts: dict[str, Any]) -> None:
    """Make the account and queue its invitation, both or neither: without the link nobody could ever sign in to it."""
    who = services.make_person(**facts, actor=request.user.actor, at=timezone.now())
    form = ResetPasswordForm({"email": who.email})
    if not form.is_valid():
        raise ValidationError({"email": form.errors.get("email") or form.non_field_errors()})
    form.save(request)


def _back() -> HttpResponse:
    return HttpResponseRedirect(reverse("staff_people"), status=303)
