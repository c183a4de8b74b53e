"""What must hold of pay, tips, meals and lodging whatever the amounts, worked out a second time with fractions."""

import math
from datetime import date
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.reader import answer

DAYS = ("2006-06-01", "2009-07-23", "2009-07-24", "2010-01-04", "2026-11-30")
MINIMUM = {"general": ("6.50", "7.25"), "minor": ("5.90", "7.25"), "opportunity": ("5.90", "5.90")}
FLOOR = {"general": "2.33", "minor": "2.33", "opportunity": "2.13"}
classes = st.sampled_from(sorted(MINIMUM))
days = st.sampled_from(DAYS)
cents = st.integers(0, 60000)
parts_of_hours = st.integers(0, 1680000)  # ten-thousandths of an hour


def dollars(number):
    return f"{number // 100}.{number % 100:02}"


def hours(number):
    return f"{number // 10000}.{number % 10000:04}"


def half_up(amount):
    whole = math.floor(amount * 100 + Fraction(1, 2))
    return dollars(whole)


def minimum(word, day):
    return Fraction(MINIMUM[word][date.fromisoformat(day) >= date(2009, 7, 24)])


def result(name, question):
    found = answer(calculators()[name], question)
    assert "result" in found, found
    return found["result"]


@settings(max_examples=300, deadline=None)
@given(classes, st.lists(st.tuples(days, parts_of_hours, cents), min_size=1, max_size=6), cents)
def test_a_deficiency_is_rounded_once_and_is_what_one_sum_says(word, rows, more):
    work = [{"date": day, "hours": hours(time), "paid": dollars(paid)} for day, time, paid in rows]
    found = result("wage-deficiency", {"class": word, "work": work, "allowances": dollars(more)})
    required = sum(minimum(word, day) * Fraction(time, 10000) for day, time, _ in rows)
    paid = Fraction(sum(paid for *_, paid in rows) + more, 100)
    assert found["make_up"] == half_up(max(Fraction(0), required - paid))
    assert found["required"] == half_up(required)
    assert found["hours"] == hours(sum(time for _, time, _ in rows))
    assert found["compliant"] == (found["make_up"] == "0.00")


weeks = st.lists(st.tuples(days, parts_of_hours, cents, st.none() | cents), min_size=1, max_size=6)


@settings(max_examples=300, deadline=None)
@given(classes, weeks, st.none() | st.integers(0, 100000), st.booleans(), st.booleans(), st.booleans())
def test_each_week_stands_alone_and_the_larger_shortfall_is_owed(word, rows, rate, signed, withheld, turned):
    question = {
        "date": "2010-01-04",
        "class": word,
        "declaration": signed,
        "withholding": withheld,
        "tips_turned_over": turned,
        "weeks": [
            {"date": day, "hours": hours(time), "tips": dollars(tips)}
            | ({} if cash is None else {"cash_paid": dollars(cash)})
            for day, time, tips, cash in rows
        ],
    }
    found = result("tip-credit", question if rate is None else question | {"cash_rate": hours(rate)})
    counts = signed and withheld and not turned
    floor = Fraction(FLOOR[word])
    sums = dict.fromkeys(("make_up", "cash_deficiency", "owed", "credit_used", "whole"), Fraction(0))
    for day, time, tip, cash_cents in rows:
        time = Fraction(time, 10000)
        tip = Fraction(tip, 100) if counts else Fraction(0)
        hourly = floor if rate is None else Fraction(rate, 10000)
        cash = hourly * time if cash_cents is None else Fraction(cash_cents, 100)
        whole = minimum(word, day) * time
        sums["make_up"] += max(Fraction(0), whole - cash - tip)
        sums["cash_deficiency"] += max(Fraction(0), floor * time - cash)
        sums["owed"] += max(Fraction(0), whole - cash - tip, floor * time - cash)
        sums["credit_used"] += max(Fraction(0), min(tip, whole - max(cash, floor * time)))
        sums["whole"] += whole - cash - tip
    for name in ("make_up", "cash_deficiency", "owed", "credit_used"):
        assert found[name] == half_up(sums[name]), name
    assert found["whole_period_make_up"] == half_up(max(Fraction(0), sums["whole"]))
    assert found["credit_allowed"] == counts
    assert Fraction(found["whole_period_make_up"]) <= Fraction(found["make_up"]) <= Fraction(found["owed"])


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 1680000), st.integers(0, 300000), st.integers(0, 100000), cents, st.none() | cents)
def test_the_regular_rate_never_depends_on_the_tips(time, cash, credit, more, tips):
    question = {
        "hours": hours(time),
        "cash_rate": hours(cash),
        "tip_credit_rate": hours(credit),
        "commissions": dollars(more),
    }
    found = result("regular-rate", question if tips is None else question | {"tips_total": dollars(tips)})
    total = Fraction(cash + credit, 10000) * Fraction(time, 10000) + Fraction(more, 100)
    share = total / Fraction(time, 10000)
    assert found["regular_rate"] == half_up(share)
    assert found["total_pay"] == half_up(total)
    assert found["tie"] == ((share * 200).denominator == 1 and share * 200 % 2 == 1)


