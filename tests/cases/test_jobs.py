"""Long work: claimed once, done item by item, taken up again after a crash, stopped for good when it kills its worker."""

import datetime as dt

import pytest
from django.db import OperationalError

from tests.factories import at, person
from wagecase.cases import jobs
from wagecase.cases.models import Job, Task
from wagecase.errors import TransitionNotAllowed
from wagecase.management.commands import runner

pytestmark = pytest.mark.django_db(transaction=True)
WHEN = at("2026-03-02 09:00")
MINUTE = dt.timedelta(minutes=1)


class Pile:
    """Five stones to carry, kept in a list; the list is what a real kind of job has in the database."""

    def __init__(self):
        self.left = [1, 2, 3, 4, 5]
        self.carried: list[int] = []
        self.broken: dict[int, str] = {}
        self.ended = 0
        self.hook = lambda stone: None

    def do(self, job, stone, *, actor, at):
        self.hook(stone)
        self.left.remove(stone)
        self.carried.append(stone)

    def failed(self, job, stone, error):
        self.left.remove(stone)
        self.broken[stone] = error

    def end(self, job, at):
        self.ended += 1


@pytest.fixture
def pile(monkeypatch):
    stones = Pile()
    monkeypatch.setattr(jobs, "_KINDS", {})
    jobs.register(jobs.JobKind("stones", lambda job: iter(list(stones.left)), stones.do, stones.failed, stones.end))
    return stones


def started(key="stones:1"):
    return jobs.start(kind="stones", key=key, arguments={}, total=5, actor=person("sue").actor, at=WHEN)


def test_a_job_is_done_item_by_item_and_ends(pile):
    job = started()
    assert jobs.work_due(now=WHEN) == 5
    job.refresh_from_db()
    assert (job.status, job.done, job.total, job.percent, pile.ended) == ("done", 5, 5, 100, 1)
    assert pile.carried == [1, 2, 3, 4, 5]
    assert jobs.work_due(now=WHEN) == 0


def test_the_same_work_is_asked_for_once(pile):
    assert started().pk == started().pk
    assert Job.objects.count() == 1


def test_a_pass_that_must_stop_leaves_the_rest_for_the_next(pile):
    job = started()
    assert jobs.work_due(now=WHEN, stop=lambda: len(pile.carried) == 2) == 2
    job.refresh_from_db()
    assert (job.status, job.done, job.percent) == ("queued", 2, 40)
    assert jobs.work_due(now=WHEN) == 3
    assert pile.carried == [1, 2, 3, 4, 5]


def test_an_item_that_fails_is_marked_and_the_others_go_on(pile):
    def refuse(stone):
        if stone == 3:
            raise ValueError("too heavy")

    pile.hook = refuse
    job = started()
    assert jobs.work_due(now=WHEN) == 5
    job.refresh_from_db()
    assert (job.status, job.done, job.errors) == ("done", 5, [{"item": "3", "error": "too heavy"}])
    assert (pile.carried, pile.broken) == ([1, 2, 4, 5], {3: "too heavy"})


class Watch:
    """A stopwatch in place of the machine's, which moves when the test says so."""

    def __init__(self, monkeypatch):
        self.seconds = 0.0
        monkeypatch.setattr(jobs, "monotonic", lambda: self.seconds)

    def slow(self, pile, *, reading, carrying):
        """Let it take `reading` seconds to say what is left, and `carrying` seconds to carry one stone."""

        def items(job):
            self.seconds += reading
            yield from list(pile.left)

        def lift(stone):
            self.seconds += carrying

        pile.hook = lift
        jobs._KINDS["stones"] = jobs.JobKind("stones", items, pile.do, pile.failed, pile.end)


@pytest.fixture
def watch(monkeypatch):
    return Watch(monkeypatch)


def carried_in_turns(pile, **limits):
    """Return how many stones each turn carried until the job was done."""
    job, turns = started(), []
    while job.status != "done":
        turns.append(jobs.work_due(now=WHEN + MINUTE * len(turns), **limits))
        job.refresh_from_db()
        assert len(turns) < 10, "the job is never done"
    return turns


def test_a_turn_ends_after_its_seconds_and_the_item_in_hand(pile, watch):
    watch.slow(pile, reading=0, carrying=2)
    assert carried_in_turns(pile, seconds=5) == [3, 2]


def test_the_seconds_of_a_turn_count_from_the_first_item_and_are_as_many_as_reading_took(pile, watch):
    watch.slow(pile, reading=60, carrying=25)
    assert carried_in_turns(pile, seconds=5) == [3, 2]
    assert pile.carried == [1, 2, 3, 4, 5]


