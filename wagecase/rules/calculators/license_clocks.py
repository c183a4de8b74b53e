"""Answer when something is due under a license: reviews of productivity, temporary authority, requests for review."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import license_dates
from wagecase.rules.calculators.book_in_use import book_in_use
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import DateField, DecimalField, IntegerField, money
from wagecase.rules.calculators.minimum_inputs import MINIMUM_CITATIONS, MINIMUM_RULES
from wagecase.rules.finding import Finding, joined
from wagecase.rules.general_minimum import Minimum, minimum_on, stated_minimum
from wagecase.rules.law import NoRateInSource

Result = Finding[Mapping[str, Any]]

_DATES = (
    "initial_evaluation_due",
    "review_due",
    "calendar_alternative",
    "job_change_review_due",
    "adjust_from",
    "next_adjustment_due",
)


def productivity_review_dates(
    *,
    start: date | None,
    last_review: date | None,
    job_changed_on: date | None,
    evaluation: date | None,
    pay_period_start: date | None,
    pay_period_days: int | None,
    last_adjustment: date | None,
) -> Result:
    """Return when evaluation, reviews and adjustments are due; raw dates that never roll (R-272.09-8f, 8j2, 8j3)."""
    if all(day is None for day in (start, last_review, job_changed_on, evaluation, last_adjustment)):
        raise Refusal("missing", "start", "give the first day of employment, or another day to count from")
    for name, day in (("last_review", last_review), ("job_changed_on", job_changed_on)):
        if start is not None and day is not None and day < start:
            raise Refusal("out-of-range", name, "this is before the first day of employment")
    value: dict[str, Any] = dict.fromkeys(_DATES)
    found: list[Finding[Any]] = []
    if start is not None:
        found.append(license_dates.evaluation_due(start))
        value["initial_evaluation_due"] = found[-1].value
    last = last_review or start
    if last is not None:
        found.append(license_dates.review_due(last))
        value["review_due"], value["calendar_alternative"] = found[-1].value
    if job_changed_on is not None:
        found.append(license_dates.job_change_review_due(job_changed_on))
        value["job_change_review_due"] = found[-1].value
    if evaluation is not None:
        found.append(_adjusted(evaluation, pay_period_start, pay_period_days))
        value["adjust_from"] = found[-1].value
    if last_adjustment is not None:
        found.append(license_dates.next_adjustment_due(last_adjustment))
        value["next_adjustment_due"] = found[-1].value
    return joined(value, *found)


def _adjusted(evaluation: date, start: date | None, length: int | None) -> Finding[date]:
    if start is None:
        raise Refusal("missing", "pay_period_start", "an adjustment needs the first day of a pay period")
    if length is None:
        raise Refusal("missing", "pay_period_days", "an adjustment needs the length of the pay period")
    return license_dates.adjust_from(evaluation=evaluation, period_start=start, period_days=length)


def temporary_authority(
    *,
    signed: date,
    sent: date | None,
    work_day: date | None,
    paid_rate: Decimal | None,
    hours_paid: Decimal | None,
    minimum: Decimal | None,
) -> Result:
    """Return whether a temporary authority covers a day of work and what is owed if not (R-272.09-4b, 2a)."""
    if sent is not None and sent < signed:
        raise Refusal("out-of-range", "sent", "the form was sent before it was signed")
    if hours_paid is not None and paid_rate is None:
        raise Refusal("missing", "paid_rate", "hours need the hourly rate paid")
    found = license_dates.temporary_authority(signed=signed, sent=sent, work_day=work_day)
    value = {**found.value, "make_up": None}
    if hours_paid is None or paid_rate is None:
        return joined(value, found)
    wage = None if value["authority"] else _minimum(minimum, work_day or signed)
    owed = license_dates.make_up(minimum=wage, paid=paid_rate, hours=hours_paid)
    return joined({**value, "make_up": owed.value}, found, owed)


def _minimum(stated: Decimal | None, on: date) -> Minimum:
    if stated is not None:
        return stated_minimum(stated)
    try:
        return minimum_on(on, book=book_in_use())
    except NoRateInSource as error:
        raise Refusal("no-rate-in-source", "minimum", str(error)) from error


def review_request_due(
    *, learned: date | None, delivered: date | None, mailed: date | None, filed: date | None
) -> Result:
    """Return by when a person may ask for reconsideration or review (R-272.09-17)."""
    day = learned or delivered
    found: list[Finding[Any]] = []
    if day is None:
        if mailed is None:
            raise Refusal("missing", "learned", "give the day of learning, of delivery or of mailing")
        by_mail = license_dates.learned_by_mail(mailed)
        found.append(by_mail)
        day = by_mail.value
    end = license_dates.review_request_due(day)
    found.append(end)
    if filed is not None:
        found.append(license_dates.filed_in_time(filed, legal_due=end.value.legal_due))
    value = {
        "learned_on": day,
        "raw_due": end.value.raw_due,
        "legal_due": end.value.legal_due,
        "work_by": end.value.work_by,
        "timely": None if filed is None else found[-1].value,
    }
    return joined(value, *found)


PRODUCTIVITY_REVIEW_DATES = Calculator(
    name="productivity-review-dates",
    question=Label(
        "When are the evaluation, the reviews and the adjustments of a licensed worker due?",
        "¿Para cuándo son la evaluación, las revisiones y los ajustes de un trabajador con licencia?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="start",
            type=DateField(),
            label=Label("First day of employment", "Primer día de empleo"),
            meaning="first day of employment",
        ),
        Input(
            name="last_review",
            type=DateField(),
            label=Label("Last written review", "Última revisión escrita"),
            meaning="last written productivity review",
        ),
        Input(
            name="job_changed_on",
            type=DateField(),
            label=Label("Change of job", "Cambio de trabajo"),
            meaning="day of a change of job",
        ),
        Input(
            name="evaluation",
            type=DateField(),
            label=Label("Evaluation or review", "Evaluación o revisión"),
            meaning="day of an evaluation or review whose wage adjustment is asked for",
        ),
        Input(
            name="pay_period_start",
            type=DateField(),
            label=Label("First day of a pay period", "Primer día de un período de pago"),
            meaning="first day of any one pay period; needed with evaluation",
        ),
        Input(
            name="pay_period_days",
            type=IntegerField(1, 31),
            label=Label("Days of a pay period", "Días de un período de pago"),
            meaning="length of the pay period in days; needed with evaluation",
        ),
        Input(
            name="last_adjustment",
            type=DateField(),
            label=Label("Last adjustment", "Último ajuste"),
            meaning="last adjustment of the wage to prevailing wages",
        ),
    ),
    outputs=(
        Output("initial_evaluation_due", "date or null", "start + 30 days; null without start"),
        Output("review_due", "date or null", "last review, or else start, + 180 days; null without either"),
        Output("calendar_alternative", "date or null", "the same with 6 calendar months, for comparison"),
        Output("job_change_review_due", "date or null", "job change + 30 days (an office rule, no law)"),
        Output(
            "adjust_from",
            "date or null",
            "first day of the first pay period that begins after the evaluation day; pay periods repeat in both "
            "directions from pay_period_start",
        ),
        Output("next_adjustment_due", "date or null", "anniversary of the last adjustment"),
    ),
    rules=("R-272.01-10", "R-272.09-8f", "R-272.09-8j2", "R-272.09-8j3"),
    citations=("DWD 272.01 (10)", "DWD 272.09 (8) (f)", "DWD 272.09 (8) (j) 2.", "DWD 272.09 (8) (j) 3."),
    function=productivity_review_dates,
    example={
        "start": "2026-05-11", "evaluation": "2026-06-03", "pay_period_start": "2026-05-10", "pay_period_days": 14,
    },
)  # fmt: skip

TEMPORARY_AUTHORITY = Calculator(
    name="temporary-authority",
    question=Label(
        "Does a temporary authority cover a day of work, and what is owed if not?",
        "¿Cubre una autorización temporal un día de trabajo, y cuánto se debe si no?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="signed",
            type=DateField(),
            needed=True,
            label=Label("Day of the signature", "Día de la firma"),
            meaning="day the agency representative signed",
        ),
        Input(
            name="sent",
            type=DateField(),
            label=Label("Day of sending", "Día de envío"),
            meaning="day the form was sent to the department; absent: not sent",
        ),
        Input(
            name="work_day",
            type=DateField(),
            label=Label("Day of work", "Día de trabajo"),
            meaning="day of work asked about",
        ),
        Input(
            name="paid_rate",
            type=money(),
            label=Label("Hourly rate paid", "Tarifa por hora pagada"),
            meaning="hourly rate paid",
        ),
        Input(
            name="hours_paid",
            type=DecimalField(minimum=Decimal(0), maximum=Decimal("999999.9999")),
            label=Label("Hours paid", "Horas pagadas"),
            meaning="hours paid at that rate",
        ),
        Input(
            name="minimum",
            type=money(above="0"),
            label=Label("Minimum wage an hour", "Salario mínimo por hora"),
            meaning="minimum wage; if absent, the general rate of DWD 272.03 on work_day, or else on signed",
        ),
    ),
    outputs=(
        Output("send_by", "date", "signed + 10 days"),
        Output("send_by_legal", "date", "rolled as a filing with an office"),
        Output("ends", "date", "last day: signed + 90 days"),
        Output(
            "authority",
            "boolean",
            "sent by send_by_legal, and the work day (if given) lies in signed to ends",
        ),
        Output(
            "make_up",
            "money or null",
            "0.00 with authority; else (minimum - paid) x hours, not below 0.00, half up to the cent; null without "
            "hours_paid",
        ),
    ),
    rules=("R-272.09-4b", "R-272.09-2a", *MINIMUM_RULES),
    citations=("DWD 272.09 (4) (b)", "DWD 272.09 (2) (a)", *MINIMUM_CITATIONS),
    function=temporary_authority,
    example={
        "signed": "2026-10-01", "sent": "2026-10-13", "paid_rate": "4.50", "hours_paid": "30", "minimum": "7.25",
    },
)  # fmt: skip

REVIEW_REQUEST_DUE = Calculator(
    name="review-request-due",
    question=Label(
        "By when may a person ask for reconsideration or review?",
        "¿Hasta cuándo puede una persona pedir reconsideración o revisión?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="learned",
            type=DateField(),
            label=Label("Day of learning", "Día en que se enteró"),
            meaning="day the person learned of the action",
        ),
        Input(
            name="delivered",
            type=DateField(),
            label=Label("Day of delivery", "Día de entrega"),
            meaning="day of delivery; used if learned is absent",
        ),
        Input(
            name="mailed",
            type=DateField(),
            label=Label("Day of mailing", "Día de envío por correo"),
            meaning="day of mailing; used if both are absent: + 3 days (office rule)",
        ),
        Input(
            name="filed",
            type=DateField(),
            label=Label("Request received", "Solicitud recibida"),
            meaning="day the request was received",
        ),
    ),
    outputs=(
        Output("learned_on", "date", "day counted from"),
        Output("raw_due", "date", "+ 60 days"),
        Output("legal_due", "date", "rolled from a Saturday, Sunday or legal holiday (a filing with an office)"),
        Output("work_by", "date", "last office day on or before raw_due"),
        Output("timely", "boolean or null", "filed on or before legal_due; null without filed"),
    ),
    rules=("R-272.09-17", "C-3", "C-4"),
    citations=("DWD 272.09 (17)", "990.001 (4) (a)", "990.001 (4) (b)", "990.001 (4) (c)"),
    function=review_request_due,
    example={"delivered": "2026-03-10", "filed": "2026-05-11"},
)

CALCULATORS = (PRODUCTIVITY_REVIEW_DATES, TEMPORARY_AUTHORITY, REVIEW_REQUEST_DUE)
