"""Ask which time is work: breaks, shifts, days with travel, training, waiting and unrecorded work."""

from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any

from wagecase.rules import worktime as law
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    IntegerField,
    ListField,
    ObjectField,
    Part,
    TimeField,
)
from wagecase.rules.calculators.worktime_inputs import clock_time, optional_yes_no, yes_no
from wagecase.rules.finding import Finding

Result = Finding[Mapping[str, Any]]

_BEYOND = ("emergency-call-out", "own-car-instead-of-public-transport")
_TRAINING, _ON_CALL, _UNRECORDED = ("training",), ("on-call",), ("unrecorded-work",)


def meal_break(*, minutes: int, free_to_leave: bool, fully_relieved: bool) -> Result:
    """Return whether a break must be paid."""
    found = law.meal_break(law.Break(minutes, free_to_leave, fully_relieved))
    return Finding({"paid": found.value}, found.steps, found.citations)


def shift_hours(*, start: time, end: time, breaks: Sequence[Mapping[str, Any]]) -> Result:
    """Return how many hours of a shift count. Refuses equal times and a break that does not fit."""
    length = law.minutes_between(start, end)
    if not length:
        raise Refusal("invalid", "end", "a shift may not end at the time at which it starts")
    pauses, last = [], 0
    for place, row in enumerate(breaks):
        begin, finish = law.minutes_between(start, row["start"]), law.minutes_between(start, row["end"])
        if not last <= begin < finish <= length:
            raise Refusal(
                "invalid",
                f"breaks[{place}]",
                "a break must lie in the shift, after the one before, and end after it starts",
            )
        last = finish
        pauses.append(law.Break(finish - begin, row["free_to_leave"], row["fully_relieved"]))
    found = law.shift(minutes=length, breaks=pauses)
    counted, unpaid, paid = found.value
    value = {"hours": counted, "unpaid_minutes": unpaid, "paid_break_minutes": paid}
    return Finding(value, found.steps, found.citations)


def travel_time(*, segments: Sequence[Mapping[str, Any]]) -> Result:
    """Return which parts of a day with travel are paid. Refuses a part without length and a day over 24 hours."""
    parts, total, last = [], 0, None
    for place, row in enumerate(segments):
        length = law.minutes_between(row["start"], row["end"])
        if not length:
            raise Refusal("invalid", f"segments[{place}]", "a part may not end at the time at which it starts")
        total += length + (0 if last is None else law.minutes_between(last, row["start"]))
        last = row["end"]
        parts.append(law.Segment(row["kind"], length, last))
    if total > law.MINUTES_OF_DAY:
        raise Refusal("invalid", "segments", "the parts are longer than 24 hours together")
    found = law.travel(parts)
    hours, paid_until, unpaid = found.value
    value = {"hours_worked": hours, "paid_until": paid_until, "unpaid_minutes": unpaid}
    return Finding(value, found.steps, found.citations)


def work_time_test(*, situation: str, **facts: Any) -> Result:
    """Return whether training, time on call or unrecorded time is work."""
    if situation == "training":
        names = ("outside_hours", "voluntary", "job_related", "productive_work", "own_initiative_school")
        found = law.training(**{name: facts[name] for name in names})
        return Finding({"paid": found.value, "extra_minutes": None}, found.steps, found.citations)
    if situation == "on-call":
        found = law.on_call(on_premises=facts["on_premises"], time_usable=facts["time_usable"])
        return Finding({"paid": found.value, "extra_minutes": None}, found.steps, found.citations)
    extra = law.unrecorded(
        minutes=law.minutes_between(facts["clock_out"], facts["work_ends"]),
        employer_knows=facts["employer_knows"],
        rule_against_it=facts["rule_against_it"],
    )
    return Finding({"paid": facts["employer_knows"], "extra_minutes": extra.value}, extra.steps, extra.citations)


_FREE = Label("Free to leave the premises", "Libre de salir del lugar")
_RELIEVED = Label("Completely relieved of duty", "Completamente relevado de sus deberes")

