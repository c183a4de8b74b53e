"""List every calculator by name; a module of calculators joins the list by one line here."""

from functools import cache

from wagecase.rules.calculators import (
    board,
    closing_claims,
    closing_coverage,
    closing_notice,
    day_counting,
    employee_classes,
    enforcement,
    holiday_list,
    license_clocks,
    license_pay,
    license_rates,
    license_terms,
    pay_tests,
    rate_revisions,
    rates,
    residence,
    right_to_know,
    right_to_know_limits,
    tips,
    wage_payment,
    worktime,
)
from wagecase.rules.calculators.declaration import Calculator

MODULES = (
    board,
    closing_claims,
    closing_coverage,
    closing_notice,
    day_counting,
    employee_classes,
    enforcement,
    holiday_list,
    license_clocks,
    license_pay,
    license_rates,
    license_terms,
    pay_tests,
    rate_revisions,
    rates,
    residence,
    right_to_know,
    right_to_know_limits,
    tips,
    wage_payment,
    worktime,
)


@cache
def calculators() -> dict[str, Calculator]:
    """Return all calculators by name, sorted. Raises ValueError if two have one name."""
    found = [calculator for module in MODULES for calculator in module.CALCULATORS]
    by_name = {calculator.name: calculator for calculator in sorted(found, key=lambda row: row.name)}
    if len(by_name) != len(found):
        raise ValueError("two calculators have one name")
    return by_name
