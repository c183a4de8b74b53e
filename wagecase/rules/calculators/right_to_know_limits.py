"""Ask whether the right to know obliges: repeated requests, small employers, mixtures, exposure, forfeitures."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import right_to_know as law
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DateField, DecimalField, IntegerField, money
from wagecase.rules.finding import Finding, joined

Result = Finding[Mapping[str, Any]]


def right_to_know_duty(
    *,
    subject: str,
    new_request: date | None,
    earlier_request: date | None,
    job_changed: bool,
    new_information: bool,
    employees: int | None,
    gross_sales: Decimal | None,
) -> Result:
    """Return whether a request must be answered, and whether a small employer is free of keeping sheets or a list."""
    if new_request is None and employees is None:
        raise Refusal("missing", "new_request", "give the day of the new request, or the number of employees")
    if new_request is not None and earlier_request is not None and new_request < earlier_request:
        raise Refusal("out-of-range", "new_request", "the new request may not be before the earlier one")
    if employees is not None and gross_sales is None:
        raise Refusal("missing", "gross_sales", "the gross sales of the latest tax year are needed with employees")
    value: dict[str, Any] = {"duty_to_answer": None, "exempt_from_sub_1": None}
    found: list[Finding[bool]] = []
    if new_request is not None:
        found.append(
            law.must_answer(
                subject=subject,
                new_request=new_request,
                earlier_request=earlier_request,
                job_changed=job_changed,
                new_information=new_information,
            )
        )
        value["duty_to_answer"] = found[-1].value
    if employees is not None and gross_sales is not None:
        found.append(law.is_small(employees=employees, gross_sales=gross_sales))
        value["exempt_from_sub_1"] = found[-1].value
    return joined(value, *found)


def right_to_know_exposure(
    *, percent: Decimal | None, impurity: bool, days_per_year: int | None, percent_of_limit: Decimal | None
) -> Result:
    """Return whether a mixture is a toxic substance and whether exposure is routine."""
    if percent is None and days_per_year is None:
        raise Refusal("missing", "percent", "give the share of the substance, or the days of exposure a year")
    if days_per_year is not None and percent_of_limit is None:
        raise Refusal("missing", "percent_of_limit", "the level in percent of the limit is needed with the days")
    value: dict[str, Any] = {"toxic_substance": None, "routine": None}
    found: list[Finding[bool]] = []
    if percent is not None:
        found.append(law.is_toxic(percent=percent, impurity=impurity))
        value["toxic_substance"] = found[-1].value
    if days_per_year is not None and percent_of_limit is not None:
        found.append(law.is_routine(days=days_per_year, percent=percent_of_limit))
        value["routine"] = found[-1].value
    return joined(value, *found)


def right_to_know_forfeiture(*, violations: int, willful_or_pattern: bool) -> Result:
    """Return the highest forfeiture."""
    found = law.highest_forfeiture(violations=violations, willful=willful_or_pattern)
    return Finding({"max_forfeiture": found.value}, found.steps, found.citations)


DUTY = Calculator(
    name="right-to-know-duty",
    question=Label(
        "Must the employer answer a repeated request, and is a small employer free of the list?",
        "¿Debe el empleador responder a una solicitud repetida, y está un empleador pequeño libre de la lista?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="subject",
            type=ChoiceField(("toxic-substance", "infectious-agent")),
            default="toxic-substance",
            meaning="what was asked about",
            label=Label("Subject", "Tema"),
        ),
        Input(
            name="new_request",
            type=DateField(),
            meaning="day of the new request",
            label=Label("New request", "Nueva solicitud"),
        ),
        Input(
            name="earlier_request",
            type=DateField(),
            meaning="day of the last request by the same person on the same subject; absent = none",
            label=Label("Earlier request", "Solicitud anterior"),
        ),
        Input(
            name="job_changed",
            type=BooleanField(),
            default=False,
            meaning="the employee's job changed since",
            label=Label("The job changed since", "El trabajo cambió desde entonces"),
        ),
        Input(
            name="new_information",
            type=BooleanField(),
            default=False,
            meaning="new information exists",
            label=Label("There is new information", "Hay información nueva"),
        ),
        Input(
            name="employees",
            type=IntegerField(0, 1000000),
            meaning="employees of the employer",
            label=Label("Employees", "Empleados"),
        ),
        Input(
            name="gross_sales",
            type=money(),
            meaning="gross sales of the latest tax year; needed with employees",
            label=Label("Gross sales of the latest tax year", "Ventas brutas del último año fiscal"),
        ),
    ),
    outputs=(
        Output("duty_to_answer", "boolean", "whether the request must be answered; given with new_request"),
        Output("exempt_from_sub_1", "boolean", "free of 101.583 (1) only; given with employees"),
    ),
    rules=("R-101.583-2b", "R-101.585-2", "R-101.583-1m", "C-8"),
    citations=("101.583 (2) (b)", "101.585 (2)", "101.583 (1m)"),
    function=right_to_know_duty,
    example={"new_request": "2026-04-01", "earlier_request": "2025-06-30", "new_information": True},
)

EXPOSURE = Calculator(
    name="right-to-know-exposure",
    question=Label(
        "Is a mixture a toxic substance, and is exposure routine?",
        "¿Es una mezcla una sustancia tóxica, y es habitual la exposición?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="percent",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal(100)),
            meaning="share of the substance in the mixture, in percent",
            label=Label("Share in percent", "Proporción en por ciento"),
        ),
        Input(
            name="impurity",
            type=BooleanField(),
            default=False,
            meaning="the substance is an impurity",
            label=Label("It is an impurity", "Es una impureza"),
        ),
        Input(
            name="days_per_year",
            type=IntegerField(0, 366),
            meaning="days a year with exposure at the level",
            label=Label("Days of exposure a year", "Días de exposición al año"),
        ),
        Input(
            name="percent_of_limit",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal("999999.9999")),
            meaning="level in percent of the permissible limit; needed with days_per_year",
            label=Label("Level in percent of the limit", "Nivel en por ciento del límite"),
        ),
    ),
    outputs=(
        Output("toxic_substance", "boolean", "whether the mixture counts; given with percent"),
        Output("routine", "boolean", "whether exposure is routine; given with days_per_year"),
    ),
    rules=("R-101.58-2j", "R-101.597-4"),
    citations=("101.58 (2) (j)", "101.597 (4)"),
    function=right_to_know_exposure,
    example={"percent": "1.5", "impurity": True},
)

FORFEITURE = Calculator(
    name="right-to-know-forfeiture",
    question=Label("What is the highest forfeiture?", "¿Cuál es la multa civil más alta?"),
    audience="staff",
    inputs=(
        Input(
            name="violations",
            type=IntegerField(0, 10000),
            needed=True,
            meaning="violations",
            label=Label("Violations", "Infracciones"),
        ),
        Input(
            name="willful_or_pattern",
            type=BooleanField(),
            needed=True,
            meaning="willful, or a pattern",
            label=Label("Willful, or a pattern", "Intencional, o un patrón"),
        ),
    ),
    outputs=(Output("max_forfeiture", "money", "the most that may be forfeited for all violations"),),
    rules=("R-101.599-3a", "R-101.599-3b"),
    citations=("101.599 (3) (a)", "101.599 (3) (b)"),
    function=right_to_know_forfeiture,
    example={"violations": 2, "willful_or_pattern": False},
)

CALCULATORS = (DUTY, EXPOSURE, FORFEITURE)
