"""Several people at the same moment, on threads and connections of their own, and what is left when a lock is gone."""

import threading
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections

from complaints.guards import ORDERS
from wagecase.cases import services
from wagecase.cases.models import Case
from wagecase.cases.orders import Orders


def together(*acts: Callable[[], object]) -> list[Any]:
    """Run the acts at the same time, each on a connection of its own; return what each returned or raised."""
    start, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def work(place: int) -> None:
        try:
            start.wait()
            answers[place] = acts[place]()
        except Exception as error:
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def faults(answers: list[Any]) -> list[Exception]:
    """Return what was raised."""
    return [answer for answer in answers if isinstance(answer, Exception)]


def without_the_one_writer(monkeypatch: Any) -> None:
    """On SQLite, let a transaction begin as a reader: that it begins as the one writer is what stands for locks there."""
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")


def without_the_lock(monkeypatch: Any) -> None:
    """Let two people read the case and its draft before either writes, as they would without the lock on the case.

    SQLite has one writer at a time, so that a lock cannot merely be left out there: what it keeps from happening is
    that a reading grows old before the writing, and exactly that is put in its place here.
    """
    both_have_read, seen, read_draft = threading.Barrier(2, timeout=20), threading.local(), ORDERS.current_draft

    @contextmanager
    def unlocked(*ids: int) -> Any:
        case = Case.objects.get(pk=ids[0])
        seen.draft = read_draft(case)
        both_have_read.wait()
        with services.unit_of_work():
            yield {case.pk: case}

    monkeypatch.setattr(services, "case_unit", unlocked)
    monkeypatch.setattr(Orders, "current_draft", lambda _self, _case: seen.draft)


def without_compare_and_set(monkeypatch: Any) -> None:
    """Let the state be written whatever the row is by now."""
    monkeypatch.setattr(services, "_as_read", lambda case: Case.objects.filter(pk=case.pk))
