"""The staff queue of a whole request, against its own SQL and its own template with everything else taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from django.db import connection
from django.template.loader import render_to_string
from django.test import Client

from bench import rows
from bench.measure import Row, Size, in_turn
from wagecase.accounts.models import User
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
MILLISECONDS = 1000
EVERYTHING = "kind=living_wage"  # an empty address opens on the open cases
FILTERS = {
    "filter: state": "state=investigating",
    "filter: overdue": "due=overdue&sort=due",
    "filter: employer": "employer=Invented+Mill+77",
    "as it opens": "",
    "all, by due date": f"{EVERYTHING}&sort=due",
    "my next step": "step=mine&sort=due",
}
Statement = tuple[str, Any]


def run(size: Size) -> list[Row]:
    """Measure the first page, a deep page, and the filters."""
    client = Client()
    client.force_login(rows.supervisor())
    asked = {"first page": EVERYTHING, "deep page": f"{EVERYTHING}&cursor={_deep(size)}", **FILTERS}
    found = {name: _page(client, query, size) for name, query in asked.items()}
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


def _page(client: Client, query: str, size: Size) -> tuple[float, float, int]:
    """Return (ms of the request, ms of its SQL and template, number of statements)."""
    address = f"{ADDRESS}?{query}"
    statements, render = _parts(client, address)

    def bare() -> None:
        with connection.cursor() as cursor:
            for sql, values in statements:
                cursor.execute(sql, values)
                cursor.fetchall()
        render()

    bare()
    figure, baseline = in_turn(lambda: client.get(address), bare, repeats=size.pages)
    return figure * MILLISECONDS, baseline * MILLISECONDS, len(statements)


def _parts(client: Client, address: str) -> tuple[list[Statement], Callable[[], str]]:
    """Ask for the page once and return its statements and a call that renders its template with the same values."""
    client.get(address)  # the first request of a kind loads templates and addresses
    statements: list[Statement] = []
    kept: list[Any] = []

    def watch(execute: Any, *call: Any) -> Any:
        statements.append(call[:2])
        return execute(*call)

    def keep(request: Any, template: str, context: dict[str, Any]) -> Any:
        kept[:] = [request, template, context]
        return real(request, template, context)

    real = view.render
    with connection.execute_wrapper(watch), mock.patch.object(view, "render", keep):
        answer = client.get(address)
    if answer.status_code != 200 or not kept:
        raise SystemExit(f"bench: {address} answers {answer.status_code}")
    request, template, context = kept
    if not isinstance(request.user, User):
        request.user.pk  # noqa: B018  (reads the person now, so that the template alone asks nothing)
    return statements, lambda: render_to_string(template, context, request)
