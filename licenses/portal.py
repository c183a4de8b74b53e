"""What an organization's home shows of licenses: applications in the making, what is asked, what is undecided, what is in force."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import holders, status
from licenses.drafting.opening import draft_here, open_drafts
from licenses.models import Application, License, Revocation
from licenses.renewal_drafts import file_by
from licenses.wording import LICENSE_KINDS, STATUS_TONES, STATUSES
from wagecase.accounts.members import OWNERS
from wagecase.accounts.models import Membership, Organization
from wagecase.cases import portal
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case, Draft
from wagecase.cases.portal import PortalRow, PortalRows
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY
from wagecase.rules import calendar, law
from wagecase.web.formatting import day

TERM_END, REVIEW = "licenses.term_end", "licenses.review_goal"


def register() -> None:
    """Tell the portal and the door of members of the licenses."""
    ours = frozenset({"license", "revocation"})
    portal.register(
        portal.Source(rows=rows, cases=cases_of, drafts=_drafts, holdings=_holdings, files=_files, ours=ours)
    )
    OWNERS["draft_id"] = owner_of_draft
    OWNERS["number"] = owner_of_case


def owner_of_draft(request: HttpRequest, draft_id: int) -> int | None:
    """Return the organization whose application in the making this is."""
    draft = draft_here(request, draft_id)
    return draft.owner_id if draft else None


def owner_of_case(_request: HttpRequest, number: str) -> int | None:
    """Return the organization whose case this is."""
    for model, path in (
        (Application, "organization"), (License, "organization"), (Revocation, "license__organization"),
    ):  # fmt: skip
        found = model.objects.filter(case__number=number).values_list(path, flat=True).first()
        if found is not None:
            return int(found)
    return None


def cases_of(organization: Organization) -> QuerySet[Case]:
    """Return the cases that the organization may see: a revocation only once it was told of it."""
    return holders.cases_of([organization.pk])


def _files(organization: Organization) -> QuerySet[Case]:
    return holders.files_of([organization.pk])


def rows(membership: Membership, today: date) -> PortalRows:
    """Return what the home shows of licenses."""
    organization = membership.organization
    licenses = _licenses(organization)
    open_cases = list(
        cases_of(organization).filter(is_open=True).exclude(kind="license").select_related("revocation")
        .order_by("received_on", "id")
    )  # fmt: skip
    clocks = _clocks(open_cases)
    over = {one.pk for one in licenses if one.surrendered_on is not None}
    asked = [
        _asked(case, clock) for case in open_cases for clock in clocks.get(case.pk, ())
        if _is_theirs(clock) and not _about_given_up(case, over)
    ]  # fmt: skip
    return PortalRows(
        to_do=(*asked, *_renewals(licenses, organization, today), *_drafts(organization, today)),
        in_progress=tuple(_in_progress(open_cases, clocks)),
        in_force=tuple(_license_row(one, today) for one in licenses if _holds(one, today)),
        start=_start(membership),
    )


def _start(membership: Membership) -> tuple[str, str] | None:
    return (_("Apply for a license"), reverse("licenses:apply_start")) if membership.may_file else None


def _drafts(organization: Organization, today: date) -> list[PortalRow]:
    return [_draft_row(draft, today) for draft in open_drafts(organization)]


def _draft_row(draft: Draft, today: date) -> PortalRow:
    if draft.about is not None:
        what = _("Continue the renewal of license %(number)s") % {"number": draft.about.number}
    else:
        what = _("Continue the application for a license")
    words = _("Begun by %(name)s.") % {"name": draft.begun_by.name} if draft.begun_by else ""
    on, label, counts, by = timezone.localdate(draft.saved_at), _("Last saved"), False, file_by(draft, on=today)
    if by is not None:  # the day that matters: filed after it, the renewal continues nothing
        on, label, counts = by.day, _("Ended") if by.late else _("File by"), not by.late
        words = " ".join(filter(None, [_late_words() if by.late else _in_time_words(), words]))
    return PortalRow(
        what=what, href=reverse("licenses:apply", args=[draft.pk]), day=on, day_label=label, counts=counts,
        status=("neutral", _("Not sent yet")), words=words,
        note=_("Kept until %(day)s, and longer each time it is saved.") % {"day": day(draft.expires_on)},
    )  # fmt: skip


def _in_time_words() -> str:
    return _("File the renewal on or before the last day, and the license stays in force until we decide.")


def _late_words() -> str:
    return _(
        "The license is not in force until we grant the renewal. Until then, pay every worker at least the minimum wage."
    )


def _clocks(cases: Iterable[Case]) -> dict[int, list[Clock]]:
    found: dict[int, list[Clock]] = {}
    for clock in Clock.objects.filter(case__in=[case.pk for case in cases], status=Clock.Status.RUNNING):
        found.setdefault(clock.case_id, []).append(clock)
    return found


def _about_given_up(case: Case, over: set[int]) -> bool:
    """Return whether the case would end a license that its holder gave up: nothing is asked in it any more."""
    return case.kind == "revocation" and case.revocation.license_id in over


def _is_theirs(clock: Clock) -> bool:
    return BY_KEY[clock.key].duty_of == "employer"


def _asked(case: Case, clock: Clock) -> PortalRow:
    words = {"licenses.information": _("Answer our questions"), "licenses.compliance": _("Answer the notice of facts"),
             "licenses.cure": _("Answer the notice of facts")}  # fmt: skip
    return PortalRow(
        what=words.get(clock.key, _(BY_KEY[clock.key].title)), href=party_url(case), words=f"{case.title}, {case.number}",
        day=clock.legal_due, day_label=_("Due"), counts=True,
    )  # fmt: skip


def _in_progress(cases: list[Case], clocks: dict[int, list[Clock]]) -> Iterable[PortalRow]:
    stages, told = portal.stages_of(cases), portal.told_on(cases)
    for case in cases:
        goal = next((clock for clock in clocks.get(case.pk, ()) if clock.key == REVIEW), None)
        kind = _(str(portal.lifecycle_of(case).title))
        yield PortalRow(
            what=f"{kind} {case.number}", href=party_url(case), words=case.title,
            status=portal.status_of(case, stages.get(case.pk, "")),
            day=goal.legal_due if goal else told.get(case.pk, case.received_on),
            day_label=_("Decision planned by") if goal else _("Since"),
            note=_("We plan to decide by %(day)s. The law sets no day.") % {"day": day(goal.legal_due)} if goal else "",
        )  # fmt: skip


def _licenses(organization: Organization) -> list[License]:
    return status.load(organization.licenses.select_related("case").order_by("-case__received_on", "-case"))


def _holdings(organization: Organization, today: date) -> list[PortalRow]:
    return [_license_row(one, today) for one in _licenses(organization)]


def _holds(license: License, today: date) -> bool:
    return status.status_of(license, today).value in (*status.HOLDS, status.NOT_YET)


def _license_row(license: License, today: date) -> PortalRow:
    found, term = status.status_of(license, today).value, status.term_on(license, today)
    last, said = term.ends_on if term else None, status.said_on(license, term)
    if license.surrendered_on and last:  # given up today, it is in force through today and no longer
        last = min(last, license.surrendered_on)
    labels = {
        status.IN_FORCE: (last, _("In force through")), status.NOT_YET: (term.starts_on if term else None, _("In force from")),
        status.REVOKED: (license.revoked_on, _("Revoked")),
        status.SURRENDERED: (license.surrendered_on, _("Given up") if status.never_began(license) else _("Last day")),
        status.EXPIRED: (last, _("Ended")),
    }  # fmt: skip
    on, label = labels.get(found, (None, ""))  # a continued license has no end yet: its old one is never shown alone
    return PortalRow(
        what=_("License %(number)s") % {"number": license.case.number}, href=party_url(license.case),
        words=", ".join(filter(None, [said["licensee"], said["place"]])), day=on, day_label=label,
        status=(STATUS_TONES[found], str(STATUSES[found])), note=_row_note(license, found),
    )  # fmt: skip


def _row_note(license: License, found: str) -> str:
    kind = str(LICENSE_KINDS[license.kind])
    if license.surrendered_on and found in status.HOLDS:
        return f"{kind}. " + _("It was given up: this is its last day.")
    return kind


def _renewals(licenses: list[License], organization: Organization, today: date) -> Iterable[PortalRow]:
    """Yield the licenses that end soon and that nobody has begun to renew."""
    days = law.in_force("licenses.renew_from_days", today).number
    begun = set(Draft.objects.filter(owner=organization, filed_case=None).values_list("about", flat=True))
    for license in licenses:
        term = max(license.terms.all(), key=lambda one: one.ends_on, default=None)
        pending = any(one.decided_on is None and one.withdrawn_on is None for one in license.renewals.all())
        if term is None or pending or license.case_id in begun or not _holds(license, today) or term.ends_on < today:
            continue
        if term.ends_on <= calendar.day_after(today, days):
            yield PortalRow(
                what=_("Renew license %(number)s") % {"number": license.case.number}, href=reverse("licenses:status_renew", args=[license.case.number]),
                words=_in_time_words(),
                day=term.ends_on, day_label=_("Ends"), counts=True,
            )  # fmt: skip
