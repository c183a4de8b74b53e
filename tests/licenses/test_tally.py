"""The numbers of an application's workers are counted once, so that its checklist costs the same for many."""

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from licenses import tally
from licenses.content import WorkerFacts, from_dict
from licenses.models import Application, ApplicationWorker
from licenses.review.criteria import Offered
from licenses.review.worker_evidence import counseling_lines, study_lines
from licenses.tally import Tally, tally_of
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import file, member, organization, review, worker
from wagecase.rules import license_dates

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
NOW = at("2026-03-02 10:00")


def plain(**changes):
    return replace(
        worker(1), **{"study_measure": "", "study_setter": (), "study_worker": (), "born_on": None, **changes}
    )


def test_a_tally_counts_proof_disabilities_and_studies():
    found = tally_of([
        plain(evidence="yes", disability="visual", pay_basis="hourly", studied_on=date(2025, 9, 1)),
        plain(evidence="no", disability="visual", pay_basis="hourly", studied_on=date(2025, 8, 31)),
        plain(evidence="yes", disability="", pay_basis="hourly", studied_on=None),
        plain(evidence="yes", disability="hearing", pay_basis="piece", studied_on=date(2026, 1, 1)),
    ], on=NOW.date())  # fmt: skip
    assert (found.total, found.with_proof, found.disabilities) == (4, 3, (("visual", 2), ("", 1), ("hearing", 1)))
    assert (found.hourly, found.studied) == (3, ((date(2025, 8, 31), 1), (date(2025, 9, 1), 1)))
    assert (found.fresh(date(2026, 2, 27)), found.fresh(date(2026, 2, 28)), found.fresh(date(2026, 3, 1))) == (2, 1, 0)
    assert kept(found) == found


def kept(found):
    """Return a tally as the database gives it back."""
    return Tally.from_dict(json.loads(json.dumps(found.to_dict())))


def test_a_tally_counts_the_young_by_what_their_lines_say_of_counseling_and_names_the_first():
    people = [plain(young="yes", counseled="no", worker_id=f"W-{n}") for n in range(7)]
    people += [plain(young="yes", counseled="yes"), plain(young="yes", counseled="", worker_id=""), plain(young="no")]
    found = tally_of(people, on=NOW.date())
    assert kept(found) == found
    assert counseling_lines(found, verified="no") == [
        ("Not verified for every worker.", False),
        ("Documented for 1 of 9 workers who are 24 or younger.", False),
        ("Not documented: W-0, W-1, W-2, W-3, W-4 and 2 more.", False),
        ("Not stated: a worker without an id.", False),
    ]
    assert counseling_lines(tally_of([], on=NOW.date()), verified="") == [
        ("Whether it was verified for every worker is not stated.", None), ("No worker is 24 or younger.", None),
    ]  # fmt: skip


def test_a_tally_counts_the_sample_studies_and_names_the_first_that_differ(monkeypatch):
    values = iter([("50", "50"), *[("40.5", "50")] * 6])
    monkeypatch.setattr(
        tally.studies,
        "study_of",
        lambda one: SimpleNamespace(
            value=dict(zip(("productivity", "stated"), map(Decimal, next(values)), strict=True))
        ),
    )
    monkeypatch.setattr(tally.studies, "differs", lambda one: one.value["productivity"] != one.value["stated"])
    found = tally_of([plain(pay_basis="hourly", worker_id=f"W-{n}") for n in range(7)], on=NOW.date())
    assert kept(found) == found
    lines = study_lines(found)
    assert lines[0] == ("Sample study stated for 7 of 7 hourly workers; 1 agrees with the line.", False)
    assert lines[1] == ("W-1: the study comes to 40.5 percent, the line states 50.", False)
    assert len(lines) == 6
    assert study_lines(tally_of([], on=NOW.date())) == []


def test_the_days_of_the_studies_are_not_each_looked_at(monkeypatch):
    days = [date(year, month, day) for year in (2024, 2025) for month in range(1, 13) for day in range(1, 29)]
    many = tally_of([plain(pay_basis="hourly", studied_on=day) for day in days], on=NOW.date())
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
    counted = replace(
        tally_of([], on=NOW.date()), total=6_003, with_proof=5_999, disabilities=(("visual", 6_000), ("", 3)), hourly=2,
        studied=((date(2025, 8, 1), 1), (date(2025, 9, 3), 1)),
    )  # fmt: skip
    Application.objects.filter(pk=case.pk).update(tally=counted.to_dict())
    said = words(signed_in("lin").get(f"/licenses/{case.number}/checklist/"))
    assert "Evidence of the disability on file for 5,999 of 6,003 workers." in said
    assert "By category: Visual 6,000, not stated 3." in said
    assert "Study at most 6 months old for 1 of 2 hourly workers." in said


def test_an_application_keeps_the_tally_of_its_own_lines_and_one_of_before_is_counted_when_it_is_read(clock):
    clock.set("2026-03-02 10:00")
    case = file(member(organization(at=NOW), at=NOW), at=NOW, workers=[worker(n) for n in (1, 2, 3)])
    application = Application.objects.get(pk=case.pk)
    rows = [from_dict(WorkerFacts, row.facts) for row in ApplicationWorker.objects.filter(application=case.pk)]
    assert application.tally["total"] == 3
    assert Offered(application).workers == tally_of(rows, on=date(2026, 3, 2))
    Application.objects.update(tally={})
    assert Offered(Application.objects.get(pk=case.pk)).workers == Tally.from_dict(application.tally)
