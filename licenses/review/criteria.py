"""The checklist of a review: a row for each criterion of DWD 272.09 (5) and (6), and what the application says to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from licenses import wages
from licenses.content import (
    ALTERNATE,
    HOURLY,
    OWN,
    PUBLIC,
    SURVEY,
    ApplicationContent,
    JobFacts,
    WorkerFacts,
    from_dict,
)
from licenses.models import Application, ReviewItem
from licenses.review import worker_evidence
from licenses.review.reading import filed
from licenses.review.words import LEVELS, MEASURES, METHODS
from licenses.tally import Tally, tally_of
from licenses.wording import masked_ssn
from licenses.worker_columns import DISABILITIES
from wagecase.rules import law, license_dates, license_wages
from wagecase.web.formatting import counted, day, money

YES, NO = "yes", "no"
SURVEY_IS_OF_OTHERS = (
    "Most of its workers have no disability, and (6) (c) opens a survey to employers most of whose workers have one."
)
MET, NOT_APPLICABLE = ReviewItem.Result.MET.value, ReviewItem.Result.NOT_APPLICABLE.value


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that the application itself offers. `ok` is None where it only informs."""

    text: str
    ok: bool | None = None
    nothing: bool = False  # there is nothing of the kind, so that the criterion does not apply


class Offered:
    """What an application offers as evidence, worked out once for the whole checklist."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.content: ApplicationContent = filed(application)
        self.on: date = application.case.received_on

    @cached_property
    def workers(self) -> Tally:
        """The workers as filed, in numbers; those of an application of before they were kept are counted now."""
        if self.application.tally:
            return Tally.from_dict(self.application.tally)
        rows = self.application.workers.only("facts").iterator(chunk_size=500)
        return tally_of((from_dict(WorkerFacts, row.facts) for row in rows), on=self.on)

    @cached_property
    def job_wages(self) -> list[tuple[JobFacts, wages.JobWage]]:
        """Each job with its prevailing wage on the day of the filing."""
        return wages.job_wages(self.content, on=self.on)

    def jobs(self, *methods: str) -> list[JobFacts]:
        """The jobs whose prevailing wage was found in one of these ways."""
        return [job for job in self.content.jobs if job.method in methods]


Evidence = Callable[[Offered], list[Line]]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One row. While the result of one that `bars` is "not met", no license may be recommended: the law says so."""

    code: str
    question: str
    cite: str
    evidence: Evidence
    bars: bool = False


def _fein(offered: Offered) -> list[Line]:
    employer = offered.content.employer
    if employer.fein:
        return [
            Line(f"FEIN XX-XXX{employer.fein[-4:]} stated.", True)
        ]  # as it is always set, the last four signs alone
    if employer.ssn:
        return [Line(f"Social security number {masked_ssn(employer.ssn)} of an individual stated.", True)]
    return [Line("Neither an FEIN nor a social security number stated.", False)]


def _disability(offered: Offered) -> list[Line]:
    total, with_proof, kinds = offered.workers.total, offered.workers.with_proof, offered.workers.disabilities
    lines = [
        Line(
            f"Evidence of the disability on file for {counted(with_proof)} of {counted(total)} workers.",
            with_proof == total > 0,
        )
    ]
    words = [f"{DISABILITIES.get(kind, kind or 'not stated')} {counted(n)}" for kind, n in kinds]
    return lines + [Line(f"By category: {', '.join(words)}.")] * bool(words)


def _prevailing(offered: Offered) -> list[Line]:
    lines = []
    for job, wage in offered.job_wages:
        method = METHODS.get(job.method, "not stated")
        found = f"{money(wage.prevailing)} an hour" if wage.prevailing is not None else "cannot be worked out"
        lines.append(Line(f"{job.name}: {found} ({method}).", wage.prevailing is not None))
    return lines or [Line("No job stated.", False)]


