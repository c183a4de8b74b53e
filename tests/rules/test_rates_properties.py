"""Laws that hold for every input: nearest multiples, chains, limits of days and of hours, against exact fractions."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.reader import answer, find

DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))
FACTORS = {
    "opportunity": "0.929",
    "tipped": "0.548",
    "tipped-opportunity": "0.517",
    "farm-adult": "0.953",
    "farm-minor": "0.87",
}


def result(name, **question):
    return find(calculators()[name], {key.rstrip("_"): value for key, value in question.items()}).value


def nearest(figure, step):
    """Return the nearest multiple, ties up, by whole numbers; and whether it was a tie."""
    double = 2 * figure / step
    return (double.__floor__() + 1) // 2 * step, double.denominator == 1 and double % 2 == 1


@given(cents=st.integers(100, 100_000_000), class_=st.sampled_from(sorted(FACTORS)))
def test_the_poverty_line_gives_the_nearest_five_cents(cents, class_):
    found = result("poverty-line-revision", poverty_line=f"{Decimal(cents).scaleb(-2):f}", class_=class_)
    general, tie = nearest(Fraction(cents, 208_000), Fraction(1, 20))
    assert (found["general"], found["general_tie"]) == (general, tie)
    own, own_tie = nearest(general * Fraction(FACTORS[class_]), Fraction(1, 20))
    assert (found["amount"], found["tie"]) == (own, own_tie)
    assert found["exact"] == nearest(general * Fraction(FACTORS[class_]), Fraction(1, 100_000))[0]


@given(
    cents=st.integers(1, 10_000_000),
    index=st.lists(st.integers(1, 10**12), min_size=2, max_size=60),
    first_year=st.integers(2008, 2100),
)
def test_a_chain_starts_each_year_from_the_rounded_amount(cents, index, first_year):
    words = {"index": [f"{Decimal(figure).scaleb(-5):f}" for figure in index], "first_year": first_year}
    found = result("price-index-revision", class_="general", amount=f"{Decimal(cents).scaleb(-2):f}", **words)
    amount = Fraction(cents, 100)
    for place in range(1, len(index)):
        exact = amount * index[place] / index[place - 1]
        amount, tie = nearest(exact, Fraction(1, 20))
        assert (found["amounts"][place - 1], found["ties"][place - 1]) == (amount, tie)
        assert found["exact"][place - 1] == nearest(exact, Fraction(1, 100_000))[0]
        fell = f"index-fell {first_year + place - 1}" in found["warnings"]
        assert fell == (index[place] < index[place - 1])
    assert found["new_amount"] == amount


@given(birth=DAYS, hired=st.integers(0, 40_000), worked=st.integers(0, 200))
def test_the_last_day_of_opportunity_is_the_last_one_with_it(birth, hired, worked):
    first = min(birth + timedelta(days=hired), date(2100, 12, 31))
    day = min(first + timedelta(days=worked), date(2100, 12, 31))
    words = {"birth": birth.isoformat(), "hired": first.isoformat(), "date": day.isoformat()}
    found = result("opportunity-status", source="DWD272", **words)
    assert found["opportunity"] == (found["last_day"] is not None and day <= found["last_day"])
    assert found["opportunity"] == (found["reason"] == "")
    assert (found["reason"] == "age") == (found["age"] >= 20)
    assert found["opportunity"] == (found["age"] < 20 and (day - first).days < 90)


@given(owed=st.integers(0, 999_999_999_999))
def test_community_service_never_costs_more_than_is_owed(owed):
    found = result("general-rate-uses", date="2026-11-30", owed=f"{Decimal(owed).scaleb(-2):f}")
    hours = Fraction(found["max_hours"])
    assert hours * Fraction("7.25") <= Fraction(owed, 100) < (hours + Fraction("0.01")) * Fraction("7.25")
    assert found["whole_hours"] == hours.__floor__()


@given(day=DAYS, source=st.sampled_from(["AB77", "SB130", "DWD272"]))
def test_a_printed_amount_is_answered_on_the_days_of_its_period_only(day, source):
    question = {"source": source, "class": "general", "item": "wage", "unit": "hour", "date": day.isoformat()}
    found = answer(calculators()["rate"], question)
    if "error" in found:
        assert (found["error"]["code"], found["error"]["field"]) == ("no-rate-in-source", "date")
        assert day < date(2006, 6, 1) if source == "DWD272" else source == "SB130" and day > date(2008, 8, 31)
    else:
        period = found["result"]
        assert (period["effective_from"] or "1900-01-01") <= day.isoformat() <= (period["effective_to"] or "2100-12-31")
