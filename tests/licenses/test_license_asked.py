"""What a licensee is asked stands on the page of its license, and one that gave the license up is asked no more."""

from datetime import date

import pytest

from licenses import issuing, portal
from licenses.lists import revocation_steps
from licenses.models import License
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, person
from tests.licenses import applications, proceeding
from tests.licenses.test_check import ask
from tests.licenses.test_license_pages import browser_of
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
GIVEN_UP = "2026-06-08 09:00"


def license_page(license):
    return words(browser_of(proceeding.owner()).get(f"/licenses/status/{license.case.number}/"))


def given_up(case):
    license = License.objects.select_related("case").get(pk=case.revocation.license_id)
    issuing.surrender(
        license.case, actor=person("lin").actor, at=at(GIVEN_UP), expected_version=license.case.version
    )  # fmt: skip
    return License.objects.select_related("case").get(pk=license.pk)


def test_the_page_of_a_license_says_by_when_the_notice_of_facts_is_answered(clock):
    case = proceeding.served(clock)
    license = case.revocation.license
    page = browser_of(proceeding.owner()).get(f"/licenses/status/{license.case.number}/")
    shown = words(page)
    assert "Answer our notice by Monday, June 22, 2026" in shown
    assert "We may revoke your license." in shown
    assert f'href="/licenses/status/{case.number}/"' in page.content.decode()
    assert "Nothing for you to do now" not in shown
    clock.set("2026-06-23 09:00")
    late = license_page(license)
    assert "The time to answer is over" in late
    assert "The last day was Monday, June 22, 2026." in late


def test_before_its_service_is_recorded_the_notice_is_named_without_a_day(clock):
    shown = license_page(proceeding.noticed(clock).revocation.license)
    assert "Answer our notice We may revoke your license." in shown
    assert "Nothing for you to do now" not in shown


def test_a_revocation_of_which_the_employer_was_not_told_is_not_betrayed(clock):
    clock.set(proceeding.SENT)
    shown = license_page(proceeding.opened().revocation.license)
    assert "revoke" not in shown
    assert "Nothing for you to do now" in shown


def test_questions_about_a_pending_renewal_stand_on_the_page_of_the_license(clock):
    clock.set(applications.FILED)
    case = applications.asked(applications.renewal())
    license = case.application.renews
    owner = license.organization.memberships.get(role="owner")
    shown = words(browser_of(owner).get(f"/licenses/status/{license.case.number}/"))
    assert "Answer our questions by" in shown
    assert "We cannot decide on your renewal without your answer." in shown
    assert "Nothing for you to do now" not in shown


def test_on_its_last_day_a_license_that_was_given_up_says_so_everywhere(client, clock):
    case = proceeding.served(clock)
    clock.set(GIVEN_UP)
    license = given_up(case)
    [row] = portal.rows(proceeding.owner(), date(2026, 6, 8)).in_force
    assert (row.day, row.day_label) == (date(2026, 6, 8), "In force through")
    assert row.note.endswith(". It was given up: this is its last day.")
    assert "Given up on Jun 8, 2026" in words(client.get("/licenses/list/"))
    answer = words(ask(client, license, date(2026, 6, 8)))
    assert (
        f"License {license.case.number} is in force on June 8, 2026. It was given up; its last day is June 8, 2026."
        in answer
    )
    assert "Given up on June 8, 2026" in answer
    shown = license_page(license)
    assert "Given up: Monday, June 8, 2026 is the last day" in shown
    assert "From tomorrow on every worker is due at least the minimum wage." in shown
    clock.set("2026-06-09 09:00")
    assert "From tomorrow" not in license_page(license)


def test_whoever_gave_the_license_up_is_not_asked_to_answer_the_notice(clock):
    case = proceeding.served(clock)
    clock.set(GIVEN_UP)
    license = given_up(case)
    assert [row.what for row in portal.rows(proceeding.owner(), date(2026, 6, 8)).to_do] == []
    assert "Answer our notice" not in license_page(license)
    shown = words(browser_of(proceeding.owner()).get(f"/licenses/status/{case.number}/"))
    assert "Nothing for you to do now You gave the license up; Monday, June 8, 2026 is its last day." in shown
    assert "We may revoke" not in shown


def test_the_next_step_of_staff_is_then_to_end_the_case(clock):
    case = proceeding.served(clock)
    clock.set(GIVEN_UP)
    given_up(case)
    page = signed_in("lin").get(f"/licenses/{case.number}/")
    shown = words(page)
    assert "Next step End without an order" in shown
    assert "The license was given up on June 8, 2026, so there is nothing to revoke." in shown
    [step] = revocation_steps(list(Case.objects.filter(pk=case.pk))).values()
    assert step.words == "End without an order: the license was given up"
