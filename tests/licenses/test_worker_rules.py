"""What a worker's line may say, typed in a form or in a cell, with the answers of the domain file as they are written."""

from datetime import date
from decimal import Decimal

import pytest
from django.utils import translation

from licenses.content import WorkerFacts
from licenses.worker_columns import COLUMNS, columns_by_head, plain_head
from licenses.worker_rules import Lists, Problem, answers_of, read_worker, same_line
from tests.licenses import worker

MARCH_2 = date(2026, 3, 2)
LISTS = Lists.of(sites=["Main shop"], jobs=["Assembly", "Packing"])
CELLS = {
    "worker_id": "W-001", "name": "Worker Number1 Example", "young": "no", "disability": "Intellectual or developmental",
    "evidence": "Yes", "evidence_kind": "Record of the county", "evidence_on": "11/3/2025", "site": "main SHOP",
    "job": " Assembly ", "jobs": "1", "pay_basis": "Hourly", "weekly_hours": "20", "quarter_hours": "260",
    "average_earnings": "$7.75", "worker_units": "10", "standard_units": "20", "rate": "$7.75",
    "studied_on": "January 20, 2026", "elsewhere": "No",
}  # fmt: skip


def read(**changes):
    return read_worker({**CELLS, **changes}, today=MARCH_2, lists=LISTS, key="w0001")


def codes(**changes):
    return [(problem.column, problem.code) for problem in read(**changes)[1]]


def test_a_complete_line_is_read_without_a_problem():
    facts, problems = read()
    assert problems == []
    assert facts == worker(site="main SHOP")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"worker_id": "", "name": ""}, ("worker_id", "name_or_id")),
        ({"young": ""}, ("born_on", "birth_or_young")),
        ({"born_on": "3/3/2001", "young": "no"}, ("young", "age_differs")),  # 24 until tomorrow
        ({"born_on": "3/2/2001", "young": "yes"}, ("young", "age_differs")),  # 25 today
        ({"born_on": "3/3/2026", "young": ""}, ("born_on", "ahead")),
        ({"born_on": "2/30/1990"}, ("born_on", "no_day")),
        ({"born_on": "3/14/90"}, ("born_on", "year")),
        ({"born_on": "some day"}, ("born_on", "date")),
        ({"born_on": "12/31/1899"}, ("born_on", "early")),
        ({"disability": "Flu"}, ("disability", "choice")),
        ({"disability": "other"}, ("disability_words", "blank")),
        ({"evidence_kind": ""}, ("evidence_kind", "blank")),
        ({"site": "Branch"}, ("site", "unknown_site")),
        ({"job": "Sorting"}, ("job", "unknown_job")),
        ({"jobs": "0"}, ("jobs", "low")),
        ({"jobs": "1.5"}, ("jobs", "places")),
        ({"weekly_hours": "0"}, ("weekly_hours", "low")),
        ({"weekly_hours": "169"}, ("weekly_hours", "high")),
        ({"weekly_hours": "-5"}, ("weekly_hours", "low")),
        ({"rate": "-1.00"}, ("rate", "low")),
        ({"rate": "=7.75"}, ("rate", "number")),
        ({"rate": "7,75"}, ("rate", "number")),
        ({"rate": "٧"}, ("rate", "number")),
        ({"rate": "7" * 41}, ("rate", "number")),
        ({"rate": "7.75%"}, ("rate", "number")),
        ({"rate": "0.03751"}, ("rate", "places")),
        ({"rate": ""}, ("rate", "blank")),
        ({"worker_units": ""}, ("worker_units", "one_unit")),
        ({"worker_units": "", "standard_units": ""}, ("worker_units", "measure")),
        ({"worker_units": "41"}, ("worker_units", "too_productive")),
        ({"worker_units": "", "standard_units": "", "productivity": "200.5"}, ("productivity", "high")),
        ({"studied_on": ""}, ("studied_on", "blank")),
        ({"next_study_on": "1/20/2026"}, ("next_study_on", "study_order")),
        ({"elsewhere": ""}, ("elsewhere", "blank")),
        ({"name": "Pat\x00Example"}, ("name", "odd_text")),
        ({"name": "x" * 101}, ("name", "long")),
    ],
)
def test_what_is_wrong_is_named_once_at_its_answer(changes, problem):
    assert codes(**changes) == [problem]
    assert not read(**changes)[1][0].warns


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"weekly_hours": "40.00001", "quarter_hours": "520"}, ("weekly_hours", "overtime")),
        ({"quarter_hours": "22", "weekly_hours": "22"}, ("quarter_hours", "hours_differ")),
        ({"productivity": "60"}, ("productivity", "percent_differs")),
        ({"worker_units": "", "standard_units": "", "productivity": "0.648"}, ("productivity", "tiny_percent")),
        ({"studied_on": "9/2/2025"}, ("studied_on", "old_study")),  # 181 days; six months of 30 days are 180
    ],
)
def test_what_is_only_odd_is_told_and_taken(changes, problem):
    facts, problems = read(**changes)
    assert [(one.column, one.code) for one in problems] == [problem]
    assert problems[0].warns
    assert getattr(facts, problem[0]) is not None


