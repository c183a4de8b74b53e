"""In a browser a page saves what is typed once, and not again as it is left."""

import pytest
from django.test import Client

from tests.complaints.test_staff_browser import page_url
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import Writer, empty

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("media")]
NOW = at("2026-03-02 09:00")
HIDE = """() => {
  Object.defineProperty(document, "hidden", {value: true, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_was_saved_is_not_saved_again_as_the_page_is_left(new_page, clock):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    writer = Writer(olive, empty(olive, at=NOW))
    browser: Client = writer.client
    page = new_page()
    page.context.add_cookies(
        [{"name": "sessionid", "value": browser.cookies["sessionid"].value, "url": page_url(page)}]
    )
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.post_data))
    page.goto(writer.url("employer"))
    page.locator("[name=trade_name]").fill("Sample Works")
    page.locator("[data-saved]").get_by_text("Saved 9:00 a.m.").wait_for()
    assert len(sent) == 1
    page.evaluate(HIDE)  # she presses Español, or another tab
    page.wait_for_timeout(300)
    assert len(sent) == 1
    page.locator("[name=trade_name]").fill("Sample Works Example")
    page.evaluate(HIDE)  # before the three seconds are over: what nobody saved yet is saved
    page.locator("[data-saved]").get_by_text("Saved 9:00 a.m.").wait_for()
    page.wait_for_timeout(300)
    assert len(sent) == 2
    assert writer.draft.sections.get(name="employer").answers["trade_name"] == "Sample Works Example"
