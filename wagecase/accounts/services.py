"""Makes people, changes what they may do and closes their accounts; each on the record, and nobody on their own account."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from wagecase.accounts.models import Role, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.errors import NotPermitted
from wagecase.lifecycle import Actor


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


def deactivate(*, person: User, actor: Actor, at: datetime) -> User:
    """Close a person's account: no sign-in, sessions end, and reminders of the person's cases go to the supervisors."""
    return _activate(person, False, actor=actor, at=at)


def reactivate(*, person: User, actor: Actor, at: datetime) -> User:
    """Open a closed account again."""
    return _activate(person, True, actor=actor, at=at)


def _activate(person: User, active: bool, *, actor: Actor, at: datetime) -> User:
    _administrator(actor)
    _not_oneself(person, actor, "account")
    if person.is_active == active:
        return person
    with unit_of_work():
        person.is_active = active
        person.save(update_fields=["is_active"])
        record(
            verb="accounts.reactivate" if active else "accounts.deactivate", actor=actor, at=at,
            facts={"user_id": person.pk},
        )  # fmt: skip
    return person


def _administrator(actor: Actor) -> None:
    if actor.role != Role.ADMINISTRATOR:
        raise NotPermitted("Only an administrator may change accounts.")


def _not_oneself(person: User, actor: Actor, what: str) -> None:
    if person.pk == actor.id:
        raise NotPermitted(f"You cannot change your own {what}. Ask another administrator.")
