"""Assigning and reassigning: to an active person of the unit who handles cases, who is told once."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import at, case_in, do, file_for_paper, person
from wagecase.accounts.models import User
from wagecase.cases.selectors import open_tasks
from wagecase.cases.tasks import finish_task, open_task
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_the_investigator_is_told_once_and_nobody_else():
    case = do(case_in("docketed"), "assign", by="supervisor", when="2026-03-03 09:00")
    assert (case.state, case.assignee) == ("assigned", person("ina"))
    (notice,) = case.notices.filter(kind="complaints.assign")
    assert (notice.address, notice.user) == ("ina@example.org", person("ina"))
    assert case.number in notice.text
    assert "Wanda" not in notice.text + notice.subject


def test_the_change_names_who_had_it_and_who_has_it():
    case = do(case_in("assigned"), "reassign", by="supervisor", when="2026-03-03 09:00")
    detail = case.events.last().details.get(field="assignee")
    assert (detail.before, detail.after) == ("Ina Investigator Example", "Ivo Investigator Sample")
    assert (case.state, case.assignee) == ("assigned", person("ivo"))
    assert [n.address for n in case.notices.filter(kind="complaints.reassign")] == ["ivo@example.org"]


def test_a_supervisor_may_take_a_case():
    assert do(
        case_in("docketed"), "assign", by="supervisor", when="2026-03-03 09:00", investigator=person("sam")
    ).assignee == person("sam")


def _people():
    make = User.objects.create_user
    return [
        person("ada"),
        make("gone@example.org", None, name="Gone", role="investigator", is_active=False),
        make("far@example.org", None, name="Far", role="investigator", unit="elsewhere"),
        make("none@example.org", None, name="None", role=""),
    ]


def test_a_person_who_cannot_have_a_case_is_refused_at_the_field():
    case = case_in("docketed")
    for wrong in _people():
        with pytest.raises(ValidationError) as refusal:
            do(case, "assign", by="supervisor", when="2026-03-03 09:00", investigator=wrong)
        assert refusal.value.message_dict == {"investigator": [f"{wrong.name} cannot be given this case"]}


def test_reassigning_to_the_same_person_is_refused():
    case = case_in("assigned")
    with pytest.raises(ValidationError, match="has this case already"):
        do(case, "reassign", by="supervisor", when="2026-03-03 09:00", investigator=person("ina"))


def test_a_reopened_case_is_assigned_again():
    case = do(case_in("closed"), "reopen", by="supervisor", when="2026-03-04 08:00")
    case = do(case, "assign", by="supervisor", when="2026-03-04 09:00")
    assert case.state == "assigned"


def test_a_complaint_that_was_never_signed_is_not_assigned():
    case = do(file_for_paper(), "dismiss", by="supervisor", when="2026-03-03 09:00")
    case = do(case, "reopen", by="supervisor", when="2026-03-04 09:00")
    with pytest.raises(TransitionNotAllowed, match="never signed"):
        do(case, "assign", by="supervisor", when="2026-03-05 09:00")


def test_open_tasks_go_with_the_case():
    case = case_in("investigating")
    do(case, "add_evidence", by="complainant", when="2026-03-03 08:00")
    for_the_boss = open_task(
        key=f"notarized:{case.pk}", what="Check the copy", at=at("2026-03-03 08:30"), case=case, role="supervisor"
    )
    evidence = case.tasks.get(key__startswith="evidence:")
    assert evidence.person == person("ina")
    case = do(case, "reassign", by="supervisor", when="2026-03-03 09:00")
    assert case.tasks.get(pk=evidence.pk).person == person("ivo")
    assert case.tasks.get(pk=for_the_boss.pk).person is None
    assert f'"task_ids":[{evidence.pk}]' in case.events.get(verb="complaints.reassign").body
    assert [t.pk for t in open_tasks(person("ivo"))] == [evidence.pk]
    assert not open_tasks(person("ina")).exists()


def test_what_came_in_before_there_was_an_investigator_goes_to_the_first_one():
    case = case_in("docketed")
    do(case, "add_evidence", by="complainant", when="2026-03-03 08:00")
    case = do(case, "assign", by="supervisor", when="2026-03-03 09:00")
    assert case.tasks.get().person == person("ina")


def test_a_finished_task_stays_with_whoever_did_it():
    case = case_in("investigating")
    do(case, "add_evidence", by="complainant", when="2026-03-03 08:00")
    finish_task(task=case.tasks.get(), by=person("ina"), at=at("2026-03-03 08:30"))
    case = do(case, "reassign", by="supervisor", when="2026-03-03 09:00")
    assert case.tasks.get().person == person("ina")
