"""Which pile a row goes on, and that nothing it says is changed on the way (closings.md, section 7)."""

import pytest

from closings.importing.piles import sort_list
from closings.importing.problems import Pile
from tests.closings.importing.lists import codes_of, pile_of, row, sorted_rows, written


def test_a_plain_row_is_ready():
    assert codes_of(row()) == set()
    assert pile_of(row()) == "ready"


@pytest.mark.parametrize(
    ("changed", "code", "pile"),
    [
        ({"layoff": "11/03"}, "layoff", "held"),
        ({"layoff": "Unknown"}, "layoff-not-stated", "warned"),
        ({"layoff": "08/31/20"}, None, "ready"),
        ({"layoff": "5/1820"}, "layoff", "held"),
        ({"layoff": "3/5/202403/19/2024"}, "layoff", "held"),
        ({"layoff": "43952"}, "layoff-words", "warned"),
        ({"layoff": "Q2 2020"}, "layoff-words", "warned"),
        ({"layoff": "TBD"}, "layoff-not-stated", "warned"),
        ({"layoff": "09/30/20 +/-"}, "layoff-words", "warned"),
        ({"layoff": "5/1/2020 - 8/31/2028"}, "far-end", "warned"),
        ({"workers": "Unknown"}, "count-not-stated", "warned"),
        ({"workers": "0"}, "count-zero", "held"),
        ({"workers": "500 Nationwide"}, "count", "held"),
        ({"received": "01/30/1202"}, "received", "held"),
        ({"received": "March 2020"}, "received-not-a-day", "held"),
        ({"received": ""}, "received-not-stated", "held"),
        ({"kind": "RH"}, "code-unknown", "held"),
        ({"kind": "cl"}, None, "ready"),
        ({"city": "517919.0"}, "shifted", "refused"),
        ({"city": "Statewide"}, "no-place", "warned"),
        ({"city": "Unknown - Remote Employees"}, "no-place", "warned"),
        ({"city": ""}, "no-place", "warned"),
        ({"city": "Fond du Lac, Chilton,"}, "place-cut", "warned"),
        ({"county": "Wausau"}, "county", "warned"),
        ({"company": "TOTALS:"}, "reserved", "refused"),
        ({"company": "n/a"}, "reserved", "refused"),
        ({"company": ""}, "no-employer", "held"),
        ({"company": "=HYPERLINK(1)"}, "formula", "held"),
        ({"company": "5,708"}, "shifted", "refused"),
        ({"company": "Acme\x00Invented"}, "nul", "refused"),
        ({"company": "x" * 2001}, "huge-cell", "refused"),
    ],
)
def test_a_cell_decides_the_pile(changed, code, pile):
    assert codes_of(row(**changed)) == ({code} if code else set())
    assert pile_of(row(**changed)) == pile


@pytest.mark.parametrize(
    ("received", "layoff", "pile"),
    [
        ("11/17/2005", "1/15/2005", "held"),  # 2006-01-15 would be 59 days later
        ("2/25/2026", "2/5/2026", "ready"),  # plainly late
        ("3/20/2020", "3/2/2020", "ready"),
        ("6/1/2020", "6/1/2019", "held"),  # one year later: the day of receipt itself
        ("6/1/2020", "5/31/2019", "ready"),  # one year later it would still be late
        ("6/1/2020", "10/9/2019", "held"),  # one year later: 130 days of notice
        ("6/1/2020", "10/10/2019", "ready"),  # 131
    ],
)
def test_a_slip_of_the_year_is_suspected_and_never_corrected(received, layoff, pile):
    rows = sorted_rows(row(received=received, layoff=layoff))
    assert rows[0].pile.key == pile
    assert rows[0].row.layoff.text == layoff


def test_the_suspicion_names_the_day_that_may_be_meant():
    (problem,) = sorted_rows(row(received="11/17/2005", layoff="1/15/2005"))[0].problems
    assert (problem.column, problem.read) == ("Layoff Begin Date", "1/15/2005")
    assert problem.wrong == "The layoff lies 306 days before receipt; was 2006-01-15 meant?"
    assert problem.accepts == "2006-01-15, or the day as it stands."


