"""Counseling of workers who are 24 or younger (B7): asked of them alone, told with its source, and shown to reviewers."""

from dataclasses import replace
from datetime import date

import pytest

from licenses.drafting.checks import warnings
from licenses.drafting.contents import content
from licenses.drafting.whole import Whole
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import member, organization, review, worker
from tests.licenses.drafting import filled
from tests.licenses.rosters import begin, checked, csv_file, line, lines_of, take
from tests.licenses.test_worker_rules import codes, read

NOW = at("2026-03-02 09:00")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"young": "yes"}, [("counseled", "counsel")]),
        ({"young": "", "born_on": "3/3/2001"}, [("counseled", "counsel")]),  # 24 until tomorrow
        ({"young": "", "born_on": "3/2/2001"}, []),  # 25 today
        ({"young": "no"}, []),
        ({"young": "yes", "counseled": "yes"}, [("counseled_on", "blank")]),
        ({"young": "yes", "counseled": "yes", "counseled_on": "2/2/2026"}, []),
        ({"young": "yes", "counseled": "yes", "counseled_on": "3/3/2026"}, [("counseled_on", "ahead")]),
        ({"young": "yes", "counseled": "no"}, []),
        ({"young": "yes", "counseled": "not required"}, []),
        ({"young": "yes", "counseled": "No requerido"}, []),
        ({"young": "yes", "counseled": "perhaps"}, [("counseled", "choice")]),
        ({"young": "no", "counseled": "yes", "counseled_on": "2/2/2026"}, [("counseled", "counsel_old")]),
        ({"young": "no", "counseled": "not required"}, []),
        ({"young": "no", "born_on": "3/3/2001"}, [("young", "age_differs")]),
    ],
)
def test_it_is_asked_of_a_worker_who_is_24_or_younger_and_agrees_with_the_age(changes, found):
    assert codes(**changes) == found


def test_what_is_said_of_an_older_worker_is_told_and_no_part_of_the_line():
    facts, (problem,) = read(young="no", counseled="yes", counseled_on="2/2/2026")
    assert (facts.counseled, facts.counseled_on) == ("", None)
    assert problem.warns
    assert problem.text() == "This worker is older than 24, so the answer about counseling is not filed"


def test_a_date_counts_only_with_a_document():
    facts, problems = read(young="yes", counseled="no", counseled_on="2/2/2026")
    assert (facts.counseled, facts.counseled_on, problems) == ("no", None, [])


@pytest.mark.django_db
def test_a_spreadsheet_brings_it_and_keeps_what_it_has_no_column_for(clock):
    clock.set("2026-03-02 09:00")
    who, draft = begin(NOW)
    rows = csv_file([line(1, young="Yes", counseled="Not required"), line(2, young="Yes", counseled="Yes", counseled_on="2/2/2026"),
                     line(3, young="Yes")])  # fmt: skip
    made = checked(who, draft, rows, at=NOW)
    assert (made.counts["new"], made.counts["problem"]) == (2, 1)
    take(who, made, at=NOW)
    kept = lines_of(draft)
    assert (kept["W-001"]["counseled"], kept["W-002"]["counseled_on"]) == ("not-required", "2026-02-02")


YOUNG = (
    replace(worker(1), young="yes", counseled="yes", counseled_on=date(2026, 2, 2)),
    replace(worker(2), young="", born_on=date(2004, 5, 6), counseled="no"),
    replace(worker(3), young="yes", counseled="not-required"),
    worker(4),
)


@pytest.mark.django_db
def test_a_line_that_says_no_is_told_where_the_services_were_verified_for_everybody(clock, media):
    clock.set("2026-03-02 09:00")
    draft = filled(member(organization(at=NOW), at=NOW), at=NOW, workers=YOUNG)
    whole = Whole(draft)
    said = [one.text for one in warnings(whole, content(whole)) if one.slug == "services"]
    assert said == [
        "You verified the services for every worker, and the line of 1 worker says that counseling is not documented."
    ]


@pytest.mark.django_db
def test_the_reviewer_reads_it_with_its_source(clock):
    clock.set("2026-03-02 09:00")
    case = review.in_review(NOW, workers=YOUNG)
    lin = signed_in("lin")
    page = words(lin.get(f"/licenses/{case.number}/checklist/"))
    assert (
        "Is counseling documented for each worker who is 24 or younger? 29 U.S.C. 794g (a) (2) (federal law, evidence only) "
        "Verified for every worker, as stated. Look at this: Documented for 1 of 3 workers who are 24 or younger. "
        "Not required: W-003. Look at this: Not documented: W-002."
    ) in page
    rows = words(lin.get(f"/licenses/{case.number}/workers/"))
    assert "24 or younger; counseling documented: Yes, document of February 2, 2026 (29 U.S.C. 794g)" in rows
    assert rows.count("counseling documented:") == 3


@pytest.mark.django_db
def test_the_copy_as_filed_lists_it_by_the_numbers_of_the_workers(clock):
    clock.set("2026-03-02 09:00")
    html = " ".join(review.received(NOW, workers=YOUNG).application.filed_document.html.split())
    assert "Counseling of workers who are 24 or younger" in html
    assert "<td>W-001</td><td>Yes, February 2, 2026</td>" in html
    assert "<td>W-003</td><td>Not required</td>" in html
    assert "Number1" not in html
