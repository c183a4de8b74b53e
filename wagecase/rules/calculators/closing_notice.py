"""Answer when notice of a closing or layoff was due, what late notice costs, and what an employee may recover."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules import closing_notices, closings
from wagecase.rules.calculators.closing_coverage import LONGEST_LIST, PLACE_NAME
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import (
    ChoiceField,
    DateField,
    DateOrWordField,
    DecimalField,
    IntegerField,
    ListField,
    ObjectField,
    Part,
    money,
)
from wagecase.rules.closing_notices import NEVER, OFFICIAL, PER_EVENT, WEEKDAYS, Given, Recipient
from wagecase.rules.finding import Finding, Step, joined
from wagecase.rules.money import ZERO

Result = Finding[Mapping[str, Any]]

KINDS = ("department", "employee", "union", OFFICIAL)
LONGEST_PERIOD = 60
_RECOVERED = ("rate_used", "pay", "recovery")
_IN_PERIOD = ("days_late", "recovery_first", "recovery_last", "work_days", "holidays_in_period")


def closing_notice(
    *,
    closing: date,
    notice_given: Given | None,
    recipients: tuple[Mapping[str, Any], ...] | None,
    daily_amount: Decimal | None,
    surcharge_per: str | None,
) -> Result:
    """Return when notice was due, how late each recipient was told, and the surcharge (R-109.07-1m, -3c, -4ma)."""
    told = [_recipient(row, place) for place, row in enumerate(recipients or ())]
    due = closing_notices.notice_due(closing)
    parts: list[Finding[Any]] = [due]
    one = None
    if notice_given is not None:
        one = closing_notices.lateness(closing=closing, given=notice_given)
        parts.append(one)
    late = [closing_notices.lateness(closing=closing, given=row.given, who=row.words) for row in told]
    parts += late
    officials = [row for row in told if row.kind == OFFICIAL]
    charged = closing_notices.surcharges(
        closing=closing,
        officials=officials,
        daily_amount=daily_amount,
        per=surcharge_per or closings.setting("surcharge_per"),
    )
    if officials or daily_amount is not None:
        parts.append(charged)
    value = {
        "notice_due": due.value,
        "days_late": one.value if one else None,
        "recipient_days_late": None if recipients is None else tuple(row.value for row in late),
        **charged.value,
    }
    return joined(value, *parts)


def _recipient(row: Mapping[str, Any], place: int) -> Recipient:
    municipality = (row["municipality"] or "").strip()
    if row["kind"] == OFFICIAL and not municipality:
        raise Refusal("missing", f"recipients[{place}].municipality", "an official needs the municipality")
    return Recipient(row["kind"], row["given"], municipality, row["name"] or "")


def closing_recovery(
    *,
    closing: date | None,
    days_late: int | None,
    notice_given: Given | None,
    work_weekdays: tuple[str, ...],
    not_scheduled: tuple[date, ...],
    work_days: int | None,
    **amounts: Decimal | None,
) -> Result:
    """Return what an employee may recover for late notice (R-109.07-3a1, -3a2, -3b, -3c)."""
    if closing is not None and work_days is not None:
        raise Refusal("invalid", "work_days", "give the closing or the days that would have been worked, not both")
    if closing is None:
        if work_days is None:
            raise Refusal("missing", "closing", "give the closing, or the days that would have been worked")
        step = Step("closings.work_days_given", {"n": work_days})
        parts: list[Finding[Any]] = [Finding({"work_days": work_days}, (step,), (closing_notices.PAY,))]
    else:
        parts = _period(closing, late=days_late, given=notice_given, weekdays=work_weekdays, off=not_scheduled)
    value: dict[str, Any] = {**dict.fromkeys((*_IN_PERIOD, *_RECOVERED)), **parts[-1].value}
    if (sums := _amounts(amounts)) is not None:
        parts.append(closing_notices.recovery(work_days=value["work_days"], **sums))
        value |= parts[-1].value
    if closing is not None and not value["days_late"]:  # told in time, so nothing is recovered, benefits neither
        value["recovery"] = ZERO
        parts.append(Finding(None, (Step("closings.nothing_to_recover", {"recovery": ZERO}),)))
    return joined(value, *parts)


def _period(
    closing: date, *, late: int | None, given: Given | None, weekdays: tuple[str, ...], off: tuple[date, ...]
) -> list[Finding[Any]]:
    if late is None and given is None:
        raise Refusal("missing", "days_late", "give how late the employee was told, or the day of the notice")
    if late is not None and given is not None:
        raise Refusal("invalid", "notice_given", "give days_late or notice_given, not both")
    parts: list[Finding[Any]] = []
    if given is not None:
        parts.append(closing_notices.lateness(closing=closing, given=given))
        late = parts[0].value
    period = closing_notices.recovery_period(
        closing=closing, late=late or 0, weekdays=frozenset(weekdays), not_scheduled=off
    )
    return [*parts, period]


def _amounts(given: Mapping[str, Decimal | None]) -> dict[str, Any] | None:
    """Return the amounts for the recovery; None if no amount is given at all. The day's pay needs hours and rate."""
    if all(amount is None for amount in given.values()):
        return None
    hours, rate = given["hours_per_day"], given["current_rate"]
    if hours is None:
        raise Refusal("missing", "hours_per_day", "amounts need the hours of a work day")
    if rate is None:
        raise Refusal("missing", "current_rate", "amounts need the regular rate at the closing")
    return {
        "hours_per_day": hours,
        "current_rate": rate,
        "average_rate": given["average_rate"],
        "benefits": given["benefits"] or ZERO,
        "medical_cost": given["medical_cost_covered"] or ZERO,
        "credited_time": given["credited_time_cost"] or ZERO,
    }


