"""Staff pages in a real browser: no page wider than a phone, no fault for axe, and a case worked with the mouse."""

from datetime import date

import pytest

from tests.factories import CONTENT, TO_POST, case_in, file_online, person
from wagecase.cases.models import Case
from wagecase.rules import calendar

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("quick_files")]
ON_CASE = ("", "parties/", "allegations/", "documents/", "notices/", "notes/", "timeline/", "docket/", "dismiss/",
           "sign_determination/")  # fmt: skip


def sign_in(page, client, key):
    """Put a signed-in session of `key` into the browser."""
    client.force_login(person(key))
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page_url(page)}])


def page_url(page):
    page.goto("/healthz")
    return page.url


def look(page, axe, addresses):
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for address in addresses:
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, address)
            assert axe(page) == [], (width, address)


def test_every_staff_page_fits_a_phone_and_passes_axe(new_page, client, axe):
    case = file_online(content=TO_POST)
    case_in("drafted")
    page = new_page()
    sign_in(page, client, "sue")
    lists = ["/staff/", "/staff/cases/", "/staff/cases/?state=closed", "/staff/search/?q=wanda", "/staff/letters/",
             "/complaints/new/"]  # fmt: skip
    look(page, axe, [*lists, *(f"/complaints/{case.number}/{name}" for name in ON_CASE)])


def test_the_administrators_pages_too(new_page, client, axe):
    page = new_page()
    sign_in(page, client, "ada")
    look(
        page, axe, ["/staff/operations/", "/staff/people/", "/staff/people/add/", f"/staff/people/{person('ina').pk}/"]
    )


def test_a_supervisor_dockets_by_keyboard_and_a_fault_gets_the_focus(new_page, client):
    case = file_online(content=CONTENT)
    page = new_page(width=320)
    sign_in(page, client, "sue")
    page.goto(f"/complaints/{case.number}/")
    page.get_by_role("link", name="Docket the complaint").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Docket the complaint").press("Enter")
    page.wait_for_function("document.activeElement.hasAttribute('data-error-summary')")
    page.get_by_label("Why the complaint falls").fill("Work in Wisconsin.")
    page.get_by_role("button", name="Docket the complaint").press("Enter")
    page.wait_for_url(f"**/complaints/{case.number}/")
    assert Case.objects.get().state == "docketed"


def test_the_meaning_of_a_stamp_appears_as_it_is_typed(new_page, client, axe):
    page = new_page()
    sign_in(page, client, "ina")
    page.goto("/complaints/new/")
    page.check("[name=channel][value=paper]")
    page.fill("[name=stamped_on]", calendar.day_after(date.fromisoformat(today(page)), -6).isoformat())
    page.check("[name=signed][value=yes]")
    page.get_by_text("Stamped before today").wait_for()
    assert axe(page) == []
    page.check("[name=signed][value=no]")
    page.get_by_text("The 20 days will not start").wait_for()


def today(page):
    return page.evaluate("new Date().toLocaleDateString('sv-SE')")


def test_a_look_at_the_letter_does_not_lock_the_button(new_page, client):
    case = file_online(content=CONTENT)
    page = new_page()
    sign_in(page, client, "sue")
    page.goto(f"/complaints/{case.number}/dismiss/")
    page.check("[name=ground][value=other]")
    page.fill("[name=reason]", "The work was done elsewhere.")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="See the letter with this text").click()
    opened.value.close()
    page.get_by_role("button", name="Dismiss the complaint").click()
    page.wait_for_url(f"**/complaints/{case.number}/")
    assert Case.objects.get().state == "dismissed"
