"""Answer when a period ends and when a determination is due, from the one calendar that every clock uses."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    ChoiceField,
    DateField,
    InstantField,
    IntegerField,
    ListField,
    ObjectField,
    Part,
    TextField,
)
from wagecase.rules.calendar import (
    Act,
    Direction,
    Due,
    MonthRule,
    Pause,
    Unit,
    check_combination,
    complaint_due,
    days_late,
    due,
    hours_due,
    local_day,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.zone import is_earlier

HOURS = ("hours", "working-hours")
Result = Finding[Mapping[str, Any]]
Moment = date | datetime

_DAY_OR_INSTANT = InstantField(or_date=True)


def due_date(
    *,
    start: Moment,
    length: int,
    unit: Unit,
    direction: Direction,
    act: Act,
    month_rule: MonthRule,
    extension_days: int,
    pauses: tuple[Mapping[str, date], ...],
    holidays: tuple[date, ...] | None,
    as_of: Moment | None,
    citation: str | None,
) -> Result:
    """Return the end of a period of any unit (C-3, C-4, C-5, C-8, C-9, C-10)."""
    hours = unit in HOURS
    if hours and not isinstance(start, datetime):
        raise Refusal("invalid", "start", f"the unit {unit} needs a time with its offset, not a date")
    spans: tuple[Pause, ...] = tuple((pause["from"], pause["to"]) for pause in pauses)
    check_combination(
        unit=unit, direction=direction, month_rule=month_rule, extension_days=extension_days, pauses=spans
    )
    if hours and as_of is not None and not isinstance(as_of, datetime):
        raise Refusal("invalid", "as_of", f"the unit {unit} needs a time with its offset, not a date")
    if hours and isinstance(start, datetime):
        return _hours_result(
            hours_due(start=start, length=length, unit=unit, holidays=holidays, citation=citation or ""), as_of
        )
    found = due(
        start=_day(start),
        length=length,
        unit=unit,
        act=act,
        direction=direction,
        month_rule=month_rule,
        extension_days=extension_days,
        pauses=spans,
        holidays=holidays,
        citation=citation or "",
    )
    steps = [*found.steps, *_work_by(found.value)]
    late = _lateness(found.value.legal_due, as_of, steps)
    return Finding({**_dates(found.value), **late}, tuple(steps), found.citations, found.books)


def complaint_due_date(
    *,
    verified: Moment,
    received_unverified: Moment | None,
    entered: Moment | None,
    amended: Moment | None,
    determined: Moment | None,
    as_of: Moment | None,
) -> Result:
    """Return by when reasonable cause must be determined on a verified complaint (R-104.05, R-104.05-who)."""
    if received_unverified is not None and _before(verified, received_unverified):
        raise Refusal("invalid", "received_unverified", "this is after the verified complaint was filed")
    for name, moment in (("entered", entered), ("amended", amended), ("determined", determined)):
        if moment is not None and _before(moment, verified):
            raise Refusal("invalid", name, "this is before the verified complaint was filed")
    found = complaint_due(filed_on=_day(verified), received_at=verified if isinstance(verified, datetime) else None)
    steps = [*found.steps, *_work_by(found.value)]
    notes = (
        ("complaint.unverified", received_unverified),
        ("complaint.entered", entered),
        ("complaint.amended", amended),
    )
    steps += [Step(key, {"day": _day(moment)}) for key, moment in notes if moment is not None]
    if determined is None:
        late = _lateness(found.value.legal_due, as_of, steps)
    else:
        late = _determined(found.value.legal_due, _day(determined), steps)
    return Finding(
        {"filed_on": _day(verified), **_dates(found.value), **late}, tuple(steps), found.citations, found.books
    )


def _day(moment: Moment) -> date:
    return local_day(moment) if isinstance(moment, datetime) else moment


def _before(one: Moment, other: Moment) -> bool:
    """Return whether one is earlier: as instants if both are, else by local day."""
    if isinstance(one, datetime) and isinstance(other, datetime):
        return is_earlier(one, other)
    return _day(one) < _day(other)


def _dates(value: Due) -> dict[str, Any]:
    return {
        "raw_due": value.raw_due,
        "legal_due": value.legal_due,
        "work_by": value.work_by,
        "roll_reason": value.roll_reason,
        "skipped": value.skipped,
    }


def _work_by(value: Due) -> list[Step]:
    if value.work_by is None:
        return []
    return [Step("work_by", {"raw_due": value.raw_due, "work_by": value.work_by})]


def _lateness(legal_due: date, as_of: Moment | None, steps: list[Step]) -> dict[str, Any]:
    if as_of is None:
        return {"overdue": None, "days_overdue": None}
    day = _day(as_of)
    late = days_late(legal_due, day)
    key = "overdue.late" if late else "overdue.in_time"
    steps.append(Step(key, {"as_of": day, "legal_due": legal_due, "n": late}))
    return {"overdue": late > 0, "days_overdue": late}


def _determined(legal_due: date, day: date, steps: list[Step]) -> dict[str, Any]:
    late = days_late(legal_due, day)
    key = "complaint.determined_late" if late else "complaint.determined_in_time"
    steps.append(Step(key, {"day": day, "legal_due": legal_due, "n": late}))
    return {"overdue": late > 0, "days_overdue": late}


def _hours_result(found: Finding[datetime], as_of: Moment | None) -> Result:
    end, steps, overdue = found.value, list(found.steps), None
    if isinstance(as_of, datetime):
        overdue = is_earlier(end, as_of)
        key = "overdue.late_instant" if overdue else "overdue.in_time_instant"
        steps.append(Step(key, {"as_of": as_of, "end": end}))
    value = {
        "raw_due": end,
        "legal_due": end,
        "work_by": None,
        "roll_reason": "",
        "skipped": (),
        "overdue": overdue,
        "days_overdue": None,
    }
    return Finding(value, tuple(steps), found.citations, found.books)


_DUE_OUTPUTS = (
    Output("work_by", "date or null", "last office day on or before raw_due; null for hours and for not-before"),
    Output(
        "roll_reason",
        "text",
        "why raw_due is no good last day: sunday, legal-holiday, saturday (tested in this "
        "order), or empty if nothing rolled",
    ),
    Output("skipped", "list of dates", "days passed over, from raw_due to the day before legal_due"),
)

DUE_DATE = Calculator(
    name="due-date",
    question=Label("When does a period end?", "¿Cuándo termina un plazo?"),
    audience="public",
    inputs=(
        Input(
            name="start",
            type=_DAY_OR_INSTANT,
            needed=True,
            label=Label("Date of the event", "Fecha del hecho"),
            meaning="the event, day 0: a date, or an instant, which is turned into the local date in "
            "America/Chicago; an instant for hours and working-hours",
        ),
        Input(
            name="length",
            type=IntegerField(0, 4000),
            needed=True,
            meaning="number of units",
            label=Label("Length of the period", "Duración del plazo"),
        ),
        Input(
            name="unit",
            type=ChoiceField(("days", "working-days", "months", "years", "hours", "working-hours")),
            default="days",
            label=Label("Unit", "Unidad"),
            meaning="days: every day counts. working-days: Monday to Friday, no legal holidays. months, years: see "
            "month_rule. hours: run on every day but Sundays and legal holidays. working-hours: run on "
            "working days only",
        ),
        Input(
            name="direction",
            type=ChoiceField(("forward", "back")),
            default="forward",
            label=Label("Direction", "Dirección"),
            meaning="after or before the event; back has no meaning with hours and working-hours",
        ),
        Input(
            name="act",
            type=ChoiceField(("filing", "other", "not-before")),
            default="other",
            label=Label("Kind of act", "Tipo de acto"),
            meaning="filing: a filing with, payment to or service on an office. other: any other act. not-before: "
            "the first day on which something may be done, or the last day of keeping something; it never "
            "rolls",
        ),
        Input(
            name="month_rule",
            type=ChoiceField(("calendar", "30-days")),
            default="calendar",
            label=Label("Kind of month", "Tipo de mes"),
            meaning="30-days is the month of ch. DWD 272; only with unit months",
        ),
        Input(
            name="extension_days",
            type=IntegerField(0, 4000),
            default=0,
            label=Label("Days of extension", "Días de prórroga"),
            meaning="days added to the raw last day, never to the rolled one; only 0 with hours, working-hours, "
            "working-days and with direction back",
        ),
        Input(
            name="pauses",
            default=(),
            label=Label("Days on which the clock stood still", "Días sin plazo"),
            type=ListField(ObjectField((Part("from", DateField()), Part("to", DateField()))), 0, 50),
            meaning="days on which the clock stands still, from and to inclusive; overlapping pauses count once; "
            "only with unit days, direction forward",
        ),
        Input(
            name="holidays",
            type=ListField(DateField(), 0, 2000),
            label=Label("Legal holidays to use instead", "Feriados legales que se usan en su lugar"),
            meaning="legal holidays to use instead of the table, for this question only",
        ),
        Input(
            name="as_of",
            type=_DAY_OR_INSTANT,
            label=Label("Date to compare with", "Fecha con que se compara"),
            meaning="now, to tell whether the date is past; an instant for hours and working-hours",
        ),
        Input(
            name="citation",
            type=TextField(1, 80),
            label=Label("Provision", "Disposición"),
            meaning="the provision that sets the period; it is repeated among the citations",
        ),
    ),
    outputs=(
        Output(
            "raw_due",
            "date or instant",
            "last day of the period without any roll; for hours an instant with the "
            "offset of America/Chicago, seconds, no fractions",
        ),
        Output(
            "legal_due",
            "date or instant",
            "last day after the roll; the same as raw_due for hours, for direction back and for not-before",
        ),
        *_DUE_OUTPUTS,
        Output("overdue", "boolean or null", "as_of is after legal_due; null without as_of"),
        Output(
            "days_overdue",
            "integer or null",
            "local date of as_of less legal_due, not below 0; null without as_of and for hours",
        ),
    ),
    rules=("C-3", "C-4", "C-5", "C-8", "C-9", "C-10", "R-272.01-10", "R-272.11-1"),
    citations=("990.001 (4) (a)", "990.001 (4) (b)", "990.001 (4) (c)", "DWD 272.01 (10)"),
    function=due_date,
    example={"start": "2026-02-09", "length": 20, "act": "filing"},
)

COMPLAINT_DUE_DATE = Calculator(
    name="complaint-due-date",
    question=Label(
        "By when must the department determine reasonable cause on a verified complaint?",
        "¿Para cuándo debe el departamento determinar si hay causa razonable en una queja jurada?",
    ),
    audience="public",
    inputs=(
        Input(
            name="verified",
            type=_DAY_OR_INSTANT,
            needed=True,
            label=Label("Verified complaint received", "Queja jurada recibida"),
            meaning="filing of the verified complaint: the received stamp, as a date or an instant (turned into the "
            "local date in America/Chicago)",
        ),
        Input(
            name="received_unverified",
            type=_DAY_OR_INSTANT,
            label=Label("Unverified paper received", "Papel sin jurar recibido"),
            meaning="earlier receipt of an unverified paper or saving of a draft; starts nothing",
        ),
        Input(
            name="entered",
            type=_DAY_OR_INSTANT,
            label=Label("Entered by staff", "Registrada por el personal"),
            meaning="when staff keyed a paper complaint; starts nothing",
        ),
        Input(
            name="amended",
            type=_DAY_OR_INSTANT,
            label=Label("Amended", "Enmendada"),
            meaning="an amended or repeated complaint; it does not restart the clock",
        ),
        Input(
            name="determined",
            type=_DAY_OR_INSTANT,
            label=Label("Determination signed", "Determinación firmada"),
            meaning="determination signed",
        ),
        Input(
            name="as_of",
            type=_DAY_OR_INSTANT,
            label=Label("Date to compare with", "Fecha con que se compara"),
            meaning="now, for an open complaint; ignored if determined is given",
        ),
    ),
    outputs=(
        Output("filed_on", "date", "local date of the verified filing, day 0"),
        Output("raw_due", "date", "filed_on and 20 days"),
        Output("legal_due", "date", "the same, rolled as an act of the department (a Saturday does not roll)"),
        *_DUE_OUTPUTS,
        Output(
            "overdue",
            "boolean or null",
            "the determination, or else as_of, is on a later local date than legal_due; null without both",
        ),
        Output("days_overdue", "integer or null", "days after legal_due, not below 0; null without both"),
    ),
    rules=("R-104.05", "R-104.05-who", "C-3", "C-4", "C-10", "C-12"),
    citations=("104.05", "990.001 (4) (a)", "990.001 (4) (b)"),
    function=complaint_due_date,
    example={"verified": "2026-02-09", "as_of": "2026-02-20"},
)

CALCULATORS = (DUE_DATE, COMPLAINT_DUE_DATE)
