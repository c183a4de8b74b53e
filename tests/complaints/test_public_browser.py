"""A whole complaint in a real browser at 320 pixels: nothing wider than the screen, no fault for axe, by keyboard too."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.complaints.public_filing import LIVING, begin, send, sign
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
NARROW = 320


@pytest.fixture
def look(axe) -> Callable[[Any], None]:
    """Check one page as it stands."""

    def check(page: Any) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url
        assert axe(page) == [], page.url

    return check


def press(page: Any, name: str, role: str = "button") -> None:
    """Press a button or link that leads to a page, and wait until that page is whole: a look any sooner sees the old one."""
    with page.expect_navigation(wait_until="load"):
        page.get_by_role(role, name=name).click()


def press_continue(page: Any) -> None:
    press(page, "Continue")


def fill(page: Any, values: dict[str, str]) -> None:
    for name, value in values.items():
        box = page.locator(f"[name={name}]")
        if box.first.get_attribute("type") == "radio":
            page.check(f"[name={name}][value={value}]")
        else:
            box.fill(value)


def test_a_complaint_on_a_phone(new_page, look, media):
    page = new_page(width=NARROW)
    page.goto("/complaints/file/")
    look(page)
    press(page, "Start now")
    for values in LIVING.values():
        look(page)
        if values:
            press_continue(page)
            page.wait_for_function("document.activeElement.hasAttribute('data-error-summary')")
            look(page)
        fill(page, values)
        press_continue(page)
    look(page)
    press(page, "Continue to sign", "link")
    look(page)
    page.check("[value=online]")
    press_continue(page)
    look(page)
    fill(page, {"name": "Rosa Sample", "city": "Madison", "state": "Wisconsin"})
    page.check("[name=agree]")
    press(page, "Sign and file complaint")
    assert "Complaint filed" in page.inner_text("main")
    look(page)
    press(page, "Go to my case page", "link")
    look(page)
    for link in ("Answer these questions", "Add files", "Withdraw complaint"):
        press(page, link, "link")
        look(page)
        press(page, "Back", "link")
    assert Case.objects.count() == 1


def test_the_pages_fit_a_phone_in_spanish_too(client, new_page, look, media, live_server):
    begin(client)
    page = new_page(width=NARROW, language="es-US")
    page.context.add_cookies([
        {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url},
        {"name": "django_language", "value": "es", "url": live_server.url},
    ])  # fmt: skip
    signing = ("check/", "save/", "sign/", "sign/online/", "sign/notarized/", "sign/paper/")
    for path in ("", "elsewhere/", *[f"{slug}/" for slug in LIVING], *signing):
        page.goto(f"/complaints/file/{path}")
        assert page.get_attribute("html", "lang") == "es"
        look(page)
    receipt = sign(client)["Location"]
    for path in (receipt, receipt.replace("file/receipt", "status"), "/complaints/find/"):
        page.goto(path)
        look(page)


def back(page):
    """Press the browser's Back; Chromium refuses for a moment while it swaps the process of the page before."""
    page.wait_for_load_state("load")
    for attempt in range(5):
        try:
            page.go_back(wait_until="load")
            return
        except Error as error:
            if "Not attached" not in str(error) or attempt == 4:
                raise
            page.wait_for_timeout(200)


def test_without_script_a_page_is_answered_and_back_keeps_the_answer(new_page, media):
    page = new_page(width=NARROW, javascript=False)
    page.goto("/complaints/file/")
    press(page, "Start now")
    page.check("[value=living_wage]")
    press_continue(page)
    press_continue(page)
    back(page)
    back(page)
    assert page.locator("[value=living_wage]").is_checked()
    press(page, "Leave and clear this device")
    assert "This device is cleared" in page.inner_text("main")
    back(page)
    assert "No complaint is open on this device" in page.inner_text("main")


def test_a_double_press_files_once(new_page, media):
    page = new_page()
    page.goto("/complaints/file/")
    press(page, "Start now")
    for values in LIVING.values():
        fill(page, values)
        press_continue(page)
    page.goto("/complaints/file/sign/online/")
    fill(page, {"name": "Rosa Sample", "city": "Madison", "state": "Wisconsin"})
    page.check("[name=agree]")
    page.get_by_role("button", name="Sign and file complaint").dblclick()
    page.wait_for_url("**/receipt/**")
    assert Case.objects.count() == 1


@pytest.mark.parametrize("language", ["en", "es"])
def test_receipt_and_case_page_print_clean_with_number_and_due_date(language, client, new_page, media, live_server):
    receipt = sign(begin(client))["Location"]
    page = new_page()
    page.context.add_cookies([
        {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url},
        {"name": "django_language", "value": language, "url": live_server.url},
    ])  # fmt: skip
    number = Case.objects.get().number
    due = {"en": "Decision due", "es": "Fecha límite de la decisión:"}[language]
    for path in (receipt, receipt.replace("file/receipt", "status")):
        page.goto(path)
        page.emulate_media(media="print")
        shown = page.inner_text("body")
        assert number in shown
        assert due in shown
        hidden = (".usa-nav", ".wc-language", ".wc-back", ".usa-footer", ".wc-help", ".wc-copy", "main .usa-button")
        assert not [css for css in hidden for found in page.locator(css).all() if found.is_visible()]
    asked = {"en": "Nothing for you to do now", "es": "No tiene que hacer nada por ahora"}[language]
    assert asked in page.inner_text("body"), "what is asked of the person stands on the paper"


def test_the_browser_offers_the_persons_own_details_only_for_the_person(client, new_page, media, live_server):
    begin(client)
    page = new_page()
    page.context.add_cookies([
        {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url},
    ])  # fmt: skip
    wanted = {
        "employer/": {"name": "off", "trade_name": "off"}, "employer-contact/": {"postal": "off", "email": "off"},
        "workplace/": {"work_site": "off"}, "name/": {"name": "name"},
        "contact/": {"email": "email", "phone": "tel", "postal": "street-address"},
        "sign/online/": {"name": "name", "city": "address-level2", "state": "address-level1"},
    }  # fmt: skip
    for path, fields in wanted.items():
        page.goto(f"/complaints/file/{path}")
        for name, value in fields.items():
            assert page.locator(f"[name={name}]").get_attribute("autocomplete") == value, (path, name)
    page.goto("/complaints/file/story/")
    described = page.locator("textarea").get_attribute("aria-describedby").split()
    assert "9,957 characters left" in " ".join(page.inner_text(f"#{part}") for part in described)


def test_whoever_comes_to_sign_too_early_is_led_to_what_is_missing(client, new_page, media, live_server):
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    page = new_page(width=NARROW)
    page.context.add_cookies([
        {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url},
    ])  # fmt: skip
    page.goto("/complaints/file/sign/")
    page.wait_for_function("document.activeElement.hasAttribute('data-error-summary')")
    assert page.inner_text("main").startswith("Answer these questions before you file")
    assert "<title>Error: Check your answers" in client.get("/complaints/file/sign/", follow=True).content.decode()
    assert "<title>Check your answers" in client.get("/complaints/file/check/").content.decode()
