"""The duty to assess is never lost: it is asked for on the day on which it can be done, and again when something changes."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings import determinations, intake, publishing
from closings.content import ClaimFacts, RecipientFacts, SeparationFacts
from closings.duty import owed, watch_all
from closings.models import ClosingNotice
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
