"""A determination that came back was not served, so its service is open again."""

from __future__ import annotations

from datetime import datetime

from complaints.guards import ORDERS
from complaints.lifecycle import verb
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice


def follow(case: Case, notice: Notice, *, actor: Actor, at: datetime) -> None:
    """Open service again where a copy of the determination of a served case came back: it must be recorded anew."""
    if case.state == "served" and notice.kind == verb("sign_determination"):
        reopen_service(case, actor=actor, at=at, expected_version=case.version)


def reopen_service(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a case whose determination came back from served to signed; the earlier day of service stays on record."""
    return cases.advance(
        case, "reopen_service", actor=actor, at=at, expected_version=expected_version, apply=ORDERS.unserve
    )
