"""A case number in a subject, a list or a heading stands whole on the smallest screen."""

from typing import Any

import pytest

from tests.factories import file_online
from tests.notices.conftest import AT
from wagecase.notices import outbox
from wagecase.notices.models import DemoMessage
from wagecase.notices.templatetags.numbers import whole_numbers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Case LW-2026-000123: filed", 'Case <span class="wc-nowrap">LW-2026-000123</span>: filed'),
        ("LW-2026-1000000", '<span class="wc-nowrap">LW-2026-1000000</span>'),
        ("<b>UW-2026-000001</b>", '&lt;b&gt;<span class="wc-nowrap">UW-2026-000001</span>&lt;/b&gt;'),
        ("March 2, 2026", "March 2, 2026"),
        ("XLW-2026-12", "XLW-2026-12"),
    ],
)
def test_each_number_is_kept_whole_and_all_else_is_escaped(text: str, shown: str) -> None:
    assert whole_numbers(text) == shown


def test_every_html_mail_keeps_the_number_of_its_heading_and_of_its_facts_whole(media: Any) -> None:
    case = file_online()
    html = case.notices.get().html
    body = html.split("<body>")[1]
    assert body.count(case.number) - body.count(f"/{case.number}/") == body.count(
        f'<span class="wc-nowrap">{case.number}</span>'
    )
    assert ".wc-nowrap { white-space: nowrap; }" in html


@pytest.mark.django_db(transaction=True)
def test_at_320_pixels_the_number_stands_on_one_line_in_list_and_heading(new_page: Any, queue: Any) -> None:
    for width_of_words in range(1, 12):
        queue(subject=f"{'i' * width_of_words} Case LW-2026-000123: a notice for you")
    outbox.deliver_due(now=AT)
    page = new_page(width=320)
    for path in ("/demo/mail/", *(f"/demo/mail/{pk}/" for pk in DemoMessage.objects.values_list("pk", flat=True))):
        page.goto(path)
        lines = page.locator("main span.wc-nowrap").evaluate_all("found => found.map(n => n.getClientRects().length)")
        assert lines, path
        assert set(lines) == {1}, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
