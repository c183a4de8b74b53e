"""Reads the public list: its filters, its order, its months and its lines, in a fixed number of questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet, Subquery, Sum
from django.db.models.functions import ExtractMonth, ExtractYear

from closings.models import ClosingNotice, CountOrLeast, DayOrLast
from wagecase.cases.searching import normalized

# How the list may be sorted, by the word in the address: the columns, the last of them unique, and whether downward.
SORTS: dict[str, tuple[tuple[str, str], bool]] = {
    "received_down": (("received_on", "case_id"), True), "received": (("received_on", "case_id"), False),
    "employer": (("employer_key", "case_id"), False), "employer_down": (("employer_key", "case_id"), True),
    "workers_down": (("workers_sort", "case_id"), True), "workers": (("workers_sort", "case_id"), False),
    "first": (("first_sort", "case_id"), False), "first_down": (("first_sort", "case_id"), True),
}  # fmt: skip
NEWEST = "received_down"


def listed() -> QuerySet[ClosingNotice]:
    """Return the notices on the public list, rescinded ones too."""
    return ClosingNotice.objects.filter(listed_on__isnull=False)


def filtered(data: dict[str, Any]) -> QuerySet[ClosingNotice]:
    """Return the listed notices that pass the filters of a cleaned `ListForm`."""
    notices = listed()
    if year := data.get("year"):
        notices = notices.filter(received_on__range=(date(int(year), 1, 1), date(int(year), 12, 31)))
    if county := data.get("county"):
        notices = notices.filter(pk__in=ClosingNotice.objects.filter(sites__county=county).values("pk"))
    if event := data.get("event"):
        notices = notices.filter(event=event)
    if status := data.get("status"):
        notices = notices.filter(rescinded_on__isnull=status != "rescinded")
    if name := normalized(data.get("q") or ""):
        notices = notices.filter(employer_key__gte=name, employer_key__lt=name + "\U0010ffff")
    return notices


def ordered(notices: QuerySet[ClosingNotice]) -> QuerySet[ClosingNotice]:
    """Return the notices with the columns that sort blanks: no day comes last, no number counts below 0."""
    return notices.select_related("case").annotate(
        first_sort=DayOrLast("first_on"), workers_sort=CountOrLeast("counted")
    )


@dataclass(frozen=True)
class Span:
    """Of the whole list: the first and the last day of receipt, and the day on which it changed last."""

    first: date | None = None
    last: date | None = None
    changed: date | None = None

    @property
    def years(self) -> list[int]:
        """The years from the last day of receipt down to the first."""
        return list(range(self.last.year, self.first.year - 1, -1)) if self.first and self.last else []


def span() -> Span:
    """Return the span of the list in one question.

    It changed on the day of the last act that changed it, which is not the day stamped on a letter that was keyed later.
    """
    ends = {"first": "received_on", "last": "-received_on"}
    asked = {name: Subquery(listed().order_by(by).values(by.lstrip("-"))[:1]) for name, by in ends.items()}
    changed = ClosingNotice.objects.filter(list_changed_on__isnull=False).order_by("-list_changed_on")
    asked["changed"] = Subquery(changed.values("list_changed_on")[:1])
    row = ClosingNotice.objects.order_by("pk").annotate(**asked).values(*asked).first()
    return Span(row["first"], row["last"], row["changed"]) if row is not None else Span()


def years() -> list[int]:
    """Return the years in which a listed notice was received, the newest first."""
    return span().years


@dataclass(frozen=True)
class Months:
    """Workers by month of receipt of one year, and what the figures leave out."""

    year: int
    workers: tuple[int, ...]  # of January to December
    notices: tuple[int, ...]
    not_stated: int  # notices that state no number
    rescinded: int = 0  # notices that count 0, whatever they state
    through: int = 12  # the last month that has begun

    @property
    def total(self) -> int:
        """All workers of the year."""
        return sum(self.workers)


def months(notices: QuerySet[ClosingNotice], year: int, *, today: date) -> Months:
    """Return workers and notices of `notices` by month of `year`, in one question; rescinded ones count 0.

    A month that has not begun on `today` has no figure, which is not the same as 0.
    """
    rows = (
        notices.filter(received_on__range=(date(year, 1, 1), date(year, 12, 31))).order_by()
        .annotate(month=ExtractMonth("received_on")).values("month")
        .annotate(workers=Sum("counted"), notices=Count("pk"), blank=Count("pk", filter=Q(counted=None)),
                  rescinded=Count("pk", filter=Q(rescinded_on__isnull=False)))
    )  # fmt: skip
    by_month = {row["month"]: row for row in rows}
    found = [by_month.get(month, {}) for month in range(1, 13)]
    return Months(
        year, tuple(row.get("workers") or 0 for row in found), tuple(row.get("notices", 0) for row in found),
        sum(row.get("blank", 0) for row in found), sum(row.get("rescinded", 0) for row in found), through=today.month if year == today.year else 12,
    )  # fmt: skip


def last_year(notices: QuerySet[ClosingNotice]) -> int | None:
    """Return the year of the newest of `notices`, None where there is none."""
    return (
        notices.order_by("-received_on")
        .annotate(year=ExtractYear("received_on"))
        .values_list("year", flat=True)
        .first()
    )


COLUMNS: tuple[tuple[str, str], ...] = (
    ("notice_no", "case__number"), ("status", ""), ("event_kind", "event"), ("duration", "duration"),
    ("employer", "employer_name"), ("dba", "trade_name"), ("municipalities", "places"), ("counties", "counties"),
    ("workforce_area", "workforce_area"), ("industry", "industry"), ("received_on", "received_on"),
    ("dated_on", "dated_on"), ("layoff_first", "first_on"), ("layoff_last", "last_on"), ("days_of_notice", "days_of_notice"),
    ("workers", "counted"), ("workers_stated", "affected"), ("revision_no", "revision"), ("rescinded_on", "rescinded_on"),
    ("listed_on", "listed_on"), ("last_changed_on", "changed_on"), ("origin", "origin"),
)  # fmt: skip


NEWEST_FIRST = ("-received_on", "-case_id")
STATUSES: tuple[tuple[Q, str], ...] = (
    (Q(rescinded_on__isnull=False), "rescinded"),
    (Q(revision__gt=0), "updated"),
)  # fmt: skip  what is neither is an original


def lines(notices: QuerySet[ClosingNotice]) -> Iterator[dict[str, Any]]:
    """Yield one line for each notice, in the columns of the files, without holding them all."""
    names = [field for _name, field in COLUMNS if field]
    for row in notices.order_by(*NEWEST_FIRST).values(*names).iterator(chunk_size=1000):
        made = {name: row[field] if field else "" for name, field in COLUMNS}
        made["status"] = "rescinded" if row["rescinded_on"] else "updated" if row["revision"] else "original"
        yield made
