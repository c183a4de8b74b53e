"""The mailbox in a real browser: links in the frame can be followed, scripts in it cannot run, a phone can show it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.notices.conftest import AT
from tests.notices.test_demo_mail import HTML
from wagecase.notices import outbox
from wagecase.notices.models import DemoMessage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mail(queue: Any, live_server: Any) -> DemoMessage:
    html = HTML.format(url=f"{live_server.url}/demo/mail/?to=ana").replace('<img src="http://127.0.0.1:9/pixel">', "")
    queue(
        to="ana@example.com", subject="We have your complaint", html=html.replace("<script", "<template").replace(
            "</script", "</template"), text=f"Open {live_server.url}/demo/mail/{'x' * 200}\n",
    )  # fmt: skip
    outbox.deliver_due(now=AT)
    return DemoMessage.objects.get()


def test_a_link_in_the_frame_opens_in_the_window(browser: Any, live_server: Any, mail: DemoMessage) -> None:
    # A page of its own: looking at a style inside the sealed frame makes the browser log that scripts are off there.
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    page.goto(f"/demo/mail/{mail.pk}/")
    frame = page.frame_locator("iframe")
    assert frame.locator("p").evaluate("node => getComputedStyle(node).color") == "rgb(255, 0, 0)"
    frame.get_by_role("link", name="Open the case").click()
    page.wait_for_url("**/demo/mail/?to=ana")
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_pages_fit_their_window_and_pass_axe(new_page: Any, axe: Any, mail: DemoMessage, width: int) -> None:
    page = new_page(width=width)
    for path in ("/demo/mail/", "/demo/mail/?to=nobody", f"/demo/mail/{mail.pk}/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert axe(page) == []


def test_the_frame_is_as_high_as_the_message(new_page: Any, mail: DemoMessage) -> None:
    page = new_page(width=1280)
    page.goto(f"/demo/mail/{mail.pk}/")
    expect(page.locator("iframe")).to_have_attribute("style", re.compile(r"height: \d+px"))
    frame = "document.querySelector('iframe')"
    assert page.evaluate(f"{frame}.offsetHeight") < 600, "640 px without script"
    assert page.evaluate(f"{frame}.contentDocument.documentElement.scrollHeight <= {frame}.offsetHeight")
    alone = page.get_by_role("link", name="Open the message alone")
    assert page.request.get(str(alone.get_attribute("href"))).status == 200
