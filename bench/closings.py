"""The public list of closing notices: its page against its own SQL and template, its CSV file against COPY."""

from __future__ import annotations

import tracemalloc
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from bench import rows
from bench.measure import Row, Size, in_turn
from bench.pages import measured
from closings.models import ClosingNotice, Revision, Site
from closings.selectors import years
from closings.views import public as view
from wagecase.cases.models import Case
from wagecase.web.paging import page

TITLE = "Public list of closing notices"
ABOUT = (
    "Anybody's request for a page of 50 notices among 100,000, measured like the staff queue, and the whole list as CSV "
    "from the request to the last byte, against PostgreSQL's own `COPY ... TO STDOUT` of the same columns. The memory is "
    "what Python holds at most while the file is sent."
)
MOST_TIMES = 3.0
MOST_QUERIES = 6
MOST_TIMES_COPY = 2.0  # half its speed
MOST_MEGABYTES = 10
MILLISECONDS = 1000
ADDRESS, CSV = "/closings/", "/closings/list.csv"
YEARS_OF_DAYS = 9_000
FILTERS = {
    "filter: year and county": "year={year}&county=Dane",
    "filter: name": "q=invented+mill+77",
    "filter: rescinded": "status=rescinded",
}


def run(size: Size) -> list[Row]:
    """Measure the first page, a deep one, the filters, and the file."""
    _fill(size.cases)
    client = Client()
    asked = {"first page": "", "deep page": f"cursor={_deep(size)}"}
    asked |= {name: query.format(year=years()[-1]) for name, query in FILTERS.items()}
    found = {name: measured(client, f"{ADDRESS}?{query}", view, repeats=size.pages) for name, query in asked.items()}
    made = [
        Row(f"public list, {name}", figure, "ms", MOST_TIMES, baseline=baseline)
        for name, (figure, baseline, _count) in found.items()
    ]
    most = max(count for _figure, _baseline, count in found.values())
    return [*made, Row("public list, most queries of a page", most, "queries", MOST_QUERIES), *_file(client, size)]


def _deep(size: Size) -> str:
    """Return the cursor of the page behind half of all notices."""
    notices = ClosingNotice.objects.only("received_on", "case_id")
    return page(notices, order=("received_on", "case_id"), size=size.cases // 2).older


def _file(client: Client, size: Size) -> list[Row]:
    def whole() -> int:
        answer: Any = client.get(CSV)
        return sum(len(part) for part in answer.streaming_content)

    whole()
    tracemalloc.start()
    whole()
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    memory = Row("public list, memory while the CSV is sent", peak / 1_000_000, "MB", MOST_MEGABYTES)
    if connection.vendor != "postgresql":
        return [memory]
    figure, baseline = in_turn(whole, _copy, repeats=size.repeats)
    return [
        Row("public list as CSV, to COPY", figure * MILLISECONDS, "ms", MOST_TIMES_COPY, baseline=baseline * MILLISECONDS),
        memory,
    ]  # fmt: skip


class _Counter:
    """Takes the bytes and keeps none."""

    size = 0

    def write(self, line: bytes) -> None:
        """Count one line."""
        self.size += len(line)


def _copy() -> int:
    """Let the database write the same columns, and read them to the end."""
    columns = (
        "n.event, n.duration, n.employer_name, n.trade_name, n.places, n.counties, n.workforce_area, n.industry, "
        "n.received_on, n.dated_on, n.first_on, n.last_on, n.days_of_notice, n.counted, n.affected, n.revision, "
        "n.rescinded_on, n.listed_on, n.changed_on, n.origin"
    )
    statement = (
        f"COPY (SELECT c.number, {columns} FROM closings_closingnotice n JOIN cases_case c ON c.id = n.case_id "
        "WHERE n.listed_on IS NOT NULL ORDER BY n.received_on DESC, n.case_id DESC) TO STDOUT WITH (FORMAT csv, HEADER)"
    )
    counter = _Counter()
    with connection.cursor() as cursor:
        cursor.cursor.copy_expert(statement, counter)
    return counter.size


def _fill(count: int) -> None:
    """Write `count` listed notices with one site and their original, each with its case."""
    today, now = timezone.localdate(), timezone.now()
    first = (Case.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    numbers = (
        f"FROM (WITH RECURSIVE n(id) AS (SELECT {first} UNION ALL SELECT id + 1 FROM n WHERE id < {first + count - 1}) "
        "SELECT id FROM n) n"
    )
    cases = "FROM cases_case c WHERE c.kind = 'closing'"
    received = rows.day(today, f"-(n.id %% {YEARS_OF_DAYS})")
    padded = "substr('000000' || n.id, length('000000' || n.id) - 5)"
    with transaction.atomic():
        case = Case(kind="closing", state="historic", title="Invented Mill Example LLC / Monroe", opened_at=now)
        case.is_open, case.channel = False, "import"
        rows.spread(case, numbers, id="n.id", number=f"'BC-2005-' || {padded}", received_on=received)
        notice = ClosingNotice(
            origin="imported", event="closing", duration="permanent", workforce_area="South Central", industry="Paper mill",
            places="Madison", counties="Dane", affected=60, counted=60, days_of_notice=61, received_on=today,
            changed_on=today, listed_on=today, list_changed_on=today,
        )  # fmt: skip
        name = f"'nvented Mill ' || (c.id %% {rows.EMPLOYERS}) || ' Example LLC'"
        rows.spread(
            notice, cases, case_id="c.id", employer_name=f"'I' || {name}", employer_key=f"lower('I' || {name})",
            received_on="c.received_on", changed_on="c.received_on", listed_on="c.received_on",
            first_on=rows.day_after("c.received_on", 61), last_on=rows.day_after("c.received_on", 61),
            rescinded_on="CASE WHEN c.id %% 40 = 0 THEN c.received_on END",
        )  # fmt: skip
        site = Site(municipality="Madison", county="Dane", affected=60)
        rows.spread(site, cases, notice_id="c.id")
        original = Revision(number=0, kind="original", filed_at=now, received_on=today, by_role="employer", affected=60)
        rows.spread(original, cases, notice_id="c.id", received_on="c.received_on")
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [Case, ClosingNotice, Site, Revision]):
                cursor.execute(statement)
    rows.settle()
