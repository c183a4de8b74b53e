"""Papers for everybody are drawn once, kept within bounds, and never keep more than two threads of a process waiting."""

import threading
from datetime import date

import pytest
from django.core.exceptions import ValidationError

from wagecase.documents import services
from wagecase.documents.renderer import RenderFailed
from wagecase.rates import prints as printing
from wagecase.rates.prints import Busy, Prints, printed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def press(monkeypatch):
    """An empty shelf, and a press that writes down what it is asked to draw."""
    monkeypatch.setattr(printing, "prints", Prints())
    drawn = []

    def preview(*, html, at, timeout):
        drawn.append((html, at, timeout))
        return b"%PDF " + str(len(drawn)).encode()

    monkeypatch.setattr(services, "preview", preview)
    return drawn


def ask(key="a", language="en", **context):
    return printed(
        key=key, template="letters/parts/title.html", context=context, language=language, title="Rates",
        issued=date(2009, 7, 24),
    )  # fmt: skip


def test_a_paper_is_drawn_once_for_each_key_and_language(press):
    assert ask() == ask() == b"%PDF 1"
    assert ask(language="es") == b"%PDF 2"
    assert ask(key="b") == b"%PDF 3"
    assert ask() == b"%PDF 1"
    assert len(press) == 3


def test_the_day_of_issue_dates_the_paper_so_that_its_bytes_stay(press):
    ask()
    assert press[0][1].date() == date(2009, 7, 24)


def test_the_least_used_paper_is_forgotten_first(press, monkeypatch):
    monkeypatch.setattr(printing, "KEPT_MOST", 2)
    ask("a"), ask("b"), ask("a"), ask("c")
    assert len(press) == 3
    ask("a")
    assert len(press) == 3
    ask("b")
    assert len(press) == 4


def test_a_paper_that_cannot_be_drawn_is_not_tried_again_at_once(press, monkeypatch):
    calls = []

    def broken(**_asked):
        calls.append(1)
        raise RenderFailed("too slow")

    monkeypatch.setattr(services, "preview", broken)
    for _ in range(3):
        with pytest.raises(Busy):
            ask()
    assert len(calls) == 1
    monkeypatch.setattr(printing.time, "monotonic", lambda: 10.0**9)
    with pytest.raises(Busy):
        ask()
    assert len(calls) == 2


def test_two_may_wait_and_the_third_is_told_at_once(monkeypatch):
    begun, go, drawn, got = threading.Event(), threading.Event(), [], []

    def slow(**_asked):
        drawn.append(1)
        begun.set()
        assert go.wait(20)
        return b"%PDF slow"

    monkeypatch.setattr(services, "preview", slow)
    shelf, at = printing.prints, None
    first = threading.Thread(target=lambda: got.append(shelf.draw(("a", "en"), "<p>", at)))
    first.start()
    assert begun.wait(20)
    second = threading.Thread(target=lambda: got.append(shelf.draw(("a", "en"), "<p>", at)))
    second.start()
    for _ in range(1_000):  # until the second has its place too
        if not shelf._places._value:
            break
        second.join(0.01)
    monkeypatch.setattr(printing, "WAIT_SECONDS", 0.1)
    with pytest.raises(Busy, match="too many papers"):
        shelf.draw(("b", "en"), "<p>", at)
    go.set()
    first.join(20)
    second.join(20)
    assert got == [b"%PDF slow", b"%PDF slow"]
    assert len(drawn) == 1, "the second takes what the first has drawn"


def test_a_paper_that_waited_for_its_turn_has_the_whole_time_of_its_own(monkeypatch):
    begun, go, asked = threading.Event(), threading.Event(), []
    clock = iter([0.0, *[9.5] * 50])
    monkeypatch.setattr(printing.time, "monotonic", lambda: next(clock))

    def press(*, html, at, timeout):
        asked.append((html, timeout))
        begun.set()
        assert go.wait(20)
        return b"%PDF"

    monkeypatch.setattr(services, "preview", press)
    shelf = printing.prints
    first = threading.Thread(target=lambda: shelf.draw(("a", "en"), "<p>a", None))
    first.start()
    assert begun.wait(20)
    second = threading.Thread(target=lambda: shelf.draw(("b", "en"), "<p>b", None))
    second.start()
    go.set()
    first.join(20)
    second.join(20)
    assert asked == [("<p>a", 10.0), ("<p>b", 10.0)]


def test_a_paper_that_is_too_long_is_said_to_be_busy_and_not_composed_again_at_once(monkeypatch):
    calls = []

    def too_long(**_asked):
        calls.append(1)
        raise ValidationError("too long")

    monkeypatch.setattr(services, "compose", too_long)
    for _ in range(2):
        with pytest.raises(Busy):
            ask()
    assert len(calls) == 1