def test_a_rescission_changes_nothing_else():
    mixed = row("Acme Invented Widgets - Revision 1", kind="RN, AW", workers="0", received="4/2/2020")
    assert codes_of(row(), mixed) == {"code-mixed"}
    assert pile_of(row(), mixed) == "held"


def test_an_exact_copy_is_named_and_makes_no_notice_of_its_own():
    rows = sorted_rows(row(), row("Another Invented"), row())
    assert rows[2].copy_of == 1
    assert [p.wrong for p in rows[2].problems] == [
        "An exact copy of row 1. It is kept with that row and makes no notice of its own."
    ]
    assert rows[2].pile.key == "warned"


def test_a_row_that_only_writes_its_dates_otherwise_is_the_same_row():
    rows = sorted_rows(
        row(received="12/01/14", layoff="12/01/14 through 02/02/15"),
        row(received="12/01/2014", layoff="12/01/2014 through 02/02/2015"),
    )
    assert rows[1].copy_of == 1
    assert [p.code for p in rows[1].problems] == ["same-reading"]


def test_a_revision_that_changes_nothing_is_kept_with_a_remark():
    same = row("Acme Invented Widgets - Revision 1", kind="LS", received="4/2/2020")
    assert codes_of(row(), same) == {"no-change"}
    assert pile_of(row(), same) == "warned"


def test_a_misspelled_place_is_suggested_and_not_changed():
    many = [row(f"Invented {n}", "Milwaukee", county="Milwaukee") for n in range(5)]
    last = sorted_rows(*many, row(city="Milwaukiee", county="Milwaukee"))[-1]
    (problem,) = last.problems
    assert (problem.code, problem.accepts, last.pile) == ("place-like", "Milwaukee", Pile.WARNED)
    assert last.row.places == ("Milwaukiee",)


def test_every_source_cell_is_kept_as_text_beside_what_was_read():
    kept = sorted_rows(row("Petco -\u00a0Drs. Invented", workers="1,303", received=" 3/2/2020 "))[0].row.cells()
    assert kept["Company"] == "Petco -\u00a0Drs. Invented"
    assert kept["Affected Workers"] == "1,303"
    assert kept["Notice Received"] == " 3/2/2020 "


def test_cells_beyond_the_heads_are_kept_and_the_row_is_held():
    last = sorted_rows((*row(), "extra"))[0]
    assert last.row.cells()["column 10"] == "extra"
    assert {p.code for p in last.problems} == {"too-many-cells"}
    assert last.pile is Pile.HELD


def test_a_line_that_ends_early_is_read_and_remarked():
    last = sorted_rows(row()[:7])[0]
    assert {p.code for p in last.problems} == {"too-few-cells"}
    assert last.row.affected.value == 60


def test_one_bad_line_never_stops_the_file():
    data = (
        written(row())
        + b'"Broken, Inc,Madison,5,3/2/2020,CL,5/1/2020,Widgets,Dane,South Central\r\n'
        + written(row("Next Invented")).split(b"\r\n", 1)[1]
    )
    found = sort_list(data)
    assert [r.pile.key for r in found.rows] == ["ready", "refused", "ready"]
    assert found.rows[1].row.line.at == 3
    assert found.rows[2].row.employer == "Next Invented"
    assert '"Broken' in found.rows[1].row.cells()["Company"]


def test_a_missing_quote_does_not_swallow_the_lines_behind_it_in_silence():
    swallowing = b'"Greedy, Inc,Madison,5,3/2/2020,CL,5/1/2020,Widgets,Dane,South Central\r\nOne Invented,Madison,5,3/2/2020,CL,5/1/2020,Widgets,Dane,South "Central\r\n'
    found = sort_list(written(row()) + swallowing)
    assert [r.pile.key for r in found.rows] == ["ready", "refused"]
    assert "swallowed" in {p.code for p in found.rows[1].problems}
