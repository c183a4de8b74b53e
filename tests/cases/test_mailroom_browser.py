"""The mailroom, bulk assignment and acting signers in a real browser: they fit a phone, pass axe, and count what is ticked."""

import pytest

from tests.cases.test_mailroom import letter, printed
from tests.complaints.test_staff_browser import look, sign_in
from tests.factories import at, case_in, make_pdfs, name_signer, person
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
NUMBER = "9407111899223100000001"


@pytest.fixture
def pile(db):
    """Two letters in a run, two that wait, one without an address."""
    made = [letter(f"{name} Sample Example") for name in ("Abe", "Zoe", "Bea", "Cal")]
    letter("No Address Example", "")
    make_pdfs(at("2026-03-02 08:10"))
    return printed(made[:2])


def test_every_page_fits_a_phone_and_passes_axe(new_page, client, axe, pile):
    case_in("docketed")
    row = name_signer(person("ivo"), first="2099-01-01", last="2099-01-31")
    page = new_page()
    sign_in(page, client, "sue")
    tick = "&".join(f"case={case.number}" for case in Case.objects.all()[:3])
    look(page, axe, [
        "/staff/letters/", f"/staff/letters/runs/{pile.pk}/", "/staff/letters/returned/?q=9407",
        "/staff/cases/?open=all", f"/staff/cases/assign/?{tick}",
    ])  # fmt: skip
    assert row.pk


def test_the_button_says_how_many_letters_are_ticked(new_page, client, pile):
    page = new_page(width=320)
    sign_in(page, client, "ina")
    page.goto("/staff/letters/")
    page.get_by_role("button", name="Print 2 letters").wait_for()
    page.get_by_label("Bea Sample Example").uncheck()
    page.get_by_role("button", name="Print 1 letter").click()
    page.get_by_role("heading", name="Print run PR-20").wait_for()
    page.get_by_role("button", name="Mark 1 letter as mailed").wait_for()


def test_a_run_is_marked_as_mailed_without_script(new_page, client, pile):
    page = new_page(javascript=False)
    sign_in(page, client, "ina")
    page.goto(f"/staff/letters/runs/{pile.pk}/")
    page.get_by_label("2. Zoe Sample Example").uncheck()
    page.get_by_label("Day it was mailed").fill("2026-03-02")
    page.get_by_label("Certified mail", exact=True).check()
    page.get_by_role("button", name="as mailed").click()
    assert "Enter the certified mail number for Abe Sample Example" in page.locator("main").inner_text()
    page.get_by_label("Certified mail number for Abe Sample Example").fill(NUMBER)
    page.get_by_role("button", name="as mailed").click()
    page.get_by_text("1 letter marked as mailed.").wait_for()
    assert [row.notice.status for row in pile.letters.all()] == ["mailed", "printed"]
