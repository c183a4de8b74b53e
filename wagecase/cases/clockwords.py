"""Words for a clock: one headline, the derivation step by step, and how it ended, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY
from wagecase.rules import calendar
from wagecase.rules.calendar import Due
from wagecase.rules.finding import Finding
from wagecase.web.formatting import day, due_tone, longdate, relative_day


@dataclass(frozen=True)
class ClockView:
    """A clock as every page shows it: the date, the reason, and how it ended."""

    clock: Clock
    headline: str
    day: date
    relative: str
    tone: str
    sentences: list[str]
    law: str
    is_law: bool
    holiday_version: str
    status_line: str
    work_by: date
    practice: str = ""
    office_line: str = ""

    @property
    def running(self) -> bool:
        return self.clock.status == Clock.Status.RUNNING


def clock_views(case: Case, *, today: date, language: str = "en") -> list[ClockView]:
    """Return the clocks of a case, running ones first, each with its derivation in `language`."""
    views = [clock_view(clock, today=today, language=language) for clock in case.clocks.order_by("id")]
    return sorted(views, key=lambda v: (not v.running, not v.is_law, v.clock.pk))


def clock_view(clock: Clock, *, today: date, language: str) -> ClockView:
    """Return everything a page needs to show `clock` and how its date was reached."""
    row = BY_KEY[clock.key]
    with translation.override(language):
        running = clock.status == Clock.Status.RUNNING
        over = running and bool(row.over) and clock.legal_due < today
        finding: Finding[Due] = Finding.from_dict(clock.finding)
        sentences = [step.sentence(language) for step in finding.steps if step.key != "work_by"]
        if row.event:
            sentences.insert(0, _(row.event) % {"day": day(clock.start_on)})
        law = ", ".join(f"s. {c}" if c[:1].isdigit() else c for c in finding.citations)
        return ClockView(
            clock=clock,
            headline=_(row.over if over else row.headline),
            day=clock.legal_due,
            relative=relative_day(clock.legal_due, today) if running and not over else "",
            tone="done" if over or not running else due_tone(clock.legal_due, today),
            sentences=sentences,
            law=law if row.law else "",
            is_law=row.law,
            holiday_version=clock.holiday_version,
            status_line=status_line(clock),
            work_by=clock.work_by,
            practice="" if row.law else _("Office practice, not law. The days are counted by %(law)s.") % {"law": law},
            office_line=office_line(clock.legal_due) if running and not over else "",
        )


def office_line(on: date) -> str:
    """Return the last office day before a day on which the office is closed, in words; else an empty string."""
    last = calendar.office_day_on_or_before(on)
    if last == on:
        return ""
    return _("Our office is closed on that day. The last day before it on which it is open: %(day)s.") % {
        "day": longdate(last)
    }


def status_line(clock: Clock) -> str:
    """Return how a clock ended ("Met on March 2, 2026"), or an empty string while it runs."""
    if clock.status == Clock.Status.RUNNING or clock.stopped_on is None:
        return ""
    row = BY_KEY[clock.key]
    act = clock.stop_verb.rpartition(".")[2]
    words = {
        Clock.Status.MET: _(row.met) if row.met else _("Met on %(day)s"),
        Clock.Status.ENDED: _(dict(row.ended_by).get(act, row.unmet)),
        Clock.Status.REPLACED: _("Replaced on %(day)s"),
    }[Clock.Status(clock.status)]
    line = words % {"day": day(clock.stopped_on)}
    if clock.status == Clock.Status.MET and clock.stopped_on > clock.legal_due:
        late = (clock.stopped_on - clock.legal_due).days
        line += " (" + ngettext("%(n)d day late", "%(n)d days late", late) % {"n": late} + ")"
    return line
