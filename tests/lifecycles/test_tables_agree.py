"""The three tables name each other rightly: deadlines and notices point at acts and steps that exist, with templates."""

import datetime as dt
from pathlib import Path

import pytest
from django.conf import settings

from wagecase.cases import kinds
from wagecase.cases.timeline import PAST
from wagecase.deadlines.services import reminders
from wagecase.deadlines.table import DEADLINES
from wagecase.lifecycle import Lifecycle, State, Transition
from wagecase.notices.registry import all_rows, rows_on
from wagecase.rules import law

LIFECYCLES = tuple(kind.lifecycle for kind in kinds.all_kinds())
TABLES = {table.kind: table for table in LIFECYCLES}
TODAY = dt.date(2026, 3, 2)
TEMPLATES = Path(settings.BASE_DIR) / "templates"


def _steps(row):
    for role, days in reminders(row.length, TODAY):
        yield f"{row.key}:{role}-{ {0: 'due', -1: 'overdue'}.get(days, str(days)) }"


@pytest.mark.parametrize("row", DEADLINES, ids=lambda row: row.key)
def test_a_deadline_points_at_acts_of_its_kind_and_at_a_parameter(row):
    names = set(TABLES[row.kind].by_name)
    assert {*row.starts_on, *row.meets_on, *row.ends_on} <= names
    assert law.in_force(row.length, TODAY).number > 0


def test_every_notice_row_hangs_on_an_act_or_a_clock_step_that_exists():
    acts = {f"{table.app}.{row.name}" for table in LIFECYCLES for row in table.transitions}
    steps = {step for row in DEADLINES for step in _steps(row)}
    beside_the_table = {"cases.replace_link"}  # an act on a party, whatever the state of its case
    assert {row.on for row in all_rows()} <= acts | steps | beside_the_table
    assert beside_the_table <= set(PAST)


def test_every_reminder_of_a_clock_has_a_notice_row():
    hung = {row.on for row in all_rows()}
    assert {step for row in DEADLINES for step in _steps(row)} <= hung


def test_the_20_day_clock_reminds_as_agreed():
    assert sorted(_steps(DEADLINES[0])) == [
        "complaints.determination:investigator-1",
        "complaints.determination:investigator-10",
        "complaints.determination:investigator-5",
        "complaints.determination:investigator-due",
        "complaints.determination:investigator-overdue",
        "complaints.determination:supervisor-1",
        "complaints.determination:supervisor-overdue",
    ]


def test_every_notice_row_has_its_templates():
    wanted = {f"email/{row.template}.{ending}" for row in all_rows() for ending in ("subject", "txt", "html")}
    wanted |= {row.document for row in all_rows() if row.document}
    assert not sorted(name for name in wanted if not (TEMPLATES / name).is_file())


def test_an_act_that_says_it_sends_nothing_sends_nothing():
    silent = [
        (f"{table.app}.{row.name}", table.kind)
        for table in LIFECYCLES
        for row in table.transitions
        if "Sends nothing" in row.says
    ]
    assert not [(verb, kind) for verb, kind in silent if rows_on(verb, kind)]


def test_every_act_has_words_for_its_button_and_for_the_timeline():
    for table in LIFECYCLES:
        for row in table.transitions:
            assert row.label, row.name
            assert row.past, row.name
            assert row.says or not row.source, row.name


# The table checks itself when it is built


def _table(**changes):
    values = {
        "kind": "k", "app": "a", "title": "t", "prefix": "K", "stages": (("filed", "Filed"),),
        "states": (State("open", "Open"), State("shut", "Shut")),
        "transitions": (
            Transition("file", "File", (), "open", ("complainant",)), Transition("shut", "Shut", ("open",), "shut", ("x",)),
        ),
    }  # fmt: skip
    return Lifecycle(**{**values, **changes})


def test_a_sound_table_is_built_and_read():
    table = _table()
    assert [row.name for row in table.from_state("open")] == ["shut"]
    assert table.open_states() == ("open", "shut")
    with pytest.raises(KeyError, match="k has no transition 'fly'"):
        table.get("fly")


FILE = Transition("file", "File", (), "open", ("c",))
SHUT = Transition("shut", "Shut", ("open",), "shut", ("x",))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"states": (State("open", ""), State("open", ""))}, "state 'open' stands twice"),
        ({"transitions": (FILE, FILE, SHUT)}, "transition 'file' stands twice"),
        ({"stages": (("filed", ""), ("filed", ""))}, "stage 'filed' stands twice"),
        ({"transitions": (FILE, Transition("shut", "", ("ajar",), "shut", ("x",)))}, "unknown state 'ajar'"),
        ({"transitions": (FILE, Transition("shut", "", ("open",), "gone", ("x",)))}, "unknown state 'gone'"),
        ({"transitions": (FILE, Transition("shut", "", ("open",), "shut", ("x",), public="no"))}, "unknown stage 'no'"),
        ({"transitions": (FILE, Transition("shut", "", ("open",), "shut", ()))}, "nobody may do it"),
        ({"transitions": (FILE, SHUT, Transition("odd", "", (), "<same>", ("x",)))}, "needs a state to open in"),
        (
            {"transitions": (FILE, Transition("shut", "", ("open",), "shut", ("x",), may_land=("off",)))},
            "unknown state 'off'",
        ),
        ({"transitions": (FILE,)}, "state 'shut' cannot be reached"),
    ],
)
def test_a_table_with_a_fault_is_refused_when_it_is_built(changes, words):
    with pytest.raises(ValueError, match=words):
        _table(**changes)


def test_a_case_lands_only_where_its_row_says():
    row = Transition("back", "Back", ("shut",), "open", ("x",), lands=lambda case: case, may_land=("shut",))
    assert (row.target("open"), row.target("shut")) == ("open", "shut")
    with pytest.raises(ValueError, match="back cannot lead to 'gone'"):
        row.target("gone")
