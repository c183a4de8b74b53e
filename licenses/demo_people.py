"""The invented people of the demonstration who act for an invented facility; every name is made up and says so."""

from __future__ import annotations

from datetime import datetime

from wagecase.accounts import organizations
from wagecase.accounts.models import Invitation, Membership, Organization, Registration
from wagecase.accounts.organizations import Named

FACILITY = Named("Sample Works Example, Inc.", Organization.Kind.FACILITY, "Sample Works")
OWNER = ("olive.owner@works.example.com", "Olive Owner Example")
OTHERS = (
    ("phil.filer@works.example.com", "Phil Filer Example", Membership.Role.FILER),
    ("vera.viewer@works.example.com", "Vera Viewer Example", Membership.Role.VIEWER),
)
MEMBERS = (("owner", *OWNER), *((str(role), email, name) for email, name, role in OTHERS))


def open_accounts(*, password: str, at: datetime) -> Membership:
    """Let the owner register the facility and the others accept their invitations; return the owner's membership.

    What was done before is found and left as it is.
    """
    email, name = OWNER
    owner = Membership.objects.filter(user__email=email, ended_at=None).select_related("organization", "user").first()
    if owner is None:
        organizations.ask_to_register(FACILITY, email=email, name=name, language="en", at=at)
        row = Registration.objects.filter(email=email, used_at=None).latest("pk")
        owner = organizations.register(row, password=password, at=at)
    for mail, called, role in OTHERS:
        if not Membership.objects.filter(user__email=mail).exists():
            organizations.accept_anew(_invited(owner, mail, role, at=at), name=called, password=password, at=at)
    return owner


def _invited(owner: Membership, email: str, role: str, *, at: datetime) -> Invitation:
    return organizations.invite(by=owner, email=email, role=role, language="en", at=at)
