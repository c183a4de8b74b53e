"""The pages of a license: what members see and do, what staff see and do, and what others never see."""

import re
from datetime import date

import pytest
from django.test import Client

from licenses.models import License
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.complaints.test_public_words import GRADE, grade, prose
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.granting import grant, licensed, renew
from wagecase.cases.models import Draft

pytestmark = pytest.mark.django_db
CONDITIONS = re.compile(r"Conditions\. .*?(?=Documents\.)", re.DOTALL)  # the words of the rule, as they were issued
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026; the clock of the tests stands on March 2, 2026


def browser_of(membership):
    client = Client()
    client.force_login(membership.user)
    return client


def owner(license):
    return license.organization.memberships.get(role="owner")


def status_page(license, *, by=None):
    return browser_of(by or owner(license)).get(f"/licenses/status/{license.case.number}/")


def test_near_its_end_the_page_asks_for_the_renewal_first(clock):
    license = licensed(at=ISSUED)
    page = status_page(license)
    assert page.status_code == 200
    shown = words(page)
    assert "Renew by Saturday, March 14, 2026" in shown
    assert (
        page.content.decode().partition("<dialog")[0].count('class="usa-button"') == 1
    )  # the session's dialog has its own
    for part in ("In force", "March 15, 2025 to March 14, 2026", "DWD 272.09 (8) (e)", "Certificate of the license"):
        assert part in shown


def test_far_from_its_end_there_is_nothing_to_do_and_an_early_renewal_is_possible(clock):
    license = licensed(at=at("2026-02-20 09:00"))
    shown = words(status_page(license))
    assert "Nothing for you to do now" in shown
    assert "We remind you three times before the term ends on Friday, February 19, 2027." in shown
    assert "Renew early" in shown


def test_a_viewer_reads_and_is_told_who_can_renew(clock):
    license = licensed(at=ISSUED)
    viewer = member(license.organization, "Vera Viewer Example", "viewer", at=ISSUED)
    shown = words(status_page(license, by=viewer))
    assert "An owner or a filer of your organization can renew." in shown
    assert "Give the license up" not in shown
    client = browser_of(viewer)
    for page in ("renew", "give-up"):
        assert client.get(f"/licenses/status/{license.case.number}/{page}/").status_code == 404


def test_another_organization_and_staff_get_the_page_of_a_missing_case(clock):
    license = licensed(at=ISSUED)
    stranger = member(organization("Other Works Example, Inc.", at=ISSUED), "Otto Owner Example", at=ISSUED)
    for client in (browser_of(stranger), signed_in("sue")):
        for page in ("", "renew/", "give-up/"):
            assert client.get(f"/licenses/status/{license.case.number}/{page}").status_code == 404


def test_starting_the_renewal_opens_one_draft_and_going_on_leads_to_it(clock):
    license = licensed(at=ISSUED)
    client = browser_of(owner(license))
    address = f"/licenses/status/{license.case.number}/renew/"
    page = client.get(address)
    assert "on or before Saturday, March 14, 2026" in words(page)
    assert not Draft.objects.exists(), "looking opens nothing"
    first = client.post(address, hidden(page))
    draft = Draft.objects.get(about=license.case)
    assert (first.status_code, first["Location"]) == (303, f"/licenses/apply/{draft.pk}/")
    again = client.post(address, hidden(page))
    assert again["Location"] == first["Location"]
    assert client.get(address)["Location"] == first["Location"]
    assert "Go on with the renewal" in words(status_page(license))


def test_after_the_end_the_page_says_that_a_renewal_is_late(clock):
    license = licensed(at=ISSUED)
    clock.set("2026-03-15 09:00")
    assert "The license ended on Saturday, March 14, 2026" in words(status_page(license))
    page = browser_of(owner(license)).get(f"/licenses/status/{license.case.number}/renew/")
    assert "This renewal comes late" in words(page)


