"""A page of a whole request, against its own SQL and its own template with everything else taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from django.db import connection
from django.template.loader import render_to_string
from django.test import Client

from bench.measure import in_turn
from wagecase.accounts.models import User

MILLISECONDS = 1000
Statement = tuple[str, Any]


def measured(client: Client, address: str, view: Any, *, repeats: int) -> tuple[float, float, int]:
    """Return (ms of the request, ms of its SQL and template, number of statements); `view` is the module that renders."""
    statements, render = _parts(client, address, view)

    def bare() -> None:
        with connection.cursor() as cursor:
            for sql, values in statements:
                cursor.execute(sql, values)
                cursor.fetchall()
        render()

    bare()
    figure, baseline = in_turn(lambda: client.get(address), bare, repeats=repeats)
    return figure * MILLISECONDS, baseline * MILLISECONDS, len(statements)


def statements_of(call: Callable[[], Any]) -> list[Statement]:
    """Return the statements that a call sends, with their values."""
    statements: list[Statement] = []

    def watch(execute: Any, *sent: Any) -> Any:
        statements.append(sent[:2])
        return execute(*sent)

    with connection.execute_wrapper(watch):
        call()
    return statements


def _parts(client: Client, address: str, view: Any) -> tuple[list[Statement], Callable[[], str]]:
    """Ask for the page once and return its statements and a call that renders its template with the same values."""
    client.get(address)  # the first request of a kind loads templates and addresses
    kept: list[Any] = []

    def keep(request: Any, template: str, context: dict[str, Any], **more: Any) -> Any:
        kept[:] = [request, template, context]
        return real(request, template, context, **more)

    real = view.render
    answers: list[Any] = []
    with mock.patch.object(view, "render", keep):
        statements = statements_of(lambda: answers.append(client.get(address)))
    answer = answers[0]
    if answer.status_code != 200 or not kept:
        raise SystemExit(f"bench: {address} answers {answer.status_code}")
    request, template, context = kept
    if not isinstance(request.user, User):
        request.user.pk  # noqa: B018  (reads the person now, so that the template alone asks nothing)
    return statements, lambda: render_to_string(template, context, request)
