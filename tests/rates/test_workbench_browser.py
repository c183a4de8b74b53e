"""The pages of the workbench in a real browser: none wider than a phone, no fault for axe, and one run by keyboard."""

import pytest

from tests.complaints.staff_pages import signed_in
from tests.rates.workbench import BASE, INDEX, drafted, proposed
from wagecase.rates.models import RateSchedule

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("media")]


def seat(page, client):
    """Put the session of a client into the browser."""
    page.goto("/healthz")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page.url}])


def look(page, axe, addresses):
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for address in addresses:
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, address)
            assert axe(page) == [], (width, address)


def test_every_page_fits_a_phone_and_passes_axe(new_page, axe):
    sue, sam = signed_in("sue"), signed_in("sam")
    first, fallen = proposed(sue), drafted(sue, this="194")
    page = new_page()
    seat(page, sue)
    names = ("", "new/", "new/poverty_line/", "new/typed/", f"{first.key}/", f"{fallen.key}/propose/", "SB130/")
    look(page, axe, [f"{BASE}{name}" for name in names])
    other = new_page()
    seat(other, sam)
    look(other, axe, [f"{BASE}{first.key}/{name}/" for name in ("publish", "withdraw")])


def test_a_fault_gets_the_focus_and_the_draft_is_saved_by_keyboard(new_page):
    page = new_page(width=320)
    seat(page, signed_in("ina"))
    page.goto(f"{BASE}new/index/")
    page.get_by_role("button", name="Save draft and see the table").press("Enter")
    page.wait_for_function("document.activeElement.hasAttribute('data-error-summary')")
    for name in ("title", "year", "last", "this", "figures_source"):
        page.locator(f"[name={name}]").fill(INDEX[name])
    page.get_by_role("button", name="Save draft and see the table").press("Enter")
    page.wait_for_url("**/staff/rates/RS-*/")
    steps = page.locator("details", has_text="In force on").first
    steps.locator("summary").press("Enter")
    assert "$7.25 x 206 / 200 = $7.46750, rounded $7.45." in steps.inner_text()
    assert RateSchedule.objects.get(method="index").status == "draft"