def _productivity(offered: Offered) -> list[Line]:
    measured = [job for job in offered.content.jobs if job.measured_by]
    lines = [Line(f"{job.name}: {MEASURES.get(job.measured_by, job.measured_by)}.") for job in measured]
    missing = len(offered.content.jobs) - len(measured)
    if missing:
        lines.append(Line(f"{counted(missing)} job{'s' if missing > 1 else ''} without a way of measuring.", False))
    hourly = offered.workers.hourly
    if hourly:
        fresh = offered.workers.fresh(offered.on)
        months = law.in_force("licenses.review_months", offered.on).number
        lines.append(
            Line(
                f"Study at most {months} months old for {counted(fresh)} of {counted(hourly)} hourly workers.",
                fresh == hourly,
            )
        )
    return lines + [Line(text, ok) for text, ok in worker_evidence.study_lines(offered.workers)]


def _rates(offered: Offered) -> list[Line]:
    application = offered.application
    total, short = application.workers_count, application.short_count
    _short, unknown = wage_gaps(application)
    covered = total - short - unknown
    lines = [
        Line(
            f"The rate covers the commensurate wage for {counted(covered)} of {counted(total)} workers.",
            covered == total > 0,
        )
    ]
    if short:
        lines.append(Line(f"Short: {counted(short)}.", False))
    if unknown:
        lines.append(Line(f"Cannot be worked out: {counted(unknown)}.", False))
    return lines


def _reviewed(offered: Offered) -> list[Line]:
    months = law.in_force("licenses.review_months", offered.on).number
    hourly = [job for job in offered.content.jobs if job.pay_basis == HOURLY]
    lines = [_attested(offered, "six-months")]
    for job in hourly:
        within = job.reviewed_months is not None and 0 < job.reviewed_months <= months
        stated = f"every {job.reviewed_months} months" if job.reviewed_months else "not stated"
        lines.append(Line(f"{job.name}: workers are measured {stated}.", within))
    return lines if hourly else [*lines, Line("No job is paid by the hour.")]


def _adjusted(offered: Offered) -> list[Line]:
    lines = [_attested(offered, "yearly")]
    for job in offered.content.jobs:
        if job.found_on is None:
            lines.append(Line(f"{job.name}: no day from which the prevailing wage holds.", False))
            continue
        due = license_dates.next_adjustment_due(job.found_on).value
        lines.append(
            Line(f"{job.name}: prevailing wage of {day(job.found_on)}, next review by {day(due)}.", due >= offered.on)
        )
    return lines


def _attested(offered: Offered, code: str) -> Line:
    """Whether the written assurance was ticked when the application was signed."""
    signed = offered.content.attestation
    given = code in signed.ticked
    who = f" by {signed.name}, {signed.title}" if given and signed.name else ""
    return Line(f"Assurance {'given in writing' if given else 'not found among what was attested'}{who}.", given)


def _objective(offered: Offered) -> list[Line]:
    ways = Counter(job.method for job in offered.content.jobs)
    return [
        Line(f"{METHODS.get(way, 'Way not stated')}: {counted(n)} job{'' if n == 1 else 's'}.", bool(way) or False)
        for way, n in ways.items()
    ]


def _own(offered: Offered) -> list[Line]:
    mainly_without = offered.content.employer.primarily_disabled == NO
    lines = [line for job in offered.content.jobs if (line := _own_line(job, mainly_without=mainly_without))]
    primarily = {YES: "Most of its workers have a disability.", NO: "Most of its workers have no disability."}
    if words := primarily.get(offered.content.employer.primarily_disabled):
        lines.append(Line(words))
    return lines or [Line("No similar work of workers without disabilities stated.")]


def _own_line(job: JobFacts, *, mainly_without: bool) -> Line | None:
    """Return what a job says to (6) (b), whose two cases are independent: what most workers are, and who does such work.

    What more than a token number is, the rule does not say: a reviewer judges it by the reason stated.
    """
    way = METHODS.get(job.method, "way not stated").lower()
    if job.similar_own == YES:
        words = f"{job.name}: similar work of workers without disabilities here; {way}."
        return Line(words, job.method == OWN)
    if not mainly_without and job.similar_own != "token":
        return None
    here = "a token number of" if job.similar_own == "token" else "no"
    words = f"{job.name}: similar work of {here} workers without disabilities here; {way}."
    if job.method == OWN:
        return Line(words, True)
    return Line(f"{words} Why not its own rate: {job.own_reason or 'not stated'}", False if mainly_without else None)


