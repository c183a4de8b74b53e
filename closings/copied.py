"""Lets PostgreSQL write the CSV file of the public list itself, row by row: several times as fast as reading rows here.

The columns, their order and the apostrophe before a text that begins like a formula are those of `feeds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import connection, models
from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Concat, NullIf

from closings.models import ClosingNotice
from closings.selectors import COLUMNS, NEWEST_FIRST, STATUSES

BLOCK: Final = 64 * 1024  # bytes sent at once
FORMULA: Final = r"^[=+\-@\t\r]"


def can_copy() -> bool:
    """Whether the database in use writes CSV files."""
    return connection.vendor == "postgresql"


def blocks(notices: QuerySet[ClosingNotice]) -> Iterator[bytes]:
    """Yield the lines of the file below its heads, with the line ends of RFC 4180, in blocks of some size."""
    made = {f"cell_{place}": _cell(field) for place, (_name, field) in enumerate(COLUMNS)}
    query = notices.order_by(*NEWEST_FIRST).annotate(**made).values_list(*made).query
    sql, values = query.sql_with_params()
    waiting = bytearray()
    with connection.cursor() as cursor, cursor.cursor.copy(f"COPY ({sql}) TO STDOUT WITH (FORMAT csv)", values) as rows:
        for row in rows:
            waiting += bytes(row[:-1]) + b"\r\n"
            if len(waiting) >= BLOCK:
                yield bytes(waiting)
                waiting.clear()
    yield bytes(waiting)


def _cell(field: str) -> Any:
    if not field:
        whens = [When(condition, then=Value(word)) for condition, word in STATUSES]
        return Case(*whens, default=Value("original"), output_field=models.TextField())
    if field == "case__number" or not isinstance(ClosingNotice._meta.get_field(field), models.CharField):
        return F(field)
    text: Any = NullIf(F(field), Value(""))
    return Case(
        When(**{f"{field}__regex": FORMULA}, then=Concat(Value("'"), F(field))), default=text,
        output_field=models.TextField(),
    )  # fmt: skip
