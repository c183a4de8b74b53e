"""Files of licenses in each state, and every act on them in every role, for the table of acts that people wrote by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

from licenses import issuing, renewing
from licenses.models import License
from tests.conftest import FixedClock
from tests.factories import actor_of, at, name_signer, person
from tests.licenses import file, member, organization
from tests.licenses.granting import CONDITIONS, licensed, renew
from wagecase.accounts.models import Membership
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor

ISSUED, WHEN, ENDS = "2026-03-02 09:00", "2026-06-01 10:00", date(2027, 3, 1)


@contextmanager
def standing_clock() -> Iterator[None]:
    """What is possible depends on the day, so the clock stands on it."""
    clock = FixedClock()
    clock.set(WHEN)
    try:
        yield
    finally:
        clock.release()


def case_in(state: str) -> Case:
    """Return a license whose file is in `state`."""
    with standing_clock():
        owner = member(organization(at=at(ISSUED)), f"Olive{Membership.objects.count()} Owner Example", at=at(ISSUED))
        license = licensed(at=at(ISSUED), membership=owner)
        case = License.objects.select_related("case").get(pk=license.pk).case
        return act(case, "surrender", "employer") if state == "ended" else case


def ready(name: str, state: str, *, role: str) -> Case | None:
    """Return a license on which the act's own conditions hold, where the ordinary one of the state is not enough."""
    if name == "record_renewal" and state == "ended":
        return _closed_after_its_end()
    case = case_in("kept") if name in ("judge_renewal", "close_file") else None
    if case is not None and name == "judge_renewal":
        renew(case.license, at=at("2026-05-20 09:00"))
        if state == "ended":
            _revoked(case)
    elif case is not None:
        License.objects.filter(pk=case.pk).update(surrendered_on=date(2026, 5, 1))
    return Case.objects.get(pk=case.pk) if case else None


def _revoked(case: Case) -> None:
    with standing_clock():
        issuing.revoke(case.license, on=date(2026, 6, 1), order_id=1, actor=person("sue").actor, at=at(WHEN))


def _closed_after_its_end() -> Case:
    """Return the closed file of a license that expired in March: a late renewal may still come."""
    owner = member(organization(at=at(ISSUED)), f"Late{Membership.objects.count()} Owner Example", at=at(ISSUED))
    with standing_clock():
        license = licensed(at=at("2025-03-15 09:00"), membership=owner)
        return act(license.case, "close_file", "supervisor")


def act(case: Case, name: str, role: str) -> Case:
    """Do the act in a role with what it usually asks."""
    case = Case.objects.get(pk=case.pk)
    facts: dict[str, Any] = {"actor": _actor(case, role), "at": at(WHEN)}
    version = {"expected_version": case.version}
    services: dict[str, Callable[[], Case]] = {
        "surrender": lambda: issuing.surrender(case, **facts, **version),
        "close_file": lambda: issuing.close_file(case, **facts, **version),
        "judge_renewal": lambda: renewing.judge_renewal(
            case, completed_on=date(2026, 5, 21), proper=True, reason="A number was missing.", **facts, **version
        ),
        "record_revocation": lambda: issuing.revoke(case.license, on=date(2026, 6, 1), order_id=1, **facts),
    }
    with standing_clock():
        if name in services:
            return services[name]()
        return cases.advance(case, name, due_given=ENDS, **facts, **version)


def opened(name: str, role: str) -> Case:
    """Issue a license in a role."""
    case = file(member(organization(at=at(ISSUED)), at=at(ISSUED)), at=at(ISSUED))
    application = case.application
    application.conditions = CONDITIONS
    actor = _actor(None, role)
    issuing.issue_license(application, signer=person("sue"), actor=actor, at=at(WHEN))
    return application.license.case


def _actor(case: Case | None, role: str) -> Actor:
    if role == "employer":
        of = Membership.objects.filter(role="owner").order_by("id")
        found = of.filter(organization=case.license.organization) if case else of
        return found[0].actor
    if role == "acting signer":  # Ivo without his own role: what the appointment alone adds
        ivo = person("ivo")
        name_signer(ivo, first="2026-05-01", last="2026-12-31", when="2026-04-30 09:00")
        return replace(ivo.actor, role="")
    return actor_of(role)
