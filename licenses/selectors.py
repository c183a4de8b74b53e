"""Reads licenses for lists: which facilities are listed and which licenses are in force on a day, in one question each."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, TruncDate

from licenses.models import Application, License, LicenseKind, Term
from wagecase.cases.searching import normalized
from wagecase.rules.zone import CENTRAL

# As `Application.ended_on`: the day of the grant, or of service of the denial.
_DECIDED = Case(When(license__isnull=False, then=F("decided_on")), default=F("served_on"))


def listed() -> QuerySet[License]:
    """Return the facilities of the public list, ended ones too."""
    return License.objects.filter(kind=LicenseKind.FACILITY, listed=True)


def filtered(data: dict[str, Any], *, on: date) -> QuerySet[License]:
    """Return the listed facilities that pass the filters of a cleaned `ListForm`."""
    found = listed()
    if data.get("status") != "all":
        found = holding(found, on=on)
    if county := data.get("county"):
        found = found.filter(county=county)
    if name := normalized(data.get("q") or ""):
        found = found.filter(licensee_key__gte=name, licensee_key__lt=name + "\U0010ffff")
    return found


def counties() -> list[str]:
    """Return the counties in which a facility is listed."""
    return list(listed().exclude(county="").order_by("county").values_list("county", flat=True).distinct())


def holding(licenses: QuerySet[License], *, on: date) -> QuerySet[License]:
    """Return those of `licenses` that are in force on the local date `on`, by their term or by a pending renewal.

    Says in one question what `status_of` says license by license; a test holds both together.
    """
    last = Term.objects.filter(license=OuterRef("pk"), starts_on__lte=on).order_by("-ends_on", "-starts_on")
    renewal = (
        Application.objects.filter(renews=OuterRef("pk"))
        .annotate(filed=TruncDate("filed_at", tzinfo=CENTRAL), ended=Coalesce("withdrawn_on", _DECIDED))
        .filter(Q(ended=None) | Q(ended__gte=on), filed__range=(OuterRef("first_day"), OuterRef("last_day")))
        .exclude(proper=False)
    )
    return (
        licenses.annotate(
            first_day=Subquery(last.values("starts_on")[:1]), last_day=Subquery(last.values("ends_on")[:1])
        )
        .filter(Q(revoked_on=None) | Q(revoked_on__gt=on), Q(surrendered_on=None) | Q(surrendered_on__gte=on))
        .filter(Q(last_day__gte=on) | Exists(renewal), last_day__isnull=False)
    )
