"""How an organization gets its account, and a person joins one: by a link that proves the address it was mailed to."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from wagecase.accounts import members, organizations
from wagecase.accounts.models import Invitation, Membership, User
from wagecase.cases.forms import KeyForm, show_refusal
from wagecase.cases.views.employer.forms import AnotherForm, JoinForm, PasswordForm, RegisterForm
from wagecase.cases.views.once import acting_once
from wagecase.cases.views.party import too_many
from wagecase.errors import TransitionNotAllowed
from wagecase.web import throttles

ASKED = "employer_asked"  # in the session: the address to which the link goes
HOUR = 3600
MAILS_TO_ONE, ASKED_FROM_ONE_PLACE = 3, 10
page = require_http_methods(["GET", "HEAD", "POST"])


@page
def register(request: HttpRequest) -> HttpResponse:
    """Ask for the organization and the person, and mail the link; whoever is signed in as no staff adds one at once."""
    if request.user.is_authenticated and not request.user.role:
        return another(request)
    form = RegisterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if too_many(request, "employer-register", most=ASKED_FROM_ONE_PLACE):
            form.add_error(None, _("You asked for too many messages. Try again in ten minutes, or call us."))
            return render(request, "employer/register.html", {"form": form}, status=429)
        to = form.cleaned_data["email"].lower()
        if not throttles.too_many(what="employer-register to", whom=to, most=MAILS_TO_ONE, seconds=HOUR):
            organizations.ask_to_register(
                form.named(),
                email=to,
                name=form.cleaned_data["name"],
                language=get_language() or "en",
                at=timezone.now(),
            )
        request.session[ASKED] = to
        return HttpResponseRedirect(reverse("employer_register_sent"), status=303)
    return render(request, "employer/register.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Say that the link is on its way: the same for an address that has an account."""
    return render(request, "employer/register_sent.html", {"to": request.session.get(ASKED, "")})


@members.account_required
def another(request: HttpRequest) -> HttpResponse:
    """Open one more organization's account for somebody whose address is proven."""
    form = AnotherForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if too_many(request, "employer-another", most=ASKED_FROM_ONE_PLACE):
            form.add_error(None, _("You asked too often. Try again in ten minutes, or call us."))
            return render(request, "employer/another.html", {"form": form}, status=429)
        try:
            return _added(request, form)
        except ValidationError as refused:
            show_refusal(form, refused)
    return render(request, "employer/another.html", {"form": form}, status=422 if form.errors else 200)


def _added(request: HttpRequest, form: AnotherForm) -> HttpResponse:
    with acting_once(request, form) as submission:
        made = organizations.add_organization(form.named(), owner=request.user, at=timezone.now())
        submission.location = reverse("employer_home")
    members.choose(request, made)
    messages.success(request, _("The account of %(name)s is open.") % {"name": made.organization.name})
    return HttpResponseRedirect(reverse("employer_home"), status=303)


@page
def open_account(request: HttpRequest, token: str) -> HttpResponse:
    """The mailed link: ask for a password, then open the account and sign in. Looking at the page opens nothing."""
    request.private_page = True  # type: ignore[attr-defined]
    row = organizations.pending(token, at=timezone.now())
    if row is None:
        return _pressed_again(request, token) or _over(request)
    form = PasswordForm(request.POST or None, email=row.email)
    if request.method == "POST" and form.is_valid():
        try:
            made = organizations.register(row, password=form.cleaned_data["password1"], at=timezone.now())
        except TransitionNotAllowed as refused:
            return _pressed_again(request, token) or _over(request, refused.message, status=409)
        return _welcome(request, made)
    context = {"form": form, "registration": row, "kind": row.get_kind_display()}
    return render(request, "employer/register_open.html", context, status=422 if form.errors else 200)


@page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invitation: what it offers, and the way to accept it that fits whoever opened it."""
    request.private_page = True  # type: ignore[attr-defined]
    invitation = organizations.invitation_of(token, at=timezone.now())
    if invitation is None:
        return _pressed_again(request, token) or _over(request)
    user = request.user if request.user.is_authenticated else None
    known = User.objects.filter(email__iexact=invitation.email).first()
    if known is not None and (known.role or not known.is_active):
        return _shown(request, invitation, way="staff" if known.role else "closed")
    if user is not None and user.pk != (known.pk if known else None):
        return _shown(request, invitation, way="other")
    if known is None:
        return _join_anew(request, invitation, token=token)
    return _join_known(request, invitation, token=token) if user else _shown(request, invitation, way="sign_in")


def _join_anew(request: HttpRequest, invitation: Invitation, *, token: str) -> HttpResponse:
    form = JoinForm(request.POST or None, email=invitation.email)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = organizations.accept_anew(
                invitation, name=data["name"], password=data["password1"], at=timezone.now()
            )
        except TransitionNotAllowed as refused:
            return _pressed_again(request, token) or _over(request, refused.message, status=409)
        return _welcome(request, made)
    return _shown(request, invitation, way="new", form=form)


def _join_known(request: HttpRequest, invitation: Invitation, *, token: str) -> HttpResponse:
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with acting_once(request, form) as submission:
            made = organizations.accept(invitation, user=request.user, at=timezone.now())
            submission.location = reverse("employer_home")
        members.choose(request, made)
        messages.success(request, _("You work for %(name)s now.") % {"name": made.organization.name})
        return HttpResponseRedirect(reverse("employer_home"), status=303)
    return _shown(request, invitation, way="known", form=form)


def _shown(request: HttpRequest, invitation: Invitation, *, way: str, form: Any = None) -> HttpResponse:
    context = {
        "invitation": invitation, "way": way, "form": form, "role": invitation.get_role_display(),
        "address": _address_shown(invitation, way=way),
    }  # fmt: skip
    status = 422 if form is not None and form.errors else 200
    return render(request, "employer/join.html", context, status=status)


def _address_shown(invitation: Invitation, *, way: str) -> str:
    """The invited address in full only to its own account: a link that was passed on tells a stranger no address."""
    name, _at, host = invitation.email.partition("@")
    return invitation.email if way == "known" else f"{name[:1]}…@{host}"


def _pressed_again(request: HttpRequest, token: str) -> HttpResponse | None:
    """Lead a second press of a link's form to where the first led; None for a look at the link, and for one never used.

    It opens nothing: the home asks whoever is not signed in to sign in with the password that was just chosen.
    """
    if request.method != "POST" or not organizations.was_used(token):
        return None
    return HttpResponseRedirect(reverse("employer_home"), status=303)


def _over(request: HttpRequest, said: str = "", *, status: int = 404) -> HttpResponse:
    """Say that a link opens nothing: unknown, used, too old and taken back look alike."""
    return render(request, "employer/link_over.html", {"said": said}, status=status)


def _welcome(request: HttpRequest, made: Membership) -> HttpResponse:
    """Sign the person in who proved the address and chose the password just now."""
    perform_login(request, made.user, email_verification="none", redirect_url=reverse("employer_home"))
    record_authentication(request, made.user, method="password", email=made.user.email)
    members.choose(request, made)
    messages.success(request, _("You work for %(name)s now.") % {"name": made.organization.name})
    return HttpResponseRedirect(reverse("employer_home"), status=303)
