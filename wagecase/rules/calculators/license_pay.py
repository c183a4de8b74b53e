"""Answer what is owed under a license: back pay, gross pay, a student's lowest rate, wages of a placement (DWD 272.09)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import license_wages, placements, student_learners
from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    DateField,
    DecimalField,
    IntegerField,
    ListField,
)
from wagecase.rules.calculators.fields import money as money_field
from wagecase.rules.calculators.fields import rate as rate_field
from wagecase.rules.calculators.minimum_inputs import (
    MINIMUM_CITATIONS,
    MINIMUM_OR_DATE,
    MINIMUM_RULES,
    chosen_minimum,
)
from wagecase.rules.finding import Finding
from wagecase.rules.ratebook import CLASSES

Result = Finding[Mapping[str, Any]]

_HOURS = DecimalField(minimum=Decimal(0), maximum=Decimal("999999.9999"))


def evaluation_back_pay(*, paid_rate: Decimal, commensurate: Decimal, hours_before_evaluation: Decimal) -> Result:
    """Return what is owed for hours paid below the commensurate wage before the evaluation (R-272.09-8j2)."""
    return license_wages.back_pay(paid=paid_rate, commensurate=commensurate, hours=hours_before_evaluation)


def license_gross_pay(*, hours: Decimal, rate: Decimal | None, units: int | None, piece_rate: Decimal | None) -> Result:
    """Return the gross pay of a licensed worker for a week, overtime included (R-272.09-8e)."""
    if rate is not None:
        if units is not None or piece_rate is not None:
            raise Refusal("invalid", "rate", "give an hourly rate, or units with a piece rate, not both")
        return license_wages.gross_pay(hours=hours, straight=rate * hours)
    if units is None and piece_rate is None:
        raise Refusal("missing", "rate", "give an hourly rate, or units with a piece rate")
    if units is None:
        raise Refusal("missing", "units", "a piece rate needs the units produced in the week")
    if piece_rate is None:
        raise Refusal("missing", "piece_rate", "units need the rate of each")
    return license_wages.gross_pay(hours=hours, straight=piece_rate * units)


def student_learner_floor(
    *,
    class_: str | None,
    date: date | None,
    rate: Decimal | None,
    proposed_rate: Decimal | None,
    disability_exception: bool,
) -> Result:
    """Return the lowest rate of a student learner and whether a proposed one is allowed (R-272.09-15c2, 15c7)."""
    if rate is not None:
        if class_ is not None or date is not None:
            raise Refusal("invalid", "rate", "give the rate, or the class and the day of work, not both")
        return student_learners.lowest_rate(rate=rate, proposed=proposed_rate, exception=disability_exception)
    if class_ is None:
        raise Refusal("missing", "class", "give the student's own class and the day of work, or the rate")
    if date is None:
        raise Refusal("missing", "date", "a class needs the day of work")
    found = student_learners.student_rate(book=book_in_use(), class_=class_, on=date)
    floor = student_learners.lowest_rate(rate=found.value, proposed=proposed_rate, exception=disability_exception)
    return Finding(floor.value, (*found.steps, *floor.steps), (*found.citations, *floor.citations), found.books)


def placement_limits(
    *,
    component: str,
    hours_this_job: Decimal,
    criteria_failed: tuple[str, ...],
    minimum: Decimal | None,
    date: date | None,
) -> Result:
    """Return whether a community placement is within its hours and whether wages are due (R-272.09-18b6, 18c)."""
    wage = None if minimum is None and date is None else chosen_minimum(minimum, date)
    return placements.community_placement(
        component=component, hours=hours_this_job, failed=criteria_failed, minimum=wage
    )


EVALUATION_BACK_PAY = Calculator(
    name="evaluation-back-pay",
    question=Label(
        "What is owed for hours paid below the commensurate wage before the evaluation?",
        "¿Cuánto se debe por las horas pagadas por debajo del salario proporcional antes de la evaluación?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="paid_rate",
            type=money_field(),
            needed=True,
            label=Label("Hourly rate paid", "Tarifa por hora pagada"),
            meaning="hourly rate paid before the evaluation",
        ),
        Input(
            name="commensurate",
            type=money_field(),
            needed=True,
            label=Label("Commensurate wage", "Salario proporcional"),
            meaning="commensurate wage found by the evaluation",
        ),
        Input(
            name="hours_before_evaluation",
            type=_HOURS,
            needed=True,
            label=Label("Hours before the evaluation", "Horas antes de la evaluación"),
            meaning="hours worked at the paid rate",
        ),
    ),
    outputs=(
        Output("back_pay", "money", "(commensurate - paid) x hours, never below 0.00; exact, then half up to the cent"),
    ),
    rules=("R-272.09-8j2",),
    citations=("DWD 272.09 (8) (j) 2.",),
    function=evaluation_back_pay,
    example={"paid_rate": "4.80", "commensurate": "5.15", "hours_before_evaluation": "61.5"},
)

LICENSE_GROSS_PAY = Calculator(
    name="license-gross-pay",
    question=Label(
        "What is the gross pay of a licensed worker for one week, overtime included?",
        "¿Cuál es el pago bruto de un trabajador con licencia por una semana, con horas extra?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="hours",
            type=DecimalField(above=Decimal(0), maximum=Decimal(168)),
            needed=True,
            label=Label("Hours worked", "Horas trabajadas"),
            meaning="hours worked in the workweek",
        ),
        Input(
            name="rate",
            type=money_field(),
            label=Label("Hourly rate", "Tarifa por hora"),
            meaning="hourly rate; give this or units with piece_rate",
        ),
        Input(
            name="units",
            type=IntegerField(0, 1_000_000),
            label=Label("Units produced", "Unidades producidas"),
            meaning="units produced in the week",
        ),
        Input(
            name="piece_rate",
            type=rate_field(),
            label=Label("Piece rate", "Tarifa por pieza"),
            meaning="rate per unit",
        ),
    ),
    outputs=(
        Output(
            "gross",
            "money",
            "straight earnings (rate x hours, or units x piece rate) + half the regular rate x hours over 40; exact, "
            "then half up to the cent once",
        ),
        Output("overtime_hours", "hours", "hours over 40"),
        Output("regular_rate", "rate", "straight earnings / hours, half up to 4 decimals; shown only"),
    ),
    rules=("R-272.09-8e",),
    citations=("DWD 272.09 (8) (e)",),
    function=license_gross_pay,
    example={"hours": "43.5", "rate": "5.85"},
)

STUDENT_LEARNER_FLOOR = Calculator(
    name="student-learner-floor",
    question=Label(
        "What is the lowest rate of a student learner?", "¿Cuál es la tarifa más baja de un estudiante aprendiz?"
    ),
    audience="staff",
    inputs=(
        Input(
            name="class",
            type=ChoiceField(
                CLASSES, beyond=tuple(word for word in CLASSES if word not in student_learners.FLOOR_CLASSES)
            ),
            label=Label("Class of the student", "Clase del estudiante"),
            meaning="the student's own class in DWD 272.03 (1) and (1m): general, minor or opportunity; give it with "
            "date",
        ),
        Input(name="date", type=DateField(), label=Label("Day of work", "Día de trabajo"), meaning="day of work"),
        Input(
            name="rate",
            type=money_field(above="0"),
            label=Label("Applicable rate", "Tarifa aplicable"),
            meaning="the applicable rate itself; instead of class and date",
        ),
        Input(
            name="proposed_rate",
            type=money_field(),
            label=Label("Proposed rate", "Tarifa propuesta"),
            meaning="rate the school and employer propose",
        ),
        Input(
            name="disability_exception",
            type=BooleanField(),
            default=False,
            label=Label("Exception found by the department", "Excepción declarada por el departamento"),
            meaning="the department has found extraordinary circumstances for a student with a disability",
        ),
    ),
    outputs=(
        Output("rate", "money", "the DWD 272.03 rate used"),
        Output("floor", "money", "75 percent of the rate, parts of a cent up"),
        Output("meets_floor", "boolean or null", "proposed rate at or above the floor; null without proposed_rate"),
        Output(
            "allowed",
            "boolean or null",
            "meets the floor, or the exception was found; null without proposed_rate",
        ),
    ),
    rules=("R-272.09-15c2", "R-272.09-15c7", *MINIMUM_RULES),
    citations=("DWD 272.09 (15) (c) 2.", "DWD 272.09 (15) (c) 7.", *MINIMUM_CITATIONS),
    function=student_learner_floor,
    example={"class": "general", "date": "2009-07-23", "proposed_rate": "5.00"},
)

PLACEMENT_LIMITS = Calculator(
    name="placement-limits",
    question=Label(
        "Is a community placement within its hours, and are wages due?",
        "¿Está una colocación comunitaria dentro de sus horas, y se deben salarios?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="component",
            type=ChoiceField(("exploration", "assessment", "training")),
            needed=True,
            label=Label("Part of the placement", "Parte de la colocación"),
            meaning="part of the placement",
        ),
        Input(
            name="hours_this_job",
            type=_HOURS,
            needed=True,
            label=Label("Hours in this job", "Horas en este trabajo"),
            meaning="hours of this participant in this job and component",
        ),
        Input(
            name="criteria_failed",
            type=ListField(ChoiceField(("b1", "b2", "b3", "b4", "b5", "b7")), 0, 1000),
            default=(),
            label=Label("Other criteria that fail", "Otros criterios que no se cumplen"),
            meaning="other criteria of (18) (b) that fail",
        ),
        *MINIMUM_OR_DATE,
    ),
    outputs=(
        Output("limit_hours", "count", "5, 90 or 120"),
        Output("within_limit", "boolean", "hours at or under the limit"),
        Output(
            "employment_relationship",
            "text",
            "exists if over the limit or any other criterion fails, else not-asserted",
        ),
        Output(
            "wages_due",
            "money or null",
            "minimum x all hours if the relationship exists, else 0.00; half up to the cent; null without minimum and "
            "date",
        ),
    ),
    rules=("R-272.09-18b", "R-272.09-18b6", "R-272.09-18c", *MINIMUM_RULES),
    citations=("DWD 272.09 (18) (b) 6.", "DWD 272.09 (18) (c)", *MINIMUM_CITATIONS),
    function=placement_limits,
    example={"component": "assessment", "hours_this_job": "92", "minimum": "7.25"},
)

CALCULATORS = (EVALUATION_BACK_PAY, LICENSE_GROSS_PAY, STUDENT_LEARNER_FLOOR, PLACEMENT_LIMITS)
