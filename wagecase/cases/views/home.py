"""The staff home: what needs me, what waits on others, what is due; tasks, letters to mail, and the unit's load."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from wagecase.accounts.access import case_staff_required, staff_required
from wagecase.accounts.models import Role, User
from wagecase.cases import rows, selectors
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case, Task
from wagecase.cases.queue import WEEK
from wagecase.cases.tasks import finish_task
from wagecase.rules import calendar

ROWS = 8


@require_safe
@staff_required
def home(request: HttpRequest) -> HttpResponse:
    """Home of case staff; an administrator's home is operations."""
    user, today = request.user, timezone.localdate()
    if not user.handles_cases:
        return redirect("staff_operations")
    tasks = list(selectors.open_tasks(user)[: ROWS + 1])
    context = {
        "today": today, "now": timezone.now(), "role": user.role,
        "needs": _column(partial(rows.rows, exact=True), selectors.needs(user)),
        "waiting": _column(rows.waiting_rows, selectors.waiting_on_others(user)),
        "due_groups": _due_groups(today, user),
        "tasks": _with_hrefs(tasks[:ROWS]), "more_tasks": len(tasks) > ROWS,
        "letters": list(selectors.unmailed_letters(user)[: ROWS + 1]),
        "unit": _unit(user) if user.role == Role.SUPERVISOR else None,
    }  # fmt: skip
    return render(request, "staff/home.html", context)


@require_safe
@case_staff_required
def tasks(request: HttpRequest) -> HttpResponse:
    """Everything that the person, or the role, has been asked to do and nobody has done; what is due first comes first."""
    found = Paginator(selectors.open_tasks(request.user), settings.PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "staff/tasks.html", {
        "page": found, "tasks": _with_hrefs(found.object_list), "today": timezone.localdate(),
    })  # fmt: skip


def _with_hrefs(tasks: Iterable[Task]) -> list[Task]:
    made = list(tasks)
    for task in made:
        task.href = _href(task)  # type: ignore[attr-defined]
    return made


def _href(task: Task) -> str:
    sort, _colon, rest = task.key.partition(":")
    if sort == "rates":
        return reverse("staff_rates_schedule", args=[rest.partition(":")[0]])
    return case_url(task.case) if task.case else ""


def _column(worded: Callable[[list[Case]], list[rows.CaseRow]], cases: QuerySet[Case]) -> dict[str, Any]:
    """Return up to eight rows, made by `worded`, and the whole number."""
    first = list(rows.with_details(cases).order_by(F("due_on").asc(nulls_last=True), "id")[: ROWS + 1])
    total = len(first) if len(first) <= ROWS else cases.count()
    return {"rows": worded(first[:ROWS]), "total": total, "more": total > ROWS}


def _due_groups(today: date, user: User) -> list[dict[str, Any]]:
    """Return overdue, today and the week: each asked for by itself, so that a heap of one never hides another."""
    mine = "" if user.role == Role.SUPERVISOR else "&assignee=me"
    made = []
    for title, name, since, until in (
        ("Overdue", "overdue", None, calendar.day_after(today, -1)),
        ("Today", "today", today, today),
        ("Within a week", "soon", calendar.day_after(today), calendar.day_after(today, WEEK)),
    ):
        column = _column(partial(rows.rows, role=user.role, exact=True), selectors.due(user, since=since, until=until))
        made.append({"title": title, "query": f"due={name}&sort=due{mine}", **column})
    return made


def _unit(user: User) -> dict[str, Any]:
    """Return what a supervisor watches: what waits for a signature, what nobody has, who is late with how many."""
    cases = selectors.visible_to(user).filter(is_open=True)
    late = (
        cases.filter(due_on__lt=timezone.localdate()).values("assignee", "assignee__name").order_by("assignee__name")
        .annotate(count=Count("pk"))
    )  # fmt: skip
    return {
        "signing": selectors.to_sign(user).count(), "unassigned": selectors.to_assign(user).count(), "late": list(late),
    }  # fmt: skip


@require_POST
@case_staff_required
def task_done(request: HttpRequest, task_id: int) -> HttpResponse:
    """Mark one of my tasks as done; a task that an act closes has no such button and is not found here."""
    task = get_object_or_404(Task, pk=task_id)
    if task.done_at is None:
        if task.ends_by_act or not selectors.open_tasks(request.user).filter(pk=task.pk).exists():
            raise Http404
        finish_task(task=task, by=request.user, at=timezone.now())
    back = "staff_tasks" if request.POST.get("from") == "tasks" else "staff_home"
    return HttpResponseRedirect(reverse(back), status=303)
