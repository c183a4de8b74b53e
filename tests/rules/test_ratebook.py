"""The book of printed amounts finds each on its days only, never changes, and names what it is made of."""

import time
from dataclasses import FrozenInstanceError
from datetime import date
from decimal import Decimal

import pytest

from wagecase.rules.law import NoRateInSource
from wagecase.rules.ratebook import CLASSES, PAIRS, Printed, Rate, RateBook, accepts, parameter_book

BOOK = parameter_book()
DAY = date(2008, 8, 31)
FARM_DAY = date(2009, 3, 1)


def test_a_rate_carries_its_period_status_and_citation():
    assert BOOK.minimum(date(2009, 7, 24)) == Rate(
        amount=Decimal("7.25"), start=date(2009, 7, 24), end=None, status="adopted", cite="DWD 272.03 (1)", flags=()
    )
    assert BOOK.minimum(date(2009, 7, 23)).amount == Decimal("6.50")
    assert BOOK.minimum(date(2006, 6, 1)).end == date(2009, 7, 23)
    with pytest.raises(NoRateInSource, match="2006-05-31"):
        BOOK.minimum(date(2006, 5, 31))


def test_a_bill_is_a_proposal_without_a_stated_start():
    found = BOOK.find(source="AB77", class_="farm-minor", item="wage", unit="hour", on=date(2005, 9, 30))
    assert (found.start, found.end, found.status, found.flags) == (None, None, "proposed", ("bill-start-unknown",))


@pytest.mark.parametrize("source", ["AB77", "SB130", "DWD272"])
@pytest.mark.parametrize("class_", CLASSES)
def test_each_source_prints_every_pair_of_every_class(source, class_):
    day = FARM_DAY if source == "DWD272" and class_.startswith("farm") else DAY
    for item, unit in PAIRS[class_]:
        assert BOOK.find(source=source, class_=class_, item=item, unit=unit, on=day).amount > 0


@pytest.mark.parametrize(("class_", "like"), [("tipped", "general"), ("tipped-opportunity", "opportunity")])
def test_tipped_employees_have_the_allowances_of_their_class_and_a_wage_of_their_own(class_, like):
    for item, unit in (("lodging", "week"), ("lodging", "day"), ("meals", "week"), ("meals", "meal")):
        words = {"source": "DWD272", "item": item, "unit": unit, "on": date(2026, 11, 30)}
        assert BOOK.find(class_=class_, **words) == BOOK.find(class_=like, **words)
    words = {"source": "DWD272", "item": "wage", "unit": "hour", "on": date(2026, 11, 30)}
    assert BOOK.find(class_=class_, **words).amount < BOOK.find(class_=like, **words).amount


@pytest.mark.parametrize(
    ("source", "class_", "item", "unit"),
    [
        ("AB622", "general", "wage", "hour"),
        ("DWD272", "caddy", "wage", "hour"),
        ("DWD272", "caddy", "12-holes", "round"),
        ("DWD272", "general", "wage", "week"),
        ("", "", "", ""),
    ],
)
def test_what_no_source_prints_is_never_guessed(source, class_, item, unit):
    with pytest.raises(NoRateInSource):
        BOOK.find(source=source, class_=class_, item=item, unit=unit, on=DAY)


def test_the_pairs_are_those_of_the_texts():
    assert accepts("caddy", "9-holes", "round")
    assert accepts("general", "meals", "meal")
    assert not accepts("general", "meals", "day")
    assert not accepts("counselor-adult", "wage", "hour")


def printed(amount="7.50", start=date(2027, 1, 1)):
    return Printed(
        source="DWD272",
        class_="general",
        item="wage",
        unit="hour",
        start=start,
        end=None,
        amount=Decimal(amount),
        cite="DWD 272.03 (1)",
    )


def test_the_name_tells_one_set_of_amounts_from_another_whatever_their_order():
    assert parameter_book().name == BOOK.name
    assert RateBook(reversed(BOOK.rows)).name == BOOK.name
    changed = RateBook([*BOOK.rows, printed()])
    assert changed.name != BOOK.name
    assert RateBook([printed("7.50")]).name != RateBook([printed("7.51")]).name
    assert RateBook(BOOK.rows, kind="schedules").name.startswith("schedules ")


def test_a_book_can_be_made_of_other_rows():
    book = RateBook([printed()])
    assert book.minimum(date(2027, 1, 1)).amount == Decimal("7.50")
    with pytest.raises(NoRateInSource):
        book.minimum(date(2026, 12, 31))


def test_a_book_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        BOOK.rows = ()
    with pytest.raises(FrozenInstanceError):
        BOOK.minimum(DAY).amount = Decimal(0)
    with pytest.raises(TypeError):
        BOOK._amounts[("DWD272", "general", "wage", "hour")] = ()


def test_ten_thousand_figures_take_no_time():
    began = time.process_time()
    for _ in range(10_000):
        BOOK.minimum(DAY)
    assert time.process_time() - began < 0.5
