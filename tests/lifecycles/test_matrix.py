"""Every act in every state by every role: what the hand-written tables allow succeeds, all else is refused rightly."""

from typing import Any

import pytest

import closings.lifecycle
import complaints.lifecycle
from closings.imported import add_imported
from closings.models import ClosingNotice
from licenses.lifecycles.application import APPLICATION
from licenses.lifecycles.license import LICENSE
from licenses.lifecycles.revocation import REVOCATION
from tests import factories
from tests.closings import notice
from tests.factories import (
    CONTENT,
    ROLES,
    SERVED_EMPLOYER,
    UNPAID,
    Case,
    actor_of,
    at,
    case_in,
    do,
    trace,
    undone,
    walk,
)
from tests.licenses import applications, licenses_kept, revocations
from tests.lifecycles.expectations import KINDS, Expected, read
from wagecase.cases import services as cases
from wagecase.cases.models import Party
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import SAME, SYSTEM_ACTOR

# Modules with case_in, ready, act and opened; a kind of licenses is in the matrix once it has one.
OF_LICENSES: dict[str, Any] = {"application": applications, "license": licenses_kept, "revocation": revocations}
TABLES = {
    table.kind: table
    for table in (
        *complaints.lifecycle.LIFECYCLES, *closings.lifecycle.LIFECYCLES,
        *(table for table in (APPLICATION, LICENSE, REVOCATION) if table.kind in OF_LICENSES),
    )
}  # fmt: skip
CONTENTS = {"living_wage": CONTENT, "unpaid_wages": UNPAID}
ACT_AT, OPEN_AT = "2026-03-03 10:00", "2026-03-02 10:00"
NOTICE_ACT_AT = "2026-06-15 10:00"  # a notice is filed later, and its determination is drafted after the event
DRAFTED_BY_SUPERVISOR = (*SERVED_EMPLOYER, ("draft_determination", "supervisor"), ("pdf", ""))


def _ready(kind: str, transition: str, state: str, *, role: str) -> Case | None:
    """Return a case on which the act's own conditions hold, where the ordinary case of the state is not enough."""
    if kind in OF_LICENSES:
        found: Case | None = OF_LICENSES[kind].ready(transition, state, role=role)
        return found
    if kind == "closing":
        return _ready_notice(transition, state, role=role)
    if transition == "record_verification" and state == "reopened":
        path = (("dismiss", "supervisor"), ("reopen", "supervisor"))
        return walk(factories.file_for_paper(when=OPEN_AT), path, when=OPEN_AT)
    if transition == "record_verification" and state == "withdrawal_requested":
        return walk(factories.file_for_paper(when=OPEN_AT), (("request_withdrawal", "complainant"),), when=OPEN_AT)
    if transition in {"draft_determination", "record_employer_answer"} and state == "investigating":
        return walk(factories.file_online(when=OPEN_AT), SERVED_EMPLOYER, when=OPEN_AT)
    if transition == "assign" and state == "reopened":
        return walk(case_in("closed", when=OPEN_AT), (("reopen", "supervisor"),), when=OPEN_AT)
    if transition == "reopen_service" and state == "served":
        case = case_in("served", when=OPEN_AT)
        case.notices.filter(kind="complaints.sign_determination").update(status="bounced")
        return case
    if transition == "revise_determination" and role == "supervisor":
        return walk(factories.file_online(when=OPEN_AT), DRAFTED_BY_SUPERVISOR, when=OPEN_AT)
    return None


def _ready_notice(transition: str, state: str, *, role: str) -> Case | None:
    if transition == "reopen_service" and state == "served":
        case = notice.case_in("served")
        case.notices.filter(kind="closings.sign_determination").update(status="bounced")
        return case
    if transition == "revise_determination" and role == "supervisor":
        return notice.drafted(notice.case_in("listed"), by="sue")
    if transition == "correct_letter":
        case = notice.case_in(state)
        ClosingNotice.objects.filter(pk=case.pk).update(origin=ClosingNotice.Origin.KEYED)
        return Case.objects.get(pk=case.pk)
    if transition == "remove_listed" and state == "rescinded":
        return notice.rescinded(notice.case_in("listed"))
    if transition == "reinstate" and state in {"signed", "served", "closed"}:
        return notice.rescinded(notice.case_in(state), when="2026-06-12 10:00")
    if transition == "take_back_imported":
        case = add_imported(notice.imported(), [notice.later_row()], actor=SYSTEM_ACTOR, at=at(notice.FILED))
        Party.objects.create(case=case, role="employer", name="Nobody Example")
        return case
    return None


def _case_in(kind: str, state: str) -> Case:
    if kind in OF_LICENSES:
        made: Case = OF_LICENSES[kind].case_in(state)
        return made
    if kind != "closing":
        return case_in(state, content=CONTENTS[kind], when=OPEN_AT)
    case = notice.case_in(state)
    if not case.parties.exists():  # a notice of an old list has nobody who could act on it
        Party.objects.create(case=case, role="employer", name="Nobody Example")
    return case


