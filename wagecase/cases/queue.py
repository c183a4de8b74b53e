"""The queue: which filters there are, what each does to the rows, and the chips that take one away again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict

from wagecase.accounts.models import CASE_ROLES, Role, User
from wagecase.cases import kinds
from wagecase.cases.forms import StaffDateField
from wagecase.cases.models import Case, DueOrLast
from wagecase.cases.rows import with_details
from wagecase.cases.searching import normalized
from wagecase.cases.selectors import needs, to_assign, to_sign, visible_to, waiting_on_others
from wagecase.rules import calendar
from wagecase.web.formatting import day
from wagecase.web.forms import GovForm, TextField

NOBODY, ME, TO_ASSIGN = "none", "me", "unassigned"
SORTS = {"number": "number", "received": "received_on", "due": "due_sort"}
WEEK = 7
NOT_KEPT = ("cursor",)


def _choices(first: str, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [("", first), *pairs]


class QueueForm(GovForm):
    """The filters; every one optional, all of them in the address."""

    mark_optional = False
    q = TextField(label="Number or name starts with", noun="a number or name", required=False, max_length=100)
    state = forms.ChoiceField(label="State", required=False)
    kind = forms.ChoiceField(label="Kind", required=False)
    assignee = forms.ChoiceField(label="Assigned to", required=False)
    step = forms.ChoiceField(
        label="Next step",
        required=False,
        choices=_choices("Anybody’s", [("mine", "Mine"), ("others", "Others’"), ("sign", "A signature")]),
    )
    due = forms.ChoiceField(
        label="Decision due", required=False,
        choices=_choices("Any time", [("overdue", "Overdue"), ("today", "Today"), ("soon", "After today, within a week"),
                                      ("week", "Within a week")]),
    )  # fmt: skip
    open = forms.ChoiceField(
        label="File",
        required=False,
        choices=[("yes", "Open"), ("no", "Closed"), ("all", "Open and closed")],
    )
    received_from = StaffDateField(label="Received from", noun="the first day received", required=False)
    received_to = StaffDateField(label="Received to", noun="the last day received", required=False)
    employer = TextField(label="Employer starts with", noun="the employer's name", required=False, max_length=100)

    def __init__(self, *args: Any, people: list[User], role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = [kind.lifecycle for kind in kinds.all_kinds() if role in kind.worked_by]
        states: dict[str, str] = {}  # one name may mean another thing in another kind: then both are named
        for state in (state for table in tables for state in table.states):
            words = states.setdefault(state.name, str(state.label))
            if str(state.label) not in words.split(" / "):
                states[state.name] = f"{words} / {state.label}"
        offered = {
            "state": _choices("Any state", states.items()),
            "kind": _choices("Any kind", [(table.kind, str(table.title)) for table in tables]),
            "assignee": _choices(
                "Anybody",
                [
                    (ME, "Me"),
                    (NOBODY, "Nobody"),
                    (TO_ASSIGN, "Nobody yet: to be assigned"),
                    *((str(p.pk), p.name) for p in people),
                ],
            ),
        }
        for name, choices in offered.items():
            cast(forms.ChoiceField, self.fields[name]).choices = choices

    def clean(self) -> dict[str, Any]:
        """The last day cannot lie before the first."""
        data = super().clean() or {}
        first, last = data.get("received_from"), data.get("received_to")
        if first and last and last < first:
            self.add_error("received_to", f"The last day must be {day(first)} or later")
        return data


@dataclass(frozen=True, slots=True)
class Chip:
    """One chosen filter in words and the address without it."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Header:
    """A sortable column head: what pressing it asks for and how the column is sorted now."""

    label: str
    name: str
    next: str
    aria: str  # ascending, descending or none


def people_of(user: User) -> list[User]:
    """Return whoever may have a case of the user's unit, in order of name."""
    return list(User.objects.filter(unit=user.unit, role__in=CASE_ROLES, is_active=True))


_DUE: dict[str, Callable[[date], dict[str, Any]]] = {
    "overdue": lambda today: {"due_on__lt": today},
    "today": lambda today: {"due_on": today},
    "soon": lambda today: {"due_on__gt": today, "due_on__lte": calendar.day_after(today, WEEK)},
    "week": lambda today: {"due_on__range": (today, calendar.day_after(today, WEEK))},
}


