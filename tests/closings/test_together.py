"""Job losses within 90 days are counted together; other notices of the employer only where a person says they are one."""

import datetime as dt
import json
import re
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings import determinations, duty, intake, standing
from closings.content import NoticeContent, SeparationFacts, SiteFacts
from closings.deciding import Decided
from closings.determinations import Findings, check
from closings.estimate import estimate
from closings.guards import may_sign
from closings.imported import ImportedRevision, record_imported, remove_imported
from closings.recording import Source
from closings.together import Other, neighbors
from tests.closings.notice import (
    CONTENT,
    DECIDED,
    FINDINGS,
    REACHED,
    case_in,
    do,
    drafted,
    file_online,
    rescinded,
    updated,
)
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, make_pdfs, person, send_mail
from wagecase.cases.models import Case, Employer, Task
from wagecase.errors import TransitionNotAllowed

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


@pytest.mark.parametrize("revise", [intake.correct_notice, intake.file_update])
def test_a_name_that_was_corrected_finds_the_employers_other_notices(revise):
    case = file_online(replace(layoff((0, 15)), employer_name="Made-Up Mils Example LLC"))
    other = file_online(layoff((0, 15)))
    assert (neighbors(other), case.employer.legal_name) == ([], "Made-Up Mils Example LLC")
    revise(case, content=layoff((0, 15)), reason="A slip.", actor=person("cora").actor, at=at("2026-03-20 10:00"))
    case = Case.objects.get(pk=case.pk)
    assert [row.case.number for row in neighbors(other)] == [case.number]
    assert [row.case.number for row in neighbors(case)] == [other.number]
    assert (case.employer_id, case.title) == (other.employer_id, "Made-Up Mills Example LLC / Monroe")


def test_an_update_that_leaves_the_name_leaves_the_employer_of_the_case():
    case = file_online()
    chosen = Employer.objects.create(legal_name="Made-Up Holdings Example LLC", created_at=at("2026-03-11 09:00"))
    Case.objects.filter(pk=case.pk).update(employer=chosen)
    updated(Case.objects.get(pk=case.pk), trade_name="Sample Mills")
    assert Case.objects.get(pk=case.pk).employer == chosen


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


# What of another notice counts


OLD = NoticeContent(
    employer_name="Made-Up Mills Example LLC",
    event="mass-layoff",
    affected_stated=30,
    sites=(SiteFacts("Monroe", "Green"),),
    separations=(SeparationFacts(dt.date(2026, 5, 20)),),
)  # fmt: skip  as an old list has it: one number, one day without a number


def listed_before(content: NoticeContent) -> Case:
    """Record a notice of an old list."""
    row = ImportedRevision("original", content, dt.date(2026, 4, 1), Source("list.csv", 2))
    return record_imported([row], actor=person("cora").actor, at=at("2026-04-02 10:00"))


def test_a_notice_of_an_old_list_counts_with_the_number_that_it_states_of_its_one_place():
    content = layoff((0, 15), start=dt.date(2026, 5, 1))
    assert counted(content, OLD) == (30, True), "30 on one day trigger alone, and the 15 are not added to them"
    assert counted(content, replace(OLD, affected_stated=12)) == (27, True)
    later = replace(OLD, affected_stated=12, separations=(SeparationFacts(dt.date(2026, 7, 31)),))  # 91 days later
    assert counted(content, later) == (15, False), "its only day is that of everybody: the window of 90 days holds"


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (replace(OLD, affected_stated=None), "it states no number of affected employees"),
        (
            replace(OLD, sites=(SiteFacts("Monroe"), SiteFacts("Albany"))),
            "it does not say how many of its affected employees are in the municipality of a site of this notice",
        ),
        (replace(OLD, sites=(SiteFacts("Albany"),)), "it has no site in a municipality of this notice"),
        (replace(OLD, sites=(SiteFacts("", "Green"),)), "it has no site in a municipality of this notice"),
    ],
)
def test_what_cannot_be_counted_is_refused_and_counts_for_nothing(other, why):
    content, case = layoff((0, 15), start=dt.date(2026, 5, 1)), listed_before(other)
    assert counted(content, other) == (15, False)
    with pytest.raises(ValidationError) as refused:
        check(content, replace(FINDINGS, together=(Other(case.number, 0),)))
    assert refused.value.message_dict == {"together": [f"{case.number} cannot be counted with this notice: {why}"]}


def two_places(here: int, there: int, *, left_out: int = 0, days: tuple[int, ...] = (40,)) -> NoticeContent:
    """Return a layoff of so many in Monroe and in Albany, on days after the first."""
    sites = (
        SiteFacts("Monroe", "Green", "city", affected=here, new_employees=left_out),
        SiteFacts("Albany", "Green", "village", affected=there),
    )
    share = (here + there) // len(days)
    rows = tuple(SeparationFacts(FIRST + dt.timedelta(day), None, share) for day in days)
    return replace(layoff((0, 1)), sites=sites, separations=rows)


