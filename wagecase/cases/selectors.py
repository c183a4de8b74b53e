"""The only door to case rows: what a person may see, and the lists of the staff home and queue."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import BooleanField, Q, QuerySet, When
from django.db.models import Case as DbCase
from django.utils import timezone

from wagecase.accounts import acting
from wagecase.accounts.models import CASE_ROLES, POOL_ROLES, WORKER_ROLES, Role, User
from wagecase.cases import kinds
from wagecase.cases.models import Case, Task
from wagecase.cases.searching import normalized
from wagecase.lifecycle import ACTING_SIGNER
from wagecase.notices.models import Notice


def visible_to(user: Any) -> QuerySet[Case]:
    """Return the cases that `user` may open: those of the unit whose kind the role works on, none for anybody else."""
    if not getattr(user, "is_authenticated", False) or not user.handles_cases:
        return Case.objects.none()
    cases = Case.objects.filter(Q(unit=user.unit) | Q(assignee=user))
    foreign = foreign_kinds(user)
    return cases.exclude(kind__in=foreign) if foreign else cases


def foreign_kinds(user: User) -> list[str]:
    """Return the kinds of case that the user's role does not work on."""
    return [kind.name for kind in kinds.all_kinds() if user.role not in kind.worked_by]


def states_waiting_on(role: str) -> list[tuple[str, str]]:
    """Return the (kind, state) pairs in which `role` must act next, from the lifecycle tables."""
    return [
        (kind.name, state.name)
        for kind in kinds.all_kinds()
        for state in kind.lifecycle.states
        if state.waits_on == role
    ]


def _lent_states() -> list[tuple[str, str]]:
    """Return the (kind, state) pairs that wait for a supervisor's signature, which an appointment lets others give.

    A right that is lent for an act in passing (to confirm something, to record an order elsewhere) makes nothing wait.
    """
    lent = {
        (kind.name, state)
        for kind in kinds.all_kinds()
        for row in kind.lifecycle.transitions
        if ACTING_SIGNER in row.by
        for state in row.source
    }
    return [pair for pair in states_waiting_on(Role.SUPERVISOR) if pair in lent]


def _in_states(pairs: list[tuple[str, str]]) -> Q:
    condition = Q(pk__in=())
    for kind, state in pairs:
        condition |= Q(kind=kind, state=state)
    return condition


def _had_by(user: User) -> Q:
    """The cases that a person has; what nobody has is everybody's of a role that shares its work."""
    return Q(assignee=user) | Q(assignee=None) if user.role in POOL_ROLES else Q(assignee=user)


def _own_step(user: User) -> Q:
    """The cases in which the next step is this person's; those of somebody who left fall to the supervisors.

    What waits for a role that shares its work and nobody has is everybody's of that role. Whoever may sign for the
    supervisors today has the unit's drafts to sign too, but for those of an own case.
    """
    if user.role != Role.SUPERVISOR:
        own = _in_states(states_waiting_on(user.role)) & _had_by(user)
        if acting.in_force(user.pk, unit=user.unit, at=timezone.now()) is None:
            return own
        return own | _in_states(_lent_states()) & Q(unit=user.unit) & ~Q(assignee=user)
    found = _in_states(states_waiting_on(Role.SUPERVISOR))
    for role in WORKER_ROLES:
        left = Q(assignee__is_active=False) if role in POOL_ROLES else Q(assignee__is_active=False) | Q(assignee=None)
        found |= _in_states(states_waiting_on(role)) & (Q(assignee=user) | left)
    return found


def needs(user: User) -> QuerySet[Case]:
    """Return the open cases in which the next step is this person's, the earliest due first."""
    cases = visible_to(user).filter(_own_step(user), is_open=True)
    return cases.select_related("employer", "assignee").order_by("due_on", "id")


def to_sign(user: User) -> QuerySet[Case]:
    """Return the open cases that wait for a supervisor's signature."""
    return visible_to(user).filter(_in_states(_lent_states()), is_open=True)


def waiting_on_others(user: User) -> QuerySet[Case]:
    """Return this person's open cases in which somebody else must act next; a file that waits for nobody is none."""
    mine = visible_to(user).filter(is_open=True)
    if user.role in WORKER_ROLES:
        mine = mine.filter(_had_by(user))
    resting = [
        (kind.name, state.name)
        for kind in kinds.all_kinds()
        for state in kind.lifecycle.states
        if state.open and not state.waits_on
    ]
    own = Case.objects.filter(_own_step(user))
    return (
        mine.exclude(_in_states(resting))
        .exclude(pk__in=own)
        .select_related("employer", "assignee")
        .order_by("due_on", "id")
    )


def to_assign(user: User) -> QuerySet[Case]:
    """Return the open cases that nobody has and that can be given to somebody now, as the kinds' tables have it.

    A state in which nobody need act (a notice on the public list) asks for nobody.
    """
    pairs = [
        (kind.name, state)
        for kind in kinds.all_kinds()
        for row in kind.lifecycle.transitions
        if row.name == "assign"
        for state in row.source
        if kind.lifecycle.state_by_name[state].waits_on
    ]
    return visible_to(user).filter(_in_states(pairs), assignee=None, is_open=True)


def due(user: User, *, until: date, since: date | None = None) -> QuerySet[Case]:
    """Return open cases whose decision is due on or before `until` (and on or after `since`), overdue ones first."""
    cases = visible_to(user).filter(is_open=True, due_on__isnull=False, due_on__lte=until)
    if since is not None:
        cases = cases.filter(due_on__gte=since)
    if user.role != Role.SUPERVISOR:
        cases = cases.filter(_had_by(user))
    return cases.select_related("employer", "assignee").order_by("due_on", "id")


def open_tasks(user: User) -> QuerySet[Task]:
    """Return what this person has been asked to do and has not done.

    What was asked of somebody who left, or handles cases no more, falls to the supervisors of the unit.
    """
    return Task.objects.filter(_asked_of(user), done_at=None).select_related("case")


def tasks_on(case: Case, user: User) -> QuerySet[Task]:
    """Return the open tasks of a case; `mine` says of each whether this person was asked, as `open_tasks` has it."""
    mine = DbCase(When(_asked_of(user), then=True), default=False, output_field=BooleanField())
    return case.tasks.filter(done_at=None).select_related("person").annotate(mine=mine)


def _asked_of(user: User) -> Q:
    asked = Q(person=user) | Q(person=None, role=user.role, unit=user.unit)
    if user.role == Role.SUPERVISOR:
        gone = Q(person__is_active=False) | ~Q(person__role__in=CASE_ROLES)
        asked |= Q(person__isnull=False, unit=user.unit) & gone
    return asked


def unmailed_letters(user: User) -> QuerySet[Notice]:
    """Return the letters of visible cases that are ready and not yet marked as mailed."""
    return (
        Notice.objects.filter(channel="letter", case__in=visible_to(user))
        .exclude(status__in=["mailed", "failed", "held", "replaced"])
        .select_related("case", "document")
        .defer("document__html")
        .order_by("created_at", "id")
    )


def search(user: User, text: str) -> QuerySet[Case]:
    """Return the visible cases with a number or name that starts with `text` (normalized words), newest first."""
    wanted = normalized(text)[:100]
    if not wanted:
        return Case.objects.none()
    # a range instead of LIKE, because SQLite cannot use an index for LIKE with an escape clause
    entries = Q(search_entries__text__gte=wanted, search_entries__text__lt=wanted + "\U0010ffff")
    return visible_to(user).filter(entries).distinct().order_by("-received_on", "-id")
