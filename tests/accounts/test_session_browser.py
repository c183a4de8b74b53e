"""The end of a session in a browser: announced before, put off by a key press, in every tab."""

import pytest

from tests.complaints.staff_pages import sign_in
from wagecase.accounts import sessions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def short(monkeypatch):
    """Sessions of 306 seconds, so that the warning (5 minutes before) comes after a few seconds."""
    monkeypatch.setattr(sessions, "IDLE_SECONDS", 306)


def enter(page, client):
    """Sign in and give the browser the session."""
    sign_in(client, "ina")
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "domain": "localhost", "path": "/"}]
    )


def test_the_warning_comes_in_every_tab_and_one_key_puts_it_off(short, page, client, live_server, axe):
    enter(page, client)
    page.goto("/staff/")
    other = page.context.new_page()
    other.goto("/staff/cases/")
    dialog = page.get_by_role("dialog", name="Do you need more time?")
    dialog.wait_for(timeout=20_000)
    other.get_by_role("dialog").wait_for(timeout=20_000)
    assert "You will be signed out in 5 minutes" in dialog.inner_text()
    assert axe(page) == []
    assert page.evaluate("document.activeElement.textContent") == "Stay signed in"
    page.keyboard.press("Enter")
    dialog.wait_for(state="hidden")
    other.get_by_role("dialog").wait_for(state="hidden")


def test_after_the_end_the_typed_text_stays_on_the_page(short, page, client, live_server):
    enter(page, client)
    page.goto("/staff/")
    page.evaluate("document.getElementById('session-end').dataset.left = '-5'")
    page.evaluate("import('/static/js/session.js?again')")  # the same script, on a page whose session is over
    page.get_by_role("heading", name="You have been signed out").wait_for(timeout=20_000)
    page.get_by_role("button", name="Back to the page").click()
    assert page.url.endswith("/staff/")
