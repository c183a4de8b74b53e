"""Finds the employer's other notices within 90 days, which count with a notice only where somebody says that they are one.

Nothing is joined by itself: whether two actions are one reduction of the work force is judged (DWD 279.04 (2)).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, QuerySet

from closings.content import NoticeContent
from closings.estimate import counted_at, part_here
from closings.models import ClosingNotice, Revision
from closings.places import matches, places_of
from wagecase.cases.models import Case
from wagecase.rules.calendar import day_after
from wagecase.rules.law import in_force
from wagecase.web.formatting import counted, day

OFF = ("refused", "unlisted", "removed")  # what is no notice, or is listed no more
PART = 500  # values in one statement: SQLite takes a limited number of them


@dataclass(frozen=True)
class Other:
    """Another notice of the employer, as the revision that was looked at has it."""

    number: str
    revision: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values; `Other(**...)` reads them back."""
        return {"number": self.number, "revision": self.revision}


@dataclass(frozen=True)
class Near:
    """Another notice of the employer within 90 days, and what it says now."""

    notice: ClosingNotice
    content: NoticeContent

    @property
    def number(self) -> str:
        """The number of its case."""
        return str(self.notice.case.number)


def neighbors(case: Case) -> list[ClosingNotice]:
    """Return the employer's other notices whose first day lies at most 90 days before or after, the earliest first."""
    on = case.closing.first_on
    if on is None or case.employer_id is None:
        return []
    near = _standing().filter(case__employer=case.employer_id, first_on__range=_window(on)).exclude(pk=case.pk)
    return list(near.order_by("first_on", "pk"))


def near(case: Case) -> list[Near]:
    """Return the neighbors of a notice with what they say, in two questions to the database."""
    return _read({case.pk: neighbors(case)}).get(case.pk, [])


def near_each(cases: Sequence[Case]) -> dict[int, list[Near]]:
    """Return `near` of many cases by their keys, in a number of questions that only grows by hundreds of employers."""
    of: dict[int, list[ClosingNotice]] = {}
    employers = sorted({case.employer_id for case in cases if case.employer_id is not None})
    for start in range(0, len(employers), PART):
        part = employers[start : start + PART]
        for notice in _standing().filter(case__employer__in=part).exclude(first_on=None).order_by("first_on", "pk"):
            of.setdefault(notice.case.employer_id or 0, []).append(notice)
    return _read({case.pk: list(_of_many(case, of.get(case.employer_id or 0, ()))) for case in cases})


def _of_many(case: Case, others: Iterable[ClosingNotice]) -> Iterator[ClosingNotice]:
    if case.closing.first_on is None:
        return
    first, last = _window(case.closing.first_on)
    yield from (row for row in others if row.pk != case.pk and row.first_on and first <= row.first_on <= last)


def _standing() -> QuerySet[ClosingNotice]:
    return ClosingNotice.objects.filter(rescinded_on=None).exclude(case__state__in=OFF).select_related("case")


def _window(on: date) -> tuple[date, date]:
    days = in_force("closings.window_days", on).number
    return day_after(on, -days), day_after(on, days)


def _read(found: Mapping[int, Sequence[ClosingNotice]]) -> dict[int, list[Near]]:
    """Return the notices with their latest revision; one without a revision is left out."""
    wanted = sorted({row.pk for rows in found.values() for row in rows})
    said: dict[int, NoticeContent] = {}
    for start in range(0, len(wanted), PART):
        rows = Revision.objects.filter(notice__in=wanted[start : start + PART], number=F("notice__revision"))
        said |= {pk: NoticeContent.from_dict(content) for pk, content in rows.values_list("notice", "content")}
    return {pk: [Near(row, said[row.pk]) for row in rows if row.pk in said] for pk, rows in found.items()}


def apart(content: NoticeContent, other: NoticeContent) -> str:
    """Return why `other` cannot be counted with `content`, in words after a colon; empty where it can.

    Job losses add up at one employment site or within one municipality only (109.07 (1) (b), (f)).
    """
    if counted_at(content, other):
        return ""
    if other.affected is None:
        return "it states no number of affected employees"
    places = places_of((*content.sites, *other.sites))
    here, there = ({one for site in said.sites for one in matches(site, places)} for said in (content, other))
    if here & there and any(site.affected for site in part_here(content, other).sites):
        return "none of its affected employees in a municipality of this notice counts: all are new or low-hour"
    if here & there and any(site.affected == 0 for site in part_here(content, other).sites):
        return "nobody of it is affected in a municipality of this notice"
    if here & there:
        return "it does not say how many of its affected employees are in the municipality of a site of this notice"
    return "it has no site in a municipality of this notice"


def moved(others: Sequence[Other]) -> list[str]:
    """Return the numbers of those that are not what was counted: revised since, rescinded, refused or off the list."""
    if not others:
        return []
    rows = _standing().filter(case__number__in=[other.number for other in others])
    now = dict(rows.values_list("case__number", "revision"))
    return [other.number for other in others if now.get(other.number) != other.revision]


def words(notice: ClosingNotice) -> str:
    """Return what somebody must know of another notice to say whether it is one with this."""
    affected = "number not stated" if notice.affected is None else f"{counted(notice.affected)} affected"
    first = day(notice.first_on) if notice.first_on else "day not stated"
    return ", ".join(filter(None, [f"{notice.case.number}: {affected} from {first}", notice.places]))


def contents_of(others: Iterable[Other]) -> list[NoticeContent]:
    """Return what the other notices said when they were counted, in their order; LookupError for one that is not there."""
    wanted = {other.number: other.revision for other in others}
    rows = Revision.objects.filter(notice__case__number__in=wanted).values_list(
        "notice__case__number", "number", "content"
    )
    found: Mapping[str, Any] = {number: content for number, revision, content in rows if revision == wanted[number]}
    return [NoticeContent.from_dict(found[number]) for number in wanted]
