"""Whose a case of licenses is: the organization that filed the application, holds the license, or may lose it."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from wagecase.accounts.models import Organization
from wagecase.cases.models import Case, Party

KINDS = ("application", "license", "revocation")
_PATHS = ("application__organization", "license__organization", "revocation__license__organization")


def organization_of(case: Case) -> Organization:
    """Return the organization of a case of one of KINDS; KeyError for a case of another kind."""
    if case.kind == "revocation":
        return case.revocation.license.organization  # type: ignore[no-any-return]
    if case.kind not in KINDS:
        raise KeyError(case.kind)
    return getattr(case, case.kind).organization  # type: ignore[no-any-return]


def cases_of(organizations: list[int]) -> QuerySet[Case]:
    """Return the cases of the organizations with these ids, of all kinds of licenses.

    A revocation is among them only once the organization was told of it: what is still being gathered is the office's.
    """
    told = Party.objects.filter(case=OuterRef("pk"), told_on__isnull=False)
    return files_of(organizations).filter(~Q(kind="revocation") | Exists(told))


def files_of(organizations: list[int]) -> QuerySet[Case]:
    """Return every case of licenses about the organizations with these ids, told to them or not: for staff."""
    mine = Q(pk__in=())
    for path in _PATHS:
        mine |= Q(**{f"{path}__in": organizations})
    return Case.objects.filter(mine, kind__in=KINDS)
