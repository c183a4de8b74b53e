"""Opens the renewal of a license as a draft that is filled in with what was filed last; who may renew, and what is late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import get_language

from licenses.content import ApplicationContent, WorkerFacts, from_dict
from licenses.drafting import mapping, opening
from licenses.models import Application, License
from licenses.renewing import last_term, pending_renewal
from licenses.status import NOT_YET, REVOKED, SURRENDERED, status_of
from wagecase.accounts.models import Membership
from wagecase.cases import services as cases
from wagecase.cases.models import Draft
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.rules import calendar, law


@dataclass(frozen=True, slots=True)
class Renewable:
    """Whether a license may be renewed on a day: `refusal` says why not; `late` that a renewal would continue nothing."""

    refusal: str = ""
    late: bool = False
    offered: bool = False  # the page of the license offers it first: its end is near or past
    ends_on: date | None = None


def renewable(license: License, *, on: date) -> Renewable:
    """Return whether the license may be renewed on `on` (R-272.09-9a): also late, for some years; never a revoked one."""
    status = status_of(license, on).value
    term = last_term(license)
    if status == REVOKED:
        return Renewable(_("This license was revoked. A revoked license is not renewed."))
    if status == SURRENDERED:
        return Renewable(_("This license was given up. You can apply for a new one."))
    if status == NOT_YET or term.starts_on > on:
        return Renewable(_("The next term has not begun yet. You can renew once it has."))
    if pending_renewal(license) is not None:
        return Renewable(_("A renewal of this license is waiting for a decision already."))
    years = law.in_force("licenses.renew_late_years", on).number
    if on > calendar.years_after(term.ends_on, years):
        return Renewable(_("This license ended too long ago to be renewed. You can apply for a new one."))
    days = law.in_force("licenses.renew_from_days", on).number
    offered = on >= calendar.days_before(term.ends_on, days)
    return Renewable(late=on > term.ends_on, offered=offered, ends_on=term.ends_on)


def open_renewal(license: License) -> Draft | None:
    """Return the renewal draft that is open already; there is one for a license."""
    found = Draft.objects.filter(about=license.case, owner=license.organization_id, filed_case=None)
    return found.order_by("id").first()


def begin_renewal(license: License, *, membership: Membership, at: datetime) -> Draft:
    """Open (or return) the renewal draft of the license, filled in with what was filed last.

    TransitionNotAllowed, with the reason, where it may not be renewed; NotPermitted for whoever does not file for its
    organization. The license is held, so that two presses of the button open one draft.
    """
    if membership.organization_id != license.organization_id or not membership.may_file:
        raise NotPermitted(_("Only owners and filers of the licensee may renew its license."), transition="begin_renewal")
    with cases.case_unit(license.case_id):
        license = License.objects.select_related("case").get(pk=license.pk)
        allowed = renewable(license, on=timezone.localdate(at))
        if allowed.refusal:
            raise TransitionNotAllowed(allowed.refusal, transition="begin_renewal", state=license.case.state)
        draft = open_renewal(license)
        if draft is None:
            draft = opening.open_draft(membership, language=get_language() or "en", at=at, renews=license)
            last = last_filed(license)
            workers = [from_dict(WorkerFacts, row.facts) for row in last.workers.all()]
            mapping.fill(draft, from_dict(ApplicationContent, last.content), workers, at=at)
    return draft


def last_filed(license: License) -> Application:
    """Return the application of the license that was granted last."""
    return license.applications.order_by("-filed_at", "-pk")[0]