MEAL_BREAK = Calculator(
    name="meal-break",
    question=Label("Must a break be paid?", "¿Debe pagarse un descanso?"),
    audience="staff",
    inputs=(
        Input(
            name="minutes",
            type=IntegerField(0, law.MINUTES_OF_DAY),
            needed=True,
            meaning="length in minutes",
            label=Label("Length in minutes", "Duración en minutos"),
        ),
        yes_no("free_to_leave", "the employee may leave the premises", _FREE),
        yes_no("fully_relieved", "the employee is completely relieved of duty", _RELIEVED),
    ),
    outputs=(Output("paid", "boolean", "false only if long enough, free to leave and fully relieved"),),
    rules=("R-272.12-2c2", "R-272.04-1c", "X-16"),
    citations=("DWD 272.12 (2) (c) 2.", "DWD 272.04 (1) (c)"),
    function=meal_break,
    example={"minutes": 35, "free_to_leave": True, "fully_relieved": False},
)

SHIFT_HOURS = Calculator(
    name="shift-hours",
    question=Label("How many hours of a shift count?", "¿Cuántas horas de un turno cuentan?"),
    audience="public",
    inputs=(
        clock_time("start", "start of the shift", Label("Start of the shift", "Comienzo del turno")),
        clock_time(
            "end",
            "end of the shift; before the start means the next day",
            Label("End of the shift", "Fin del turno"),
        ),
        Input(
            name="breaks",
            type=ListField(
                ObjectField(
                    (
                        Part("start", TimeField()),
                        Part("end", TimeField()),
                        Part("free_to_leave", BooleanField(), needed=False, default=True),
                        Part("fully_relieved", BooleanField(), needed=False, default=True),
                    )
                ),
                0,
                1000,
            ),
            default=(),
            meaning="rests and meals in order: start, end, whether free to leave and whether fully relieved (else yes)",
            label=Label("Breaks", "Descansos"),
        ),
    ),
    outputs=(
        Output("hours", "hours", "length of the shift less the unpaid breaks"),
        Output("unpaid_minutes", "count", "minutes of the unpaid breaks"),
        Output("paid_break_minutes", "count", "minutes of the paid breaks"),
    ),
    rules=("R-272.12-2c1", "R-272.12-2c2", "R-272.04-1c", "R-272.04-1d", "X-16", "X-17"),
    citations=("DWD 272.12 (2) (c) 1.", "DWD 272.12 (2) (c) 2.", "DWD 272.04 (1) (c)", "DWD 272.04 (1) (d)"),
    function=shift_hours,
    example={
        "start": "14:00",
        "end": "22:30",
        "breaks": [{"start": "16:00", "end": "16:15"}, {"start": "18:30", "end": "19:15"}],
    },
)

TRAVEL_TIME = Calculator(
    name="travel-time",
    question=Label("Which parts of a day with travel are paid?", "¿Qué partes de un día con viajes se pagan?"),
    audience="staff",
    inputs=(
        Input(
            name="segments",
            type=ListField(
                ObjectField(
                    (
                        Part("kind", ChoiceField((*law.KINDS, "meal", *_BEYOND), _BEYOND)),
                        Part("start", TimeField()),
                        Part("end", TimeField()),
                    )
                ),
                1,
                1000,
            ),
            needed=True,
            meaning="parts of the day in order: kind, start, end; an earlier time lies on the next day",
            label=Label("Parts of the day", "Partes del día"),
        ),
    ),
    outputs=(
        Output("hours_worked", "hours", "sum of the paid parts"),
        Output("paid_until", "time", "end of the last paid part; null if none is paid"),
        Output("unpaid_minutes", "count", "sum of the unpaid parts"),
    ),
    rules=(
        "R-272.12-1a1",
        "R-272.12-2c2",
        "R-272.12-2g2",
        "R-272.12-2g3",
        "R-272.12-2g4",
        "R-272.12-2g5",
        "R-272.12-2g6",
        "R-272.12-2g7",
        "X-21",
    ),
    citations=(
        "DWD 272.12 (1) (a) 1.",
        "DWD 272.12 (2) (c) 2.",
        "DWD 272.12 (2) (g) 1.-2.",
        "DWD 272.12 (2) (g) 4.",
        "DWD 272.12 (2) (g) 5.",
        "DWD 272.12 (2) (g) 6.",
    ),
    function=travel_time,
    example={
        "segments": [
            {"kind": "home-to-work", "start": "07:15", "end": "07:45"},
            {"kind": "work", "start": "07:45", "end": "12:00"},
            {"kind": "work-to-home", "start": "12:00", "end": "12:50"},
        ]
    },
)

