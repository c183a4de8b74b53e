"""Works out for a worker's line what DWD 272.09 asks to be paid, and whether the rate paid covers it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from licenses import studies
from licenses.content import OWN, PIECE, PUBLIC, SURVEY, ApplicationContent, JobFacts, WorkerFacts
from wagecase.rates.books import published_book
from wagecase.rules import license_wages
from wagecase.rules.finding import Finding, Step, joined
from wagecase.rules.general_minimum import Minimum, minimum_on
from wagecase.rules.law import NoRateInSource

HUNDRED = Decimal(100)
_UNDER_LICENSE = ("licenses.licensed", "licenses.unlicensed")  # which of both it is, is not decided yet


@dataclass(frozen=True, slots=True)
class WageCheck:
    """What a worker's line comes to. `covers` is None where it cannot be worked out; `missing` says why.

    `due` is the commensurate wage an hour, or the piece rate; `paid` what the line says; `short` what is missing of it.
    """

    due: Decimal | None = None
    paid: Decimal | None = None
    covers: bool | None = None
    short: Decimal | None = None
    needs_license: bool | None = None  # False: the worker earns the minimum wage, so no license is needed
    missing: tuple[str, ...] = ()  # codes of what the line does not say
    finding: Finding[Any] | None = None
    study: Finding[Any] | None = None  # of the sample study of an hourly worker

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        money = {name: _text(getattr(self, name)) for name in ("due", "paid", "short")}
        return {
            **money,
            "covers": self.covers,
            "needs_license": self.needs_license,
            "missing": list(self.missing),
            "finding": self.finding.to_dict() if self.finding else None,
            **({"study": self.study.to_dict()} if self.study else {}),
        }

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> WageCheck:
        """Return what `to_dict` wrote; an empty one where nothing was stored."""
        found, study = stored.get("finding"), stored.get("study")
        money = {name: Decimal(stored[name]) for name in ("due", "paid", "short") if stored.get(name) is not None}
        return cls(
            **money,
            covers=stored.get("covers"),
            needs_license=stored.get("needs_license"),
            missing=tuple(stored.get("missing", ())),
            finding=Finding.from_dict(found) if found else None,
            study=Finding.from_dict(study) if study else None,
        )


@dataclass(frozen=True, slots=True)
class JobWage:
    """What one job pays workers without disabilities: the prevailing wage an hour and, by the piece, the piece rate.

    `missing` are codes of what the job does not say. `standard` is units an hour after the allowance, to be read;
    `exact` the same as units in a number of hours, never rounded.
    """

    prevailing: Decimal | None = None
    standard: Decimal | None = None
    exact: tuple[Decimal, Decimal] | None = None
    piece_rate: Decimal | None = None
    missing: tuple[str, ...] = ()
    missing_piece: tuple[str, ...] = ()
    finding: Finding[Any] | None = None  # of the prevailing wage
    piece_finding: Finding[Any] | None = None


class Checker:
    """Works out the lines of one application on one day; each job is worked out once, so thousands of lines are quick."""

    def __init__(self, content: ApplicationContent, *, on: date) -> None:
        self._content = content
        self._minimum = _minimum(on)
        self._jobs: dict[str, tuple[JobFacts, JobWage] | None] = {}

    def job(self, name: str) -> JobWage | None:
        """Return the wages of the job that a line names; None if the application lists no such job."""
        found = self._job(name)
        return found[1] if found else None

    def _job(self, name: str) -> tuple[JobFacts, JobWage] | None:
        if name not in self._jobs:
            facts = self._content.job(name)
            self._jobs[name] = (facts, _job_wage(facts, self._minimum)) if facts else None
        return self._jobs[name]

    def check(self, worker: WorkerFacts) -> WageCheck:
        """Return what `worker` must be paid, against the rate paid (R-272.09-8h1a, 8j1, 6h), and what its study comes to."""
        found, study = self._check(worker), studies.study_of(worker)
        return found if study is None else replace(found, study=study)

    def _check(self, worker: WorkerFacts) -> WageCheck:
        found, rate_missing = self._job(worker.job), () if worker.rate is not None else ("rate",)
        if found is None or self._minimum is None:
            code = "minimum" if self._minimum is None else "job-unknown" if worker.job.strip() else "job"
            return WageCheck(paid=worker.rate, missing=(code, *rate_missing))
        facts, job = found
        if (worker.pay_basis or facts.pay_basis) == PIECE:
            return self._by_piece(worker, job, rate_missing)
        return self._by_hour(worker, job, rate_missing)

    def _by_hour(self, worker: WorkerFacts, job: JobWage, missing: tuple[str, ...]) -> WageCheck:
        output = _output(worker)
        if job.prevailing is None or job.finding is None or output is None:
            codes = (*job.missing, *(() if output else ("productivity",)), *missing)
            return WageCheck(paid=worker.rate, missing=codes)
        found = self._commensurate(job.prevailing, output)
        due: Decimal = found.value["commensurate"]
        finding = _once(_under_license(joined(found.value | job.finding.value, job.finding, found)))
        return _against(due, worker.rate, finding, needs=found.value["license_needed"], missing=missing)

    def _by_piece(self, worker: WorkerFacts, job: JobWage, missing: tuple[str, ...]) -> WageCheck:
        rate = _four(worker.rate)
        if job.piece_rate is None or job.piece_finding is None:
            return WageCheck(paid=rate, missing=(*job.missing, *job.missing_piece, *missing))
        output, needs = _output(worker), None
        if output is not None and job.exact is not None and self._minimum is not None:
            made, measured = output
            units, hours = job.exact
            needs = job.piece_rate * units * made < self._minimum.amount * measured * hours
        return _against(job.piece_rate, rate, job.piece_finding, needs=needs, missing=missing)

    def _commensurate(self, prevailing: Decimal, output: tuple[Decimal, Decimal]) -> Finding[Any]:
        assert self._minimum is not None  # noqa: S101 - asked by the caller
        made, measured = output
        return license_wages.commensurate_wage(
            prevailing=prevailing, worker=made, standard=measured, licensed=True, minimum=self._minimum
        )


def check(worker: WorkerFacts, content: ApplicationContent, *, on: date) -> WageCheck:
    """Return what `worker` must be paid on the local date `on`, against the rate paid (R-272.09-8h1a, 8j1, 6h).

    Raises RatesUnavailable while no schedule of rates is loaded.
    """
    return Checker(content, on=on).check(worker)


def check_all(workers: Iterable[WorkerFacts], content: ApplicationContent, *, on: date) -> list[WageCheck]:
    """Return `check` of each worker in order, with one look at the rates for all of them."""
    checker = Checker(content, on=on)
    return [checker.check(worker) for worker in workers]


def job_wage(job: JobFacts, *, on: date) -> JobWage:
    """Return what a job pays workers without disabilities on a day (R-272.09-6b to 6h, 8h2b, 8h1a).

    Raises RatesUnavailable while no schedule of rates is loaded.
    """
    return _job_wage(job, _minimum(on))


def job_wages(content: ApplicationContent, *, on: date) -> list[tuple[JobFacts, JobWage]]:
    """Return `job_wage` of each job in order, with one look at the rates for all of them."""
    minimum = _minimum(on) if content.jobs else None
    return [(job, _job_wage(job, minimum)) for job in content.jobs]


def rates_of(content: ApplicationContent, *, on: date) -> list[tuple[JobFacts, Decimal | None]]:
    """Return each job with its rate on a day: the prevailing wage an hour, or the piece rate of a job by the piece.

    None where what is filed does not give it. Raises RatesUnavailable while no schedule of rates is loaded.
    """
    found = job_wages(content, on=on)
    return [(job, wage.piece_rate if job.pay_basis == PIECE else wage.prevailing) for job, wage in found]


def _minimum(on: date) -> Minimum | None:
    try:
        return minimum_on(on, book=published_book())
    except NoRateInSource:
        return None


def _job_wage(job: JobFacts, minimum: Minimum | None) -> JobWage:
    figure, missing = _figure(job)
    if minimum is None or figure is None:
        return JobWage(missing=missing or ("minimum",), missing_piece=_piece_missing(job))
    found = license_wages.prevailing_wage(figure=figure, minimum=minimum)
    if job.method == SURVEY:
        size = license_wages.survey_size(firms=len(job.sources), similar=job.similar_firms)
        found = joined(found.value, size, found)
    prevailing = found.value["prevailing"]
    piece_missing = _piece_missing(job)
    if piece_missing:
        return JobWage(prevailing=prevailing, missing_piece=piece_missing, finding=found)
    units, minutes = job.units_measured or Decimal(0), job.allowance_minutes or Decimal(0)
    measured = license_wages.production_standard(measured=units, minutes=minutes)
    standard = measured.value["standard_units_per_hour"]
    if not standard:
        return JobWage(prevailing=prevailing, missing_piece=("allowance",), finding=found)
    exact = license_wages.unrounded_standard(measured=units, minutes=minutes)
    rate = license_wages.piece_rate(
        prevailing=prevailing, standard=exact[0], hours=exact[1], computed=None, paid_nearby=job.nearby_piece_rate
    )
    piece = joined({**rate.value, **found.value, **measured.value}, found, measured, rate)
    return JobWage(
        prevailing=prevailing, standard=standard, exact=exact, piece_rate=rate.value["piece_rate"], finding=found,
        piece_finding=piece,
    )  # fmt: skip


def _figure(job: JobFacts) -> tuple[license_wages.Figure | None, tuple[str, ...]]:
    """Return the wage of a job as found, before it is raised to the minimum, or what is missing to find it."""
    if not job.method:
        return None, ("method",)
    if job.method == OWN or job.similar_own == "yes":  # (6) (b): who has such workers uses what they are paid
        if job.method == OWN and _positive(job.own_wage):
            return license_wages.Figure("own-employees", job.own_wage or Decimal(0)), ()
        return None, ("own-wage",)
    if job.method == SURVEY:
        return _surveyed(job)
    if job.source_level == "entry":  # (6) (e)
        return None, ("entry-level",)
    if not _positive(job.source_wage):
        return None, ("source-wage",)
    return license_wages.Figure("public" if job.method == PUBLIC else "other", job.source_wage or Decimal(0)), ()


def _surveyed(job: JobFacts) -> tuple[license_wages.Figure | None, tuple[str, ...]]:
    wages = [source.wage for source in job.sources if source.wage is not None and source.wage > 0]
    if not wages or len(wages) < len(job.sources):
        return None, ("survey",)
    if job.averaging != "weighted":
        return license_wages.mean(wages), ()
    workers = [source.workers for source in job.sources if source.workers is not None and source.workers > 0]
    if len(workers) < len(wages):
        return None, ("survey-workers",)
    return license_wages.mean(wages, workers), ()


def _piece_missing(job: JobFacts) -> tuple[str, ...]:
    if not _positive(job.units_measured):
        return ("standard",)
    minutes = job.allowance_minutes
    return ("allowance",) if minutes is None or not 0 <= minutes < license_wages.MINUTES else ()


def _output(worker: WorkerFacts) -> tuple[Decimal, Decimal] | None:
    """Return what the worker makes and what the standard is in the same time; None if it is not measured or nothing."""
    made, standard = worker.worker_units, worker.standard_units
    if made is not None and standard is not None:
        return (made, standard) if made > 0 and standard > 0 else None
    return (worker.productivity, HUNDRED) if worker.productivity is not None and worker.productivity > 0 else None


def _under_license(finding: Finding[Any]) -> Finding[Any]:
    """Say of a wage below the minimum that a license is what it takes: while one is asked for, neither has been given."""
    steps = tuple(
        Step("licenses.takes_license", step.values) if step.key in _UNDER_LICENSE else step for step in finding.steps
    )
    return Finding(finding.value, steps, finding.citations, finding.books)


def _once(finding: Finding[Any]) -> Finding[Any]:
    """Leave out a step that was said before, such as the minimum wage of the day, which job and worker share."""
    steps = tuple(step for place, step in enumerate(finding.steps) if step not in finding.steps[:place])
    return Finding(finding.value, steps, finding.citations, finding.books)


def _against(
    due: Decimal, paid: Decimal | None, finding: Finding[Any], *, needs: bool | None, missing: tuple[str, ...]
) -> WageCheck:
    if paid is None:
        return WageCheck(due=due, needs_license=needs, missing=missing, finding=finding)
    covers = paid >= due
    short = None if covers else due - paid
    step = Step("licenses.rate_covers" if covers else "licenses.rate_short", {"paid": paid, "due": due, "short": short})
    finding = Finding(finding.value, (*finding.steps, step), finding.citations, finding.books)
    return WageCheck(due=due, paid=paid, covers=covers, short=short, needs_license=needs, finding=finding)


def _four(rate: Decimal | None) -> Decimal | None:
    """Return a piece rate with four decimals, as every piece rate is written; none has more."""
    return None if rate is None else rate.quantize(license_wages.FOURTH)


def _positive(number: Decimal | None) -> bool:
    return number is not None and number > 0


def _text(number: Decimal | None) -> str | None:
    return None if number is None else str(number)
