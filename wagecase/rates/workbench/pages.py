"""What the pages of the workbench read: the piles of schedules, one schedule with what can be done, and the methods."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from wagecase.accounts.models import Role
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rates import services, succession
from wagecase.rates.books import published_book
from wagecase.rates.models import (
    DATED,
    DRAFT,
    IN_FORCE,
    INDEX,
    POVERTY_LINE,
    PROPOSED,
    SUPERSEDED,
    TYPED,
    RateRow,
    RateSchedule,
)
from wagecase.rates.workbench import acts, packets, shown
from wagecase.rates.workbench.forms import TableForm
from wagecase.rules.proposal_tables import FIRST_DAY, LAST_DAY
from wagecase.rules.proposals import Proposal
from wagecase.web.formatting import longdate, shortday

TONES = {DRAFT: "neutral", PROPOSED: "waiting", IN_FORCE: "done", SUPERSEDED: "neutral"}
PREPARED = "You prepared this schedule. A second person must enter its authority."


@dataclass(frozen=True, slots=True)
class Method:
    """One way to find the amounts: its name, what it asks, by whose rule, and its dates."""

    name: str
    label: str
    about: str
    dates: str
    law: str


METHODS = (
    Method(
        INDEX, "Price index", "Every amount in effect on August 31 goes up or down with the consumer price index.",
        "Promulgated by September 1; applies from that day.", "2007 Senate Bill 130, 104.035 (9)",
    ),
    Method(
        POVERTY_LINE, "Poverty line", "Seven hourly rates follow from the federal poverty line of a family of 3.",
        "Promulgated within 30 days after the line is published; applies from the first day of the next month.",
        "2003 Assembly Bill 622, 104.035 (1) to (5)",
    ),
    Method(
        DATED, "Dated schedule", "A table whose amounts have a first day each.",
        "The table states its days; there is no deadline.", "as in 2005 Assembly Bill 77, 104.035",
    ),
    Method(
        TYPED, "Typed table", "A table of which all amounts begin on one day.", "You enter the first day.",
        "104.04",
    ),
)  # fmt: skip


def of_method(name: str) -> dict[str, Any]:
    """Return what the page of a method needs besides its form."""
    method = next(one for one in METHODS if one.name == name)
    names = [(shown.label(class_), class_, items) for class_, items in TableForm.names()]
    return {"method": method, "names": names if name in (DATED, TYPED) else []}


def piles(today: date) -> list[dict[str, Any]]:
    """Return the schedules in piles, the one that answers today first; empty piles say what would be there."""
    found = list(RateSchedule.objects.defer("findings", "inputs").order_by("-first_day", "-pk"))
    bills = [row for row in found if row.is_bill]
    known: dict[str, list[RateSchedule]] = {}
    for row in found:
        if not row.is_bill:
            known.setdefault(_pile(row, today), []).append(row)
    kinds = (
        ("In force", known.get(IN_FORCE, []), "No schedule is in force."),
        ("Published, from a later day", known.get("later", []), ""),
        ("Proposed", known.get(PROPOSED, []), "Nothing is proposed."),
        ("Drafts", known.get(DRAFT, []), "No draft. Start a revision to make one."),
        ("Superseded", known.get(SUPERSEDED, []), "No schedule was superseded yet."),
        ("Bills: proposed, not law", bills, "No bill is loaded."),
    )
    return [
        {"title": title, "rows": [(row, *_state(row, today)) for row in rows], "empty": empty}
        for title, rows, empty in kinds
        if rows or empty
    ]


def of_schedule(schedule: RateSchedule, actor: Actor, *, today: date) -> dict[str, Any]:
    """Return what the page of a schedule shows, and which acts the person may do on it now."""
    proposal = acts.proposal_of(schedule)
    state, tone = _state(schedule, today)
    told: dict[str, Any] = {"schedule": schedule, "state": state, "tone": tone, "acts": _acts(schedule, actor)}
    told["prepared_by_me"] = schedule.status == PROPOSED and actor.key in schedule.hands
    if proposal is None:
        return {**told, "printed": _printed(schedule)}
    return {
        **told, **packets.context(schedule, proposal, is_draft=schedule.status == DRAFT),
        "stale": schedule.status in (DRAFT, PROPOSED) and services.is_stale(schedule),
        "unweighed": [label for label, words in shown.factors(schedule) if not words],
        "packet": packets.latest(schedule), "first": proposal.lines[0], "replaced": _replaced(schedule, proposal),
        "begins_later": schedule.begins_after(today),
        "flags": [*_early(schedule, today), *shown.flags(proposal)],
    }  # fmt: skip


def filled_for(given: str, *, today: date) -> date:
    """Return the day whose rates fill a typed table: the first day that is meant, or today."""
    try:
        day = date.fromisoformat(given)
    except ValueError:
        return today
    return day if FIRST_DAY <= day <= LAST_DAY else today


def _early(schedule: RateSchedule, today: date) -> list[dict[str, str]]:
    """Return what the calendar says against a table that is not in force yet."""
    if schedule.is_published or schedule.first_day is None:
        return []
    found = []
    if schedule.first_day <= today:
        text = (
            f"The first day, {longdate(schedule.first_day)}, has begun already. Whoever puts the schedule in force must say "
            "where the authority itself sets that day."
        )
        found.append({"tone": "warn", "text": text, "law": ""})
    end = date(schedule.first_day.year, 5, 31)
    if schedule.method == INDEX and today <= end:
        text = f"The 12 months ending {longdate(end)} are not over, so their average cannot be known yet. Check the figure."
        found.append({"tone": "warn", "text": text, "law": ""})
    return found


def not_now(schedule: RateSchedule) -> str:
    """Return the sentence for an act that the state of a schedule does not allow."""
    if schedule.is_bill:
        return "This is the table of a bill: proposed, not law. It is kept as it was introduced."
    return f"The schedule is “{schedule.get_status_display().lower()}”."


def must_be(schedule: RateSchedule, status: str, *, act: str) -> None:
    """Raise TransitionNotAllowed unless the schedule, of staff's own making, has the status."""
    if schedule.is_bill or schedule.status != status:
        raise TransitionNotAllowed(not_now(schedule), transition=act, state=schedule.status)


