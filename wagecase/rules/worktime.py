"""Decide which time is work: breaks, shifts, travel, training, waiting and unrecorded work, DWD 272.12 and 272.04."""

from collections.abc import Iterable, Sequence
from datetime import time
from decimal import Decimal
from typing import NamedTuple

from wagecase.rules.finding import Finding, Step
from wagecase.rules.language import Word
from wagecase.rules.law import newest
from wagecase.rules.money import half_up

MINUTES_OF_DAY = 24 * 60
RESTS = "DWD 272.12 (2) (c) 1."
ON_DUTY_MEALS = "DWD 272.04 (1) (c)"
AUTHORIZED_RESTS = "DWD 272.04 (1) (d)"
_WORK, _HOME = "DWD 272.12 (1) (a) 1.", "DWD 272.12 (2) (g) 1.-2."
_ONE_DAY, _DAYS_WORK, _AWAY = "DWD 272.12 (2) (g) 4.", "DWD 272.12 (2) (g) 5.", "DWD 272.12 (2) (g) 6."

# Each kind of part of a day: whether it is paid, and by which provision; a meal is judged by its length.
KINDS: dict[str, tuple[bool, str]] = {
    "home-to-work": (False, _HOME),
    "work-to-home": (False, _HOME),
    "home-to-station": (False, _ONE_DAY),
    "station-to-home": (False, _ONE_DAY),
    "one-day-assignment-travel": (True, _ONE_DAY),
    "travel-in-days-work": (True, _DAYS_WORK),
    "required-return": (True, _DAYS_WORK),
    "travel-away": (True, _AWAY),
    "work": (True, _WORK),
}


class Break(NamedTuple):
    """A break of a shift: its length in minutes and the two tests of freedom."""

    minutes: int
    free_to_leave: bool
    fully_relieved: bool


class Segment(NamedTuple):
    """A part of a day with travel: its kind, its length in minutes and the time of day at which it ended."""

    kind: str
    minutes: int
    end: time


def minute_of(clock: time) -> int:
    """Return how many minutes after midnight a clock time is."""
    return clock.hour * 60 + clock.minute


def minutes_between(start: time, end: time) -> int:
    """Return the minutes from one time to the next moment at which the clock shows the other; 0 if they are equal."""
    return (minute_of(end) - minute_of(start)) % MINUTES_OF_DAY


def hours(minutes: int) -> Decimal:
    """Return minutes as hours with two decimals, half up."""
    return half_up(Decimal(minutes) / 60)


def is_unpaid(pause: Break) -> bool:
    """Return whether a break is unpaid: long enough, free to leave and fully relieved (X-16, X-17)."""
    return pause.minutes >= newest("hours.break_minutes").number and pause.free_to_leave and pause.fully_relieved


def meal_break(pause: Break) -> Finding[bool]:
    """Return whether a break must be paid (R-272.12-2c2, R-272.04-1c)."""
    least = newest("hours.break_minutes")
    values = {"n": pause.minutes, "least": least.number}
    if is_unpaid(pause):
        return Finding(False, (Step("worktime.break.unpaid", values),), (least.cite, ON_DUTY_MEALS))
    steps = [Step("worktime.break.short", values)] if pause.minutes < least.number else []
    steps += [] if pause.free_to_leave else [Step("worktime.break.not_free", values)]
    steps += [] if pause.fully_relieved else [Step("worktime.break.not_relieved", values)]
    return Finding(True, tuple(steps), (least.cite, ON_DUTY_MEALS))


def shift(*, minutes: int, breaks: Sequence[Break]) -> Finding[tuple[Decimal, int, int]]:
    """Return the hours of a shift that count, its unpaid and its paid minutes of breaks (R-272.12-2c1, 2c2)."""
    least = newest("hours.break_minutes")
    unpaid = sum(pause.minutes for pause in breaks if is_unpaid(pause))
    paid = sum(pause.minutes for pause in breaks) - unpaid
    counted = hours(minutes - unpaid)
    values = {"minutes": minutes, "unpaid": unpaid, "paid": paid, "hours": counted, "least": least.number}
    steps = (Step("worktime.shift", values), Step("worktime.shift.rule", {"least": least.number}))
    return Finding((counted, unpaid, paid), steps, (RESTS, least.cite, ON_DUTY_MEALS, AUTHORIZED_RESTS))


def travel(segments: Iterable[Segment]) -> Finding[tuple[Decimal, time | None, int]]:
    """Return the hours of a day with travel that count, the end of the last paid part, and the unpaid minutes."""
    least = newest("hours.break_minutes")
    worked = unpaid = 0
    paid_until = None
    steps, cites = [], []
    for segment in segments:
        paid, cite = KINDS.get(segment.kind) or (segment.minutes < least.number, least.cite)
        cites.append(cite)
        values = {"kind": Word(f"worktime.kind.{segment.kind}"), "n": segment.minutes}
        if paid:
            worked += segment.minutes
            paid_until = segment.end
            steps.append(Step("worktime.travel.paid", values))
        else:
            unpaid += segment.minutes
            steps.append(Step("worktime.travel.unpaid", values))
    return Finding((hours(worked), paid_until, unpaid), tuple(steps), tuple(dict.fromkeys(cites)))


def training(
    *, outside_hours: bool, voluntary: bool, job_related: bool, productive_work: bool, own_initiative_school: bool
) -> Finding[bool]:
    """Return whether training is work (R-272.12-2f1); schooling on one's own initiative is not (R-272.12-2f4)."""
    cites = ("DWD 272.12 (2) (f) 1.", "DWD 272.12 (2) (f) 4.")[: 1 + own_initiative_school]
    if own_initiative_school and outside_hours and not productive_work:
        return Finding(False, (Step("worktime.school", {}),), cites)
    steps = [
        step
        for failed, step in (
            (not outside_hours, Step("worktime.training.in_hours", {})),
            (not voluntary, Step("worktime.training.not_voluntary", {})),
            (job_related, Step("worktime.training.job_related", {})),
            (productive_work, Step("worktime.training.productive", {})),
        )
        if failed
    ]
    return Finding(bool(steps), tuple(steps) or (Step("worktime.training.unpaid", {}),), cites)


def on_call(*, on_premises: bool, time_usable: bool) -> Finding[bool]:
    """Return whether time on call is work (R-272.12-2b4)."""
    cites = ("DWD 272.12 (2) (b) 4.",)
    if on_premises:
        return Finding(True, (Step("worktime.on_call.premises", {}),), cites)
    if not time_usable:
        return Finding(True, (Step("worktime.on_call.unusable", {}),), cites)
    return Finding(False, (Step("worktime.on_call.free", {}),), cites)


def unrecorded(*, minutes: int, employer_knows: bool, rule_against_it: bool) -> Finding[int]:
    """Return the minutes after clock-out that count, 0 if the employer cannot know (R-272.12-2a1, R-272.12-2a3)."""
    cites = ("DWD 272.12 (2) (a) 1.", "DWD 272.12 (2) (a) 3.")
    if not employer_knows:
        return Finding(0, (Step("worktime.unrecorded.unknown", {"n": minutes}),), cites)
    steps = [Step("worktime.unrecorded.known", {"n": minutes})]
    steps += [Step("worktime.unrecorded.rule", {})] if rule_against_it else []
    return Finding(minutes, tuple(steps), cites)
