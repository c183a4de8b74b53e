"""A supervisor gives notices to a coordinator: one by its act, several from the list of cases, each with its own event."""

import pytest
from django.core.exceptions import ValidationError

from closings import assigning, publishing
from tests.closings.notice import CONTENT, case_in, do
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, file_online, person
from wagecase.cases.assigning import assign_cases
from wagecase.cases.models import Case, Task
from wagecase.errors import NotPermitted
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
WHEN = "2026-03-12 09:00"


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set(WHEN)


def test_a_supervisor_gives_a_notice_to_a_coordinator_on_its_page():
    case, cora = case_in("listed"), person("cora")
    sue = signed_in("sue")
    page = words(sue.get(f"/closings/{case.number}/assign/"))
    assert "Cora Coordinator Example" in page
    assert "Ina Investigator Example" not in page
    assert send(sue, f"/closings/{case.number}/assign/", person=cora.pk).status_code == 303
    assert Case.objects.get(pk=case.pk).assignee == cora
    mail = Notice.objects.get(user=cora)
    assert (mail.kind, mail.subject) == ("closings.assign", f"Notice {case.number}: assigned to you")
    assert "Made-Up" not in mail.text
    assert "Coordinator assigned" in words(sue.get(f"/closings/{case.number}/timeline/"))


def test_tasks_that_nobody_had_go_along():
    case = do(case_in("received"), publishing.publish, by="sue", when="2026-05-01 09:00")
    task = Task.objects.get(key=f"short:{case.pk}")
    assert (task.person, task.role) == (None, "coordinator")
    do(case, assigning.assign, by="sue", when=WHEN, person=person("cora"))
    task.refresh_from_db()
    assert task.person == person("cora")


@pytest.mark.parametrize("who", ["ina", "ada"])
def test_nobody_else_is_given_one(who):
    case = case_in("listed")
    with pytest.raises(ValidationError, match="cannot be given this notice"):
        do(case, assigning.assign, by="sue", when=WHEN, person=person(who))


def test_whoever_has_it_is_not_given_it_again_and_a_coordinator_gives_nobody_anything():
    case = do(case_in("listed"), assigning.assign, by="sue", when=WHEN, person=person("cora"))
    with pytest.raises(ValidationError, match="has this notice already"):
        do(case, assigning.assign, by="sue", when=WHEN, person=person("cora"))
    with pytest.raises(NotPermitted):
        do(case, assigning.assign, by="cora", when=WHEN, person=person("sue"))


def test_several_are_given_at_once_and_another_kind_is_skipped_with_its_reason():
    notices, complaint = [case_in("listed"), case_in("received", CONTENT)], file_online()
    seen = {case.pk: Case.objects.get(pk=case.pk).version for case in (*notices, complaint)}
    found = assign_cases(seen=seen, investigator=person("cora"), by=person("sue"), at=at(WHEN))
    assert [case.pk for case in found.done] == [case.pk for case in notices]
    assert [case.pk for case, _reason in found.skipped] == [complaint.pk]
    assert set(Case.objects.filter(kind="closing").values_list("assignee", flat=True)) == {person("cora").pk}
