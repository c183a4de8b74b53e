"""An application with many workers: its pages against their own SQL and template, a row that is saved, a roster read dry."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from django.test import Client
from django.utils import timezone

from bench.measure import Row, Size, in_turn
from bench.pages import measured, statements_of
from licenses.content import ApplicationContent, EmployerFacts, FilingFacts, JobFacts, SiteFacts, WorkerFacts
from licenses.drafting import mapping, opening
from licenses.drafting.sections import WORKERS
from licenses.drafting.views import editing, pages
from licenses.roster import uploads
from licenses.worker_columns import COLUMNS
from licenses.worker_rules import answers_of
from wagecase.accounts.models import Membership, Organization, User
from wagecase.cases.jobs import work_due
from wagecase.cases.models import Draft
from wagecase.rules.calendar import days_before

TITLE = "Applications for licenses"
ABOUT = (
    "An application with 500 workers: the list of its workers, one worker's page with the arithmetic of the wage, and that "
    "line saved with the wage worked out anew, each against the statements and the template of the page. The task list "
    "judges every section and is held to the same goal. Then a workbook of 5,000 workers from the upload to the report, on "
    "an application that has 500 of them already."
)
MOST_TIMES = 3.0
MOST_QUERIES = 40
MOST_SECONDS = 10.0
MILLISECONDS = 1000
MANY, FEW, ROSTER = 500, 50, 5_000
KEY = "w000007"  # of the line that is saved
SMALL_ROSTER = 300


def run(size: Size) -> list[Row]:
    """Measure the pages, a saved row, and the roster."""
    who = _member()
    client = Client()
    client.force_login(who.user)
    draft, fewer = _draft(who, MANY), _draft(who, FEW)
    base = f"/licenses/apply/{draft.pk}/"
    tasks = measured(client, base, pages, repeats=size.pages)
    listed = measured(client, f"{base}{WORKERS}/", pages, repeats=size.pages)
    shown = measured(client, f"{base}{WORKERS}/{KEY}/", editing, repeats=size.pages)
    saved = _saved(client, draft, size)
    made = [
        Row(f"application of {MANY} workers, task list", tasks[0], "ms", MOST_TIMES, baseline=tasks[1]),
        Row(f"application of {MANY} workers, list of workers", listed[0], "ms", MOST_TIMES, baseline=listed[1]),
        Row(f"application of {MANY} workers, a worker", shown[0], "ms", MOST_TIMES, baseline=shown[1]),
        Row(f"application of {MANY} workers, a worker saved", saved, "ms", MOST_TIMES, baseline=shown[1]),
    ]
    most = max(count for _figure, _baseline, count in (tasks, listed, shown))
    made.append(Row("application, most queries of a page", most, "queries", MOST_QUERIES))
    more = len(_save_once(client, draft)) - len(_save_once(client, fewer))
    made.append(Row(f"saved row, queries at {MANY} workers beyond those at {FEW}", more, "queries", 0))
    return [*made, _roster(who, draft, ROSTER if size.cases > ROSTER else SMALL_ROSTER)]


def _member() -> Membership:
    now = timezone.now()
    works = Organization.objects.create(name="Invented Works Example, Inc.", kind="facility", created_at=now)
    user = User.objects.create_user("olive@example.org", None, name="Olive Owner Example")
    return Membership.objects.create(organization=works, user=user, role=Membership.Role.OWNER, began_at=now)


def _draft(who: Membership, count: int) -> Draft:
    draft = opening.open_draft(who, language="en", at=timezone.now())
    job = JobFacts(
        key="a1", name="Assembly", tasks="Small parts", pay_basis="hourly", similar_own="yes", method="own",
        own_wage=Decimal("15.50"), found_on=timezone.localdate(), measured_by="comparison", reviewed_months=6,
    )  # fmt: skip
    content = ApplicationContent(
        employer=EmployerFacts(legal_name=who.organization.name), filing=FilingFacts(license_kind="facility"),
        sites=(SiteFacts(key="s1", kind="main", name="Main shop"),), jobs=(job,),
    )  # fmt: skip
    mapping.fill(draft, content, [_worker(number) for number in range(count)], at=timezone.now())
    return draft


def _worker(number: int, rate: str = "7.75") -> WorkerFacts:
    today = timezone.localdate()
    return WorkerFacts(
        key=f"w{number:06d}", worker_id=f"W-{number:06d}", name=f"Invented Worker {number} Example", young="no",
        disability="visual", evidence="yes", evidence_kind="Record of the county", evidence_on=date(2024, 11, 3),
        site="Main shop", job="Assembly", jobs=1, pay_basis="hourly", weekly_hours=Decimal(20), quarter_hours=Decimal(260),
        average_earnings=Decimal("7.75"), worker_units=Decimal(10), standard_units=Decimal(20), rate=Decimal(rate),
        studied_on=days_before(today, 30), elsewhere="no",
    )  # fmt: skip


def _saved(client: Client, draft: Draft, size: Size) -> float:
    """Return ms of a save, from the form to the answer that leads on."""
    _save(client, draft)
    figure, _nothing = in_turn(lambda: _save(client, draft), lambda: None, repeats=size.pages)
    return figure * MILLISECONDS


def _save_once(client: Client, draft: Draft) -> list[Any]:
    _save(client, draft)
    return statements_of(lambda: _save(client, draft))


_rates: Iterator[int] = iter(range(10_000))


def _save(client: Client, draft: Draft) -> None:
    row = draft.rows.get(section=WORKERS, key=KEY)
    facts = _worker(7, rate=f"8.{next(_rates) % 100:02d}")
    data = {name: value for name, value in answers_of(facts).items() if "-" not in value or name == "worker_id"}
    for name in ("evidence_on", "studied_on"):
        day = getattr(facts, name)
        data |= {f"{name}_0": str(day.month), f"{name}_1": str(day.day), f"{name}_2": str(day.year)}
    answer = client.post(
        f"/licenses/apply/{draft.pk}/{WORKERS}/{KEY}/", {**data, "version": row.version, "page": "", "stay": "1"}
    )
    if answer.status_code != 303:
        raise SystemExit(f"bench: saving a row answers {answer.status_code}")


def _roster(who: Membership, draft: Draft, count: int) -> Row:
    """Measure a roster from the bytes of the workbook to its report."""
    data = _workbook(count)
    start = time.perf_counter()
    made = uploads.add_upload(draft, data=data, name="workers.xlsx", membership=who, at=timezone.now())
    uploads.start_reading(made, columns=made.columns, membership=who, at=timezone.now())
    while work_due(now=timezone.now()):
        pass
    took = time.perf_counter() - start
    made.refresh_from_db()
    if made.status != uploads.CHECKED or sum(made.counts[pile] for pile in ("new", "changed", "same")) != count:
        raise SystemExit(f"bench: the roster ended as {made.status} with {made.counts}")
    return Row(f"roster of {count:,} workers, upload and dry run", took, "s", MOST_SECONDS)


def _workbook(count: int) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Workers")
    sheet.append([str(column.label) for column in COLUMNS])
    for number in range(count):
        answers = answers_of(_worker(number, rate="7.75" if number % 3 else "7.80"))
        sheet.append([answers.get(column.name, "") for column in COLUMNS])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
