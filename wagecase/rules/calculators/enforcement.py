"""Answer how many violations there are, what fine follows, and whether a wage council may be appointed."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import IntegerField, ListField
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import newest
from wagecase.rules.money import ZERO

GROUPS = ("employers", "employees", "public")
LONGEST_SUM = 20  # so many numbers still read as a sum; more are only counted
Result = Finding[Mapping[str, Any]]


def penalty_count(*, days_below: tuple[int, ...] | None, offenses: int | None) -> Result:
    """Return the violations and the highest fine in dollars; each person and day is one violation (R-104.10, -11)."""
    if days_below is None and offenses is None:
        raise Refusal("missing", "days_below", "give the days below the wage, or the number of offenses, or both")
    steps: list[Step] = []
    cites: list[str] = []
    violations = employees = fine = None
    if days_below is not None:
        violations, employees = sum(days_below), sum(days > 0 for days in days_below)
        if len(days_below) <= LONGEST_SUM:
            parts = " + ".join(map(str, days_below))
            steps.append(Step("enforcement.days", {"parts": parts, "n": violations, "employees": employees}))
        else:
            steps.append(Step("enforcement.many_days", {"n": violations, "employees": employees}))
        cites.append("104.11")
    if offenses is not None:
        each = newest("penalties.witness_offense")
        fine = Decimal(each.value) * offenses + ZERO
        steps.append(Step("enforcement.fine", {"n": offenses, "each": each.value, "fine": fine}))
        cites.append(each.cite)
    value = {"violations": violations, "employees": employees, "max_fine": fine}
    return Finding(value, tuple(steps), tuple(cites))


def council_balance(*, employers: int, employees: int, public: int) -> Result:
    """Return whether each of the three groups has a member, and whether seats are unequal (R-104.06-balance)."""
    seats = dict(zip(GROUPS, (employers, employees, public), strict=True))
    without = tuple(group for group in GROUPS if not seats[group])
    unequal = employers != employees
    steps = [Step("enforcement.council_seats", seats)]
    if without:
        steps.append(
            Step("enforcement.council_without", {"groups": tuple(Word(f"enforcement.group.{one}") for one in without)})
        )
    else:
        steps.append(Step("enforcement.council_complete", {}))
    if unequal:
        steps.append(Step("enforcement.council_unequal", {"employers": employers, "employees": employees}))
    value = {
        "can_appoint": not without,
        "without_member": without,
        "warnings": ("unequal-seats",) if unequal else (),
    }
    return Finding(value, tuple(steps), ("104.06",))


PENALTY_COUNT = Calculator(
    name="penalty-count",
    question=Label(
        "How many violations or what fine follows under 104.10 and 104.11?",
        "¿Cuántas infracciones o qué multa resultan según 104.10 y 104.11?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="days_below",
            type=ListField(IntegerField(0, 36525), 1, 10000),
            meaning="for each employee the number of days employed below the wage fixed for the class",
            label=Label("Days below the wage", "Días por debajo del salario"),
        ),
        Input(
            name="offenses",
            type=IntegerField(0, 100000),
            meaning="number of discharges, threats or acts of discrimination against witnesses",
            label=Label("Offenses against witnesses", "Faltas contra testigos"),
        ),
    ),
    outputs=(
        Output("violations", "integer or null", "sum of days_below: each person and day is one violation"),
        Output("employees", "integer or null", "number of employees with at least one such day"),
        Output("max_fine", "money or null", "offenses x the fine for each; at the court's discretion"),
    ),
    rules=("R-104.10", "R-104.11"),
    citations=("104.11", "104.10"),
    function=penalty_count,
    example={"days_below": [5, 5, 2], "offenses": 2},
)


def _seats(name: str, meaning: str, label: Label) -> Input:
    return Input(name=name, type=IntegerField(0, 1000), needed=True, meaning=meaning, label=label)


COUNCIL_BALANCE = Calculator(
    name="council-balance",
    question=Label(
        "May a wage council with these seats be appointed?",
        "¿Se puede nombrar un consejo de salarios con estos puestos?",
    ),
    audience="staff",
    inputs=(
        _seats("employers", "members for employers", Label("Members for employers", "Miembros por los empleadores")),
        _seats("employees", "members for employees", Label("Members for employees", "Miembros por los empleados")),
        _seats("public", "members for the public", Label("Members for the public", "Miembros por el público")),
    ),
    outputs=(
        Output("can_appoint", "boolean", "each of the three groups has a member"),
        Output("without_member", "list of text", "groups with no member, in the order employers, employees, public"),
        Output("warnings", "list of text", "unequal-seats if employer and employee members differ in number"),
    ),
    rules=("R-104.06", "R-104.06-balance"),
    citations=("104.06",),
    function=council_balance,
    example={"employers": 2, "employees": 2, "public": 0},
)

CALCULATORS = (PENALTY_COUNT, COUNCIL_BALANCE)
