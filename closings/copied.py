"""Lets PostgreSQL write the CSV file of the public list itself: several times as fast as reading its rows here.

The columns, their order and the apostrophe before a text that begins like a formula are those of `feeds`. The database
writes in a thread, the request reads, and only a few blocks wait in between, so the file may be as long as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from threading import Thread
from typing import Any, Final

from django.db import connection, models
from django.db.models import Case, F, Func, QuerySet, Value, When
from django.db.models.functions import NullIf

from closings.models import ClosingNotice
from closings.selectors import COLUMNS, NEWEST_FIRST, STATUSES

BLOCK: Final = 256 * 1024  # bytes sent at once
BLOCKS: Final = 4  # that may wait for a slow reader
# The file is one statement that lasts as long as its reader takes, which the limit for a page's statements would cut off
# in the middle of a file that is already on its way. Nobody with a working line needs ten minutes for some 13 MB.
LONGEST: Final = 600_000  # milliseconds
OF_OURS: Final = ("event", "duration", "origin")  # words of our own tables, of which none is a formula


class _SafeText(Func):
    """A text with an apostrophe in front where a spreadsheet would run it, and nothing for a blank one."""

    template = (
        "CASE WHEN left(%(expressions)s, 1) IN ('=', '+', '-', '@', E'\\t', E'\\r') THEN '''' || %(expressions)s "
        "ELSE nullif(%(expressions)s, '') END"
    )
    output_field = models.TextField()


class _Pipe:
    """Takes lines from the database on one side and gives blocks on the other; once its reader left it keeps none."""

    def __init__(self) -> None:
        self.blocks: Queue[bytes | BaseException | None] = Queue(BLOCKS)
        self.lines = bytearray()
        self.left = False

    def write(self, line: bytes) -> None:
        """Take one line; it ends as RFC 4180 wants it to, while the line breaks within its cells stay as they are."""
        self.lines += line.removesuffix(b"\n") + b"\r\n"
        if len(self.lines) >= BLOCK:
            self._give()

    def fill(self, cursor: Any, statement: str) -> None:
        """Let the database write everything, then say that this was all, or what went wrong."""
        end: BaseException | None = None
        try:
            cursor.copy_expert(statement, self)
            self._give()
        except Exception as error:
            end = error
        if not self.left:
            self.blocks.put(end)

    def _give(self) -> None:
        if not self.left:
            self.blocks.put(bytes(self.lines))
        self.lines.clear()

    def empty(self) -> None:
        """Let whoever waits to write go on: nobody reads any more."""
        self.left = True
        while not self.blocks.empty():
            self.blocks.get_nowait()


def can_copy() -> bool:
    """Whether the database in use writes CSV files."""
    return connection.vendor == "postgresql"


def blocks(notices: QuerySet[ClosingNotice]) -> Iterator[bytes]:
    """Yield the lines of the file below its heads, in blocks, all of one moment."""
    cells = {f"cell_{place}": _cell(field) for place, (_name, field) in enumerate(COLUMNS)}
    sql, values = notices.order_by(*NEWEST_FIRST).annotate(**cells).values_list(*cells).query.sql_with_params()
    pipe = _Pipe()
    with connection.cursor() as cursor, _time_for_a_slow_reader(cursor):
        raw = cursor.cursor
        statement = f"COPY ({raw.mogrify(sql, values).decode()}) TO STDOUT WITH (FORMAT csv)"
        writer = Thread(target=pipe.fill, args=(raw, statement), daemon=True)
        writer.start()
        try:
            while (block := pipe.blocks.get()) is not None:
                if isinstance(block, BaseException):
                    raise block
                yield block
        finally:
            while writer.is_alive():
                pipe.empty()
                writer.join(0.05)


@contextmanager
def _time_for_a_slow_reader(cursor: Any) -> Iterator[None]:
    cursor.execute("SELECT current_setting('statement_timeout')")
    (usual,) = cursor.fetchone()
    cursor.execute("SELECT set_config('statement_timeout', %s, false)", [str(LONGEST)])
    try:
        yield
    finally:
        cursor.execute("SELECT set_config('statement_timeout', %s, false)", [usual])


def _cell(field: str) -> Any:
    if not field:
        whens = [When(condition, then=Value(word)) for condition, word in STATUSES]
        return Case(*whens, default=Value("original"), output_field=models.TextField())
    text = field != "case__number" and isinstance(ClosingNotice._meta.get_field(field), models.CharField)
    if not text:
        return F(field)
    return NullIf(F(field), Value("")) if field in OF_OURS else _SafeText(F(field))
