"""Closes a task on the record: who did it and when."""

from __future__ import annotations

from datetime import datetime

from wagecase.accounts.models import User
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases.models import Task
from wagecase.cases.services import finish_tasks


def finish_task(*, task: Task, by: User, at: datetime) -> bool:
    """Mark one open task as done by a person; return whether this call did it (pressing twice is harmless)."""
    with unit_of_work():
        done = finish_tasks(keys=[task.key], at=at, by=by) == 1
        if done:
            record(
                verb="cases.finish_task", actor=by.actor, at=at, case_id=task.case_id, facts={"task_id": task.pk},
                changes={"task": ("", task.what)},
            )  # fmt: skip
    return done
