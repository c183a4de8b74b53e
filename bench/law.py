"""The law as a library: how soon it answers, how many lines a second, what a reason costs, and a page of rates."""

from __future__ import annotations

import io
import json
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client

from bench.measure import AT_LEAST, Row, Size, in_turn, seconds
from wagecase.rates import views
from wagecase.rules import license_wages
from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.lines import answer_lines
from wagecase.rules.calculators.minimum_inputs import chosen_minimum
from wagecase.rules.calculators.reader import answer_line
from wagecase.rules.calendar import complaint_due

TITLE = "The law"
ABOUT = (
    "The start of `manage.py calculate` until it ends on an empty input, against Django set up with the same settings "
    "and nothing done. Then its lines a second, 20,000 different questions about a commensurate wage through its "
    "standard input and output, the start taken off; they and the Findings (a due date, a wage with its steps, for "
    "5,000 different facts) are counted in the time of a core, which other programs hardly change. The cost of such a "
    "line stands against a bare loop that reads the same lines, multiplies and rounds the same Decimals and writes "
    "only the figures: no check of a field, no reason, no citation. The vectors are all of tests/rules/vectors, "
    "answered one after the other. The page of rates is a whole request, against a bare view that renders the same "
    "template with the finished values, no middleware around it."
)
ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "tests" / "rules" / "vectors"
MOST_START, LEAST_LINES, MOST_FINDING, MOST_VECTORS, MOST_QUERIES = 1.5, 5_000, 100.0, 10.0, 5
MOST_TIMES_LINE, MOST_TIMES_PAGE = (
    10.0,
    3.0,
)  # goals of our own: the price of checks, reasons and citations, of middleware
MICROSECONDS, MILLISECONDS = 1e6, 1e3
LINES = 20_000  # at the full size; a tenth of it proves that the harness works
SMALL_PART = 10
DAY = date(2026, 3, 2)
CENT = Decimal("0.01")


def run(size: Size) -> list[Row]:
    """Measure the command, the functions and a page."""
    few = size.repeats == 1
    lines = LINES // SMALL_PART if few else LINES
    vectors = _vectors()
    return [
        *_command(lines, size.repeats),
        _line(lines // 4, size.repeats),
        _finding("law, a due date as a Finding", _due, lines // 4),
        _finding("law, a wage as a Finding", _wage, lines // 4),
        Row("law, all vectors in one process", seconds(lambda: _answer(vectors)), "s", MOST_VECTORS),
        *_page(size.pages),
    ]


def _questions(count: int) -> list[bytes]:
    rows = ({"prevailing": f"{10 + n % 30}.{n % 100:02}", "worker_output": f"{1 + n % 97}.5", "standard_output": "98",
             "minimum": "7.25"} for n in range(count))  # fmt: skip
    return [json.dumps(row).encode() + b"\n" for row in rows]


def _command(count: int, repeats: int) -> list[Row]:
    """Measure the process from its start to its end."""
    command = [sys.executable, "manage.py", "calculate", "commensurate-wage"]
    bare = [sys.executable, "-c", "import django; django.setup()"]
    asked = b"".join(_questions(count))
    _process(command, b"")  # the byte code of the modules is written before anything counts
    start, baseline = in_turn(lambda: _process(command, b""), lambda: _process(bare, b""), repeats=repeats)
    empty = statistics.median(_processor(lambda: _process(command, b"")) for _ in range(repeats))
    whole = statistics.median(_processor(lambda: _process(command, asked)) for _ in range(repeats))
    return [
        Row("calculate, from start to end", start, "s", MOST_START),
        Row("calculate, start to Django set up", start, "s", 1.0, baseline=baseline),
        Row("calculate, answers", count / max(whole - empty, 1e-6), "lines a second of a core", LEAST_LINES, AT_LEAST),
    ]


def _processor(work: Callable[[], object]) -> float:
    """Return the seconds of a core that one call takes, in this process and in those it starts and waits for."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(part.ru_utime + part.ru_stime for part in used)


def _process(command: list[str], given: bytes) -> None:
    done = subprocess.run(
        command, input=given, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    if done.returncode or done.stdout.count(b'"result"') != given.count(b"\n"):
        raise SystemExit(f"bench: {' '.join(command)} answers {done.stdout[-300:]!r}")


def _line(count: int, repeats: int) -> Row:
    calculator, asked = calculators()["commensurate-wage"], _questions(count)
    joined = b"".join(asked)

    def ours() -> None:
        answer_lines(calculator, io.BytesIO(joined), io.BytesIO())

    def bare() -> None:
        out = io.BytesIO()
        for line in io.BytesIO(joined):
            row = json.loads(line)
            share = Decimal(row["worker_output"]) / Decimal(row["standard_output"])
            wage = (Decimal(row["prevailing"]) * share).quantize(CENT, ROUND_CEILING)
            percent = (share * 100).quantize(CENT, ROUND_HALF_UP)
            needed = wage < Decimal(row["minimum"])
            answer = {"commensurate": str(wage), "license_needed": needed, "pay": str(wage), "percent": str(percent)}
            out.write(json.dumps({"result": answer}).encode() + b"\n")
            out.flush()

    ours()
    bare()
    figure, baseline = in_turn(ours, bare, repeats=repeats)
    return Row(
        "law, one line to a bare Decimal loop", figure / count * MICROSECONDS, "µs", MOST_TIMES_LINE,
        baseline=baseline / count * MICROSECONDS,
    )  # fmt: skip


def _finding(name: str, work: Callable[[int], object], count: int) -> Row:
    work(0)
    took = _processor(lambda: [work(number) for number in range(count)])
    return Row(name, took / count * MICROSECONDS, "µs", MOST_FINDING)


def _due(number: int) -> object:
    return complaint_due(
        filed_on=DAY.replace(day=1 + number % 28, month=1 + number % 12), received_at=None, channel="paper"
    )


def _wage(number: int) -> object:
    return license_wages.commensurate_wage(
        prevailing=Decimal(1200 + number % 900) / 100, worker=Decimal(number % 97 + 1), standard=Decimal(98),
        licensed=True, minimum=chosen_minimum(Decimal("7.25"), None),
    )  # fmt: skip


def _vectors() -> list[tuple[str, bytes]]:
    rows = [
        json.loads(line) for path in sorted(VECTORS.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    return [(row["calculator"], json.dumps(row["given"]).encode()) for row in rows]


def _answer(vectors: list[tuple[str, bytes]]) -> None:
    known = calculators()
    for name, line in vectors:
        json.dumps(answer_line(known[name], line))


def _page(repeats: int) -> list[Row]:
    """Measure the page of today's rates, and count its statements."""
    client, address = Client(), "/rates/"
    client.get(address)  # the first request loads templates, addresses and the book
    kept: list[Any] = []
    statements: list[str] = []

    def keep(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        kept[:] = [request, template, context]
        return render(request, template, context)

    def watch(execute: Any, *call: Any) -> Any:
        statements.append(call[0])
        return execute(*call)

    with connection.execute_wrapper(watch), mock.patch.object(views, "render", keep):
        if client.get(address).status_code != 200 or not kept:
            raise SystemExit("bench: the page of rates does not answer")
    request, template, context = kept
    figure, baseline = in_turn(lambda: client.get(address), lambda: render(request, template, context), repeats=repeats)
    return [
        Row(
            "rates page to a bare view", figure * MILLISECONDS, "ms", MOST_TIMES_PAGE, baseline=baseline * MILLISECONDS
        ),
        Row("rates page, queries", len(statements), "queries", MOST_QUERIES),
    ]
