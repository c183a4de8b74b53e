"""What an organization's home shows of closing notices: begun ones, those that the office reads, and those on the public list."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from closings import filing
from closings.intake import KIND
from closings.lifecycle import CLOSING
from closings.models import ClosingNotice
from closings.sections import people
from wagecase.accounts.models import Membership, Organization
from wagecase.cases import drafts, portal
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case, Draft
from wagecase.cases.portal import PortalRow, PortalRows
from wagecase.web.formatting import day

UNDER_WAY = ("received", "signed")  # a draft of a determination is the office's own until it is signed


def register() -> None:
    """Tell the portal of the closing notices."""
    portal.register(portal.Source(rows=rows, cases=cases_of, drafts=_drafts, files=cases_of))


def cases_of(organization: Organization) -> QuerySet[Case]:
    """Return the notices that members of the organization filed."""
    return Case.objects.filter(kind=KIND, closing__organization=organization)


def rows(membership: Membership, today: date) -> PortalRows:
    """Return what the home shows of closing notices."""
    organization = membership.organization
    cases = list(cases_of(organization).select_related("closing").order_by("-received_on", "-id"))
    stages = portal.stages_of(cases)
    begin = ((_("File a closing notice"), reverse("closings:file")),) if membership.may_file else ()
    return PortalRows(
        to_do=tuple(_drafts(organization, today)),
        in_progress=tuple(
            _row(case, stages, on=case.received_on, label=_("Filed")) for case in cases if case.state in UNDER_WAY
        ),
        listed=tuple(
            _row(case, stages, on=case.closing.first_on, label=_("Work ends from"), note=_counted(case.closing))
            for case in cases if case.closing.listed_on and case.state not in UNDER_WAY
        ),
        more=begin,
    )  # fmt: skip


def _row(case: Case, stages: dict[int, str], *, on: date | None, label: str, note: str = "") -> PortalRow:
    return PortalRow(
        what=_("Closing notice %(number)s") % {"number": case.number}, href=party_url(case), words=case.title,
        status=portal.status_of(case, stages.get(case.pk, "")), day=on, day_label=label, note=note,
    )  # fmt: skip


def _counted(notice: ClosingNotice) -> str:
    return "" if notice.rescinded_on else people(notice.counted)


def _drafts(organization: Organization, today: date) -> list[PortalRow]:
    return [*_new(organization), *_updates(organization)]


def _new(organization: Organization) -> Iterable[PortalRow]:
    for draft in filing.open_drafts(organization):
        name = str(drafts.answers(draft).get("employer", {}).get("employer_name", ""))
        href = reverse("closings:member_hub", args=[draft.pk])
        yield _draft_row(draft, what=_("Continue the closing notice"), href=href, words=name)


def _updates(organization: Organization) -> Iterable[PortalRow]:
    """Yield the updates that can still be sent."""
    changeable = CLOSING.get("file_update").source
    found = Draft.objects.filter(owner=organization, kind=filing.UPDATE, about__state__in=changeable)
    for draft in found.select_related("about", "begun_by").order_by("-saved_at", "-pk"):
        case = draft.about
        if case is not None:
            what = _("Continue the update of closing notice %(number)s") % {"number": case.number}
            yield _draft_row(draft, what=what, href=party_url(case, "update"), words=case.title)


def _draft_row(draft: Draft, *, what: str, href: str, words: str) -> PortalRow:
    by = _("Begun by %(name)s.") % {"name": draft.begun_by.name} if draft.begun_by else ""
    return PortalRow(
        what=what, href=href, day=timezone.localdate(draft.saved_at), day_label=_("Last saved"),
        status=("neutral", _("Not sent yet")), words=". ".join(filter(None, [words, by])),
        note=_("Kept until %(day)s, and longer each time it is saved.") % {"day": day(draft.expires_on)},
    )  # fmt: skip
