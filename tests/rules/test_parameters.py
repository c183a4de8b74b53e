"""Every dated value on its first day and on the day before, every value cited, and every slip of the pen refused."""

import json
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from wagecase.rules import law
from wagecase.rules.law import BadParameters, NoRateInSource, UnknownParameter, in_force, names, rows
from wagecase.rules.strict_yaml import read

# name, first day, value on it, value on the day before (None: the sources state none), citation
LAW = [
    ("clocks.determination", date(1900, 1, 1), 20, None, "104.05"),
    ("review.court", date(1900, 1, 1), 30, None, "227.53"),
    ("review.rehearing", date(1900, 1, 1), 20, None, "227.49"),
]
# The same five columns for the families of rules, one file each, the values as they are written.
DATED = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "dated_values").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
OFFICE = {
    "allowances.days_of_week": 7,
    "allowances.meals_of_week": 21,
    "clocks.determination.remind_due_day": "investigator",
    "clocks.determination.remind_investigator": "10,5,1",
    "clocks.determination.remind_overdue": "investigator,supervisor",
    "clocks.determination.remind_supervisor": "1",
    "clocks.hour_of_steps": 8,
    "goals.appoint_council": 30,
    "hours.residence.spread": 14,
    "licenses.job_change_days": 30,
    "licenses.mailing_days": 3,
}


@pytest.mark.parametrize(("name", "first", "value", "before", "cite"), LAW)
def test_a_value_holds_from_its_first_day_and_not_from_the_day_before(name, first, value, before, cite):
    found = in_force(name, first)
    assert (found.value, found.start, found.cite) == (value, first, cite)
    assert not found.is_office_practice
    if before is None:
        with pytest.raises(NoRateInSource):
            in_force(name, first - timedelta(days=1))
    else:
        assert in_force(name, first - timedelta(days=1)).value == before


@pytest.mark.parametrize(("name", "first", "value", "before", "cite"), DATED)
def test_a_value_of_a_family_holds_from_its_first_day_and_not_from_the_day_before(name, first, value, before, cite):
    day = date.fromisoformat(first)
    found = in_force(name, day)
    assert (str(found.value), found.start, found.cite) == (value, day, cite)
    assert not found.is_office_practice
    if before is None:
        with pytest.raises(NoRateInSource):
            in_force(name, day - timedelta(days=1))
    else:
        assert str(in_force(name, day - timedelta(days=1)).value) == before


@pytest.mark.parametrize(("name", "value"), OFFICE.items())
def test_office_practice_says_that_it_is_no_law(name, value):
    found = in_force(name, date(2026, 3, 2))
    assert found.value == value
    assert found.is_office_practice
    assert found.cite == "office practice"


def test_every_dated_value_of_law_has_a_row_above():
    known = {(name, first) for name, first, *_ in LAW} | {
        (name, date.fromisoformat(first)) for name, first, *_ in DATED
    }
    dated = {(row.name, row.start) for name in names() for row in rows(name) if not row.is_office_practice}
    assert dated == known


def test_office_practice_never_mixes_with_law_in_one_file():
    assert all(len({row.is_office_practice for row in rows(name)}) == 1 for name in names())


def test_every_value_names_its_provision_and_its_source():
    for name in names():
        for row in rows(name):
            assert row.cite
            assert row.source
            assert row.title


def test_what_the_sources_do_not_contain_is_marked_so():
    for name in ("review.court", "review.rehearing"):
        assert in_force(name, date(2026, 3, 2)).source.startswith("outside the sources")
    assert "no time" in in_force("goals.appoint_council", date(2026, 3, 2)).source


def test_numbers_are_numbers():
    assert in_force("clocks.determination", date(2026, 3, 2)).number == 20
    assert in_force("clocks.determination.remind_investigator", date(2026, 3, 2)).numbers == (10, 5, 1)
    assert in_force("clocks.determination.remind_supervisor", date(2026, 3, 2)).numbers == (1,)
    with pytest.raises(TypeError):
        _ = in_force("clocks.determination.remind_investigator", date(2026, 3, 2)).number


@pytest.mark.parametrize(
    "name",
    ["clocks.determinaton", "clocks", "", "../law", "clocks/determination", "holidays.legal", "Clocks.Determination"],
)
def test_a_misspelled_name_fails_loudly(name):
    with pytest.raises(UnknownParameter):
        in_force(name, date(2026, 3, 2))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of parameters of the test's own; what was read from it is forgotten afterwards."""
    monkeypatch.setattr(law, "FOLDER", tmp_path)
    rows.cache_clear()
    yield tmp_path
    rows.cache_clear()


ROW = '  - {from: 2009-07-24, value: "7.25", cite: "DWD 272.03 (1)", source: s}\n'
HEAD = "title: t\nunit: USD/hour\nvalues:\n"