def test_forty_hours_a_tenth_of_a_difference_and_a_study_of_six_months_are_not_odd():
    assert codes(weekly_hours="40", quarter_hours="520") == []
    assert codes(quarter_hours="286") == []  # 260 and a tenth
    assert codes(studied_on="9/3/2025") == []


def test_precision_is_kept_as_typed():
    facts, _problems = read(rate="0.0375", weekly_hours="10.15385", quarter_hours="132")
    assert (facts.rate, facts.weekly_hours) == (Decimal("0.0375"), Decimal("10.15385"))
    assert answers_of(facts)["weekly_hours"] == "10.15385"


def test_a_line_is_read_again_unchanged_from_its_own_answers():
    facts, _problems = read(born_on="3/14/1990", productivity="50.0 %", next_study_on="2026-07-20")
    assert read_worker(answers_of(facts), today=MARCH_2, lists=LISTS, key="w0001") == (facts, [])
    assert answers_of(WorkerFacts()) == {}


def test_a_piece_worker_needs_neither_a_study_nor_units():
    assert codes(pay_basis="piece", studied_on="", worker_units="", standard_units="") == []


def test_choices_are_read_in_either_language():
    facts, problems = read(evidence="Sí", elsewhere="no", pay_basis="PIECE")
    assert (facts.evidence, facts.elsewhere, facts.pay_basis, problems) == ("yes", "no", "piece", [])


def test_problems_speak_the_language_of_the_reader_and_never_repeat_what_was_typed():
    problem = read(rate="secret words")[1][0]
    assert problem.text() == "Enter the rate paid as a number, such as 7.75"
    with translation.override("es"):
        assert problem.text() == "Escriba la tarifa que se paga como un número, por ejemplo 7.75"
    assert Problem.from_dict(problem.to_dict()) == problem
    for column in COLUMNS:  # every sentence can be written for every column
        assert Problem(column.name, "choice").text()


def test_the_same_worker_may_stand_at_another_place_or_job_but_not_twice_on_one():
    one, same, other = worker(1), worker(1, key="w2", job=" ASSEMBLY"), worker(1, job="Packing")
    assert same_line(one) == same_line(same)
    assert same_line(one) != same_line(other)
    assert same_line(worker(worker_id="")) == ("worker number1 example", "main shop", "assembly")


def test_heads_are_known_by_their_labels_in_both_languages_and_by_usual_names():
    known = columns_by_head()
    assert known[plain_head("Worker ID")] == "worker_id"
    assert known[plain_head("Rate paid ")] == "rate"
    assert known[plain_head("Productivity %")] == "productivity"
    assert known[plain_head("DOB")] == "born_on"
    assert known[plain_head("Tarifa que se paga")] == "rate"
