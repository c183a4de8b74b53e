"""Acting on a case: who was faster, what a stale page is told, and which acts leave the version alone."""

import pytest

from complaints.guards import may_serve_employer
from tests.concurrency.together import together, without_compare_and_set, without_the_lock
from tests.factories import CONTENT, DRAFTED, at, case_in, do, file_online, person, taken, trace, walk
from wagecase.audit.chain import verify
from wagecase.cases import services
from wagecase.cases.models import Case
from wagecase.cases.services import add_note
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = pytest.mark.django_db
NOW = "2026-03-03 15:00"


def test_an_act_that_moves_the_state_bumps_the_version():
    case = case_in("received")
    after = do(case, "docket", by="supervisor", when=NOW)
    assert (case.version, after.version, after.state) == (1, 2, "docketed")


def test_an_act_that_edits_fields_in_place_checks_and_bumps_the_version():
    case = case_in("investigating")
    after = do(case, "serve_employer", by="investigator", when=NOW)
    assert (after.version, after.state) == (case.version + 1, "investigating")
    with pytest.raises(StaleVersion):
        do(case, "record_employer_answer", by="investigator", when=NOW, expected_version=case.version)


@pytest.mark.parametrize("act", ["add_evidence", "answer_request"])
def test_an_act_that_only_adds_a_row_leaves_the_version_alone(act):
    case = case_in("drafted")
    assert do(case, act, by="complainant", when=NOW).version == case.version


def test_a_note_or_new_evidence_does_not_refuse_a_signature():
    case = case_in("drafted")
    add_note(case, text="Called her.", author=person("ina"), at=at(NOW))
    do(case, "add_evidence", by="complainant", when=NOW)
    signed = do(case, "sign_determination", by="supervisor", when=NOW, expected_version=case.version)
    assert signed.state == "countersigned"


def test_two_answers_at_one_version_are_two_notices():
    case = case_in("investigating")
    do(case, "answer_request", by="complainant", when="2026-03-03 15:00")
    do(case, "request_information", by="investigator", when="2026-03-03 15:10")
    do(case, "answer_request", by="complainant", when="2026-03-03 15:20")
    assert case.notices.filter(kind="complaints.answer_request").count() == 2


def test_the_second_of_two_stale_saves_is_refused_and_writes_nothing():
    case = case_in("investigating")
    do(case, "skip_service", by="investigator", when=NOW, reason="First reason.", expected_version=case.version)
    before = trace(case)
    with pytest.raises(StaleVersion) as refusal:
        do(case, "request_information", by="supervisor", when=NOW, expected_version=case.version)
    assert isinstance(refusal.value, TransitionNotAllowed)
    assert "Your text is kept below" in refusal.value.message
    assert trace(case) == before


def test_a_guard_is_asked_about_the_row_as_it_is_now_and_not_as_the_page_saw_it():
    case = case_in("investigating")
    seen = Case.objects.get(pk=case.pk)
    assert may_serve_employer(seen, person("ina").actor) is None
    do(case, "serve_employer", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="served already"):
        do(seen, "serve_employer", by="investigator", when=NOW)


def test_the_returned_case_is_the_fresh_row():
    case = case_in("docketed")
    after = do(case, "assign", by="supervisor", when=NOW)
    assert (after.assignee, after.state, after.version) == (person("ina"), "assigned", 3)
    assert case.state == "docketed"


def test_a_closed_state_closes_the_row_and_reopening_opens_it():
    closed = case_in("closed")
    assert closed.is_open is False
    assert do(closed, "reopen", by="supervisor", when=NOW).is_open is True


def test_an_act_nobody_knows_is_our_own_fault():
    case = case_in("received")
    with pytest.raises(KeyError, match="living_wage has no transition 'fly'"):
        services.advance(case, "fly", actor=person("sue").actor, at=at(NOW), expected_version=1)


# At the same time


@pytest.mark.django_db(transaction=True)
def test_two_supervisors_sign_one_order_and_one_wins_in_each_of_twenty_rounds():
    sue, sam = person("sue"), person("sam")
    for _round in range(20):
        case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-03 09:00")
        one_signature(case, sue, sam)
    assert verify().fault == ""