def test_each_turn_does_one_item_however_little_time_there_is(pile, watch):
    watch.slow(pile, reading=80, carrying=20)
    assert carried_in_turns(pile, seconds=45, within=75) == [1, 1, 1, 1, 1]


def test_a_turn_that_must_end_within_some_seconds_takes_its_reading_into_account(pile, watch):
    watch.slow(pile, reading=60, carrying=10)
    assert carried_in_turns(pile, seconds=45, within=75) == [2, 2, 1]


def test_a_process_that_must_end_does_not_begin_even_the_first_item(pile, watch):
    watch.slow(pile, reading=60, carrying=25)
    job = started()
    told = []

    def stop():
        told.append(watch.seconds)
        return watch.seconds > 0  # the signal comes while the list is read

    assert jobs.work_due(now=WHEN, stop=stop, seconds=5) == 0
    job.refresh_from_db()
    assert (job.status, job.done, job.crashes, told) == ("queued", 0, 0, [0, 60])


def test_the_runner_brings_a_list_to_its_end_that_takes_longer_to_read_than_a_turn(pile, watch, clock):
    job = killed_at_three(pile)
    watch.slow(pile, reading=7, carrying=4)
    clock.set("2026-03-02 09:02")
    one = runner.Runner(worker="w")
    assert (one._work(), one._work(), one._work()) == (2, 1, 0)
    job.refresh_from_db()
    assert (job.status, job.done, job.crashes, pile.carried) == ("done", 5, 0, [1, 2, 3, 4, 5])


def test_jobs_take_turns_and_whoever_has_waited_longest_comes_first(pile, watch):
    watch.slow(pile, reading=0, carrying=6)
    started("stones:long")
    order = []
    pile.hook = lambda stone: order.append(Job.objects.get(status="running").key.removeprefix("stones:"))
    for minute in range(2):
        jobs.work_due(now=WHEN + MINUTE * minute, seconds=0)
    jobs.start(
        kind="stones", key="stones:new", arguments={}, total=5, actor=person("sue").actor, at=WHEN + MINUTE * 1.5
    )
    for minute in range(2, 5):
        jobs.work_due(now=WHEN + MINUTE * minute, seconds=0)
    assert order == ["long", "long", "long", "new", "long"]
    assert list(Job.objects.order_by("id").values_list("attempts", flat=True)) == [4, 1]


def test_a_job_that_waits_for_its_next_turn_has_not_stalled(pile, watch):
    watch.slow(pile, reading=0, carrying=6)
    job = started()
    jobs.work_due(now=WHEN + MINUTE * 5, seconds=0)
    job.refresh_from_db()
    assert (job.status, jobs.free_by(job)) == ("queued", None)
    assert not jobs.is_stalled(job, now=WHEN + MINUTE * 5.5)
    assert jobs.is_stalled(job, now=WHEN + MINUTE * 6.1)


def killed_at_three(pile):
    """Let the worker die at the third stone, and return the job as it left it; the next worker carries every stone."""

    def kill(stone):
        if stone == 3:
            raise SystemExit

    pile.hook = kill
    job = started()
    with pytest.raises(SystemExit):
        jobs.work_due(now=WHEN)
    job.refresh_from_db()
    pile.hook = lambda stone: None
    return job


def test_a_killed_worker_holds_the_job_until_its_lease_ends_and_the_next_goes_on(pile):
    job = killed_at_three(pile)
    assert (job.status, job.done) == ("running", 2)
    assert jobs.work_due(now=WHEN + MINUTE / 60) == 0
    assert jobs.work_due(now=WHEN + dt.timedelta(hours=1)) == 3
    job.refresh_from_db()
    assert (job.status, job.done, job.crashes, pile.carried) == ("done", 5, 0, [1, 2, 3, 4, 5])


def test_the_work_of_a_killed_worker_is_taken_up_within_two_minutes(pile):
    job = killed_at_three(pile)
    assert jobs.free_by(job) - WHEN <= dt.timedelta(seconds=120)  # the lease and a beat, to the full minute
    assert jobs.work_due(now=WHEN + dt.timedelta(seconds=80)) == 0
    assert jobs.work_due(now=WHEN + dt.timedelta(seconds=105)) == 3
    job.refresh_from_db()
    assert (job.status, jobs.free_by(job)) == ("done", None)


