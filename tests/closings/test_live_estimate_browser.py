"""In a browser the estimate follows the keys: the box that is typed in stays as it is, and the news is told once."""

import pytest

from tests.closings.notice import ANSWERS, BASE, begun, write
from tests.complaints.test_staff_browser import page_url
from wagecase.cases import drafts
from wagecase.cases.models import Draft

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("quick_files")]


def test_the_panel_follows_what_is_typed_and_the_box_stays(new_page, axe, clock):
    clock.set("2026-03-10 10:00")
    client = begun()
    write(client, BASE, ANSWERS[:5])
    page = new_page()
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page_url(page)}])
    page.goto(f"{BASE}schedule/new/")
    assert "Enter the schedule to see by when notice is due." in page.inner_text("#estimate-panel")
    for part, text in enumerate(("5", "1", "2026")):
        page.locator(f"[name=first_on_{part}]").press_sequentially(text)
    page.locator("#estimate-panel").get_by_text("Notice was due on Monday, March 2, 2026.").wait_for()
    assert page.evaluate("document.activeElement.name") == "first_on_2"
    assert page.input_value("[name=first_on_2]") == "2026"
    assert page.inner_text("#live-status") == "The estimate changed. Notice was due on Monday, March 2, 2026."
    assert axe(page) == []
    assert "schedule" not in drafts.answers(Draft.objects.get())