@pytest.mark.parametrize("event", ["mass-layoff", "closing"])
@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (two_places(5, 60), (15, False)),  # 60 in Albany lose their work, and none of them in Monroe
        (two_places(16, 60), (26, True)), (two_places(0, 65), (10, False)),
        (two_places(5, 60, left_out=5), (10, False)),
    ],
)  # fmt: skip
def test_of_another_notice_only_the_employees_in_the_same_municipality_count(event, other, expected):
    assert counted(replace(layoff((0, 10)), event=event), replace(other, event=event)) == expected


def test_the_schedule_of_two_places_holds_for_one_only_where_it_has_a_single_day():
    content = layoff((0, 10))
    assert counted(content, two_places(16, 60, days=(91,))) == (16, False), "91 days later: the two are not added"
    assert counted(content, two_places(16, 60, days=(40, 91))) == (26, True), "nobody knows on which day Monroe's are"


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (two_places(0, 65), "nobody of it is affected in a municipality of this notice"),
        (
            two_places(5, 60, left_out=5),
            "none of its affected employees in a municipality of this notice counts: all are new or low-hour",
        ),
    ],
)
def test_what_adds_nothing_is_refused_with_its_reason(other, why):
    content, case = layoff((0, 10)), file_online(other)
    with pytest.raises(ValidationError) as refused:
        check(content, replace(FINDINGS, together=(Other(case.number, 0),)))
    assert refused.value.message_dict == {"together": [f"{case.number} cannot be counted with this notice: {why}"]}


def test_the_duty_does_not_count_another_place_either(clock):
    clock.set("2026-06-20 09:00")
    start = dt.timedelta(days=116)
    other = two_places(5, 60)
    moved = tuple(replace(row, first_on=row.first_on + start) for row in other.separations)
    file_online(replace(other, separations=moved))
    case = case_in("listed", layoff((0, 10), start=dt.date(2026, 5, 1)))
    assert duty.owed_now(case) is False
    assert list(duty.open_tasks(case)) == []


def test_another_municipality_fills_no_window_either():
    content = layoff((0, 15), (304, 15))
    assert counted(content, layoff((0, 15), place="Albany", start=FIRST + dt.timedelta(40))) == (15, False)


def test_the_page_offers_what_can_be_counted_and_the_order_says_how_many(clock):
    clock.set("2026-06-20 09:00")
    old, far = (
        listed_before(replace(OLD, affected_stated=12)),
        file_online(layoff((0, 15), place="Albany", start=dt.date(2026, 6, 10))),
    )
    case = case_in("listed", layoff((0, 15), start=dt.date(2026, 5, 1)))
    client, address = signed_in("cora"), f"/closings/{case.number}/draft_determination/"
    page = client.get(address)
    assert [key for key, _label in page.context["form"].fields["together"].choices] == [old.number]
    assert f"Not offered: {far.number}: it has no site in a municipality of this notice." in words(page)
    answers = {
        **DECIDED, "reasons": "One reduction.", "intended_signer": person("sue").pk, "daily_amount": "250",
        "surcharge_reason": "A first case.",
    }  # fmt: skip
    refused = send(client, address, **answers, together=far.number)
    assert (refused.status_code, f"{far.number} is not offered any more." in words(refused)) == (422, True)
    assert send(client, address, **answers, together=old.number).status_code == 303
    said = " ".join(
        re.sub(r"<[^>]+>", " ", Case.objects.get(pk=case.pk).closing_determinations.get().draft.html).split()
    )
    row = "counted with it 12 affected in City of Monroe, 0 of them new or low-hour, from May 20, 2026"
    assert f"Notice {old.number}, revision 0, {row}" in said
    assert "27 affected employees count; 0 new or low-hour left out." in said


def test_what_counts_with_it_is_read_as_it_stands_when_it_is_drafted_and_when_it_is_signed(clock):
    clock.set("2026-06-20 09:00")
    start = dt.date(2026, 6, 10)
    fewer, gone, off, same = (file_online(layoff((0, 15), start=start)) for _ in range(4))
    case = case_in("listed", layoff((0, 15), start=dt.date(2026, 5, 1)))
    counts = replace(FINDINGS, together=tuple(Other(one.number, 0) for one in (fewer, gone, off, same)))
    case = do(
        case, determinations.draft_determination, by="cora", when="2026-06-20 10:00", findings=counts,
        drafted_by=person("cora"), intended_signer=person("sue"),
    )  # fmt: skip
    make_pdfs(at("2026-06-20 10:05"))
    assert may_sign(Case.objects.get(pk=case.pk), person("sue").actor) is None
    updated(fewer, when="2026-06-20 11:00", employer_name="Made-Up Mills Example LLC")
    rescinded(gone, when="2026-06-20 11:00")
    do(off, standing.refuse, by="cora", when="2026-06-20 11:00", reason="It was filed twice.")
    case = Case.objects.get(pk=case.pk)
    said = (
        f"What is counted with this notice is not what it was when this was drafted: {fewer.number}, {gone.number}, "
        f"{off.number}. Return the draft, so that it judges the notices as they stand."
    )
    assert may_sign(case, person("sue").actor) == said
    with pytest.raises(TransitionNotAllowed):
        do(
            case, determinations.sign_determination, by="sue", when="2026-06-21 09:00", signer=person("sue"),
            draft_sha256=case.closing_determinations.get().draft.sha256,
        )  # fmt: skip
    with pytest.raises(ValidationError) as refused:
        check(layoff((0, 15), start=dt.date(2026, 5, 1)), counts)
    again = f"Look at it again and choose anew, it was changed: {fewer.number}, {gone.number}, {off.number}"
    assert refused.value.message_dict == {"together": [again]}


