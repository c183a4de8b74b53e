"""Reads an application as it was filed, and tells a member's act from a stranger's."""

from __future__ import annotations

from django.utils.translation import gettext as _

from licenses.content import ApplicationContent, from_dict
from licenses.holders import organization_of
from licenses.models import Application
from wagecase.accounts import standing
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted
from wagecase.lifecycle import Actor


def filed(application: Application) -> ApplicationContent:
    """Return what was filed, as plain values."""
    return from_dict(ApplicationContent, application.content)


def check_member(case: Case, actor: Actor) -> None:
    """NotPermitted for an account that is no current owner or filer of the organization whose case it is."""
    if actor.kind == "staff":
        return
    if not standing.may_act(organization_of(case).pk, user_id=actor.id):
        raise NotPermitted(_("Only an owner or a filer of the organization may do this."))
