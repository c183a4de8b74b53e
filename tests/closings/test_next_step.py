"""What a staff page says comes next never contradicts the open tasks of whoever reads it."""

import datetime as dt

import pytest

from closings import determinations
from tests.closings.notice import case_in, do, updated
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, person
from tests.factories import case_in as complaint_in
from wagecase.cases.models import Task
from wagecase.cases.services import open_task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
NOTHING = "Nothing for you to do now."


def next_step(case, who: str) -> str:
    """Return the words of the page from "Next step" to what follows it."""
    page = words(signed_in(who).get(f"/closings/{case.number}/"))
    return page.partition("Next step")[2].partition("You can also")[0].strip()


def test_the_determination_that_is_owed_is_the_next_step(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed")
    Task.objects.filter(key=f"commerce:{case.pk}").delete()
    assert next_step(case, "cora") == NOTHING
    updated(case, when="2026-05-04 09:00", trade_name="Sample Mills")
    said = next_step(case, "cora")
    assert said.startswith("Draft the determination. Makes the draft order and asks a supervisor to sign it.")
    assert NOTHING not in said
    assert NOTHING in next_step(case, "sue"), "the supervisor was not asked"


def test_a_task_that_no_act_settles_is_the_next_step_in_its_own_words(clock):
    clock.set("2026-03-12 09:00")
    said = next_step(case_in("listed"), "cora")
    assert said.startswith("Send a copy of the notice (PDF under Notice) to the ")
    assert NOTHING not in said


def test_a_file_is_closed_once_the_review_periods_are_over(clock):
    clock.set("2026-05-07 09:00")
    case = case_in("served")
    Task.objects.filter(key=f"commerce:{case.pk}").delete()
    assert next_step(case, "cora") == "Close the case once the review periods are over, due Jun 4, 2026"
    clock.set("2026-06-04 09:00")
    said = next_step(case, "cora")
    assert said.startswith("Close the case. Closes the file. The notice stays on the public list. Sends nothing.")


def test_a_closed_file_still_says_what_is_to_be_read(clock):
    clock.set("2026-05-20 12:00")
    case = do(case_in("listed"), determinations.close, by="cora", when="2026-05-04 09:00", reason="Told in person.")
    Task.objects.filter(key=f"commerce:{case.pk}").delete()
    updated(case, when="2026-05-20 10:00", trade_name="Sample Mills")
    assert next_step(case, "cora") == (
        "The file is closed. Read the employer’s update: does it call for a determination?"
    )


def test_a_complaint_says_its_tasks_too(clock):
    clock.set("2026-03-02 12:00")
    case = complaint_in("closed", when="2026-03-02 10:00")
    client = signed_in("sue")
    address = f"/complaints/{case.number}/"
    open_task(
        key="notarized:x", what="Check the notarized copy", at=at("2026-03-02 12:00"), case=case, person=person("sue"),
        due_on=dt.date(2026, 3, 9),
    )  # fmt: skip
    said = words(client.get(address)).partition("Next step")[2].partition("You can also")[0]
    assert "Check the notarized copy, due Mar 9, 2026" in said
    assert NOTHING not in said
