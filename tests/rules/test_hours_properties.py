"""What holds of hours worked, wage payment and the right to know whatever the facts are."""

from datetime import date, datetime, timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from wagecase.rules import residence, right_to_know, wage_payment, worktime
from wagecase.rules.calendar import is_legal_holiday

DAYS = st.dates(date(2001, 1, 1), date(2048, 12, 31))
TIMES = st.datetimes(datetime(2001, 1, 1), datetime(2048, 12, 31)).map(lambda t: t.replace(second=0, microsecond=0))  # noqa: DTZ001  (wall-clock times of a shift)


def by_every_minute(shifts, nights):
    """The full-time test minute by minute, straight from its words."""
    duty = set()
    for shift in shifts:
        moment = shift.start
        while moment < shift.end:
            duty.add(moment)
            moment += timedelta(minutes=1)
    start = shifts[0].start - timedelta(days=1)
    while start < shifts[-1].end:
        periods = [
            {m for m in duty if start + timedelta(days=k) <= m < start + timedelta(days=k + 1)} for k in range(5)
        ]
        if all(len(minutes) >= 480 for minutes in periods):
            first, last = min(periods[0]).date(), (max(periods[4]) + timedelta(minutes=1)).date()
            if all(first + timedelta(days=k) in nights for k in range((last - first).days)):
                return True
        start += timedelta(minutes=60)
    return False


@given(
    st.lists(st.tuples(st.integers(7, 20), st.integers(2, 18)), min_size=4, max_size=8),
    st.sets(st.integers(1, 10)),
    st.integers(0, 23),
)
@settings(max_examples=25, deadline=None)
def test_the_full_time_test_agrees_with_a_count_of_every_minute(parts, away, hour):
    moment, shifts = datetime(2026, 3, 2, hour), []  # noqa: DTZ001  (wall-clock times of a shift)
    for length, pause in parts:
        shifts.append(residence.Shift(moment, moment + timedelta(hours=length)))
        moment += timedelta(hours=length + pause)
    nights = frozenset(date(2026, 3, 2) + timedelta(days=k) for k in range(-1, 15) if k not in away)
    # All duties begin and end on the full hour, so some full hour is a start if any minute is.
    assert residence.full_time_test(shifts=shifts, nights=nights).value == by_every_minute(shifts, nights)


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans(), st.booleans()), max_size=8), st.integers(480, 1439))
def test_worked_and_unpaid_minutes_make_the_shift(breaks, length):
    pauses = [worktime.Break(*row) for row in breaks]
    counted, unpaid, paid = worktime.shift(minutes=length, breaks=pauses).value
    assert unpaid + paid == sum(pause.minutes for pause in pauses)
    assert abs(counted * 60 - (length - unpaid)) <= Decimal("0.3")


@given(TIMES, TIMES)
def test_hours_after_a_closing_never_end_early_and_never_overtake(one, other):
    first, second = (wage_payment.closing_due(moment).value.legal_due for moment in sorted((one, other)))
    assert sorted((one, other))[0] + timedelta(hours=24) <= first <= second


@given(TIMES)
def test_seventy_two_hours_end_on_a_working_day_or_at_its_midnight(received_at):
    for clock in right_to_know.HOUR_CLOCKS:
        end = right_to_know.answer_due_at(clock=clock, received_at=received_at).value["due"]
        last = (end - timedelta(minutes=1)).date()
        assert end >= received_at + timedelta(hours=72)
        assert last.weekday() < 5
        assert not is_legal_holiday(last)


@given(DAYS, st.integers(0, 40))
def test_a_complaint_is_never_due_on_a_closed_day_and_later_knowledge_never_shortens_it(violation, later):
    values = [
        right_to_know.complaint_due(violation=violation, unanswered=False, knowledge=day, filed=None).value
        for day in (violation, violation + timedelta(days=later))
    ]
    for value in values:
        assert value["raw_due"] <= value["legal_due"]
        assert value["legal_due"].weekday() < 5
        assert not is_legal_holiday(value["legal_due"])
    assert values[1]["raw_due"] - values[0]["raw_due"] == timedelta(days=later)


@given(st.decimals(0, 100, places=2), st.lists(st.decimals(0, 24, places=2), max_size=5))
def test_sleep_never_exceeds_eight_hours_for_each_complete_day(duty, nights):
    found = residence.sleep_excluded(duty=duty, nights=[residence.Night(hours, Decimal(0)) for hours in nights])
    assert 0 <= found <= 8 * (duty // 24)
