"""A revision of the rates from the figures to the public page, by two supervisors in a real browser."""

import re

import pytest

from tests.complaints.public_filing import picture
from tests.journeys.visitor import Pdf
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.rates.models import RateSchedule

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("guarded", "second_supervisor"),
]
KEY = "RS-2027-0001"
# 7.25 x 330.115 / 320.5 = 7.25 x 1.03 = 7.4675, nearest 5 cents 7.45; 350 x 1.03 = 360.50, a tie, up to 361.
FIGURES = {
    "title": "Minimum wage rates from September 1, 2027", "year": "2027", "last": "320.5", "this": "330.115",
    "figures_source": "Bureau of Labor Statistics, CPI-U, table 24, June 10, 2027",
    "factor_entry_level_jobs": "Few entry-level jobs pay less today.",
}  # fmt: skip


def test_two_people_put_a_schedule_in_force(site, visitor, run_due):
    site.set("2027-07-06 09:00")
    drafter, second = visitor(), visitor()
    draft_and_propose(drafter)
    run_due()
    read_the_packet(drafter)
    the_drafter_is_refused(drafter)
    put_it_in_force(second)
    the_public_sees_it(visitor(width=320))
    assert verify().fault == ""


def draft_and_propose(drafter):
    drafter.sign_in("sue", then="/staff/rates/")
    drafter.press("Start a revision", "link")
    drafter.press("Price index", "link")
    drafter.fill(FIGURES)
    drafter.press("Save draft and see the table")
    said = drafter.words()
    assert "Employees generally Minimum wage per hour $7.25 $7.45 +$0.20 (+2.8%)" in said
    assert "$360.50 lies exactly between two multiples" in said
    drafter.press("Propose the schedule", "link")
    drafter.press("Propose the schedule")
    assert "Proposed, not law" in drafter.words()


def read_the_packet(drafter):
    pdf = Pdf(drafter.fetch(drafter.href(re.compile("Open the rule packet"))))
    for part in ("2027: $7.25 x 330.115 / 320.5 = $7.46750, rounded $7.45.", "Few entry-level jobs pay less today.",
                 "Promulgate by Wednesday, September 1, 2027", "Effect on job creation Not weighed."):  # fmt: skip
        assert part in pdf.words, part


def the_drafter_is_refused(drafter):
    assert "You prepared this schedule. A second supervisor puts it in force." in drafter.words()
    drafter.open(f"/staff/rates/{KEY}/publish/")
    assert "A second person must enter its authority." in drafter.words()
    assert RateSchedule.objects.get(key=KEY).status == "proposed"


def put_it_in_force(second):
    second.sign_in("sam", then="/staff/rates/")
    second.press(FIGURES["title"], "link")
    second.press("Put the schedule in force", "link")
    page = {"name": "register-859.png", "mimeType": "image/png", "buffer": picture().read()}
    second.fill({
        "authority_kind": "register", "authority_number": "Register 859, CR 27-901", "authority_date": "2027-07-01",
        "document": page,
    })  # fmt: skip
    second.press("Put the schedule in force")
    assert "Administrative register Register 859, CR 27-901, Thursday, July 1, 2027" in second.words()
    assert Event.objects.filter(verb="rates.publish_schedule").count() == 1


def the_public_sees_it(reader):
    for day, amount in (("31", "$7.25"), ("1", "$7.45")):
        month = "8" if day == "31" else "9"
        reader.open(f"/rates/?day_0={month}&day_1={day}&day_2=2027")
        row = reader.page.get_by_role("row", name=re.compile("^Employees generally")).first
        assert amount in " ".join(row.inner_text().split()), day
