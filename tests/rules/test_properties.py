"""What must hold of every due date, whatever the day and the length."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import oracle
from wagecase.rules.calendar import complaint_due, due

ONE = timedelta(days=1)
days = st.dates(date(2000, 1, 15), date(2048, 6, 30))
lengths = st.integers(0, 400)
acts = st.sampled_from(("filing", "other"))


@settings(max_examples=400, deadline=None)
@given(days, lengths, acts)
def test_a_period_never_ends_before_its_plain_last_day_and_rolls_three_days_at_most(start, length, act):
    value = due(start=start, length=length, act=act).value
    assert value.raw_due == start + length * ONE
    assert value.raw_due <= value.legal_due <= value.raw_due + (3 if act == "filing" else 2) * ONE
    assert value.skipped == tuple(value.raw_due + n * ONE for n in range((value.legal_due - value.raw_due).days))
    assert bool(value.roll_reason) == bool(value.skipped)


@settings(max_examples=400, deadline=None)
@given(days, lengths, acts)
def test_no_period_ends_on_a_sunday_or_legal_holiday_and_no_filing_on_a_saturday(start, length, act):
    end = due(start=start, length=length, act=act).value.legal_due
    assert end.weekday() != 6
    assert not oracle.is_legal_holiday(end)
    assert act == "other" or end.weekday() != 5


@settings(max_examples=400, deadline=None)
@given(days, lengths, acts, st.integers(0, 30))
def test_a_later_event_or_a_longer_period_never_ends_earlier(start, length, act, more):
    end = due(start=start, length=length, act=act).value.legal_due
    assert due(start=start + more * ONE, length=length, act=act).value.legal_due >= end
    assert due(start=start, length=length + more, act=act).value.legal_due >= end


@settings(max_examples=400, deadline=None)
@given(days, lengths, acts, st.sets(st.integers(0, 399), max_size=20))
def test_holidays_inside_a_period_of_days_change_nothing(start, length, act, inside):
    holidays = [start + n * ONE for n in inside if n < length - 40]
    plain = due(start=start, length=length, act=act, holidays=[]).value
    assert due(start=start, length=length, act=act, holidays=holidays).value == plain


@settings(max_examples=300, deadline=None)
@given(days)
def test_the_day_to_work_to_is_an_office_day_not_after_the_plain_last_day(start):
    value = complaint_due(filed_on=start).value
    assert value.work_by <= value.raw_due
    assert oracle.is_office_day(value.work_by)
    assert value.legal_due.weekday() != 6


@settings(max_examples=300, deadline=None)
@given(days, st.integers(0, 60), st.lists(st.tuples(st.integers(-20, 60), st.integers(0, 20)), max_size=5))
def test_pauses_conserve_the_remaining_days(start, length, pieces):
    pauses = [(start + a * ONE, start + (a + b) * ONE) for a, b in pieces]
    end = due(start=start, length=length, pauses=pauses, act="not-before").value.raw_due
    running = [
        n
        for n in range(1, (end - start).days + 1)
        if not any(first <= start + n * ONE <= last for first, last in pauses)
    ]
    assert len(running) == length