CLOSING_NOTICE = Calculator(
    name="closing-notice",
    question=Label(
        "When was the notice due, how late was each recipient told, and what is the surcharge?",
        "¿Para cuándo era el aviso, con cuánto retraso se avisó a cada uno, y cuál es el recargo?",
    ),
    audience="public",
    inputs=(
        Input(
            name="closing",
            type=DateField(),
            needed=True,
            label=Label("Day of the closing or layoff", "Día del cierre o despido"),
            meaning="day of the closing or layoff",
        ),
        Input(
            name="notice_given",
            type=DateOrWordField((NEVER,)),
            label=Label("Day of the notice", "Día del aviso"),
            meaning='day the one recipient asked about was told, or "never"; short form of one recipient',
        ),
        Input(
            name="recipients",
            type=ListField(
                ObjectField(
                    (
                        Part("kind", ChoiceField(KINDS)),
                        Part("given", DateOrWordField((NEVER,))),
                        Part("name", PLACE_NAME, needed=False),
                        Part("municipality", PLACE_NAME, needed=False),
                    )
                ),
                1,
                LONGEST_LIST,
            ),
            label=Label("Recipients of the notice", "Destinatarios del aviso"),
            meaning="each one who must be told, and the day; an official needs the municipality",
        ),
        Input(
            name="daily_amount",
            type=money(),
            label=Label("Surcharge a day", "Recargo por día"),
            meaning="surcharge a day that the department sets",
        ),
        Input(
            name="surcharge_per",
            type=ChoiceField(("municipality", PER_EVENT)),
            label=Label("Surcharge per", "Recargo por"),
            meaning="the surcharge is per municipality, or once per event for the latest municipality; absent: as the "
            "office has set it, municipality",
        ),
    ),
    outputs=(
        Output("notice_due", "date", "closing less 60 days; counted back, it never rolls"),
        Output(
            "days_late",
            "integer or null",
            "of notice_given: the earlier of notice and closing, less notice_due; not below 0; never gives 60",
        ),
        Output("recipient_days_late", "list of integers or null", "the same for each recipient, in order"),
        Output(
            "municipalities",
            "list of objects or null",
            "municipality, days_late of its latest official, surcharge_cap (days x 500.00) and surcharge (days x "
            "daily amount, null without an accepted amount); null without an official",
        ),
        Output("surcharge_cap", "money or null", "sum over the municipalities, or the largest, by surcharge_per"),
        Output("amount_accepted", "boolean or null", "daily amount from 0.01 to 500.00; null without one"),
        Output("surcharge", "money or null", "as surcharge_cap with the daily amount; null unless it is accepted"),
    ),
    rules=("R-109.07-1e", "R-109.07-1m", "R-109.07-3c", "R-109.07-4ma", "C-3", "C-4"),
    citations=("109.07 (1) (e)", "109.07 (1m)", "109.07 (3) (c)", "109.07 (4m) (a)"),
    function=closing_notice,
    example={
        "closing": "2026-07-31",
        "recipients": [
            {"kind": "department", "given": "2026-05-29"},
            {"kind": "official", "municipality": "Village V", "given": "2026-06-05"},
        ],
        "daily_amount": "150.00",
    },
)

