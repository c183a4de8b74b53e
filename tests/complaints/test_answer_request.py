"""Answering a question: by the complainant's link or as staff heard it; once, kept in confidence, and told."""

import pytest

from tests.factories import case_in, do, person, taken
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"


def asked():
    return do(case_in("investigating"), "request_information", by="investigator", when=NOW)


def test_the_answer_and_its_files_are_kept_and_the_investigator_is_told():
    case = asked()
    question = case.information_requests.get(automatic=False)
    case = do(
        case,
        "answer_request",
        by="complainant",
        when=NOW,
        request=question,
        answer="All of May.",
        files=[taken("may.pdf")],
    )
    question.refresh_from_db()
    assert question.answer == "All of May."
    file = case.attachments.get()
    assert (file.source, file.party_id) == ("complainant", case.parties.get(role="complainant").pk)
    (notice,) = case.notices.filter(kind="complaints.answer_request")
    assert notice.address == "ina@example.org"
    assert "All of May." not in notice.text


def test_staff_may_write_down_what_they_heard():
    case = asked()
    do(case, "answer_request", by="investigator", when=NOW, files=[taken()])
    assert case.attachments.get().source == "staff"


def test_a_question_is_answered_once():
    case = asked()
    question = case.information_requests.get(automatic=False)
    do(case, "answer_request", by="complainant", when=NOW, request=question)
    with pytest.raises(TransitionNotAllowed, match="answered already"):
        do(case, "answer_request", by="complainant", when=NOW, request=question)


def test_a_question_of_another_case_cannot_be_answered():
    mine, other = asked(), asked()
    theirs = other.information_requests.get(automatic=False)
    with pytest.raises(TransitionNotAllowed, match="answered already"):
        do(mine, "answer_request", by="complainant", when=NOW, request=theirs)
    theirs.refresh_from_db()
    assert theirs.answered_at is None


def test_without_an_open_question_there_is_nothing_to_answer():
    case = do(case_in("received"), "answer_request", by="complainant", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="No question is open"):
        do(case, "answer_request", by="complainant", when=NOW)


def test_before_anybody_has_the_case_the_supervisors_are_told():
    person("sam")
    case = do(case_in("received"), "answer_request", by="complainant", when=NOW)
    assert {n.address for n in case.notices.filter(kind="complaints.answer_request")} <= {
        "sue@example.org", "sam@example.org",
    }  # fmt: skip
    assert case.notices.filter(address="sam@example.org").count() == 1
