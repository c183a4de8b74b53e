"""The numbers of an application's workers are counted once, so that its checklist costs the same for many."""

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from licenses import tally
from licenses.content import WorkerFacts, from_dict, to_dict
from licenses.models import Application, ApplicationWorker
from licenses.tally import Tally, tally_of
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import file, member, organization, review, worker
from wagecase.rules import license_dates

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
NOW = at("2026-03-02 10:00")


def lines(*changes):
    plain = to_dict(worker(1))
    return [{**plain, **one} for one in changes]


def test_a_tally_counts_proof_disabilities_and_studies():
    found = tally_of(lines(
        {"evidence": "yes", "disability": "visual", "pay_basis": "hourly", "studied_on": "2025-09-01"},
        {"evidence": "no", "disability": "visual", "pay_basis": "hourly", "studied_on": "2025-08-31"},
        {"evidence": "yes", "disability": "", "pay_basis": "hourly", "studied_on": None},
        {"evidence": "yes", "disability": "hearing", "pay_basis": "piece", "studied_on": "2026-01-01"},
    ))  # fmt: skip
    assert found == Tally(
        4, 3, (("visual", 2), ("", 1), ("hearing", 1)), 3, ((date(2025, 8, 31), 1), (date(2025, 9, 1), 1))
    )
    assert Tally.from_dict(found.to_dict()) == found
    assert (found.fresh(date(2026, 2, 27)), found.fresh(date(2026, 2, 28)), found.fresh(date(2026, 3, 1))) == (2, 1, 0)
    assert tally_of([]) == Tally(0, 0, (), 0, ())


def test_the_days_of_the_studies_are_not_each_looked_at(monkeypatch):
    many = tally_of(lines(*(
        {"pay_basis": "hourly", "studied_on": f"20{y}-{m:02d}-{d:02d}"}
        for y in (24, 25) for m in range(1, 13) for d in range(1, 29)
    )))  # fmt: skip
    real, asked = license_dates.review_due, []
    monkeypatch.setattr(tally.license_dates, "review_due", lambda day: asked.append(day) or real(day))
    assert many.fresh(date(2026, 3, 1)) == 111  # from September 2 on
    assert len(asked) <= 10  # of 672 days


@pytest.mark.parametrize("path", ["checklist/", "record_review/"])
def test_the_checklist_reads_no_line_of_a_worker(clock, path):
    clock.set("2026-03-02 10:00")
    case = review.in_review(NOW)
    client = signed_in("lin")
    client.get(f"/licenses/{case.number}/")

    with CaptureQueriesContext(connection) as asked:
        page = client.get(f"/licenses/{case.number}/{path}")
    assert page.status_code == 200
    assert not [row for row in asked.captured_queries if '"licenses_applicationworker"."facts"' in row["sql"]]


def test_the_checklist_says_what_was_counted(clock):
    clock.set("2026-03-02 10:00")
    case = review.in_review(NOW)
    kept = Tally(6_003, 5_999, (("visual", 6_000), ("", 3)), 2, ((date(2025, 9, 3), 1), (date(2025, 8, 1), 1))[::-1])
    Application.objects.filter(pk=case.pk).update(tally=kept.to_dict())
    said = words(signed_in("lin").get(f"/licenses/{case.number}/checklist/"))
    assert "Evidence of the disability on file for 5,999 of 6,003 workers." in said
    assert "By category: Visual 6,000, not stated 3." in said
    assert "Study at most 6 months old for 1 of 2 hourly workers." in said


def test_an_application_keeps_the_tally_of_its_own_lines_and_the_migration_counts_the_same(clock):
    clock.set("2026-03-02 10:00")
    case = file(member(organization(at=NOW), at=NOW), at=NOW, workers=[worker(n) for n in (1, 2, 3)])
    kept = Application.objects.get(pk=case.pk).tally
    rows = [row.facts for row in ApplicationWorker.objects.filter(application=case.pk)]
    assert kept["total"] == 3
    assert Tally.from_dict(kept) == tally_of(rows)
    assert [from_dict(WorkerFacts, one).evidence for one in rows].count("yes") == kept["with_proof"]
    Application.objects.update(tally={})
    import_module("licenses.migrations.0002_application_tally").count(apps, None)
    assert Application.objects.get(pk=case.pk).tally == kept
