"""A person's words never stand in the chain: every text a person can give is a canary in a case's whole life."""

import datetime as dt
import json
from dataclasses import fields, replace

import pytest
from django.db import connection

from complaints import intake
from complaints.determinations import Findings
from tests import factories
from tests.factories import CONTENT, at, do, make_pdfs, party_actor, person, send_mail, signature, taken
from tests.replay import replayed
from wagecase.audit.chain import verify
from wagecase.audit.models import Event, EventDetail
from wagecase.cases.models import Case
from wagecase.cases.services import add_note
from wagecase.cases.sweep import sweep

pytestmark = pytest.mark.django_db


def _words(name: str) -> str:
    return f"canary-{name}-sings"


def _content():
    complainant = replace(
        CONTENT.complainant, name=_words("name"), email="canary-mail@example.com", phone=_words("phone"),
        postal=_words("postal"), safe_contact=_words("safe"),
    )  # fmt: skip
    employer = replace(
        CONTENT.employer, name=_words("employer"), trade_name=_words("trade"), email="canary-boss@example.com",
        postal=_words("boss-postal"), work_site=_words("site"), still_operating="canary-open",
    )  # fmt: skip
    free = ("occupation", "wage", "statement", "employees", "amount_claimed")
    return replace(
        CONTENT, complainant=complainant, employer=employer, scope="class", hours_per_week="",
        **{name: _words(name) for name in free},
    )  # fmt: skip


FINDINGS = Findings(
    reasonable_cause=True,
    **{f.name: _words(f"finding-{f.name}") for f in fields(Findings) if f.name != "reasonable_cause"},
)


def whole_life() -> Case:
    """Play a case in which every act that takes words takes a canary."""
    signed = signature(name=_words("signed"), city=_words("city"), state="canary-state", officer=_words("notary"),
                       user_agent=_words("agent"), ip_address="192.0.2.77", signed_at=at("2026-03-02 10:00"))  # fmt: skip
    case = intake.file_online(content=_content(), signature=signed, at=at("2026-03-02 10:00"))
    acts = [
        ("docket", "supervisor", {"jurisdiction": _words("jurisdiction")}),
        ("assign", "supervisor", {}),
        ("begin_investigation", "investigator", {}),
        ("request_information", "investigator", {"question": _words("question")}),
        ("answer_request", "complainant", {"answer": _words("answer"), "files": [taken(f"{_words('file')}.pdf")]}),
        ("add_evidence", "complainant", {"files": [taken(f"{_words('evidence')}.pdf")]}),
        ("serve_employer", "investigator", {"disclosure_reason": _words("disclosure")}),
        ("record_employer_answer", "investigator", {"summary": _words("summary")}),
        ("draft_determination", "investigator", {"findings": FINDINGS}),
        ("revise_determination", "investigator", {"findings": FINDINGS}),
        ("return_draft", "supervisor", {"reason": _words("returned")}),
        ("request_withdrawal", "complainant", {"reason": _words("withdrawal")}),
        ("continue_case", "supervisor", {"reason": _words("continued")}),
        ("request_withdrawal", "complainant", {"reason": _words("withdrawal")}),
        ("take_back_withdrawal", "supervisor", {"reason": _words("taken back")}),
        ("reassign", "supervisor", {"investigator": person("ivo")}),
        ("draft_determination", person("ivo"), {"findings": FINDINGS}),
        ("sign_determination", "supervisor", {}),
        ("record_service", "supervisor", {}),
        ("close", "supervisor", {}),
        ("reopen", "supervisor", {"reason": _words("reopened")}),
        ("dismiss", "supervisor", {"ground": "no_jurisdiction", "reason": _words("dismissed")}),
    ]
    moment = at("2026-03-03 09:00")
    for name, by, facts in acts:
        moment += dt.timedelta(minutes=30)
        case = do(case, name, by=by, when=moment, **facts)
        make_pdfs(moment)
        send_mail(moment)
    add_note(case, text=_words("note"), author=person("ina"), at=moment)
    sweep(now=at("2026-04-01 09:00"))
    return case


@replayed
def played() -> Case:
    person("sue")
    return whole_life()


@pytest.fixture
def case(db) -> Case:
    return played()


def test_no_event_holds_a_persons_words(case):
    bodies = list(Event.objects.values_list("body", flat=True))
    assert len(bodies) >= 23
    assert [body for body in bodies if "canary" in body.lower() or "192.0.2.77" in body] == []


def test_events_hold_only_known_facts_and_no_names(case):
    known = {
        "counts_from", "done_on", "assignee_id", "party_id", "document_sha256", "document_id", "attachment_ids",
        "notice_id", "served_on", "verification", "declaration_version", "language", "reasonable_cause", "stamped_on",
        "channel", "note_id", "notice_kind", "task_ids", "request_id", "no_clock", "determination_id", "clock_id", "step", "due",
    }  # fmt: skip
    for event in Event.objects.all():
        assert set(json.loads(event.body)["facts"]) <= known, event.verb
        for key in factories.NAMES:
            assert person(key).name not in event.body


def test_what_was_entrusted_in_confidence_stands_in_no_detail_either(case):
    told = "\n".join(f"{d.before}\n{d.after}" for d in EventDetail.objects.all())
    for name in ("withdrawal", "answer", "statement", "employees", "safe", "phone", "postal"):
        assert _words(name) not in told
    assert _words("jurisdiction") in told


def test_confidential_columns_are_unreadable_in_the_database(case):
    secret = [_words(name) for name in ("statement", "employees", "withdrawal", "answer", "safe", "phone", "postal")]
    with connection.cursor() as cursor:
        for table, columns in {
            "complaints_complaint": "statement, employees, withdrawal_reason",
            "complaints_informationrequest": "answer",
            "cases_party": "email, phone, postal, safe_contact",
        }.items():
            cursor.execute(f"SELECT {columns} FROM {table}")
            raw = repr(cursor.fetchall())
            assert "gAAAA" in raw
            assert not [words for words in [*secret, "canary-mail"] if words in raw]


def test_disposing_of_the_details_leaves_the_chain_whole(case):
    assert verify().fault == ""
    EventDetail.objects.filter(event__case=case).delete()
    assert verify().fault == ""


def test_every_act_left_exactly_one_event_with_who_and_when(case):
    acts = [e for e in case.events.all() if e.verb.startswith("complaints.")]
    assert len(acts) == 23
    assert {(e.actor_kind, e.actor_role) for e in acts} == {
        ("link", "complainant"), ("staff", "supervisor"), ("staff", "investigator"),
    }  # fmt: skip
    assert all(e.actor_id or e.verb == "complaints.file_online" for e in acts)
    moved = [e for e in acts if e.details.filter(field="state").exists()]
    assert len(moved) == 15
    by_link = [e for e in acts if e.actor_kind == "link" and e.actor_id]
    assert {e.actor_id for e in by_link} == {party_actor(case, "complainant").id}
