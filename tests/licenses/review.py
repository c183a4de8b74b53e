"""What tests of the review of applications share: people, an application at each step, a filled-in checklist."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from licenses.content import Attestation
from licenses.guards.application import DENY, GRANT
from licenses.review import criteria, deciding, flags, progress
from licenses.review.deciding import Recommended
from licenses.review.progress import Found
from tests import licenses as building
from tests.factories import person
from wagecase.accounts.models import Membership, User
from wagecase.cases.models import Case

SIGNED = Attestation(
    version="2026-11", ticked=("commensurate", "six-months", "yearly"), name="Olive Owner Example", title="Director"
)
REASONS = "The rates cover what is commensurate, and the survey is sound."


def specialist() -> User:
    """Return the specialist who reviews."""
    return person("lin")


def supervisor() -> User:
    """Return the supervisor who decides."""
    return person("sue")


def owner(at: datetime) -> Membership:
    """Return the owner of the sample facility, made when first asked for."""
    found = Membership.objects.filter(user__email="olive.owner@works.example.com").first()
    return found or building.member(building.organization(at=at), at=at)


def received(at: datetime, **changes: Any) -> Case:
    """Return an application that was just filed by the owner of the sample facility."""
    return building.file(owner(at), at=at, **{"attestation": SIGNED, **changes})


def in_review(at: datetime, **changes: Any) -> Case:
    """Return an application that the specialist reviews."""
    return begun(received(at, **changes), at)


def begun(case: Case, at: datetime) -> Case:
    """Return the application after its review has begun."""
    who = specialist()
    return progress.begin_review(case, reviewer=who, actor=who.actor, at=at, expected_version=case.version)


def checked(case: Case, at: datetime, *, cleared: Any = (), **results: str) -> Case:
    """Return the case with a finding on every criterion: met, but for those that `results` names ("own_rate").

    Why it is granted although a wage falls short is said for it, unless `cleared` says so itself.
    """
    who = specialist()
    short = {flag.code: "Raised since by letter" for flag in flags.flags_of(case) if flag.code.startswith("wages:")}
    found = [
        Found(code, results.get(code.replace("-", "_"), "met"), "As the application says") for code in criteria.CODES
    ]
    return progress.record_review(
        case,
        found=found,
        cleared={**short, **dict(cleared)},
        reviewer=who,
        actor=who.actor,
        at=at,
        expected_version=case.version,
    )


def granting(starts_on: date, ends_on: date, **changes: Any) -> Recommended:
    return Recommended(decision=GRANT, reasons=REASONS, starts_on=starts_on, ends_on=ends_on, **changes)


def denying(reasons: str = "The survey asked one firm only.", **changes: Any) -> Recommended:
    return Recommended(decision=DENY, reasons=reasons, **changes)


def recommend(case: Case, recommended: Recommended, at: datetime, by: User | None = None) -> Case:
    """Recommend a decision as `by`, the specialist unless told otherwise."""
    who = by or specialist()
    return deciding.recommend(
        case, recommended=recommended, recommended_by=who, actor=who.actor, at=at, expected_version=case.version
    )


def recommended(at: datetime, decision: str = GRANT) -> Case:
    """Return an application with a whole checklist and a recommendation to grant a year from today, or to deny."""
    case = checked(in_review(at), at)
    on = at.date()
    return recommend(
        case, granting(on, date(on.year + 1, on.month, on.day - 1)) if decision == GRANT else denying(), at
    )


def decide(case: Case, name: str, at: datetime, by: User | None = None) -> Case:
    """Grant or deny as `by`, the supervisor unless told otherwise."""
    who = by or supervisor()
    act = {GRANT: deciding.grant, DENY: deciding.deny}[name]
    return act(case, signer=who, actor=who.actor, at=at, expected_version=case.version)
