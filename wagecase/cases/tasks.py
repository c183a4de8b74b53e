"""Asks people to do something and closes what was done, on the record: ids and the sort of task, never its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Q

from wagecase.accounts.models import User
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases.models import Case, Task
from wagecase.lifecycle import SYSTEM_ACTOR, Actor

# The sorts of task that belong to whoever has the case, an investigator or a coordinator; all others were asked of a
# supervisor.
OF_THE_INVESTIGATOR = ("address", "commerce", "evidence", "returned", "revision", "short", "stuck")


def person_of(actor: Actor) -> User | None:
    """Return the member of staff who acts, None for a party and for the system."""
    return User.objects.filter(pk=actor.id).first() if actor.kind == "staff" and actor.id else None


@dataclass
class _Act:
    """An act on a case, with the ids of the tasks that its own event will name."""

    case_id: int
    ids: list[int] = field(default_factory=list)

    def tells(self, case_id: int | None) -> bool:
        """Whether a task of `case_id` is told by the act: one of another case belongs on the record of that case."""
        return case_id in (None, self.case_id)


_running: ContextVar[_Act | None] = ContextVar("tasks_of_an_act", default=None)


@contextmanager
def told_by_the_act(case: Case) -> Iterator[list[int]]:
    """Gather the ids of the tasks that an act on `case` opens or closes there, for its own event: an act writes one event."""
    act = _Act(case.pk)
    token = _running.set(act)
    try:
        yield act.ids
    finally:
        _running.reset(token)


def next_key(key: str, case: Case) -> str:
    """Return `key`, or the key after it where tasks of it were settled: a settled task stays so, and asking anew is another."""
    asked = Task.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"), case=case)
    settled = asked.exclude(done_at=None).count()
    return f"{key}:{settled}" if settled else key


def open_task(
    *, key: str, what: str, at: datetime, case: Case | None = None, person: Any = None, role: str = "",
    due_on: date | None = None, told: bool = False,
) -> Task:  # fmt: skip
    """Ask a person (or a role) to do something; asking the same thing again returns the first task.

    The word before the first colon of `key` is the sort of the task. `told` says that the caller's own event names it.
    """
    with unit_of_work():
        task, created = Task.objects.get_or_create(
            key=key[:120],
            defaults={
                "case": case, "what": what[:200], "person": person, "role": role, "due_on": due_on, "created_at": at,
                **({"unit": case.unit} if case else {}),
            },
        )  # fmt: skip
        act = _running.get()
        if created and act is not None and act.tells(task.case_id):
            act.ids.append(task.pk)
        elif created and not told:
            record(
                verb="cases.open_task", actor=SYSTEM_ACTOR, at=at, case_id=case.pk if case else None,
                facts={"task_id": task.pk, "sort": key.partition(":")[0]},
            )  # fmt: skip
    return task


def finish_tasks(*, keys: Iterable[str], at: datetime, by: User | None = None, told: bool = False) -> int:
    """Mark the open tasks of `keys` as done and return how many there were; `by` is who settled them, if a person.

    One event for each case names them, unless the caller's own event does (`told`).
    """
    with unit_of_work():
        held = Task.objects.select_for_update(no_key=True)
        found = list(held.filter(key__in=list(keys), done_at=None).order_by("id"))
        Task.objects.filter(pk__in=[task.pk for task in found]).update(done_at=at, done_by=by)
        act = _running.get()
        if act is not None:
            act.ids += [task.pk for task in found if act.tells(task.case_id)]
        left = [] if told else [task for task in found if act is None or not act.tells(task.case_id)]
        for case_id in sorted({task.case_id or 0 for task in left}):
            record(
                verb="cases.close_tasks", actor=by.actor if by else SYSTEM_ACTOR, at=at, case_id=case_id or None,
                facts={"task_ids": [task.pk for task in left if (task.case_id or 0) == case_id]},
            )  # fmt: skip
    return len(found)


def finish_task(*, task: Task, by: User, at: datetime) -> bool:
    """Mark one open task as done by a person; return whether this call did it (pressing twice is harmless)."""
    with unit_of_work():
        done = finish_tasks(keys=[task.key], at=at, by=by, told=True) == 1
        if done:
            record(
                verb="cases.finish_task", actor=by.actor, at=at, case_id=task.case_id, facts={"task_id": task.pk},
                changes={"task": ("", task.what)},
            )  # fmt: skip
    return done


def hand_over(case: Case, *, to: User) -> list[int]:
    """Give the open tasks of a case that were its former investigator's, or nobody's, to `to`; return their ids."""
    whose = Q(person=case.assignee_id) if case.assignee_id else Q(pk__in=())
    sorts = Q(pk__in=())
    for sort in OF_THE_INVESTIGATOR:
        sorts |= Q(key__startswith=f"{sort}:")
    tasks = Task.objects.filter(whose | Q(person=None) & sorts, case=case, done_at=None).exclude(person=to)
    ids = list(tasks.order_by("id").values_list("pk", flat=True))
    Task.objects.filter(pk__in=ids).update(person=to)
    return ids
