"""The duty to assess is never lost: it is asked for on the day on which it can be done, and again when something changes."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from closings import determinations, intake, publishing, standing
from closings.content import ClaimFacts, NoticeContent, RecipientFacts, SeparationFacts, SiteFacts
from closings.duty import owed, owed_now, watch_all
from closings.imported import ImportedRevision, record_imported
from closings.models import ClosingNotice
from closings.recording import Source
from tests.closings.notice import CONTENT, case_in, do, drafted, file_online, updated
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, person
from wagecase.cases.housekeeping import DUTIES, tidy
from wagecase.cases.models import Case, Task
from wagecase.cases.tasks import finish_task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

AHEAD = (SeparationFacts(dt.date(2026, 12, 1), None, 90),)  # notice is due on October 2, 2026
UNTOLD = replace(CONTENT, separations=AHEAD, recipients=CONTENT.recipients[:2])
ALL_IN_TIME = tuple(
    RecipientFacts("official", name, place, dt.date(2026, 3, 2))
    for name, place in (("Mayor", "Monroe"), ("President", "Invented Springs"), ("Manager", "Invented Springs"))
)
TOLD = replace(CONTENT, recipients=(*CONTENT.recipients[:2], *ALL_IN_TIME))


def listed(content=CONTENT) -> Case:
    return case_in("listed", content)


def asked(case: Case) -> list[str]:
    rows = Task.objects.filter(case=case, done_at=None, key__startswith="short:").order_by("pk")
    return [row.key.replace(f"short:{case.pk}", "short:CASE", 1) for row in rows]


def daily(day: str) -> int:
    return watch_all(dt.date.fromisoformat(day), at(f"{day} 01:00"))


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (CONTENT, True), (TOLD, False), (UNTOLD, True), (replace(CONTENT, persons_in_state=49), False),
        (replace(CONTENT, persons_in_state=50), True),
        # what the employer alone says against its duty does not settle it
        (replace(CONTENT, cause="strike"), True), (replace(CONTENT, keeps_running=True), True),
        (replace(CONTENT, employer_kind="charitable"), True), (replace(CONTENT, claims=(ClaimFacts("disaster"),)), True),
        (replace(CONTENT, persons_in_state=None), True), (replace(CONTENT, separations=()), False),
    ],
)  # fmt: skip
def test_when_a_determination_is_owed(content, expected):
    assert owed(content) is expected


def test_an_event_that_lay_ahead_is_asked_about_on_its_day_and_not_before():
    case = listed(UNTOLD)
    assert asked(case) == []
    assert (daily("2026-11-30"), asked(case)) == (0, [])
    assert (daily("2026-12-01"), asked(case)) == (1, ["short:CASE"])
    assert (daily("2026-12-02"), asked(case)) == (0, ["short:CASE"])
    task = Task.objects.get(case=case, key__startswith="short:")
    assert (task.what, task.role) == ("An official seems to be told too late: draft the determination", "coordinator")


def test_the_round_of_each_day_does_it_and_a_missed_day_is_made_up(clock):
    clock.set("2026-11-29 09:00")
    case = listed(UNTOLD)
    tidy(now=at("2026-11-29 09:00"))
    assert asked(case) == []
    done = tidy(now=at("2026-12-02 09:00"))
    assert [str(on) for name, on in done if name == "short_notice"] == ["2026-11-30", "2026-12-01", "2026-12-02"]
    assert asked(case) == ["short:CASE"]
    assert "short_notice" in DUTIES


def test_one_that_can_be_decided_when_it_is_listed_is_asked_about_at_once():
    late = (*CONTENT.recipients[:2], *(replace(row, given_on=dt.date(2026, 3, 5)) for row in ALL_IN_TIME))
    assert asked(listed(replace(CONTENT, recipients=late))) == ["short:CASE"]
    assert asked(listed(TOLD)) == []


def test_an_update_that_shows_lateness_is_asked_about_and_one_that_clears_it_ends_that():
    case = listed(TOLD)
    moved = replace(TOLD, separations=(SeparationFacts(dt.date(2026, 4, 20), None, 90),))  # due on February 19
    case = intake.file_update(case, content=moved, actor=person("cora").actor, at=at("2026-03-20 10:00"))
    assert asked(case) == ["short:CASE"]
    case = intake.correct_notice(
        case, content=TOLD, reason="We misread the day", actor=person("cora").actor, at=at("2026-03-21 10:00")
    )
    assert asked(case) == []
    case = intake.file_update(case, content=moved, actor=person("cora").actor, at=at("2026-03-22 10:00"))
    assert asked(case) == ["short:CASE:1"]


def test_an_employers_update_asks_to_read_it_and_to_decide():
    case = updated(listed(TOLD), when="2026-05-02 10:00")
    keys = sorted(key.partition(":")[0] for key in case.tasks.filter(done_at=None).values_list("key", flat=True))
    assert keys == ["commerce", "revision", "short"]


def test_a_task_that_somebody_only_ticked_off_comes_back():
    case = listed()
    assert daily("2026-05-01") == 1
    finish_task(
        task=Task.objects.get(case=case, key__startswith="short:"), by=person("cora"), at=at("2026-05-01 09:00")
    )
    assert (daily("2026-05-02"), asked(case)) == (1, ["short:CASE:1"])


def test_a_draft_settles_it_and_a_returned_one_is_asked_about_the_next_day():
    case = listed()
    daily("2026-05-01")
    case = drafted(case, by="cora")
    assert asked(case) == []
    case = do(case, determinations.return_draft, by="sue", when="2026-05-05 09:00", reason="Say more.")
    assert (daily("2026-05-06"), asked(case)) == (1, ["short:CASE:1"])


def test_a_rescission_ends_it():
    case = listed()
    daily("2026-05-01")
    assert asked(intake.rescind(case, actor=person("cora").actor, at=at("2026-05-02 09:00"))) == []


@pytest.mark.parametrize("content", [CONTENT, UNTOLD])  # owed now, or once the event has come
def test_closing_without_a_determination_says_why(content):
    case = listed(content)
    for reason in ("", "  "):
        with pytest.raises(ValidationError) as refused:
            do(case, determinations.close, by="cora", when="2026-05-04 09:00", reason=reason)
        assert list(refused.value.error_dict) == ["reason"]
    assert Case.objects.get(pk=case.pk).state == "listed"
    case = do(case, determinations.close, by="cora", when="2026-05-04 09:00", reason="The mayor was told in person.")
    assert (case.state, ClosingNotice.objects.get().no_determination) == ("closed", "The mayor was told in person.")
    assert asked(case) == []
    assert (daily("2026-12-02"), asked(case)) == (0, [])


def test_closing_asks_nothing_where_every_official_was_told_in_time(clock):
    clock.set("2026-05-04 09:00")
    case = listed(TOLD)
    client = signed_in("cora")
    assert "Why no determination is made" not in words(client.get(f"/closings/{case.number}/close/"))
    assert send(client, f"/closings/{case.number}/close/").status_code == 303
    assert Case.objects.get(pk=case.pk).state == "closed"


def test_the_page_that_closes_asks_why_and_the_record_shows_it(clock):
    clock.set("2026-05-04 09:00")
    case = listed()
    client = signed_in("cora")
    refused = send(client, f"/closings/{case.number}/close/")
    assert (refused.status_code, "Enter why no determination is made" in words(refused)) == (422, True)
    assert send(client, f"/closings/{case.number}/close/", reason="Told in person.").status_code == 303
    said = words(client.get(f"/closings/{case.number}/timeline/"))
    assert "Why no determination was made: Told in person." in said


def test_a_notice_that_cannot_be_read_does_not_hide_the_others(monkeypatch):
    broken, case = listed(UNTOLD), listed(UNTOLD)
    broken.closing.revisions.all().delete()
    assert (daily("2026-12-01"), asked(case)) == (1, ["short:CASE"])


def test_what_is_not_listed_yet_is_asked_about_when_it_is():
    case = file_online()
    assert daily("2026-05-01") == 0
    case = do(case, publishing.publish, by="cora", when="2026-05-02 09:00")
    assert asked(case) == ["short:CASE"]


# As one with other notices of the employer (DWD 279.04 (2))


def reduction(number: int, day: dt.date, place: str = "Monroe", **changes) -> NoticeContent:
    """Return a layoff in one city of an employer with 60 persons, of whose mayor nobody knows: 25 are needed."""
    return replace(
        CONTENT, event="mass-layoff", persons_in_state=60, new_in_state=0, low_hour_in_state=0,
        sites=(SiteFacts(place, "Green", "city", affected=number),), separations=(SeparationFacts(day, None, number),),
        recipients=(RecipientFacts("employee", given_on=dt.date(2026, 1, 1)),), **changes,
    )  # fmt: skip


MAY, JUNE, AUGUST = dt.date(2026, 5, 1), dt.date(2026, 6, 10), dt.date(2026, 8, 1)


def what(case: Case) -> str:
    return Task.objects.get(case=case, done_at=None, key__startswith="short:").what


def test_two_layoffs_of_15_are_perhaps_one_and_the_file_is_not_closed_without_a_word(clock):
    clock.set("2026-06-20 09:00")
    first, second = listed(reduction(15, MAY)), listed(reduction(15, JUNE))
    assert (owed(reduction(15, MAY)), owed_now(first), owed_now(second)) == (False, True, True)
    assert (daily("2026-06-20"), asked(first), asked(second)) == (2, ["short:CASE"], ["short:CASE"])
    assert what(first) == (
        f"Perhaps one with {second.number}: together notice seems to be required, and an official seems to be told too late"
    )
    client = signed_in("cora")
    told = words(client.get(f"/closings/{first.number}/"))
    assert f"As one with {second.number}, notice seems to be required" in told
    assert f"{second.number}: 15 affected from June 10, 2026, Monroe" in told
    shown = words(client.get(f"/closings/{first.number}/close/"))
    assert f"as one with {second.number}, notice seems to be required" in shown
    assert send(client, f"/closings/{first.number}/close/").status_code == 422
    with pytest.raises(ValidationError):
        do(first, determinations.close, by="cora", when="2026-06-21 09:00")
    case = do(first, determinations.close, by="cora", when="2026-06-21 09:00", reason="Two causes.")
    assert (case.state, case.closing.no_determination) == ("closed", "Two causes.")


@pytest.mark.parametrize(
    "other",
    [
        reduction(15, dt.date(2026, 7, 31)),  # 91 days later
        reduction(15, JUNE, place="Albany"), reduction(9, JUNE), reduction(15, JUNE, employer_name="Another Mill Example LLC"),
        reduction(30, JUNE),  # reaches the number by itself, and is not added to the rest
    ],
)  # fmt: skip
def test_what_makes_no_mass_layoff_with_it_is_not_asked_about(other):
    case = listed(reduction(15, MAY))
    file_online(other)
    daily("2026-06-20")
    assert (asked(case), owed_now(Case.objects.get(pk=case.pk))) == ([], False)


def test_an_old_list_that_reaches_the_number_by_itself_is_measured_with_what_this_notice_says_of_the_employer():
    row = ImportedRevision(
        "original",
        replace(reduction(0, JUNE), persons_in_state=None, affected_stated=30, sites=(SiteFacts("Monroe", "Green"),)),
        dt.date(2026, 4, 1), Source("list.csv", 2),
    )  # fmt: skip
    record_imported([row], actor=person("cora").actor, at=at("2026-04-02 10:00"))
    assert owed_now(listed(reduction(15, MAY))) is False


def test_facilities_of_one_city_that_close_within_90_days_are_perhaps_one_closing():
    case = listed(replace(reduction(15, MAY), event="closing"))
    file_online(replace(reduction(30, JUNE), event="closing"))
    assert owed_now(Case.objects.get(pk=case.pk)) is True


def test_it_is_asked_no_more_once_the_other_is_rescinded_and_never_where_the_officials_were_told():
    case, other = listed(reduction(15, MAY)), file_online(reduction(15, JUNE))
    told = RecipientFacts("official", "Mayor", "Monroe", dt.date(2026, 3, 2), municipality_type="city")
    in_time = listed(replace(reduction(8, MAY), recipients=(told,)))
    assert (daily("2026-06-20"), asked(case), asked(in_time)) == (1, ["short:CASE"], [])
    intake.rescind(other, actor=person("cora").actor, at=at("2026-06-21 09:00"))
    do(in_time, determinations.close, by="cora", when="2026-06-21 09:00")
    file_online(reduction(15, AUGUST))  # 92 days after the first, and 8 and 15 are too few
    assert (daily("2026-06-22"), asked(case)) == (0, [])


def test_it_names_the_notice_that_is_the_reason_now():
    case, first = listed(reduction(15, MAY)), file_online(reduction(15, JUNE))
    daily("2026-06-20")
    assert what(case).startswith(f"Perhaps one with {first.number}:")
    second = file_online(reduction(15, dt.date(2026, 6, 12)))
    intake.rescind(first, actor=person("cora").actor, at=at("2026-06-21 09:00"))
    daily("2026-06-22")
    assert asked(case) == ["short:CASE:1"]
    assert what(case).startswith(f"Perhaps one with {second.number}:")
    daily("2026-06-23")
    assert asked(case) == ["short:CASE:1"], "the same is asked once"


def test_a_file_that_is_opened_again_beside_a_signed_determination_is_not_asked_for_another():
    case = do(case_in("served"), standing.reopen, by="sue", when="2026-05-21 09:00", reason="A letter came.")
    daily("2026-05-22")
    assert asked(case) == []
    assert do(case, determinations.close, by="cora", when="2026-05-23 09:00").state == "closed"


def test_a_corrected_name_of_the_employer_asks_at_once(clock):
    case = listed(reduction(15, MAY, employer_name="Made-Up Mils Example LLC"))
    listed(reduction(15, dt.date(2026, 4, 20)))
    assert (daily("2026-06-20"), asked(case)) == (0, [])
    intake.correct_notice(
        case, content=reduction(15, MAY), reason="We misread it", actor=person("cora").actor, at=at("2026-06-20 10:00")
    )
    assert asked(case) == ["short:CASE"]


def test_many_others_are_named_by_their_number():
    case = listed(reduction(5, MAY))
    numbers = [file_online(reduction(5, JUNE)).number for _ in range(5)]
    daily("2026-06-20")
    assert what(case).startswith(f"Perhaps one with {', '.join(numbers[:3])} and 2 more: together")


def test_the_round_reads_the_other_notices_of_all_at_once():
    def reads(count: int) -> int:
        for number in range(count):
            for day in (MAY, JUNE):
                listed(reduction(15, day, employer_name=f"Made-Up Mill {count}{number} Example LLC"))
        with CaptureQueriesContext(connection) as taken:
            daily("2026-06-20")
        said = [row["sql"] for row in taken if row["sql"].startswith("SELECT")]
        return sum("first_on" in sql and "IN (" in sql and "rescinded_on" in sql for sql in said)

    assert (reads(1), reads(4)) == (1, 1)


def test_others_that_cannot_be_read_together_are_read_one_by_one(monkeypatch):
    first, _second = listed(reduction(15, MAY)), listed(reduction(15, JUNE))
    monkeypatch.setattr("closings.duty.near_each", lambda listed: 1 / 0)
    assert (daily("2026-06-20"), asked(first)) == (2, ["short:CASE"])
