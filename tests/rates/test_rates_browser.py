"""The rates and calculators in a real browser: nothing wider than 320 pixels, no fault for axe, no script needed."""

from typing import Any

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
DEFICIENCY = "/rates/calculators/wage-deficiency/"
FIND = "/rates/find/?day_0=3&day_1=2&day_2=2026"
ADDRESSES = (
    "/rates/",
    "/rates/?day_0=7&day_1=23&day_2=2009",
    "/rates/?day_0=2&day_1=30&day_2=2026",
    "/rates/find/",
    f"{FIND}&ask=kind",
    f"{FIND}&kind=other&license=no&age=18-19",
    f"{FIND}&kind=home&home=casual&ask=home_hours&home_hours=many",
    f"{FIND}&kind=government",
    f"{FIND}&kind=other&license=unknown&age=18-19&first_days=unknown&tips=regular&kept=no&declared=unknown",
    "/rates/proposed/",
    "/rates/calculators/",
    DEFICIENCY,
    f"{DEFICIENCY}?work-0-date_0=7&work-0-date_1=20&work-0-date_2=2009&work-0-hours=24&work-0-paid=150",
    f"{DEFICIENCY}?work-1-hours=8",
    "/rates/calculators/rate/?source=SB130&class=minor&item=wage&unit=hour&date_0=7&date_1=24&date_2=2007",
    "/rates/calculators/due-date/",
    "/rates/calculators/closing-notice/",
    "/rates/calculators/closing-recovery/",
)


def test_no_page_is_wider_than_a_small_phone_and_axe_finds_nothing(new_page: Any, axe: Any) -> None:
    found = []
    for language in ("en-US", "es-US"):
        page = new_page(width=320, language=language)
        for address in ADDRESSES:
            page.goto(address)
            page.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true; })")
            wide = page.evaluate("document.documentElement.scrollWidth")
            found += [f"{language} {address}: {wide} px wide"] if wide > 320 else []
            found += [f"{language} {address}: {line}" for line in axe(page)]
    assert not found, "\n".join(found)


def test_the_tables_fit_a_tablet(new_page: Any) -> None:
    page = new_page(width=768)
    for address in ("/rates/", "/rates/proposed/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 768, address


def test_a_person_finds_a_rate_and_checks_pay_without_script(new_page: Any) -> None:
    page = new_page(width=320, javascript=False)
    page.goto("/")
    page.get_by_role("link", name="Find the minimum wage").last.click()
    for name, value in (("day_0", "7"), ("day_1", "23"), ("day_2", "2009")):
        page.fill(f"[name={name}]", value)
    page.get_by_role("button", name="Show this day").click()
    assert page.locator("h1").inner_text() == "Minimum wage rates on July 23, 2009"
    page.get_by_role("link", name="Calculators: check your pay or a due date").click()
    page.get_by_role("link", name="Was I paid the minimum wage?").click()
    page.get_by_role("button", name="Add a row").click()
    for name, value in (("date_0", "7"), ("date_1", "20"), ("date_2", "2009"), ("hours", "24"), ("paid", "150")):
        page.fill(f"[name=work-3-{name}]", value)
    page.press("[name=work-3-paid]", "Enter")
    page.wait_for_selector("#answer")
    assert "The pay is $6.00 too low" in page.locator("main").inner_text()
    page.get_by_role("link", name="Link to this calculation").click()
    assert "The pay is $6.00 too low" in page.locator("main").inner_text()


def test_the_table_is_all_that_is_printed(new_page: Any) -> None:
    page = new_page()
    page.goto("/rates/")
    page.emulate_media(media="print")
    assert page.get_by_text("$7.25").first.is_visible()
    assert not page.get_by_role("button", name="Show this day").is_visible()
    assert not page.get_by_text("Download these rates").is_visible()
