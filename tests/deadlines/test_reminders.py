"""Reminders: each exactly once, to whoever has the case then, and none for what was done in time."""

import datetime as dt
from random import Random

import pytest

from complaints.guards import open_matters
from tests.factories import (
    DRAFTED,
    INVESTIGATING,
    SERVED_EMPLOYER,
    TO_POST,
    at,
    do,
    file_online,
    mail_letters,
    person,
    record_paper,
    staff,
    walk,
)
from wagecase.accounts.models import User
from wagecase.audit.models import Event
from wagecase.cases import letters
from wagecase.cases.mailing import send_by_post
from wagecase.cases.models import Case, Heartbeat
from wagecase.cases.sweep import handle_step, sweep
from wagecase.deadlines.models import ClockStep
from wagecase.notices.models import Notice
from wagecase.notices.outbox import record_returned

pytestmark = pytest.mark.django_db
DETERMINATION = "complaints.determination:"


def sent(case: Case) -> list[tuple[str, str]]:
    """Return (step, recipient) of every reminder of the determination, in order of queueing."""
    found = case.notices.filter(kind__startswith=DETERMINATION).order_by("id")
    return [(n.kind.removeprefix(DETERMINATION), n.address.partition("@")[0]) for n in found]


def assigned(when: str = "2026-03-02 10:00", days: int = 1) -> Case:
    """A case with Ina as investigator, due Monday, March 23, 2026; Sue is the only supervisor unless Sam is made."""
    return walk(file_online(when=when), INVESTIGATING, when=at(when) + dt.timedelta(days=days))


def hourly(start: str, end: str, skip=()) -> None:
    """Let the runner sweep every hour from `start` to `end`, but for the hours in `skip`."""
    moment = at(start)
    while moment <= at(end):
        if moment not in skip:
            sweep(now=moment)
        moment += dt.timedelta(hours=1)


ALL = [
    ("investigator-10", "ina"), ("investigator-5", "ina"), ("investigator-1", "ina"), ("supervisor-1", "sue"),
    ("investigator-due", "ina"), ("investigator-overdue", "ina"), ("supervisor-overdue", "sue"),
]  # fmt: skip


def test_each_reminder_is_sent_exactly_once():
    case = assigned()
    hourly("2026-03-12 00:00", "2026-03-26 00:00")
    assert sent(case) == ALL
    assert case.events.filter(verb="deadlines.remind").count() == len(ALL)


def test_a_reminder_is_sent_at_its_hour_and_not_before():
    case = assigned()
    sweep(now=at("2026-03-13 07:59:59"))
    assert sent(case) == []
    sweep(now=at("2026-03-13 08:00:00"))
    assert sent(case) == [("investigator-10", "ina")]


def test_sweeping_twice_at_the_same_moment_sends_once():
    case = assigned()
    assert sweep(now=at("2026-03-13 08:00")) == 1
    assert sweep(now=at("2026-03-13 08:00")) == 0
    step = ClockStep.objects.get(step="investigator-10")
    assert handle_step(step, now=at("2026-03-13 08:01")) == 0
    assert sent(case) == [("investigator-10", "ina")]


def test_a_runner_that_slept_for_26_hours_catches_up():
    case = assigned()
    hourly("2026-03-12 00:00", "2026-03-20 06:00")
    sweep(now=at("2026-03-21 09:00"))
    hourly("2026-03-22 00:00", "2026-03-26 00:00")
    assert sent(case) == ALL


def test_a_runner_that_slept_for_weeks_sends_all_that_was_missed_once():
    case = assigned()
    assert sweep(now=at("2026-05-01 09:00")) == 7
    assert sorted(sent(case)) == sorted(ALL)


@pytest.mark.parametrize("filed", ["2026-02-20 10:00", "2026-10-16 10:00"])
def test_the_nights_of_the_clock_change_neither_lose_nor_double_a_reminder(filed):
    case = assigned(filed)
    moment = at(filed).astimezone(dt.UTC)
    for _ in range(24 * 24):
        moment += dt.timedelta(hours=1)
        sweep(now=moment)
    assert sorted(sent(case)) == sorted(ALL)


