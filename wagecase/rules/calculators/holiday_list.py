"""Answer which days of a year are legal holidays and office closings, straight from the table of the repository."""

from collections.abc import Mapping
from typing import Any

from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import IntegerField
from wagecase.rules.finding import Finding, Step
from wagecase.rules.holidays import holiday_table


def legal_holidays(*, year: int) -> Finding[Mapping[str, Any]]:
    """Return the legal holidays and the other office closings of a year (C-4, C-5)."""
    table = holiday_table()
    if table.covers is not None and not table.covers[0] <= year <= table.covers[1]:
        raise Refusal("not-covered", "year", f"the holiday table has the years {table.covers[0]} to {table.covers[1]}")
    days, closings = table.of_year(year), table.closings_of_year(year)
    steps = [Step("holidays.day", {"day": day, "holiday": name}) for day, name in days]
    steps += [Step("holidays.closed", {"day": day}) for day in closings]
    value = {
        "dates": tuple(day for day, _ in days),
        "names": tuple(name.text() for _, name in days),
        "office_closings": tuple(closings),
    }
    cites = (table.cite, table.closings_cite) if closings else (table.cite,)
    return Finding(value, tuple(steps), cites, {"holidays": table.version})


LEGAL_HOLIDAYS = Calculator(
    name="legal-holidays",
    question=Label(
        "Which days of a year are legal holidays, and on which other days are state offices closed?",
        "¿Qué días de un año son feriados legales, y qué otros días cierran las oficinas del estado?",
    ),
    audience="public",
    inputs=(
        Input(
            name="year", type=IntegerField(1900, 2100), needed=True, meaning="calendar year", label=Label("Year", "Año")
        ),
    ),
    outputs=(
        Output(
            "dates",
            "list of dates",
            "legal holidays in order of date, the Monday after a Sunday holiday included beside the Sunday",
        ),
        Output("names", "list of text", "their names in the same order"),
        Output(
            "office_closings",
            "list of dates",
            "December 24 and 31 if Monday to Friday: no legal holidays, but no office days",
        ),
    ),
    rules=("C-4", "C-5"),
    citations=("995.20", "230.35 (4)"),
    function=legal_holidays,
    example={"year": 2026},
)

CALCULATORS = (LEGAL_HOLIDAYS,)
