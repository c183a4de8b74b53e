"""The lists of the staff home: each open case is somebody's next step, and no list shows another unit's."""

import datetime as dt

import pytest

from tests.factories import PATHS, TO_POST, at, case_in, do, file_online, make_pdfs, person, staff
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.cases.selectors import due, needs, open_tasks, unmailed_letters, visible_to, waiting_on_others
from wagecase.cases.services import finish_tasks, open_task

pytestmark = pytest.mark.django_db

NEXT = {
    "unverified": "others", "received": "supervisor", "docketed": "supervisor", "assigned": "investigator",
    "investigating": "investigator", "drafted": "supervisor", "countersigned": "investigator", "served": "investigator",
    "closed": "nobody", "dismissed": "nobody", "withdrawal_requested": "supervisor", "reopened": "supervisor",
}  # fmt: skip


@pytest.mark.parametrize("state", PATHS)
def test_each_state_is_the_next_step_of_one_role(state):
    staff()
    case = case_in(state)
    has = {
        "supervisor": case in needs(person("sue")), "investigator": case in needs(person("ina")),
    }  # fmt: skip
    assert has == {role: NEXT[state] == role for role in has}
    assert case not in needs(person("ivo"))
    waits = case in waiting_on_others(person("sue"))
    assert waits == (NEXT[state] in {"others", "investigator"})
    assert not needs(person("ada"))


def test_a_supervisor_who_has_a_case_sees_its_next_step_as_own():
    staff()
    case = do(case_in("docketed"), "assign", by="supervisor", when="2026-03-03 09:00", investigator=person("sam"))
    assert list(needs(person("sam"))) == [case]
    assert list(needs(person("sue"))) == []
    assert list(waiting_on_others(person("sam"))) == []
    assert list(waiting_on_others(person("sue"))) == [case]


def test_the_cases_of_an_investigator_who_left_fall_to_the_supervisors():
    case = case_in("investigating")
    assert list(needs(person("sue"))) == []
    User.objects.filter(email="ina@example.org").update(is_active=False)
    assert list(needs(person("sue"))) == [case]
    assert list(waiting_on_others(person("sue"))) == []


def test_the_earliest_due_comes_first_and_what_is_due_later_is_left_out():
    late, soon = file_online(when="2026-03-10 10:00"), file_online(when="2026-03-02 10:00")
    sue = person("sue")
    assert list(needs(sue)) == [soon, late]
    assert list(due(sue, until=dt.date(2026, 3, 22))) == []
    assert list(due(sue, until=dt.date(2026, 3, 23))) == [soon]


def test_another_unit_sees_nothing_of_it():
    case_in("received")
    far = User.objects.create_user("far@example.org", None, name="Far", role="supervisor", unit="elsewhere")
    for rows in (visible_to(far), needs(far), waiting_on_others(far), due(far, until=dt.date(2030, 1, 1))):
        assert not rows.exists()
    assert not unmailed_letters(far).exists()


def test_tasks_of_a_person_and_of_her_role_are_listed_until_they_are_done():
    staff()
    now = at("2026-03-02 10:00")
    open_task(key="one", what="For Sue", at=now, person=person("sue"))
    open_task(key="two", what="For any supervisor", at=now, role="supervisor", due_on=dt.date(2026, 3, 5))
    open_task(key="three", what="For Ina", at=now, person=person("ina"), role="supervisor")
    assert open_task(key="one", what="Asked again", at=now).what == "For Sue"
    assert [t.what for t in open_tasks(person("sue"))] == ["For any supervisor", "For Sue"]
    assert [t.what for t in open_tasks(person("ina"))] == ["For Ina"]
    assert finish_tasks(keys=["one", "two", "nothing"], at=now, by=person("sue")) == 2
    assert finish_tasks(keys=["one"], at=now) == 0
    assert not open_tasks(person("sue")).exists()


def test_letters_wait_until_they_are_marked_as_mailed():
    case = file_online(content=TO_POST)
    make_pdfs(at("2026-03-02 10:10"))
    assert [n.case for n in unmailed_letters(person("ina"))] == [case]
    case.notices.update(status="mailed")
    assert not unmailed_letters(person("ina")).exists()
    assert Case.objects.count() == 1


def test_the_tasks_of_a_person_who_left_or_changed_work_fall_to_the_supervisors_of_the_unit():
    staff()
    now = at("2026-03-02 10:00")
    left, moved = (
        open_task(key=f"k{name}", what="Read the files", at=now, person=person(name)) for name in ("ina", "ivo")
    )
    assert not open_tasks(person("sue")).exists()
    User.objects.filter(email="ina@example.org").update(is_active=False)
    User.objects.filter(email="ivo@example.org").update(role="administrator")
    assert {t.pk for t in open_tasks(person("sue"))} == {left.pk, moved.pk}
    far = User.objects.create_user("far@example.org", None, name="Far", role="supervisor", unit="elsewhere")
    assert not open_tasks(far).exists()
