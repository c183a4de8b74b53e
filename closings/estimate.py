"""Works out from what a notice says whether notice was due, to whom, by when, and how early or short each was told.

The same findings are shown as an estimate while a notice is written, and frozen into the worksheet of a determination.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from closings.content import DEPARTMENT, EMPLOYEE, LAYOFF, OFFICIAL, UNION, NoticeContent, RecipientFacts
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

    @property
    def required(self) -> bool | None:
        """Whether notice is required; None while that cannot be said."""
        return self.coverage.value["notice_required"] if self.coverage else None


def estimate(content: NoticeContent, *, today: date | None = None) -> Estimate:
    """Return the estimate for `content` (R-109.07-1b to -1m, -3c): nothing is refused, what is unknown stays open.

    `today` counts for whoever is not told yet; a determination gives none, and not told is then never told.
    """
    closing_on = content.first_on
    told = [*content.recipients, *missing_recipients(content)]
    return Estimate(
        coverage=coverage(content),
        due=closing_notices.notice_due(closing_on) if closing_on else None,
        closing_on=closing_on,
        told=tuple(_told(row, closing_on, today) for row in told) if closing_on else (),
        missing_recipients=tuple(missing_recipients(content)),
    )


def coverage(content: NoticeContent) -> Finding[Any] | None:
    """Return which test the event meets; None while the head counts or the event are not known."""
    employer = None
    if content.persons_in_state is not None:
        left_out = (content.new_in_state or 0) + (content.low_hour_in_state or 0)
        employer = closings.employer(
            persons=content.persons_in_state, left_out=left_out, who_counts=closings.setting("who_counts")
        )
    affected = _affected(content)
    if employer is None and affected is None:
        return None
    return closings.coverage(
        employer=employer, event=content.event or None, affected=affected, shutdown=not content.keeps_running,
        work_force=content.persons_in_state if content.event == LAYOFF else None,
        second_test=closings.setting("second_test") == "on", cause=content.cause or "other",
    )  # fmt: skip


def _affected(content: NoticeContent) -> closings.Affected | None:
    """The employees that count at the place with most of them; sites of one municipality add up (R-109.07-1b)."""
    sites = [
        (site.municipality, closings.Affected(max(site.affected - left, 0), min(left, site.affected)))
        for site in content.sites
        if site.affected is not None
        for left in [(site.new_employees or 0) + (site.low_hour_employees or 0)]
    ]
    return closings.most_affected(sites) if sites else None


def missing_recipients(content: NoticeContent) -> list[RecipientFacts]:
    """Return whom the law names and the notice does not: employees, the union, each municipality's officials."""
    kinds = [row.kind for row in content.recipients]
    found = [] if EMPLOYEE in kinds else [RecipientFacts(EMPLOYEE)]
    if content.represented == "yes" and UNION not in kinds:
        found.append(RecipientFacts(UNION))
    named: dict[str, int] = {}
    for row in content.recipients:
        if row.kind == OFFICIAL:
            key = closings.municipality_key(row.municipality)
            named[key] = named.get(key, 0) + 1
    wanted: dict[str, tuple[str, int]] = {}
    for site in content.sites:
        key = closings.municipality_key(site.municipality)
        if key:
            wanted[key] = (site.municipality, max(wanted.get(key, ("", 1))[1], 2 if site.two_officials else 1))
    for key, (name, count) in wanted.items():
        found += [RecipientFacts(OFFICIAL, municipality=name)] * max(count - named.get(key, 0), 0)
    return found


def _told(row: RecipientFacts, closing_on: date, today: date | None) -> Told:
    given: Given = row.given_on or (today if today is not None and today < closing_on else NEVER)
    who = Recipient(row.kind, given, row.municipality, row.name).words
    finding = closing_notices.lateness(closing=closing_on, given=given, who=who)
    due = closing_notices.notice_due(closing_on).value
    early = (due - given).days if given != NEVER and given <= due else -finding.value
    return Told(row, finding, early, given)


def surcharge(content: NoticeContent, *, daily_amount: Decimal | None) -> Finding[Any] | None:
    """Return the surcharge and its cap for the officials of each municipality; None without a date (R-109.07-4ma)."""
    if content.first_on is None:
        return None
    told = [row for row in (*content.recipients, *missing_recipients(content)) if row.kind == OFFICIAL]
    officials = [Recipient(row.kind, row.given_on or NEVER, row.municipality, row.name) for row in told]
    return closing_notices.surcharges(
        closing=content.first_on, officials=officials, daily_amount=daily_amount,
        per=closings.setting("surcharge_per"),
    )  # fmt: skip


__all__ = ["DEPARTMENT", "Estimate", "Told", "coverage", "estimate", "missing_recipients", "surcharge"]
