"""Ask whether an employee is an opportunity employee, and whether class rates apply to special groups."""

from collections.abc import Mapping
from datetime import date as Day  # noqa: N812 - "date" is the published name of an input
from decimal import Decimal
from typing import Any

from wagecase.rules import classes
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DateField, DecimalField, IntegerField
from wagecase.rules.finding import Finding
from wagecase.rules.ratebook import SOURCES

Result = Finding[Mapping[str, Any]]


def opportunity_status(*, source: str, birth: Day, date: Day, hired: Day | None, cumulative_days: int | None) -> Result:
    """Return whether an employee is an opportunity employee on a day, by the definition of a source."""
    if source == "AB622" and cumulative_days is None:
        raise Refusal("missing", "cumulative_days", "AB622 needs the days employed in the 3 years before")
    if source != "AB622" and hired is None:
        raise Refusal("missing", "hired", f"{source} needs the first day of employment")
    if date < birth or (hired is not None and date < hired):
        raise Refusal("out-of-range", "date", "the day worked may not be before the birth or the first day of work")
    if hired is not None and hired < birth:
        raise Refusal("out-of-range", "hired", "the first day of work may not be before the birth")
    if hired is not None:
        return classes.opportunity_by_hire(source=source, birth=birth, hired=hired, on=date)
    return classes.opportunity_by_days(source=source, birth=birth, days=cumulative_days or 0, on=date)


def exempt_status(
    *, source: str, kind: str, hours_week: Decimal, age: int | None, full_time: bool | None, **facts: bool
) -> Result:
    """Return whether the class rates of a source apply to a student, a casual worker or a companion in a week."""
    if source == "DWD272" and kind == "college-student":
        for name, given in (("age", age), ("full_time", full_time)):
            if given is None:
                raise Refusal("missing", name, "DWD272 needs this of a college student")
    return classes.exempt_status(
        source=source,
        kind=kind,
        facts=classes.ExemptFacts(hours_week=hours_week, age=age, full_time=full_time, **facts),
    )


OPPORTUNITY_STATUS = Calculator(
    name="opportunity-status",
    question=Label(
        "Is the employee an opportunity employee on a day?",
        "¿Es el empleado un empleado de oportunidad en un día?",
    ),
    audience="staff",
    selector="source",
    word_first=False,
    inputs=(
        Input(
            name="source",
            type=ChoiceField(SOURCES),
            needed=True,
            label=Label("Source", "Fuente"),
            meaning="whose definition is asked for",
        ),
        Input(
            name="birth",
            type=DateField(),
            needed=True,
            label=Label("Date of birth", "Fecha de nacimiento"),
            meaning="date of birth",
        ),
        Input(
            name="date",
            type=DateField(),
            needed=True,
            label=Label("Day worked", "Día trabajado"),
            meaning="day worked; not before birth or hired",
        ),
        Input(
            name="hired",
            type=DateField(),
            words=("AB77", "SB130", "DWD272"),
            label=Label("First day of employment", "Primer día de empleo"),
            meaning="first day of employment with this employer; required for AB77, SB130 and DWD272; not before birth",
        ),
        Input(
            name="cumulative_days",
            type=IntegerField(0, 1096),
            words=("AB622",),
            label=Label("Days employed in the 3 years before", "Días de empleo en los 3 años anteriores"),
            meaning="calendar days employed by anyone in the 3 years before the day worked, that day included; required "
            "for AB622",
        ),
    ),
    outputs=(
        Output("opportunity", "boolean", "whether the definition is met on that day"),
        Output("age", "integer", "completed years on that day"),
        Output(
            "last_day",
            "date or null",
            "last day of opportunity status: the earlier of hired + 89 days and the day before the 20th birthday; null "
            "for AB622 or if the employee was 20 when hired",
        ),
        Output(
            "reason", "text", "empty if met; age if 20 or over; days if the period or the count is used up (age first)"
        ),
    ),
    rules=("R-272.01-11", "R-AB77-def-opp", "R-SB130-def-opp", "R-AB622-def-opp", "X-01"),
    citations=("DWD 272.01 (11)", "AB77 104.01 (5m)", "SB130 104.01 (5m)", "AB622 104.01 (5m)"),
    function=opportunity_status,
    example={"source": "DWD272", "birth": "2008-03-03", "hired": "2026-01-01", "date": "2026-04-01"},
)

