"""Ask what amounts a bill would have after a revised poverty line or a changed price index."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import revisions
from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import ChoiceField, DateField, DecimalField, IntegerField, ListField, money
from wagecase.rules.calculators.rates import check_pair
from wagecase.rules.calendar import day_after
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import NoRateInSource
from wagecase.rules.ratebook import CLASSES, ITEMS, UNITS, Rate

Result = Finding[Mapping[str, Any]]

_RATES = ("general", "general_exact", "general_tie", "amount", "exact", "tie", "raised")
_DATES = ("applies_from", "raw_due", "legal_due", "work_by")
_FIRST, _LAST = 2008, 2100


def poverty_line_revision(
    *,
    poverty_line: Decimal | None,
    class_: str,
    raised_to: Decimal | None,
    published: date | None,
    revised_on: date | None,
) -> Result:
    """Return the rates and dates that follow from a revised poverty line (AB622 104.035 (1) to (5) and (8))."""
    if poverty_line is None and published is None and revised_on is None:
        raise Refusal("missing", "poverty_line", "give poverty_line, published or revised_on")
    if raised_to is not None and poverty_line is None:
        raise Refusal("invalid", "raised_to", "a raised rate needs the poverty line to compare with")
    if class_ not in revisions.FORMULA_CLASSES:
        raise Refusal("no-rate-in-source", "class", f"AB622 has no formula for {class_}; the department sets that rate")
    value: dict[str, Any] = dict.fromkeys((*_RATES, *_DATES))
    steps: list[Step] = []
    cites: list[str] = []
    books: dict[str, str] = {}
    if poverty_line is not None:
        rates = revisions.poverty_line_rates(poverty_line=poverty_line, class_=class_, raised_to=raised_to)
        value |= rates.value
        steps += rates.steps
        cites += rates.citations
    if revised_on is not None:
        first = revisions.applies_from(revised_on)
        value["applies_from"] = first.value
        steps += first.steps
        cites += first.citations
    if published is not None:
        found = revisions.revision_due(published)
        value |= {name: getattr(found.value, name) for name in ("raw_due", "legal_due", "work_by")}
        work_by = {"raw_due": found.value.raw_due, "work_by": found.value.work_by}
        steps += [*found.steps, Step("work_by", work_by)]
        cites += found.citations
        books |= found.books
    return Finding(value, tuple(steps), tuple(dict.fromkeys(cites)), books)


def price_index_revision(
    *, class_: str, item: str, unit: str, amount: Decimal | None, index: tuple[Decimal, ...], first_year: int
) -> Result:
    """Return the amounts that follow from the price index, one for each year (SB130 104.035 (9) (a))."""
    eve = day_after(revisions.first_day_of(first_year), -1)
    base = None
    if amount is None:
        base = _base(class_=class_, item=item, unit=unit, on=eve)
        amount = base.amount
    else:
        check_pair(class_=class_, item=item, unit=unit)
    found = revisions.price_index_amounts(
        amount=amount, index=index, first_year=first_year, counselor=class_.startswith("counselor")
    )
    if base is None:
        return found
    first = Step("revisions.base", {"cite": base.cite, "amount": base.amount})
    return Finding(found.value, (first, *found.steps), (*found.citations, base.cite), {"rates": book_in_use().name})


def _base(*, class_: str, item: str, unit: str, on: date) -> Rate:
    """Return the amount that the bill prints for August 31; a missing amount counts before a wrong pair."""
    book = book_in_use()
    try:
        book.find(source="SB130", class_="general", item="wage", unit="hour", on=on)
    except NoRateInSource as error:
        message = f"the bill prints no amount for {on.isoformat()}; give the amount in effect on that day"
        raise Refusal("missing", "amount", message) from error
    check_pair(class_=class_, item=item, unit=unit)
    return book.find(source="SB130", class_=class_, item=item, unit=unit, on=on)


POVERTY_LINE_REVISION = Calculator(
    name="poverty-line-revision",
    question=Label(
        "What rates and dates follow from a revised poverty line under AB622?",
        "¿Qué tarifas y fechas resultan de una línea de pobreza revisada según AB622?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="poverty_line",
            type=money("1.00", "1000000.00"),
            label=Label("Poverty line of a family of 3", "Línea de pobreza de una familia de 3"),
            meaning="yearly poverty line of a family of 3",
        ),
        Input(
            name="class",
            type=ChoiceField(CLASSES),
            default="general",
            label=Label("Class of employee", "Clase de empleado"),
            meaning="class asked for; minor, counselor-adult, counselor-minor and caddy have no formula: "
            "no-rate-in-source",
        ),
        Input(
            name="raised_to",
            type=money(),
            label=Label("Rate raised by rule", "Tarifa subida por regla"),
            meaning="rate to which the department has raised this class by rule under sub. (8); the higher amount is "
            "kept",
        ),
        Input(
            name="published",
            type=DateField(),
            label=Label("Revision published", "Revisión publicada"),
            meaning="day the federal health department published the revision",
        ),
        Input(
            name="revised_on",
            type=DateField(),
            label=Label("Rate revised", "Tarifa revisada"),
            meaning="day the department revised the rate",
        ),
    ),
    outputs=(
        Output("general", "money or null", "round5(line / 2080)"),
        Output("general_exact", "decimal or null", "line / 2080, 5 decimals, half up, for display"),
        Output("general_tie", "boolean or null", "the general rate was an exact tie"),
        Output("amount", "money or null", "rate of the class asked for (raised_to if higher)"),
        Output("exact", "decimal or null", "unrounded figure of that class, 5 decimals, half up, for display"),
        Output("tie", "boolean or null", "the rounding of that class's own figure was an exact tie"),
        Output("raised", "boolean or null", "raised_to is above the formula result"),
        Output("applies_from", "date or null", "first day of the first month that begins after revised_on"),
        Output("raw_due", "date or null", "published + 30 days"),
        Output("legal_due", "date or null", "the same, rolled as an act of the department (not a filing)"),
        Output("work_by", "date or null", "last office day on or before raw_due"),
    ),
    rules=(
        "R-AB622-035-1",
        "R-AB622-035-1-eff",
        "R-AB622-035-2",
        "R-AB622-035-3",
        "R-AB622-035-4a1",
        "R-AB622-035-4a2",
        "R-AB622-035-5",
        "R-AB622-035-6",
        "R-AB622-035-8",
        "X-03",
        "C-3",
        "C-4",
        "C-6",
    ),
    citations=(
        "AB622 104.035 (1)",
        "AB622 104.035 (2)",
        "AB622 104.035 (3)",
        "AB622 104.035 (4) (a) 1.",
        "AB622 104.035 (4) (a) 2.",
        "AB622 104.035 (5)",
        "AB622 104.035 (8)",
        "990.001 (4) (a)",
        "990.001 (4) (b)",
    ),
    function=poverty_line_revision,
    example={"poverty_line": "15020", "class": "tipped-opportunity"},
)

PRICE_INDEX_REVISION = Calculator(
    name="price-index-revision",
    question=Label(
        "What amounts follow from the price index under SB130, for one year or a chain of years?",
        "¿Qué cantidades resultan del índice de precios según SB130, para un año o una serie de años?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="class",
            type=ChoiceField(CLASSES),
            needed=True,
            label=Label("Class of employee", "Clase de empleado"),
            meaning="class of employee",
        ),
        Input(
            name="item",
            type=ChoiceField(ITEMS),
            default="wage",
            label=Label("Item", "Concepto"),
            meaning="item, as in rate; with class and unit a pair that rate accepts",
        ),
        Input(
            name="unit",
            type=ChoiceField(UNITS),
            default="hour",
            label=Label("Unit", "Unidad"),
            meaning="unit, as in rate",
        ),
        Input(
            name="amount",
            type=money("0.01", "100000.00"),
            label=Label("Amount in effect on August 31", "Cantidad vigente el 31 de agosto"),
            meaning="amount in effect on August 31 of first_year; if absent the printed base amount of the bill is "
            "used, which needs first_year 2008",
        ),
        Input(
            name="index",
            type=ListField(DecimalField(places=5, above=Decimal(0)), 2, 60),
            needed=True,
            label=Label("Averages of the index", "Promedios del índice"),
            meaning="averages of the index for the 12 months ending May 31, oldest first: first the year before "
            "first_year, then one for each year of revision",
        ),
        Input(
            name="first_year",
            type=IntegerField(_FIRST, _LAST),
            default=_FIRST,
            label=Label("Year of the first revision", "Año de la primera revisión"),
            meaning="year of the first revision",
        ),
    ),
    outputs=(
        Output("new_amount", "money", "amount after the last revision"),
        Output("amounts", "list of money", "amount after each revision"),
        Output("exact", "list of decimals", "unrounded result of each revision, 5 decimals, half up, for display"),
        Output("ties", "list of booleans", "whether each rounding was an exact tie"),
        Output("applies_from", "date", "September 1 of the year of the last revision"),
        Output(
            "warnings",
            "list of text",
            'index-fell YEAR for each revision in which the index fell, such as "index-fell 2010"',
        ),
    ),
    rules=("R-SB130-035-9a", "R-SB130-035-9a-formula", "R-SB130-035-9a-eff", "R-SB130-def-cpi", "C-6"),
    citations=("SB130 104.035 (9) (a)",),
    function=price_index_revision,
    example={"class": "tipped", "amount": "2.60", "index": ["200.0", "200.1", "202"]},
)

CALCULATORS = (POVERTY_LINE_REVISION, PRICE_INDEX_REVISION)
