"""Ask about the clocks of the employees' right to know."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from wagecase.rules import right_to_know as law
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import ChoiceField, DateField, LocalTimeField
from wagecase.rules.calendar import day_after
from wagecase.rules.finding import Finding

Result = Finding[Mapping[str, Any]]

_DAYS = tuple(law.DAY_CLOCKS)
_HOURS = tuple(law.HOUR_CLOCKS)


def right_to_know_clocks(
    *,
    clock: str,
    received: date,
    received_at: datetime,
    violation: date | None,
    answer_due: date | None,
    knowledge: date,
    filed: date | None,
    **events: date,
) -> Result:
    """Return the dates of one clock; the others are None. Refuses a complaint without one day of violation."""
    if clock in law.DAY_CLOCKS:
        return law.answer_due(clock=clock, received=received)
    if clock in law.HOUR_CLOCKS:
        return law.answer_due_at(clock=clock, received_at=received_at)
    if clock == "hearing":
        return law.department_due(clock=clock, event=events["complaint_received"])
    if clock == "decision":
        return law.department_due(clock=clock, event=events["hearing_last_day"])
    if clock == "exemption-approval":
        return law.earliest_approval(events["application_received"])
    if clock == "data-sheet-retention":
        return law.keep_until(events["last_received"])
    if violation is not None and answer_due is not None:
        raise Refusal("invalid", "answer_due", "give the day of the violation or the last day for an answer, not both")
    if violation is None and answer_due is None:
        raise Refusal("missing", "violation", "give the day of the violation, or the last day for an answer")
    day = violation or day_after(answer_due or knowledge)
    return law.complaint_due(violation=day, unanswered=violation is None, knowledge=knowledge, filed=filed)


def _day(name: str, words: tuple[str, ...], *, meaning: str, label: Label, needed: bool = True) -> Input:
    return Input(name=name, type=DateField(), needed=needed, words=words, meaning=meaning, label=label)


CLOCKS = Calculator(
    name="right-to-know-clocks",
    question=Label(
        "When is an answer, complaint, hearing, decision or approval due?",
        "¿Cuándo vence una respuesta, una queja, una audiencia, una decisión o una aprobación?",
    ),
    audience="staff",
    selector="clock",
    inputs=(
        Input(
            name="clock",
            type=ChoiceField(
                (*_DAYS, *_HOURS, "complaint", "hearing", "decision", "exemption-approval", "data-sheet-retention")
            ),
            needed=True,
            meaning="which clock",
            label=Label("Clock", "Plazo"),
        ),
        _day(
            "received",
            _DAYS,
            meaning="day the request was received",
            label=Label("Request received", "Solicitud recibida"),
        ),
        Input(
            name="received_at",
            type=LocalTimeField(),
            needed=True,
            words=_HOURS,
            meaning="local time the request was received",
            label=Label("Request received at", "Hora de recepción de la solicitud"),
        ),
        _day(
            "violation",
            ("complaint",),
            meaning="day of the violation; give this or answer_due",
            label=Label("Day of the violation", "Día de la infracción"),
            needed=False,
        ),
        _day(
            "answer_due",
            ("complaint",),
            meaning="last day for an answer that never came: the violation is the day after",
            label=Label("Last day for an answer that never came", "Último día para una respuesta que no llegó"),
            needed=False,
        ),
        _day(
            "knowledge",
            ("complaint",),
            meaning="day the employee first knew",
            label=Label("Day the employee first knew", "Día en que el empleado lo supo"),
        ),
        _day(
            "filed",
            ("complaint",),
            meaning="day the complaint was received",
            label=Label("Complaint filed", "Queja presentada"),
            needed=False,
        ),
        _day(
            "complaint_received",
            ("hearing",),
            meaning="day the department received the complaint",
            label=Label("Complaint received", "Queja recibida"),
        ),
        _day(
            "hearing_last_day",
            ("decision",),
            meaning="last day of the hearing",
            label=Label("Last day of the hearing", "Último día de la audiencia"),
        ),
        _day(
            "application_received",
            ("exemption-approval",),
            meaning="day the exemption application was received",
            label=Label("Application received", "Solicitud de exención recibida"),
        ),
        _day(
            "last_received",
            ("data-sheet-retention",),
            meaning="day the substance was last received",
            label=Label("Substance last received", "Última recepción de la sustancia"),
        ),
    ),
    outputs=(
        Output(
            "due", "date or local time", "day clocks: after so many working days; hour clocks: the earliest instant"
        ),
        Output("violation", "date", "complaint: the violation day used"),
        Output("raw_due", "date", "complaint, hearing, decision: the plain last day"),
        Output("legal_due", "date", "rolled from Sundays and legal holidays; a complaint also from Saturdays"),
        Output("work_by", "date", "hearing and decision: last office day on or before raw_due"),
        Output("timely", "boolean", "complaint with filed: on or before legal_due"),
        Output("earliest_approval", "date", "exemption-approval: a not-before date, no roll"),
        Output("keep_until", "date", "data-sheet-retention: last day of keeping, no roll"),
    ),
    rules=(
        "R-101.583-2a",
        "R-101.583-1b1",
        "R-101.589-1",
        "R-101.589-2",
        "R-101.59",
        "R-101.585-1",
        "R-101.586",
        "R-101.599-1",
        "R-101.599-1-hear",
        "R-101.599-2",
        "R-101.58-3c",
        "R-101.583-1a",
    ),
    citations=(
        "101.583 (2) (a)",
        "101.583 (1) (b) 1.",
        "101.589 (1)",
        "101.589 (2)",
        "101.59",
        "101.585 (1)",
        "101.586",
        "101.599 (1)",
        "101.599 (2)",
        "101.58 (3) (c)",
        "101.583 (1) (a)",
    ),
    function=right_to_know_clocks,
    example={"clock": "toxic-substance-information", "received": "2026-04-01"},
)

CALCULATORS = (CLOCKS,)