_MONEY_INPUTS = (
    Input(
        name="hours_per_day",
        type=DecimalField(places=4, minimum=Decimal(0), maximum=Decimal(24)),
        label=Label("Hours of a work day", "Horas de un día de trabajo"),
        meaning="hours of a work day; needed for pay",
    ),
    Input(
        name="current_rate",
        type=money(),
        label=Label("Regular rate at the closing", "Tarifa regular al cierre"),
        meaning="regular rate at the closing; needed for pay",
    ),
    Input(
        name="average_rate",
        type=money(),
        label=Label("Average regular rate", "Tarifa regular promedio"),
        meaning="regular rate averaged over the shorter of 3 years and the whole employment",
    ),
    Input(
        name="benefits",
        type=money(),
        label=Label("Benefits not received", "Prestaciones no recibidas"),
        meaning="value of plan benefits not received; absent: 0",
    ),
    Input(
        name="medical_cost_covered",
        type=money(),
        label=Label("Medical cost", "Gastos médicos"),
        meaning="medical cost the plan would have covered; absent: 0",
    ),
    Input(
        name="credited_time_cost",
        type=money(),
        label=Label("Cost of credited time", "Costo del tiempo acreditado"),
        meaning="cost to the employer of plan credit for time not served; absent: 0",
    ),
)

CLOSING_RECOVERY = Calculator(
    name="closing-recovery",
    question=Label(
        "What may an employee recover for late notice?", "¿Qué puede recuperar un empleado por un aviso tardío?"
    ),
    audience="staff",
    inputs=(
        Input(
            name="closing",
            type=DateField(),
            label=Label("Day of the closing or layoff", "Día del cierre o despido"),
            meaning="day of the closing or layoff; needed unless work_days is given",
        ),
        Input(
            name="days_late",
            type=IntegerField(0, LONGEST_PERIOD),
            label=Label("Days late", "Días de retraso"),
            meaning="days late to this employee; give this or notice_given",
        ),
        Input(
            name="notice_given",
            type=DateOrWordField((NEVER,)),
            label=Label("Day of the notice", "Día del aviso"),
            meaning='day this employee was told, or "never"',
        ),
        Input(
            name="work_weekdays",
            type=ListField(ChoiceField(WEEKDAYS), 1, LONGEST_LIST),
            default=WEEKDAYS[:5],
            label=Label("Weekdays of work", "Días de la semana de trabajo"),
            meaning="weekdays this employee would have worked",
        ),
        Input(
            name="not_scheduled",
            type=ListField(DateField(), 0, LONGEST_LIST),
            default=(),
            label=Label("Days off all the same", "Días libres de todos modos"),
            meaning="dates on which this employee would not have worked all the same",
        ),
        Input(
            name="work_days",
            type=IntegerField(0, LONGEST_PERIOD),
            label=Label("Days that would have been worked", "Días que se habrían trabajado"),
            meaning="days that would have been worked, if known; instead of closing",
        ),
        *_MONEY_INPUTS,
    ),
    outputs=(
        Output("days_late", "integer or null", "as given or worked out; null without closing"),
        Output("recovery_first", "date or null", "the closing day; null if 0 days late"),
        Output("recovery_last", "date or null", "closing + days late - 1, calendar days; null if 0 days late"),
        Output("work_days", "integer", "days of the period on work_weekdays and not in not_scheduled"),
        Output(
            "holidays_in_period",
            "list of dates or null",
            "legal holidays among the counted days: a question to the investigator, no deduction; null without closing",
        ),
        Output("rate_used", "money or null", "the greater of current and average rate; null without pay"),
        Output("pay", "money or null", "work days x hours x rate; null without hours and rate"),
        Output(
            "recovery",
            "money or null",
            "pay + benefits + medical cost - credited time, not below 0.00; 0.00 if told in time",
        ),
    ),
    rules=("R-109.07-3a1", "R-109.07-3a2", "R-109.07-3b", "R-109.07-3c", "C-3", "C-7"),
    citations=("109.07 (3) (a) 1.", "109.07 (3) (a) 2.", "109.07 (3) (b)", "109.07 (3) (c)"),
    function=closing_recovery,
    example={
        "closing": "2026-07-31", "notice_given": "2026-06-12", "hours_per_day": "8", "current_rate": "21.40",
        "average_rate": "20.75", "benefits": "84.00",
    },
)  # fmt: skip

CALCULATORS = (CLOSING_NOTICE, CLOSING_RECOVERY)
