"""A letter about a closing in two municipalities, keyed by the coordinator, becomes a signed surcharge."""

import pytest

from tests.journeys.visitor import Pdf
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("staff")]
NUMBER = "BC-2026-000001"
# Counted by hand: 60 days before Friday, May 1, 2026 is Monday, March 2. The mayor was told on March 22: 20 days late.
# The village president was told on March 2: in time. The village has a manager too, who was never told: 60 days.
# 20 x $250 + 60 x $250 = $20,000.
SECTIONS = (
    {"received_on_0": "3", "received_on_1": "9", "received_on_2": "2026", "postmarked_on_0": "3", "postmarked_on_1": "6",
     "postmarked_on_2": "2026"},
    {"employer_name": "Made-Up Mills Example LLC", "employer_kind": "private", "contact_name": "Paula Placeholder Example",
     "contact_phone": "608-555-0122", "contact_postal": "400 Placeholder Road\nMonroe, WI 53566"},
    {"event": "closing", "duration": "permanent", "cause": "other", "represented": "no"},
    {"persons_in_state": "140"},
)  # fmt: skip
SITES = (
    {"municipality_type": "city", "municipality": "Monroe", "affected": "60"},
    {"municipality_type": "village", "municipality": "Invented Springs", "affected": "30", "two_officials": True},
)
TOLD = (
    {"kind": "employee", "given_on_0": "3", "given_on_1": "2", "given_on_2": "2026"},
    {"kind": "official", "name": "Mayor", "municipality": "Monroe", "municipality_type": "city", "given_on_0": "3", "given_on_1": "22", "given_on_2": "2026"},
    {"kind": "official", "name": "Village president", "municipality": "Invented Springs", "municipality_type": "village", "given_on_0": "3", "given_on_1": "2",
     "given_on_2": "2026"},
)  # fmt: skip


def test_a_short_notice_from_letter_to_surcharge(site, visitor, run_due):
    site.set("2026-03-25 10:00")
    cora = visitor()
    key_the_letter(cora)
    publish(cora)
    site.set("2026-05-04 09:00")
    run_due()
    draft(cora)
    run_due()
    sign(visitor())
    run_due()
    mail_and_serve(cora)
    row = Case.objects.get().closing_determinations.get()
    assert (row.surcharge, row.signed_by.name) == (20_000, "Sue Supervisor Example")


def key_the_letter(cora):
    """Section by section, as the letter says it."""
    cora.sign_in("cora", then="/closings/key/")
    cora.press("Start keying")
    cora.press("Continue: How the letter came in", "link")
    for answers in SECTIONS:
        cora.fill(answers)
        cora.press("Save and continue")
    rows(cora, SITES, "Add a site", county=True)
    cora.press("Continue", "link")
    cora.fill({"first_on_0": "5", "first_on_1": "1", "first_on_2": "2026", "count": "90"})
    cora.press("Save and continue")
    cora.press("Continue", "link")
    rows(cora, TOLD, "Add somebody who must be told")
    said = cora.words()
    assert "As a business closing: 60 employees count, 25 are enough." in said
    assert "Mayor, City of Monroe Told on March 22, 2026 20 days short" in said
    assert "Highest official, Village of Invented Springs Not told yet If told today: 23 days short" in said
    cora.open(cora.page.url.replace("recipients/", "check/"))
    cora.press("Record the notice")
    assert NUMBER in cora.words("body")


def rows(cora, filled, more, *, county=False):
    """Fill one row after the other."""
    for place, answers in enumerate(filled):
        if place:
            cora.press(more, "link")
        cora.fill(answers)
        if county:
            cora.page.select_option("main [name=county]", "Green")
        cora.press("Save and continue")


def publish(cora):
    """One press puts it on the list, where nothing says late."""
    cora.press("Put on the public list", "link")
    cora.press("Put on the public list")
    cora.open("/closings/")
    assert "Made-Up Mills Example LLC" in cora.words()
    assert "53" in cora.words()  # March 9 to May 1


def draft(cora):
    """The worksheet shows what follows; the amount for a day is the person's."""
    cora.sign_in("cora", then=f"/closings/{NUMBER}/")
    assert "An official seems to be told too late" in cora.words()
    cora.press("Draft the determination", "link")
    assert "In all $40,000.00" in cora.words()
    cora.fill(
        {"daily_amount": "250", "surcharge_reason": "A first case.", "reasons": "The mayor was told on March 22."}
    )
    cora.press("Draft the determination")
    assert "Determination drafted" in cora.words("body")


def sign(sue):
    """Another person reads the very draft and signs it."""
    sue.sign_in("sue", then=f"/closings/{NUMBER}/")
    sue.press("Sign the determination", "link")
    assert "notice was required, surcharge $20,000.00" in sue.words()
    sue.press("Sign the determination")
    assert "Determination signed" in sue.words("body")


def mail_and_serve(cora):
    """The letter says what to pay and encloses the order; mailed, it is served."""
    cora.open(f"/closings/{NUMBER}/")
    letter = Case.objects.get().notices.get(kind="closings.sign_determination")
    said = Pdf(cora.fetch(f"/closings/{NUMBER}/documents/{letter.document_id}.pdf"))
    for part in (
        "The surcharge is $20,000.00",
        "Coverage worksheet",
        "Never told",
        "Rehearing by the department",
        "Page 1 of",
    ):
        assert part in said.words, part
    cora.press("Mail the letter to Made-Up Mills Example LLC", "link")
    cora.fill({"mailed_on": "2026-05-04", "method": "first-class mail"})
    cora.press("Mark as mailed")
    cora.open(f"/closings/{NUMBER}/")
    cora.press("Record service", "link")
    cora.press("Record service")
    assert "Determination served" in cora.words("body")
