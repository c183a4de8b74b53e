"""What the home and the lists of staff say of applications, licenses and revocations."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licenses import issuing, lists, portal
from licenses.review import asking
from licenses.stages import stages
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import member, organization, proceeding, review
from tests.licenses.granting import licensed, renew
from wagecase.cases.clockwords import clock_view
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
    assert rows([case], exact=True)[0].step == "Grant the license, or return the recommendation"
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


def test_the_page_of_a_grant_names_the_letter_with_the_certificate(clock):
    case = review.recommended(FILED)
    plans = planned(case, "licenses.issue", kind="license")
    assert plans
    shown = words(signed_in("sue").get(f"/licenses/{case.number}/grant/"))
    assert "“Your license is granted”, with the certificate" in shown
    assert "Sends nothing" not in shown


def clock_words(license, today):
    found = clock_view(license.case.clocks.filter(key="licenses.term_end").last(), today=today, language="en")
    return found.headline, found.relative, found.status_line


def test_the_clock_of_a_term_says_what_happened_to_the_license(clock):
    license = licensed(at=at("2025-03-15 09:00"))
    assert clock_words(license, date(2026, 4, 7)) == ("Term ended", "", "")
    assert clock_words(license, date(2026, 3, 13)) == ("Term ends", "in 1 day", "")
    issuing.surrender(
        license.case,
        actor=license.organization.memberships.get().actor,
        at=FILED,
        expected_version=license.case.version,
    )
    assert clock_words(license, date(2026, 3, 3)) == ("Term ends", "", "License given up on March 2, 2026")


def test_the_clock_of_a_term_names_the_renewal_that_stopped_it(clock):
    license = licensed(at=at("2025-03-15 09:00"))
    renew(license, at=FILED)
    assert clock_words(license, date(2026, 3, 3))[2] == "Renewal applied for on March 2, 2026"


def test_the_start_page_links_the_licenses_that_can_be_renewed(clock):
    license = licensed(at=at("2025-03-15 09:00"))
    browser = Client()
    browser.force_login(license.organization.memberships.get().user)
    shown = browser.get("/licenses/apply/").content.decode()
    assert f'href="/licenses/status/{license.case.number}/renew/"' in shown
    assert "It ends on March 14, 2026." in shown


def test_a_license_that_is_still_to_begin_says_when_it_can_be_renewed_and_names_its_term_once(clock):
    license = licensed(at=at("2026-03-02 08:00"), term=(date(2026, 4, 1), date(2027, 3, 31)))
    browser = Client()
    browser.force_login(license.organization.memberships.get().user)
    shown = words(browser.get(f"/licenses/status/{license.case.number}/"))
    assert "You can renew it from April 1, 2026 on" in shown
    assert "granted already" not in shown
    assert "You can renew it from that day on." in words(browser.get("/licenses/apply/"))


def test_the_letter_of_a_grant_says_how_the_last_day_for_review_came(clock):
    license = licensed(at=at("2026-11-30 09:00"))
    text = " ".join(license.case.documents.get(kind="licenses.issue").html.split())
    assert "3 days later, on December 3, 2026 (office practice)" in text
    assert text.count("Monday, February 1, 2027") == 1
    assert "60 days after that is the last day: <strong>Monday, February 1, 2027</strong>." in text


def test_an_employer_is_under_notice_since_the_day_on_which_it_was_told(clock):
    case = proceeding.served(clock)
    shown = portal.rows(proceeding.owner(), date(2026, 6, 3)).in_progress
    row = next(one for one in shown if case.number in one.what)
    assert (row.day, row.day_label) == (date(2026, 6, 1), "Since")
    assert stages(case)[0] == ("Notice of facts sent", "now", "June 1, 2026")


def test_the_home_waits_for_the_employer_after_service_and_then_asks_for_the_order(clock):
    case = proceeding.noticed(clock)
    assert rows([case], exact=True)[0].step == "Record service of the notice"
    clock.set("2026-06-03 09:00")
    case = proceeding.do(case, "record_notice_service", by="lin", when="2026-06-03 09:00")
    row = rows([case], exact=True)[0]
    assert (row.step, row.due_on) == ("Wait for the employer to show compliance", date(2026, 6, 22))
    clock.set(proceeding.JUDGED)
    assert rows([case], exact=True)[0].step == "Record what was found"
    case = proceeding.do(
        case, "record_finding", by="lin", when=proceeding.JUDGED, findings=proceeding.findings(case, "stands", "cured")
    )
    assert rows([case], exact=True)[0].step == "Draft the order"


def test_a_list_of_many_revocations_asks_no_more_questions(clock):
    one = proceeding.do(proceeding.noticed(clock), "record_notice_service", by="lin", when="2026-06-03 09:00")
    two = proceeding.noticed(clock)
    asked = []
    for cases in ([one], [one, two]):
        fresh = [Case.objects.get(pk=case.pk) for case in cases]
        with CaptureQueriesContext(connection) as read:
            found = lists.revocation_steps(fresh)
        asked.append(len(read))
    assert found == {
        one.pk: Step("Wait for the employer to show compliance", date(2026, 6, 22)),
        two.pk: Step("Record service of the notice"),
    }
    assert asked == [6, 6]
