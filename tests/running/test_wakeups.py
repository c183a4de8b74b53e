"""A wake-up is a hint: whatever becomes of it, the act that rang stays done and its reader is told so."""

import threading
from collections.abc import Iterator

import pytest
from django.db import transaction

from wagecase import wakeups
from wagecase.cases.models import Heartbeat
from wagecase.wakeups import DELIVER, Bell


@pytest.fixture(autouse=True)
def no_ring() -> Iterator[None]:
    """Leave the process without a broker, as it was."""
    yield
    wakeups.connect(None)


@pytest.mark.django_db(transaction=True)
def test_a_bell_that_fails_does_not_fail_the_act() -> None:
    def fail(work: str, pk: int) -> None:
        raise RuntimeError("no broker")

    wakeups.connect(fail)
    with transaction.atomic():
        Heartbeat.objects.create(name="act", at="2026-03-02T15:00:00Z")
        wakeups.wake(DELIVER, 7)
    assert Heartbeat.objects.filter(name="act").exists()


@pytest.mark.django_db(transaction=True)
def test_the_bell_rings_after_the_commit_and_not_for_what_was_undone() -> None:
    heard: list[tuple[str, int]] = []
    wakeups.connect(lambda work, pk: heard.append((work, pk)))
    with transaction.atomic():
        wakeups.wake(DELIVER, 7)
        assert heard == []
    with pytest.raises(RuntimeError):
        _ring_and_fail()
    assert heard == [("deliver", 7)]


def _ring_and_fail() -> None:
    with transaction.atomic():
        wakeups.wake(DELIVER, 8)
        raise RuntimeError("undone")


def test_a_bell_whose_broker_hangs_keeps_nobody_waiting_and_rests_after_a_failure() -> None:
    let_go, called = threading.Event(), threading.Event()

    def hang(work: str, pk: int) -> None:
        called.set()
        let_go.wait(10)
        raise OSError("no answer")

    bell = Bell(hang, rest=60, room=2)
    for number in range(50):  # more than there is room for: the rest are dropped, and each call returns
        bell.ring(DELIVER, number)
    assert called.wait(10)
    assert not bell.is_resting
    let_go.set()
    for _ in range(1000):
        if bell.is_resting:
            break
        threading.Event().wait(0.01)
    assert bell.is_resting
