"""What an organization's home shows: each app that deals with organizations says what to do, what goes on and what is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from wagecase.accounts.models import Membership, Organization
from wagecase.audit.models import Event
from wagecase.cases.acts import lifecycle_of, state_of
from wagecase.cases.models import Attachment, Case, Party
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.notices.models import HELD, REPLACED, Notice


@dataclass(frozen=True, slots=True)
class PortalRow:
    """One row of the home: `what` it is about, `words` that say how it stands or what to do, `href` where.

    `day` is the date that matters, `day_label` what happens on it ("Due", "Ends"); with `counts` the days left are shown
    beside it. `status` is a tag as (tone, words).
    """

    what: str
    href: str
    words: str = ""
    day: date | None = None
    day_label: str = ""
    counts: bool = False
    status: tuple[str, str] | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class PortalRows:
    """The lists of the home, and the main action while there is nothing yet, as (label, address).

    `listed` is what the organization has on a public list; `more` are other things that it can begin.
    """

    to_do: tuple[PortalRow, ...] = ()
    in_progress: tuple[PortalRow, ...] = ()
    in_force: tuple[PortalRow, ...] = ()
    listed: tuple[PortalRow, ...] = ()
    start: tuple[str, str] | None = None
    more: tuple[tuple[str, str], ...] = ()


def _none(_organization: Organization, _today: date) -> list[PortalRow]:
    return []


def _no_files(_organization: Organization) -> QuerySet[Case]:
    return Case.objects.none()


@dataclass(frozen=True)
class Source:
    """What one app knows of organizations.

    `rows(membership, today)` fills the home. `cases(organization)` are the cases that the organization may see, and only
    those: what is about it but not told to it is left out. `drafts(organization, today)` are its filings in the making,
    `holdings(organization, today)` what it was granted, in force or not. `files(organization)` are all cases about it,
    told to it or not: for staff, who may open what `selectors.visible_to` gives them.
    """

    rows: Callable[[Membership, date], PortalRows]
    cases: Callable[[Organization], QuerySet[Case]]
    drafts: Callable[[Organization, date], list[PortalRow]] = _none
    holdings: Callable[[Organization, date], list[PortalRow]] = _none
    files: Callable[[Organization], QuerySet[Case]] = _no_files
    ours: frozenset[str] = frozenset()  # the kinds of case that the department opens: nobody filed those


SOURCES: list[Source] = []


def register(source: Source) -> None:
    """Add what an app knows of organizations; called in its `ready()`."""
    SOURCES.append(source)


def rows_for(membership: Membership, today: date) -> PortalRows:
    """Return the home of the membership's organization: what to do by its date, undated work first."""
    found = [source.rows(membership, today) for source in SOURCES]
    return PortalRows(
        to_do=tuple(sorted((row for rows in found for row in rows.to_do), key=_by_day)),
        in_progress=tuple(row for rows in found for row in rows.in_progress),
        in_force=tuple(row for rows in found for row in rows.in_force),
        listed=tuple(row for rows in found for row in rows.listed),
        more=tuple(one for rows in found for one in rows.more),
        start=next((rows.start for rows in found if rows.start), None),
    )


def _by_day(row: PortalRow) -> tuple[bool, date]:
    return row.day is None, row.day or date.max


def drafts_of(organization: Organization, today: date) -> list[PortalRow]:
    """Return the organization's filings in the making."""
    return [row for source in SOURCES for row in source.drafts(organization, today)]


def holdings_of(organization: Organization, today: date) -> list[PortalRow]:
    """Return what the organization was granted, in force or not."""
    return [row for source in SOURCES for row in source.holdings(organization, today)]


def cases_of(organization: Organization) -> QuerySet[Case]:
    """Return the cases that the organization may see, of every kind."""
    keys = {pk for source in SOURCES for pk in source.cases(organization).order_by().values_list("pk", flat=True)}
    return Case.objects.filter(pk__in=keys)


def files_of(organization: Organization) -> QuerySet[Case]:
    """Return all cases about the organization, of every kind, also those of which it is not told yet: for staff."""
    keys = {pk for source in SOURCES for pk in source.files(organization).order_by().values_list("pk", flat=True)}
    return Case.objects.filter(pk__in=keys)


def _keys(organization: Organization) -> tuple[list[int], list[int]]:
    """Return the keys of the organization's cases and of its parties in them: few, and read once."""
    cases = list(cases_of(organization).order_by().values_list("pk", flat=True))
    parties = Party.objects.filter(role=Party.Role.EMPLOYER, case__in=cases)
    return cases, list(parties.order_by().values_list("pk", flat=True))


def opened_by_us() -> frozenset[str]:
    """Return the kinds of case that the department opens."""
    return frozenset().union(*(source.ours for source in SOURCES))


def told_on(cases: Iterable[Case]) -> dict[int, date]:
    """Return the day on which the employer was told of each case that the department opened, by its key, in one query."""
    ids = [case.pk for case in cases if case.kind in opened_by_us()]
    told = Party.objects.filter(case__in=ids, role=Party.Role.EMPLOYER, told_on__isnull=False)
    return {case: day for case, day in told.values_list("case", "told_on") if day is not None} if ids else {}


def stages_of(cases: Iterable[Case]) -> dict[int, str]:
    """Return the words for where each case stands as its parties see it, by its key, in one query."""
    by_key = {case.pk: case for case in cases}
    public: dict[str, str] = {}
    for case in by_key.values():
        table = lifecycle_of(case)
        labels = dict(table.stages)
        public |= {f"{table.app}.{row.name}": row.public for row in table.transitions if row.public in labels}
    found: dict[int, str] = {}
    for pk, verb in Event.objects.filter(case__in=by_key, verb__in=public).order_by("seq").values_list("case", "verb"):
        labels = dict(lifecycle_of(by_key[pk]).stages)
        if public[verb] in labels:
            found[pk] = _(labels[public[verb]])
    return found


def status_of(case: Case, stage: str) -> tuple[str, str]:
    """Return the tag of a case in a party's list: the tone of its state, the words of its stage."""
    state = state_of(case)
    return ("neutral" if not case.is_open else state.tone), stage or _(state.label)


def documents_of(organization: Organization) -> QuerySet[Document]:
    """Return the documents of the organization's cases that its parties may read, newest first, without their text."""
    cases, parties = _keys(organization)
    found = Document.objects.filter(
        Q(party_id=None) | Q(party_id__in=parties), case__in=cases, visibility__in=[PARTY, PUBLIC]
    )
    return found.defer("html").select_related("case").order_by("-created_at", "-id")


def uploads_of(organization: Organization) -> QuerySet[Attachment]:
    """Return the files that came from the organization: those of its cases and of what it is still writing."""
    cases, _parties = _keys(organization)
    mine = Q(case__in=cases, source=Party.Role.EMPLOYER) | Q(draft__owner=organization)
    return Attachment.objects.filter(mine)


def messages_of(organization: Organization, user: Any) -> QuerySet[Notice]:
    """Return what was written to the organization about its cases, to itself or to this member, newest first.

    Where the organization and the member got the same message, only the organization's is shown.
    """
    cases, parties = _keys(organization)
    found = Notice.objects.filter(case__in=cases, is_account_mail=False).exclude(status__in=[HELD, REPLACED])
    same = Notice.objects.filter(
        case=OuterRef("case"), kind=OuterRef("kind"), created_at=OuterRef("created_at"), party_id__in=parties
    )
    found = found.filter(Q(party_id__in=parties) | Q(user=user, party_id=None) & ~Exists(same))
    return found.select_related("case", "document").defer("html", "document__html").order_by("-created_at", "-id")
