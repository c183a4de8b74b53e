"""What the department does for an organization whose own people cannot: finds it, invites an owner, puts somebody out."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet

from wagecase.accounts import mails, organizations, teams
from wagecase.accounts.models import Invitation, Membership, Organization, Role, User
from wagecase.audit.chain import unit_of_work
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor

OWNER = Membership.Role.OWNER
KEEPERS = (Role.SPECIALIST, Role.SUPERVISOR)  # who may look, end a membership and take back an invitation


def find(text: str) -> QuerySet[Organization]:
    """Return the organizations with `text` in a name, or with a member or an invited person whose address begins with it.

    Members who have left count too: that somebody once acted is a way to find what they acted for. Without text: all.
    """
    found = Organization.objects.all()
    if not text:
        return found
    members = Membership.objects.filter(organization=OuterRef("pk"), user__email__istartswith=text)
    invited = Invitation.objects.filter(organization=OuterRef("pk"), email__istartswith=text)
    names = Q(name__icontains=text) | Q(trade_name__icontains=text)
    return found.filter(names | Exists(members) | Exists(invited))


def namesakes(organization: Organization) -> QuerySet[Organization]:
    """Return the other organizations of the same legal name: a second account of one employer, or another employer."""
    return Organization.objects.filter(name__iexact=organization.name).exclude(pk=organization.pk)


def is_without_owner(organization: Organization) -> bool:
    """Return whether nobody who can sign in owns the organization."""
    return not teams.working_owners(organization).exists()


def is_last_owner(membership: Membership) -> bool:
    """Return whether the organization has no other owner who can sign in."""
    others = teams.working_owners(membership.organization).exclude(pk=membership.pk)
    return membership.role == OWNER and not others.exists()


def invite_owner(
    organization: Organization, *, email: str, reason: str, checked: str, language: str, actor: Actor, at: datetime
) -> Invitation:
    """Mail an invitation to own the organization; a member who accepts it becomes an owner. The owners are told.

    `reason` says why the department steps in, `checked` how it was sure who asks and that the address is theirs: both
    stand on the record and in no message.

    NotPermitted unless the actor is a supervisor; ValidationError (email) for an owner, for an address of staff or of
    a closed account, and for one that has an open invitation.
    """
    email = email.lower()
    with unit_of_work():
        teams.lock(organization)
        sender = _staff(actor, Role.SUPERVISOR)
        _may_own(organization, email, at=at)
        row = organizations.make_invitation(
            organization, email=email, role=OWNER, language=language, sender=sender, actor=actor, at=at,
            verb="accounts.invite_owner", changes={"reason": ("", reason), "checked": ("", checked)},
        )  # fmt: skip
        mails.tell_of_new_owner(row, at=at)
    return row


def _may_own(organization: Organization, email: str, *, at: datetime) -> None:
    known = User.objects.filter(email__iexact=email).first()
    if known is not None and known.role:
        raise ValidationError({"email": "This address belongs to somebody who works for the department"})
    if known is not None and not known.is_active:
        raise ValidationError({"email": "The account of this address is closed. Open it again first"})
    if known is not None and teams.working_owners(organization).filter(user=known).exists():
        raise ValidationError({"email": f"{known.name} is an owner already"})
    if organizations.open_invitations(organization, at=at).filter(email__iexact=email).exists():
        raise ValidationError({"email": "There is an open invitation for this address. Take it back first"})


def end_membership(membership: Membership, *, reason: str, actor: Actor, at: datetime) -> None:
    """End that somebody acts for an organization; the person's sessions end, and the person and the owners are told.

    The open invitations to the person, and those that the person sent for it, are taken back.

    NotPermitted unless the actor is a supervisor or a license specialist, and for the last owner unless a supervisor:
    nobody may act for the organization then. TransitionNotAllowed when it was ended before.
    """
    with unit_of_work():
        teams.lock(membership.organization)
        _staff(actor, *KEEPERS)
        row = Membership.objects.select_related("user", "organization").get(pk=membership.pk)
        if row.ended_at is not None:
            raise TransitionNotAllowed(f"The membership of {row.user.name} has ended already.")
        if is_last_owner(row):
            _staff(actor, Role.SUPERVISOR)
        taken = teams.close_membership(row, actor=actor, at=at, changes={"reason": ("", reason)})
        mails.tell_ended(row, by_department=True, at=at)
        mails.tell_owners(
            row.organization, mails.ENDED, name=row.user.name, taken_back=taken, besides=row.user_id, at=at
        )


def take_back_invitation(invitation: Invitation, *, actor: Actor, at: datetime) -> None:
    """Let an invitation's link open nothing any more; the invited person and the owners are told.

    NotPermitted unless the actor is a supervisor or a license specialist; TransitionNotAllowed when it was accepted or
    taken back before.
    """
    with unit_of_work():
        teams.lock(invitation.organization)
        _staff(actor, *KEEPERS)
        taken = teams.withdraw(invitation.organization, Q(pk=invitation.pk), actor=actor, at=at)
        if not taken:
            raise TransitionNotAllowed("This invitation is not open any more.")
        mails.tell_invited(taken, at=at)
        mails.tell_owners(invitation.organization, mails.TAKEN_BACK, taken_back=taken, at=at)


def _staff(actor: Actor, *roles: Role) -> User:
    """Return the person who acts, locked, so that whose account is being closed invites nobody meanwhile."""
    person = User.objects.select_for_update(no_key=True).filter(pk=actor.id or 0, role__in=roles, is_active=True)
    found = person.first()
    if actor.kind != "staff" or actor.role not in roles or found is None:
        raise NotPermitted("Only a supervisor may do this." if roles == (Role.SUPERVISOR,) else "You may not do this.")
    return found
