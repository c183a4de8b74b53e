"""The only writers of a case's state: open_case and advance; assignment, notes and tasks stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from django.db.models import F, Min, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from wagecase.accounts import acting
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import kinds, letters
from wagecase.cases.models import Case, CaseNumber, Note
from wagecase.cases.searching import index_words
from wagecase.cases.tasks import finish_tasks, open_task, told_by_the_act
from wagecase.deadlines import services as clocks
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY, rows_for
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import SAME, Actor, Transition

__all__ = ["add_note", "advance", "case_unit", "finish_tasks", "next_number", "open_case", "open_task", "unit_of_work"]

Apply = Callable[[Case], "Mapping[str, Any] | None"]


@contextmanager
def case_unit(*ids: int) -> Iterator[dict[int, Case]]:
    """A unit of work that holds the named cases locked, taken in ascending id so that two units cannot deadlock.

    An id never changes, so the lock leaves room for a foreign key to be checked: PostgreSQL looks at the parent of a
    case that was written twice once more when that unit ends, and would wait for whoever holds the parent.
    """
    with unit_of_work():
        rows = Case.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
        yield {case.pk: case for case in rows}


def next_number(prefix: str, year: int) -> str:
    """Return the next case number of `prefix` and `year`, such as LW-2026-000123; never given twice.

    Must run inside a unit of work: the counter row stays locked until the case commits.
    """
    CaseNumber.objects.get_or_create(prefix=prefix, year=year)
    CaseNumber.objects.filter(prefix=prefix, year=year).update(last=F("last") + 1)
    last = CaseNumber.objects.get(prefix=prefix, year=year).last
    return f"{prefix}-{year}-{last:06d}"


def open_case(
    kind: str,
    name: str,
    *,
    actor: Actor,
    at: datetime,
    received_on: date,
    received_at: datetime | None,
    title: str,
    channel: str,
    apply: Apply | None = None,
    counts_from: date | None = None,
    **fields: Any,
) -> Case:
    """Open a case by the opening row `name` of `kind` and return it.

    `received_on` is the local or stamped date, `received_at` the instant (None for paper). `apply(case)` writes the
    details and may return further facts. Clocks of the row start on `counts_from`, or else on `received_on`.
    Raises NotPermitted when the actor's role may not open it.
    """
    spec = kinds.get(kind)
    row = spec.lifecycle.get(name)
    if row.source:
        raise ValueError(f"{kind}.{name} does not open a case")
    _check_role(row, actor, at=at)
    with unit_of_work():
        case = Case.objects.create(
            number=next_number(spec.lifecycle.prefix, received_on.year),
            kind=kind, state=row.to, title=title[:250], received_on=received_on, received_at=received_at,
            channel=channel, opened_at=at, is_open=spec.lifecycle.state_by_name[row.to].open, **fields,
        )  # fmt: skip
        index_words(case, kind="number", text=case.number)
        with told_by_the_act(case) as tasks:
            facts = dict((apply(case) if apply else None) or {})
        if tasks:
            facts["task_ids"] = tasks
        if rows_for(kind, name, "starts_on"):
            facts["counts_from"] = counts_from or received_on
        _effects(case, row, actor=actor, at=at, facts=facts, start_at=received_at)
        case.refresh_from_db()
    return case


def advance(
    case: Case,
    name: str,
    *,
    actor: Actor,
    at: datetime,
    expected_version: int | None,
    apply: Apply | None = None,
    **facts: Any,
) -> Case:
    """Do the act `name` on `case` and return the fresh row.

    Checks role, state, guard and (unless the act only adds a row) the version that the person saw; writes state and
    version by compare-and-set, then details, clocks, letters, notices and one audit event, all or nothing.
    Raises NotPermitted (role), StaleVersion (somebody was faster), TransitionNotAllowed (state or guard).
    """
    row = kinds.get(case.kind).lifecycle.get(name)
    actor = acting.with_lent(actor, row, at=at)
    _check_role(row, actor, at=at)
    with case_unit(case.pk) as cases:
        case = cases[case.pk]
        _check_party(case, row, actor)
        _check_state(case, row, actor, expected=expected_version)
        changes: dict[str, Any] = {}
        if row.to != SAME or row.edits:
            lifecycle = kinds.get(case.kind).lifecycle
            new = row.target(case)
            case.left_state = case.state
            is_open = lifecycle.state_by_name[new].open
            if _as_read(case).update(state=new, version=F("version") + 1, is_open=is_open) != 1:
                raise _stale(case, row)
            if new != case.state:
                changes["state"] = (case.state, new)
            case.refresh_from_db()
        with told_by_the_act(case) as tasks:
            facts.update((apply(case) if apply else None) or {})
        if tasks:
            facts["task_ids"] = [*facts.get("task_ids", ()), *tasks]
        _effects(case, row, actor=actor, at=at, facts=facts, changes=changes)
        case.refresh_from_db()
    return case


def _as_read(case: Case) -> QuerySet[Case]:
    """Return the row of `case` if it still is what was read, or nothing when another act was faster."""
    return Case.objects.filter(pk=case.pk, state=case.state, version=case.version)


def _stale(case: Case, row: Transition) -> StaleVersion:
    """Return the refusal of a page that is out of date; it says what was done meanwhile where that ends the matter."""
    words = gettext("Somebody changed this case after you opened the page. Your text is kept below.")
    if case.state not in row.source:
        label = kinds.get(case.kind).lifecycle.state_by_name[case.state].label
        words = gettext("Somebody was faster: the case is “%(state)s” now, so “%(act)s” is not possible any more.") % {
            "state": gettext(label),
            "act": gettext(row.label),
        }
    return StaleVersion(words, transition=row.name, state=case.state)


def _check_role(row: Transition, actor: Actor, *, at: datetime) -> None:
    if not row.admits(actor):
        roles = gettext(" or ").join(gettext(role) for role in row.by)
        words = gettext("%(act)s: only %(roles)s may do this.") % {"act": gettext(row.label), "roles": roles}
        words = f"{words} {acting.why_not(actor, row, at=at)}".strip()
        raise NotPermitted(words, transition=row.name)


def _check_party(case: Case, row: Transition, actor: Actor) -> None:
    """A link opens one case in one role; whatever a page let through, it acts on no other."""
    if actor.kind == "link" and not (actor.id and case.parties.filter(pk=actor.id, role=actor.role).exists()):
        words = gettext("%(act)s: this link belongs to another case.") % {"act": gettext(row.label)}
        raise NotPermitted(words, transition=row.name)


def _check_state(case: Case, row: Transition, actor: Actor, *, expected: int | None) -> None:
    label = kinds.get(case.kind).lifecycle.state_by_name[case.state].label
    if expected is not None and (row.to != SAME or row.edits) and expected != case.version:
        raise _stale(case, row)
    if case.state not in row.source:
        words = gettext("“%(act)s” is not possible now: the case is “%(state)s”.")
        words %= {"act": gettext(row.label), "state": gettext(label)}
        raise TransitionNotAllowed(words, transition=row.name, state=case.state)
    refusal = row.guard(case, actor) if row.guard else None
    if refusal:
        raise TransitionNotAllowed(refusal, transition=row.name, state=case.state)


def _effects(
    case: Case,
    row: Transition,
    *,
    actor: Actor,
    at: datetime,
    facts: dict[str, Any],
    changes: Mapping[str, tuple[Any, Any]] | None = None,
    start_at: datetime | None = None,
) -> None:
    """Move the clocks, write the event, freeze letters and queue notices of one act, inside its unit of work."""
    verb = f"{kinds.get(case.kind).lifecycle.app}.{row.name}"
    if not facts.get("no_clock"):
        _move_clocks(case, row, verb=verb, at=at, start_at=start_at, facts=facts)
    refresh_due(case)
    words = facts.pop("changes", {})
    record(
        verb=verb,
        actor=actor,
        at=at,
        case_id=case.pk,
        facts={k: v for k, v in facts.items() if k in FACTS_ON_RECORD},
        citations=[row.cite] if row.cite else [],
        changes={**(changes or {}), **words},
    )
    letters.queue_for(case, on=verb, actor=actor, at=at, facts={**facts, "at": at})


def _move_clocks(
    case: Case, row: Transition, *, verb: str, at: datetime, start_at: datetime | None, facts: Mapping[str, Any]
) -> None:
    """Start the clocks of an act on its day 0 (`counts_from`) and stop others on the day it was done (`done_on`).

    `before` is a day that the office's own periods must not reach, `due_given` the last day where the act names it, and
    `revived` the clock that goes on.
    """
    today = timezone.localdate(at)
    start_on = facts.get("counts_from") or today
    for deadline in rows_for(case.kind, row.name, "starts_on"):
        clocks.open_clock(
            case=case, row=deadline, start_on=start_on, start_at=start_at, verb=verb, at=at, before=facts.get("before"),
            due_given=facts.get("due_given"), revived=facts.get("revived"),
        )  # fmt: skip
    for column, met in (("meets_on", True), ("ends_on", False)):
        stopped = rows_for(case.kind, row.name, column)
        clocks.stop_clocks(case=case, rows=stopped, met=met, verb=verb, on=facts.get("done_on") or today, at=at)


# What an act may leave in the chain: ids, days, hashes and words of our own tables; all else stays out of it.
FACTS_ON_RECORD = frozenset({
    "counts_from", "done_on", "assignee_id", "party_id", "document_sha256", "document_id", "attachment_ids", "notice_id",
    "served_on", "verification", "declaration_version", "language", "reasonable_cause", "stamped_on", "channel", "note_id",
    "request_id", "no_clock", "determination_id", "order_id", "task_ids", "appointment_id",
})  # fmt: skip


def refresh_due(case: Case) -> None:
    """Copy the earliest due date of the department's running clocks onto the case, for lists and home pages."""
    keys = [key for key, row in BY_KEY.items() if row.duty_of == "department"]
    due = Clock.objects.filter(case=case, key__in=keys, status=Clock.Status.RUNNING).aggregate(due=Min("legal_due"))
    Case.objects.filter(pk=case.pk).update(due_on=due["due"])
    case.due_on = due["due"]


def add_note(case: Case, *, text: str, author: Any, at: datetime) -> Note:
    """Keep a staff note on the case. It adds a row and so neither checks nor bumps the case's version.

    Raises NotPermitted for anybody who does not handle cases.
    """
    if not author.handles_cases:
        raise NotPermitted("Only people who handle cases may add notes.", transition="add_note")
    with unit_of_work():
        note = Note.objects.create(case=case, author=author, text=text, at=at)
        record(verb="cases.add_note", actor=author.actor, at=at, case_id=case.pk, facts={"note_id": note.pk})
    return note
