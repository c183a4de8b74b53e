"""Warns where an application does not fit what the organization filed or holds already."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from licenses.content import ApplicationContent, from_dict
from licenses.drafting.fields import FeinField
from licenses.drafting.problems import Problem
from licenses.drafting.whole import Whole
from licenses.models import Application, License
from licenses.status import HOLDS, NOT_YET, load, status_of
from wagecase.accounts.models import Organization
from wagecase.web.formatting import day


def warnings(whole: Whole, content: ApplicationContent) -> Iterator[Problem]:
    """Yield another employer number than was filed last, and a first application beside a license."""
    owner = whole.draft.owner
    if owner is None:
        return
    last = (
        Application.objects.filter(organization=owner).order_by("-filed_at", "-pk").first()
        if content.employer.fein
        else None
    )
    fein = from_dict(ApplicationContent, last.content).employer.fein if last is not None else ""
    if last is not None and fein and fein != content.employer.fein:
        words = _("The application of %(day)s gave another employer number (FEIN): %(fein)s. Check which one is right.")
        yield Problem("employer", words % {"day": day(last.filed_at), "fein": FeinField.written(fein)}, warns=True)
    if not whole.renewal:
        for license in held(owner):
            yield Problem("filing", held_words(license), warns=True)


def held(organization: Organization) -> list[License]:
    """Return the licenses of an organization that are in force or will be."""
    today = timezone.localdate()
    found = load(organization.licenses.select_related("case").order_by("case"))
    return [one for one in found if status_of(one, today).value in (*HOLDS, NOT_YET) and one.surrendered_on is None]


def held_words(license: License) -> str:
    """Say that a first application asks for another license than the one that is held."""
    words = _(
        "Your organization has license %(number)s already. To go on with it, renew it. This application asks for another license."
    )
    return words % {"number": license.case.number}
