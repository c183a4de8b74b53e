"""Turns cases into the rows of lists, so that home, queue and search say the same thing in the same words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Max, Q, QuerySet

from wagecase.accounts.models import Role
from wagecase.audit.models import Event
from wagecase.cases import kinds
from wagecase.cases.acts import state_of, step_words
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case

REMINDER = "deadlines.remind"


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One case in a list, in words."""

    number: str
    href: str
    names: str
    kind: str
    state: str
    tone: str
    step: str
    assignee: str
    received_on: date
    due_on: date | None
    is_open: bool
    since: datetime | None = None  # when the case came to whoever it waits on
    chased: datetime | None = None  # when somebody was last reminded
    waits_on: str = ""  # who acts next: a name or a role


def details_of_kinds() -> list[str]:
    """Return the names of the kinds' own tables, which hang on Case one to one, for `select_related`."""
    return [
        name
        for relation in Case._meta.related_objects
        if relation.one_to_one and relation.field.primary_key and (name := relation.get_accessor_name())
    ]


def with_details(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return `cases` with everything that a list row reads, in one query."""
    return cases.select_related("employer", "assignee", *details_of_kinds())


def rows(cases: Iterable[Case], *, role: str) -> list[CaseRow]:
    """Return the list rows of `cases`; the step is the one that `role` would do."""
    return [row_of(case, role=role) for case in cases]


def row_of(case: Case, *, role: str, since: datetime | None = None, chased: datetime | None = None) -> CaseRow:
    """Return one list row."""
    state = state_of(case)
    return CaseRow(
        number=case.number, href=case_url(case), names=case.title, kind=short_kind(case),
        state=state.label, tone=state.tone, step=step_words(case, role),
        assignee=case.assignee.name if case.assignee else "", received_on=case.received_on,
        due_on=case.due_on if case.is_open else None, is_open=case.is_open, since=since, chased=chased,
        waits_on=_waits_on(case, state.waits_on),
    )  # fmt: skip


def short_kind(case: Case) -> str:
    """Return the kind as a table shows it: "Living wage"."""
    return str(kinds.get(case.kind).lifecycle.title).removesuffix(" complaint").replace("-", " ")


def _waits_on(case: Case, role: str) -> str:
    if role == Role.INVESTIGATOR and case.assignee:
        return case.assignee.name
    return {"": "Nobody", Role.SUPERVISOR: "A supervisor"}.get(role, f"The {role}")


def waiting_rows(cases: Iterable[Case]) -> list[CaseRow]:
    """Return rows that say on whom each case waits, since when, and when somebody was last reminded."""
    cases = list(cases)
    ids = [case.pk for case in cases]
    times = {
        row["case_id"]: row
        for row in Event.objects.filter(case_id__in=ids)
        .order_by()
        .values("case_id")
        .annotate(since=Max("at", filter=~Q(verb=REMINDER)), chased=Max("at", filter=Q(verb=REMINDER)))
    }
    made = []
    for case in cases:
        found = times.get(case.pk, {})
        since, chased = found.get("since"), found.get("chased")
        if since and chased and chased < since:
            chased = None
        made.append(row_of(case, role=state_of(case).waits_on, since=since, chased=chased))
    return made