people = st.lists(st.tuples(cents, cents, st.integers(0, 120000), cents), min_size=1, max_size=5)


@settings(max_examples=200, deadline=None)
@given(people, cents, st.booleans(), st.none() | st.integers(0, 1000))
def test_a_pool_loses_and_makes_no_tips(rows, rest, negotiated, part):
    rows = [(tips, min(given_on, tips + taken), taken, share) for tips, taken, given_on, share in rows]
    shared = sum(share for *_, share in rows)
    question = {
        "people": [
            {"tips": dollars(tips), "given": dollars(handed), "taken": dollars(taken), "charge_share": dollars(share)}
            for tips, handed, taken, share in rows
        ],
        "service_charge": dollars(shared + rest),
        "for_employees": negotiated,
    }
    tip_part = None if part is None else (shared + rest) * part // 1000
    found = result("tip-pool", question if tip_part is None else question | {"tip_part": dollars(tip_part)})
    handed, taken = sum(row[1] for row in rows), sum(row[2] for row in rows)
    assert found["total_counted"] == dollars(sum(row[0] for row in rows) - handed + taken + shared)
    assert found["balanced"] == (handed == taken)
    assert found["charge_kept"] == dollars(rest)
    due = tip_part if tip_part is not None else shared + rest if negotiated else 0
    assert found["charge_owed"] == dollars(max(0, due - shared))


board = st.tuples(st.integers(0, 21), st.integers(0, 7), st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=200, deadline=None)
@given(classes, days, board, parts_of_hours)
def test_an_allowance_never_exceeds_the_week_and_cash_fills_the_rest(word, day, furnished, time):
    eaten, nights, weekly, full, accepted = furnished
    found = result(
        "allowance-maximum",
        {
            "class": word,
            "date": day,
            "meals_eaten": eaten,
            "lodging_days": nights,
            "weekly_board": weekly,
            "full_week_lodging": full,
            "accepted": accepted,
            "hours": hours(time),
        },
    )
    week = {"7.25": ("58.00", "87.00"), "6.50": ("52.00", "78.00"), "5.90": ("47.20", "70.80")}
    lodging, meals = map(Fraction, week[f"{float(minimum(word, day)):.2f}"])
    assert Fraction(found["lodging_max"]) <= lodging
    assert Fraction(found["meals_max"]) <= meals
    assert not (weekly and accepted) or Fraction(found["meals_max"]) == meals
    assert not (full and accepted) or Fraction(found["lodging_max"]) == lodging
    total, cash = Fraction(found["total_max"]), Fraction(found["minimum_cash"])
    required = minimum(word, day) * Fraction(time, 10000)
    assert total == 0 or accepted
    assert cash >= required - total
    assert cash == 0 or cash < required - total + Fraction(1, 100)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 7440000), st.integers(0, 600000), cents)
def test_a_farm_deduction_never_brings_pay_below_the_minimum(time, gross, claimed):
    question = {"date": "2010-08-02", "hours": hours(time), "gross": dollars(gross), "claimed": dollars(claimed)}
    found = result("deduction-limit", question)
    required = Fraction("7.25") * Fraction(time, 10000)
    taken = Fraction(found["max_deduction"])
    assert taken == 0 or Fraction(gross, 100) - taken >= required
    assert taken == Fraction(claimed, 100) or Fraction(gross, 100) - taken - Fraction(1, 100) < required
    assert taken + Fraction(found["excess"]) == Fraction(claimed, 100)
    assert found["make_up"] == half_up(max(Fraction(0), required - Fraction(gross, 100)))
    assert Fraction(found["minimum_pay"]) >= required