def test_a_pending_renewal_is_shown_with_the_paper_to_hang_up(clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-01 09:00"))
    clock.set("2026-04-01 09:00")
    shown = words(status_page(license))
    assert "Continued by pending renewal" in shown
    assert "Your renewal of March 1, 2026 waits for our decision. The license stays in force until then." in shown
    assert "Hang it beside the certificate." in shown


def test_a_granted_renewal_shows_the_term_to_come(clock):
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00")), at=at("2026-02-01 09:00"))
    shown = words(status_page(license))
    assert "Then March 15, 2026 to March 14, 2027, granted already" in shown
    assert "The next term begins on Sunday, March 15, 2026 by itself." in shown


def test_a_revoked_license_offers_no_renewal(clock):
    license = licensed(at=ISSUED)
    License.objects.filter(pk=license.pk).update(revoked_on=date(2026, 2, 20))
    shown = words(status_page(license))
    assert "Revoked on Friday, February 20, 2026" in shown
    assert "Start the renewal" not in shown
    page = browser_of(owner(license)).get(f"/licenses/status/{license.case.number}/renew/")
    assert "A revoked license is not renewed." in words(page)


def test_giving_up_ends_the_license_with_this_day_and_once(clock):
    license = licensed(at=ISSUED)
    client, address = browser_of(owner(license)), f"/licenses/status/{license.case.number}/give-up/"
    page = client.get(address)
    assert "Today, Monday, March 2, 2026, is the last day of the license." in words(page)
    unsure = client.post(address, hidden(page))
    assert unsure.status_code == 422
    assert "Tick the box to give the license up, or go back" in words(unsure)
    done = client.post(address, {**hidden(unsure), "sure": "on"})
    assert done["Location"] == f"/licenses/status/{license.case.number}/"
    license = License.objects.get(pk=license.pk)
    assert (license.surrendered_on, license.case.state) == (date(2026, 3, 2), "ended")
    assert "Given up: Monday, March 2, 2026 is the last day" in words(status_page(license))
    assert "The file of this license is closed." in words(client.get(address))


def test_a_license_with_a_pending_renewal_is_not_given_up(clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-01 09:00"))
    client, address = browser_of(owner(license)), f"/licenses/status/{license.case.number}/give-up/"
    page = client.get(address)
    assert "A renewal of this license waits for a decision. Withdraw it first." in words(page)


def test_staff_see_the_status_its_reasons_and_only_acts_of_their_own(clock):
    license = licensed(at=ISSUED)
    sue = signed_in("sue")
    page = sue.get(f"/licenses/{license.case.number}/")
    assert page.status_code == 200
    shown = words(page)
    assert "Monday, March 2, 2026 lies in the term from Saturday, March 15, 2025 to Saturday, March 14, 2026" in shown
    assert "Record that the license was given up" in shown
    for act in ("Add a term", "Record a renewal application", "Record the revocation"):
        assert act not in shown
    terms = words(sue.get(f"/licenses/{license.case.number}/terms/"))
    assert "Term 1: March 15, 2025 to March 14, 2026 (both days included)" in terms
    assert signed_in("ina").get(f"/licenses/{license.case.number}/terms/").status_code == 404


def test_staff_judge_an_incomplete_renewal_with_a_reason(clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-01 09:00"))
    clock.set("2026-03-20 09:00")
    sue, address = signed_in("sue"), f"/licenses/{license.case.number}/judge_renewal/"
    wrong = send(sue, address, completed_on="2026-02-28", proper="yes", reason="A number was missing.")
    assert wrong.status_code == 422
    assert "The renewal was filed on March 1, 2026, so the day is not before it" in words(wrong)
    done = send(sue, address, completed_on="2026-03-18", proper="no", reason="The list of workers was missing.")
    assert done.status_code == 303
    assert "Expired" in words(sue.get(f"/licenses/{license.case.number}/"))


def test_staff_close_the_file_only_after_the_end(clock):
    license = licensed(at=ISSUED)
    sue, address = signed_in("sue"), f"/licenses/{license.case.number}/close_file/"
    assert sue.get(address).status_code == 409
    clock.set("2026-03-15 09:00")
    assert send(signed_in("sue"), address).status_code == 303
    assert License.objects.get(pk=license.pk).case.state == "ended"


def test_the_pages_of_a_license_read_at_grade_7_or_lower(clock):
    license = licensed(at=ISSUED)
    pending = licensed(
        at=ISSUED, membership=member(organization("Pending Example", at=ISSUED), "Pia Owner Example", at=ISSUED)
    )
    renew(pending, at=at("2026-03-01 09:00"))
    client, other = browser_of(owner(license)), browser_of(owner(pending))
    form = {"number": license.case.number, "code": license.check_code, "on_0": 3, "on_1": 2, "on_2": 2026}
    pages = {
        "check": client.get("/licenses/check/"), "answer": client.post("/licenses/check/", form),
        "list": client.get("/licenses/list/"), "status": status_page(license), "pending": status_page(pending, by=owner(pending)),
        **{name: client.get(f"/licenses/status/{license.case.number}/{name}/") for name in ("renew", "give-up")},
        "refused": other.get(f"/licenses/status/{pending.case.number}/renew/"),
    }  # fmt: skip
    assert {name: page.status_code for name, page in pages.items()} == dict.fromkeys(pages, 200)
    measured = {name: grade(CONDITIONS.sub(" ", prose(page))) for name, page in pages.items()}
    assert sum(value is not None for value in measured.values()) >= 3
    assert {name: value for name, value in measured.items() if value is not None and value > GRADE} == {}


@pytest.mark.parametrize("who", ["lin", "sue"])
def test_the_overview_of_a_license_links_to_the_page_that_opens_a_revocation(clock, who):
    license = licensed(at=ISSUED)
    shown = signed_in(who).get(f"/licenses/{license.case.number}/").content.decode()
    assert f'<a href="/licenses/{license.case.number}/revoke/">Open a revocation</a>' in shown
