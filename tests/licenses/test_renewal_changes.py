"""The changed-only view of a renewal: what a reviewer must look at, and nothing else."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses.review_changes import changes, previous
from tests.complaints.staff_pages import signed_in
from tests.factories import at
from tests.licenses import ASSEMBLY, PACKING, SOURCES, content, worker
from tests.licenses.granting import licensed, renew
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db
ISSUED = at("2026-03-02 09:00")
RENEWED = at("2027-02-10 09:00")
STUDIED = date(2026, 12, 1)
FRESH = date(2027, 1, 20)


def again(job, **more):
    return replace(job, found_on=FRESH, **more)


def found(license, **more):
    case = Case.objects.get(pk=renew(license, at=RENEWED, **more).pk)
    return changes(case.application, previous(case.application))


def lines(rows):
    return [(row.worker, row.before, row.now, row.words) for row in rows]


def test_workers_are_matched_by_their_id_and_only_differences_are_shown():
    license = licensed(at=ISSUED, workers=[worker(n) for n in range(1, 6)])
    now = [
        worker(1, key="n1", studied_on=STUDIED, rate=Decimal("7.50")),
        worker(2, key="n2", studied_on=STUDIED, worker_id=" w-002 "),
        worker(3, key="n3", studied_on=date(2026, 8, 10), rate=Decimal("8.00")),
        worker(4, key="n4", studied_on=STUDIED, site="Other shop"),
        worker(9, key="n9", studied_on=STUDIED),
    ]
    shown = found(license, workers=now, jobs=(again(ASSEMBLY), again(PACKING)))
    assert lines(shown.rates_down) == [("W-001", "$7.75 an hour", "$7.50 an hour", "Less by $0.25")]
    assert [(row.worker, row.now) for row in shown.studies_old] == [("W-003", "Aug 10, 2026")]
    assert lines(shown.vanished) == [("W-005", "$7.75 an hour", "Not there", "No longer listed")]
    assert [row.worker for row in shown.new] == ["W-009"]
    assert lines(shown.moved) == [("W-004", "Main shop", "Other shop", "Works at another place")]
    assert shown.unchanged_workers == 1


@pytest.mark.parametrize(("studied", "old"), [(date(2026, 8, 13), True), (date(2026, 8, 14), False)])
def test_a_study_is_too_old_after_six_months_of_thirty_days(studied, old):
    license = licensed(at=ISSUED, workers=[worker(1)])
    assert bool(found(license, workers=[worker(1, studied_on=studied)]).studies_old) == old


@pytest.mark.parametrize(
    ("job", "words", "fault"),
    [
        ({"found_on": date(2026, 1, 15)}, "was not found again for more than a year", True),
        ({"found_on": FRESH}, "Found again, with the same result", False),
        ({"found_on": FRESH, "sources": tuple(replace(one, wage=Decimal("14.00")) for one in SOURCES)}, "went down", True),
        ({"found_on": FRESH, "sources": tuple(replace(one, wage=Decimal("18.00")) for one in SOURCES)}, "wage changed", False),
    ],
)  # fmt: skip
def test_a_prevailing_wage_that_was_not_found_again_or_went_down_is_marked(job, words, fault):
    license = licensed(at=ISSUED, jobs=(ASSEMBLY,))
    (row,) = found(license, jobs=(replace(ASSEMBLY, **job),)).jobs
    assert words in row.words
    assert row.fault == fault


def test_within_the_year_the_same_figure_of_the_same_day_is_marked():
    license = licensed(at=ISSUED, jobs=(again(ASSEMBLY),))
    (row,) = found(license, jobs=(again(ASSEMBLY),)).jobs
    assert (row.words, row.fault) == ("The prevailing wage is the one of the last filing, found on the same day", True)


def test_new_and_dropped_jobs_and_changed_facts_of_the_employer_are_shown():
    license = licensed(at=ISSUED)
    employer = replace(content().employer, trade_name="New Name Example")
    shown = found(license, jobs=(again(ASSEMBLY), replace(again(PACKING), name="Sorting")), employer=employer)
    assert [(row.name, row.words) for row in shown.jobs][1:] == [
        ("Sorting", "New job"),
        ("Packing", "No longer listed"),
    ]
    assert [(row.label, row.now) for row in shown.facts if row.where == "Employer"] == [
        ("Trade name", "New Name Example")
    ]


def test_five_hundred_workers_cost_the_same_questions_as_one(django_assert_num_queries):
    license = licensed(at=ISSUED, workers=[worker(n) for n in range(1, 501)])
    case = Case.objects.get(
        pk=renew(license, at=RENEWED, workers=[worker(n, studied_on=STUDIED) for n in range(1, 501)]).pk
    )
    before = previous(case.application)
    changes(case.application, before)  # the rates are read once
    with django_assert_num_queries(4):
        assert changes(case.application, before).unchanged_workers == 500


def test_the_section_is_there_for_renewals_only_and_for_the_staff_of_licenses(client, clock):
    license = licensed(at=ISSUED, workers=[worker(1)])
    case = renew(license, at=RENEWED, workers=[worker(1, rate=Decimal("7.50"))])
    clock.set("2027-02-11 09:00")
    browser = signed_in("sue")
    page = browser.get(f"/licenses/{case.number}/changes/")
    assert page.status_code == 200
    assert "Less by $0.25" in page.content.decode()
    first = license.applications.get().case
    assert browser.get(f"/licenses/{first.number}/changes/").status_code == 404
    assert signed_in("ina").get(f"/licenses/{case.number}/changes/").status_code == 404
