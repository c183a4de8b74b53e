"""Works out from what a notice says whether notice was due, to whom, by when, and how early or short each was told.

The same findings are shown as an estimate while a notice is written, and frozen into the worksheet of a determination.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from closings.content import (
    DEPARTMENT,
    EMPLOYEE,
    LAYOFF,
    OFFICIAL,
    UNION,
    NoticeContent,
    RecipientFacts,
    SeparationFacts,
    SiteFacts,
)
from closings.places import Place, matches, officials, places_of
from wagecase.rules import closing_notices, closings
from wagecase.rules.closing_notices import NEVER, Given, Recipient
from wagecase.rules.finding import Finding


@dataclass(frozen=True)
class Told:
    """One who must be told: `days` is how many days early (above 0) or short (below 0).

    `given` is the day that was counted: for one not told yet, today while the day of the event is still to come, else
    never.
    """

    facts: RecipientFacts
    finding: Finding[int]
    days: int
    given: Given
    where: str = ""  # the municipality of an official

    @property
    def short(self) -> int:
        """How many days notice fell short, 0 when it was in time."""
        return self.finding.value


@dataclass(frozen=True)
class Estimate:
    """What the law makes of a notice. What a missing answer leaves open is None or empty."""

    coverage: Finding[Any] | None
    due: Finding[date] | None
    closing_on: date | None
    told: tuple[Told, ...]
    missing_recipients: tuple[RecipientFacts, ...]
    unclear: tuple[RecipientFacts, ...] = ()  # officials of whom the notice does not say which municipality is meant
    elsewhere: tuple[RecipientFacts, ...] = ()  # officials of places without a site, perhaps misspelled

    @property
    def required(self) -> bool | None:
        """Whether notice is required; None while that cannot be said."""
        return self.coverage.value["notice_required"] if self.coverage else None


def estimate(content: NoticeContent, *, today: date | None = None, others: Sequence[NoticeContent] = ()) -> Estimate:
    """Return the estimate for `content` (R-109.07-1b to -1m, -3c): nothing is refused, what is unknown stays open.

    `others` are further notices of the employer whose job losses somebody counts as one with these. `today` counts for whoever is not told yet; a determination gives none, and not told is then never told.
    """
    closing_on, found = content.first_on, officials(content)
    who = _who(content)
    return Estimate(
        coverage=coverage(content, others=others),
        due=closing_notices.notice_due(closing_on) if closing_on else None,
        closing_on=closing_on,
        told=tuple(_told(row, place, closing_on=closing_on, today=today) for place, row in who) if closing_on else (),
        missing_recipients=tuple(missing_recipients(content)),
        unclear=found.unclear,
        elsewhere=found.elsewhere,
    )


def _who(content: NoticeContent) -> list[tuple[Place | None, RecipientFacts]]:
    """Everybody who must be told: the rows of the notice that count, in its order, then whom it does not name."""
    place_by_row = {id(row): place for place, row in officials(content).counted}
    named = [
        (place_by_row.get(id(row)), row) for row in content.recipients
        if row.kind != OFFICIAL or id(row) in place_by_row
    ]  # fmt: skip
    return [*named, *_missing(content)]


def decidable_on(content: NoticeContent) -> date | None:
    """Return the first day on which no further day of lateness can pass for anybody (R-109.07-3c, R-109.07-4ma).

    That is the day on which the last of them was told, or the day of the event if that is earlier or somebody was not
    told at all. None while the notice names no day of the event.
    """
    if content.first_on is None:
        return None
    return min(max(row.given_on or content.first_on for _place, row in _who(content)), content.first_on)


def coverage(content: NoticeContent, *, others: Sequence[NoticeContent] = ()) -> Finding[Any] | None:
    """Return which test the event meets, with the job losses of `others`; None while head counts or event are not known.

    Of `others` counts what `part_here` leaves of them: employees at a place of this notice (109.07 (1) (b), (f)).
    A business closing counts whoever the shutdown affects, however long it takes; the job losses of a mass layoff are
    counted within 90 days (DWD 279.04 (2)).
    """
    employer = None
    if content.persons_in_state is not None:
        left_out = (content.new_in_state or 0) + (content.low_hour_in_state or 0)
        employer = closings.employer(
            persons=content.persons_in_state, left_out=left_out, who_counts=closings.setting("who_counts")
        )
    parts = [part_here(content, other) for other in others if counted_at(content, other)]
    affected = _affected(content, *parts)
    if employer is None and affected is None:
        return None
    return closings.coverage(
        employer=employer, event=content.event or None, affected=affected, shutdown=not content.keeps_running,
        work_force=content.persons_in_state if content.event == LAYOFF else None,
        second_test=closings.setting("second_test") == "on", cause=content.cause or "other",
        batches=batches(content, *parts),
    )  # fmt: skip


def batches(*contents: NoticeContent) -> list[closings.Batch]:
    """Return the job losses of each day of the schedules; none where one does not say of everybody on which day it is.

    Losses that are spread over several days are those of the first of them.
    """
    found: list[closings.Batch] = []
    for content in contents:
        losses = _losses(content)
        if sum(batch.affected for batch in losses) < (content.affected or 0):
            return []
        found += losses
    return found


def _losses(content: NoticeContent) -> list[closings.Batch]:
    """A single row without a count, as old lists have it, is the day of everybody whom the notice affects."""
    rows = content.separations
    if len(rows) == 1 and rows[0].first_on and rows[0].count is None and content.affected:
        return [closings.Batch(rows[0].first_on, content.affected, False)]
    return [closings.Batch(row.first_on, row.count, False) for row in rows if row.first_on and row.count]


def counted_at(content: NoticeContent, other: NoticeContent) -> list[tuple[str, closings.Affected]]:
    """Return (municipality, employees that count) of `other` where `content` has a site too; empty where nothing adds up.

    Source: R-109.07-1b, R-109.07-1f: one employment site, or one municipality.
    """
    return [(name, row) for name, row in _counts(part_here(content, other), _places(content, other)) if row.counted]


def part_here(content: NoticeContent, other: NoticeContent) -> NoticeContent:
    """Return `other` with the sites alone that lie in a municipality of `content`: only there do job losses add up.

    Its schedule does not say of which site each day is. Where sites are left out, it stays for those that are kept only if
    it has a single day; else nobody knows on which day theirs is.
    """
    places = _places(content, other)
    here = {closings.municipality_key(_label(site, places)) for site in content.sites if site.municipality}
    kept = tuple(site for site in other.sites if closings.municipality_key(_label(site, places)) in here)
    if len(kept) == len(other.sites):
        return other
    part, days = replace(other, sites=kept, affected_stated=None), {row.first_on for row in other.separations}
    one_day = [SeparationFacts(day, None, part.affected) for day in days if day is not None and len(days) == 1]
    return replace(part, separations=tuple(one_day))


def _places(*contents: NoticeContent) -> tuple[Place, ...]:
    return places_of([site for content in contents for site in content.sites])


def _affected(*contents: NoticeContent) -> closings.Affected | None:
    """The employees that count at the place with most of them; sites of one municipality add up (R-109.07-1b)."""
    sites = [row for content in contents for row in _counts(content, _places(*contents))]
    return closings.most_affected(sites) if sites else None


def _counts(content: NoticeContent, places: tuple[Place, ...]) -> list[tuple[str, closings.Affected]]:
    """The employees that count at each site; a number stated of the whole notice is that of the only place it names."""
    found = [
        (_label(site, places), closings.Affected(max(site.affected - left, 0), min(left, site.affected)))
        for site in content.sites
        if site.affected is not None
        for left in [(site.new_employees or 0) + (site.low_hour_employees or 0)]
    ]
    if found or content.affected_stated is None:
        return found
    only = {_label(site, places) for site in content.sites}
    return [(name, closings.Affected(content.affected_stated, 0)) for name in only if name and len(only) == 1]


def _label(site: SiteFacts, places: tuple[Place, ...]) -> str:
    """The name under which the site's municipality is told from every other of the notice."""
    found = matches(site, places)
    return found[0].label if len(found) == 1 else site.municipality


