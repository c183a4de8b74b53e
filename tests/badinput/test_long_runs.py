"""Text that somebody typed or sent may be one long run of anything: looking through it costs as much as it is long."""

import time

import pytest

from closings.importing.names import name_key
from complaints.amounts import amount_owed
from complaints.naming import _BETWEEN, _tidy
from wagecase.notices import wording

LONG = 60_000  # characters; what looked through them once for each took between 5 and 60 seconds


@pytest.fixture
def quick():
    """The test ends within two seconds of its own work."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("run", ["1,", "1,,", "1.", "1 ", "1", ", "])
def test_a_long_row_of_numbers_is_no_amount_and_is_known_at_once(quick, run):
    assert amount_owed("The employer owes " + run * (LONG // len(run)) + "x") == ""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("She is owed 1,234.50 dollars", True), ("owed 1,,2 usd", True), ("owed,500 dollars", True), ("owed $ 5", True),
        ("owed 12,50 dólares", True), ("owed for 3 weeks", False), ("12 dollars in all", False),
    ],
)  # fmt: skip
def test_an_amount_owed_is_still_found(said, found):
    assert amount_owed(said) == (said if found else "")


@pytest.mark.parametrize("run", [" ", " \n", "\r", "\t ", " -"])
def test_a_long_run_between_names_is_cut_at_once(quick, run):
    cut = _BETWEEN.split(_tidy("Ana Example" + run * (LONG // len(run)) + "Bob Example"))
    assert (cut[0].rstrip(" -")[:11], cut[-1][-11:]) == ("Ana Example", "Bob Example")


@pytest.mark.parametrize("between", [" and ", ", ", "\r\n", " y ", "\n and ", "  and\n", ";", " \n\n "])
def test_names_are_still_cut_where_they_are_joined(between):
    cut = _BETWEEN.split(_tidy(f"Ana Example{between}Bob Example"))
    assert [name.strip() for name in cut if name.strip()] == ["Ana Example", "Bob Example"]


@pytest.mark.parametrize("run", [" ", "-", " -", "  - "])
def test_a_long_run_in_the_name_of_an_employer_is_read_at_once(quick, run):
    assert name_key("Acme" + run * (LONG // len(run)) + "Example")


def test_a_long_run_of_blanks_in_a_mail_is_tidied_at_once(quick, monkeypatch):
    monkeypatch.setattr(wording, "_render", lambda name, values, autoescape: "A" + " " * LONG + "B \t\nC")
    assert wording.render_email("any", {}, "en")[1] == "A" + " " * LONG + "B\nC\n"
