"""Serving the employer: once, with the day kept, and never against the complainant's wish without a reason."""

from dataclasses import replace
from html import unescape

import pytest
from django.core.exceptions import ValidationError

from tests.factories import CONTENT, INVESTIGATING, at, case_in, do, file_online, person, undone, walk
from wagecase.cases.contacts import correct_contact
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


def told(case) -> str:
    """Return all that the employer reads of the notice."""
    notice = case.notices.get(kind="complaints.serve_employer")
    return unescape(notice.subject + notice.text + notice.html + notice.document.html)


@pytest.mark.parametrize("disclosure", ["no", "ask", ""])
def test_without_consent_the_employer_is_served_without_the_name(disclosure):
    case = do(wishing(disclosure), "serve_employer", by="investigator", when=NOW)
    assert case.complaint.names_complainant is False
    assert str(case.parties.get(role="employer").told_on) == "2026-03-04"
    assert "Wanda" not in told(case)
    assert "Name kept in our file" in told(case)
    assert "Cheese packer" in told(case)


@pytest.mark.parametrize("disclosure", ["no", "ask", ""])
def test_a_reason_alone_names_nobody(disclosure):
    case = do(wishing(disclosure), "serve_employer", by="investigator", when=NOW, disclosure_reason="We must serve.")
    assert "Wanda" not in told(case)
    assert case.complaint.disclosure_reason == ""


@pytest.mark.parametrize("disclosure", ["no", "ask", ""])
def test_naming_without_consent_is_a_decision_with_a_reason(disclosure):
    case = wishing(disclosure)
    for blank in ("", "  "):
        with pytest.raises(ValidationError) as refusal:
            do(case, "serve_employer", by="investigator", when=NOW, names_complainant=True, disclosure_reason=blank)
        assert list(refusal.value.message_dict) == ["disclosure_reason"]
    assert case.parties.get(role="employer").told_on is None
    case = do(
        case, "serve_employer", by="investigator", when=NOW, names_complainant=True,
        disclosure_reason="She agreed by telephone.",
    )  # fmt: skip
    assert (case.complaint.names_complainant, case.complaint.disclosure_reason) == (True, "She agreed by telephone.")
    assert "Wanda Worker Example" in told(case)


def test_a_complainant_who_agreed_need_not_be_named():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when=NOW, names_complainant=False)
    assert "Wanda" not in told(case)


@pytest.mark.parametrize("disclosure", ["yes", "no"])
def test_employees_whom_somebody_else_names_are_not_told_by_the_filers_consent(disclosure):
    content = replace(CONTENT, identity_disclosure=disclosure, scope="person", employees="Nora Neighbor\nSam Sample")
    start = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    with undone():
        case = do(start, "serve_employer", by="investigator", when=NOW)
        for name in ("Nora", "Neighbor", "Sam Sample"):
            assert name not in told(case)
        assert "One or more employees in this occupation" in told(case)
    with pytest.raises(ValidationError) as refusal:
        do(start, "serve_employer", by="investigator", when=NOW, names_employees=True)
    assert list(refusal.value.message_dict) == ["disclosure_reason"]
    case = do(
        start, "serve_employer", by="investigator", when=NOW, names_employees=True, disclosure_reason="Both agreed."
    )
    assert "Nora Neighbor, Sam Sample" in told(case)
    assert ("Wanda" in told(case)) is (disclosure == "yes")


def test_a_complainant_among_the_named_employees_stays_unnamed():
    content = replace(CONTENT, identity_disclosure="no", scope="person", employees="Wanda Worker Example\nSam Sample")
    case = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    case = do(case, "serve_employer", by="investigator", when=NOW, names_employees=True, disclosure_reason="He agreed.")
    assert "Sam Sample" in told(case)
    assert "Wanda" not in told(case)


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


def test_an_employer_that_nothing_can_reach_is_not_served_and_no_clock_starts():
    content = replace(CONTENT, employer=replace(CONTENT.employer, email="", postal=""))
    case = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    with pytest.raises(TransitionNotAllowed, match="We have no address of the employer"):
        do(case, "serve_employer", by="investigator", when=NOW)
    assert not case.clocks.filter(key="complaints.employer_answer").exists()
    assert case.parties.get(role="employer").told_on is None
    correct_contact(
        case.parties.get(role="employer"), email="", postal="400 Placeholder Road\nMonroe, WI 53566",
        actor=person("ina").actor, at=at(NOW),
    )  # fmt: skip
    case = do(case, "serve_employer", by="investigator", when=NOW)
    assert case.notices.get(kind="complaints.serve_employer").postal.splitlines()[-1] == "Monroe, WI 53566"


def test_without_an_address_the_case_may_go_on_without_service():
    content = replace(CONTENT, employer=replace(CONTENT.employer, email="", postal=""))
    case = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    assert do(case, "skip_service", by="investigator", when=NOW).complaint.service_skipped_reason
