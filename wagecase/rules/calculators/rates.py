"""Ask what amount a source prints on a day, and what other statutes make of the general minimum wage."""

from collections.abc import Mapping
from datetime import date as Day  # noqa: N812 - "date" is the published name of an input
from decimal import Decimal
from typing import Any

from wagecase.rules import rates
from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import ChoiceField, DateField, DecimalField, money
from wagecase.rules.finding import Finding
from wagecase.rules.law import NoRateInSource
from wagecase.rules.ratebook import CLASSES, ITEMS, SOURCES, UNITS, accepts

Result = Finding[Mapping[str, Any]]


def check_pair(*, class_: str, item: str, unit: str) -> None:
    """Refuse an item and a unit that the texts do not have for the class."""
    if not accepts(class_, item, unit):
        raise Refusal("invalid", "item", f"for {class_} there is no {item} per {unit}; see the table of pairs")


def rate(*, source: str, class_: str, item: str, unit: str, date: Day) -> Result:
    """Return the amount that a source prints for a class, an item and a unit on a day."""
    check_pair(class_=class_, item=item, unit=unit)
    if source == "AB622":
        raise Refusal(
            "no-rate-in-source", "source", "AB622 has a formula and no dollar table; see poverty-line-revision"
        )
    try:
        return rates.printed_rate(book=book_in_use(), source=source, class_=class_, item=item, unit=unit, on=date)
    except NoRateInSource as error:
        if source != "SB130":
            raise
        message = f"on {date.isoformat()} SB130 gives indexed amounts only; see price-index-revision"
        raise Refusal("no-rate-in-source", "date", message) from error


def general_rate_uses(
    *, source: str, date: Day, owed: Decimal | None, average_wage: Decimal | None, federal_rate: Decimal | None
) -> Result:
    """Return what other statutes work out from the general minimum wage of a day."""
    return rates.general_rate_uses(
        book=book_in_use(),
        source=source,
        on=date,
        owed=owed,
        average_wage=average_wage,
        federal_rate=federal_rate,
    )


RATE = Calculator(
    name="rate",
    question=Label(
        "What amount does a source print for a class, an item and a unit on a date?",
        "¿Qué cantidad imprime una fuente para una clase, un concepto y una unidad en una fecha?",
    ),
    audience="public",
    inputs=(
        Input(
            name="source",
            type=ChoiceField(SOURCES),
            needed=True,
            label=Label("Source", "Fuente"),
            meaning="the text that sets the amount; AB622 has no dollar table and always answers no-rate-in-source",
        ),
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
            needed=True,
            label=Label("Item", "Concepto"),
            meaning="wage; lodging or meals (maximum allowance); no-board, meals-only, meals-and-lodging (weekly pay of "
            "camp counselors by what is furnished); 9-holes, 18-holes (caddies)",
        ),
        Input(
            name="unit",
            type=ChoiceField(UNITS),
            needed=True,
            label=Label("Unit", "Unidad"),
            meaning="what the amount is for",
        ),
        Input(
            name="date",
            type=DateField(),
            needed=True,
            label=Label("Day of the work, meal or lodging", "Día del trabajo, la comida o el alojamiento"),
            meaning="day the work is done or the meal or lodging furnished",
        ),
    ),
    outputs=(
        Output("amount", "money", "the printed amount"),
        Output("effective_from", "date or null", "first day of the printed period; null if the source states none"),
        Output("effective_to", "date or null", "last day of the printed period; null if open"),
        Output("status", "proposed or adopted", "proposed for the bills, adopted for DWD272"),
        Output("flags", "list of text", "bill-start-unknown, farm-date-uncertain, or empty"),
    ),
    rules=(
        "R-272.03-1",
        "R-272.03-1m",
        "R-272.03-2a",
        "R-272.03-2am",
        "R-272.03-3",
        "R-272.03-3m",
        "R-272.05-1",
        "R-272.05-2",
        "R-272.07-3",
        "R-272.07-3r",
        "R-272.08",
        "R-AB77-035-1a",
        "R-AB77-035-6",
        "R-SB130-035-1a",
        "R-SB130-035-6",
        "X-03",
        "X-04",
        "X-05",
        "X-10",
    ),
    citations=(
        "DWD 272.03",
        "DWD 272.05",
        "DWD 272.07",
        "DWD 272.08",
        "AB77 104.035",
        "SB130 104.035",
    ),
    function=rate,
    example={"source": "DWD272", "class": "minor", "item": "wage", "unit": "hour", "date": "2009-07-24"},
)

GENERAL_RATE_USES = Calculator(
    name="general-rate-uses",
    question=Label(
        "What do other statutes work out from the general minimum wage?",
        "¿Qué calculan otras leyes a partir del salario mínimo general?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="source",
            type=ChoiceField(("AB77", "SB130", "DWD272")),
            default="DWD272",
            label=Label("Source", "Fuente"),
            meaning="source of the general rate",
        ),
        Input(
            name="date",
            type=DateField(),
            needed=True,
            label=Label("Day", "Día"),
            meaning="day whose rate applies",
        ),
        Input(
            name="owed",
            type=money(),
            label=Label("Amount owed", "Cantidad debida"),
            meaning="forfeiture, restitution or surcharge that community service replaces",
        ),
        Input(
            name="average_wage",
            type=DecimalField(places=4, minimum=Decimal(0), maximum=Decimal(10000)),
            label=Label("Average hourly wage of the group", "Salario promedio por hora del grupo"),
            meaning="average hourly wage of a group",
        ),
        Input(
            name="federal_rate",
            type=money(),
            label=Label("Federal minimum hourly wage", "Salario mínimo federal por hora"),
            meaning="federal minimum hourly wage on that day; 234.94 (8) takes the greater of it and the general rate, "
            "community service never does",
        ),
    ),
    outputs=(
        Output("general_rate", "money", "general hourly rate"),
        Output("max_hours", "decimal or null", "owed / general rate, rounded down to 2 decimals; null without owed"),
        Output("whole_hours", "integer or null", "the same, rounded down to whole hours"),
        Output(
            "target_group_wage_below",
            "money",
            "1.2 x the greater of general rate and federal_rate (general rate alone without it), half up to the cent",
        ),
        Output(
            "in_target_group",
            "boolean or null",
            "average_wage is below that figure, compared before rounding; null without average_wage",
        ),
    ),
    rules=("R-104-min-use-800", "R-104-min-use-234"),
    citations=("DWD 272.03 (1)", "800.09 (1) (b)", "234.94 (8)"),
    function=general_rate_uses,
    example={"date": "2010-01-04", "owed": "500.00"},
)

CALCULATORS = (RATE, GENERAL_RATE_USES)
