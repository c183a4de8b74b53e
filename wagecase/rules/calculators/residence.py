"""Ask how much sleeping time counts and whether a home-care worker resides on the premises."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import residence as law
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    BooleanField,
    DateField,
    DecimalField,
    IntegerField,
    ListField,
    LocalTimeField,
    ObjectField,
    Part,
)
from wagecase.rules.calculators.worktime_inputs import optional_yes_no, yes_no
from wagecase.rules.calendar import day_after, hours_later
from wagecase.rules.finding import Finding, joined
from wagecase.rules.law import newest
from wagecase.rules.money import half_up

Result = Finding[Mapping[str, Any]]
_ANY_HOURS = DecimalField(minimum=Decimal(0), maximum=Decimal("999999.9999"))
_RELIEF = ("relief_nights", "full_time_days", "relief_days")


def sleep_time(
    *,
    duty_hours: Decimal,
    uncompensated_free: Decimal | None,
    nights: Sequence[Mapping[str, Decimal]],
    written_agreement: bool,
    adequate_facilities: bool,
    meals_excluded: Decimal,
) -> Result:
    """Return how many hours count when duty includes sleep. Refuses parts that do not fit into the duty."""
    free = uncompensated_free or Decimal(0)
    if free > duty_hours:
        raise Refusal("out-of-range", "uncompensated_free", "the free time is longer than the duty")
    for place, row in enumerate(nights):
        if row["interruptions"] > row["scheduled"]:
            raise Refusal(
                "out-of-range", f"nights[{place}].interruptions", "the interruptions are longer than the night"
            )
    if free and duty_hours > law.hours_of("duty"):
        raise Refusal("not-covered", "uncompensated_free", "in so long a duty it matters where the free time falls")
    periods = [law.Night(row["scheduled"], row["interruptions"]) for row in nights]
    found = law.sleep_time(
        duty=duty_hours,
        free=uncompensated_free,
        nights=periods,
        agreement=written_agreement,
        facilities=adequate_facilities,
        meals=meals_excluded,
    )
    full, sleep, worked = found.value
    if meals_excluded > duty_hours - free - sleep:
        raise Refusal("out-of-range", "meals_excluded", "the meals are longer than the rest of the duty")
    value = {"is_24_hour_period": full, "sleep_excluded": half_up(sleep), "hours_worked": half_up(worked)}
    return Finding(value, found.steps, found.citations)


def home_care_residence(
    *,
    hours_resident_in_workweek: Decimal | None,
    private_quarters_homelike: bool | None,
    shifts: Sequence[Mapping[str, Any]] | None,
    nights: Sequence[date] | None,
    **relief: Any,
) -> Result:
    """Return whether a home-care worker resides on the premises by any of three tests, as far as they are asked."""
    asks_relief = any(given is not None for given in relief.values())
    if hours_resident_in_workweek is None and shifts is None and not asks_relief:
        raise Refusal("missing", "hours_resident_in_workweek", "give the hours of residence, shifts or a relief worker")
    value: dict[str, Any] = dict.fromkeys(("extended_residence_5a", "full_time_test", "relief_rule", "resides"))
    found: list[Finding[bool]] = []
    if hours_resident_in_workweek is not None:
        if private_quarters_homelike is None:
            raise Refusal("missing", "private_quarters_homelike", "this is needed with the hours of residence")
        found.append(
            law.extended_residence(hours=hours_resident_in_workweek, private_quarters=private_quarters_homelike)
        )
        value["extended_residence_5a"] = found[-1].value
    duties = None if shifts is None else _checked(shifts, nights)
    if asks_relief:
        for name in _RELIEF:
            if relief[name] is None:
                raise Refusal("missing", name, "this is needed for the rule about relief workers")
    if duties is not None:
        found.append(law.full_time_test(shifts=duties, nights=frozenset(nights or ())))
        value["full_time_test"] = found[-1].value
    if asks_relief:
        found.append(_relief(**relief))
        value["relief_rule"] = found[-1].value
    value["resides"] = any(part.value for part in found)
    return joined(value, *found)


def _checked(shifts: Sequence[Mapping[str, Any]], nights: Sequence[date] | None) -> list[law.Shift]:
    if nights is None:
        raise Refusal("missing", "nights", "the nights slept there are needed with the shifts")
    duties: list[law.Shift] = []
    for place, row in enumerate(shifts):
        duty = law.Shift(row["start"], row["end"])
        if duty.end <= duty.start or duty.end > hours_later(duty.start, 24) or (duties and duty.start < duties[-1].end):
            raise Refusal(
                "invalid",
                f"shifts[{place}]",
                "a shift must end after it starts, within 24 hours, and start after the one before it",
            )
        duties.append(duty)
    if duties[-1].end > day_after(duties[0].start, newest("hours.residence.spread").number):
        raise Refusal("out-of-range", "shifts", "the shifts are spread over too many days")
    return duties


def _relief(
    *,
    relief_nights: int,
    overlap_hours_per_day: Decimal | None,
    full_time_days: int,
    relief_days: int,
    relief_hours_each_period: Decimal | None,
) -> Finding[bool]:
    return law.relief_rule(
        nights=relief_nights,
        overlap=overlap_hours_per_day or Decimal(0),
        full_time_days=full_time_days,
        relief_days=relief_days,
        hours_each=law.hours_of("relief.duty") if relief_hours_each_period is None else relief_hours_each_period,
    )


SLEEP_TIME = Calculator(
    name="sleep-time",
    question=Label(
        "How many hours count when duty includes sleeping time?",
        "¿Cuántas horas cuentan cuando el servicio incluye tiempo de sueño?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="duty_hours",
            type=DecimalField(above=Decimal(0), maximum=Decimal(168)),
            needed=True,
            meaning="length of the duty in hours, free time in the middle included",
            label=Label("Hours of duty", "Horas de servicio"),
        ),
        Input(
            name="uncompensated_free",
            type=_ANY_HOURS,
            meaning="uncompensated free time inside the duty, in hours; absent = 0",
            label=Label("Hours of uncompensated free time", "Horas libres sin pago"),
        ),
        Input(
            name="nights",
            type=ListField(
                ObjectField(
                    (
                        Part("scheduled", DecimalField(minimum=Decimal(0), maximum=Decimal(24))),
                        Part("interruptions", _ANY_HOURS, needed=False, default=Decimal(0)),
                    )
                ),
                0,
                1000,
            ),
            default=(),
            meaning="one object per sleeping period in order: scheduled hours, hours of interruptions (else 0)",
            label=Label("Nights", "Noches"),
        ),
        yes_no(
            "written_agreement",
            "a mutual written agreement excludes sleep and meals",
            Label("Written agreement", "Acuerdo escrito"),
        ),
        optional_yes_no(
            "adequate_facilities",
            "adequate sleeping facilities, and an uninterrupted night is usual",
            Label("Adequate sleeping facilities", "Instalaciones adecuadas para dormir"),
            default=True,
        ),
        Input(
            name="meals_excluded",
            type=_ANY_HOURS,
            default=Decimal(0),
            meaning="bona fide meal hours excluded by the agreement",
            label=Label("Hours of meals excluded", "Horas de comidas excluidas"),
        ),
    ),
    outputs=(
        Output("is_24_hour_period", "boolean", "whether the duty less free time is 24 hours or more"),
        Output("sleep_excluded", "hours", "sleep that does not count: one night for each complete 24 hours"),
        Output("hours_worked", "hours", "duty less free time, sleep and meals excluded"),
    ),
    rules=("R-272.12-2d2a", "R-272.12-2d5f", "R-272.12-2d3a", "R-272.12-2d3b", "X-19"),
    citations=(
        "DWD 272.12 (2) (d) 2. a.",
        "DWD 272.12 (2) (d) 5. f.",
        "DWD 272.12 (2) (d) 3. a.",
        "DWD 272.12 (2) (d) 3. b.",
    ),
    function=sleep_time,
    example={
        "duty_hours": "26",
        "nights": [{"scheduled": "8", "interruptions": "0.75"}],
        "written_agreement": True,
        "meals_excluded": "1",
    },
)

HOME_CARE_RESIDENCE = Calculator(
    name="home-care-residence",
    question=Label(
        "Does a home-care worker reside on the premises for an extended period?",
        "¿Reside un trabajador de cuidado en el hogar en el lugar por un período prolongado?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="hours_resident_in_workweek",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal(168)),
            meaning="hours of residence in the workweek",
            label=Label("Hours of residence in the workweek", "Horas de residencia en la semana laboral"),
        ),
        Input(
            name="private_quarters_homelike",
            type=BooleanField(),
            meaning="sleeps in private quarters in a homelike environment; needed with the hours",
            label=Label("Private quarters, homelike", "Cuarto privado, ambiente de hogar"),
        ),
        Input(
            name="shifts",
            type=ListField(ObjectField((Part("start", LocalTimeField()), Part("end", LocalTimeField()))), 1, 50),
            meaning="compensated duty: start and end as local times, in order",
            label=Label("Shifts", "Turnos"),
        ),
        Input(
            name="nights",
            type=ListField(DateField(), 0, 1000),
            meaning="dates on whose evening the worker slept there; needed with shifts",
            label=Label("Nights slept there", "Noches que durmió allí"),
        ),
        Input(
            name="relief_nights",
            type=IntegerField(0, 1000000),
            meaning="nights a week the relief worker lives in",
            label=Label("Nights of the relief worker", "Noches del trabajador de relevo"),
        ),
        Input(
            name="overlap_hours_per_day",
            type=_ANY_HOURS,
            meaning="hours a day both are on duty; absent = 0",
            label=Label("Hours a day both are on duty", "Horas al día en que ambos están de servicio"),
        ),
        Input(
            name="full_time_days",
            type=IntegerField(0, 7),
            meaning="days a week of the full-time worker",
            label=Label("Days of the full-time worker", "Días del trabajador de tiempo completo"),
        ),
        Input(
            name="relief_days",
            type=IntegerField(0, 7),
            meaning="days a week of the relief worker",
            label=Label("Days of the relief worker", "Días del trabajador de relevo"),
        ),
        Input(
            name="relief_hours_each_period",
            type=_ANY_HOURS,
            meaning="compensated hours of the relief worker in each 24-hour period; absent = as many as the rule asks",
            label=Label("Hours of the relief worker each period", "Horas del trabajador de relevo en cada período"),
        ),
    ),
    outputs=(
        Output("extended_residence_5a", "boolean", "enough hours in private quarters; given with the hours"),
        Output("full_time_test", "boolean", "enough duty in consecutive periods, every night between slept there"),
        Output("relief_rule", "boolean", "the limits of a relief worker are kept; given with relief inputs"),
        Output("resides", "boolean", "any of the three that were asked is true"),
    ),
    rules=("R-272.12-2d5a", "R-272.12-2d5b", "R-272.12-2d5c", "X-20"),
    citations=("DWD 272.12 (2) (d) 5. a.", "DWD 272.12 (2) (d) 5. b.", "DWD 272.12 (2) (d) 5. c."),
    function=home_care_residence,
    example={"hours_resident_in_workweek": "124", "private_quarters_homelike": True},
)

CALCULATORS = (HOME_CARE_RESIDENCE, SLEEP_TIME)