def missing_recipients(content: NoticeContent) -> list[RecipientFacts]:
    """Return whom the law names and the notice does not: employees, the union, each municipality's officials."""
    return [row for _place, row in _missing(content)]


def _missing(content: NoticeContent) -> list[tuple[Place | None, RecipientFacts]]:
    kinds = [row.kind for row in content.recipients]
    found: list[tuple[Place | None, RecipientFacts]] = [] if EMPLOYEE in kinds else [(None, RecipientFacts(EMPLOYEE))]
    if content.represented == "yes" and UNION not in kinds:
        found.append((None, RecipientFacts(UNION)))
    return [*found, *officials(content).missing]


def _told(row: RecipientFacts, place: Place | None, *, closing_on: date, today: date | None) -> Told:
    given: Given = row.given_on or (today if today is not None and today < closing_on else NEVER)
    who = Recipient(row.kind, given, place.label if place else "", row.name).words
    finding = closing_notices.lateness(closing=closing_on, given=given, who=who)
    due = closing_notices.notice_due(closing_on).value
    early = (due - given).days if given != NEVER and given <= due else -finding.value
    return Told(row, finding, early, given, place.label if place else "")


def surcharge(content: NoticeContent, *, daily_amount: Decimal | None) -> Finding[Any] | None:
    """Return the surcharge and its cap for the officials of each municipality; None without a date (R-109.07-4ma)."""
    if content.first_on is None:
        return None
    told = [
        Recipient(row.kind, row.given_on or NEVER, place.label, row.name)
        for place, row in _who(content) if place is not None
    ]  # fmt: skip
    return closing_notices.surcharges(
        closing=content.first_on, officials=told, daily_amount=daily_amount,
        per=closings.setting("surcharge_per"),
    )  # fmt: skip


__all__ = [
    "DEPARTMENT",
    "Estimate",
    "Told",
    "counted_at",
    "coverage",
    "decidable_on",
    "estimate",
    "missing_recipients",
    "part_here",
    "surcharge",
]
