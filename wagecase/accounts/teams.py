"""What acts on an organization's people share: one after the other, and nothing lives on of whoever leaves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from wagecase.accounts import mails
from wagecase.accounts.models import Invitation, Membership, Organization, User
from wagecase.audit.chain import record
from wagecase.lifecycle import Actor

OWNER = Membership.Role.OWNER


def lock(organization: Organization) -> None:
    """Let changes to one organization's people come one after the other, so that two owners cannot leave at once."""
    Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)


def working_owners(organization: Organization) -> QuerySet[Membership]:
    """Return the owners who can act: whose accounts are open, and who did not come to work for the department."""
    return organization.memberships.filter(ended_at=None, role=OWNER, user__is_active=True, user__role="")


def sent_by(user: User, *, at: datetime, organization: Organization | None = None) -> QuerySet[Invitation]:
    """Return the open invitations that a person sent, of one organization or of all."""
    found = Invitation.objects.filter(
        invited_by=user, accepted_at=None, taken_back_at=None, expires_on__gte=timezone.localdate(at)
    )
    found = found.filter(organization=organization) if organization else found
    return found.select_related("organization").order_by("organization__name", "email")


def withdraw(organization: Organization, which: Q, *, actor: Actor, at: datetime) -> list[Invitation]:
    """Let no invitation be a second door: take back what is open of `which`, within a unit of work; return what was.

    The rows past their last day count too: `resend` could open them again. Nobody is told by this.
    """
    taken = []
    for row in organization.invitations.filter(which, accepted_at=None, taken_back_at=None).order_by("pk"):
        going = Invitation.objects.filter(pk=row.pk, accepted_at=None, taken_back_at=None)
        if going.update(taken_back_at=at):
            row.taken_back_at = at
            record(verb="accounts.take_back_invitation", actor=actor, at=at, facts=facts_of(row))
            taken.append(row)
    return taken


def close_membership(
    row: Membership, *, actor: Actor, at: datetime, changes: Mapping[str, tuple[str, str]] | None = None
) -> list[Invitation]:
    """End a membership within a unit of work that holds the lock; return the invitations that the member had sent.

    They are taken back, and their receivers are told. So are invitations to the member, of which nobody is told.
    """
    row.ended_at = at
    row.save(update_fields=["ended_at"])
    end_sessions(row)
    record(verb="accounts.end_membership", actor=actor, at=at, facts=whose(row), changes=changes)
    withdraw(row.organization, Q(email__iexact=row.user.email), actor=actor, at=at)
    taken = withdraw(row.organization, Q(invited_by=row.user_id), actor=actor, at=at)
    return told(taken, at=at)


def lock_where(person: User, *, at: datetime) -> None:
    """Lock the organizations in which the person acts or has open invitations, always in the same order."""
    mine = Q(memberships__user=person, memberships__ended_at=None) | Q(invitations__in=sent_by(person, at=at))
    found = Organization.objects.filter(pk__in=Organization.objects.filter(mine).values("pk"))
    list(found.select_for_update(no_key=True).order_by("pk"))


def take_back_sent(person: User, *, actor: Actor, at: datetime) -> None:
    """Take back every invitation of somebody whose account was closed just now, within its unit of work.

    The invited are told, and in each of the person's organizations the other owners.
    """
    memberships = person.memberships.filter(ended_at=None).values("organization")
    senders = Invitation.objects.filter(invited_by=person, accepted_at=None, taken_back_at=None).values("organization")
    acts_for = set(memberships.values_list("organization", flat=True))
    for organization in Organization.objects.filter(Q(pk__in=memberships) | Q(pk__in=senders)).order_by("pk"):
        taken = told(withdraw(organization, Q(invited_by=person), actor=actor, at=at), at=at)
        if organization.pk in acts_for:
            mails.tell_owners(organization, mails.CLOSED, name=person.name, taken_back=taken, besides=person.pk, at=at)
        elif taken:
            mails.tell_owners(organization, mails.TAKEN_BACK, taken_back=taken, at=at)


def told(taken: list[Invitation], *, at: datetime) -> list[Invitation]:
    """Tell the invited whose links could still be opened, and return those invitations."""
    going = [row for row in taken if row.expires_on >= timezone.localdate(at)]
    mails.tell_invited(going, at=at)
    return going


def tell_of_taken(row: Membership, what: str, taken: list[Invitation], *, by: Membership, at: datetime) -> None:
    """Tell the owners of invitations that went with the right of a member, besides whoever did it and saw it."""
    going = taken if what == mails.LEFT else told(taken, at=at)
    if going:
        mails.tell_owners(row.organization, what, name=row.user.name, taken_back=going, besides=by.user_id, at=at)


def end_sessions(row: Membership) -> None:
    """Let the member sign in anew: what a session may do is bound to what the member was when it began."""
    User.objects.filter(pk=row.user_id).update(session_round=F("session_round") + 1)


def facts_of(invitation: Invitation) -> dict[str, int]:
    """Return what the record says of an invitation: ids only."""
    return {"organization_id": invitation.organization_id, "invitation_id": invitation.pk}


def whose(row: Membership) -> dict[str, int]:
    """Return what the record says of a membership: ids only."""
    return {"organization_id": row.organization_id, "user_id": row.user_id, "membership_id": row.pk}
