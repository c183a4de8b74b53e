"""Rate schedules at the same moment: two supervisors publish one, or two; every schedule is in force once."""

import copy

import pytest
from django.db.models import F

from tests.concurrency.together import faults, together
from tests.factories import at, person
from tests.rates.schedules import proposal, publish, row
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.errors import StaleVersion
from wagecase.rates import services
from wagecase.rates.models import RateSchedule

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]

LATER = at("2026-03-02 10:01")


def test_two_supervisors_put_one_schedule_in_force_once():
    made = proposal()
    sue, sam = person("sue").actor, person("sam").actor
    answers = together(lambda: publish(made, actor=sue), lambda: publish(made, actor=sam))
    assert [type(fault) for fault in faults(answers)] == [StaleVersion]
    assert Event.objects.filter(verb="rates.publish_schedule").count() == 1
    assert RateSchedule.objects.get(key=made.key).version == 3
    assert verify().fault == ""


def without_the_lock(monkeypatch, made):
    """Let everybody act on the schedule as they saw it on the page: a reading that grew old before the writing."""
    monkeypatch.setattr(services, "_take", lambda *_args, **_facts: copy.copy(made))


def without_compare_and_set(monkeypatch):
    """Write whatever the schedule is by now."""

    def write(now, **fields):
        RateSchedule.objects.filter(pk=now.pk).update(version=F("version") + 1, **fields)

    monkeypatch.setattr(services, "_write", write)


def two_publish(made):
    sue, sam = person("sue").actor, person("sam").actor
    return together(lambda: publish(made, actor=sue), lambda: publish(made, actor=sam))


def published() -> int:
    return Event.objects.filter(verb="rates.publish_schedule").count()


def test_with_the_lock_off_the_compare_and_set_alone_still_refuses_the_second(monkeypatch):
    made = proposal()
    without_the_lock(monkeypatch, made)
    assert [type(fault) for fault in faults(two_publish(made))] == [StaleVersion]
    assert published() == 1


def test_with_the_compare_and_set_off_the_lock_alone_still_refuses_the_second(monkeypatch):
    made = proposal()
    without_compare_and_set(monkeypatch)
    assert [type(fault) for fault in faults(two_publish(made))] == [StaleVersion]
    assert published() == 1


def test_control_with_lock_and_compare_and_set_off_both_put_it_in_force(monkeypatch):
    made = proposal()
    without_the_lock(monkeypatch, made)
    without_compare_and_set(monkeypatch)
    assert faults(two_publish(made)) == []
    assert published() == 2


def test_two_schedules_of_the_same_day_supersede_one_another_whoever_is_first():
    one, two = proposal(), proposal(rows=[row("general", "8.20"), row("minor", "7.70")])
    sue, sam = person("sue").actor, person("sam").actor
    answers = together(lambda: publish(one, actor=sue), lambda: publish(two, actor=sam, at=LATER))
    assert faults(answers) == []
    found = dict(RateSchedule.objects.exclude(method="printed").values_list("key", "status"))
    assert found == {one.key: "superseded", two.key: "in_force"}