def test_a_claim_is_lost_to_a_worker_that_made_a_step_at_the_last_moment(pile, monkeypatch):
    job = started()
    Job.objects.update(status="running", claimed_by="slow", lease_until=WHEN)
    real = jobs._due

    def read_and_then_step(now):
        found = list(real(now))
        Job.objects.filter(pk=job.pk).update(lease_until=WHEN + dt.timedelta(seconds=90))  # its step was stored
        monkeypatch.setattr(jobs, "_due", real)
        return type("Read", (), {"filter": lambda self, **asked: self, "first": lambda self: found[0]})()

    monkeypatch.setattr(jobs, "_due", read_and_then_step)
    assert jobs._claim(job.pk, WHEN, "quick") is None
    job.refresh_from_db()
    assert job.claimed_by == "slow"


def test_a_worker_that_lost_its_lease_stores_nothing_more(pile):
    def items(job):
        yield 1
        Job.objects.update(claimed_by="another")
        yield 2

    jobs._KINDS["stones"] = jobs.JobKind("stones", items, pile.do, pile.failed, pile.end)
    job = started()
    jobs.work_due(now=WHEN)
    job.refresh_from_db()
    assert (job.done, job.status, job.claimed_by, pile.carried) == (1, "running", "another", [1])


def test_a_job_that_ends_the_program_three_times_stops_and_an_administrator_is_asked(pile):
    def kill(stone):
        raise SystemExit

    pile.hook = kill
    job = started()
    for hours in (0, 1, 2):
        with pytest.raises(SystemExit):
            jobs.work_due(now=WHEN + dt.timedelta(hours=hours))
    assert jobs.work_due(now=WHEN + dt.timedelta(hours=3)) == 0
    job.refresh_from_db()
    assert (job.status, job.is_over) == ("failed", True)
    assert Task.objects.get().what == "Work stopped: stones:1"
    pile.hook = lambda stone: None
    jobs.retry(job=job, actor=person("ada").actor, at=WHEN)
    assert Task.objects.get().done_at == WHEN
    assert jobs.work_due(now=WHEN + dt.timedelta(hours=4)) == 5


def test_only_work_that_stopped_can_be_started_again(pile):
    with pytest.raises(TransitionNotAllowed, match="Only work that stopped"):
        jobs.retry(job=started(), actor=person("ada").actor, at=WHEN)


def test_a_job_that_cannot_say_what_is_left_does_not_stop_the_next_one(pile):
    def items(job):
        if job.key == "stones:bad":
            raise RuntimeError("no such batch")
        return iter(list(pile.left))

    jobs._KINDS["stones"] = jobs.JobKind("stones", items, pile.do, pile.failed, pile.end)
    bad = started("stones:bad")
    good = started("stones:good")
    assert jobs.work_due(now=WHEN, limit=2) == 5
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.status, good.status) == ("failed", "done")
    assert bad.errors == [{"item": "", "error": "RuntimeError: no such batch"}]


def test_a_locked_database_is_tried_again_and_then_left_to_the_next_pass(pile):
    def locked(stone):
        if stone == 3:
            raise OperationalError("database is locked")

    pile.hook = locked
    job = started()
    assert jobs.work_due(now=WHEN) == 2
    job.refresh_from_db()
    assert (job.status, job.done, job.errors, job.crashes, pile.broken) == ("queued", 2, [], 0, {})
    pile.hook = lambda stone: None
    assert jobs.work_due(now=WHEN) == 3
    assert pile.carried == [1, 2, 3, 4, 5]


def test_a_fault_of_the_program_is_told_in_plain_words_and_what_we_say_ourselves_as_it_is(pile):
    def fault(stone):
        if stone == 2:
            raise KeyError("employer_key")
        if stone == 4:
            raise OperationalError("no such column: closings_site.nope")

    pile.hook = fault
    job = started()
    assert jobs.work_due(now=WHEN) == 5
    job.refresh_from_db()
    said = "A fault of the program kept it from being done. It is in the log; ask an administrator to look there."
    assert pile.broken == {2: said, 4: said}
    assert pile.carried == [1, 3, 5]


def test_work_that_does_not_move_for_a_minute_is_stalled(pile):
    def kill(stone):
        raise SystemExit

    pile.hook = kill
    job = started()
    assert not jobs.is_stalled(job, now=WHEN + MINUTE / 2)
    assert jobs.is_stalled(job, now=WHEN + MINUTE)
    with pytest.raises(SystemExit):
        jobs.work_due(now=WHEN + MINUTE)
    job.refresh_from_db()
    assert not jobs.is_stalled(job, now=WHEN + MINUTE * 1.5)
    assert jobs.is_stalled(job, now=WHEN + MINUTE * 2.1)
    jobs.Job.objects.update(status="done", lease_until=None)
    job.refresh_from_db()
    assert not jobs.is_stalled(job, now=WHEN + MINUTE * 60)