def one_signature(case, *signers):
    """Let the signers sign at the same time and hold what is left against what one signature leaves."""

    def sign(signer):
        return lambda: do(case, "sign_determination", by=signer, when=NOW, expected_version=case.version)

    answers = together(*[sign(signer) for signer in signers])
    won = [answer for answer in answers if isinstance(answer, Case)]
    lost = [answer for answer in answers if not isinstance(answer, Case)]
    assert len(won) == 1
    assert [type(error) for error in lost] == [StaleVersion]
    assert "the case is “Determination signed” now" in str(lost[0])
    assert case.events.filter(verb="complaints.sign_determination").count() == 1
    assert case.documents.filter(kind="complaints.determination").count() == 1
    assert case.notices.filter(kind="complaints.sign_determination").count() == 2
    assert case.determinations.get().signed_by in signers


def two_sign(*switch_off):
    """Bring a case to its signature, switch protections off, and let two supervisors sign at the same time."""
    case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-03 09:00")
    sue, sam = person("sue"), person("sam")
    for protection in switch_off:
        protection()
    answers = together(*[
        lambda signer=signer: do(case, "sign_determination", by=signer, when=NOW, expected_version=case.version)
        for signer in (sue, sam)
    ])  # fmt: skip
    return case, answers


@pytest.mark.django_db(transaction=True)
def test_control_with_lock_and_compare_and_set_off_two_supervisors_sign_one_order_twice(monkeypatch):
    case, answers = two_sign(lambda: without_the_lock(monkeypatch), lambda: without_compare_and_set(monkeypatch))
    assert [type(answer) for answer in answers] == [Case, Case], answers
    assert case.events.filter(verb="complaints.sign_determination").count() == 2
    assert case.documents.filter(kind="complaints.determination").count() == 2
    assert case.notices.filter(kind="complaints.sign_determination").count() == 4


@pytest.mark.django_db(transaction=True)
def test_with_the_lock_off_the_compare_and_set_alone_still_lets_one_sign(monkeypatch):
    case, answers = two_sign(lambda: without_the_lock(monkeypatch))
    assert sorted(type(answer).__name__ for answer in answers) == ["Case", "StaleVersion"], answers
    assert case.events.filter(verb="complaints.sign_determination").count() == 1
    assert case.documents.filter(kind="complaints.determination").count() == 1
    assert case.notices.filter(kind="complaints.sign_determination").count() == 2


@pytest.mark.django_db(transaction=True)
def test_eight_people_add_files_at_once_and_none_is_lost():
    case = case_in("investigating")
    acts = [
        lambda n=n: do(case, "add_evidence", by="investigator", when=NOW, files=[taken(f"paper-{n}.pdf")])
        for n in range(8)
    ]
    answers = together(*acts)
    assert [answer for answer in answers if not isinstance(answer, Case)] == []
    assert sorted(case.attachments.values_list("name", flat=True)) == [f"paper-{n}.pdf" for n in range(8)]
    assert Case.objects.get(pk=case.pk).version == case.version


@pytest.mark.django_db(transaction=True)
def test_the_same_question_answered_twice_at_once_is_answered_once():
    case = case_in("received")
    answers = together(
        *[lambda n=n: do(case, "answer_request", by="complainant", when=NOW, answer=str(n)) for n in (1, 2)]
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Case", "TransitionNotAllowed"]
    assert case.notices.filter(kind="complaints.answer_request").count() <= 1


@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_and_a_signature_at_once_end_in_one_of_the_two_orders():
    case = walk(file_online(content=CONTENT, when="2026-03-02 10:00"), DRAFTED, when="2026-03-03 09:00")
    person("sam")
    together(
        lambda: do(case, "request_withdrawal", by="complainant", when=NOW, expected_version=None),
        lambda: do(case, "sign_determination", by="supervisor", when=NOW, expected_version=case.version),
    )
    case.refresh_from_db()
    assert case.state in {"withdrawal_requested", "countersigned"}
    signed = case.determinations.exclude(signed_at=None).exists()
    assert signed == (case.state == "countersigned")
    assert verify().fault == ""
