"""Opening a case: its number is its own, also when twenty are filed at once, and its row says how it came in."""

import threading

import pytest
from django.db import IntegrityError

from tests.concurrency.together import faults, together
from tests.factories import TO_POST, UNPAID, at, file_online, record_paper
from wagecase.audit.chain import unit_of_work, verify
from wagecase.cases import services
from wagecase.cases.models import Case, CaseNumber, SearchEntry
from wagecase.cases.services import next_number

pytestmark = pytest.mark.django_db


def test_numbers_count_up_by_prefix_and_year():
    numbers = [
        file_online(when="2026-03-02 10:00").number,
        file_online(when="2026-12-31 23:59").number,
        file_online(when="2027-01-01 00:00").number,
        file_online(when="2026-06-01 10:00", content=UNPAID).number,
        file_online(when="2026-06-01 10:00").number,
    ]
    assert numbers == ["LW-2026-000001", "LW-2026-000002", "LW-2027-000001", "UW-2026-000001", "LW-2026-000003"]


def test_a_number_taken_in_a_unit_that_fails_may_come_again_but_never_twice():
    with pytest.raises(ZeroDivisionError):
        _take_and_fail()
    with unit_of_work():
        assert next_number("LW", 2026) == "LW-2026-000001"


def _take_and_fail() -> None:
    with unit_of_work():
        next_number("LW", 2026)
        raise ZeroDivisionError


def test_a_million_cases_a_year_still_have_numbers():
    CaseNumber.objects.create(prefix="LW", year=2026, last=999_999)
    with unit_of_work():
        assert next_number("LW", 2026) == "LW-2026-1000000"


def twenty_filings():
    return together(*[lambda: file_online(content=TO_POST).number for _ in range(20)])


@pytest.mark.django_db(transaction=True)
def test_twenty_filings_at_once_get_twenty_numbers_without_a_gap():
    assert sorted(twenty_filings(), key=str) == [f"LW-2026-{n:06d}" for n in range(1, 21)]
    assert verify().fault == ""
    assert {case.clocks.count() for case in Case.objects.all()} == {1}


@pytest.mark.django_db(transaction=True)
def test_control_a_number_that_is_read_before_it_is_written_is_given_twice(monkeypatch):
    CaseNumber.objects.create(prefix="LW", year=2026, last=6)
    both_have_read, read = threading.Barrier(2, timeout=20), threading.local()

    def careless(prefix, year):
        CaseNumber.objects.filter(prefix=prefix, year=year).update(last=read.last + 1)
        return f"{prefix}-{year}-{read.last + 1:06d}"

    def filing():
        read.last = CaseNumber.objects.get(prefix="LW", year=2026).last
        both_have_read.wait()
        return file_online(content=TO_POST).number

    monkeypatch.setattr(services, "next_number", careless)
    answers = together(filing, filing)
    assert [answer for answer in answers if isinstance(answer, str)] == ["LW-2026-000007"]
    assert [type(error) for error in faults(answers)] == [IntegrityError]


def test_the_row_says_how_and_when_the_case_came_in():
    online = file_online(when="2026-03-31 20:30")
    assert (online.channel, online.received_at, str(online.received_on)) == (
        "online",
        at("2026-03-31 20:30"),
        "2026-03-31",
    )
    paper = record_paper(stamped="2026-03-30", keyed="2026-04-01 09:00")
    assert (paper.channel, paper.received_at, str(paper.received_on)) == ("paper", None, "2026-03-30")
    assert (paper.version, paper.is_open, paper.opened_at) == (1, True, at("2026-04-01 09:00"))


def test_the_opening_event_names_day_0_only_where_a_clock_starts():
    assert '"counts_from":"2026-03-02"' in file_online().events.get().body
    assert "counts_from" not in file_online(content=UNPAID).events.get().body


def test_a_case_is_findable_by_its_number_at_once():
    case = file_online()
    assert SearchEntry.objects.get(case=case, kind="number").text == "lw-2026-000001"
