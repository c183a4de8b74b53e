"""The estimate follows what is typed: from answers that are not saved, without saving or losing any."""

import datetime as dt

import pytest

from tests.closings.notice import ANSWERS, BASE, begun, date_parts, write
from tests.complaints.staff_pages import words
from wagecase.cases import drafts
from wagecase.cases.models import Draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def test_what_is_typed_counts_before_it_is_saved():
    client = begun()
    write(client, BASE, ANSWERS[:5])
    page = client.post(
        f"{BASE}estimate/schedule/", {**date_parts("first_on", dt.date(2026, 5, 1)), "count": "x", "place": "new"}
    )
    assert "Notice was due on Monday, March 2, 2026." in words(page)
    assert "from this page as it stands, not saved yet" in words(page)
    assert "schedule" not in drafts.answers(Draft.objects.get())


def test_a_row_that_is_changed_counts_once():
    client = begun()
    write(client, BASE, ANSWERS[:5])
    typed = {**ANSWERS[3][1], "affected": "20", "new_employees": "0"}
    told = words(client.post(f"{BASE}estimate/sites/", {**typed, "place": "0"}))
    assert "As a business closing: 30 employees count, 25 are enough." in told
    assert drafts.answers(Draft.objects.get())["sites"]["rows"][0]["affected"] == 60


def test_a_faulty_answer_is_left_out_and_a_recipient_of_no_kind_is_nobody():
    client = begun()
    write(client, BASE, ANSWERS)
    told = words(client.post(f"{BASE}estimate/workforce/", {"persons_in_state": "many"}))
    assert "As a business closing: 58 employees count, 25 are enough." in told
    assert client.post(f"{BASE}estimate/recipients/", {"name": "Mayor", "place": "new"}).status_code == 200
    assert client.post(f"{BASE}estimate/files/").status_code == 404
    assert client.get(f"{BASE}estimate/sites/").status_code == 405


def test_the_page_works_without_the_script_and_names_where_the_script_asks():
    page = begun().get(f"{BASE}employer/").content.decode()
    assert f'data-estimate="{BASE}estimate/employer/"' in page
    assert "js/estimate" in page
