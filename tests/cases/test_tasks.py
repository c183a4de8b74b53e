"""Opening and closing a task stands on the record with its id and sort, and never with its words."""

from dataclasses import replace

import pytest

from tests.factories import CONTENT, at, case_in, do, file_for_paper, file_online, person
from wagecase.cases import operations
from wagecase.cases.stuck import notice_stuck
from wagecase.cases.tasks import finish_tasks, open_task

pytestmark = pytest.mark.django_db
NOW = "2026-03-02 10:00"


def verbs(case):
    return list(case.events.order_by("seq").values_list("verb", flat=True))


def test_a_task_is_on_record_when_it_is_opened_and_when_it_is_closed():
    case = case_in("received")
    task = open_task(key="lost:1", what="Call Wanda at home", at=at(NOW), case=case, role="supervisor")
    open_task(key="lost:1", what="Call Wanda at home", at=at(NOW), case=case, role="supervisor")
    finish_tasks(keys=["lost:1"], at=at(NOW), by=person("sue"))
    finish_tasks(keys=["lost:1"], at=at(NOW), by=person("sue"))
    opened, closed = case.events.order_by("-seq")[:2][::-1]
    assert (opened.verb, closed.verb) == ("cases.open_task", "cases.close_tasks")
    assert f'"facts":{{"sort":"lost","task_id":{task.pk}}}' in opened.body
    assert f'"facts":{{"task_ids":[{task.pk}]}}' in closed.body
    assert closed.actor_id == person("sue").pk
    assert "Wanda" not in opened.body + closed.body


def test_a_letter_without_an_address_opens_its_task_on_the_record():
    nowhere = replace(CONTENT, complainant=replace(CONTENT.complainant, email="", postal=""))
    assert verbs(file_online(content=nowhere)) == ["complaints.file_online", "cases.open_task"]


def test_recording_the_signed_form_settles_the_check_of_the_notarized_copy():
    case = file_for_paper()
    task = open_task(key=f"notarized:{case.pk}", what="Check the copy", at=at(NOW), case=case, role="supervisor")
    do(case, "record_verification", by="supervisor", when="2026-03-03 10:00")
    task.refresh_from_db()
    assert (task.done_at, task.done_by) == (at("2026-03-03 10:00"), person("sue"))


def test_sending_again_closes_the_task_on_the_record():
    case = case_in("received")
    notice = case.notices.get()
    case.notices.update(status="failed")
    notice_stuck(notice)
    operations.resend(notice=case.notices.get(), actor=person("sue").actor, at=at(NOW))
    assert verbs(case)[-3:] == ["cases.stuck", "cases.close_tasks", "cases.resend_notice"]
    assert case.tasks.get().done_by == person("sue")
