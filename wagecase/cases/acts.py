"""Answers what a person may do on a case now, and for what is not possible why: read from the lifecycle table only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from wagecase.accounts import acting
from wagecase.cases import kinds
from wagecase.cases.models import Case, Task
from wagecase.lifecycle import Actor, Lifecycle, State, Transition


@dataclass(frozen=True, slots=True)
class Offers:
    """The acts of one person on one case: the next step, the other lawful ones, and those that a condition holds up."""

    next: Transition | None
    others: tuple[Transition, ...]
    refused: tuple[tuple[Transition, str], ...]

    @property
    def held_up(self) -> tuple[Transition, str] | None:
        """The step that would come next and the condition that holds it up; None while another one can be done."""
        return None if self.next else next(((row, why) for row, why in self.refused if row.primary), None)


def lifecycle_of(case: Case) -> Lifecycle:
    """Return the transition table of the case."""
    return kinds.get(case.kind).lifecycle


def state_of(case: Case) -> State:
    """Return the row of the case's present state."""
    return lifecycle_of(case).state_by_name[case.state]


def refusal(case: Case, row: Transition, actor: Actor) -> str:
    """Return the sentence that says why `row` cannot be done now, or an empty string when it can."""
    if case.state not in row.source:
        return f"“{row.label}” is not possible now: the case is “{state_of(case).label}”."
    return (row.guard(case, actor) if row.guard else None) or ""


def offers(case: Case, actor: Actor, *, at: datetime | None = None) -> Offers:
    """Return what `actor` may do now; acts that the role may never do are left out, opening rows too.

    An act of another state is no refusal but simply not its turn: only what a condition holds up is told. Without
    `at` only the actor's own role counts, not what an appointment lends.
    """
    lawful: list[Transition] = []
    refused: list[tuple[Transition, str]] = []
    for row in lifecycle_of(case).transitions:
        if case.state not in row.source or not row.admits(acting.with_lent(actor, row, at=at) if at else actor):
            continue
        if reason := refusal(case, row, actor):
            refused.append((row, reason))
        else:
            lawful.append(row)
    first = next((row for row in lawful if row.primary), None)
    return Offers(first, tuple(row for row in lawful if row is not first), tuple(refused))


def asked_next(case: Case, offers: Offers, tasks: Iterable[Task], *, on: date) -> Offers:
    """Return the offers with the act that settles one of `tasks` as the next step, where the table names none.

    A task counts from its day, such as the end of the review periods before a file is closed.
    """
    if offers.next is not None:
        return offers
    settles = kinds.get(case.kind).settles
    wanted = [settles.get(task.key.partition(":")[0]) for task in tasks if task.due_on is None or task.due_on <= on]
    row = next((row for name in wanted for row in offers.others if row.name == name), None)
    if row is None:
        return offers
    return replace(offers, next=row, others=tuple(other for other in offers.others if other is not row))


def step_words(case: Case, role: str) -> str:
    """Return the next step of a list row ("Docket the complaint"); guards that would need a query are not asked.

    Where several acts are primary in one state, the first one whose guard does not refuse is named.
    """
    rows = _steps(case, role)
    if len(rows) > 1:
        actor = Actor("staff", case.assignee_id, role)
        rows = [row for row in rows if row.guard is None or row.guard(case, actor) is None] or rows
    return rows[0].staff_label if rows else state_of(case).label


def asks_guards(case: Case, role: str) -> bool:
    """Return whether `step_words` has to ask the guards, which read parties and details of the case."""
    return len(_steps(case, role)) > 1


def _steps(case: Case, role: str) -> list[Transition]:
    return [row for row in lifecycle_of(case).from_state(case.state) if row.primary and role in row.by]