WORK_TIME_TEST = Calculator(
    name="work-time-test",
    question=Label("Is this time work?", "¿Es trabajo este tiempo?"),
    audience="staff",
    selector="situation",
    inputs=(
        Input(
            name="situation",
            type=ChoiceField((*_TRAINING, *_ON_CALL, *_UNRECORDED)),
            needed=True,
            meaning="which test",
            label=Label("Situation", "Situación"),
        ),
        yes_no(
            "outside_hours",
            "outside the regular working hours",
            Label("Outside regular hours", "Fuera del horario regular"),
            words=_TRAINING,
        ),
        yes_no("voluntary", "attendance is voluntary in fact", Label("Voluntary", "Voluntario"), words=_TRAINING),
        yes_no(
            "job_related",
            "directly related to the present job",
            Label("Related to the present job", "Relacionado con el trabajo actual"),
            words=_TRAINING,
        ),
        yes_no(
            "productive_work",
            "productive work is done",
            Label("Productive work is done", "Se hace trabajo productivo"),
            words=_TRAINING,
        ),
        optional_yes_no(
            "own_initiative_school",
            "independent schooling on the employee's own initiative",
            Label("Schooling on own initiative", "Estudios por iniciativa propia"),
            default=False,
            words=_TRAINING,
        ),
        yes_no(
            "on_premises",
            "must stay on the premises",
            Label("Must stay on the premises", "Debe quedarse en el lugar"),
            words=_ON_CALL,
        ),
        yes_no(
            "time_usable",
            "the time can be used for own purposes",
            Label("Time usable for own purposes", "Tiempo utilizable para fines propios"),
            words=_ON_CALL,
        ),
        clock_time("clock_out", "time recorded as the end", Label("Recorded end", "Fin registrado"), words=_UNRECORDED),
        clock_time(
            "work_ends",
            "time at which work really ended; earlier than clock_out = next day",
            Label("Real end", "Fin real"),
            words=_UNRECORDED,
        ),
        yes_no(
            "employer_knows",
            "the employer knows or has reason to believe it",
            Label("The employer knows", "El empleador lo sabe"),
            words=_UNRECORDED,
        ),
        optional_yes_no(
            "rule_against_it",
            "the employer forbids it by rule",
            Label("A rule forbids it", "Una regla lo prohíbe"),
            default=False,
            words=_UNRECORDED,
        ),
    ),
    outputs=(
        Output("paid", "boolean", "whether the time is work"),
        Output("extra_minutes", "count", "unrecorded-work: minutes from clock-out to the real end, 0 if not paid"),
    ),
    rules=("R-272.12-2f1", "R-272.12-2f4", "R-272.12-2b4", "R-272.12-2a1", "R-272.12-2a3"),
    citations=(
        "DWD 272.12 (2) (f) 1.",
        "DWD 272.12 (2) (f) 4.",
        "DWD 272.12 (2) (b) 4.",
        "DWD 272.12 (2) (a) 1.",
        "DWD 272.12 (2) (a) 3.",
    ),
    function=work_time_test,
    example={"situation": "on-call", "on_premises": True, "time_usable": True},
)

CALCULATORS = (MEAL_BREAK, SHIFT_HOURS, TRAVEL_TIME, WORK_TIME_TEST)
