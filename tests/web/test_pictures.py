"""The site's own pages in a real browser: no sideways scroll at 320 px, nothing for axe to find, keyboard works."""

from typing import Any

import pytest

ADDRESSES = (
    "/",
    "/gallery/",
    "/gallery/?part=staff",
    "/gallery/?part=question",
    "/gallery/?part=error",
    "/privacy/",
    "/accessibility/",
    "/accounts/login/",
    "/accounts/password/reset/",
    "/nope/",
    "/gallery/errors/409/",
    "/gallery/errors/413/",
    "/gallery/errors/500/",
    "/gallery/errors/expired/",
)
pytestmark = pytest.mark.django_db(transaction=True)


def test_no_page_is_wider_than_a_small_phone_and_axe_finds_nothing(new_page: Any, axe: Any) -> None:
    page = new_page(width=320)
    found = []
    for address in ADDRESSES:
        page.goto(address)
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{address}: {wide} px wide"] if wide > 320 else []
        page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true; })")
        found += [f"{address}: {line}" for line in axe(page)]
    assert not found, "\n".join(found)


def test_a_form_posts_and_answers_without_script(new_page: Any) -> None:
    page = new_page(javascript=False)
    page.goto("/accounts/login/")
    page.click("main button")
    assert page.locator("[data-error-summary]").inner_text().startswith("There is a problem")


def test_focus_goes_to_the_summary_and_its_link_to_the_control(new_page: Any) -> None:
    page = new_page()
    page.goto("/gallery/?part=error")
    page.wait_for_function("document.activeElement.dataset.errorSummary === ''")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'id_happened_0'")


def test_the_first_tab_is_the_skip_link(new_page: Any) -> None:
    page = new_page()
    page.goto("/")
    page.keyboard.press("Tab")
    page.wait_for_function("document.activeElement.className === 'usa-skipnav'")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'main'")


def test_a_pressed_button_says_so_and_sends_once(new_page: Any) -> None:
    page = new_page()
    page.goto("/accounts/password/reset/")
    page.evaluate("""() => {
        window.sent = 0;
        window.addEventListener("submit", event => {
            if (!event.defaultPrevented) window.sent += 1;
            event.preventDefault();
        });
    }""")
    button = page.locator("main button")
    button.click()
    page.wait_for_function("document.querySelector('main button').textContent === 'Sending…'")
    button.click(force=True)  # aria-disabled: a person's second press still reaches it
    assert page.evaluate("window.sent") == 1
    assert button.get_attribute("aria-disabled") == "true"


def test_on_a_phone_the_links_stand_behind_a_button_that_works_by_keyboard(new_page: Any) -> None:
    page = new_page(width=320)
    page.goto("/")
    button, links = page.get_by_role("button", name="Menu"), page.locator(".usa-nav ul")
    assert not links.is_visible()
    assert page.locator(".usa-header").bounding_box()["height"] <= 140
    button.focus()
    page.keyboard.press("Enter")
    assert links.is_visible()
    assert button.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert not links.is_visible()
    wide = new_page()
    wide.goto("/")
    assert wide.locator(".usa-nav ul").is_visible()
    assert not wide.get_by_role("button", name="Menu").is_visible()


def test_without_a_script_the_links_are_there_on_a_phone(new_page: Any) -> None:
    page = new_page(width=320, javascript=False)
    page.goto("/")
    assert page.locator(".usa-nav ul").is_visible()


def test_pages_print_without_navigation(new_page: Any) -> None:
    page = new_page()
    page.goto("/")
    page.emulate_media(media="print")
    assert not page.locator(".usa-nav").is_visible()
    assert page.locator("main h1").is_visible()
