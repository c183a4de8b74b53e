"""The staff home: what needs me, what waits on others, what is due, and for supervisors the unit; few queries."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import CONTENT, TO_POST, UNPAID, at, case_in, do, file_online, make_pdfs, person
from wagecase.cases.models import Task
from wagecase.cases.services import open_task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def section(page, name):
    return page.content.decode().split(f'<section aria-labelledby="{name}">')[1].split("</section>")[0]


def test_each_column_holds_the_cases_of_whoever_must_act():
    drafted, received, working = case_in("drafted"), case_in("received"), case_in("investigating")
    page = signed_in("sue").get("/staff/")
    assert drafted.number in section(page, "needs")
    assert received.number in section(page, "needs")
    assert "Sign the determination" in section(page, "needs")
    assert working.number in section(page, "waiting")
    assert "Ina Investigator Example: under investigation" in section(page, "waiting")
    mine = signed_in("ina").get("/staff/")
    assert working.number in section(mine, "needs")
    assert "Serve the employer" in section(mine, "needs")
    assert drafted.number in section(mine, "waiting")
    assert "A supervisor: determination drafted" in section(mine, "waiting")
    assert 'id="unit"' not in mine.content.decode()


def test_the_due_column_says_by_how_much(clock):
    case = case_in("assigned")  # due March 23
    clock.set("2026-03-20 09:00")
    assert "in 3 days" in section(signed_in("ina").get("/staff/"), "due")
    clock.set("2026-03-23 09:00")
    assert "Today" in section(signed_in("ina").get("/staff/"), "due")
    clock.set("2026-03-25 09:00")
    page = signed_in("sue").get("/staff/")
    assert "2 days late" in section(page, "due")
    assert "1 overdue: Ina Investigator Example" in section(page, "unit")
    assert f"assignee={person('ina').pk}" in section(page, "unit")
    assert case.number in section(page, "due")


def test_a_column_holds_at_most_eight_rows_and_says_how_many_there_are():
    for _ in range(9):
        file_online()
    page = signed_in("sue").get("/staff/")
    assert section(page, "needs").count("wc-case-row__main") == 8
    assert "See all 9" in section(page, "needs")
    listed = signed_in("sue").get("/staff/cases/?step=mine&sort=due")
    assert "9 cases" in words(listed)


def test_a_heap_of_overdue_cases_never_hides_what_is_due_today(clock):
    for _ in range(26):
        file_online(when="2026-03-02 10:00")  # due March 23
    today = file_online(when="2026-03-05 10:00")  # due March 25
    week = file_online(when="2026-03-09 10:00")  # due March 30, since the 29th is a Sunday
    clock.set("2026-03-25 09:00")
    client = signed_in("sue")
    due = section(client.get("/staff/"), "due")
    assert today.number in due
    assert week.number in due
    assert due.count("wc-case-row__main") == 8 + 1 + 1
    assert "See all 26: overdue" in due
    for query, number in (("overdue", "26 cases"), ("today", "1 case"), ("soon", "1 case")):
        assert number in words(client.get(f"/staff/cases/?due={query}&sort=due"))


def test_only_what_can_be_given_to_an_investigator_counts_as_to_assign():
    file_online(content=UNPAID)  # this kind has no investigator
    file_online()  # is docketed first
    docketed = case_in("docketed")
    client = signed_in("sue")
    assert "1 to assign" in section(client.get("/staff/"), "unit")
    listed = client.get("/staff/cases/?assignee=unassigned&sort=due")
    assert "1 case" in words(listed)
    assert docketed.number in listed.content.decode()


def test_an_empty_home_says_what_would_be_here():
    text = words(signed_in("ivo").get("/staff/"))
    for part in ("Nothing needs you now.", "Nobody keeps you waiting.", "No decision is due within a week.",
                 "No open tasks.", "No letters to mail."):  # fmt: skip
        assert part in text


def test_counts_are_links_with_their_time():
    case_in("drafted")
    text = words(signed_in("sue").get("/staff/"))
    assert "1 to sign" in text
    assert "As of 9:00 a.m. Central time" in text


def test_a_task_that_an_act_closes_has_no_button_and_is_not_done_by_hand():
    case = case_in("drafted")
    task = case.tasks.get(key__startswith="sign:")
    page = section(signed_in("sue").get("/staff/"), "tasks")
    assert "Read the draft determination and sign or return it" in page
    assert "Mark as done" not in page
    assert signed_in("sue").post(f"/staff/tasks/{task.pk}/done/").status_code == 404
    do(case, "return_draft", by="supervisor", when="2026-03-03 10:00")
    task.refresh_from_db()
    assert task.done_at is not None


def test_a_task_is_done_once_by_whoever_was_asked():
    case = case_in("assigned")
    task = open_task(key="k", what="Find an address", at=at("2026-03-02 09:00"), case=case, person=person("ina"))
    address = f"/staff/tasks/{task.pk}/done/"
    assert "Find an address" in words(signed_in("ina").get("/staff/"))
    assert signed_in("sue").post(address).status_code == 404
    assert signed_in("ina").get(address).status_code == 405
    assert signed_in("ina").post(address).status_code == 303
    assert signed_in("ina").post(address).status_code == 303
    task = Task.objects.get()
    assert task.done_by == person("ina")
    assert case.events.filter(verb="cases.finish_task").count() == 1
    assert signed_in("ina").post("/staff/tasks/9999/done/").status_code == 404


def test_letters_wait_on_the_home_and_on_their_own_page():
    case = file_online(content=TO_POST)
    make_pdfs(at("2026-03-02 10:05"))
    client = signed_in("ina")
    assert "Print and mail 1 letter" in words(client.get("/staff/"))
    page = client.get("/staff/letters/")
    assert case.number in page.content.decode()
    assert f"/complaints/{case.number}/notices/{case.notices.get().pk}/mailed/" in page.content.decode()


def test_a_letter_without_an_address_says_so():
    content = replace(TO_POST, complainant=replace(TO_POST.complainant, postal=""))
    file_online(content=content)
    assert "No address" in words(signed_in("ina").get("/staff/letters/"))
    assert "Find an address for Wanda Worker Example" in words(signed_in("sue").get("/staff/"))


def test_the_home_of_a_full_unit_asks_the_database_few_questions(django_assert_max_num_queries):
    for number in range(12):
        when = f"2026-03-02 {10 + number // 6}:{number % 6}0"
        file_online(content=replace(CONTENT, occupation=f"Job {number}"), when=when)
    for state in ("assigned", "drafted", "unverified", "withdrawal_requested"):
        case_in(state)
    for key in ("sue", "ina"):
        client = signed_in(key)
        client.get("/staff/")
        with django_assert_max_num_queries(16):  # one for each group of due dates, so that none starves another
            client.get("/staff/")


def test_an_administrator_goes_to_operations_and_a_stranger_to_the_door(client):
    assert signed_in("ada").get("/staff/")["Location"] == "/staff/operations/"
    assert client.get("/staff/")["Location"].startswith("/accounts/login/")
    person("ina", role="")
    ina = person("ina")
    ina.role = ""
    ina.save()
    assert signed_in("ina").get("/staff/").status_code == 404


def test_what_waits_says_since_when_and_when_somebody_was_reminded(clock):
    from wagecase.cases.sweep import sweep
    from wagecase.rules import calendar

    case = case_in("assigned")
    due = case.clocks.get().legal_due
    sweep(now=calendar.step_instant(calendar.days_before(due, 10)))
    clock.set(dt.datetime.combine(due, dt.time(9)))
    do(case_in("received"), "docket", by="supervisor", when="2026-03-02 11:00")
    assert "since Mar 2, 2026" in words(signed_in("sue").get("/staff/"))
    assert "reminded Mar 13, 2026" in words(signed_in("sue").get("/staff/"))


def test_every_task_is_reached_from_the_home_however_many_there_are():
    case = case_in("assigned")
    for number in range(60):
        open_task(
            key=f"k{number}", what=f"Find address {number}", at=at("2026-03-02 09:00"), case=case, person=person("ina")
        )
    ina = signed_in("ina")
    shown = section(ina.get("/staff/"), "tasks")
    assert shown.count("wc-case-row__main") == 8
    assert 'href="/staff/tasks/"' in shown
    first, second = ina.get("/staff/tasks/"), ina.get("/staff/tasks/?page=2")
    assert "Tasks 1 to 50 of 60" in words(first)
    assert "Find address 59" in words(second)
    last = Task.objects.get(key="k59")
    answer = ina.post(f"/staff/tasks/{last.pk}/done/", {"from": "tasks"})
    assert answer["Location"] == "/staff/tasks/"
    assert "Find address 59" not in words(ina.get("/staff/tasks/?page=2"))
    assert "No open tasks." in words(signed_in("ivo").get("/staff/tasks/"))


def test_a_home_with_few_tasks_leads_nowhere_else():
    open_task(
        key="k", what="Find an address", at=at("2026-03-02 09:00"), case=case_in("assigned"), person=person("ina")
    )
    assert "See all tasks" not in section(signed_in("ina").get("/staff/"), "tasks")
