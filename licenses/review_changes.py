"""What a renewal says otherwise than what was filed before it, so that a reviewer reads the differences alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils import timezone

from licenses.content import PIECE, ApplicationContent, JobFacts, WorkerFacts, from_dict
from licenses.models import Application, ApplicationWorker
from licenses.review.filed_rows import Section, sections
from licenses.wages import Checker, JobWage
from wagecase.rules import license_dates
from wagecase.web.formatting import money, shortday

SECTIONS = ("filing", "employer", "sites", "services")  # jobs and workers are compared by their own rules
NOT_STATED = "Not stated"


@dataclass(frozen=True, slots=True)
class Difference:
    """One answer before and now; a blank side says that the part was not there."""

    where: str
    label: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class JobChange:
    """One job whose prevailing wage calls for a look: `fault` says why, blank for a mere difference."""

    name: str
    before: str
    now: str
    words: str
    fault: bool


@dataclass(frozen=True, slots=True)
class WorkerChange:
    """One line of a worker that calls for a look."""

    worker: str
    name: str
    job: str
    before: str
    now: str
    words: str


@dataclass(slots=True)
class Changes:
    """Everything that differs, in the order in which a reviewer asks for it."""

    rates_down: list[WorkerChange] = field(default_factory=list)
    studies_old: list[WorkerChange] = field(default_factory=list)
    vanished: list[WorkerChange] = field(default_factory=list)
    new: list[WorkerChange] = field(default_factory=list)
    moved: list[WorkerChange] = field(default_factory=list)
    jobs: list[JobChange] = field(default_factory=list)
    facts: list[Difference] = field(default_factory=list)
    unchanged_workers: int = 0

    @property
    def any(self) -> bool:
        """Whether anything calls for a look."""
        return bool(
            self.rates_down or self.studies_old or self.vanished or self.new or self.moved or self.jobs or self.facts
        )


def previous(application: Application) -> Application | None:
    """Return what was granted last on the license before this renewal was filed."""
    if application.renews_id is None:
        return None
    earlier = Application.objects.filter(license=application.renews_id, filed_at__lt=application.filed_at)
    return earlier.exclude(pk=application.pk).select_related("case").order_by("-filed_at", "-pk").first()


def changes(application: Application, before: Application) -> Changes:
    """Return how `application` differs from `before`: four questions of the database, whatever their size."""
    filed_on = timezone.localdate(application.filed_at)
    now_said, said = (from_dict(ApplicationContent, one.content) for one in (application, before))
    found = Changes(facts=_differences(sections(_without_wish(said)), sections(_without_wish(now_said))))
    _compare_jobs(found, said, now_said, filed_on=filed_on, before_on=timezone.localdate(before.filed_at))
    _compare_workers(found, list(before.workers.all()), list(application.workers.all()), filed_on=filed_on)
    return found


def _without_wish(content: ApplicationContent) -> ApplicationContent:
    """Return the content without the wished first day, which no renewal has."""
    return replace(content, filing=replace(content.filing, start_on=None))


def _differences(before: Iterable[Section], now: Iterable[Section]) -> list[Difference]:
    old, new = _rows(before), _rows(now)
    found = []
    for key in [*old, *(key for key in new if key not in old)]:
        was, becomes = old.get(key, ""), new.get(key, "")
        if was != becomes:
            found.append(Difference(key[0], key[1], was or NOT_STATED, becomes or NOT_STATED))
    return found


def _rows(parts: Iterable[Section]) -> dict[tuple[str, str], str]:
    rows = {}
    for section in parts:
        if section.slug not in SECTIONS:
            continue
        for part in section.parts:
            where = f"{section.name}: {part.name}" if part.name else section.name
            for label, value in part.rows:
                rows[where, str(label)] = str(value)
    return rows


def _compare_jobs(
    found: Changes, before: ApplicationContent, now: ApplicationContent, *, filed_on: date, before_on: date
) -> None:
    wages, earlier = Checker(now, on=filed_on), Checker(before, on=before_on)
    for job in now.jobs:
        old, wage = before.job(job.name), wages.job(job.name) or JobWage()
        if old is None:
            found.jobs.append(JobChange(job.name, "Not there", _wage(wage), "New job", fault=False))
            continue
        was = earlier.job(old.name) or JobWage()
        words, fault = _job_words(job, old, wage=wage, was=was, filed_on=filed_on)
        if words:
            found.jobs.append(JobChange(job.name, _wage(was), _wage(wage), words, fault=fault))
    for old in before.jobs:
        if now.job(old.name) is None:
            gone = _wage(earlier.job(old.name) or JobWage())
            found.jobs.append(JobChange(old.name, gone, "Not there", "No longer listed", fault=False))


def _job_words(job: JobFacts, old: JobFacts, *, wage: JobWage, was: JobWage, filed_on: date) -> tuple[str, bool]:
    """Return what calls for a look at a job that was there before, and whether the rule does (272.09 (8) (f))."""
    if job.found_on is None or license_dates.next_adjustment_due(job.found_on).value < filed_on:
        return "The prevailing wage was not found again for more than a year", True
    if wage.prevailing == was.prevailing and job.found_on == old.found_on:
        return "The prevailing wage is the one of the last filing, found on the same day", True
    if wage.prevailing is not None and was.prevailing is not None and wage.prevailing < was.prevailing:
        return "The prevailing wage went down", True
    if wage.prevailing == was.prevailing:
        return "Found again, with the same result", False
    if job.method != old.method:
        return "Found by another method", False
    return ("The prevailing wage changed", False) if wage.prevailing != was.prevailing else ("", False)


def _wage(wage: JobWage) -> str:
    return f"{money(wage.prevailing)} an hour" if wage.prevailing is not None else "Cannot be worked out"


def _compare_workers(
    found: Changes, before: list[ApplicationWorker], now: list[ApplicationWorker], *, filed_on: date
) -> None:
    old = _by_worker(before)
    for key, facts in _by_worker(now).items():
        was = old.pop(key, None)
        seen = False
        if was is None:
            found.new.append(_line(facts, before="Not there", now=_rate(facts), words="New since the last filing"))
            seen = True
        else:
            seen = _compare_worker(found, was, facts)
        if _study_is_old(facts, filed_on):
            studied = facts.studied_on
            words = "No study is stated" if studied is None else "Older than 6 months on the day of filing"
            found.studies_old.append(_line(facts, before="", now=_day(studied), words=words))
            seen = True
        found.unchanged_workers += not seen
    for facts in old.values():
        found.vanished.append(_line(facts, before=_rate(facts), now="Not there", words="No longer listed"))


def _by_worker(rows: list[ApplicationWorker]) -> dict[tuple[Any, ...], WorkerFacts]:
    """Return the lines by worker, place and job; a worker without an id stands by name."""
    lines: dict[tuple[Any, ...], WorkerFacts] = {}
    counts: dict[tuple[Any, ...], int] = {}
    for row in rows:
        facts = from_dict(WorkerFacts, row.facts)
        who = (row.digest or facts.name.casefold(), facts.job.strip().casefold())
        counts[who] = counts.get(who, 0) + 1
        lines[(*who, counts[who])] = facts
    return lines


def _compare_worker(found: Changes, was: WorkerFacts, now: WorkerFacts) -> bool:
    """Add what differs between two lines of one worker on one job; return whether anything did."""
    same_basis = was.pay_basis == now.pay_basis
    if same_basis and was.rate is not None and now.rate is not None and now.rate < was.rate:
        found.rates_down.append(_line(now, before=_rate(was), now=_rate(now), words=f"Less by {_less(was, now)}"))
        return True
    if not same_basis:
        words = "Paid by the piece now" if now.pay_basis == PIECE else "Paid by the hour now"
        found.moved.append(_line(now, before=_rate(was), now=_rate(now), words=words))
        return True
    if was.site.strip().casefold() != now.site.strip().casefold():
        found.moved.append(_line(now, before=was.site, now=now.site, words="Works at another place"))
        return True
    return False


def _study_is_old(facts: WorkerFacts, filed_on: date) -> bool:
    """Return whether an hourly worker's last study is older than the rule allows on the day of filing (8) (j) 3."""
    if facts.pay_basis == PIECE:
        return False
    return facts.studied_on is None or license_dates.review_due(facts.studied_on).value[0] < filed_on


def _line(facts: WorkerFacts, *, before: str, now: str, words: str) -> WorkerChange:
    return WorkerChange(facts.worker_id or "No id", facts.name, facts.job, before, now, words)


def _rate(facts: WorkerFacts) -> str:
    if facts.rate is None:
        return NOT_STATED
    return f"{money(facts.rate, 4)} a piece" if facts.pay_basis == PIECE else f"{money(facts.rate)} an hour"


def _less(was: WorkerFacts, now: WorkerFacts) -> str:
    gap = (was.rate or Decimal(0)) - (now.rate or Decimal(0))
    return money(gap, 4 if now.pay_basis == PIECE else 2)


def _day(on: date | None) -> str:
    return shortday(on) if on else NOT_STATED