EXEMPT_STATUS = Calculator(
    name="exempt-status",
    question=Label(
        "Do the class rates apply to a college student, a casual worker or a companion in a week?",
        "¿Rigen las tarifas de clase para un estudiante universitario, un trabajador ocasional o un acompañante en una "
        "semana?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="source",
            type=ChoiceField(SOURCES),
            default="DWD272",
            label=Label("Source", "Fuente"),
            meaning="whose rule is asked for",
        ),
        Input(
            name="kind",
            type=ChoiceField(("college-student", "casual-home-work", "companion")),
            needed=True,
            label=Label("Group", "Grupo"),
            meaning="college-student (of an independent college or university, employed by it), casual-home-work, "
            "companion",
        ),
        Input(
            name="hours_week",
            type=DecimalField(places=4, minimum=Decimal(0), maximum=Decimal(168)),
            needed=True,
            label=Label("Hours in the week", "Horas en la semana"),
            meaning="hours of that work in the week: all hours of the student; hours for this one employer; hours of "
            "general household work of the companion",
        ),
        Input(
            name="age",
            type=IntegerField(0, 120),
            label=Label("Age", "Edad"),
            meaning="completed years; required for a college-student under DWD272, else not used",
        ),
        Input(
            name="full_time",
            type=BooleanField(),
            label=Label("Enrolled full time", "Inscrito a tiempo completo"),
            meaning="enrolled full time; required for a college-student under DWD272, else not used",
        ),
        Input(
            name="irregular",
            type=BooleanField(),
            default=True,
            label=Label("Irregular or intermittent", "Irregular o intermitente"),
            meaning="casual work: irregular or intermittent",
        ),
        Input(
            name="usual_to_home",
            type=BooleanField(),
            default=True,
            label=Label("Usual to a home", "Propio de un hogar"),
            meaning="casual work: in or around a home and usual to it",
        ),
        Input(
            name="employer_business",
            type=BooleanField(),
            default=False,
            label=Label("Part of the employer's business", "Parte del negocio del empleador"),
            meaning="casual work: part of or connected with the employer's business, trade or profession (DWD272 only)",
        ),
        Input(
            name="lives_in",
            type=BooleanField(),
            default=True,
            label=Label("Lives in the household", "Vive en el hogar"),
            meaning="companion: lives in the household",
        ),
        Input(
            name="needs_care",
            type=BooleanField(),
            default=True,
            label=Label("The person needs care", "La persona necesita cuidado"),
            meaning="companion: the person cared for (under the bills: the employer) cannot care for his or her own "
            "needs",
        ),
        Input(
            name="nursing",
            type=BooleanField(),
            default=False,
            label=Label("Nursing", "Enfermería"),
            meaning="companion: practical or professional nursing (all sources but SB130)",
        ),
    ),
    outputs=(
        Output("exempt", "boolean", "true if the minimum rates of the source do not apply at all"),
        Output(
            "rate_basis",
            "text",
            "class-rates; federal (student under DWD272); department-set (student under a bill); none (exempt)",
        ),
        Output(
            "failed",
            "list of text",
            "the tests not met, in this order where they apply: hours, age, full-time, irregular, usual-to-home, "
            "employer-business, lives-in, needs-care, nursing",
        ),
    ),
    rules=(
        "R-272.085-1",
        "R-272.06-2",
        "R-272.06-3",
        "R-AB622-035-6",
        "R-AB622-035-7a",
        "R-AB622-035-7b",
        "R-AB77-035-7",
        "R-AB77-035-8",
        "R-SB130-035-7",
        "R-SB130-035-8",
        "X-06",
        "X-07",
        "X-08",
    ),
    citations=(
        "DWD 272.085 (1)",
        "DWD 272.06 (2)",
        "DWD 272.06 (3)",
        "AB622 104.035 (6)",
        "AB622 104.035 (7) (a)",
        "AB622 104.035 (7) (b)",
        "AB77 104.035 (7)",
        "AB77 104.035 (8)",
        "SB130 104.035 (7)",
        "SB130 104.035 (8)",
    ),
    function=exempt_status,
    example={"kind": "companion", "hours_week": "15.00"},
)

CALCULATORS = (OPPORTUNITY_STATUS, EXEMPT_STATUS)
