"""The calendar against a second count, written from the words of the law and walking day by day."""

import os
import random
from datetime import date, datetime, timedelta

import pytest

from tests.rules import oracle
from wagecase.rules.calendar import due, hours_due
from wagecase.rules.holidays import holiday_table
from wagecase.rules.zone import CENTRAL

CASES = int(os.environ.get("FUZZ_CASES", "3000"))
FIRST, LAST = date(2000, 1, 1), date(2049, 12, 31)


def test_the_holiday_data_are_those_of_the_statute_on_every_day_of_the_table():
    table = holiday_table()
    day, wrong = FIRST, []
    while day <= LAST:
        if (table.holiday(day) is not None) != oracle.is_legal_holiday(day):
            wrong.append(day)
        if table.is_office_day(day) != oracle.is_office_day(day):
            wrong.append(day)
        day += timedelta(days=1)
    assert wrong == []


@pytest.mark.parametrize("length", [15, 20, 30, 60])
@pytest.mark.parametrize("act", ["filing", "other"])
def test_every_start_of_ten_years_ends_on_the_day_of_the_second_count(length, act):
    for offset in range(3652):
        start = date(2026, 1, 1) + timedelta(days=offset)
        assert as_dict(due(start=start, length=length, act=act).value) == oracle.period(
            start=start, length=length, act=act
        )


def test_random_periods_end_on_the_day_of_the_second_count():
    choose = random.Random(20260302)
    for _ in range(CASES):
        question = random_question(choose)
        assert as_dict(due(**question).value) == oracle.period(**question), question


def test_random_hours_end_at_the_minute_of_the_second_count():
    choose = random.Random(20261101)
    for _ in range(CASES // 20):
        wall = datetime(
            choose.randint(2001, 2048),
            choose.randint(1, 12),
            choose.randint(1, 28),
            choose.choice((0, 4, 9, 16, 23)),
            choose.randrange(60),
            tzinfo=CENTRAL,
        )
        length, working = choose.randrange(150), choose.random() < 0.5
        end = hours_due(start=wall, length=length, unit="working-hours" if working else "hours").value
        second = oracle.wall_end(wall.replace(tzinfo=None), length, working=working)
        assert end.replace(tzinfo=None) == second, (wall, length, working)


def random_question(choose):
    start = date(2004, 1, 1) + timedelta(days=choose.randrange(14000))
    unit = choose.choice(("days", "days", "working-days", "months", "years"))
    question = {
        "start": start,
        "unit": unit,
        "length": choose.randrange({"days": 400, "working-days": 120, "months": 24, "years": 3}[unit]),
        "direction": choose.choice(("forward", "forward", "forward", "back")),
        "act": choose.choice(("filing", "other", "not-before")),
    }
    if unit == "months":
        question["month_rule"] = choose.choice(("calendar", "30-days"))
    if question["direction"] == "forward" and unit != "working-days":
        question["extension_days"] = choose.choice((0, 0, 7, 15))
    if question["direction"] == "forward" and unit == "days":
        question["pauses"] = [random_pause(choose, start) for _ in range(choose.randrange(4))]
    if choose.random() < 0.2:
        question["holidays"] = {start + timedelta(days=choose.randrange(-40, 60)) for _ in range(20)}
    return question


def random_pause(choose, start):
    first = start + timedelta(days=choose.randrange(-10, 60))
    return first, first + timedelta(days=choose.randrange(15))


def as_dict(value):
    return {
        "raw_due": value.raw_due,
        "legal_due": value.legal_due,
        "work_by": value.work_by,
        "roll_reason": value.roll_reason,
        "skipped": list(value.skipped),
    }
