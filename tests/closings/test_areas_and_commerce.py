"""The workforce area follows from the counties, and a listed notice asks once for the copy to the department of commerce."""

from dataclasses import replace

import pytest

from closings.areas import AREAS, areas_of
from closings.models import ClosingNotice
from tests.closings.notice import CONTENT, do, file_online, imported, publishing
from tests.closings.test_public_list import lines
from tests.complaints.staff_pages import signed_in, words
from wagecase.web.counties import COUNTIES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_every_county_has_its_area():
    assert set(AREAS) == set(COUNTIES)
    assert len(AREAS) == 72
    assert len(set(AREAS.values())) == 11


@pytest.mark.parametrize(
    ("counties", "areas"),
    [
        (["Marathon"], "North Central"),
        (["Rock"], "Southwest"),
        (["Outagamie"], "Bay Area"),
        (["St. Croix"], "West Central"),
        (["Dane", "Waukesha", "Sauk"], "South Central, Waukesha-Ozaukee-Washington"),
        (["", "Statewide"], ""),
    ],
)  # fmt: skip  each single county as the department's list of 2016 to 2022 has it
def test_areas_follow_the_counties(counties, areas):
    assert areas_of(counties) == areas


def test_a_filed_notice_has_its_area_in_the_file_and_an_imported_one_its_own(client):
    sites = (replace(CONTENT.sites[0], county="Marathon"),)
    do(file_online(replace(CONTENT, sites=sites)), publishing.publish, by="cora", when="2026-03-11 09:00")
    assert [line["workforce_area"] for line in lines(client)] == ["North Central"]
    assert imported().closing.workforce_area == "", "the old list named none"
    assert ClosingNotice.objects.get(origin="filed").workforce_area == "North Central"


def test_a_listed_notice_asks_once_for_the_copy_to_the_department_of_commerce():
    case = file_online()
    assert not case.tasks.filter(key__startswith="commerce:").exists()
    do(case, publishing.publish, by="cora", when="2026-03-11 09:00")
    task = case.tasks.get(key__startswith="commerce:")
    assert task.what == "Send a copy of the notice (PDF under Notice) to the department of commerce: s. 109.07 (1m)"
    assert (task.role, task.person, task.done_at) == ("coordinator", None, None)
    desk = signed_in("cora")
    assert "to the department of commerce: s. 109.07 (1m)" in words(desk.get(f"/closings/{case.number}/"))
    assert desk.post(f"/staff/tasks/{task.pk}/done/").status_code in {302, 303}
    task.refresh_from_db()
    assert task.done_at is not None


def test_who_has_the_duties_of_commerce_today_is_a_setting(settings):
    settings.COMMERCE_NAME = "Example Development Agency"
    case = file_online()
    do(case, publishing.publish, by="cora", when="2026-03-11 09:00")
    assert case.tasks.get(key__startswith="commerce:").what == (
        "Send a copy of the notice (PDF under Notice) to the Example Development Agency: s. 109.07 (1m)"
    )
