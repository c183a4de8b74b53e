"""Declare the minimum wage of a question once: stated by the caller, or looked up by a day."""

from datetime import date
from decimal import Decimal

from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Input, Label, Refusal
from wagecase.rules.calculators.fields import DateField, money
from wagecase.rules.general_minimum import Minimum, minimum_on, stated_minimum

MINIMUM_OR_DATE = (
    Input(
        name="minimum",
        type=money(above="0"),
        meaning="minimum wage that applies; give this or date",
        label=Label("Minimum wage an hour", "Salario mínimo por hora"),
    ),
    Input(
        name="date",
        type=DateField(),
        meaning="day for which the general rate of DWD 272.03 is looked up; give this or minimum",
        label=Label("Day of the minimum wage", "Día del salario mínimo"),
    ),
)
MINIMUM_RULES = ("R-272.03-1", "R-272.03-1m")
MINIMUM_CITATIONS = ("DWD 272.03 (1)", "DWD 272.03 (1m)")


def only_one_minimum(minimum: Decimal | None, on: date | None) -> None:
    """Refuse a minimum wage that is given twice."""
    if minimum is not None and on is not None:
        raise Refusal("invalid", "date", "give the minimum wage or a day, not both")


def chosen_minimum(minimum: Decimal | None, on: date | None) -> Minimum:
    """Return the minimum wage of a question. Raises Refusal if none or two are given, NoRateInSource for a day."""
    only_one_minimum(minimum, on)
    if minimum is not None:
        return stated_minimum(minimum)
    if on is None:
        raise Refusal("missing", "minimum", "give the minimum wage, or the day for which it is looked up")
    return minimum_on(on, book=book_in_use())
