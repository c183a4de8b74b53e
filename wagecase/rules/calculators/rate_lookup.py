"""What the calculators that start from a printed rate share: the inputs that choose it, and its look-up at a field."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Input, Label, Refusal
from wagecase.rules.calculators.fields import ChoiceField, DateField
from wagecase.rules.finding import Step
from wagecase.rules.ratebook import NoRateInSource, Rate

BILLS = ("AB77", "SB130")
DWD = "DWD272"
WAGE_CLASSES = ("general", "minor", "opportunity", "farm-adult", "farm-minor")

SOURCE = Input(
    name="source",
    type=ChoiceField((*BILLS, DWD)),
    default=DWD,
    meaning="rate source; AB77 and SB130 are bills and were never shown to be in force",
    label=Label("Source of the rate", "Fuente de la tarifa"),
)


def class_input(*classes: str, default: str, meaning: str = "class of employee") -> Input:
    """Return the input for the class of employee."""
    label = Label("Class of employee", "Clase de empleado")
    return Input(name="class", type=ChoiceField(classes), default=default, meaning=meaning, label=label)


def day_input(meaning: str) -> Input:
    """Return the needed input for the day whose amounts apply."""
    return Input(name="date", type=DateField(), needed=True, meaning=meaning, label=Label("Date", "Fecha"))


def printed(*, source: str, class_: str, item: str, unit: str, on: date, field: str) -> Rate:
    """Return the printed amount. Raises Refusal at `field`, the input that gave the day, if the source has none."""
    try:
        return book_in_use().find(source=source, class_=class_, item=item, unit=unit, on=on)
    except NoRateInSource as error:
        raise Refusal("no-rate-in-source", field, f"{source} states no amount for {class_} on this day") from error


def wage(*, source: str, class_: str, on: date, field: str) -> Rate:
    """Return the printed hourly wage, in dollars; raises as `printed` does."""
    return printed(source=source, class_=class_, item="wage", unit="hour", on=on, field=field)


def citations(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return the citations in order, none twice."""
    return tuple(dict.fromkeys(cite for group in groups for cite in group))


def doubts(source: str, rates: Iterable[Rate]) -> list[Step]:
    """Return what a reader must know about the rates used: that a bill is no law, and which days are uncertain."""
    steps = [Step("rates.proposed", {"source": source})] if source in BILLS else []
    flags = dict.fromkeys(flag for rate in rates for flag in rate.flags)
    return [*steps, *(Step(f"rates.flag.{flag}", _NO_VALUES) for flag in flags)]


def books() -> dict[str, str]:
    """Return the name of the rate book used, as findings keep it."""
    return {"rates": book_in_use().name}


_NO_VALUES: dict[str, Any] = {}
