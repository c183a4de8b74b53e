"""Invented rate schedules for the tests: a table of two amounts, drafted by Ina, proposed by Sid, in force by Sue."""

import datetime as dt
from decimal import Decimal
from typing import Any

from tests.factories import at, person, taken
from wagecase.accounts.models import Role, User
from wagecase.lifecycle import Actor
from wagecase.rates.models import ACT, RateSchedule
from wagecase.rates.services import Authority, draft_schedule, propose_schedule, publish_schedule
from wagecase.rules.ratebook import Printed

MORNING = at("2026-03-02 10:00")
FIRST = dt.date(2026, 7, 1)


def row(class_: str, amount: str, **changes: Any) -> Printed:
    """An hourly wage from July 1, 2026 on."""
    fields = {
        "source": "DWD272", "class_": class_, "item": "wage", "unit": "hour", "start": FIRST, "end": None,
        "amount": Decimal(amount), "cite": "2026 Act 900", **changes,
    }  # fmt: skip
    return Printed(**fields)


ROWS = (row("general", "8.10"), row("minor", "7.60"))


def draft(**changes: Any) -> RateSchedule:
    fields = {
        "title": "Invented rates of 2026", "method": "typed", "first_day": FIRST, "rows": ROWS,
        "actor": person("ina").actor, "at": MORNING, **changes,
    }  # fmt: skip
    return draft_schedule(**fields)


def proposer() -> Actor:
    """Return a third supervisor, who proposes, so that Sue and Sam can put it in force."""
    found = User.objects.filter(email="sid@example.org").first()
    return (found or User.objects.create_user(
        "sid@example.org", None, name="Sid Supervisor Pattern", role=Role.SUPERVISOR, title="Supervisor of rates",
    )).actor  # fmt: skip


def proposal(**changes: Any) -> RateSchedule:
    made = draft(**changes)
    return propose_schedule(schedule=made, expected_version=made.version, actor=proposer(), at=MORNING)


def authority(**changes: Any) -> Authority:
    fields = {
        "kind": ACT,
        "number": "2026 Act 900",
        "date": dt.date(2026, 2, 20),
        "document": taken("act.pdf"),
        **changes,
    }
    return Authority(**fields)


def publish(schedule: RateSchedule, **changes: Any) -> RateSchedule:
    fields = {
        "schedule": schedule, "authority": authority(), "first_day": FIRST, "expected_version": schedule.version,
        "actor": person("sue").actor, "at": MORNING, **changes,
    }  # fmt: skip
    return publish_schedule(**fields)