def _survey(offered: Offered) -> list[Line]:
    lines = []
    for job in offered.jobs(SURVEY):
        size = license_wages.survey_size(firms=len(job.sources), similar=job.similar_firms)
        reason = f" Why fewer: {job.few_reason}" if job.few_reason else ""
        lines.append(Line(f"{job.name}: {' '.join(size.sentences('en'))}{reason}", size.value))
    if lines and offered.content.employer.primarily_disabled == NO:
        lines.append(Line(SURVEY_IS_OF_OTHERS, False))
    return lines or [Line("No prevailing wage was found by a survey.")]


def _alternate(offered: Offered) -> list[Line]:
    lines = []
    for job in offered.jobs(ALTERNATE, PUBLIC):
        on = f", {day(job.source_on)}" if job.source_on else ""
        lines.append(
            Line(f"{job.name}: {job.source_name or 'source not named'}{on}.", bool(job.source_name and job.source_on))
        )
        reason = job.survey_reason.strip()
        lines.append(Line(f"{job.name}: why a survey was not practical: {reason or 'not stated.'}", bool(reason)))
    return lines or [Line("No other source was used.")]


def _entry(offered: Offered) -> list[Line]:
    lines = []
    for job in offered.jobs(SURVEY):
        reasons = sum(bool(source.not_entry.strip()) for source in job.sources)
        lines.append(
            Line(
                f"{job.name}: {counted(reasons)} of {counted(len(job.sources))} firms with why the wage is not entry level.",
                reasons == len(job.sources) > 0,
            )
        )  # fmt: skip
    for job in offered.jobs(ALTERNATE, PUBLIC):
        lines.append(
            Line(
                f"{job.name}: level of the source {LEVELS.get(job.source_level, 'not stated')}.",
                job.source_level == "experienced",
            )
        )
    return lines or [Line("The employer’s own experienced workers.")]


def _tabulated(offered: Offered) -> list[Line]:
    lines = []
    for job in offered.jobs(SURVEY):
        weighted = job.averaging == "weighted"
        whole = not weighted or all(source.workers for source in job.sources)
        way = "weighted by the workers of each firm" if weighted else "plain mean"
        lines.append(Line(f"{job.name}: {way}.", whole))
    return lines or [Line("No survey to tabulate.", nothing=True)]


def _recorded(offered: Offered) -> list[Line]:
    wanted = ("firm", "address", "phone", "person", "title", "asked_on", "work", "wage", "not_entry")
    lines = []
    for job in offered.jobs(SURVEY):
        gaps = [
            source.firm or "a firm without a name"
            for source in job.sources
            if not all(getattr(source, name) for name in wanted)
        ]
        words = f"not all of it for {', '.join(gaps)}" if gaps else "all of it for each firm"
        lines.append(Line(f"{job.name}: {words}.", not gaps and bool(job.sources)))
    for job in offered.jobs(
        ALTERNATE
    ):  # (6) (g) speaks of the "firm or other source", which the application does not ask
        words = (
            "the application does not ask for its address and phone, who was contacted there, and that person’s title"
        )
        lines.append(Line(f"{job.name}: another source was used; {words}."))
    return lines or [Line("No survey to record.", nothing=True)]


def _minimum(offered: Offered) -> list[Line]:
    lines = []
    for job, wage in offered.job_wages:
        if wage.finding is None or wage.prevailing is None:
            lines.append(Line(f"{job.name}: prevailing wage cannot be worked out.", False))
            continue
        raised = bool(wage.finding.value.get("raised_to_minimum"))
        words = "was below the minimum wage and is raised to it" if raised else "not below the minimum wage"
        lines.append(Line(f"{job.name}: {money(wage.prevailing)}, {words}.", None if raised else True))
    return lines


