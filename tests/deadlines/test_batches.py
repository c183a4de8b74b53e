"""Due steps are handled a few in one transaction: all or none of them, and one by one where one is bad."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.concurrency.together import faults, together
from tests.factories import INVESTIGATING, at, file_online, walk
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.cases import letters, sweep
from wagecase.cases.models import Case
from wagecase.deadlines.models import ClockStep
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
FILED, ASSIGNED, DUE = "2026-03-02 10:00", "2026-03-03 10:00", "2026-03-13 08:00"
REMINDER = "complaints.determination:investigator-10"


def cases(count: int) -> list[Case]:
    return [walk(file_online(when=FILED), INVESTIGATING, when=ASSIGNED) for _ in range(count)]


def reminded() -> list[int]:
    return sorted(Notice.objects.filter(kind=REMINDER).values_list("case_id", flat=True))


def breaking(monkeypatch: Any, bad: Case, how: BaseException) -> None:
    queue_for: Callable[..., int] = letters.queue_for

    def fail(case: Case, **facts: Any) -> int:
        count = queue_for(case, **facts)
        if case.pk == bad.pk:
            raise how
        return count

    monkeypatch.setattr(letters, "queue_for", fail)


def test_one_bad_step_of_a_batch_costs_itself_only(monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr(sweep, "BATCH", 3)
    made = cases(7)
    breaking(monkeypatch, made[4], RuntimeError("a template is broken"))
    assert sweep.sweep(now=at(DUE)) == 6
    assert reminded() == [case.pk for case in made if case != made[4]]
    assert caplog.text.count("could not be handled") == 1
    assert Event.objects.filter(verb="deadlines.remind").count() == 6
    monkeypatch.undo()
    assert sweep.sweep(now=at("2026-03-13 08:01")) == 1
    assert reminded() == [case.pk for case in made]
    assert verify().fault == ""


def test_a_sweep_killed_in_the_middle_of_a_batch_leaves_all_of_it_to_the_next(monkeypatch: Any) -> None:
    made = cases(4)
    breaking(monkeypatch, made[2], SystemExit(9))
    with pytest.raises(SystemExit):
        sweep.sweep(now=at(DUE))
    assert (reminded(), Event.objects.filter(verb="deadlines.remind").count()) == ([], 0)
    assert ClockStep.objects.filter(step="investigator-10", handled_at=None).count() == 4
    monkeypatch.undo()
    assert sweep.sweep(now=at(DUE)) == 4
    assert reminded() == [case.pk for case in made]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_the_same_moment_remind_once() -> None:
    made = cases(8)
    answers = together(lambda: sweep.sweep(now=at(DUE)), lambda: sweep.sweep(now=at(DUE)))
    assert faults(answers) == []
    assert sum(answers) == 8
    assert reminded() == [case.pk for case in made]
    assert Event.objects.filter(verb="deadlines.remind").count() == 8
    assert verify().fault == ""


def test_a_larger_batch_asks_the_database_no_more(monkeypatch: Any) -> None:
    cases(2)
    with CaptureQueriesContext(connection) as few:
        assert sweep.sweep(now=at(DUE)) == 2
    made = cases(9)
    with CaptureQueriesContext(connection) as many:
        assert sweep.sweep(now=at(DUE)) == len(made)
    assert len(many) <= len(few)