def test_a_decision_on_the_due_day_is_not_reported_overdue():
    case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-03 09:00")
    hourly("2026-03-12 00:00", "2026-03-23 15:00")
    do(case, "sign_determination", by="supervisor", when="2026-03-23 16:00")
    hourly("2026-03-23 17:00", "2026-03-26 00:00")
    assert [step for step, _ in sent(case)] == [step for step, _ in ALL[:5]]


def test_a_stopped_clock_sends_nothing_even_when_its_step_was_already_read():
    case = assigned()
    step = ClockStep.objects.get(step="investigator-10")
    do(case, "dismiss", by="supervisor", when="2026-03-13 07:00")
    assert handle_step(step, now=at("2026-03-13 08:00")) == 0
    assert sweep(now=at("2026-05-01 08:00")) == 0
    assert sent(case) == []


def test_a_paper_keyed_late_gets_only_the_latest_of_the_reminders_it_missed():
    staff()
    case = record_paper(stamped="2026-06-02", keyed="2026-06-17 11:00")  # due Monday, June 22
    outcomes = dict(ClockStep.objects.filter(clock__case=case).values_list("step", "outcome"))
    assert (outcomes["investigator-10"], outcomes["investigator-5"]) == ("passed", "")
    sweep(now=at("2026-06-17 11:01"))
    assert {step for step, _ in sent(case)} == {"investigator-5"}
    assert ClockStep.objects.get(clock__case=case, step="investigator-10").handled_at == at("2026-06-17 11:00")


def test_a_paper_keyed_after_its_due_day_is_told_overdue_at_once_and_nothing_else():
    case = record_paper(stamped="2026-06-02", keyed="2026-06-30 11:00")
    sweep(now=at("2026-06-30 11:01"))
    assert {step for step, _ in sent(case)} == {"investigator-overdue"}
    assert set(ClockStep.objects.exclude(step__endswith="overdue").values_list("outcome", flat=True)) == {"passed"}


def test_without_an_investigator_each_reminder_goes_once_to_every_supervisor_of_the_unit():
    staff()
    User.objects.create_user("far@example.org", None, name="Far Example", role="supervisor", unit="elsewhere")
    User.objects.create_user("gone@example.org", None, name="Gone Example", role="supervisor", is_active=False)
    case = file_online(when="2026-03-02 10:00")
    hourly("2026-03-12 00:00", "2026-03-26 00:00")
    by_person = {who: [step for step, name in sent(case) if name == who] for who in ("sue", "sam")}
    # the day before and the day after, one message says it to both roles of the same person
    assert by_person["sue"] == by_person["sam"] == [
        "investigator-10", "investigator-5", "investigator-1", "investigator-due", "investigator-overdue",
    ]  # fmt: skip
    assert {who for _, who in sent(case)} == {"sue", "sam"}


def test_an_investigator_who_left_is_not_written_to():
    case = assigned()
    ina = person("ina")
    ina.is_active = False
    ina.save()
    sweep(now=at("2026-03-13 08:00"))
    assert sent(case) == [("investigator-10", "sue")]


def test_reassigning_repeats_nothing_and_later_reminders_follow_the_new_investigator():
    case = assigned()
    sweep(now=at("2026-03-13 08:00"))
    do(case, "reassign", by="supervisor", when="2026-03-13 09:00", investigator=person("ivo"))
    hourly("2026-03-13 10:00", "2026-03-18 12:00")
    assert sent(case) == [("investigator-10", "ina"), ("investigator-5", "ivo")]


def test_a_case_reopened_after_its_due_day_is_told_overdue_at_once():
    case = do(assigned(), "dismiss", by="supervisor", when="2026-03-05 09:00")
    do(case, "reopen", by="supervisor", when="2026-04-10 09:00")
    sweep(now=at("2026-04-10 09:01"))
    assert sent(case) == [("investigator-overdue", "ina"), ("supervisor-overdue", "sue")]


