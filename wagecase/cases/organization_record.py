"""Words for the record of an organization's people: who came, went and was invited, by whom, and why the department acted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from wagecase.accounts.models import Invitation, Membership, Organization, Role, User
from wagecase.audit.models import Event
from wagecase.cases.timeline import Entry

MOST = 200  # events on the page; the record keeps all
OF_ORGANIZATION = {
    "accounts.register_organization": "Organization registered",
    "accounts.invite_member": "Invitation sent",
    "accounts.invite_owner": "New owner invited by the department",
    "accounts.resend_invitation": "Invitation sent again",
    "accounts.take_back_invitation": "Invitation taken back",
    "accounts.join_organization": "Joined the team",
    "accounts.change_membership_role": "Role changed",
    "accounts.end_membership": "Membership ended",
}
OF_ACCOUNT = {"accounts.deactivate": "Account closed", "accounts.reactivate": "Account opened again"}
LABELS = {"reason": "Reason", "checked": "How the identity was checked"}


def days(organization: Organization) -> list[tuple[date, list[Entry]]]:
    """Return what was done with the organization's people by local day, newest first; MOST entries at the most.

    Closing and opening of an account count while the person was a member.
    """
    people = {row.pk: row for row in organization.memberships.select_related("user")}
    events = list(_events(organization, people)[:MOST])
    reader = _Reader(organization, people, events)
    made = [(event, reader.entry(event)) for event in events if reader.belongs(event)]
    return [
        (on, [entry for _event, entry in items])
        for on, items in groupby(made, key=lambda item: timezone.localdate(item[0].at))
    ]


def _events(organization: Organization, people: Mapping[int, Membership]) -> QuerySet[Event]:
    """The events without a case are few, and their index finds them; which are meant stands in their text."""
    own = Q(body__contains=f'"organization_id":{organization.pk},') | Q(
        body__contains=f'"organization_id":{organization.pk}}}'
    )
    wanted = Q(verb__in=OF_ORGANIZATION) & own
    for user_id in {row.user_id for row in people.values()}:
        wanted |= Q(verb__in=OF_ACCOUNT, body__contains=f'"facts":{{"user_id":{user_id}}}')
    return Event.objects.filter(wanted, case=None).order_by("-seq").prefetch_related("details")


class _Reader:
    """Reads what the whole list of events names in one query per table."""

    def __init__(self, organization: Organization, people: Mapping[int, Membership], events: list[Event]) -> None:
        self.people = people
        self.facts = {event.pk: json.loads(event.body)["facts"] for event in events}
        self.invitations = {row.pk: row for row in organization.invitations.select_related("invited_by")}
        ids = {event.actor_id for event in events} | {facts.get("user_id") for facts in self.facts.values()}
        self.users = User.objects.in_bulk([pk for pk in ids if pk])

    def belongs(self, event: Event) -> bool:
        """Return whether an event of an account fell into the time for which the person was a member."""
        user_id, at = self.facts[event.pk].get("user_id"), event.at
        return event.verb in OF_ORGANIZATION or any(
            row.user_id == user_id and row.began_at <= at and (row.ended_at is None or row.ended_at >= at)
            for row in self.people.values()
        )

    def entry(self, event: Event) -> Entry:
        """Return one event as the timeline shows it."""
        changed = {row.field: (row.before, row.after) for row in event.details.all()}
        told = tuple((LABELS[name], "", after) for name, (_old, after) in changed.items() if name in LABELS)
        headline = {**OF_ORGANIZATION, **OF_ACCOUNT}[event.verb]
        return Entry(
            headline=headline, time=event.at, actor=self._actor(event), detail=self._detail(event, changed),
            changes=told, verb=event.verb,
        )  # fmt: skip

    def _actor(self, event: Event) -> str:
        user = self.users.get(event.actor_id or 0)
        role = Role(event.actor_role).label.lower() if event.actor_role in Role.values else "member"
        return f"{user.name} ({role})" if user else role

    def _detail(self, event: Event, changed: Mapping[str, tuple[str, str]]) -> str:
        facts: dict[str, Any] = self.facts[event.pk]
        user, row = self.users.get(facts.get("user_id", 0)), self.invitations.get(facts.get("invitation_id", 0))
        if event.verb == "accounts.join_organization" and user and row:
            return f"{user.name}, as {_role(facts.get('role', ''))}{_invited_by(row)}."
        if row is not None:
            return f"To {row.email}, as {_role(row.role)}."
        if event.verb == "accounts.change_membership_role" and user:
            before, after = changed.get("role", ("", ""))
            return f"{user.name}, from {_role(before)} to {_role(after)}."
        if event.verb == "accounts.end_membership" and user:
            return f"{user.name} left." if user.pk == event.actor_id else f"{user.name}."
        return f"{user.name}." if user else ""


def _role(value: str) -> str:
    return str(Membership.Role(value).label).lower() if value in Membership.Role.values else value


def _invited_by(row: Invitation) -> str:
    return f", invited by {row.invited_by.name}" if row.invited_by else ""