def test_values_change_on_their_days_and_a_closed_period_ends(folder):
    (folder / "wage.yaml").write_text(
        HEAD + '  - {from: 2006-06-01, to: 2008-12-31, value: "6.50", cite: "DWD 272.03 (1m)", source: s}\n' + ROW
    )
    assert in_force("wage", date(2006, 6, 1)).value == Decimal("6.50")
    assert in_force("wage", date(2008, 12, 31)).value == Decimal("6.50")
    assert in_force("wage", date(2009, 7, 24)).value == Decimal("7.25")
    assert in_force("wage", date(2099, 1, 1)).cite == "DWD 272.03 (1)"
    for day in (date(2006, 5, 31), date(2009, 1, 1), date(2009, 7, 23)):
        with pytest.raises(NoRateInSource):
            in_force("wage", day)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("title: t\nunit: days\nunit: days\nvalues: []\n", 3, "twice"),
        (HEAD + '  - {from: 2009-07-24, value: "7.25", value: "7.26", cite: c, source: s}\n', 4, "twice"),
        ("title: t\nunit: days\nvalus: []\n", 1, "valus"),
        (HEAD + '  - {from: 2009-07-24, value: "7.25", source: s}\n', 4, "cite"),
        (HEAD + '  - {from: 2009-07-24, value: "7.25", cite: "", source: s}\n', 4, "cite"),
        (HEAD + '  - {from: 2009-07-24, value: "7.25", cite: c}\n', 4, "source"),
        (HEAD + '  - {from: 2009-07-24, value: "7.25", cite: c, source: s, color: red}\n', 4, "color"),
        (HEAD + ROW + '  - {from: 2008-07-24, value: "7.25", cite: c, source: s}\n', 5, "order"),
        (HEAD + ROW + ROW, 5, "order"),
        (HEAD + '  - {from: 2006-06-01, to: 2009-07-24, value: "6.50", cite: c, source: s}\n' + ROW, 5, "overlap"),
        (HEAD + '  - {from: 2006-06-01, to: 2006-05-31, value: "6.50", cite: c, source: s}\n', 4, "before"),
        (HEAD + '  - {from: 2006-02-30, value: "6.50", cite: c, source: s}\n', 4, "2006-02-30"),
        (HEAD + '  - {from: 2006, value: "6.50", cite: c, source: s}\n', 4, "date"),
        (HEAD + '  - {from: 2006-06-01, value: "6,50", cite: c, source: s}\n', 4, "6,50"),
        (HEAD + "  - {from: 2006-06-01, value: 6.5e0, cite: c, source: s}\n", 4, "6.5e0"),
        (HEAD + "  - {from: 2006-06-01, value: [6], cite: c, source: s}\n", 4, "text"),
        ("title: t\nunit: furlongs\nvalues:\n" + ROW, 1, "furlongs"),
        ("title: t\nunit: days\nvalues: 20\n", 1, "list"),
        ("title: t\nunit: days\nvalues: []\n", 1, "values"),
        ("- a\n- b\n", 1, "mapping"),
        ("title: [\n", 2, ""),
        (
            'title: &a t\nunit: days\nvalues:\n  - &b {from: 2006-06-01, value: "6", cite: c, source: s}\n  - *b\n',
            4,
            "alias",
        ),
        ("", 1, "mapping"),
        ("? [a]\n: b\n", 1, "plain text"),
    ],
)
def test_a_slip_of_the_pen_is_named_with_file_and_line(folder, text, line, word):
    (folder / "wage.yaml").write_text(text)
    with pytest.raises(BadParameters) as refused:
        rows("wage")
    assert str(refused.value).startswith(f"{folder / 'wage.yaml'}:{line}:"), refused.value
    assert word in str(refused.value)


def test_reminder_days_fall_and_roles_are_words(folder):
    for unit, value in (
        ("days before", "1,5,10"),
        ("days before", "5,5"),
        ("days before", "5;1"),
        ("days before", ""),
        ("roles", "the boss"),
        ("days", "-1"),
        ("days", "2.0"),
        ("hour of the day", "8:00"),
    ):
        (folder / "p.yaml").write_text(
            f'title: t\nunit: {unit}\nvalues:\n  - {{from: 2000-01-01, value: "{value}", cite: c, source: s}}\n'
        )
        rows.cache_clear()
        with pytest.raises(BadParameters):
            rows("p")


def test_a_file_that_is_no_text_is_refused_and_not_a_traceback(tmp_path):
    (tmp_path / "p.yaml").write_bytes(b"title: \xff\xfe\n")
    for path in (tmp_path / "p.yaml", tmp_path / "absent.yaml"):
        with pytest.raises(BadParameters, match=r"p\.yaml:1|absent\.yaml:1"):
            read(path)


def test_a_parameter_is_known_by_its_whole_name_only():
    assert law.is_known("clocks.determination")
    assert not law.is_known("clocks.determinations")
    assert not law.is_known("../clocks.determination")
    assert not law.is_known("holidays.legal")
