"""Keeps the duty to assess from being forgotten: whoever has the notice is asked from the first day on which it can be done.

The law has the department assess a surcharge where an official was not told in time (R-109.07-4ma). Asked is when a notice
is listed, with each revision, and on each day, so that an event that lay ahead when the notice was listed is not overlooked.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date, datetime

from django.db.models import Q, QuerySet

from closings.content import OFFICIAL, NoticeContent
from closings.estimate import decidable_on, estimate
from closings.recording import latest
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Task

logger = logging.getLogger(__name__)

LISTED = "listed"  # the state in which a determination is drafted or the file is closed
ASKS = "An official seems to be told too late: draft the determination"


def owed(content: NoticeContent) -> bool:
    """Whether a determination is called for: notice seems to be required, and an official is told late or not at all.

    What the employer alone says against its duty, a strike or a sale without a stop, is decided and does not settle it.
    """
    found = estimate(replace(content, cause="other", keeps_running=False))
    return found.required is not False and any(row.short for row in found.told if row.facts.kind == OFFICIAL)


def watch(case: Case, *, on: date, at: datetime) -> None:
    """Ask for the determination if it is owed and can be drafted on `on`, and ask no more where it is not.

    Runs in the unit of work of an act, on a case that is held.
    """
    content = latest(case.closing)
    asked = list(open_tasks(case).values_list("key", flat=True))
    until = decidable_on(content)
    if case.state == LISTED and until is not None and until <= on and owed(content):
        if not asked:
            cases.open_task(key=_next_key(case), what=ASKS, at=at, case=case, person=case.assignee, role="coordinator")
    elif asked:
        cases.finish_tasks(keys=asked, at=at)


def watch_all(on: date, now: datetime) -> int:
    """The daily duty: look at every listed notice, and return how many were asked about."""
    opened = 0
    for pk in Case.objects.filter(kind="closing", state=LISTED).order_by("pk").values_list("pk", flat=True):
        try:
            with cases.case_unit(pk) as held:
                case = held[pk]
                before = open_tasks(case).count()
                watch(case, on=on, at=now)
                opened += max(open_tasks(case).count() - before, 0)
        except Exception:  # one notice that cannot be read must not hide the others
            logger.exception("the notice of case %s could not be looked at; it is tried again tomorrow", pk)
    return opened


def keys(case: Case) -> list[str]:
    """Return the keys of the open tasks that a determination, or a reason against one, settles."""
    return list(open_tasks(case).values_list("key", flat=True))


def open_tasks(case: Case) -> QuerySet[Task]:
    """Return the open tasks that ask for the determination."""
    return _asked(case).filter(done_at=None)


def _asked(case: Case) -> QuerySet[Task]:
    key = f"short:{case.pk}"
    return Task.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"), case=case)


def _next_key(case: Case) -> str:
    """A task that was settled stays so; asking anew is a task of its own."""
    number = _asked(case).count()
    return f"short:{case.pk}:{number}" if number else f"short:{case.pk}"
