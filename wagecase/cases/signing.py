"""Who may sign an order of whatever kind: nobody for somebody else, and nobody who drafted it."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from wagecase.accounts.models import Role, User
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted
from wagecase.lifecycle import Actor


def same_person(person: User, actor: Actor, transition: str) -> None:
    """Nobody drafts or signs in another's name: whoever acts is whose name stands on the paper. NotPermitted otherwise."""
    if actor.kind != "staff" or person.pk != actor.id:
        raise NotPermitted("Nobody drafts or signs for somebody else.", transition=transition)


def check_signer(case: Case, signer: User, *, drafted: bool, appointed: bool) -> None:
    """ValidationError (intended_signer) for whoever drafted it, and for anybody who neither supervises nor is appointed."""
    if drafted:
        raise ValidationError({"intended_signer": f"{signer.name} drafted it and cannot sign it"})
    supervises = signer.role == Role.SUPERVISOR and signer.is_active and signer.unit == case.unit
    if not supervises and not appointed:
        raise ValidationError({"intended_signer": f"{signer.name} cannot sign determinations of this case"})
