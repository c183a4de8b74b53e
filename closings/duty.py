"""Keeps the duty to assess from being forgotten: whoever has the notice is asked from the first day on which it can be done.

The law has the department assess a surcharge where an official was not told in time (R-109.07-4ma). Asked is when a notice
is listed, with each revision, and on each day, so that an event that lay ahead when the notice was listed is not overlooked.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from closings.content import LAYOFF, OFFICIAL, NoticeContent
from closings.estimate import Estimate, coverage, decidable_on, estimate, part_here
from closings.guards import ORDERS
from closings.models import Determination
from closings.recording import latest
from closings.together import Near, Other, apart, moved, near, near_each
from wagecase.cases import services as cases
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.models import Case, Task
from wagecase.cases.tasks import next_key

logger = logging.getLogger(__name__)

LISTED = "listed"  # the state in which a determination is drafted or the file is closed
ASKS = "An official seems to be told too late: draft the determination"
ASKS_WITH = "Perhaps one with %s: together notice seems to be required, and an official seems to be told too late"
MOST_NAMED = 3


def owed(content: NoticeContent, others: Sequence[Near] = ()) -> bool:
    """Whether a determination is called for: notice seems to be required, and an official is told late or not at all.

    What the employer alone says against its duty, a strike or a sale without a stop, is decided and does not settle it.
    `others` are the employer's notices within 90 days: with them notice may be required where it is not without.
    """
    found = _reached(content)
    return _late(found) and (found.required is not False or bool(_makes_it(content, others)))


def owed_now(case: Case) -> bool:
    """Whether a determination is called for on a notice as it stands, or perhaps as one with others of the employer."""
    content = latest(case.closing)
    return owed(content) or bool(perhaps_with(case, content))


def perhaps_with(case: Case, content: NoticeContent, others: Sequence[Near] | None = None) -> list[Near]:
    """Return the other notices with which notice would be required, where it is not without them and an official is late.

    Whether they are one reduction is judged (DWD 279.04 (2)). `others` are those within 90 days, where they were read
    already.
    """
    found = _reached(content)
    if not _late(found) or found.required is not False:
        return []
    return _makes_it(content, near(case) if others is None else others)


def _makes_it(content: NoticeContent, others: Sequence[Near]) -> list[Near]:
    counts = [row for row in others if not apart(content, row.content)]
    if content.event == LAYOFF:
        counts = [row for row in counts if not _enough_alone(content, part_here(content, row.content))]
    return counts if counts and _reached(content, counts).required is not False else []


def _enough_alone(content: NoticeContent, other: NoticeContent) -> bool:
    """Whether another reduction reaches the number by itself: it is then not added to the rest (DWD 279.04 (2)).

    An old list does not state how many the employer has; this notice does.
    """
    persons = content.persons_in_state if other.persons_in_state is None else other.persons_in_state
    found = coverage(replace(other, persons_in_state=persons, keeps_running=False, cause="other"))
    return found is not None and bool(found.value["business_closing"] or found.value["mass_layoff"])


def _reached(content: NoticeContent, others: Sequence[Near] = ()) -> Estimate:
    plain = replace(content, cause="other", keeps_running=False)
    return estimate(plain, others=[row.content for row in others])


def _late(found: Estimate) -> bool:
    return any(row.short for row in found.told if row.facts.kind == OFFICIAL)


def watch(case: Case, *, on: date, at: datetime, others: Sequence[Near] | None = None) -> None:
    """Ask for the determination if it is owed and can be drafted on `on`, and ask no more where it is not.

    One that was signed and is in force is asked about by what changes of the notice, not here. `others` are the employer's notices within 90 days, where they were read already. Runs in the unit of work of an act,
    on a case that is held.
    """
    content = latest(case.closing)
    asked = dict(open_tasks(case).values_list("key", "what"))
    until = decidable_on(content)
    what = ""
    if case.state == LISTED and until is not None and until <= on and ORDERS.signed(case) is None:
        what = ASKS if owed(content) else _asks_with(perhaps_with(case, content, others))
    if asked and what not in asked.values():  # not owed any more, or for other notices than were named
        cases.finish_tasks(keys=asked, at=at)
        asked = {}
    if what and not asked:
        cases.open_task(
            key=next_key(f"short:{case.pk}", case),
            what=what,
            at=at,
            case=case,
            person=case.assignee,
            role="coordinator",
        )
    if others is None:
        ask_where_counted(case, at=at)


def ask_where_counted(case: Case, *, at: datetime) -> None:
    """Ask whether a signed determination still stands where this notice was counted with another and is changed since.

    Runs in the unit of work of an act. A draft needs no question: nobody can sign it (`guards.may_sign`).
    """
    number = case.number
    signed = Determination.objects.filter(superseded=False).exclude(signed_at=None).select_related("case")
    for row in signed.annotate(others=Cast("together", TextField())).filter(others__contains=f'"{number}"'):
        if not moved([Other(**one) for one in row.together if one["number"] == number]):
            continue
        what = f"{number}, which was counted with it, was changed: does the determination still stand?"
        key = f"revision:{row.case_id}:{number}:{case.closing.revision}:{case.state}"
        cases.open_task(key=key, what=what, at=at, case=row.case, person=row.case.assignee, role="coordinator")


def keys_where_counted(case: Case) -> list[str]:
    """Return the keys of the open tasks that ask whether the determination of `case` stands after another notice changed."""
    asked = case.tasks.filter(done_at=None, key__startswith=f"revision:{case.pk}:{lifecycle_of(case).prefix}-")
    return list(asked.values_list("key", flat=True))


def _asks_with(others: Sequence[Near]) -> str:
    return ASKS_WITH % numbers(others) if others else ""


def numbers(others: Sequence[Near]) -> str:
    """Return the numbers of other notices in words, the first three of many."""
    named = [row.number for row in others]
    shown, more = named[:MOST_NAMED], len(named) - MOST_NAMED
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def watch_all(on: date, now: datetime) -> int:
    """The daily duty: look at every listed notice, and return how many were asked about."""
    opened = 0
    listed = Case.objects.filter(kind="closing", state=LISTED).order_by("pk").select_related("closing")
    others = _others_of(list(listed))
    for pk in listed.values_list("pk", flat=True):
        try:
            with cases.case_unit(pk) as held:
                case = held[pk]
                before = open_tasks(case).count()
                watch(case, on=on, at=now, others=others.get(pk))
                opened += max(open_tasks(case).count() - before, 0)
        except Exception:  # one notice that cannot be read must not hide the others
            logger.exception("the notice of case %s could not be looked at; it is tried again tomorrow", pk)
    return opened


def _others_of(listed: Sequence[Case]) -> dict[int, list[Near]]:
    """Return the other notices of every listed one at once, else none: each is then asked for with its own."""
    try:
        return near_each(listed)
    except Exception:
        logger.exception("the other notices of employers could not be read together")
        return {}


def keys(case: Case) -> list[str]:
    """Return the keys of the open tasks that a determination, or a reason against one, settles."""
    return list(open_tasks(case).values_list("key", flat=True))


def open_tasks(case: Case) -> QuerySet[Task]:
    """Return the open tasks that ask for the determination."""
    key = f"short:{case.pk}"
    return Task.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"), case=case, done_at=None)