def _act(case: Case, transition: str, role: str) -> None:
    if case.kind in OF_LICENSES:
        OF_LICENSES[case.kind].act(case, transition, role)
    elif case.kind == "closing":
        notice.act(case, transition, by=role, when=NOTICE_ACT_AT)
    else:
        do(case, transition, by=role, when=ACT_AT)


def _fault(expected: Expected, case: Case, transition: str, role: str) -> str:
    """Try one act and return what was wrong with the answer, or nothing."""
    state = case.state
    after = expected.allows(transition, state, role)
    with undone():
        if after is not None:
            case = _ready(case.kind, transition, state, role=role) or case
        before = trace(case)
        try:
            _act(case, transition, role)
        except Exception as error:
            if after is not None:
                return f"refused: {error!r}"
            right = TransitionNotAllowed if expected.ever(transition, role) else NotPermitted
            if type(error) is not right:
                return f"refused with {error!r} instead of {right.__name__}"
            if not str(error) or error.transition != transition:
                return f"the refusal does not say what it refused: {error!r}"
            return "" if trace(case) == before else "refused, and yet something was written"
        if after is None:
            return "was allowed"
        now = trace(case)
        if now.state != after:
            return f"led to {now.state} instead of {after}"
        return "" if now.counts[0] == before.counts[0] + 1 else "did not write exactly one event"


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "state"), [(kind, state.name) for kind in KINDS for state in TABLES[kind].states])
def test_every_act_in_this_state_by_every_role_is_answered_as_the_table_says(kind, state):
    expected = read(kind)
    case = _case_in(kind, state)
    faults = [
        f"{row.name} in {state} by {role}: {fault}"
        for row in TABLES[kind].transitions
        for role in ROLES
        if (fault := _fault(expected, case, row.name, role))
    ]
    assert not faults, "\n".join(faults)


OPENINGS = {
    "file_online": lambda actor, content: factories.file_online(actor=actor, content=content),
    "file_for_paper": lambda actor, content: factories.file_for_paper(actor=actor, content=content),
    "record_complaint": lambda actor, content: factories.record_paper(
        stamped="2026-03-02", keyed="2026-03-02 11:00", actor=actor, content=content
    ),
    "record_unsigned": lambda actor, content: factories.record_paper(
        stamped="2026-03-02", keyed="2026-03-02 11:00", actor=actor, content=content, signed=False
    ),
}
OPENINGS_OF_A_NOTICE = {
    "file_online": lambda actor: notice.file_online(actor=actor),
    "record_letter": lambda actor: notice.keyed(actor=actor),
    "record_imported": lambda actor: notice.imported(actor=actor),
}


def _open(kind: str, name: str, role: str) -> Case:
    if kind in OF_LICENSES:
        opened: Case = OF_LICENSES[kind].opened(name, role)
        return opened
    if kind == "closing":
        return OPENINGS_OF_A_NOTICE[name](actor_of(role))
    return OPENINGS[name](actor_of(role), CONTENTS[kind])


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("kind", "name"), [(kind, row.name) for kind in KINDS for row in TABLES[kind].transitions if not row.source]
)
def test_only_the_roles_of_an_opening_row_may_open_a_case(kind, name, role):
    after = read(kind).allows(name, "", role)
    if after is None:
        with pytest.raises(NotPermitted):
            _open(kind, name, role)
        assert not Case.objects.filter(kind=kind).exists()
    else:
        assert _open(kind, name, role).state == after


@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_of_code_and_of_people_have_the_same_rows(kind):
    in_code = {
        (row.name, state): {state} if row.to == SAME else {row.to, *row.may_land}
        for row in TABLES[kind].transitions
        for state in row.source or ("",)
    }
    by_hand = {key: after for key, (after, _) in read(kind).rows.items()}
    assert set(in_code) == set(by_hand)
    assert not {key for key, after in by_hand.items() if after not in in_code[key]}


def test_every_kind_has_a_table_written_by_hand():
    assert set(KINDS) == set(TABLES)


@pytest.mark.django_db
def test_an_act_on_a_case_does_not_open_one():
    with pytest.raises(ValueError, match="does not open a case"):
        cases.open_case(
            "living_wage", "docket", actor=actor_of("supervisor"), at=factories.at(OPEN_AT),
            received_on=factories.at(OPEN_AT).date(), received_at=None, title="x", channel="paper",
        )  # fmt: skip


@pytest.mark.django_db
def test_a_link_acts_on_its_own_case_only():
    mine, other = case_in("received"), case_in("received")
    thief = factories.party_actor(mine, "complainant")
    before = trace(other)
    with pytest.raises(NotPermitted, match="another case"):
        do(other, "request_withdrawal", by=thief, when=ACT_AT)
    assert trace(other) == before


@pytest.mark.django_db
def test_a_stale_page_is_told_whether_its_act_is_still_possible():
    case = case_in("received")
    do(case, "request_information", by="supervisor", when=ACT_AT)
    with pytest.raises(StaleVersion, match="Your text is kept below"):
        do(case, "docket", by="supervisor", when=ACT_AT, expected_version=1)
    do(case, "docket", by="supervisor", when=ACT_AT)
    with pytest.raises(StaleVersion, match="the case is “Docketed” now"):
        do(case, "docket", by="supervisor", when=ACT_AT, expected_version=1)