def signed_with(*others: Case) -> Case:
    """Return a case whose signed determination counts others with it."""
    case = case_in("listed", layoff((0, 15), start=dt.date(2026, 5, 1)))
    case = do(
        case, determinations.draft_determination, by="cora", when="2026-06-20 10:00", drafted_by=person("cora"),
        findings=replace(FINDINGS, together=tuple(Other(one.number, 0) for one in others)), intended_signer=person("sue"),
    )  # fmt: skip
    make_pdfs(at("2026-06-20 10:05"))
    return do(
        case, determinations.sign_determination, by="sue", when="2026-06-21 09:00", signer=person("sue"),
        draft_sha256=case.closing_determinations.get().draft.sha256,
    )  # fmt: skip


def asked_again(case: Case) -> list[str]:
    return list(
        case.tasks.filter(done_at=None, key__startswith="revision:").order_by("pk").values_list("what", flat=True)
    )


def test_a_signed_determination_is_questioned_when_what_was_counted_with_it_changes(clock):
    clock.set("2026-06-20 09:00")
    other, old, loose = file_online(layoff((0, 15), start=dt.date(2026, 6, 10))), listed_before(OLD), file_online()
    case = signed_with(other, old)
    updated(loose, when="2026-06-22 09:00", trade_name="Sample Mills")
    assert asked_again(case) == []
    rescinded(other, when="2026-06-22 10:00")
    remove_imported(old, reason="A slip.", actor=person("cora").actor, at=at("2026-06-22 11:00"))
    assert asked_again(case) == [
        f"{other.number}, which was counted with it, was changed: does the determination still stand?",
        f"{old.number}, which was counted with it, was changed: does the determination still stand?",
    ]
    assert Task.objects.get(what__startswith=other.number).role == "coordinator"


def test_the_question_stands_on_the_record_of_the_case_that_it_is_about(clock):
    clock.set("2026-06-20 09:00")
    other = file_online(layoff((0, 15), start=dt.date(2026, 6, 10)))
    case = signed_with(other)
    rescinded(other, when="2026-06-22 10:00")
    task = case.tasks.get(key__startswith="revision:")
    assert case.events.order_by("seq").last().verb == "cases.open_task"
    assert f'"task_id":{task.pk}' in case.events.order_by("seq").last().body
    told = [event for event in other.events.all() if task.pk in json.loads(event.body)["facts"].get("task_ids", [])]
    assert told == []


def test_a_determination_that_replaces_it_answers_whether_it_still_stands(clock):
    clock.set("2026-06-20 09:00")
    other = file_online(layoff((0, 15), start=dt.date(2026, 6, 10)))
    case = signed_with(other)
    rescinded(other, when="2026-06-22 10:00")
    assert len(asked_again(case)) == 1
    make_pdfs(at("2026-06-22 10:05"))
    send_mail(at("2026-06-22 10:10"))
    case = do(case, determinations.record_service, by="cora", when="2026-06-23 09:00", served_on=dt.date(2026, 6, 22))
    case = do(case, standing.reopen, by="sue", when="2026-06-23 10:00", reason="The other notice was rescinded.")
    none = replace(
        FINDINGS, decisions=(*REACHED[:2], Decided("event", False, "15 are too few."), REACHED[3]), daily_amount=None,
        surcharge_reason="",
    )  # fmt: skip
    case = do(
        case, determinations.draft_determination, by="cora", when="2026-06-24 10:00", findings=none,
        drafted_by=person("cora"), intended_signer=person("sue"),
    )  # fmt: skip
    make_pdfs(at("2026-06-24 10:05"))
    case = do(
        case, determinations.sign_determination, by="sue", when="2026-06-25 09:00", signer=person("sue"),
        draft_sha256=case.closing_determinations.last().draft.sha256,
    )  # fmt: skip
    assert asked_again(case) == []


def test_a_filing_that_is_refused_after_it_was_counted_is_asked_about(clock):
    clock.set("2026-06-20 09:00")
    other = file_online(layoff((0, 15), start=dt.date(2026, 6, 10)))
    case = signed_with(other)
    do(other, standing.refuse, by="cora", when="2026-06-22 09:00", reason="It was filed twice.")
    assert len(asked_again(case)) == 1