def test_dismissing_and_reopening_repeats_no_reminder():
    case = assigned()
    sweep(now=at("2026-03-13 08:00"))
    case = do(case, "dismiss", by="supervisor", when="2026-03-13 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-14 09:00")
    sweep(now=at("2026-03-14 09:01"))
    assert sent(case) == [("investigator-10", "ina")]
    case = do(case, "dismiss", by="supervisor", when="2026-03-14 10:00")
    do(case, "reopen", by="supervisor", when="2026-03-14 11:00")
    hourly("2026-03-14 12:00", "2026-03-26 00:00")
    assert sent(case) == ALL
    assert not Notice.objects.filter(kind__contains="-10").exclude(address="ina@example.org").exists()


def test_of_the_reminders_missed_while_dismissed_only_the_latest_goes_out():
    case = assigned()
    sweep(now=at("2026-03-13 08:00"))
    case = do(case, "dismiss", by="supervisor", when="2026-03-13 09:00")
    do(case, "reopen", by="supervisor", when="2026-03-22 12:00")  # days 5 and 1 went by
    sweep(now=at("2026-03-22 12:01"))
    assert sent(case) == [("investigator-10", "ina"), ("investigator-1", "ina"), ("supervisor-1", "sue")]
    running = ClockStep.objects.filter(clock__case=case, clock__status="running")
    assert running.get(step="investigator-5").outcome == "passed"
    assert running.get(step="investigator-10").handled_at == at("2026-03-13 08:00")


def test_a_reminder_that_nobody_can_get_becomes_a_task():
    case = file_online(when="2026-03-02 10:00")  # no supervisor has an account yet
    assert sweep(now=at("2026-03-13 08:00")) == 1
    assert sent(case) == []
    assert case.tasks.get().what == f"Nobody could be reminded of {case.number}: give the unit a supervisor"


def test_a_reminder_that_cannot_be_written_stays_due_and_holds_up_no_other(monkeypatch, caplog):
    bad, good = assigned(), assigned()
    queue_for = letters.queue_for

    def fail_for_one(case, **facts):
        queue_for(case, **facts)
        if case.pk == bad.pk:
            raise RuntimeError("a template is broken")
        return 1

    monkeypatch.setattr(letters, "queue_for", fail_for_one)
    assert sweep(now=at("2026-03-13 08:00")) == 1
    assert (sent(bad), sent(good)) == ([], [("investigator-10", "ina")])
    assert "could not be handled" in caplog.text
    monkeypatch.undo()
    assert sweep(now=at("2026-03-13 08:01")) == 1
    assert sent(bad) == [("investigator-10", "ina")]


def test_a_sweep_is_asked_to_stop_between_two_steps():
    assigned()
    assigned()
    asked: list[int] = []
    assert sweep(now=at("2026-03-13 08:00"), should_stop=lambda: bool(asked) or asked.append(1)) == 1


def test_a_sweep_that_handles_one_by_one_is_asked_to_stop_between_two_steps(monkeypatch):
    cases = [assigned() for _ in range(4)]
    queue_for, begun = letters.queue_for, []

    def fails_together(case, **facts):
        begun.append(case.pk)
        if len(begun) == 1:  # the batch; then each step has a transaction of its own
            raise RuntimeError("the batch cannot be stored")
        return queue_for(case, **facts)

    monkeypatch.setattr(letters, "queue_for", fails_together)
    assert sweep(now=at("2026-03-13 08:00"), should_stop=lambda: len(begun) >= 3) == 2
    assert [len(sent(case)) for case in cases] == [1, 1, 0, 0]


def test_a_sweep_leaves_its_heartbeat():
    sweep(now=at("2026-03-13 08:00"))
    assert Heartbeat.objects.get(name="sweep").at == at("2026-03-13 08:00")


