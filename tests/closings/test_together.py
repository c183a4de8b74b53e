"""Job losses within 90 days are counted together; other notices of the employer only where a person says they are one."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings.content import NoticeContent, SeparationFacts, SiteFacts
from closings.deciding import Decided
from closings.determinations import Findings, check
from closings.estimate import estimate
from closings.together import Other, neighbors
from tests.closings.notice import CONTENT, DECIDED, FINDINGS, REACHED, case_in, drafted, file_online, rescinded
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import person
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

FIRST = dt.date(2026, 1, 5)


def layoff(*losses: tuple[int, int], left_out: int = 0, place: str = "Monroe", start: dt.date = FIRST) -> NoticeContent:
    """Return a layoff at one site with (days after the first, employees) each; 60 persons: 25 are needed."""
    rows = tuple(SeparationFacts(start + dt.timedelta(days), None, count) for days, count in losses)
    site = SiteFacts(place, "Green", "city", affected=sum(count for _days, count in losses), new_employees=left_out)
    return replace(CONTENT, event="mass-layoff", persons_in_state=60, sites=(site,), separations=rows)


def counted(content: NoticeContent, *others: NoticeContent) -> tuple[int, bool]:
    coverage = estimate(content, others=others).coverage
    assert coverage is not None
    return coverage.value["affected_counted"], coverage.value["notice_required"]


@pytest.mark.parametrize(
    ("losses", "expected"),
    [
        (((0, 15), (40, 12), (85, 10)), (37, True)),
        (((0, 15), (40, 12), (95, 10)), (27, True)),  # the third sits with the second only: 22
        (((0, 15), (90, 10)), (25, True)), (((0, 15), (91, 10)), (15, False)),  # 90 days apart, and 91
        (((0, 15), (304, 15)), (15, False)),  # January 5 and November 5
        (((0, 30), (40, 12)), (30, True)),  # a batch that triggers alone is not added to the rest
        (((0, 40),), (40, True)),
    ],
)  # fmt: skip
def test_a_layoff_counts_whoever_loses_the_work_within_90_days(losses, expected):
    assert counted(layoff(*losses)) == expected


def test_the_worksheet_says_why_not_all_are_counted():
    coverage = estimate(layoff((0, 15), (304, 15))).coverage
    assert coverage is not None
    assert (
        "Not more than 90 days apart 15 of them lose their work; those of other days are not added."
        in coverage.sentences("en")
    )
    assert "DWD 279.04 (2)" in coverage.citations


def test_new_and_low_hour_employees_stay_left_out():
    assert counted(layoff((0, 15), (40, 12), left_out=3)) == (24, False)


def test_a_schedule_that_does_not_say_it_of_everybody_takes_nobody_out():
    content = layoff((0, 15), (304, 15))
    unclear = replace(content, separations=(content.separations[0], SeparationFacts(None, None, 15, "later")))
    assert counted(unclear) == (30, True)


def test_a_closing_counts_whoever_the_shutdown_affects_however_long_it_takes():
    content = replace(layoff((0, 15), (304, 15)), event="closing")
    assert counted(content) == (30, True)


# Other notices of the employer


def test_the_other_notices_of_90_days_before_and_after_are_offered():
    case = file_online(layoff((0, 15), start=dt.date(2026, 6, 1)))
    near = [
        file_online(layoff((0, 5), start=day))
        for day in (dt.date(2026, 3, 3), dt.date(2026, 8, 30))  # 90 days before and after
    ]
    for day in (dt.date(2026, 3, 2), dt.date(2026, 8, 31)):  # 91
        file_online(layoff((0, 5), start=day))
    file_online(replace(layoff((0, 5), start=dt.date(2026, 6, 2)), employer_name="Another Mill Example LLC"))
    rescinded(file_online(layoff((0, 5), start=dt.date(2026, 6, 3))))
    assert [row.case.number for row in neighbors(case)] == [one.number for one in near]


def test_they_count_only_where_somebody_says_that_they_are_one():
    other = file_online(layoff((0, 15), start=FIRST + dt.timedelta(40)))
    content = layoff((0, 15))
    with pytest.raises(ValidationError) as refused:
        check(content, FINDINGS)
    assert list(refused.value.error_dict) == ["why_event"], "15 alone are no mass layoff, so a yes must say why"
    one = replace(FINDINGS, together=(Other(other.number, 0),))
    worked = check(content, one)
    assert (worked.required, worked.estimate.coverage.value["affected_counted"]) == (True, 30)


def test_another_municipality_does_not_add_to_this_one():
    other = layoff((0, 15), place="Albany", start=FIRST + dt.timedelta(40))
    assert counted(layoff((0, 15)), other) == (15, False)


def test_the_page_offers_them_and_the_worksheet_freezes_what_was_counted(clock):
    clock.set("2026-05-04 09:00")
    other = file_online(layoff((0, 15), start=dt.date(2026, 6, 10)))
    case = case_in("listed", layoff((0, 15), start=dt.date(2026, 5, 1)))
    client, address = signed_in("cora"), f"/closings/{case.number}/draft_determination/"
    shown = words(client.get(address))
    assert f"{other.number}: 15 affected from June 10, 2026, Monroe" in shown
    answers = {
        **DECIDED, "reasons": "One reduction.", "intended_signer": person("sue").pk, "daily_amount": "250",
        "surcharge_reason": "A first case.",
    }  # fmt: skip
    assert send(client, address, **answers).status_code == 422
    assert send(client, address, **answers, together=other.number).status_code == 303
    row = Case.objects.get(pk=case.pk).closing_determinations.get()
    assert (row.required, row.together) == (True, [{"number": other.number, "revision": 0}])
    assert row.worksheet["together"][0]["inputs"]["sites"][0]["affected"] == 15
    assert any(
        "30 affected employees count; 0 new or low-hour left out." in line
        for line in row.worksheet["coverage"]["sentences"]
    )
    assert f"Notice {other.number}, revision 0, counted with it" in row.draft.html


def test_nothing_is_offered_where_there_is_no_other(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed")
    page = signed_in("cora").get(f"/closings/{case.number}/draft_determination/")
    assert "together" not in page.context["form"].fields
    assert drafted(case, by="cora").closing_determinations.get().together == []


def test_a_layoff_too_small_is_found_so_with_a_reason():
    decisions = (*REACHED[:2], Decided("event", False, "15 at most within 90 days."), REACHED[3])
    assert check(layoff((0, 15), (304, 15)), Findings("Too few.", decisions)).required is False
