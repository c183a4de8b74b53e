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
    "An application with 500 workers: its task list, the list of its workers, and one worker's line saved and shown again "
    "with the wage worked out anew, each against the statements and the template of the page that is shown. Then a "
    "workbook of 5,000 workers from the upload to the report, on an application that has 500 of them already."
)
MOST_TIMES = 3.0
MOST_QUERIES = 40
MOST_SECONDS = 10.0
MILLISECONDS = 1000
MANY, FEW, ROSTER = 500, 50, 5_000
SMALL_ROSTER = 300


def run(size: Size) -> list[Row]:
    """Measure the pages, a saved row, and the roster."""
    who = _member()
    client = Client()
    client.force_login(who.user)
    draft, fewer = _draft(who, MANY), _draft(who, FEW)
    found = {}
    for name, address in (("task list", ""), ("list of workers", f"{WORKERS}/")):
        found[name] = measured(client, f"/licenses/apply/{draft.pk}/{address}", pages, repeats=size.pages)
    found["row saved and shown"] = _saved(client, draft, size)
    made = [
        Row(f"application of {MANY} workers, {name}", figure, "ms", MOST_TIMES, baseline=baseline)
        for name, (figure, baseline, _count) in found.items()
    ]
    most = max(count for _figure, _baseline, count in found.values())
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


def _saved(client: Client, draft: Draft, size: Size) -> tuple[float, float, int]:
    """Return ms of a save with the page that follows, ms of that page's SQL and template, and the statements of both."""
    address = f"/licenses/apply/{draft.pk}/{WORKERS}/w000007/"
    count = len(_save_once(client, draft))
    shown, baseline, shown_count = measured(client, address, editing, repeats=size.pages)
    save, _again = in_turn(lambda: _save(client, draft), lambda: None, repeats=size.pages)
    return shown + save * MILLISECONDS, baseline, count + shown_count


def _save_once(client: Client, draft: Draft) -> list[Any]:
    _save(client, draft)
    return statements_of(lambda: _save(client, draft))


_rates: Iterator[int] = iter(range(10_000))


def _save(client: Client, draft: Draft) -> None:
    row = draft.rows.get(section=WORKERS, key="w000007")
    facts = _worker(7, rate=f"8.{next(_rates) % 100:02d}")
    data = {name: value for name, value in answers_of(facts).items() if "-" not in value or name == "worker_id"}
    for name in ("evidence_on", "studied_on"):
        day = getattr(facts, name)
        data |= {f"{name}_0": str(day.month), f"{name}_1": str(day.day), f"{name}_2": str(day.year)}
    answer = client.post(
        f"/licenses/apply/{draft.pk}/{WORKERS}/w000007/", {**data, "version": row.version, "page": "", "stay": "1"}
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
