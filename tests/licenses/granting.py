"""Grants applications for tests in one step, as the decision of a supervisor does, and ends renewals."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.utils import timezone

from licenses import issuing, renewing
from licenses.filing import file_application
from licenses.models import Application, License, Term
from tests.factories import person
from tests.licenses import content, file, member, organization, worker
from wagecase.accounts.models import Membership
from wagecase.cases import services as cases
from wagecase.cases.models import Case

CONDITIONS = [
    {"code": "overtime", "text": "Pay at least 1.5 times the regular rate for hours over 40 in a week.", "cite": "DWD 272.09 (8) (e)"},
    {"code": "yearly", "text": "Adjust each wage at least once a year to changes in the prevailing wage.", "cite": "DWD 272.09 (8) (f)"},
    {"code": "reviews", "text": "Review the productivity of each worker who is paid by the hour at least every 6 months.", "cite": "DWD 272.09 (8) (j) 3."},
    {"code": "told", "text": "Tell each worker, and a parent or guardian when appropriate, the terms of this license orally and in writing.", "cite": "DWD 272.09 (8) (g)"},
    {"code": "poster", "text": "Display the department’s poster on special minimum wages where workers, parents and guardians can see it.", "cite": "DWD 272.09 (10)"},
    {"code": "records", "text": "Keep the records of disability, productivity, prevailing wages and production standards for 3 years.", "cite": "DWD 272.09 (11)"},
]  # fmt: skip


def grant(case: Case, *, at: datetime, conditions: Any = None, term: tuple[date, date] | None = None) -> Term:
    """Grant the application and return its term."""
    application: Application = case.application
    signer = person("sue")
    with cases.unit_of_work():
        application.conditions = CONDITIONS if conditions is None else conditions
        if term:
            application.starts_on, application.ends_on = term
        application.decided_by, application.decided_on = signer, timezone.localdate(at)
        application.save()
        act = issuing.add_term if application.renews_id else issuing.issue_license
        return act(application, signer=signer, actor=signer.actor, at=at)


def licensed(
    *, at: datetime, filed: datetime | None = None, membership: Membership | None = None, conditions: Any = None,
    term: tuple[date, date] | None = None, name: str = "", workers: Any = None, **changes: Any,
) -> License:  # fmt: skip
    """Return a license that was granted at `at`, of a new organization unless a membership is given."""
    acting = membership or member(organization(**({"name": name} if name else {}), at=filed or at), at=filed or at)
    case = file(acting, at=filed or at, workers=workers, **changes)
    return grant(case, at=at, conditions=conditions, term=term).license


def renew(license: License, *, at: datetime, workers: Any = None, **changes: Any) -> Case:
    """File a renewal of the license by its owner and return its case."""
    membership = license.organization.memberships.order_by("id")[0]
    lines = tuple(workers) if workers is not None else (worker(1), worker(2))
    license = License.objects.select_related("case").get(pk=license.pk)
    return file_application(membership=membership, content=content(**changes), workers=lines, at=at, renews=license)


def deny(case: Case, *, at: datetime, served: datetime | None = None) -> None:
    """Deny a renewal and serve the denial, on the same day unless told otherwise, as far as the license is concerned."""
    application = case.application
    with cases.unit_of_work():
        application.decided_by, application.decided_on = person("sue"), timezone.localdate(at)
        application.served_on = timezone.localdate(served or at)
        application.save()
        renewing.renewal_ended(application.renews, application=application, actor=person("sue").actor, at=at)


def withdraw(case: Case, *, at: datetime) -> None:
    """Withdraw a renewal, as far as the license is concerned."""
    application = case.application
    with cases.unit_of_work():
        application.withdrawn_on = timezone.localdate(at)
        application.save()
        renewing.renewal_ended(application.renews, application=application, actor=_owner(application).actor, at=at)


def _owner(application: Application) -> Membership:
    return application.organization.memberships.order_by("id")[0]
