"""One unit of work is all or nothing: rows, events, clocks, letters and notices stand or fall together."""

import pytest

from tests.factories import at, case_in, do, file_online, person, trace
from wagecase.audit.chain import record, unit_of_work, verify
from wagecase.audit.models import Event
from wagecase.cases.models import Case, CaseNumber, Employer, Note
from wagecase.cases.services import add_note
from wagecase.errors import NotPermitted
from wagecase.lifecycle import SYSTEM_ACTOR

pytestmark = pytest.mark.django_db
NOW = at("2026-03-02 10:00")


def _event(verb: str, **facts) -> None:
    record(verb=verb, actor=SYSTEM_ACTOR, at=NOW, facts=facts)


def test_events_are_written_last_and_in_order():
    with unit_of_work():
        _event("test.first")
        assert not Event.objects.exists()
        with unit_of_work():
            _event("test.second")
        _event("test.third")
    assert list(Event.objects.values_list("verb", flat=True)) == ["test.first", "test.second", "test.third"]


def _fail(verb: str) -> None:
    with unit_of_work():
        Employer.objects.create(legal_name="Made-Up", created_at=NOW)
        _event(verb)
        raise ZeroDivisionError


def test_a_failure_takes_back_rows_and_events():
    with pytest.raises(ZeroDivisionError):
        _fail("test.first")
    assert not Employer.objects.exists()
    assert not Event.objects.exists()
    with unit_of_work():
        _event("test.after")
    assert verify().rows == 1


def test_an_inner_failure_that_is_caught_takes_back_only_its_own_part():
    with unit_of_work():
        _event("test.outer")
        with pytest.raises(ZeroDivisionError):
            _fail("test.inner")
        _event("test.more")
    assert not Employer.objects.exists()
    assert list(Event.objects.values_list("verb", flat=True)) == ["test.outer", "test.more"]


def test_an_event_outside_a_unit_of_work_is_refused():
    with pytest.raises(RuntimeError, match=r"test\.act: an event may only be recorded inside unit_of_work"):
        _event("test.act")


@pytest.mark.parametrize("fact", [object(), {"a": 1}, 1.5, Employer(legal_name="Made-Up")])
def test_a_fact_that_is_no_plain_value_is_refused_where_it_is_recorded(fact):
    with pytest.raises(TypeError, match="the fact 'thing' is a"), unit_of_work():
        _event("test.act", thing=fact)


def test_days_and_lists_are_plain_values():
    with unit_of_work():
        _event("test.act", day=NOW.date(), ids=[1, 2], none=None, yes=True)
    assert '"facts":{"day":"2026-03-02","ids":[1,2],"none":null,"yes":true}' in Event.objects.get().body


def test_an_act_that_fails_at_its_last_step_leaves_nothing(monkeypatch):
    case = case_in("investigating")
    before = trace(case)
    monkeypatch.setattr("wagecase.cases.letters.outbox.queue_email", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(case, "serve_employer", by="investigator", when="2026-03-03 10:00")
    assert trace(case) == before
    assert Case.objects.get(pk=case.pk).complaint.employer_served_on is None
    assert verify().fault == ""


def test_a_filing_that_fails_at_its_last_step_leaves_nothing_not_even_a_number(monkeypatch):
    monkeypatch.setattr("wagecase.cases.letters.outbox.queue_email", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        file_online()
    assert not Case.objects.exists()
    assert not CaseNumber.objects.exists()
    assert not Employer.objects.exists()
    monkeypatch.undo()
    assert file_online().number == "LW-2026-000001"


def test_a_chain_that_cannot_be_written_takes_the_act_back(monkeypatch):
    case = case_in("received")
    before = trace(case)
    monkeypatch.setattr("wagecase.audit.chain._append", lambda pending: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(case, "docket", by="supervisor", when="2026-03-03 10:00")
    assert trace(case) == before


def test_a_note_is_on_record_by_its_number_only():
    case = case_in("received")
    add_note(case, text="Her brother called.", author=person("ina"), at=NOW)
    event = case.events.last()
    assert (event.verb, event.actor_id) == ("cases.add_note", person("ina").pk)
    assert "brother" not in event.body
    assert not event.details.exists()


def test_only_people_who_handle_cases_write_notes():
    case = case_in("received")
    with pytest.raises(NotPermitted):
        add_note(case, text="Hello.", author=person("ada"), at=NOW)
    assert not Note.objects.exists()
