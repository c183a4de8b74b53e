"""Several cases are given to one investigator: exactly the ticked ones, one event each, and a changed one is skipped by name."""

import pytest
from django.core.exceptions import ValidationError

from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import UNPAID, at, case_in, do, file_online, person
from tests.replay import replayed
from wagecase.cases.assigning import assign_cases
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@replayed
def four_cases():
    return [case_in("docketed"), case_in("docketed"), case_in("assigned"), case_in("docketed")]


@pytest.fixture
def cases(db):
    """Two that wait for an investigator, one that Ina has, and one that nobody ticks."""
    return four_cases()


def give(cases, *, by="sue", to="ivo", **versions):
    seen = {case.pk: case.version for case in cases} | versions
    return assign_cases(seen=seen, investigator=person(to), by=person(by), at=at("2026-03-02 15:00"))


def assignees(cases):
    return [getattr(Case.objects.get(pk=case.pk).assignee, "email", None) for case in cases]


def test_exactly_the_ticked_cases_are_given_each_by_its_own_act(cases):
    found = give(cases[:3])
    assert (len(found.done), found.skipped) == (3, ())
    assert assignees(cases) == ["ivo@example.org", "ivo@example.org", "ivo@example.org", None]
    verbs = [case.events.order_by("-seq").values_list("verb", flat=True)[0] for case in cases]
    assert verbs == ["complaints.assign", "complaints.assign", "complaints.reassign", "complaints.docket"]
    for case in cases[:3]:
        event = case.events.order_by("-seq")[0]
        assert (event.actor_id, event.details.get(field="assignee").after) == (
            person("sue").pk,
            "Ivo Investigator Sample",
        )


def test_the_investigator_gets_one_message_for_each_case(cases):
    give(cases[:3])
    assert Notice.objects.filter(user=person("ivo"), kind__in=["complaints.assign", "complaints.reassign"]).count() == 3


def test_a_case_that_changed_meanwhile_is_named_and_the_others_are_done(cases):
    do(cases[1], "request_information", by="supervisor", when="2026-03-02 14:00")
    found = give(cases[:3])
    assert [case.pk for case in found.done] == [cases[0].pk, cases[2].pk]
    assert [(case.pk, reason) for case, reason in found.skipped] == [(cases[1].pk, "somebody changed it meanwhile")]
    assert assignees(cases) == ["ivo@example.org", None, "ivo@example.org", None]


def test_what_cannot_be_given_is_skipped_with_its_reason_and_leaves_no_trace():
    wages, closed, own = file_online(content=UNPAID), case_in("dismissed"), case_in("assigned")
    events = [case.events.count() for case in (wages, closed, own)]
    found = give([wages, closed, own], to="ina")
    assert found.done == ()
    assert {case.pk: reason for case, reason in found.skipped} == {
        wages.pk: "Unpaid-wages complaint: cases of this kind are not assigned",
        closed.pk: "“Reassign the case” is not possible now: the case is “Dismissed”",
        own.pk: "Ina Investigator Example has this case already",
    }
    assert [case.events.count() for case in (wages, closed, own)] == events


def test_only_a_supervisor_may_and_between_1_and_50_cases(cases):
    with pytest.raises(NotPermitted):
        give(cases, by="ina")
    with pytest.raises(ValidationError, match="Tick between 1 and 50 cases"):
        give([])
    with pytest.raises(ValidationError, match="Tick between 1 and 50 cases"):
        assign_cases(
            seen=dict.fromkeys(range(1, 52), 1), investigator=person("ivo"), by=person("sue"), at=at("2026-03-02 15:00")
        )
    assert assignees(cases) == [None, None, "ina@example.org", None]


def test_a_case_of_another_unit_is_never_touched(cases):
    person("sam", unit="equal-rights")
    assert give(cases[:1], by="sam").done == ()
    assert assignees(cases[:1]) == [None]


# The pages


def test_only_supervisors_can_tick_cases_in_the_queue(cases):
    assert signed_in("sue").get("/staff/cases/?open=all").content.decode().count('name="case"') == 4
    assert 'name="case"' not in signed_in("ina").get("/staff/cases/?open=all").content.decode()


def test_the_page_names_exactly_the_ticked_cases_and_acts_once(cases):
    client = signed_in("sue")
    address = "/staff/cases/assign/?" + "&".join(f"case={case.number}" for case in cases[:2])
    page = client.get(address)
    text = words(page)
    assert "Assign 2 cases" in text
    assert [case.number in text for case in cases] == [True, True, False, False]
    answers = {
        "submission_key": hidden(page)["submission_key"], "investigator": person("ivo").pk,
        "seen": [f"{case.pk}:{case.version}" for case in cases[:2]],
    }  # fmt: skip
    for _press in range(2):
        assert client.post(address, answers).status_code == 303
    assert assignees(cases) == ["ivo@example.org", "ivo@example.org", "ina@example.org", None]
    assert cases[0].events.filter(verb="complaints.assign").count() == 1
    said = f"2 cases assigned to Ivo Investigator Sample: {cases[0].number}, {cases[1].number}."
    assert said in words(client.get("/staff/cases/"))


def test_the_page_says_which_case_was_skipped(cases):
    client = signed_in("sue")
    address = "/staff/cases/assign/?" + "&".join(f"case={case.number}" for case in cases[:2])
    page = client.get(address)
    marks = [f"{case.pk}:{case.version}" for case in cases[:2]]
    do(cases[1], "request_information", by="supervisor", when="2026-03-02 14:00")
    client.post(address, {**hidden(page), "investigator": person("ivo").pk, "seen": marks})
    text = words(client.get("/staff/cases/"))
    assert "1 case assigned to Ivo Investigator Sample" in text
    assert f"Not assigned: {cases[1].number} (somebody changed it meanwhile)." in text


@pytest.mark.parametrize("query", ["", "?case=LW-2026-777777", "?case=%00"])
def test_nothing_ticked_leads_back_to_the_queue(query):
    answer = signed_in("sue").get(f"/staff/cases/assign/{query}")
    assert (answer.status_code, answer["Location"]) == (303, "/staff/cases/")


@pytest.mark.parametrize("marks", [["9:9:9"], ["x"], ["٣:١"], ["1" * 40 + ":1"], []])
def test_marks_that_no_page_of_ours_sent_give_nothing(cases, marks):
    client = signed_in("sue")
    address = f"/staff/cases/assign/?case={cases[0].number}"
    answers = {
        "submission_key": hidden(client.get(address))["submission_key"],
        "investigator": person("ivo").pk,
        "seen": marks,
    }
    assert client.post(address, answers).status_code == 422
    assert assignees(cases[:1]) == [None]


def test_no_person_chosen_says_so(cases):
    client = signed_in("sue")
    address = f"/staff/cases/assign/?case={cases[0].number}"
    answers = {**hidden(client.get(address)), "seen": [f"{cases[0].pk}:{cases[0].version}"]}
    answer = client.post(address, answers)
    assert answer.status_code == 422
    assert "Choose a person" in words(answer)
