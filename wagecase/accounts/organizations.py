"""Organizations and who acts for them: registered by whoever proves an address, joined by invitation, never without an owner."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.accounts import mails, teams
from wagecase.accounts.models import Invitation, Membership, Organization, Registration, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.encryption import keyed_digest
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rules import calendar, law

OWNER = Membership.Role.OWNER
MOST_OPEN = 30  # open invitations of one organization


@dataclass(frozen=True)
class Named:
    """How an organization is called and what it is."""

    legal_name: str
    kind: str
    trade_name: str = ""


# Registration


def ask_to_register(named: Named, *, email: str, name: str, language: str, at: datetime) -> None:
    """Mail a link to `email` that opens the organization's account; until it is opened only a pending row is there.

    An address that has an account gets another mail, which says so; whoever typed it learns nothing of it.
    """
    email = email.lower()
    with unit_of_work():
        if User.objects.filter(email=email).exists():
            mails.send("account_exists", to=email, path=reverse("employer_home"), language=language, at=at)
            return
        token = secrets.token_urlsafe(32)
        row = Registration.objects.create(
            email=email, name=name, legal_name=named.legal_name, trade_name=named.trade_name, kind=named.kind,
            token_hash=_registration_hash(token), asked_at=at, expires_on=_last_day("registration_days", at),
        )  # fmt: skip
        mails.send(
            "register", to=email, path=reverse("employer_register_open", args=[token]), language=language, at=at,
            expires_on=row.expires_on,
        )  # fmt: skip


def pending(token: str, *, at: datetime) -> Registration | None:
    """Return the registration whose link this is, while the link works."""
    found = Registration.objects.filter(token_hash=_registration_hash(token), used_at=None)
    return found.filter(expires_on__gte=timezone.localdate(at)).first()


def register(row: Registration, *, password: str, at: datetime) -> Membership:
    """Open the account behind a registration's link: the person, the organization, and that the person owns it.

    TransitionNotAllowed when the link was used, is too old, or the address got an account meanwhile.
    """
    with unit_of_work():
        won = Registration.objects.filter(pk=row.pk, used_at=None, expires_on__gte=timezone.localdate(at))
        if not won.update(used_at=at):
            raise TransitionNotAllowed(_("This link no longer works."))
        user = _new_user(row.email, name=row.name, password=password)
        return _organize(Named(row.legal_name, row.kind, row.trade_name), owner=user, at=at)


def add_organization(named: Named, *, owner: User, at: datetime) -> Membership:
    """Open another organization of somebody who has an account.

    NotPermitted for staff; ValidationError (legal_name) where the person acts for one of the same names already: two
    windows, or a forgotten account, would part the filings of one employer.
    """
    if owner.role or not owner.is_active:
        raise NotPermitted(_("Staff accounts do not act for an organization."))
    with unit_of_work():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # two windows come one after the other
        same = owner.memberships.filter(ended_at=None, organization__name__iexact=named.legal_name)
        if same.filter(organization__trade_name__iexact=named.trade_name).exists():
            words = _("You act for an organization of this name already. Choose it on the page of your account")
            raise ValidationError({"legal_name": words})
        return _organize(named, owner=owner, at=at)


def _organize(named: Named, *, owner: User, at: datetime) -> Membership:
    organization = Organization.objects.create(
        name=named.legal_name, trade_name=named.trade_name, kind=named.kind, created_at=at
    )
    membership = Membership.objects.create(organization=organization, user=owner, role=OWNER, began_at=at)
    record(
        verb="accounts.register_organization", actor=membership.actor, at=at,
        facts={"organization_id": organization.pk, "user_id": owner.pk, "kind": named.kind},
        changes={"name": ("", named.legal_name)},
    )  # fmt: skip
    return membership


def _new_user(email: str, *, name: str, password: str) -> User:
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name=name)
    except IntegrityError:
        raise TransitionNotAllowed(_("This address has an account already. Sign in with it.")) from None
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


# Invitations


def open_invitations(organization: Organization, *, at: datetime) -> QuerySet[Invitation]:
    """Return the invitations that can still be accepted, the latest first."""
    found = organization.invitations.filter(accepted_at=None, taken_back_at=None)
    return found.filter(expires_on__gte=timezone.localdate(at))


def invitation_days(today: date) -> int:
    """Return for how many days an invitation of `today` is open."""
    return law.in_force("accounts.invitation_days", today).number


def invite(*, by: Membership, email: str, role: str, language: str, at: datetime) -> Invitation:
    """Mail an invitation to join the owner's organization in `role`; its link works once, until its last day.

    NotPermitted unless `by` owns the organization; ValidationError (email) for a member, for an address that has an
    open invitation, and when too many are open.
    """
    email, organization = email.lower(), by.organization
    with unit_of_work():
        teams.lock(organization)
        _owner(by)
        _may_be_invited(organization, email, others=open_invitations(organization, at=at))
        return make_invitation(
            organization, email=email, role=role, language=language, sender=by.user, actor=by.actor, at=at
        )


def make_invitation(
    organization: Organization, *, email: str, role: str, language: str, sender: User, actor: Actor, at: datetime,
    verb: str = "accounts.invite_member", changes: Mapping[str, tuple[str, str]] | None = None,
) -> Invitation:  # fmt: skip
    """Store and mail an invitation that was found to be in order, within a unit of work that holds the lock.

    One of somebody with a staff role is the department's: it also makes a member an owner.
    """
    token = secrets.token_urlsafe(32)
    row = Invitation.objects.create(
        organization=organization, email=email, role=role, token_hash=_invitation_hash(token), invited_by=sender,
        by_department=bool(sender.role), language=language, invited_at=at, expires_on=_last_day("invitation_days", at),
    )  # fmt: skip
    record(
        verb=verb, actor=actor, at=at, changes={"email": ("", email), **(changes or {})},
        facts={"organization_id": organization.pk, "invitation_id": row.pk, "role": row.role},
    )  # fmt: skip
    mails.send_invitation(row, token=token, at=at)
    return row


def _may_be_invited(
    organization: Organization, email: str, *, others: QuerySet[Invitation], by_department: bool = False
) -> None:
    members = organization.memberships.filter(ended_at=None, user__email__iexact=email)
    if (members.filter(role=OWNER) if by_department else members).exists():
        raise ValidationError({"email": _("This person is in your team already")})
    if others.filter(email__iexact=email).exists():
        raise ValidationError(
            {"email": _("There is an open invitation for this address. Send it again, or take it back")}
        )
    if others.count() >= MOST_OPEN:
        raise ValidationError({"email": _("Too many invitations are open. Take back those that nobody needs")})


def resend(invitation: Invitation, *, by: Membership, language: str, at: datetime) -> Invitation:
    """Mail the invitation again with a new link and a new last day; the old link stops working. Return the fresh row.

    NotPermitted unless `by` owns the organization; TransitionNotAllowed when it was accepted or taken back, when a
    later one was sent to the address, and where `invite` would refuse it.
    """
    token, organization = secrets.token_urlsafe(32), invitation.organization
    with unit_of_work():
        teams.lock(organization)
        _owner(by, of=organization.pk)
        if organization.invitations.filter(email__iexact=invitation.email, pk__gt=invitation.pk).exists():
            raise TransitionNotAllowed(_("A later invitation was sent to this address. This one is not open any more."))
        try:
            others = open_invitations(organization, at=at).exclude(pk=invitation.pk)
            _may_be_invited(organization, invitation.email, others=others, by_department=invitation.by_department)
        except ValidationError as refused:
            raise TransitionNotAllowed(" ".join(refused.messages)) from None
        going = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, taken_back_at=None)
        last = _last_day("invitation_days", at)
        if not going.update(token_hash=_invitation_hash(token), expires_on=last, language=language):
            raise TransitionNotAllowed(_("This invitation is not open any more."))
        invitation.refresh_from_db()
        record(verb="accounts.resend_invitation", actor=by.actor, at=at, facts=teams.facts_of(invitation))
        mails.send_invitation(invitation, token=token, at=at)
    return invitation


def take_back(invitation: Invitation, *, by: Membership, at: datetime) -> None:
    """Let the invitation's link open nothing any more.

    NotPermitted unless `by` owns the organization; TransitionNotAllowed when it was accepted or taken back before.
    """
    with unit_of_work():
        teams.lock(invitation.organization)
        _owner(by, of=invitation.organization_id)
        if not teams.withdraw(invitation.organization, Q(pk=invitation.pk), actor=by.actor, at=at):
            raise TransitionNotAllowed(_("This invitation is not open any more."))


def was_used(token: str) -> bool:
    """Return whether a link of either kind did its work before: a second press of its form is no broken link."""
    opened = Registration.objects.filter(token_hash=_registration_hash(token), used_at__isnull=False)
    joined = Invitation.objects.filter(token_hash=_invitation_hash(token), accepted_at__isnull=False)
    return opened.exists() or joined.exists()


def invitation_of(token: str, *, at: datetime) -> Invitation | None:
    """Return the invitation whose link this is, while it can be accepted."""
    found = Invitation.objects.filter(token_hash=_invitation_hash(token), accepted_at=None, taken_back_at=None)
    return found.filter(expires_on__gte=timezone.localdate(at)).select_related("organization", "invited_by").first()


def accept_anew(invitation: Invitation, *, name: str, password: str, at: datetime) -> Membership:
    """Make an account for the invited address and let it join; TransitionNotAllowed when either is not possible."""
    with unit_of_work():
        return _join(invitation, user=_new_user(invitation.email, name=name, password=password), at=at)


def accept(invitation: Invitation, *, user: User, at: datetime) -> Membership:
    """Let the account of the invited address join. Whoever is in the team already keeps the role they have.

    Every other invitation of the organization to this address opens nothing any more.

    NotPermitted for staff, a closed account and another address; TransitionNotAllowed when it is not open any more.
    """
    if user.role or not user.is_active:
        raise NotPermitted(_("Staff accounts do not act for an organization."))
    if user.email.lower() != invitation.email.lower():
        raise NotPermitted(_("This invitation is for another address."))
    with unit_of_work():
        return _join(invitation, user=user, at=at)


def _join(invitation: Invitation, *, user: User, at: datetime) -> Membership:
    teams.lock(invitation.organization)
    going = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, taken_back_at=None)
    if not going.filter(expires_on__gte=timezone.localdate(at)).update(accepted_at=at):
        raise TransitionNotAllowed(_("This invitation is not open any more."))
    membership, _made = Membership.objects.get_or_create(
        organization=invitation.organization, user=user, ended_at=None,
        defaults={"role": invitation.role, "began_at": at},
    )  # fmt: skip
    if invitation.by_department and membership.role != OWNER:
        _make_owner(membership, at=at)
    facts = teams.facts_of(invitation) | {"user_id": user.pk, "role": membership.role}
    record(verb="accounts.join_organization", actor=membership.actor, at=at, facts=facts)
    teams.withdraw(membership.organization, Q(email__iexact=user.email), actor=membership.actor, at=at)
    return membership


def _make_owner(membership: Membership, *, at: datetime) -> None:
    """Make a member who was invited by the department an owner; the session goes on, for its right only grows."""
    before, membership.role = membership.role, OWNER
    membership.save(update_fields=["role"])
    record(
        verb="accounts.change_membership_role", actor=membership.actor, at=at, changes={"role": (before, OWNER.value)},
        facts=teams.whose(membership),
    )  # fmt: skip


# The team


def team(organization: Organization) -> QuerySet[Membership]:
    """Return who acts for the organization now, in order of name."""
    return organization.memberships.filter(ended_at=None).select_related("user").order_by("user__name", "id")


def change_role(membership: Membership, *, role: str, by: Membership, at: datetime) -> Membership:
    """Give a member another role; the member's sessions end. Return the fresh row.

    The open invitations that an owner sent who is one no more are taken back; the invited and the other owners are told.

    NotPermitted unless `by` owns the organization; ValidationError (role) when nothing would change, or when the
    organization would be left without an owner; TransitionNotAllowed when the member has left.
    """
    with unit_of_work():
        teams.lock(membership.organization)
        _owner(by, of=membership.organization_id)
        row = _current(membership)
        before = row.role
        if before == role:
            raise ValidationError({"role": _("%(name)s has this role already") % {"name": row.user.name}})
        if before == OWNER:
            _another_owner(row, field="role")
        row.role = Membership.Role(role)
        row.save(update_fields=["role"])
        teams.end_sessions(row)
        record(
            verb="accounts.change_membership_role", actor=by.actor, at=at, changes={"role": (before, row.role)},
            facts=teams.whose(row),
        )  # fmt: skip
        if before == OWNER:
            taken = teams.withdraw(row.organization, Q(invited_by=row.user_id), actor=by.actor, at=at)
            teams.tell_of_taken(row, mails.DEMOTED, taken, by=by, at=at)
    return row


def end_membership(membership: Membership, *, by: Membership, at: datetime) -> None:
    """End that a member acts for the organization; the member's sessions end. An owner ends anybody's, others their own.

    The open invitations to the member, and those that the member sent, are taken back. Whoever was put out is told; of
    invitations that were sent, the invited and the other owners.

    NotPermitted for anybody else; ValidationError for the last owner; TransitionNotAllowed when it was ended before.
    """
    with unit_of_work():
        teams.lock(membership.organization)
        if membership.pk != by.pk:
            _owner(by, of=membership.organization_id)
        row = _current(membership)
        if row.role == OWNER:
            _another_owner(row, field=None)
        taken = teams.close_membership(row, actor=by.actor, at=at)
        if row.user_id != by.user_id:
            mails.tell_ended(row, by_department=False, at=at)
        teams.tell_of_taken(row, mails.LEFT, taken, by=by, at=at)


def _owner(by: Membership, *, of: int | None = None) -> None:
    """NotPermitted unless `by` owns it now; asked below the lock, for another owner may have ended that meanwhile."""
    current = Membership.objects.filter(pk=by.pk, ended_at=None, role=OWNER, user__is_active=True)
    if not current.exists() or of not in (None, by.organization_id):
        raise NotPermitted(_("Only an owner of the organization may do this."))


def _current(membership: Membership) -> Membership:
    row = Membership.objects.select_related("user", "organization").get(pk=membership.pk)
    if row.ended_at is not None:
        raise TransitionNotAllowed(_("This person is not in your team any more."))
    return row


def _another_owner(row: Membership, *, field: str | None) -> None:
    if not teams.working_owners(row.organization).exclude(pk=row.pk).exists():
        words = _("An organization needs an owner. Make somebody else an owner first")
        raise ValidationError({field: words} if field else words)


# Links


def forget_old(now: datetime) -> int:
    """Remove registrations whose days are over and return how many."""
    return Registration.objects.filter(expires_on__lt=timezone.localdate(now)).delete()[0]


def _registration_hash(token: str) -> str:
    return keyed_digest("registration", token)


def _invitation_hash(token: str) -> str:
    return keyed_digest("invitation", token)


def _last_day(parameter: str, at: datetime) -> date:
    today = timezone.localdate(at)
    return calendar.day_after(today, law.in_force(f"accounts.{parameter}", today).number)