CRITERIA: tuple[Criterion, ...] = (
    Criterion(
        "fein",
        "Does the application state the employer’s FEIN, or the social security number of an individual who has none?",
        "104.07 (4)", _fein, bars=True,
    ),
    Criterion(
        "disability",
        "Do the disabilities, in nature and extent, lower productivity for the work?",
        "DWD 272.09 (5) (a) 1.", _disability,
    ),
    Criterion(
        "prevailing",
        "Are the prevailing wages those of experienced workers without disabilities for comparable "
        "work in the vicinity?",
        "DWD 272.09 (5) (a) 2.", _prevailing,
    ),
    Criterion(
        "productivity",
        "Was productivity compared by a verifiable measurement of the work, or with such workers?",
        "DWD 272.09 (5) (a) 3.", _productivity,
    ),
    Criterion(
        "rates",
        "Are the rates to be paid commensurate with theirs?",
        "DWD 272.09 (5) (a) 4., (8) (d)", _rates, bars=True,
    ),
    Criterion(
        "assures-review",
        "Has the employer assured in writing that hourly rates are reviewed at least every 6 months?",
        "DWD 272.09 (5) (b) 1.", _reviewed, bars=True,
    ),
    Criterion(
        "assures-adjustment",
        "Has the employer assured in writing that all wages are adjusted at least once a year to prevailing wages?",
        "DWD 272.09 (5) (b) 2.", _adjusted, bars=True,
    ),
    Criterion(
        "objective",
        "Were the prevailing wages determined objectively?",
        "DWD 272.09 (6) (a)", _objective,
    ),
    Criterion(
        "own-rate",
        "Where most workers have no disability, or more than a token number without one do similar work here, is what "
        "the employer pays its own used?",
        "DWD 272.09 (6) (b)", _own,
    ),
    Criterion(
        "survey",
        "Were at least 3 comparable firms asked, or all where fewer do similar work?",
        "DWD 272.09 (6) (c)", _survey,
    ),
    Criterion(
        "other-sources",
        "Are other sources acceptable, and was a survey not practical?",
        "DWD 272.09 (6) (d)", _alternate,
    ),
    Criterion(
        "experienced",
        "Does no source give entry-level wages only?",
        "DWD 272.09 (6) (e)", _entry,
    ),
    Criterion(
        "tabulated",
        "Is the survey about similar methods and tabulated in one consistent way?",
        "DWD 272.09 (6) (f)", _tabulated,
    ),
    Criterion(
        "recorded",
        "Is everything recorded for each firm that was asked?",
        "DWD 272.09 (6) (g)", _recorded,
    ),
    Criterion(
        "minimum",
        "Is no prevailing wage below the minimum wage?",
        "DWD 272.09 (6) (h)", _minimum, bars=True,
    ),
)  # fmt: skip
BY_CODE = {row.code: row for row in CRITERIA}
CODES = tuple(BY_CODE)


def undone(application: Application) -> list[Criterion]:
    """Return the criteria on which nothing is found yet."""
    done = set(application.review.exclude(result="").values_list("code", flat=True))
    return [row for row in CRITERIA if row.code not in done]


def barring(application: Application) -> list[Criterion]:
    """Return the criteria that bar a license and were not found to be met.

    That one "does not apply" is no answer to what the law demands of every license; only without any hourly job is
    there no hourly rate to review (R-272.09-5b1).
    """
    results = dict(application.review.values_list("code", "result"))
    passing = {row.code: {MET} for row in CRITERIA if row.bars}
    if not any(job.pay_basis == HOURLY for job in filed(application).jobs):
        passing["assures-review"].add(NOT_APPLICABLE)
    return [row for row in CRITERIA if row.bars and results.get(row.code, "") not in passing[row.code]]


def wage_gaps(application: Application) -> tuple[int, int]:
    """Return how many workers' rates are below the commensurate wage, and of how many it cannot be worked out."""
    total, short = application.workers_count, application.short_count
    return short, total - short - application.workers.filter(covers=True).count()
