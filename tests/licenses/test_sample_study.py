"""The sample study of an hourly worker: what it comes to, how far that is from the line, and where it is shown and kept."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses import studies
from licenses.review import criteria
from licenses.wages import WageCheck
from licenses.worker_rules import answers_of, read_worker
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import content, review, worker
from tests.licenses.drafting import Writer, filled, text_of
from tests.licenses.rosters import begin, checked, csv_file, line, lines_of, take
from tests.licenses.test_worker_rules import codes, read
from wagecase.rules import sample_study
from wagecase.rules.sample_study import Trials

NOW = at("2026-03-02 09:00")
UNITS = {
    "study_measure": "units", "study_setter": "20, 22, 21", "study_worker": "10; 11 9", "study_quantity": "90",
    "study_quality": "10", "study_checked": "30", "study_errors": "3",
}  # fmt: skip
TIMED = {
    "study_measure": "time", "study_setter": "30, 30", "study_worker": "60, 60", "study_quantity": "100",
    "study_quality": "0",
}  # fmt: skip


def studied(**changes):
    """Return the line of a worker at half the standard with the study of UNITS, which comes to 51.857 percent."""
    return replace(read(**UNITS)[0], **changes)


# What it comes to


def test_units_are_compared_by_their_sums_and_quality_by_what_was_checked():
    found = sample_study.productivity(
        Trials("units", [Decimal(20), Decimal(22), Decimal(21)], [Decimal(10), Decimal(11), Decimal(9)], Decimal(90),
               Decimal(10), 30, 3)
    )  # fmt: skip
    assert found.value == {
        "productivity": Decimal("51.857"), "quantity": Decimal("47.619"), "quality": Decimal(90),
    }  # fmt: skip
    assert found.sentences() == [
        "Quantity, units in the same time: worker 10 + 11 + 9 = 30; standard setter 20 + 22 + 21 = 63; 30 / 63 = 47.619 %.",
        "Quality: 30 checked, 3 with an error: (30 - 3) / 30 = 90 %.",
        "Productivity: 47.619 % x 90 / 100 + 90 % x 10 / 100 = 51.857 %.",
    ]
    assert found.sentences("es")[0] == (
        "Cantidad, unidades en el mismo tiempo: trabajador 10 + 11 + 9 = 30; quien fija el estándar 20 + 22 + 21 = 63; "
        "30 / 63 = 47.619 %."
    )
    assert found.citations == ("DWD 272.09 (5) (a) 3.", "DWD 272.09 (8) (j) 3.")


def test_of_times_the_longer_one_is_the_lower_productivity():
    found = sample_study.productivity(
        Trials("time", [Decimal(30), Decimal("30.5")], [Decimal(60), Decimal(61)], Decimal(100), Decimal(0))
    )
    assert found.value == {"productivity": Decimal(50), "quantity": Decimal(50), "quality": None}
    assert found.sentences() == [
        "Quantity, time for the same task: standard setter 30 + 30.5 = 60.5; worker 60 + 61 = 121; 60.5 / 121 = 50 %.",
        "Quality has no weight, so the productivity is the quantity: 50 %.",
    ]


@pytest.mark.parametrize(
    ("trials", "percent"),
    [
        (Trials("units", [Decimal(3)], [Decimal(1)], Decimal(100), Decimal(0)), "33.333"),
        (Trials("units", [Decimal(3)], [Decimal(2)], Decimal(100), Decimal(0)), "66.667"),
        (Trials("units", [Decimal(3)], [Decimal(1)], Decimal(90), Decimal(10), 3, 1), "36.667"),  # 30 + 6.667
        (Trials("units", [Decimal(10)], [Decimal(5)], Decimal(90), Decimal(10), 10, 10), "45"),
        (Trials("units", [Decimal(10)], [Decimal(12)], Decimal(90), Decimal(10), 10, 0), "118"),
        (Trials("time", [Decimal(7)], [Decimal(9)], Decimal("87.5"), Decimal("12.5"), 8, 2), "77.431"),
    ],
)
def test_nothing_is_rounded_before_the_end(trials, percent):
    assert sample_study.productivity(trials).value["productivity"] == Decimal(percent)


# What is wrong with it


def test_a_whole_study_that_agrees_says_nothing():
    facts, problems = read(**TIMED)
    assert problems == []
    assert facts.study_setter == (Decimal(30), Decimal(30))
    assert studies.study_of(facts).sentences()[-1] == "The line states 50 %. The study agrees with it."


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"study_worker": "10, 11"}, ("study_worker", "trials")),
        ({"study_worker": ""}, ("study_worker", "blank")),
        ({"study_setter": "20, x, 21"}, ("study_setter", "numbers")),
        ({"study_setter": "20, 0, 21"}, ("study_setter", "low")),
        ({"study_setter": ","}, ("study_setter", "numbers")),
        ({"study_setter": " ".join(["20"] * 21), "study_worker": " ".join(["10"] * 21)}, ("study_setter", "many")),
        ({"study_measure": ""}, ("study_measure", "blank")),
        ({"study_quantity": "80"}, ("study_quality", "weights")),
        ({"study_quantity": "", "study_quality": "10"}, ("study_quantity", "blank")),
        ({"study_quality": "-10"}, ("study_quality", "below_zero")),
        ({"study_checked": "0"}, ("study_checked", "low")),
        ({"study_errors": "31"}, ("study_errors", "too_many_errors")),
        ({"study_errors": ""}, ("study_errors", "blank")),
        ({"study_errors": "-1"}, ("study_errors", "below_zero")),
    ],
)
def test_a_study_with_a_fault_is_named_at_its_answer(changes, problem):
    assert problem in codes(**{**UNITS, **changes})
    assert studies.study_of(read(**{**UNITS, **changes})[0]) is None


def test_no_errors_are_an_answer():
    assert codes(**{**UNITS, "study_errors": "0"}) == [("study_worker", "study_more")]


def test_without_a_weight_for_quality_nothing_needs_to_have_been_checked():
    assert codes(**TIMED) == []


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            UNITS,
            "The sample study comes to 51.857 percent, 1.857 points more than the 50 percent of this line, from which the wage follows.",
        ),
        (
            {**TIMED, "study_worker": "60, 65"},
            "The sample study comes to 48 percent, 2 points less than the 50 percent of this line, from which the wage follows.",
        ),
        (
            {**TIMED, "worker_units": "", "standard_units": "", "productivity": "50.1"},
            "The sample study comes to 50 percent, 0.1 points less than the 50.1 percent of this line, from which the wage follows.",
        ),
    ],
)
def test_a_study_that_differs_from_the_line_says_by_how_much_and_keeps_nothing_back(changes, text):
    (problem,) = read(**changes)[1]
    assert problem.warns
    assert problem.text().startswith(text)


def test_what_a_rounded_percent_hides_is_no_difference():
    assert codes(**{**TIMED, "worker_units": "", "standard_units": "", "productivity": "50.09"}) == []


def test_a_study_of_a_worker_by_the_piece_is_no_part_of_the_line():
    facts, problems = read(**{**UNITS, "pay_basis": "piece", "study_setter": "x"})
    assert [one.column for one in problems] == []
    assert (facts.study_setter, facts.study_quantity, studies.study_of(facts)) == ((), None, None)


def test_a_line_with_a_study_is_written_and_read_again_unchanged():
    facts = studied()
    again, _problems = read_worker(answers_of(facts), today=date(2026, 3, 2), key="w0001")
    assert again == facts
    assert answers_of(facts)["study_worker"] == "10, 11, 9"


# Where it is shown and kept


@pytest.fixture
def olive(clock, media):
    from tests.licenses import member, organization

    return member(organization(at=NOW), at=NOW)


@pytest.mark.django_db
def test_the_page_of_the_worker_shows_what_the_study_comes_to_and_the_difference(olive):
    writer = Writer(olive, filled(olive, at=NOW, workers=(worker(1),)))
    answers = {**answers_of(worker(1)), "evidence_on_0": "11", "evidence_on_1": "3", "evidence_on_2": "2025",
               "studied_on_0": "1", "studied_on_1": "20", "studied_on_2": "2026", **UNITS}  # fmt: skip
    assert writer.send("workers", "w0001", stay="1", **answers).status_code == 303
    said = writer.words("workers", "w0001")
    assert "What the sample study comes to" in said
    assert "Productivity: 47.619 % x 90 / 100 + 90 % x 10 / 100 = 51.857 %." in said
    assert (
        "The line states 50 %. The study comes to 51.857 %: 1.857 points more. Law: DWD 272.09 (5) (a) 3., DWD 272.09 (8) (j) 3. Worked"
        in said
    )
    assert (
        "Warning: The sample study comes to 51.857 percent, 1.857 points more than the 50 percent of this line, from which the wage follows."
        in said
    )
    refused = writer.send("workers", "w0001", **{**answers, "study_worker": "10, 11", "study_quality": "20"})
    assert refused.status_code == 422
    assert "Enter as many trials of the worker as of the standard setter: there are 2 and 3" in text_of(refused)
    assert "Check the weights of quantity and quality: they must come to 100, not 110" in text_of(refused)


@pytest.mark.django_db
def test_an_upload_leaves_a_study_alone_that_was_entered_in_the_form(clock):
    clock.set("2026-03-02 09:00")
    who, draft = begin(NOW, workers=[studied(disability="visual")])
    take(who, checked(who, draft, csv_file([line(1, rate="8")]), at=NOW), at=NOW)
    kept = lines_of(draft)["W-001"]
    assert (kept["rate"], kept["study_setter"], kept["study_errors"]) == ("8", "20, 22, 21", "3")


@pytest.mark.django_db
def test_an_upload_leaves_answers_alone_that_another_one_makes_moot(clock):
    clock.set("2026-03-02 09:00")
    who, draft = begin(NOW, workers=[studied(disability="visual")])
    packed = line(1, rate="0.2", job="Packing", pay_basis="Piece")
    take(who, checked(who, draft, csv_file([packed]), at=NOW), at=NOW)
    kept = lines_of(draft)["W-001"]
    assert (kept["pay_basis"], kept["study_setter"]) == ("piece", "20, 22, 21")


@pytest.mark.django_db
def test_the_wage_is_stored_with_its_study_and_read_back_unchanged(clock):
    clock.set("2026-03-02 09:00")
    case = review.received(NOW, workers=(studied(), worker(2)))
    first, second = case.application.workers.all()
    check = WageCheck.from_dict(first.wage)
    assert check.study.value["productivity"] == Decimal("51.857")
    assert check.to_dict() == first.wage
    assert (check.due, second.wage.get("study")) == (Decimal("7.75"), None)  # the wage follows the line


@pytest.mark.django_db
def test_the_copy_as_filed_tells_the_study_by_the_number_of_the_worker(clock):
    clock.set("2026-03-02 09:00")
    html = " ".join(review.received(NOW, workers=(studied(), worker(2))).application.filed_document.html.split())
    assert "How the productivity was found" in html
    assert "No. 1, worker W-001" in html
    assert "Productivity: 47.619 % x 90 / 100 + 90 % x 10 / 100 = 51.857 %." in html
    assert "No. 2, worker W-002" not in html
    assert "Number1" not in html


@pytest.mark.django_db
def test_the_reviewer_reads_whose_study_differs_in_the_checklist_and_its_arithmetic_beside_the_worker(clock):
    clock.set("2026-03-02 09:00")
    case = review.in_review(NOW, workers=(studied(), worker(2)))
    lines = [
        (one.text, one.ok) for one in criteria.BY_CODE["productivity"].evidence(criteria.Offered(case.application))
    ]
    assert lines[-2:] == [
        ("Sample study stated for 1 of 2 hourly workers; 0 agree with the line.", False),
        ("W-001: the study comes to 51.857 percent, the line states 50.", False),
    ]
    page = words(signed_in("lin").get(f"/licenses/{case.number}/workers/"))
    assert "Study differs" in page
    assert "Quality: 30 checked, 3 with an error: (30 - 3) / 30 = 90 %." in page
    assert "Law: DWD 272.09 (5) (a) 3., DWD 272.09 (8) (j) 3. " in page
    assert content().jobs[0].measured_by == "comparison"
