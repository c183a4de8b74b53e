"""The staff queue of a whole request, against its own SQL and its own template with everything else taken away."""

from __future__ import annotations

from django.test import Client

from bench import rows
from bench.measure import Row, Size
from bench.pages import measured
from wagecase.cases.models import Case
from wagecase.cases.views import queue as view
from wagecase.web.paging import page

TITLE = "Staff queue"
ABOUT = (
    "A supervisor's request for a page of 50 cases among 100,000, from the session to the last byte of HTML. The "
    "baseline sends the same statements with the same values through a bare cursor, fetches every row, and renders the "
    "same template with the finished values. The deep page begins behind half of the list."
)
MOST_TIMES = 3.0
MOST_TIMES_DEEP = 1.5
MOST_QUERIES = 12
ADDRESS = "/staff/cases/"
EVERYTHING = "kind=living_wage"  # an empty address opens on the open cases
FILTERS = {
    "filter: state": "state=investigating",
    "filter: overdue": "due=overdue&sort=due",
    "filter: employer": "employer=Invented+Mill+77",
    "as it opens": "",
    "all, by due date": f"{EVERYTHING}&sort=due",
    "my next step": "step=mine&sort=due",
}


def run(size: Size) -> list[Row]:
    """Measure the first page, a deep page, and the filters."""
    client = Client()
    client.force_login(rows.supervisor())
    asked = {"first page": EVERYTHING, "deep page": f"{EVERYTHING}&cursor={_deep(size)}", **FILTERS}
    found = {name: measured(client, f"{ADDRESS}?{query}", view, repeats=size.pages) for name, query in asked.items()}
    made = [
        Row(f"queue, {name}", figure, "ms", MOST_TIMES, baseline=baseline)
        for name, (figure, baseline, _count) in found.items()
    ]
    made.append(
        Row(
            "queue, deep page to first page",
            found["deep page"][0],
            "ms",
            MOST_TIMES_DEEP,
            baseline=found["first page"][0],
        )
    )
    most = max(count for _figure, _baseline, count in found.values())
    return [*made, Row("queue, most queries of a page", most, "queries", MOST_QUERIES)]


def _deep(size: Size) -> str:
    """Return the cursor of the page behind half of all cases."""
    return page(Case.objects.only("received_on", "id"), size=size.cases // 2).older
