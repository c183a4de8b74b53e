"""An employer files on a phone without script, updates and rescinds; the public list keeps one row with its history."""

import re

import pytest

from closings import publishing
from tests.factories import at, person
from tests.journeys.visitor import Pdf
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("staff")]
NUMBER, EMPLOYER = "BC-2026-000001", "office@made-up-mills.example.com"
SECTIONS = (
    {"employer_name": "Made-Up Mills Example LLC", "employer_kind": "private", "contact_name": "Paula Placeholder Example",
     "contact_phone": "608-555-0122"},
    {"event": "closing", "duration": "permanent", "cause": "other", "represented": "no"},
    {"persons_in_state": "140"},
    {"municipality_type": "city", "municipality": "Monroe", "affected": "90"},
)  # fmt: skip


def test_update_and_rescission_on_the_public_list(site, visitor, run_due):
    site.set("2026-03-02 10:00")
    employer = visitor(width=320, javascript=False, check=False)  # axe is a script
    file_by_a_confirmed_address(employer, run_due)
    read_the_receipt(employer, run_due)
    case = Case.objects.get()
    publishing.publish(case, actor=person("cora").actor, at=at("2026-03-02 12:00"), expected_version=case.version)

    site.set("2026-03-20 10:00")
    update(employer)
    everybody = visitor()
    everybody.open("/closings/")
    assert everybody.words().count("Made-Up Mills Example LLC") == 1
    assert "Updated" in everybody.words()
    everybody.press("Made-Up Mills Example LLC", "link")
    assert "First day of work lost May 1, 2026 June 1, 2026" in everybody.words()

    site.set("2026-03-27 10:00")
    rescind(employer)
    run_due()
    everybody.open("/closings/")
    assert "0 workers in notices received in 2026" in everybody.words()
    everybody.press("Made-Up Mills Example LLC", "link")
    assert "This notice is rescinded" in everybody.words()
    assert "Paula" not in everybody.words("body")
    copy = Pdf(everybody.fetch(everybody.href(re.compile("Rescission as a PDF"))))
    assert "Rescinded: it does not take place." in copy.words


def file_by_a_confirmed_address(employer, run_due):
    """The link in the mail confirms the address."""
    employer.open("/closings/file/")
    employer.fill({"email": EMPLOYER})
    employer.press("Send me the link")
    run_due()
    employer.follow_mail(EMPLOYER, "Link to your closing notice", "Open my notice")
    employer.press("Open my notice")
    employer.press("Continue: Employer", "link")
    for answers in SECTIONS:
        employer.fill(answers)
        if "municipality" in answers:
            employer.page.select_option("main [name=county]", "Green")
        employer.press("Save and continue")
    employer.press("Continue", "link")
    employer.fill({"first_on_0": "5", "first_on_1": "1", "first_on_2": "2026", "count": "90"})
    employer.press("Save and continue")
    employer.press("Continue", "link")
    employer.fill({"kind": "employee", "given_on_0": "3", "given_on_1": "2", "given_on_2": "2026"})
    employer.press("Save and continue")
    assert "Estimate, not a determination" in employer.words()
    employer.open("/closings/file/notice/check/")
    employer.press("Submit the notice")
    assert f"Notice filed {NUMBER}" in employer.words()


def read_the_receipt(employer, run_due):
    """On the page and by mail."""
    run_due()
    employer.open(f"/closings/file/receipt/{NUMBER}/")
    receipt = Pdf(employer.fetch(employer.href(re.compile("Receipt"))))
    for part in (NUMBER, "Estimate, not a determination", "In time, on the last day", "Paula Placeholder Example"):
        assert part in receipt.words, part
    said = employer.follow_mail(EMPLOYER, re.compile("received"), "Open my notice")
    assert "Made-Up" not in said
    employer.press("Open my notice")
    assert employer.page.url.endswith(f"/closings/status/{NUMBER}/")


def open_by_link(employer):
    """The session of weeks ago is over; the link of the receipt opens the page again."""
    employer.follow_mail(EMPLOYER, re.compile("received"), "Open my notice")
    employer.press("Open my case")


def update(employer):
    """Change one date; the page says before and after."""
    open_by_link(employer)
    employer.press("Update the notice")
    employer.press("Schedule", "link")
    employer.press(re.compile("^Change"), "link")
    employer.fill({"first_on_0": "6"})
    employer.press("Save and continue")
    employer.press("Continue", "link")
    employer.press("Check and send the update", "link")
    assert "First day of work lost" in employer.words()
    employer.press("Send the update")
    assert "We have your update." in employer.words()


def rescind(employer):
    """It does not take place after all."""
    open_by_link(employer)
    employer.press("It does not take place: rescind the notice", "link")
    employer.fill({"reason": "A buyer takes over."})
    employer.press("Rescind the notice")
    assert "The notice is rescinded" in employer.words()