def filtered(user: User, data: dict[str, Any], *, today: date) -> QuerySet[Case]:
    """Return the visible cases that pass every filter of `data` (a cleaned QueueForm)."""
    cases = visible_to(user)  # below, `in` and not `=`: a bare boolean column in a condition finds no index on SQLite
    for name in ("state", "kind"):
        if data.get(name):
            cases = cases.filter(**{name: data[name]})
    if data.get("assignee") == TO_ASSIGN:
        cases = cases.filter(pk__in=to_assign(user).order_by().values("pk"))
    elif assignee := data.get("assignee"):
        who = Q(assignee=None) if assignee == NOBODY else Q(assignee=user.pk if assignee == ME else assignee)
        cases = cases.filter(who)
    if step := data.get("step"):
        wanted = {"mine": needs, "others": waiting_on_others, "sign": to_sign}[step](user)
        cases = cases.filter(pk__in=wanted.order_by().values("pk"))
    cases = cases.filter(_file(data))
    if due := data.get("due"):
        cases = cases.filter(is_open__in=[True], due_on__isnull=False)
        cases = cases.filter(**_DUE[due](today))
    if data.get("received_from"):
        cases = cases.filter(received_on__gte=data["received_from"])
    if data.get("received_to"):
        cases = cases.filter(received_on__lte=data["received_to"])
    for field, condition in (("q", Q()), ("employer", Q(search_entries__kind="employer"))):
        if name := normalized(data.get(field) or ""):
            found = condition & Q(search_entries__text__gte=name, search_entries__text__lt=name + "\U0010ffff")
            cases = cases.filter(pk__in=Case.objects.filter(found).values("pk"))
    return with_details(cases)


def _file(data: dict[str, Any]) -> Q:
    """Closed files are shown only to whoever asks for them: by the filter, or by a state in which a file is closed."""
    wanted = data.get("open")
    if wanted == "all" or (not wanted and data.get("state") in _closed_states()):
        return Q()
    return Q(is_open__in=[wanted != "no"])


def _closed_states() -> set[str]:
    return {state.name for kind in kinds.all_kinds() for state in kind.lifecycle.states if not state.open}


def asked(query: QueryDict, user: User) -> QueryDict:
    """Return what the address asks for; one that asks for nothing opens the person's own cases, a supervisor's unit's."""
    if any(value for name, value in query.items() if name not in (*NOT_KEPT, "sort")):
        return query
    made = query.copy()
    made["open"] = "yes"
    if user.role == Role.INVESTIGATOR:
        made["assignee"] = ME
    if not made.get("sort"):
        made["sort"] = "due"
    return made


def ordered(cases: QuerySet[Case], sort: str, *, has_due: bool) -> tuple[QuerySet[Case], tuple[str, ...], bool]:
    """Return (cases, order for paging, descending). An unknown sort reads as the newest first."""
    descending, name = sort.startswith("-"), sort.removeprefix("-")
    if name not in SORTS:
        descending, name = True, "received"
    column = SORTS[name]
    if column == "due_sort":
        if has_due:  # the plain column can use its index
            column = "due_on"
        else:
            cases = cases.annotate(due_sort=DueOrLast("due_on"))
    return cases, (column,) if column == "number" else (column, "id"), descending


def headers(sort: str) -> dict[str, Header]:
    """Return the sortable heads by name, for a table now sorted by `sort`."""
    current, descending = sort.removeprefix("-"), sort.startswith("-")
    if current not in SORTS:
        current, descending = "received", True
    made = {}
    for name, label in (("number", "Number"), ("received", "Received"), ("due", "Decision due")):
        aria = ("descending" if descending else "ascending") if name == current else "none"
        first = "-received" if name == "received" else name
        turned = name if descending else f"-{name}"
        made[name] = Header(label, name, turned if name == current else first, aria)
    return made


def chips(form: QueueForm, query: QueryDict) -> list[Chip]:
    """Return one chip for each filter in force."""
    made = []
    for name, value in form.cleaned_data.items():
        if not value:
            continue
        field = form.fields[name]
        shown = dict(field.choices).get(value, value) if hasattr(field, "choices") else value
        shown = day(shown) if isinstance(shown, date) else shown
        rest = query.copy()
        for gone in (name, *NOT_KEPT):
            rest.pop(gone, None)
        made.append(Chip(f"{field.label}: {shown}", f"?{rest.urlencode()}"))
    return made
