"""What must hold for every license: no wage a cent too low, no digit lost, no day outside its period."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from hypothesis import given
from hypothesis import strategies as st

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.reader import answer
from wagecase.rules.calendar import first_period_after, months_after
from wagecase.rules.money import divided, divided_up, without_zeros

CENT = Fraction(1, 100)
MONEY = st.integers(1, 999_999_999_999).map(lambda cents: f"{cents // 100}.{cents % 100:02}")
SMALL = st.integers(1, 3000).map(lambda cents: f"{cents // 100}.{cents % 100:02}")
AMOUNT = st.one_of(MONEY, SMALL)
UNITS = st.integers(1, 9_999_999_999).map(lambda parts: f"{parts // 10_000}.{parts % 10_000:04}")
DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))
FILING_DAYS = st.dates(date(2000, 3, 1), date(2049, 9, 1))


def result(name, **question):
    found = answer(calculators()[name], question)
    assert "result" in found, found
    return found["result"]


def cents_up(exact):
    return ceil(exact / CENT) * CENT


def cents_half_up(exact):
    return floor(exact / CENT + Fraction(1, 2)) * CENT


@given(AMOUNT, UNITS, UNITS, AMOUNT, st.booleans())
def test_a_commensurate_wage_is_never_a_part_of_a_cent_too_low(prevailing, worker, standard, minimum, licensed):
    found = result(
        "commensurate-wage",
        prevailing=prevailing,
        worker_output=worker,
        standard_output=standard,
        minimum=minimum,
        license_in_force=licensed,
    )
    base = max(Fraction(prevailing), Fraction(minimum))
    wage = cents_up(base * Fraction(worker) / Fraction(standard))
    assert Fraction(found["commensurate"]) == wage
    assert found["license_needed"] == (wage < Fraction(minimum))
    assert Fraction(found["pay"]) == (wage if licensed else max(wage, Fraction(minimum)))


@given(st.lists(st.tuples(AMOUNT, st.integers(1, 1_000_000)), min_size=1, max_size=30), AMOUNT)
def test_a_weighted_mean_is_that_of_the_workers_one_by_one_and_never_below_the_minimum(firms, minimum):
    found = result(
        "prevailing-wage",
        wages=[wage for wage, _ in firms],
        workers=[workers for _, workers in firms],
        method="weighted-mean",
        minimum=minimum,
    )
    mean = sum(Fraction(wage) * workers for wage, workers in firms) / sum(workers for _, workers in firms)
    assert Fraction(found["prevailing"]) == max(cents_up(mean), Fraction(minimum))
    assert found["raised_to_minimum"] == (mean < Fraction(minimum))
    assert found["firms_ok"] == (len(firms) >= 3)


@given(st.integers(1, 1_680_000), st.integers(0, 1_000_000), st.integers(0, 999_999_999))
def test_a_week_by_the_piece_pays_every_unit_and_half_the_regular_rate_over_40_hours(quarters, units, parts):
    hours, piece = Fraction(quarters, 10_000), Fraction(parts, 10_000)
    found = result(
        "license-gross-pay",
        hours=f"{quarters // 10_000}.{quarters % 10_000:04}",
        units=units,
        piece_rate=f"{parts // 10_000}.{parts % 10_000:04}",
    )
    straight = piece * units
    assert Fraction(found["gross"]) == cents_half_up(straight + straight / hours / 2 * max(hours - 40, 0))


@given(AMOUNT, UNITS)
def test_units_at_the_piece_rate_never_earn_less_than_the_prevailing_wage(prevailing, standard):
    rate = Fraction(result("piece-rate", prevailing=prevailing, standard_units_per_hour=standard)["piece_rate"])
    exact = Fraction(prevailing) / Fraction(standard)
    assert exact <= rate < exact + Fraction(1, 10_000)


@given(DAYS, DAYS, st.integers(1, 31))
def test_wages_are_adjusted_in_the_very_next_pay_period(evaluation, start, length):
    day = first_period_after(evaluation, start=start, length=length)
    assert evaluation < day <= evaluation + timedelta(days=length)
    assert (day - start).days % length == 0


@given(DAYS, st.integers(0, 24))
def test_six_months_of_30_days_never_end_after_six_calendar_months(day, n):
    assert months_after(day, n, "30-days") == day + timedelta(days=30 * n)
    assert months_after(day, 2 * n, "30-days") <= months_after(day, 2 * n) + timedelta(days=2)
    assert months_after(day, 6, "30-days") <= months_after(day, 6)


@given(FILING_DAYS, st.integers(0, 20), st.integers(-5, 100))
def test_an_authority_covers_the_90_days_after_the_signature_if_the_form_was_sent_in_time(signed, wait, later):
    found = result(
        "temporary-authority",
        signed=signed.isoformat(),
        sent=(signed + timedelta(days=wait)).isoformat(),
        work_day=(signed + timedelta(days=later)).isoformat(),
    )
    last = date.fromisoformat(found["send_by_legal"])
    assert signed + timedelta(days=10) <= last <= signed + timedelta(days=14)
    assert last.weekday() < 5
    assert found["authority"] == (signed + timedelta(days=wait) <= last and 0 <= later <= 90)


@given(FILING_DAYS, st.integers(-30, 30), st.integers(-40, 40), st.integers(-60, 60))
def test_an_old_license_ends_at_its_last_day_or_at_the_decision_and_covers_every_day_before(expires, filed, gap, asked):
    filed_on = expires + timedelta(days=filed)
    decided = filed_on + timedelta(days=abs(gap))
    found = result(
        "renewal-continuation",
        expires=expires.isoformat(),
        renewal_filed=filed_on.isoformat(),
        decision="denied" if gap < 0 else "granted",
        decided_on=decided.isoformat(),
        date=(expires + timedelta(days=asked)).isoformat(),
    )
    last = max(expires, decided) if filed <= 0 else expires
    assert found["last_day"] == last.isoformat()
    assert found["old_license_in_force"] == (expires + timedelta(days=asked) <= last)


@given(st.integers(0, 10**24), st.integers(1, 10**10), st.sampled_from([2, 4]))
def test_a_division_is_exact_before_it_is_rounded(amount, parts, places):
    step = Decimal(1).scaleb(-places)
    exact = Fraction(amount, 10**6) / Fraction(parts, 100) * 10**places
    dividend, divisor = Decimal(amount).scaleb(-6), Decimal(parts).scaleb(-2)
    assert Fraction(divided_up(dividend, divisor, step)) * 10**places == ceil(exact)
    assert Fraction(divided(dividend, divisor, step)) * 10**places == floor(exact + Fraction(1, 2))


@given(st.decimals(0, 10**9, places=6))
def test_dropping_zeros_changes_no_value_and_writes_no_exponent(number):
    text = format(without_zeros(number), "f")
    assert Decimal(text) == number
    assert text == str(without_zeros(number)) or number < Decimal("0.000001")
    assert not ("." in text and text.endswith("0"))
