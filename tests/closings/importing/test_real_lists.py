"""The three real lists, with the figures that were counted by hand when they were collected (issue 5, point 10)."""

import hashlib
from collections import Counter

import pytest

from closings.importing.problems import Pile
from closings.importing.report import figures, named_sum, published, reasons, sum_in_words
from tests.closings.importing.lists import REAL, real

WISCONSIN, REGISTER, INDIANA = (
    "wi-dwd-list-2016-2022.csv",
    "wi-notices-1996-2026-register.csv",
    "in-dwd-list-2008-2022.csv",
)


def codes(found) -> Counter:
    return Counter(problem.code for row in found.rows for problem in row.problems)


@pytest.mark.parametrize(
    ("name", "digest"), [(WISCONSIN, "93dde092eb13"), (REGISTER, "b5aff7ca9147"), (INDIANA, "7190ad79144a")]
)
def test_the_files_are_the_published_ones_byte_for_byte(name, digest):
    assert hashlib.sha256((REAL / name).read_bytes()).hexdigest().startswith(digest)


def test_the_wisconsin_list_is_563_events_of_64862_workers():
    found = real(WISCONSIN)
    told = figures(found)
    assert told["read"] == 665
    assert sum(1 for row in found.rows if row.row.label) == 102
    assert told["chains"] == 563
    assert told["workers_last_revision"] == 64_862
    assert told["workers_by_year_of_original"] == {
        "2016": 7704, "2017": 6593, "2018": 8353, "2019": 8572, "2020": 31_280, "2021": 2360,
    }  # fmt: skip
    assert (told["ready"], told["warned"], told["held"], told["refused"]) == (618, 32, 15, 0)
    # what a sum over all rows would say
    assert sum(row.row.affected.value or 0 for row in found.rows) == 78_316
    assert sum(row.row.affected.value or 0 for row in found.rows if row.row.received.first.year == 2020) == 40_939


def test_the_wisconsin_rows_that_wait_are_those_that_nobody_can_read_without_asking():
    held = {
        row.row.line.number: {p.code for p in row.problems} for row in real(WISCONSIN).rows if row.pile is Pile.HELD
    }
    assert held == {
        11: {"same-event"}, 42: {"layoff"}, 44: {"year-turn"}, 47: {"year-turn"}, 48: {"before-original"},
        71: {"update-of-what"}, 358: {"year-turn"}, 576: {"year-turn"}, 619: {"update-of-what"}, 648: {"update-of-what"},
        651: {"update-of-what", "year-turn"}, 652: {"update-of-what"}, 663: {"update-of-what"}, 664: {"update-of-what"},
        665: {"update-of-what"},
    }  # fmt: skip


def test_fourteen_wisconsin_revisions_change_nothing():
    assert codes(real(WISCONSIN))["no-change"] == 14


def test_the_last_line_of_the_wisconsin_file_is_line_707():
    assert real(WISCONSIN).rows[-1].row.line.at == 707


def test_the_indiana_list_names_its_copies_and_holds_what_says_nothing():
    found = real(INDIANA)
    told = figures(found)
    assert told["read"] == 1710
    assert codes(found)["exact-copy"] == 41
    assert codes(found)["says-nothing"] == 204
    assert all(row.pile is Pile.HELD for row in found.rows if row.row.says_nothing)
    assert (told["ready"], told["warned"], told["held"], told["refused"]) == (719, 746, 245, 0)


def test_the_register_has_29_slips_of_the_year_and_one_shifted_row():
    found = real(REGISTER)
    told = figures(found)
    assert told["read"] == 3665
    assert codes(found)["year-turn"] == 29
    assert codes(found)["count-not-stated"] == 98
    assert codes(found)["layoff-blank"] == 35
    (refused,) = [row for row in found.rows if row.pile is Pile.REFUSED]
    assert refused.row.cells()["location"] == "517919.0"
    assert (told["ready"], told["warned"], told["held"], told["refused"]) == (2350, 1118, 196, 1)


@pytest.mark.parametrize("name", [WISCONSIN, REGISTER, INDIANA])
def test_every_row_is_on_exactly_one_pile_and_the_workers_of_the_years_add_up(name):
    told = figures(real(name))
    assert told["ready"] + told["warned"] + told["held"] + told["refused"] == told["read"]
    assert sum(told["workers_by_year_of_original"].values()) == told["workers_last_revision"]


def test_the_sum_is_said_in_words():
    assert (
        sum_in_words({Pile.READY: 610, Pile.WARNED: 31, Pile.HELD: 20, Pile.REFUSED: 4})
        == "610 + 31 + 20 + 4 = 665 rows read"
    )
    assert sum_in_words({Pile.READY: 1}) == "1 + 0 + 0 + 0 = 1 row read"
    assert named_sum({Pile.READY: 1}) == "1 ready: 1 row read"
    assert named_sum({Pile.READY: 1_343, Pile.HELD: 2}) == "1,343 ready, 2 held: 1,345 rows read"
    assert named_sum(dict.fromkeys(Pile, 0)) == "0 rows read"


def test_the_published_page_gives_the_reasons_of_each_pile():
    found = real(WISCONSIN)
    assert reasons(found, Pile.HELD) == [
        ("an update of an unnamed notice", 8),
        ("perhaps the wrong year", 5),
        ("date of layoff not readable", 1),
        ("perhaps the same event as an earlier row", 1),
        ("received before its original", 1),
    ]
    assert "| Held | perhaps the wrong year | 5 |" in published({WISCONSIN: found})
