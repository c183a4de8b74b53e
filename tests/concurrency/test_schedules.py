"""Rate schedules at the same moment: two supervisors publish one, or two; every schedule is in force once."""

import pytest

from tests.concurrency.together import faults, together
from tests.factories import at, person
from tests.rates.schedules import proposal, publish, row
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.errors import StaleVersion
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


def test_two_schedules_of_the_same_day_supersede_one_another_whoever_is_first():
    one, two = proposal(), proposal(rows=[row("general", "8.20"), row("minor", "7.70")])
    sue, sam = person("sue").actor, person("sam").actor
    answers = together(lambda: publish(one, actor=sue), lambda: publish(two, actor=sam, at=LATER))
    assert faults(answers) == []
    found = dict(RateSchedule.objects.exclude(method="printed").values_list("key", "status"))
    assert found == {one.key: "superseded", two.key: "in_force"}
