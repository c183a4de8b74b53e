"""Opens the renewal of a license as a draft that is filled in with what was filed last; who may renew, and what is late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from licenses.content import ApplicationContent, WorkerFacts, from_dict
from licenses.drafting import mapping, opening
from licenses.drafting.sections import SLOTS
from licenses.models import Application, License
from licenses.renewing import renewable
from wagecase.accounts.models import Membership
from wagecase.cases import services as cases
from wagecase.cases.models import Attachment, Draft
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.web.formatting import relative_day


@dataclass(frozen=True, slots=True)
class FileBy:
    """The last day on which a renewal in the making continues its license, in words what is left, and whether it is past."""

    day: date
    left: str
    late: bool


def file_by(draft: Draft, *, on: date) -> FileBy | None:
    """Return by when a draft must be filed to continue the license that it renews (DWD 272.09 (9)).

    None for a first application, and where nothing can be renewed any more.
    """
    license = License.objects.filter(case=draft.about_id).first() if draft.about_id else None
    allowed = renewable(license, on=on) if license is not None else None
    if allowed is None or allowed.ends_on is None:
        return None
    return FileBy(allowed.ends_on, relative_day(allowed.ends_on, on), allowed.late)


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
        raise NotPermitted(
            _("Only owners and filers of the licensee may renew its license."), transition="begin_renewal"
        )
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
            content, filed = from_dict(ApplicationContent, last.content), filed_files(last).exists()
            mapping.fill(draft, content, workers, at=at, has_files=filed)
    return draft


def filed_files(application: Application) -> QuerySet[Attachment]:
    """Return the files that the employer filed with an application, by purpose; not what it added later."""
    found = Attachment.objects.filter(case=application.case_id, source="employer", status=Attachment.Status.CLEAN)
    return found.filter(purpose__in=[slot.code for slot in SLOTS]).order_by("pk")


def last_filed(license: License) -> Application:
    """Return the application of the license that was granted last."""
    return license.applications.order_by("-filed_at", "-pk")[0]
