"""Serving the employer: once, with the day kept, and never against the complainant's wish without a reason."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from tests.factories import CONTENT, INVESTIGATING, case_in, do, file_online, person, walk
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"


def wishing(disclosure: str):
    content = replace(CONTENT, identity_disclosure=disclosure)
    return walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")


def test_the_employer_is_told_and_the_day_is_kept():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when=NOW)
    assert str(case.complaint.employer_served_on) == "2026-03-04"
    assert str(case.parties.get(role="employer").told_on) == "2026-03-04"
    (notice,) = case.notices.filter(kind="complaints.serve_employer")
    assert notice.address == "office@made-up-mills.example.com"
    assert str(case.clocks.get(key="complaints.employer_answer").legal_due) == "2026-03-16"


def test_ways_to_reach_the_complainant_are_not_told_to_the_employer():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when=NOW)
    notice = case.notices.get(kind="complaints.serve_employer")
    for secret in ("wanda@example.com", "608-555-0111", "12 Invented Street", "After six"):
        assert secret not in notice.text + notice.html + notice.document.html


@pytest.mark.parametrize("disclosure", ["no", "ask", ""])
def test_without_the_complainants_consent_a_reason_is_needed(disclosure):
    case = wishing(disclosure)
    for blank in ("", "  "):
        with pytest.raises(ValidationError) as refusal:
            do(case, "serve_employer", by="investigator", when=NOW, disclosure_reason=blank)
        assert list(refusal.value.message_dict) == ["disclosure_reason"]
    assert case.parties.get(role="employer").told_on is None
    case = do(case, "serve_employer", by="investigator", when=NOW, disclosure_reason="She agreed by telephone.")
    assert case.complaint.disclosure_reason == "She agreed by telephone."


def test_the_employer_is_served_once():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="served already"):
        do(case, "serve_employer", by="investigator", when=NOW)


def test_going_on_without_service_does_not_bar_serving_later():
    case = do(case_in("investigating"), "skip_service", by="investigator", when=NOW)
    assert do(case, "serve_employer", by="investigator", when=NOW).complaint.employer_served_on


def test_another_investigator_may_not_serve():
    with pytest.raises(TransitionNotAllowed, match="somebody else"):
        do(case_in("investigating"), "serve_employer", by=person("ivo"), when=NOW)
