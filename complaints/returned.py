"""A determination that came back was not served, so its service is open again."""

from __future__ import annotations

from datetime import datetime

from complaints.guards import ORDERS
from complaints.lifecycle import verb
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice

reopen_service = ORDERS.reopen_service


def follow(case: Case, notice: Notice, *, actor: Actor, at: datetime) -> None:
    """Open service again where a copy of the determination of a served case came back: it must be recorded anew."""
    if case.state == "served" and notice.kind == verb("sign_determination"):
        reopen_service(case, actor=actor, at=at, expected_version=case.version)
