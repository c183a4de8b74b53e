"""Pages a list by its last row instead of by a number, so that page 10,000 costs what the first one costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, ngettext

COUNT_CAP = 10_000
OLDER, NEWER = "o", "n"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its rows, the cursors of its neighbors ("" when there is none) and the count in words."""

    rows: list[Any]
    newer: str
    older: str
    count: int
    count_label: str
    start: Any = None  # value of the first sort column in the first row
    newer_label: str = ""
    older_label: str = ""

    @property
    def capped(self) -> bool:
        """Return whether there are more rows than we count."""
        return self.count > COUNT_CAP

    @property
    def shown(self) -> int:
        """Return how many rows stand on this page."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class _Sort:
    """The columns of a list and the direction in which it is read."""

    order: tuple[str, ...]
    descending: bool

    @property
    def salt(self) -> str:
        return f"wagecase.paging:{','.join(self.order)}:{'-' if self.descending else '+'}"

    @property
    def reversed(self) -> _Sort:
        return _Sort(self.order, not self.descending)


def page(
    queryset: QuerySet,
    *,
    order: Sequence[str] = ("received_on", "id"),
    cursor: str | None = None,
    size: int = 50,
    descending: bool = True,
) -> Page:
    """Return the page of `queryset` that `cursor` names; None, or a cursor that is not ours, means the first.

    `order` names columns that are never null, the last of them unique. Descending lists read Newer and Older,
    ascending ones Earlier and Later. The list keeps every row exactly once in both directions while it is unchanged.
    """
    sort = _Sort(tuple(order), descending)
    way, values = _read(cursor, sort)
    if way == NEWER:
        rows = list(_beyond(queryset, sort.reversed, values)[: size + 1])
        if len(rows) <= size:  # reached the start: show a full first page, not a short one
            way, values = "", None
        else:
            rows = rows[size - 1 :: -1]
            newer, older = True, True
    if way != NEWER:
        rows = list(_beyond(queryset, sort, values)[: size + 1])
        newer, older = values is not None, len(rows) > size
        rows = rows[:size]
    count = queryset.order_by()[: COUNT_CAP + 1].count()
    return Page(
        rows=rows,
        newer=_write(NEWER, rows[0], sort) if newer and rows else "",
        older=_write(OLDER, rows[-1], sort) if older else "",
        count=count,
        count_label=_count_label(count),
        start=_value(rows[0], sort.order[0]) if rows else None,
        newer_label=gettext("Newer") if descending else gettext("Earlier"),
        older_label=gettext("Older") if descending else gettext("Later"),
    )


def _beyond(queryset: QuerySet, sort: _Sort, values: list | None) -> QuerySet:
    """Return the rows after `values` in the direction of travel.

    The textbook condition alone makes a database walk the whole index; the redundant filter on the first column
    in front of it lets the index start at the right place.
    """
    sign, less = ("-", "lt") if sort.descending else ("", "gt")
    order = sort.order
    ordered = queryset.order_by(*(f"{sign}{name}" for name in order))
    if values is None:
        return ordered
    condition = Q()
    for index, name in enumerate(order):
        equal = {order[i]: values[i] for i in range(index)}
        condition |= Q(**equal, **{f"{name}__{less}": values[index]})
    return ordered.filter(**{f"{order[0]}__{less}e": values[0]}).filter(condition)


def _value(row: Any, name: str) -> Any:
    for part in name.split("__"):
        row = row[part] if isinstance(row, dict) else getattr(row, part)
    return row


def _write(way: str, row: Any, sort: _Sort) -> str:
    packed = []
    for name in sort.order:
        value = _value(row, name)
        if isinstance(value, datetime):
            packed.append(["t", value.isoformat()])
        elif isinstance(value, date):
            packed.append(["d", value.isoformat()])
        elif isinstance(value, int | str):
            packed.append(["v", value])
        else:
            raise ImproperlyConfigured(f"Cannot page by {name!r}: {type(value).__name__} is not a key")
    return signing.dumps([way, packed], salt=sort.salt, compress=False)


def _read(cursor: str | None, sort: _Sort) -> tuple[str, list | None]:
    if not cursor:
        return "", None
    try:
        way, packed = signing.loads(cursor, salt=sort.salt)
    except (signing.BadSignature, ValueError, TypeError):
        return "", None
    kinds = {"t": datetime.fromisoformat, "d": date.fromisoformat, "v": lambda value: value}
    return way, [kinds[kind](value) for kind, value in packed]


def _count_label(count: int) -> str:
    return gettext("10,000+") if count > COUNT_CAP else f"{count:,}"


def noun_count(count: int, singular: str, plural: str) -> str:
    """Return "214 cases" or "1 case" or "10,000+ cases" for a heading."""
    return f"{_count_label(count)} {ngettext(singular, plural, count)}"
