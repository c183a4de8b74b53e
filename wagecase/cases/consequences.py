"""Says before an act what it will do: who gets what, which clocks start and stop, what the public page will show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone

from wagecase.accounts.models import User
from wagecase.audit.chain import unit_of_work
from wagecase.cases import kinds
from wagecase.cases.actions import Action
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.letters import Planned, planned
from wagecase.cases.links import masked
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.deadlines.services import shortened
from wagecase.deadlines.table import DEADLINES, Deadline, rows_for
from wagecase.documents.models import Document
from wagecase.lifecycle import Transition
from wagecase.rules import calendar, law
from wagecase.web.formatting import longdate
from wagecase.web.forms import PersonNameField

FROM_THE_STAMP = {"record_verification"}
DECIDED_EMPLOYER = "decided_employer"  # an addressee whom the act itself may leave out
BEFORE_THE_DECISION = {"request_information"}  # an answer that comes later cannot be weighed


@dataclass(frozen=True, slots=True)
class Sends:
    """One notice in words; `letter` is its place in the plan when it carries a letter that can be shown, else None."""

    text: str
    letter: int | None = None


@dataclass(frozen=True, slots=True)
class Consequences:
    """All that the box "What this does" says."""

    sends: tuple[Sends, ...]
    clocks: tuple[str, ...]
    public: str
    cite: str


def of(case: Case, row: Transition, action: Action, *, today: date) -> Consequences:
    """Return the consequences of `row` for `case` if it were done today."""
    stages = dict(lifecycle_of(case).stages)
    cite = f"s. {row.cite}" if row.cite[:1].isdigit() else row.cite
    return Consequences(
        sends=tuple(_sends(case, row, action)), clocks=tuple(_clocks(case, row, today)),
        public=str(stages.get(row.public, "")), cite=cite,
    )  # fmt: skip


def _verb(case: Case, name: str) -> str:
    return f"{lifecycle_of(case).app}.{name}"


def _sends(case: Case, row: Transition, action: Action) -> list[Sends]:
    made: list[Sends] = []
    for place, plan in enumerate(planned(case, _verb(case, row.name))):
        if action.chooses and plan.row.to == action.chooses:
            made.append(Sends("E-mail to the person you choose"))
            break
        unless = _asks_first(plan) and ", unless you withhold it below"
        made.append(Sends(f"{_words(plan)}{unless or ''}", place if plan.has_letter else None))
    if elsewhere := kinds.get(case.kind).sends_elsewhere:
        made += [Sends(f"{_words(plan)}: {what}") for plan, what in elsewhere(case, row.name)]
    return made


def _asks_first(plan: Planned) -> bool:
    """Return whether the act itself asks if this recipient gets the letter: an employer that was never served."""
    party = plan.recipient.party
    return plan.row.to == DECIDED_EMPLOYER and party is not None and party.told_on is None


def _words(plan: Planned) -> str:
    name, role = plan.recipient.label, plan.row.to.rpartition("_")[2]
    if plan.channel == "letter":
        return f"Letter by post to {name} ({role})"
    what = "E-mail with a link to the letter" if plan.has_letter else "E-mail"
    return f"{what} to {name} ({role})"


def _clocks(case: Case, row: Transition, today: date) -> list[str]:
    lines = []
    duties = [one for one in DEADLINES if one.kind == case.kind and one.law and one.duty_of == "department"]
    for deadline in rows_for(case.kind, row.name, "starts_on"):
        lines.append(_starts(deadline, row, today, before=case.due_on if duties else None))
    running = {clock.key: clock for clock in case.clocks.filter(status=Clock.Status.RUNNING)}
    for column in ("meets_on", "ends_on"):
        for deadline in rows_for(case.kind, row.name, column):
            unmet = column == "ends_on" and deadline.law and deadline.duty_of == "department"
            words = "Ends the clock without a decision" if unmet else "Stops the clock"
            if clock := running.get(deadline.key):
                lines.append(f"{words}: {deadline.headline.lower()} {longdate(clock.legal_due)}.")
    return lines


def _starts(deadline: Deadline, row: Transition, today: date, *, before: date | None) -> str:
    length = law.in_force(deadline.length, today)
    practice = "" if deadline.law else ", office practice"
    number = length.number
    if row.name in BEFORE_THE_DECISION and before is not None:
        number = shortened(deadline, start=today, before=before)
    period = f"{number} {length.unit}{practice}"
    if row.name in FROM_THE_STAMP:
        return f"Starts the clock: {deadline.headline.lower()} {period} after the day stamped on the form."
    due = calendar.due(start=today, length=number, act=deadline.act).value
    return f"Starts the clock: {deadline.headline.lower()} {longdate(due.legal_due)} ({period})."


class _Undo(Exception):
    """Leaves the trial of an act without a trace."""


def letter_html(case: Case, action: Action, place: int, *, user: User, at: datetime, typed: QueryDict | None) -> str:
    """Return the HTML of the letter at `place` of the plan, as the act would freeze it; nothing is kept.

    The act is tried in a transaction that is always undone, so that the letter shows the words as typed and not an
    imitation of them. What is not typed yet stands as its label in brackets; private links are
    hidden, as in every copy of staff. LookupError when there is no such letter.
    """
    plans = planned(case, _verb(case, action.name))
    if place >= len(plans) or not plans[place].has_letter:
        raise LookupError(place)
    plan = plans[place]
    form = _sample(case, action, user=user, at=at, typed=typed)
    last = Document.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    found: Document | None = None
    try:
        with unit_of_work():
            action.run(case, form=form, user=user, at=at)
            party = plan.recipient.party
            found = Document.objects.filter(
                pk__gt=last, case=case, kind=plan.row.kind, party_id=party.pk if party else None
            ).last()
            raise _Undo
    except _Undo:
        pass
    if found is None:
        raise LookupError(place)
    return masked(found.html)


def _sample(case: Case, action: Action, *, user: User, at: datetime, typed: QueryDict | None) -> Any:
    """Return a valid form: what was typed where it can be used, else the label in brackets, today, the first choice."""
    today = timezone.localdate(at)
    blank = action.form(case=case, user=user, today=today)
    data = {name: _stand_in(blank, name, today) for name in blank.fields}
    data |= {"version": case.version, "seen": 0}
    for name in blank.fields:
        value = typed.get(name, "") if typed else ""
        if value and name not in {"version", "seen", "submission_key", "draft_sha256"}:
            trial = action.form({**data, name: value}, case=case, user=user, today=today)
            if name not in trial.errors:
                data[name] = value
    form = action.form(data, case=case, user=user, today=today)
    form.full_clean()
    if form.errors:
        raise LookupError(f"{action.name}: no sample of {', '.join(form.errors)}")
    return form


def _stand_in(form: forms.Form, name: str, today: date) -> Any:
    field, initial = form.fields[name], form.get_initial_for_field(form.fields[name], name)
    if isinstance(field, forms.ChoiceField):
        return initial or next((value for value, _label in cast(Iterable[tuple[str, str]], field.choices) if value), "")
    if isinstance(field, forms.DateField):
        return today.isoformat()
    if isinstance(field, forms.FileField) or field.widget.needs_multipart_form:
        return []
    if initial:
        return initial
    if not field.required:
        return ""
    if stand_in := getattr(field, "stand_in", ""):
        return stand_in
    return str(field.label) if isinstance(field, PersonNameField) else f"[{field.label}]"
