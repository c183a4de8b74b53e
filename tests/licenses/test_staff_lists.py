"""What the home and the lists of staff say of applications, licenses and revocations."""

from datetime import date

import pytest

from licenses import lists
from licenses.review import asking
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, person
from tests.licenses import member, organization, review
from tests.licenses.granting import licensed
from wagecase.cases.letters import planned
from wagecase.cases.models import Case
from wagecase.cases.rows import Step, rows

pytestmark = pytest.mark.django_db
FILED = at("2026-03-02 09:00")


def test_the_plan_of_the_office_goes_on_after_questions_and_ends_with_the_decision(clock):
    case = review.in_review(FILED)
    who = review.specialist()
    case = asking.request_information(
        case, questions="Which firms?", asked_by=who, actor=who.actor, at=FILED, expected_version=case.version
    )
    goal = case.clocks.get(key="licenses.review_goal")
    assert (goal.status, case.due_on) == ("running", goal.legal_due)
    case = asking.answer_request(case, answer="Three firms", actor=review.owner(FILED).actor, at=FILED)
    day = goal.legal_due
    case = review.recommend(review.checked(case, FILED), review.granting(date(2026, 3, 2), date(2027, 3, 1)), FILED)
    assert case.due_on == day
    review.decide(case, "grant", FILED)
    goal.refresh_from_db()
    assert goal.status == "met"


def test_the_home_names_the_step_that_is_possible_now_with_its_day(clock):
    case = review.in_review(FILED)
    assert lists.application_steps([case]) == {case.pk: Step("Fill in the checklist")}
    who = review.specialist()
    case = asking.request_information(
        case, questions="Which firms?", asked_by=who, actor=who.actor, at=FILED, expected_version=case.version
    )
    row = rows([case], exact=True)[0]
    assert (row.step, row.due_on) == (
        "Wait for the answer to the questions", case.clocks.get(key="licenses.information").legal_due
    )  # fmt: skip
    asking.answer_request(case, answer="Three firms", actor=review.owner(FILED).actor, at=FILED)
    case = review.checked(Case.objects.get(pk=case.pk), FILED)
    assert rows([case], exact=True)[0].step == "Recommend a decision"


def test_the_state_of_a_license_in_a_list_is_what_it_is_today(clock):
    license = licensed(at=at("2025-03-15 09:00"))
    shown = words(signed_in("sue").get("/staff/cases/", {"open": "all"}))
    assert license.case.number in shown
    assert "In force" in shown
    assert "Complainant / employer" not in shown
    assert "Term ends Mar 14" in shown


def test_a_list_of_many_licenses_asks_no_more_questions(clock, django_assert_num_queries):
    first = licensed(at=at("2025-03-15 09:00"))
    other = member(organization("Second Works Example, Inc.", at=FILED), "Otto Owner Example", at=FILED)
    ended = licensed(at=at("2024-03-15 09:00"), membership=other)
    cases = [first.case, ended.case]
    with django_assert_num_queries(4):
        found = lists.licenses_today(cases)
    assert [found[case.pk].state for case in cases] == ["In force", "Expired"]
    assert person("sue")


def test_the_page_of_a_grant_names_the_letter_with_the_certificate(clock):
    case = review.recommended(FILED)
    plans = planned(case, "licenses.issue", kind="license")
    assert plans
    shown = words(signed_in("sue").get(f"/licenses/{case.number}/grant/"))
    assert "“Your license is granted”, with the certificate" in shown
    assert "Sends nothing" not in shown
