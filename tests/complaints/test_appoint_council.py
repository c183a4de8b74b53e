"""A signed finding of reasonable cause asks for a wage council, which 104.06 demands and gives no time for."""

import datetime as dt
import json
from dataclasses import replace

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import FINDINGS, SERVED_EMPLOYER, case_in, do, file_online, make_pdfs, person, walk
from tests.factories import at as moment

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def test_reasonable_cause_opens_the_task_with_the_goal_and_its_citation():
    case = case_in("drafted")
    do(case, "sign_determination", by="supervisor", when="2026-03-03 10:00")
    task = case.tasks.get(key__startswith="council:")
    assert task.what == "Appoint a wage council (s. 104.06; the day is a goal of the office)"
    assert (task.due_on, task.person, task.role) == (dt.date(2026, 4, 2), None, "supervisor")
    body = json.loads(case.events.get(verb="complaints.sign_determination").body)
    assert task.pk in body["facts"]["task_ids"]
    assert "Appoint a wage council" in words(signed_in("sue").get("/staff/"))
    page = words(signed_in("sue").get(f"/complaints/{case.number}/"))
    assert "Appoint a wage council (s. 104.06; the day is a goal of the office) Supervisor, due Apr 2, 2026" in page


def test_without_reasonable_cause_no_council_is_asked_for():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-02 10:00")
    findings = replace(FINDINGS, reasonable_cause=False)
    do(case, "draft_determination", by="investigator", when="2026-03-03 09:00", findings=findings)
    make_pdfs(moment("2026-03-03 09:05"))
    do(case, "sign_determination", by=person("sue"), when="2026-03-03 10:00")
    assert not case.tasks.filter(key__startswith="council:").exists()
