"""Notices that are written together keep the rule of the natural key: its first row stays."""

from typing import Any

import pytest

from wagecase.notices import outbox
from wagecase.notices.models import Notice


def stored() -> list[tuple[str, str]]:
    return list(Notice.objects.order_by("dedupe_key").values_list("dedupe_key", "subject"))


def test_a_key_that_comes_twice_is_written_once(queue: Any) -> None:
    with outbox.together():
        queue(key="a", subject="first")
        queue(key="a", subject="second")
        queue(key="b", subject="other")
        assert stored() == []
    assert stored() == [("a", "first"), ("b", "other")]


def test_a_key_that_is_stored_already_stays_as_it_is(queue: Any) -> None:
    queue(key="a", subject="first")
    with outbox.together():
        queue(key="a", subject="second")
    assert stored() == [("a", "first")]


def test_nothing_is_written_when_the_work_fails(queue: Any) -> None:
    def fail() -> None:
        with outbox.together():
            queue(key="a", subject="first")
            raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        fail()
    queue(key="b", subject="other")
    assert stored() == [("b", "other")]


def test_each_rings_once_it_is_stored(queue: Any, monkeypatch: Any) -> None:
    rung: list[int] = []
    monkeypatch.setattr(outbox, "wake", lambda work, pk: rung.append(pk))
    with outbox.together():
        queue(key="a")
        queue(key="b")
        assert rung == []
    assert rung == list(Notice.objects.order_by("pk").values_list("pk", flat=True))