def must_be_another(schedule: RateSchedule, actor: Actor) -> None:
    """Raise TransitionNotAllowed for somebody who prepared any version of the schedule."""
    if actor.key in schedule.hands:
        raise TransitionNotAllowed(PREPARED, transition="publish_schedule", state=schedule.status)


def _acts(schedule: RateSchedule, actor: Actor) -> list[str]:
    """Return the names of the acts that can be offered: none for a bill, none to somebody who may not."""
    if schedule.is_bill or not acts.proposal_of(schedule):
        return []
    is_supervisor = actor.role == Role.SUPERVISOR
    offered = {
        DRAFT: ["edit", *(["propose"] if is_supervisor else [])],
        PROPOSED: ["withdraw", *(["publish"] if is_supervisor and actor.key not in schedule.hands else [])],
    }
    return offered.get(schedule.status, [])


def _pile(schedule: RateSchedule, today: date) -> str:
    """Return where a schedule stands in the list: one that was superseded answers until its last day is over."""
    if schedule.begins_after(today):
        return "later"
    if schedule.status == SUPERSEDED and schedule.last_day and schedule.last_day >= today:
        return IN_FORCE
    return schedule.status


def _state(schedule: RateSchedule, today: date) -> tuple[str, str]:
    """Return the words and the tone of a schedule in the list."""
    if schedule.is_bill:
        return "Bill, never law", "neutral"
    if schedule.begins_after(today):
        return f"In force from {shortday(schedule.first_day)}", "active"
    if schedule.status == SUPERSEDED and schedule.last_day:
        if schedule.last_day >= today:
            return f"In force to {shortday(schedule.last_day)}", TONES[IN_FORCE]
        return f"Answered to {shortday(schedule.last_day)}", TONES[SUPERSEDED]
    return str(schedule.get_status_display()), TONES[schedule.status]


def _replaced(schedule: RateSchedule, proposal: Proposal) -> list[dict[str, Any]]:
    """Return the amounts announced for later days that putting the schedule in force would take away."""
    if schedule.is_published:
        return []
    found = succession.replaced(published_book().rows, acts.rows_of(proposal))
    return [
        {
            "class_name": shown.label(row.class_), "what": shown.what((row.class_, row.item, row.unit)),
            "amount": row.amount, "start": row.start,
        }
        for row in found
    ]  # fmt: skip


def _printed(schedule: RateSchedule) -> list[dict[str, Any]]:
    """Return the rows of a schedule that is printed in its source."""
    rows: list[RateRow] = list(schedule.rows.filter(flag=""))
    order = {key: place for place, key in enumerate(shown.ORDER)}
    rows.sort(key=lambda row: (order.get((row.class_name, row.item, row.unit), 99), row.start))
    return [
        {
            "class_name": shown.label(row.class_name), "what": shown.what((row.class_name, row.item, row.unit)),
            "amount": row.amount, "start": shown.start_of(row.start), "end": row.end, "law": row.cite,
        }
        for row in rows
    ]  # fmt: skip