def test_a_reminder_says_the_day_and_never_what_the_complaint_says():
    case = assigned()
    sweep(now=at("2026-03-13 08:00"))
    notice = Notice.objects.get(kind=f"{DETERMINATION}investigator-10")
    assert "March 23, 2026" in notice.text
    assert case.number in notice.text
    for words in (case.complaint.statement, "Wanda", "Made-Up Mills"):
        assert words not in notice.subject + notice.text + notice.html
    assert Event.objects.get(verb="deadlines.remind").actor_kind == "system"


def test_a_late_answer_of_the_employer_is_told_to_the_investigator_once():
    case = assigned()
    do(case, "serve_employer", by="investigator", when="2026-03-04 09:00")  # answer due Monday, March 16
    hourly("2026-03-12 00:00", "2026-03-19 00:00")
    found = case.notices.filter(kind__startswith="complaints.employer_answer")
    assert [(n.address, str(n.created_at.date())) for n in found] == [("ina@example.org", "2026-03-17")]


def test_a_season_of_nights_with_some_left_out_sends_the_same_reminders():
    random = Random(20260302)
    cases = [assigned(f"2026-02-{day:02d} 10:00") for day in range(2, 26, 4)]
    night = at("2026-02-03 08:05")
    while night < at("2026-04-20 00:00"):
        if random.random() > 0.1:
            sweep(now=night)
        night += dt.timedelta(days=1)
    assert [sorted(sent(case)) for case in cases] == [sorted(ALL)] * len(cases)
    assert not ClockStep.objects.filter(handled_at=None, clock__key="complaints.determination").exists()


def test_an_answer_that_nobody_was_asked_for_is_not_called_late():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    sweep(now=at("2026-03-17 09:00"))
    told = case.notices.get(kind="complaints.employer_answer:investigator-overdue")
    assert told.subject == f"Case {case.number}: the notice to the employer has not left"
    assert "late" not in told.text
    assert "Next step: mail the notice" in told.text


def told_of_the_answer(case: Case) -> Notice:
    """Let the answer run late and return the reminder."""
    sweep(now=at("2026-03-20 09:00"))
    return case.notices.get(kind="complaints.employer_answer:investigator-overdue")


def test_a_notice_that_was_mailed_and_came_back_is_not_said_to_have_never_left():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    mail_letters(case, by=person("ina"), moment=at("2026-03-03 16:00"))
    letter = case.notices.get(kind="complaints.serve_employer")
    record_returned(notice=letter, returned_on=dt.date(2026, 3, 9), reason="moved", at=at("2026-03-09 10:00"))
    told = told_of_the_answer(case)
    assert told.subject == f"Case {case.number}: the notice to the employer came back"
    for words in (told.text, told.html):
        assert "The notice of the complaint came back, so the employer was perhaps not asked." in words
        assert "Next step: find an address under Parties" in words
        assert "has not left" not in words
        assert "late" not in words


@pytest.mark.parametrize("by_post", [False, True])
def test_a_notice_of_which_nobody_knows_whether_it_went_out_is_said_to_be_that(by_post):
    case = walk(file_online(), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    notice = case.notices.get(kind="complaints.serve_employer")
    Notice.objects.filter(pk=notice.pk).update(status="uncertain", next_at=None, doubts=2)
    matters = open_matters(case)
    assert matters == ["It is not known whether the notice of the complaint to Made-Up Mills Example LLC went out."]
    if by_post:
        send_by_post(notice=notice, actor=person("ina").actor, at=at("2026-03-04 10:00"))
    told = told_of_the_answer(case)
    assert told.subject == f"Case {case.number}: not known whether the notice to the employer went out"
    for words in (told.text, told.html):
        assert "It is not known whether the notice of the complaint went out" in words
        assert "Next step: see under Messages sent what is known of it, and send it again or by post." in words
        assert "has not left" not in words


def test_an_answer_that_did_not_come_is_called_late():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    mail_letters(case, by=person("ina"), moment=at("2026-03-03 16:00"))
    sweep(now=at("2026-03-17 09:00"))
    told = case.notices.get(kind="complaints.employer_answer:investigator-overdue")
    assert told.subject == f"Case {case.number}: no answer from the employer"
    assert "The employer's answer is 4 days late." in told.text
