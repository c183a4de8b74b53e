"""Closings and mass layoffs for any numbers and days, judged by counting each case out by hand."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.reader import answer, find
from wagecase.rules.closings import setting
from wagecase.rules.law import newest

DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))
TABLE_DAYS = st.dates(date(2000, 1, 1), date(2048, 12, 31))
CENTS = st.integers(0, 10**7)


def result(name, **question):
    return find(calculators()[name], question).value


def dollars(cents):
    return f"{cents // 100}.{cents % 100:02}"


@given(work_force=st.integers(1, 10**6), affected=st.integers(0, 10**6), second=st.booleans())
def test_a_mass_layoff_takes_a_quarter_and_never_fewer_than_25(work_force, affected, second):
    found = result(
        "closing-coverage", event="mass-layoff", work_force=work_force, affected_total=affected, rule_500=second
    )
    by_hand = affected >= 25 and affected * 4 >= work_force
    assert found["mass_layoff"] == (by_hand or (second and affected >= 500))
    assert found["reasons"] == (() if found["mass_layoff"] else ("too-few-affected",))


@given(
    st.lists(
        st.tuples(
            st.dates(date(2026, 1, 1), date(2026, 12, 31)), st.integers(0, 40), st.integers(0, 4).map(lambda n: n == 0)
        ),
        min_size=1,
        max_size=12,
    ),
    st.integers(1, 60),
)
def test_the_largest_window_is_the_largest_of_all_groups_not_more_than_90_days_apart(rows, needed):
    batches = [{"on": day.isoformat(), "affected": n, "separate_cause": own} for day, n, own in rows]
    found = result("layoff-aggregation", batches=batches, needed=needed)
    alone = [place for place, (_, n, _) in enumerate(rows, 1) if n >= needed]
    left = [(day, n, place) for place, (day, n, own) in enumerate(rows, 1) if not own and place not in alone]
    groups = [
        [row for row in left if timedelta(0) <= row[0] - first <= timedelta(90)]
        for first in {day for day, _, _ in left}
    ]
    for place, (_, n, own) in enumerate(rows, 1):
        sums = [sum(row[1] for row in group) for group in groups if any(row[2] == place for row in group)]
        assert found["largest_window"][place - 1] == (n if own or place in alone else max(sums))
    most = max((sum(row[1] for row in group) for group in groups), default=0)
    assert list(found["alone"]) == alone
    assert found["counted_together"] == most
    assert sum(rows[place - 1][1] for place in found["together"]) == most
    assert found["triggers"] == (bool(alone) or most >= needed)


@given(closing=DAYS, given_after=st.integers(-100, 100))
def test_a_day_of_delay_is_a_day_late_between_the_due_day_and_the_closing(closing, given_after):
    given_on = closing + timedelta(given_after)
    if not 1900 <= given_on.year <= 2100:
        return
    found = result("closing-notice", closing=closing.isoformat(), notice_given=given_on.isoformat())
    assert closing - found["notice_due"] == timedelta(60)
    assert found["days_late"] == min(max(given_after + 60, 0), 60)


@given(
    closing=DAYS,
    told=st.lists(st.tuples(st.sampled_from(["A", "B", "a ", "C"]), st.integers(0, 70)), min_size=1, max_size=6),
    cents=st.integers(1, 50_000),
    per=st.sampled_from(["municipality", "event"]),
)
def test_a_surcharge_is_never_over_its_cap_and_follows_the_latest_official_of_each_place(closing, told, cents, per):
    if closing.year == 1900:
        return
    recipients = [
        {"kind": "official", "municipality": name, "given": (closing - timedelta(before)).isoformat()}
        for name, before in told
    ]
    found = result(
        "closing-notice",
        closing=closing.isoformat(),
        recipients=recipients,
        daily_amount=dollars(cents),
        surcharge_per=per,
    )
    latest = {}
    for name, before in told:
        key = name.strip().upper()
        latest[key] = max(latest.get(key, 0), 60 - before)
    days = max(latest.values()) if per == "event" else sum(latest.values())
    assert found["surcharge_cap"] == 500 * days
    assert found["surcharge"] * 100 == cents * days
    assert [row["days_late"] for row in found["municipalities"]] == list(latest.values())


@given(
    closing=TABLE_DAYS,
    late=st.integers(0, 60),
    weekdays=st.sets(st.sampled_from(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), min_size=1),
    hours=st.integers(0, 240_000),
    rates=st.tuples(CENTS, st.none() | CENTS),
    sums=st.tuples(CENTS, CENTS, CENTS),
)
def test_recovery_pays_the_days_worked_at_the_greater_rate_and_rounds_once(closing, late, weekdays, hours, rates, sums):
    question = {
        "closing": closing.isoformat(),
        "days_late": late,
        "work_weekdays": sorted(weekdays),
        "hours_per_day": f"{hours // 10_000}.{hours % 10_000:04}",
        "current_rate": dollars(rates[0]),
        "benefits": dollars(sums[0]),
        "medical_cost_covered": dollars(sums[1]),
        "credited_time_cost": dollars(sums[2]),
    }
    if rates[1] is not None:
        question["average_rate"] = dollars(rates[1])
    found = result("closing-recovery", **question)
    days = [closing + timedelta(n) for n in range(late)]
    worked = [day for day in days if day.strftime("%a").lower() in weekdays]
    assert found["work_days"] == len(worked)
    assert set(found["holidays_in_period"]) <= set(worked)
    exact = len(worked) * Fraction(hours, 10_000) * max(rates[0], rates[1] or 0) + sums[0] + sums[1] - sums[2]
    cents = 0 if exact <= 0 or not late else (2 * exact + 1) // 2
    assert found["recovery"] * 100 == cents


@given(filed=TABLE_DAYS, closing=TABLE_DAYS, notified=st.none() | st.integers(0, 400), paid=st.none() | TABLE_DAYS)
def test_a_claim_in_time_is_referred_after_its_window_unless_paid_inside_it(filed, closing, notified, paid):
    question = {"filed": filed.isoformat(), "closing": closing.isoformat()}
    ends = filed + timedelta(180)
    if notified is not None:
        question["determination_notified"] = (filed + timedelta(notified)).isoformat()
        ends = min(ends, filed + timedelta(notified + 30))
    if paid is not None:
        question["paid_in_full_on"] = paid.isoformat()
    found = result("closing-claim-clocks", **question)
    assert found["claim_raw_due"] == closing + timedelta(300)
    assert found["claim_raw_due"] <= found["claim_legal_due"] <= closing + timedelta(306)
    assert found["timely"] == (filed <= found["claim_legal_due"])
    assert found["window_ends"] == ends
    assert found["must_refer"] == (found["timely"] and (paid is None or paid > ends))
    assert (found["refer_on"] is not None) == found["must_refer"]
    if found["must_refer"]:
        assert ends < found["refer_on"] <= ends + timedelta(7)
        assert found["refer_on"].weekday() < 5


@pytest.mark.parametrize(
    ("name", "value"), [("who_counts", "everyone"), ("second_test", "off"), ("surcharge_per", "municipality")]
)
def test_an_open_reading_is_a_setting_of_the_office_and_says_so(name, value):
    assert setting(name) == value
    rule = newest(f"closings.setting_{name}")
    assert rule.is_office_practice
    assert rule.note


def test_the_referral_on_the_first_office_day_is_a_rule_of_the_office():
    assert newest("closings.setting_refer_days").number == 1
    assert newest("closings.setting_refer_days").is_office_practice


def test_what_stands_outside_the_sources_is_marked_so():
    for name in ("closings.layoff_enough", "closings.window_days"):
        assert newest(name).source.startswith("outside the sources")


def test_reasons_are_given_with_their_numbers():
    found = answer(
        calculators()["closing-recovery"],
        {"closing": "2026-07-31", "notice_given": "2026-06-12", "hours_per_day": "8", "current_rate": "21.40"},
    )
    assert found["steps"] == [
        "Told on Friday, June 12, 2026 (the recipient), due Monday, June 1, 2026: 11 days late.",
        "11 calendar days, Friday, July 31, 2026 to Monday, August 10, 2026; would have been worked: 7.",
        "Pay: 7 days x 8 hours x $21.40 = $1,198.40.",
        "$1,198.40, plus benefits $0.00 and medical cost $0.00, less credited time $0.00, not below zero: $1,198.40.",
    ]
