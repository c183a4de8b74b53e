"""The frame that every staff page of one case shares: the one door to the case, and what its kind shows around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from wagecase.accounts.models import User
from wagecase.cases import kinds, timeline
from wagecase.cases.acts import lifecycle_of, state_of
from wagecase.cases.addresses import case_url
from wagecase.cases.clockwords import clock_views
from wagecase.cases.models import Case
from wagecase.cases.rows import details_of_kinds
from wagecase.cases.selectors import tasks_on, visible_to


def find(request: HttpRequest, number: str) -> Case:
    """Return the case if this person may see it and it belongs below this address.

    404 in the same words for what is missing, what is not theirs, and what stands below another kind's address.
    """
    cases = visible_to(request.user).select_related("employer", "assignee", *details_of_kinds())
    case = get_object_or_404(cases, number=number)
    if not request.path.startswith(f"/{kinds.get(case.kind).url_prefix}/"):
        raise Http404
    return case


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    frame = kinds.get(case.kind).frame
    if frame is None:
        raise LookupError(f"{case.kind} has no staff pages")
    return frame(case, section)


def around(case: Case, section: str | None, sections: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return what the frame of every kind shows: state, parties, clocks, and the sections (name, label) with their addresses.

    `section` is the current one, None on act pages.
    """
    today = timezone.localdate()
    clocks = clock_views(case, today=today)
    base = case_url(case)
    return {
        "case": case, "base": base, "today": today, "state": state_of(case), "kind": lifecycle_of(case).title,
        "parties": list(case.parties.all()), "clocks": clocks, "main_clock": clocks[0] if clocks else None,
        "other_clocks": clocks[1:],
        "sections": [
            {"label": label, "href": f"{base}{name}/" if name else base, "current": name == section}
            for name, label in sections
        ],
    }  # fmt: skip


def overview(case: Case, user: User) -> dict[str, Any]:
    """Return what the overview of every kind shows: the frame, the open tasks (those of `user` too), the last events."""
    tasks = list(tasks_on(case, user))
    return {
        **context(case, ""), "tasks": tasks, "own_tasks": [task for task in tasks if task.mine],
        "recent": timeline.days(case, words=kinds.get(case.kind).words, last=5),
    }  # fmt: skip
