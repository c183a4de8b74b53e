"""Revocations in each state, and every act on them in every role, for the table of acts that people wrote by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tests.conftest import FixedClock
from tests.factories import actor_of, at, make_pdfs, name_signer, person
from tests.licenses import proceeding
from tests.licenses.proceeding import do
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor

WHEN = {
    "opened": "2026-05-29 12:00", "noticed": "2026-06-23 12:00", "drafted": "2026-06-24 10:00", "signed": "2026-06-24 12:00",
    "served": proceeding.CLOSED, "ended": proceeding.CLOSED, "closed": proceeding.CLOSED,
}  # fmt: skip


@contextmanager
def standing_clock() -> Iterator[FixedClock]:
    """The days of a revocation decide what is possible, so the clock stands on them."""
    clock = FixedClock()
    try:
        yield clock
    finally:
        clock.release()


def case_in(state: str) -> Case:
    """Return a revocation that came to `state` by the usual way."""
    with standing_clock() as clock:
        return proceeding.case_in(state, clock)


def ready(name: str, state: str, *, role: str) -> Case | None:
    """Return a revocation on which the act's own conditions hold, where the ordinary one of the state is not enough."""
    with standing_clock() as clock:
        if name == "record_notice_service":
            return proceeding.noticed(clock)
        if name == "draft_order":
            return proceeding.judged(clock)
        if name == "revise_order" and role == "supervisor":
            return proceeding.drafted(clock, by="sue")
        if name == "reopen_notice_service":
            case = case_in(state)
            case.notices.filter(kind="licenses.serve_notice").update(status="bounced")
            return case
        if name in {"confirm_public_interest", "refuse_public_interest"}:
            return interest(case_in(state), clock, state=state, confirmed=False)
        if name in {"record_finding", "draft_order_at_once"} and state == "opened":
            case = interest(case_in(state), clock, state=state)
            return case if name == "record_finding" else do(case, "record_finding", by="lin", when=WHEN[state])
        if name == "reopen_service":
            case = case_in(state)
            case.notices.filter(kind="licenses.sign_order").update(status="bounced")
            return case
    return None


def interest(case: Case, clock: FixedClock, *, state: str, confirmed: bool = True) -> Case:
    """Record, and confirm by a second person, that the public interest cannot wait."""
    clock.set(WHEN[state])
    case = do(case, "record_public_interest", by="lin", when=WHEN[state])
    return do(case, "confirm_public_interest", by="sam", when=WHEN[state]) if confirmed else case


def act(case: Case, name: str, role: str) -> Case:
    """Do the act in a role on the day that fits the case's state, with what it usually asks."""
    when = WHEN[case.state]
    with standing_clock() as clock:
        if role == "acting signer":
            make_pdfs(at(when))
        clock.set(when)
        return do(case, name, by=_actor(role), when=when)


def opened(name: str, role: str) -> Case:
    """Open a revocation in a role."""
    with standing_clock() as clock:
        clock.set(proceeding.OPENED)
        return proceeding.opened(by=_actor(role))


def _actor(role: str) -> Actor:
    if role == "employer":
        return proceeding.owner().actor
    if role == "acting signer":  # Ivo without his own role: what the appointment alone adds
        ivo = person("ivo")
        name_signer(ivo, first="2026-05-01", last="2026-12-31", when="2026-04-30 09:00")
        return replace(ivo.actor, role="")
    return actor_of(role)
