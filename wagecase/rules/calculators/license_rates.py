"""Answer what wage a license builds on: prevailing wage, standard, piece rate, commensurate wage (DWD 272.09)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import license_wages
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DecimalField, IntegerField, ListField
from wagecase.rules.calculators.fields import money as money_field
from wagecase.rules.calculators.fields import rate as rate_field
from wagecase.rules.calculators.minimum_inputs import (
    MINIMUM_CITATIONS,
    MINIMUM_OR_DATE,
    MINIMUM_RULES,
    chosen_minimum,
    only_one_minimum,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.license_wages import Figure

Result = Finding[Mapping[str, Any]]

_OUTPUT = DecimalField(minimum=Decimal(0), maximum=Decimal("999999.9999"))
_STANDARD = DecimalField(above=Decimal(0), maximum=Decimal("999999.9999"))
_MONEY = money_field(above="0")


def prevailing_wage(
    *,
    own_experienced_rate: Decimal | None,
    surveyed_prevailing: Decimal | None,
    wages: tuple[Decimal, ...] | None,
    method: str,
    workers: tuple[int, ...] | None,
    survey_firms: int | None,
    similar_firms_in_area: int | None,
    minimum: Decimal | None,
    date: date | None,
) -> Result:
    """Return the prevailing wage and whether enough firms were surveyed (R-272.09-6b, 6c, 6f, 6h)."""
    if all(fact is None for fact in (own_experienced_rate, surveyed_prevailing, wages, survey_firms)):
        raise Refusal("missing", "wages", "give wages of firms, a result of a survey, a rate of your own or firms")
    if surveyed_prevailing is not None and wages is not None:
        raise Refusal("invalid", "surveyed_prevailing", "give the result of the survey or its wages, not both")
    figure = _surveyed(surveyed_prevailing, wages, workers if _weighs(method, wages, workers) else None)
    if own_experienced_rate is not None:
        figure = Figure("own-employees", own_experienced_rate)
    value: dict[str, Any] = {"prevailing": None, "source": None, "raised_to_minimum": None, "firms_ok": None}
    steps: tuple[Step, ...] = ()
    cites: tuple[str, ...] = ()
    books: Mapping[str, str] = {}
    if figure is None:
        only_one_minimum(minimum, date)
    else:
        wage = license_wages.prevailing_wage(figure=figure, minimum=chosen_minimum(minimum, date))
        value |= wage.value
        steps, cites, books = wage.steps, wage.citations, wage.books
    firms = len(wages) if survey_firms is None and wages is not None else survey_firms
    if firms is not None:
        size = license_wages.survey_size(firms=firms, similar=similar_firms_in_area)
        value["firms_ok"] = size.value
        steps, cites = (*steps, *size.steps), (*cites, *size.citations)
    return Finding(value, steps, cites, books)


def _weighs(method: str, wages: tuple[Decimal, ...] | None, workers: tuple[int, ...] | None) -> bool:
    """Return whether the wages are weighted by the workers behind them; refuse workers that do not match the wages."""
    weighted = method == "weighted-mean" and wages is not None
    if weighted and workers is None:
        raise Refusal("missing", "workers", "a weighted mean needs the number of workers behind each wage")
    if workers is not None and len(workers) != len(wages or ()):
        raise Refusal("invalid", "workers", "give one number of workers for each wage")
    return weighted


def _surveyed(
    stated: Decimal | None, wages: tuple[Decimal, ...] | None, workers: tuple[int, ...] | None
) -> Figure | None:
    if stated is not None:
        return Figure("stated", stated)
    return None if wages is None else license_wages.mean(wages, workers)


def standard_production_rate(
    *,
    measured_units_in_60_min: Decimal | None,
    allowance_percent: Decimal | None,
    allowance_minutes: Decimal | None,
) -> Result:
    """Return the standard per hour after the allowance, and whether it is enough (R-272.09-8h2b)."""
    minutes = allowance_minutes
    if minutes is None:
        if allowance_percent is None:
            raise Refusal("missing", "allowance_percent", "give the allowance in percent or in minutes of the hour")
        minutes = allowance_percent * license_wages.MINUTES / license_wages.HUNDRED
    elif allowance_percent is not None:
        raise Refusal("invalid", "allowance_minutes", "give the allowance in percent or in minutes, not both")
    return license_wages.production_standard(measured=measured_units_in_60_min, minutes=minutes)


def piece_rate(
    *,
    prevailing: Decimal | None,
    standard_units_per_hour: Decimal | None,
    computed_piece_rate: Decimal | None,
    prevailing_piece_rate: Decimal | None,
) -> Result:
    """Return the piece rate that must be paid (R-272.09-8h1a, 8h1b)."""
    if computed_piece_rate is not None:
        if prevailing is not None or standard_units_per_hour is not None:
            raise Refusal("invalid", "computed_piece_rate", "give a computed rate, or a wage with a standard, not both")
    elif prevailing is None:
        raise Refusal("missing", "prevailing", "give the prevailing wage and the standard, or a computed piece rate")
    elif standard_units_per_hour is None:
        raise Refusal("missing", "standard_units_per_hour", "a piece rate is the prevailing wage over the standard")
    return license_wages.piece_rate(
        prevailing=prevailing,
        standard=standard_units_per_hour,
        computed=computed_piece_rate,
        paid_nearby=prevailing_piece_rate,
    )


def commensurate_wage(
    *,
    prevailing: Decimal,
    worker_output: Decimal,
    standard_output: Decimal,
    license_in_force: bool,
    minimum: Decimal | None,
    date: date | None,
) -> Result:
    """Return the commensurate hourly wage and whether it may be paid without a license (R-272.09-8j1, 2a)."""
    return license_wages.commensurate_wage(
        prevailing=prevailing,
        worker=worker_output,
        standard=standard_output,
        licensed=license_in_force,
        minimum=chosen_minimum(minimum, date),
    )


PREVAILING_WAGE = Calculator(
    name="prevailing-wage",
    question=Label(
        "What is the prevailing wage, and were enough firms surveyed?",
        "¿Cuál es el salario prevaleciente y se consultaron suficientes empresas?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="own_experienced_rate",
            type=_MONEY,
            label=Label("Rate of own experienced workers", "Tarifa de los propios trabajadores con experiencia"),
            meaning="rate the employer pays its own experienced workers not disabled for similar work; used before "
            "any survey",
        ),
        Input(
            name="surveyed_prevailing",
            type=_MONEY,
            label=Label("Result of a survey", "Resultado de una encuesta"),
            meaning="result of a survey already tabulated; give this or wages",
        ),
        Input(
            name="wages",
            type=ListField(_MONEY, 1, 1000),
            label=Label("Wages of the firms surveyed", "Salarios de las empresas consultadas"),
            meaning="hourly wage of experienced workers, one per firm surveyed",
        ),
        Input(
            name="method",
            type=ChoiceField(("mean", "weighted-mean")),
            default="mean",
            label=Label("Method", "Método"),
            meaning="mean: simple mean of the firms. weighted-mean: weighted by workers",
        ),
        Input(
            name="workers",
            type=ListField(IntegerField(1, 1_000_000), 1, 1000),
            label=Label("Workers behind each wage", "Trabajadores con cada salario"),
            meaning="experienced workers behind each wage, as many as wages; needed for weighted-mean",
        ),
        Input(
            name="survey_firms",
            type=IntegerField(0, 1_000_000),
            label=Label("Firms surveyed", "Empresas consultadas"),
            meaning="firms surveyed; if absent, the number of wages",
        ),
        Input(
            name="similar_firms_in_area",
            type=IntegerField(0, 1_000_000),
            label=Label("Similar firms in the area", "Empresas similares en la zona"),
            meaning="firms in the area that do similar work, if known",
        ),
        *MINIMUM_OR_DATE,
    ),
    outputs=(
        Output(
            "prevailing",
            "money or null",
            "the prevailing wage, not below the minimum; parts of a cent up; null without a wage",
        ),
        Output("source", "text or null", "own-employees, survey or stated; null without a wage"),
        Output("raised_to_minimum", "boolean or null", "the figure found was below the minimum; null without a wage"),
        Output(
            "firms_ok",
            "boolean or null",
            "at least 3 firms were surveyed, or all of fewer similar ones; null if the firms are not known",
        ),
    ),
    rules=("R-272.09-6b", "R-272.09-6c", "R-272.09-6f", "R-272.09-6h", *MINIMUM_RULES),
    citations=(
        "DWD 272.09 (6) (b)", "DWD 272.09 (6) (c)", "DWD 272.09 (6) (f)", "DWD 272.09 (6) (h)", *MINIMUM_CITATIONS,
    ),
    function=prevailing_wage,
    example={"wages": ["9.10", "9.55", "9.30", "9.20"], "minimum": "7.25"},
)  # fmt: skip

STANDARD_PRODUCTION_RATE = Calculator(
    name="standard-production-rate",
    question=Label(
        "What is the standard per hour after the allowance, and is the allowance enough?",
        "¿Cuál es el estándar por hora después del margen, y es suficiente el margen?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="measured_units_in_60_min",
            type=_STANDARD,
            label=Label("Units measured in 60 minutes", "Unidades medidas en 60 minutos"),
            meaning="units measured in 60 minutes of work at normal pace",
        ),
        Input(
            name="allowance_percent",
            type=DecimalField(minimum=Decimal(0), below=Decimal(100)),
            label=Label("Allowance in percent", "Margen en por ciento"),
            meaning="allowance for personal time, fatigue and delay in percent of the hour; give this or "
            "allowance_minutes",
        ),
        Input(
            name="allowance_minutes",
            type=DecimalField(minimum=Decimal(0), below=license_wages.MINUTES),
            label=Label("Allowance in minutes", "Margen en minutos"),
            meaning="the same allowance in minutes of each hour",
        ),
    ),
    outputs=(
        Output("accepted", "boolean", "the allowance is at least 9 minutes of the hour (15 percent)"),
        Output("allowance_minutes", "decimal", "the allowance in minutes, trailing zeros dropped"),
        Output(
            "standard_units_per_hour",
            "decimal or null",
            "measured x (60 - allowance minutes) / 60, half up to 4 decimals, trailing zeros dropped; null without "
            "measured units or if the allowance is not accepted",
        ),
    ),
    rules=("R-272.09-8h2b",),
    citations=("DWD 272.09 (8) (h) 2. b.",),
    function=standard_production_rate,
    example={"measured_units_in_60_min": "64", "allowance_minutes": "9"},
)

PIECE_RATE = Calculator(
    name="piece-rate",
    question=Label("What piece rate must be paid?", "¿Qué tarifa por pieza se debe pagar?"),
    audience="staff",
    inputs=(
        Input(
            name="prevailing",
            type=_MONEY,
            label=Label("Prevailing wage an hour", "Salario prevaleciente por hora"),
            meaning="prevailing wage per hour",
        ),
        Input(
            name="standard_units_per_hour",
            type=_STANDARD,
            label=Label("Standard units an hour", "Unidades estándar por hora"),
            meaning="standard units per hour of an experienced worker not disabled for the work",
        ),
        Input(
            name="computed_piece_rate",
            type=rate_field(above="0"),
            label=Label("Computed piece rate", "Tarifa por pieza calculada"),
            meaning="a piece rate computed before; instead of the two above",
        ),
        Input(
            name="prevailing_piece_rate",
            type=rate_field(),
            label=Label("Piece rate paid nearby", "Tarifa por pieza pagada en la zona"),
            meaning="piece rate really paid nearby to an experienced worker not disabled for similar work",
        ),
    ),
    outputs=(
        Output("computed_piece_rate", "rate", "prevailing / standard, up to 4 decimals"),
        Output("piece_rate", "rate", "the greater of that and prevailing_piece_rate"),
        Output("raised_to_prevailing_piece_rate", "boolean", "the prevailing piece rate is the greater"),
    ),
    rules=("R-272.09-8h1a", "R-272.09-8h1b"),
    citations=("DWD 272.09 (8) (h) 1. a.", "DWD 272.09 (8) (h) 1. b."),
    function=piece_rate,
    example={"prevailing": "11.20", "standard_units_per_hour": "54", "prevailing_piece_rate": "0.2100"},
)

COMMENSURATE_WAGE = Calculator(
    name="commensurate-wage",
    question=Label(
        "What hourly wage is commensurate, and may it be paid without a license?",
        "¿Qué salario por hora es proporcional, y se puede pagar sin licencia?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="prevailing",
            type=_MONEY,
            needed=True,
            label=Label("Prevailing wage an hour", "Salario prevaleciente por hora"),
            meaning="prevailing hourly wage",
        ),
        Input(
            name="worker_output",
            type=_OUTPUT,
            needed=True,
            label=Label("Output of the worker", "Producción del trabajador"),
            meaning="output of the worker in a given time",
        ),
        Input(
            name="standard_output",
            type=_STANDARD,
            needed=True,
            label=Label("Standard output", "Producción estándar"),
            meaning="output of an experienced worker not disabled for the work in the same time",
        ),
        Input(
            name="license_in_force",
            type=BooleanField(),
            default=True,
            label=Label("License in force", "Licencia vigente"),
            meaning="a license or temporary authority covers this worker and this day",
        ),
        *MINIMUM_OR_DATE,
    ),
    outputs=(
        Output(
            "commensurate",
            "money",
            "prevailing x worker output / standard output, parts of a cent up; the prevailing wage counts as at least "
            "the minimum",
        ),
        Output("license_needed", "boolean", "the commensurate wage is below the minimum"),
        Output("pay", "money", "the commensurate wage; the minimum if a license is needed and none is in force"),
        Output(
            "productivity_percent",
            "decimal",
            "worker output / standard output in percent, half up to 2 decimals, trailing zeros dropped",
        ),
    ),
    rules=("R-272.09-2a", "R-272.09-6h", "R-272.09-8j1", *MINIMUM_RULES),
    citations=("DWD 272.09 (2) (a)", "DWD 272.09 (6) (h)", "DWD 272.09 (8) (j) 1.", *MINIMUM_CITATIONS),
    function=commensurate_wage,
    example={"prevailing": "9.75", "worker_output": "31", "standard_output": "50", "minimum": "7.25"},
)

CALCULATORS = (PREVAILING_WAGE, STANDARD_PRODUCTION_RATE, PIECE_RATE, COMMENSURATE_WAGE)
