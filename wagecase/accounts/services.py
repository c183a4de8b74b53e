"""Makes people, changes what they may do and closes their accounts; each on the record, and nobody on their own account."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F

from wagecase.accounts import mails, second_factor, teams
from wagecase.accounts.models import Role, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices import outbox

RESET_WORDS = """Hello {name},

an administrator took the authenticator app off your account. You set it up anew the next time you sign in.

If you did not ask for this, call {phone} at once.
"""


def make_person(*, email: str, name: str, title: str, role: str, office: str, actor: Actor, at: datetime) -> User:
    """Make an account without a password; the person sets one by the link that is mailed.

    NotPermitted unless the actor is an administrator; ValidationError (field email) when the address is taken.
    """
    _administrator(actor)
    email = email.lower()
    with unit_of_work():
        try:
            with transaction.atomic():
                person = User.objects.create_user(email, None, name=name, title=title, role=Role(role), office=office)
        except IntegrityError:
            raise ValidationError({"email": "Somebody has an account with this address already"}) from None
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        record(
            verb="accounts.make_person", actor=actor, at=at, facts={"user_id": person.pk, "role": person.role},
            changes={"name": ("", name)},
        )  # fmt: skip
    return person


def change_role(*, person: User, role: str, actor: Actor, at: datetime) -> User:
    """Give a person another role. It ends the person's sessions: the session is bound to the role it began with.

    NotPermitted unless the actor is an administrator and somebody else; ValidationError when nothing would change.
    """
    _administrator(actor)
    _not_oneself(person, actor, "role")
    before = person.role
    if before == role:
        raise ValidationError({"role": f"{person.name} has this role already"})
    with unit_of_work():
        person.role = Role(role)
        person.save(update_fields=["role"])
        record(
            verb="accounts.change_role", actor=actor, at=at, facts={"user_id": person.pk},
            changes={"role": (before, person.role)},
        )  # fmt: skip
    return person


def deactivate(*, person: User, actor: Actor, at: datetime, reason: str = "") -> User:
    """Close a person's account: no sign-in, sessions end, and reminders of the person's cases go to the supervisors.

    Invitations to organizations that the person sent are taken back; the invited and the other owners are told, and so is
    the person, unless staff. The memberships stay, so that an account that is opened again acts as before.

    NotPermitted for one's own account, and unless the actor is an administrator or, for a person who is no staff, a
    supervisor. TransitionNotAllowed when it is closed already.
    """
    return _activate(person, False, actor=actor, at=at, reason=reason)


def reactivate(*, person: User, actor: Actor, at: datetime, reason: str = "") -> User:
    """Open a closed account again; what was taken back stays so. NotPermitted and TransitionNotAllowed as there."""
    return _activate(person, True, actor=actor, at=at, reason=reason)


def reset_second_factor(*, person: User, actor: Actor, at: datetime) -> User:
    """Take the authenticator app and the recovery codes off a person, end the sessions, and tell the person by e-mail.

    NotPermitted unless the actor is an administrator and somebody else.
    """
    _administrator(actor)
    _not_oneself(person, actor, "second factor")
    with unit_of_work():
        second_factor.remove_all(person)
        User.objects.filter(pk=person.pk).update(session_round=F("session_round") + 1)
        outbox.queue_email(
            kind="accounts.reset_second_factor", dedupe_key=f"second-factor:{person.pk}:{at.isoformat()}",
            to=person.email, recipient_label=person.name, subject="Your second factor was reset", html="",
            text=RESET_WORDS.format(name=person.name, phone=settings.DEPARTMENT_PHONE), language="en", user=person,
            at=at, private=True,
        )  # fmt: skip
        record(verb="accounts.reset_second_factor", actor=actor, at=at, facts={"user_id": person.pk})
    person.refresh_from_db()
    return person


def _activate(person: User, active: bool, *, actor: Actor, at: datetime, reason: str) -> User:
    if person.role or actor.role != Role.SUPERVISOR:
        _administrator(actor)
    _not_oneself(person, actor, "account")
    with unit_of_work():
        teams.lock_where(person, at=at)
        person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if person.is_active == active:
            raise TransitionNotAllowed(f"The account of {person.name} is {'open' if active else 'closed'} already.")
        person.is_active = active
        person.save(update_fields=["is_active"])
        record(
            verb="accounts.reactivate" if active else "accounts.deactivate", actor=actor, at=at,
            facts={"user_id": person.pk}, changes={"reason": ("", reason)},
        )  # fmt: skip
        if not active:
            teams.take_back_sent(person, actor=actor, at=at)
            if not person.role:
                mails.tell_closed(person, at=at)
    return person


def _administrator(actor: Actor) -> None:
    if actor.role != Role.ADMINISTRATOR:
        raise NotPermitted("Only an administrator may change accounts.")


def _not_oneself(person: User, actor: Actor, what: str) -> None:
    if person.pk == actor.id:
        raise NotPermitted(f"You cannot change your own {what}. Ask another administrator.")
