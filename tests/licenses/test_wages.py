"""The wage that a worker's line is owed, with figures from DWD 272.09, the domain file and the seeds' parameters."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses import wages
from licenses.content import WageSource
from licenses.drafting.words import exact
from licenses.wages import WageCheck
from tests.licenses import ASSEMBLY, PACKING, content, worker
from wagecase.rules.finding import Finding

pytestmark = pytest.mark.django_db
MARCH_2 = date(2026, 3, 2)


def job(**changes):
    return content(jobs=(replace(ASSEMBLY, **changes),))


def own(wage):
    return job(similar_own="yes", method="own", own_wage=Decimal(wage), sources=())


def checked(facts, whole=None):
    return wages.check(facts, whole or content(), on=MARCH_2)


def stated(percent, rate):
    return worker(worker_units=None, standard_units=None, productivity=Decimal(percent), rate=rate and Decimal(rate))


def test_parts_of_a_cent_are_owed_in_full_so_the_nearest_cent_is_a_cent_short():
    found = checked(stated("64.80", "10.64"), own("16.42"))  # 16.42 x 64.80 % = 10.64016
    assert (found.due, found.covers, found.short) == (Decimal("10.65"), False, Decimal("0.01"))
    assert checked(stated("64.80", "10.65"), own("16.42")).covers is True


def test_units_of_the_worker_against_the_standard_give_the_share_of_the_mean_of_the_survey():
    found = checked(worker())  # (15.00 + 16.00 + 15.50) / 3 = 15.50; 10 of 20 units
    assert (found.due, found.paid, found.covers, found.short) == (Decimal("7.75"), Decimal("7.75"), True, None)


def test_a_weighted_mean_counts_the_workers_of_each_firm():
    sources = tuple(
        WageSource(firm=f"{n} Example", wage=Decimal(wage), workers=n) for n, wage in ((1, "12.00"), (3, "16.00"))
    )
    found = checked(worker(), job(sources=sources, averaging="weighted"))  # 60.00 / 4 = 15.00
    assert found.due == Decimal("7.50")
    assert found.finding.value["prevailing"] == Decimal("15.00")


def test_a_piece_rate_is_rounded_up_at_four_places_from_the_standard_after_the_allowance():
    facts = worker(job="Packing", pay_basis="piece", rate=Decimal("0.1823"))  # 15.50 / 85 = 0.18235
    found = checked(facts)
    assert (found.due, found.covers, found.short) == (Decimal("0.1824"), False, Decimal("0.0001"))


def test_a_higher_piece_rate_paid_nearby_is_what_is_due():
    whole = content(jobs=(replace(PACKING, nearby_piece_rate=Decimal("0.2")),))
    assert checked(worker(job="Packing", pay_basis="piece", rate=Decimal("0.1824")), whole).due == Decimal("0.2000")


def test_a_wage_surveyed_below_the_minimum_counts_as_the_minimum():
    found = checked(stated("50", "3.63"), own("6.00"))  # 7.25 x 50 % = 3.625
    assert (found.due, found.covers, found.needs_license) == (Decimal("3.63"), True, True)


def test_a_worker_who_earns_the_minimum_needs_no_license():
    assert checked(worker()).needs_license is False  # 7.75
    assert checked(stated("46.77", "7.25")).needs_license is False  # 15.50 x 46.77 % = 7.24935, up to 7.25
    assert checked(stated("46.70", "7.24")).needs_license is True  # 7.2385, up to 7.24


def test_a_piece_worker_needs_a_license_by_what_the_pieces_come_to_in_an_hour():
    half = worker(job="Packing", pay_basis="piece", rate=Decimal("0.1824"))  # 0.1824 x 85 x 10 / 20 = 7.752
    assert checked(half).needs_license is False
    assert checked(replace(half, worker_units=Decimal(9))).needs_license is True  # 6.9768
    assert checked(replace(half, worker_units=None)).needs_license is None


def test_more_than_the_standard_is_paid_more_than_the_prevailing_wage():
    assert checked(stated("120", "18.60")).due == Decimal("18.60")


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"job": ""}, ("job",)),
        ({"job": "Sorting"}, ("job-unknown",)),
        ({"worker_units": None}, ("productivity",)),
        ({"worker_units": Decimal(0)}, ("productivity",)),
        ({"standard_units": Decimal(0)}, ("productivity",)),
        ({"job": "", "rate": None}, ("job", "rate")),
        ({"pay_basis": "piece"}, ("standard",)),
    ],
)
def test_what_a_line_does_not_say_is_named_and_nothing_is_claimed(changes, missing):
    found = checked(worker(**changes))
    assert (found.missing, found.covers, found.due) == (missing, None, None)


def test_without_a_rate_the_wage_is_still_worked_out():
    found = checked(worker(rate=None))
    assert (found.due, found.covers, found.missing) == (Decimal("7.75"), None, ("rate",))


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"method": ""}, "method"),
        ({"sources": ()}, "survey"),
        ({"sources": (WageSource(firm="A Example", wage=None),)}, "survey"),
        ({"averaging": "weighted", "sources": (WageSource(wage=Decimal(15), workers=0),)}, "survey-workers"),
        ({"method": "own"}, "own-wage"),
        ({"similar_own": "yes"}, "own-wage"),
        ({"method": "alternate", "source_wage": Decimal(12), "source_level": "entry"}, "entry-level"),
        ({"method": "public"}, "source-wage"),
    ],
)
def test_what_a_job_does_not_say_is_named_on_each_of_its_lines(changes, missing):
    assert checked(worker(), job(**changes)).missing == (missing,)


def test_an_allowance_below_nine_minutes_gives_no_piece_rate():
    whole = content(jobs=(replace(PACKING, allowance_minutes=Decimal("8.9")),))
    assert checked(worker(job="Packing", pay_basis="piece"), whole).missing == ("allowance",)


def test_job_names_match_whatever_the_letter_case_and_the_spaces():
    assert checked(worker(job="  assemBLY ")).due == Decimal("7.75")


def test_a_day_without_a_rate_in_the_source_is_no_guess():
    found = wages.check(worker(), content(), on=date(2005, 3, 2))
    assert (found.due, found.missing) == (None, ("minimum",))


def test_the_arithmetic_reads_in_both_languages():
    found = checked(stated("64.80", "10.64"), own("16.42")).finding
    assert found.sentences()[-3:] == [
        "$16.42 x 64.80 / 100 (64.8 %) = $10.65 (up to the cent); minimum $7.25.",
        "$10.65 is not below the minimum $7.25: no license is needed, and no less may be paid.",
        "Paid: $10.64. That is short of $10.65 by $0.01.",
    ]
    assert found.sentences("es")[-1] == "Se paga: $10.64. A eso le faltan $0.01 para llegar a $10.65."
    below = checked(stated("40", "6.20")).finding.sentences()  # 15.50 x 40 % = 6.20
    assert below[-2:] == [
        "$6.20 is below the minimum $7.25; it may be paid only under a license.",
        "Paid: $6.20. That covers $6.20.",
    ]


def test_a_check_is_stored_and_read_back_unchanged():
    found = checked(stated("64.80", "10.64"), own("16.42"))
    stored = found.to_dict()
    assert (stored["due"], stored["short"], stored["covers"]) == ("10.65", "0.01", False)
    again = WageCheck.from_dict(stored)
    assert isinstance(again.finding, Finding)
    assert again.to_dict() == stored
    assert WageCheck.from_dict({}) == WageCheck()
    lacking = checked(worker(job=""))
    assert WageCheck.from_dict(lacking.to_dict()) == lacking


def test_many_lines_are_worked_out_with_one_look_at_the_rates(django_assert_num_queries):
    wages.check(worker(), content(), on=MARCH_2)  # the book is read
    with django_assert_num_queries(1):
        found = wages.check_all([worker(n) for n in range(500)], content(), on=MARCH_2)
    assert {one.due for one in found} == {Decimal("7.75")}


def steps_of(whole):
    return checked(worker(), whole).finding.sentences("en")


def test_the_steps_of_a_worker_show_the_sum_of_the_survey_its_division_and_the_minimum_once():
    wages_asked = ("15.50", "15.75", "15.87")  # 47.12 / 3 = 15.70666…
    said = steps_of(job(sources=tuple(WageSource(firm=f"{one} Example", wage=Decimal(one)) for one in wages_asked)))
    assert "Mean of the survey: $15.50 + $15.75 + $15.87 = $47.12; $47.12 / 3 = $15.7067." in said
    assert any("parts of a cent are rounded up: $15.71" in one for one in said)
    assert sum("The general minimum wage on" in one for one in said) == 1


@pytest.mark.parametrize(
    ("method", "words"), [("alternate", "(another source)"), ("public", "(public wage determination)")]
)
def test_a_wage_of_another_source_is_called_by_its_source_and_not_a_survey(method, words):
    said = steps_of(job(method=method, source_wage=Decimal("15.50"), source_level="experienced", sources=()))
    assert any(words in one for one in said)


def test_a_piece_rate_is_written_with_four_decimals_wherever_it_stands():
    found = checked(worker(job="Packing", pay_basis="piece", rate=Decimal("0.33")))
    assert exact(found.paid) == "$0.3300"
    assert found.finding.sentences("en")[-1] == "Paid: $0.3300. That covers $0.1824."
