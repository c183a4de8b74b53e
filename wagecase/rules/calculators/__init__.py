"""List every calculator by name; a module of calculators joins the list by one line here."""

from functools import cache

from wagecase.rules.calculators import day_counting, holiday_list
from wagecase.rules.calculators.declaration import Calculator

MODULES = (day_counting, holiday_list)


@cache
def calculators() -> dict[str, Calculator]:
    """Return all calculators by name, sorted. Raises ValueError if two have one name."""
    found = [calculator for module in MODULES for calculator in module.CALCULATORS]
    by_name = {calculator.name: calculator for calculator in sorted(found, key=lambda row: row.name)}
    if len(by_name) != len(found):
        raise ValueError("two calculators have one name")
    return by_name
