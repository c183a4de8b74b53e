"""Reminders before a term ends: once for each license, term and step, to everybody who acts for the licensee."""

from datetime import date

import pytest

from licenses import issuing
from licenses.models import License
from tests.factories import at, person
from tests.licenses import member
from tests.licenses.granting import deny, grant, licensed, renew, withdraw
from wagecase.cases.models import Task
from wagecase.cases.sweep import handle_step, sweep
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
ISSUED = at(
    "2025-03-15 09:00"
)  # through March 14, 2026: 90 days before is Sunday, December 14, so December 12; 60 January 13, 30 February 12
TO = ["olive.owner@works.example.com"]


def swept(day):
    """Run the sweep on the morning of a day and return to whom it wrote."""
    before = set(Notice.objects.values_list("pk", flat=True))
    sweep(now=at(f"{day} 09:30"))
    return sorted(
        Notice.objects.filter(kind__in=["licenses.term_end", "licenses.term_ended"])
        .exclude(pk__in=before).values_list("address", flat=True)
    )  # fmt: skip


def test_each_step_reminds_once_and_a_second_run_reminds_nobody():
    licensed(at=ISSUED)
    days = ["2025-12-11", "2025-12-12", "2026-01-12", "2026-01-13", "2026-02-11", "2026-02-12", "2026-03-14"]
    assert [swept(day) for day in days] == [[], TO, [], TO, [], TO, []]
    assert swept("2026-03-14") == []


def test_every_current_owner_and_filer_is_reminded_and_nobody_who_left_or_only_reads():
    license = licensed(at=ISSUED)
    of = license.organization
    member(of, "Fred Filer Example", "filer", at=ISSUED)
    member(of, "Vera Viewer Example", "viewer", at=ISSUED)
    left = member(of, "Lena Left Example", "owner", at=ISSUED)
    left.ended_at = at("2025-10-01 09:00")
    left.save()
    assert swept("2025-12-12") == ["fred.filer@works.example.com", *TO]


def outcomes():
    return dict(ClockStep.objects.filter(role="employer").values_list("step", "outcome"))


def test_missed_mornings_are_caught_up_by_the_latest_step_only():
    licensed(at=ISSUED)
    assert swept("2026-02-20") == TO
    assert Notice.objects.filter(kind="licenses.term_end").count() == 1
    assert outcomes() == {"employer-90": "not_needed", "employer-60": "not_needed", "employer-30": "sent"}
    assert swept("2026-02-21") == []


def test_of_two_missed_mornings_the_second_is_told_and_the_third_comes_at_its_time():
    licensed(at=ISSUED)
    assert swept("2026-01-20") == TO
    assert outcomes() == {"employer-90": "not_needed", "employer-60": "sent", "employer-30": ""}
    assert [swept(day) for day in ("2026-02-11", "2026-02-12")] == [[], TO]


@pytest.mark.parametrize(("day", "told"), [("2026-03-14", TO), ("2026-03-15", ["sue@example.org"])])
def test_nobody_is_asked_to_renew_by_a_day_that_has_passed(day, told):
    licensed(at=ISSUED)
    person("sue")
    assert swept(day) == told


def test_steps_that_are_handled_one_by_one_are_overtaken_as_well():
    licensed(at=ISSUED)
    now = at("2026-02-20 09:00")
    for step in ClockStep.objects.filter(role="employer").order_by("due_at"):
        handle_step(step, now=now)
    assert outcomes() == {"employer-90": "not_needed", "employer-60": "not_needed", "employer-30": "sent"}


def test_nobody_is_reminded_after_a_renewal_was_filed_nor_of_a_revoked_or_given_up_license(clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2025-12-01 09:00"))
    assert swept("2026-03-15") == []
    assert not Task.objects.filter(key__startswith="unrenewed:").exists()
    other = licensed(
        at=at("2025-04-01 09:00"), membership=member(license.organization, "Otto Owner Example", at=ISSUED)
    )
    issuing.revoke(other, on=date(2025, 12, 1), actor=person("sue").actor, at=at("2025-12-01 09:00"), order_id=1)
    third = licensed(at=at("2025-04-01 09:00"), membership=member(license.organization, "Tom Owner Example", at=ISSUED))
    third.case.refresh_from_db()
    clock.set("2025-12-01 09:00")
    issuing.surrender(
        third.case, actor=person("sue").actor, at=at("2025-12-01 09:00"), expected_version=third.case.version
    )
    assert swept("2026-04-02") == []


@pytest.mark.parametrize("end", [deny, withdraw])
def test_a_renewal_that_ended_within_the_term_starts_the_reminders_again_without_a_repeat(end):
    license = licensed(at=ISSUED)
    assert swept("2025-12-12") == TO
    case = renew(license, at=at("2026-01-02 09:00"))
    end(case, at=at("2026-01-05 09:00"))
    clock = Clock.objects.get(case=license.case, status="running")
    assert clock.legal_due == date(2026, 3, 14)
    assert swept("2026-01-06") == [], "the step of 90 days was told before"
    assert swept("2026-01-13") == TO
    assert swept("2026-02-12") == TO


def test_a_renewal_that_ended_after_the_term_starts_nothing():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-03-14 09:00")), at=at("2026-05-05 09:00"))
    assert not Clock.objects.filter(case=license.case, status="running").exists()
    assert swept("2026-06-01") == []


def test_a_new_term_has_reminders_of_its_own():
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00")), at=at("2026-02-01 09:00"))
    assert swept("2026-12-10") == []
    assert swept("2026-12-14") == TO
    clock = Clock.objects.get(case=license.case, status="running")
    assert clock.legal_due == date(2027, 3, 14)


def test_after_the_end_without_a_renewal_the_specialist_is_asked_to_look_into_it_once():
    license = licensed(at=ISSUED)
    sweep(now=at("2026-03-14 23:00"))
    assert not Task.objects.filter(key__startswith="unrenewed:").exists()
    assert swept("2026-03-16") == ["sue@example.org"]  # nobody has the file, and the unit has no specialist
    task = Task.objects.get(key__startswith="unrenewed:")
    assert (task.case, task.role, task.done_at) == (license.case, "specialist", None)
    assert swept("2026-03-17") == []
    renew(license, at=at("2026-03-20 09:00"))
    task.refresh_from_db()
    assert task.done_at is not None
    assert License.objects.get(pk=license.pk).case.state == "kept"
