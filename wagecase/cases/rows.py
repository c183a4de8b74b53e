"""Turns cases into the rows of lists, so that home, queue and search say the same thing in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.db.models import Max, Prefetch, Q, QuerySet, prefetch_related_objects

from wagecase.accounts.models import WORKER_ROLES, Role
from wagecase.audit.models import Event
from wagecase.cases import kinds
from wagecase.cases.acts import asks_guards, lifecycle_of, state_of, step_words
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case, Party
from wagecase.deadlines.table import DEADLINES
from wagecase.lifecycle import Lifecycle
from wagecase.notices.models import LETTER, QUEUED, Notice
from wagecase.rules import calendar

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
    step_href: str = ""  # where the step is done, if not on the case page
    no_due: str = ""  # why there is no due date
    office_day: date | None = None  # the last office day before a due date on which offices are closed


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list says of a case whose state is worked out from day to day, and why it has no due date."""

    state: str
    tone: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """The next step that is possible now, or what is waited for; `due_on` where its day is another than the case's."""

    words: str
    due_on: date | None = None


def details_of_kinds() -> list[str]:
    """Return the names of the kinds' own tables, which hang on Case one to one, for `select_related`."""
    return [
        name
        for relation in Case._meta.related_objects
        if relation.one_to_one and relation.field.primary_key and (name := relation.get_accessor_name())
    ]


def with_details(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Return `cases` with everything that a list row reads, in two queries.

    The guard of a next step may ask whether a party can be reached; what is confidential beyond that stays unread.
    """
    return cases.select_related("employer", "assignee", *details_of_kinds()).prefetch_related(_parties())


def fetch_details(cases: Iterable[Case]) -> None:
    """Fetch what the words of many locked cases read, once for all: who has them and, where a guard may ask, the rest."""
    cases = list(cases)
    prefetch_related_objects(cases, "assignee")
    asking = [case for case in cases if asks_guards(case, state_of(case).waits_on)]
    prefetch_related_objects(asking, _parties(), *details_of_kinds())


def _parties() -> Prefetch[str]:
    return Prefetch("parties", Party.objects.defer("phone", "safe_contact"))


def rows(cases: Iterable[Case], *, role: str = "", exact: bool = False) -> list[CaseRow]:
    """Return the list rows of `cases`; the step is the one that `role` would do, or without it whoever must act next.

    Where that step comes after the mail, the letter that still waits to be mailed is the step, with its link. With
    `exact`, for the short lists of a home, the kinds are asked which step is possible now.
    """
    cases = list(cases)
    told = _of_kinds(cases, lambda kind: kind.listed)
    steps = _of_kinds(cases, lambda kind: kind.due_steps) if exact else {}
    held = [case for case in cases if any(row.after_mail for row in lifecycle_of(case).from_state(case.state))]
    found = unmailed([case.pk for case in held]) if held else {}
    made = []
    for case in cases:
        row = row_of(case, role=role or state_of(case).waits_on)
        if words := told.get(case.pk):
            row = replace(row, state=words.state, tone=words.tone, no_due=words.note or row.no_due)
        if step := steps.get(case.pk):
            row = replace(row, step=step.words, due_on=step.due_on or row.due_on)
        if notice := found.get(case.pk):
            href = f"{row.href}notices/{notice.pk}/mailed/"
            row = replace(row, step=f"Mail the letter to {notice.recipient_label}", step_href=href)
        made.append(row)
    return made


def _of_kinds(cases: list[Case], asked: Callable[[kinds.Kind], Any]) -> dict[int, Any]:
    """Ask every kind that has an answer once about all its cases of a list."""
    found: dict[int, Any] = {}
    for kind in kinds.all_kinds():
        if (answer := asked(kind)) and (own := [case for case in cases if case.kind == kind.name]):
            found |= answer(own)
    return found


def unmailed(ids: list[int]) -> dict[int, Notice]:
    """Return of each case the first ready letter that nobody has mailed yet, of the kind that was written last."""
    waiting = Notice.objects.filter(case_id__in=ids, channel=LETTER, status=QUEUED, document__status="ready")
    found: dict[int, Notice] = {}
    for notice in waiting.order_by("-id").only("case_id", "kind", "recipient_label"):
        case_id = notice.case_id or 0
        if case_id not in found or found[case_id].kind == notice.kind:
            found[case_id] = notice
    return found


def row_of(case: Case, *, role: str, since: datetime | None = None, chased: datetime | None = None) -> CaseRow:
    """Return one list row."""
    state = state_of(case)
    return CaseRow(
        number=case.number, href=case_url(case), names=case.title, kind=short_kind(case),
        state=state.label, tone=state.tone, step=step_words(case, role),
        assignee=case.assignee.name if case.assignee else "", received_on=case.received_on,
        due_on=case.due_on if case.is_open else None, is_open=case.is_open, since=since, chased=chased,
        waits_on=_waits_on(case, state.waits_on), no_due=_no_due(case), office_day=_office_day(case),
    )  # fmt: skip


def _no_due(case: Case) -> str:
    """Say why a row has no due date: one word would hide whether the clock has not begun or has done its work."""
    if not case.is_open:
        return "Closed"
    if case.due_on:
        return ""
    duties = [row for row in DEADLINES if row.kind == case.kind and row.law and row.duty_of == "department"]
    if not duties:
        return "No clock"
    if case.state in _done_states(lifecycle_of(case), {name for row in duties for name in row.meets_on}):
        return "Decided"
    return "Not started" if state_of(case).waits_on == "complainant" else "Not running"


def _done_states(lifecycle: Lifecycle, acts: set[str]) -> set[str]:
    """Return the open states to which one of `acts` leads and all that follow on them."""
    found = {lifecycle.by_name[name].to for name in acts}
    while more := {
        row.to for row in lifecycle.transitions
        if found & set(row.source) and row.to in lifecycle.open_states() and row.to not in found
    }:  # fmt: skip
        found |= more
    return found


def _office_day(case: Case) -> date | None:
    """Return the last office day before a due date on which the office is closed; None for one on which it is open."""
    if not case.is_open or case.due_on is None:
        return None
    last = calendar.office_day_on_or_before(case.due_on)
    return None if last == case.due_on else last


def short_kind(case: Case) -> str:
    """Return the kind as a table shows it: "Living wage"."""
    return str(kinds.get(case.kind).lifecycle.title).removesuffix(" complaint").replace("-", " ")


def _waits_on(case: Case, role: str) -> str:
    if role in WORKER_ROLES and case.assignee:
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
