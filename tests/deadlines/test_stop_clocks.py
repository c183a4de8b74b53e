"""What ends a clock, what a late or a second ending says, and what a reopened case gets back."""

import datetime as dt

import pytest
from django.utils import translation

from tests.factories import (
    DRAFTED,
    INVESTIGATING,
    SERVED_EMPLOYER,
    at,
    case_in,
    do,
    file_for_paper,
    file_online,
    make_pdfs,
    walk,
)
from wagecase.cases.clockwords import clock_view, status_line

pytestmark = pytest.mark.django_db
DETERMINATION = "complaints.determination"


def _signed(when: str):
    case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-03 09:00")
    return do(case, "sign_determination", by="supervisor", when=when)


@pytest.mark.parametrize(
    ("signed", "words"),
    [
        ("2026-03-10 16:00", "Met on March 10, 2026"),
        ("2026-03-23 23:59", "Met on March 23, 2026"),
        ("2026-03-24 00:00", "Met on March 24, 2026 (1 day late)"),
        ("2026-03-26 09:00", "Met on March 26, 2026 (3 days late)"),
    ],
)
def test_the_signature_stops_the_clock_and_lateness_is_judged_by_the_local_day(signed, words):
    clock = _signed(signed).clocks.get(key=DETERMINATION)
    assert (clock.status, status_line(clock)) == ("met", words)
    assert clock.stopped_at == at(signed)
    assert clock.case.due_on is None


def test_the_words_of_a_met_clock_are_in_the_readers_language():
    clock = _signed("2026-03-26 09:00").clocks.get(key=DETERMINATION)
    line = clock_view(clock, today=dt.date(2026, 3, 27), language="es").status_line
    assert "26 de marzo de 2026" in line
    with translation.override("es"):
        assert line == status_line(clock)


@pytest.mark.parametrize(("act", "state"), [("dismiss", "received"), ("close_as_withdrawn", "withdrawal_requested")])
def test_an_ending_without_a_decision_ends_the_clock_unmet(act, state):
    case = do(case_in(state), act, by="supervisor", when="2026-03-09 09:00")
    clock = case.clocks.get(key=DETERMINATION)
    assert (clock.status, clock.stop_verb) == ("ended", f"complaints.{act}")
    assert status_line(clock) == "Ended on March 9, 2026 without a decision"
    assert not clock.steps.filter(handled_at=None).exists()


def test_a_time_given_to_a_party_ends_without_an_answer_and_says_nothing_of_a_decision():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "request_information", by="investigator", when="2026-03-04 09:00")
    case = do(case, "dismiss", by="supervisor", when="2026-03-05 09:00")
    for key in ("complaints.employer_answer", "complaints.information"):
        assert status_line(case.clocks.get(key=key)) == "Ended on March 5, 2026 without an answer"
    assert status_line(case.clocks.get(key=DETERMINATION)) == "Ended on March 5, 2026 without a decision"


def test_a_wish_to_withdraw_stops_nothing_until_it_is_decided():
    case = case_in("withdrawal_requested")
    assert case.clocks.get(key=DETERMINATION).status == "running"
    case = do(case, "continue_case", by="supervisor", when="2026-03-09 09:00")
    assert case.clocks.get(key=DETERMINATION).status == "running"
    assert str(case.due_on) == "2026-03-23"


def test_a_reopened_case_runs_on_from_its_first_day():
    case = do(file_online(when="2026-03-02 10:00"), "dismiss", by="supervisor", when="2026-03-04 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-30 09:00")
    ended, running = case.clocks.order_by("id")
    assert (ended.status, ended.replaced_by_id, running.status) == ("ended", running.pk, "running")
    assert [str(running.start_on), str(running.legal_due), str(case.due_on)] == [
        "2026-03-02",
        "2026-03-23",
        "2026-03-23",
    ]
    assert running.start_at == at("2026-03-02 10:00")


def test_a_case_dismissed_twice_gets_one_clock_back_each_time():
    case = file_online(when="2026-03-02 10:00")
    for _ in range(2):
        case = do(case, "dismiss", by="supervisor", when="2026-03-04 09:00")
        case = do(case, "reopen", by="supervisor", when="2026-03-05 09:00")
    assert list(case.clocks.order_by("id").values_list("status", flat=True)) == ["ended", "ended", "running"]


def test_a_decided_case_that_is_reopened_gets_no_new_20_days():
    case = do(case_in("closed"), "reopen", by="supervisor", when="2026-03-05 09:00")
    assert list(case.clocks.filter(key=DETERMINATION).values_list("status", flat=True)) == ["met"]
    assert case.due_on is None


def test_times_set_by_the_office_do_not_come_back_with_a_reopened_case():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "dismiss", by="supervisor", when="2026-03-04 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-05 09:00")
    assert list(case.clocks.filter(status="running").values_list("key", flat=True)) == [DETERMINATION]


def test_a_reopened_case_that_was_never_signed_has_no_clock_and_waits_for_the_signed_form():
    case = do(file_for_paper(), "dismiss", by="supervisor", when="2026-03-04 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-05 09:00")
    assert not case.clocks.exists()
    case = do(case, "record_verification", by="supervisor", when="2026-03-06 09:00")
    assert (case.state, str(case.due_on)) == ("received", "2026-03-26")


def test_the_employers_answer_stops_its_clock_on_the_day_it_came_in():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    do(case, "record_employer_answer", by="investigator", when="2026-03-20 09:00", answered_on=dt.date(2026, 3, 12))
    clock = case.clocks.get(key="complaints.employer_answer")
    assert (clock.status, str(clock.stopped_on), status_line(clock)) == ("met", "2026-03-12", "Met on March 12, 2026")


def test_the_signature_ends_the_times_given_to_the_parties():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "request_information", by="investigator", when="2026-03-04 09:00")
    case = do(case, "draft_determination", by="investigator", when="2026-03-05 09:00")
    make_pdfs(at("2026-03-05 09:10"))
    case = do(case, "sign_determination", by="supervisor", when="2026-03-05 10:00")
    found = dict(case.clocks.values_list("key", "status"))
    assert found == {
        DETERMINATION: "met", "complaints.employer_answer": "ended", "complaints.information": "ended",
    }  # fmt: skip


def test_answering_the_blanks_of_the_filing_stops_no_clock():
    case = walk(file_online(), INVESTIGATING, when="2026-03-03 09:00")
    case = do(case, "request_information", by="investigator", when="2026-03-04 09:00")
    blanks = case.information_requests.get(automatic=True)
    do(case, "answer_request", by="complainant", when="2026-03-05 09:00", request=blanks)
    assert case.clocks.get(key="complaints.information").status == "running"
    question = case.information_requests.get(automatic=False)
    do(case, "answer_request", by="complainant", when="2026-03-05 10:00", request=question)
    assert case.clocks.get(key="complaints.information").status == "met"
