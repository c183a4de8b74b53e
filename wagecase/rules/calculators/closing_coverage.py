"""Answer whether a closing or layoff needs notice, who is left out of the count, and what is counted together."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import closings
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    DateField,
    DecimalField,
    IntegerField,
    ListField,
    ObjectField,
    Part,
    TextField,
)
from wagecase.rules.closings import CLOSING, EVERYONE, EXCLUDING, MASS_LAYOFF, STRIKES, Affected, Batch
from wagecase.rules.finding import Finding

Result = Finding[Mapping[str, Any]]

MOST_PEOPLE, LONGEST_LIST = 1_000_000, 1000
PLACE_NAME = TextField(1, 200)
PEOPLE = IntegerField(0, MOST_PEOPLE)


def closing_coverage(
    *,
    persons_employed_in_state: int | None,
    new_or_low_hour_in_state: int,
    who_counts: str | None,
    event: str | None,
    shutdown: bool,
    affected_total: int | None,
    affected_new_or_low_hour: int,
    sites: tuple[Mapping[str, Any], ...] | None,
    work_force: int | None,
    rule_500: bool | None,
    cause: str,
) -> Result:
    """Return whether employer and event call for notice (R-109.07-1b, -1d, -1f, -1m, -1m-strike)."""
    strike = cause in STRIKES
    if persons_employed_in_state is None and event is None and not strike:
        raise Refusal("missing", "persons_employed_in_state", "give the persons employed, or what happens")
    employer, affected = None, None
    if persons_employed_in_state is not None:
        _not_more(new_or_low_hour_in_state, persons_employed_in_state, "new_or_low_hour_in_state")
        employer = closings.employer(
            persons=persons_employed_in_state,
            left_out=new_or_low_hour_in_state,
            who_counts=who_counts or closings.setting("who_counts"),
        )
    if event is not None:
        affected = _affected(affected_total, affected_new_or_low_hour, sites)
        if affected is None and not strike:
            raise Refusal("missing", "affected_total", "give the employees affected, in all or by site")
        if event == MASS_LAYOFF and work_force is None and not strike:
            raise Refusal("missing", "work_force", "a mass layoff is judged by the employer's work force")
    return closings.coverage(
        employer=employer,
        event=event,
        affected=affected,
        shutdown=shutdown,
        work_force=work_force,
        second_test=closings.setting("second_test") == "on" if rule_500 is None else rule_500,
        cause=cause,
    )


def _not_more(part: int, whole: int, name: str) -> None:
    if part > whole:
        raise Refusal("out-of-range", name, f"more new or low-hour employees than the {whole} employees")


def _affected(total: int | None, left_out: int, sites: tuple[Mapping[str, Any], ...] | None) -> Affected | None:
    """Return the affected employees that count at the place that has most of them; None if none are stated."""
    if total is not None:
        _not_more(left_out, total, "affected_new_or_low_hour")
        if sites is not None:
            raise Refusal("invalid", "sites", "give affected_total or sites, not both")
        return Affected(total - left_out, left_out)
    if sites is None:
        return None
    for place, site in enumerate(sites):
        _not_more(site["new_or_low_hour"], site["affected"], f"sites[{place}].new_or_low_hour")
    return closings.most_affected(
        [
            (site["municipality"], Affected(site["affected"] - site["new_or_low_hour"], site["new_or_low_hour"]))
            for site in sites
        ]
    )


def new_or_low_hour_employee(*, notice_required_on: date, hired: date, average_hours: Decimal) -> Result:
    """Return whether an employee is new or low-hour (R-109.07-1h)."""
    return closings.new_or_low_hour(required_on=notice_required_on, hired=hired, average_hours=average_hours)


def layoff_aggregation(*, batches: tuple[Mapping[str, Any], ...], needed: int | None) -> Result:
    """Return which job losses are counted together (R-109.07-1f, DWD 279.04 (2))."""
    return closings.aggregation(batches=[Batch(**row) for row in batches], needed=needed)


CLOSING_COVERAGE = Calculator(
    name="closing-coverage",
    question=Label(
        "Is the employer covered, and is this a business closing or a mass layoff?",
        "¿Está obligado el empleador, y es esto un cierre de empresa o un despido masivo?",
    ),
    audience="public",
    inputs=(
        Input(
            name="persons_employed_in_state",
            type=PEOPLE,
            label=Label("Persons employed in the state", "Personas empleadas en el estado"),
            meaning="persons employed in the state",
        ),
        Input(
            name="new_or_low_hour_in_state",
            type=PEOPLE,
            default=0,
            label=Label("New or low-hour employees in the state", "Empleados nuevos o de pocas horas en el estado"),
            meaning="new or low-hour employees among them",
        ),
        Input(
            name="who_counts",
            type=ChoiceField((EVERYONE, EXCLUDING)),
            label=Label("Who counts", "Quién cuenta"),
            meaning="who counts toward 50; absent: as the office has set it, everyone",
        ),
        Input(
            name="event",
            type=ChoiceField((CLOSING, MASS_LAYOFF)),
            label=Label("What happens", "Qué sucede"),
            meaning="what happens: operations shut down, or the work force is reduced",
        ),
        Input(
            name="shutdown",
            type=BooleanField(),
            default=True,
            label=Label("Operations really stop", "Las operaciones realmente paran"),
            meaning="operations really stop; false for a sale without interruption",
        ),
        Input(
            name="affected_total",
            type=PEOPLE,
            label=Label("Employees affected", "Empleados afectados"),
            meaning="employees affected at one site or in one municipality",
        ),
        Input(
            name="affected_new_or_low_hour",
            type=PEOPLE,
            default=0,
            label=Label("New or low-hour employees affected", "Empleados nuevos o de pocas horas afectados"),
            meaning="new or low-hour employees among them",
        ),
        Input(
            name="sites",
            type=ListField(
                ObjectField(
                    (
                        Part("municipality", PLACE_NAME),
                        Part("site", PLACE_NAME, needed=False),
                        Part("affected", PEOPLE),
                        Part("new_or_low_hour", PEOPLE, needed=False, default=0),
                    )
                ),
                1,
                LONGEST_LIST,
            ),
            label=Label("Employees affected by site", "Empleados afectados por sitio"),
            meaning="the employees affected at each site, instead of affected_total; sites of one municipality add up",
        ),
        Input(
            name="work_force",
            type=IntegerField(1, MOST_PEOPLE),
            label=Label("Work force", "Plantilla"),
            meaning="the employer's work force in the state; needed for mass-layoff",
        ),
        Input(
            name="rule_500",
            type=BooleanField(),
            label=Label("500 employees are enough", "Bastan 500 empleados"),
            meaning="whether 500 affected employees are enough for a mass layoff, a test outside the sources; absent: "
            "as the office has set it, false",
        ),
        Input(
            name="cause",
            type=ChoiceField(("other", *STRIKES)),
            default="other",
            label=Label("Cause", "Causa"),
            meaning="cause of the action",
        ),
    ),
    outputs=(
        Output("covered_employer", "boolean or null", "50 or more persons by the setting; null without persons"),
        Output("covered_if_everyone", "boolean or null", "the same if everyone counts"),
        Output("covered_if_excluding", "boolean or null", "the same if new and low-hour employees are left out"),
        Output(
            "affected_counted",
            "integer or null",
            "affected less new and low-hour; with sites the largest sum of one municipality",
        ),
        Output("municipality", "text or null", "that municipality, the first of equals; null without sites"),
        Output(
            "needed",
            "integer or null",
            "closing: 25. Mass layoff: the greater of 25 and 25 % of the work force rounded up; with rule_500 never "
            "more than 500",
        ),
        Output("business_closing", "boolean or null", "event closing: shutdown, and counted is not below needed"),
        Output("mass_layoff", "boolean or null", "event mass-layoff: counted is not below needed"),
        Output(
            "notice_required",
            "boolean or null",
            "covered employer and closing or layoff; false for a strike or lockout; null if a part is not known",
        ),
        Output(
            "reasons",
            "list of text",
            "why not, in this order: strike-or-lockout, no-shutdown, fewer-than-50, too-few-affected",
        ),
    ),
    rules=("R-109.07-1b", "R-109.07-1d", "R-109.07-1f", "R-109.07-1m", "R-109.07-1m-strike"),
    citations=("109.07 (1) (b)", "109.07 (1) (d)", "109.07 (1) (f) 1.", "109.07 (1) (f) 2.", "109.07 (1m)"),
    function=closing_coverage,
    example={
        "persons_employed_in_state": 140, "event": "mass-layoff", "work_force": 140, "affected_total": 36,
        "affected_new_or_low_hour": 2,
    },
)  # fmt: skip

NEW_OR_LOW_HOUR_EMPLOYEE = Calculator(
    name="new-or-low-hour-employee",
    question=Label(
        "Is an employee new or low-hour, and so left out of the count?",
        "¿Es un empleado nuevo o de pocas horas, y por eso no se cuenta?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="notice_required_on",
            type=DateField(),
            needed=True,
            label=Label("Day notice is required", "Día en que se exige el aviso"),
            meaning="day on which the notice is required, not the closing day",
        ),
        Input(
            name="hired",
            type=DateField(),
            needed=True,
            label=Label("First day of employment", "Primer día de empleo"),
            meaning="first day of employment",
        ),
        Input(
            name="average_hours",
            type=DecimalField(places=4, minimum=Decimal(0), maximum=Decimal(168)),
            needed=True,
            label=Label("Average hours a week", "Promedio de horas por semana"),
            meaning="average hours a week over the employment in the 12 months before",
        ),
    ),
    outputs=(
        Output("new", "boolean", "hired and 6 calendar months is after the required day"),
        Output("low_hour", "boolean", "the average is under 20 hours"),
        Output("excluded", "boolean", "new or low-hour"),
        Output("six_months_on", "date", "hired and 6 calendar months"),
    ),
    rules=("R-109.07-1h", "C-8"),
    citations=("109.07 (1) (h)",),
    function=new_or_low_hour_employee,
    example={"notice_required_on": "2026-06-15", "hired": "2026-01-12", "average_hours": "36"},
)

LAYOFF_AGGREGATION = Calculator(
    name="layoff-aggregation",
    question=Label(
        "Are several job losses counted together?",
        "¿Se cuentan juntas varias pérdidas de empleo?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="batches",
            type=ListField(
                ObjectField(
                    (
                        Part("on", DateField()),
                        Part("affected", PEOPLE),
                        Part("separate_cause", BooleanField(), needed=False, default=False),
                    )
                ),
                1,
                LONGEST_LIST,
            ),
            needed=True,
            label=Label("Job losses", "Pérdidas de empleo"),
            meaning="job losses at one site; separate_cause: a cause of its own is on record with evidence",
        ),
        Input(
            name="needed",
            type=IntegerField(1, MOST_PEOPLE),
            label=Label("Number that triggers", "Número que obliga"),
            meaning="number that triggers; absent: 25",
        ),
    ),
    outputs=(
        Output("alone", "list of integers", "positions, from 1, of the batches that trigger by themselves"),
        Output(
            "largest_window",
            "list of integers",
            "for each batch the largest sum of a window of 90 days that holds it; its own number if it triggers "
            "alone or has a separate cause",
        ),
        Output(
            "together", "list of integers", "positions of the batches in the largest window, the earliest of equals"
        ),
        Output("counted_together", "integer", "sum of that window; 0 if no batch is left"),
        Output("triggers", "boolean", "a batch alone or the largest window reaches the number that triggers"),
    ),
    rules=("R-109.07-1f", "C-3"),
    citations=("109.07 (1) (f) 1.", "DWD 279.04 (2)"),
    function=layoff_aggregation,
    example={"batches": [{"on": "2026-03-02", "affected": 9}, {"on": "2026-04-20", "affected": 18}]},
)

CALCULATORS = (CLOSING_COVERAGE, NEW_OR_LOW_HOUR_EMPLOYEE, LAYOFF_AGGREGATION)
