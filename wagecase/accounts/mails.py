"""Writes to people about who acts for an organization: links to prove an address, and word of what others changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse

from wagecase.accounts.models import Invitation, Membership, Organization, User
from wagecase.notices import outbox
from wagecase.web.mail_addresses import is_usable

# What the owners are told that happened to a person of the team, or to invitations.
ENDED, LEFT, DEMOTED, CLOSED, TAKEN_BACK = "ended", "left", "demoted", "closed", "taken_back"


def send(template: str, /, *, to: str, language: str, at: datetime, path: str = "", **values: object) -> None:
    """Queue the message `template` of templates/email/accounts; with a `path` it has a button that leads there."""
    link = urljoin(settings.SITE_URL + "/", path) if path else ""
    subject, text, html = outbox.render_email(f"accounts/{template}", {"link": link, **values}, language)
    outbox.queue_email(
        kind=f"accounts.{template}", dedupe_key=f"accounts.{template}:{secrets.token_hex(16)}", to=to, recipient_label=to,
        subject=subject, text=text, html=html, language=language, at=at, private=True,
    )  # fmt: skip


def send_invitation(row: Invitation, *, token: str, at: datetime) -> None:
    """Mail the link of an invitation, in the language of the invitation."""
    send(
        "invitation", to=row.email, path=reverse("employer_join", args=[token]), language=row.language, at=at,
        organization=row.organization.name, inviter=row.invited_by.name if row.invited_by else "",
        by_department=row.by_department, role=row.role, expires_on=row.expires_on,
    )  # fmt: skip


def tell_invited(rows: Iterable[Invitation], *, at: datetime) -> None:
    """Tell the invited that the links they were mailed open nothing any more."""
    for row in rows:
        if is_usable(row.email):
            send("invitation_over", to=row.email, language=row.language, at=at, organization=row.organization.name)


def tell_owners(
    organization: Organization, what: str, *, at: datetime, name: str = "", taken_back: Iterable[Invitation] = (),
    besides: int | None = None,
) -> None:  # fmt: skip
    """Tell the owners whose accounts work what happened (see above), to whom, and which invitations it took with it.

    The person with the id `besides` is not told: whoever did it, or the one whom it was done to.
    """
    addresses = [row.email for row in taken_back]
    for owner in owners(organization, besides=besides):
        send(
            "team_changed", to=owner.email, path=_team(organization), language=owner.language, at=at,
            organization=organization.name, what=what, name=name, addresses=addresses,
        )  # fmt: skip


def tell_of_new_owner(row: Invitation, *, at: datetime) -> None:
    """Tell the owners that the department invited somebody to own the organization beside them."""
    for owner in owners(row.organization):
        send(
            "owner_invited", to=owner.email, path=_team(row.organization), language=owner.language, at=at,
            organization=row.organization.name, email=row.email, expires_on=row.expires_on,
        )  # fmt: skip


def tell_ended(row: Membership, *, by_department: bool, at: datetime) -> None:
    """Tell somebody that another ended the membership."""
    if is_usable(row.user.email):
        send(
            "membership_ended", to=row.user.email, language=row.user.language, at=at,
            organization=row.organization.name, by_department=by_department,
        )  # fmt: skip


def tell_closed(person: User, *, at: datetime) -> None:
    """Tell somebody who is no staff that the account is closed."""
    if is_usable(person.email):
        send("account_closed", to=person.email, language=person.language, at=at)


def _team(organization: Organization) -> str:
    """Return the address of the team of this organization, whichever its reader works for otherwise."""
    return reverse("employer_team_of", args=[organization.pk])


def owners(organization: Organization, *, besides: int | None = None) -> list[User]:
    """Return the owners who can act (see `teams.working_owners`) and whose addresses can be written to."""
    found = User.objects.filter(
        is_active=True, role="", memberships__organization=organization, memberships__ended_at=None,
        memberships__role=Membership.Role.OWNER,
    )  # fmt: skip
    return [one for one in found.exclude(pk=besides or 0).order_by("pk") if is_usable(one.email)]
