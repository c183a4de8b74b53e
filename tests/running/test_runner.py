"""The runner goes on when one step fails, ends after the item in hand, and does not outlive its parent."""

import logging

import pytest

from wagecase.management.commands import runner as module


@pytest.fixture
def steps(monkeypatch):
    """The three steps replaced by ones that write down their name; each finds two items to do."""
    called: list[str] = []

    def step(name, items):
        def work(**kwargs):
            called.append(name)
            return 1 if called.count(name) <= items else 0

        return work

    monkeypatch.setattr(module, "sweep", step("sweep", 0))
    monkeypatch.setattr(module, "render_due", step("render", 2))
    monkeypatch.setattr(module, "deliver_due", step("deliver", 2))
    return called


@pytest.mark.django_db
def test_a_round_sweeps_renders_and_then_delivers_what_is_due(steps):
    assert module.Runner(worker="test:1").round(sweeping=True) == 4
    assert steps == ["sweep", "render", "render", "render", "deliver", "deliver", "deliver"]


@pytest.mark.django_db
def test_a_failing_step_is_logged_and_the_others_go_on(steps, monkeypatch, caplog):
    def fail(**kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(module, "render_due", fail)
    monkeypatch.setattr(module.connection, "close", lambda: None)
    with caplog.at_level(logging.ERROR):
        assert module.Runner(worker="test:1").round(sweeping=True) == 2
    assert "'render' of the runner failed" in caplog.text


@pytest.mark.django_db
def test_a_signal_lets_the_item_in_hand_finish_and_starts_no_other(steps, monkeypatch):
    runner = module.Runner(worker="test:1")

    def last_one(**kwargs):
        steps.append("render")
        runner.stop.set()
        return 1

    monkeypatch.setattr(module, "render_due", last_one)
    runner.run()
    assert steps == ["sweep", "render"]


@pytest.mark.django_db
def test_the_runner_ends_when_its_parent_is_gone(steps, monkeypatch):
    runner = module.Runner(worker="test:1")
    monkeypatch.setattr(module.os, "getppid", lambda: 1)
    runner.run()
    assert steps == []


@pytest.mark.django_db
def test_a_long_queue_of_messages_does_not_put_off_the_sweep(steps, monkeypatch):
    runner = module.Runner(worker="test:1")
    seconds = iter(range(0, 10_000, 40))  # each look at the clock finds 40 seconds more: slow messages
    monkeypatch.setattr(module.time, "monotonic", lambda: next(seconds))
    rounds = []

    def one(*, sweeping):
        rounds.append(sweeping)
        if len(rounds) == 6:
            runner.stop.set()
        return 50

    monkeypatch.setattr(runner, "round", one)
    runner.run()
    assert rounds == [True, False, True, False, True, False]
