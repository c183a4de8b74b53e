"""What keeps an application from being filed, and what is only told: beyond single answers, which their forms check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from licenses.content import OWN, PUBLIC, SURVEY, ApplicationContent, EmployerFacts, JobFacts
from licenses.drafting import earlier, prevailing, typed
from licenses.drafting.forms.workers import WorkerForm
from licenses.drafting.problems import Problem
from licenses.drafting.sections import FILES, JOBS, MEASURES, SITES, SLOTS, SOURCES, WORKERS
from licenses.drafting.whole import Line, Whole
from licenses.worker_rules import read_worker, same_name
from wagecase.cases.models import DraftRow
from wagecase.rules import calendar, license_wages
from wagecase.web.formatting import counted, day

__all__ = [
    "Problem",
    "answered",
    "asked_slots",
    "left_out",
    "of_files",
    "of_jobs",
    "of_measures",
    "of_sites",
    "of_workers",
    "warnings",
]
STUDY = "study"
QUARTER_MONTHS = 6  # older figures are told (office practice, domain file B2)


def of_sites(whole: Whole) -> Iterator[Problem]:
    """Yield what the places of work lack or hold twice."""
    lines = whole.rows(SITES)
    if not lines:
        yield Problem(SITES, _("Add at least one place of work"))
        return
    mains = [line for line in lines if line.answers.get("kind") == "main"]
    if not mains:
        yield Problem(SITES, _("Choose one place of work as the main place"))
    for extra in mains[1:]:
        yield Problem(SITES, _("There is more than one main place. Choose another kind for all but one."), extra.key)
    yield from _twice(
        lines, "name", slug=SITES, words=_("Two places of work have the name “%(name)s”. Give each its own.")
    )
    yield from _same_place(lines)
    if whole.renewal:
        for line in lines:
            if not line.answers.get("workers"):
                words = _("Enter how many workers worked at “%(name)s” in the quarter. 0 is an answer.")
                yield Problem(SITES, words % {"name": line.answers.get("name", "")}, line.key)


def _twice(lines: Sequence[Line], name: str, *, slug: str, words: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for line in lines:
        wanted = same_name(str(line.answers.get(name, "")))
        if wanted and wanted in seen:
            yield Problem(slug, words % {"name": line.answers[name]}, line.key)
        seen.add(wanted)


def _same_place(lines: Sequence[Line]) -> Iterator[Problem]:
    seen: dict[tuple[str, ...], str] = {}
    for line in lines:
        where = tuple(same_name(str(line.answers.get(name, ""))) for name in ("street", "city", "state"))
        if not where[0]:
            continue
        if where in seen and same_name(str(line.answers.get("name", ""))) != same_name(seen[where]):
            words = _("“%(name)s” has the same address as “%(other)s”. Remove one, or correct its address.")
            yield Problem(SITES, words % {"name": line.answers.get("name", ""), "other": seen[where]}, line.key)
        seen.setdefault(where, str(line.answers.get("name", "")))


def of_jobs(whole: Whole, employer: EmployerFacts) -> Iterator[Problem]:
    """Yield what the jobs and the firms that were asked about them lack or hold twice."""
    lines = whole.rows(JOBS)
    if not lines:
        yield Problem(JOBS, _("Add at least one job"))
    yield from _twice(lines, "name", slug=JOBS, words=_("Two jobs have the name “%(name)s”. Give each its own."))
    for line in lines:
        if line.answers.get("method") == SURVEY:
            yield from _survey(whole, line)
        if employer.primarily_disabled == "no":
            yield from _own_rate(line)


def _own_rate(job: Line) -> Iterator[Problem]:
    """An employer most of whose workers have no disability uses what it pays its own, if any do such work (6) (b)."""
    said, name = job.checked, str(job.answers.get("name", ""))
    if said.get("method") in {None, "", OWN}:
        return
    if said.get("similar_own") == "token":
        words = _(
            "Most of your workers have no disability. The law then asks for what you pay your own experienced workers on “%(name)s”, however few they are: choose that way to find the wage."
        )
        yield Problem(JOBS, words % {"name": name}, job.key)
    elif said.get("similar_own") == "no" and not said.get("own_reason"):
        words = _(
            "Most of your workers have no disability, and the law then asks for what you pay your own experienced workers. Say why you do not use it for “%(name)s”."
        )
        yield Problem(JOBS, words % {"name": name}, job.key)


def _survey(whole: Whole, job: Line) -> Iterator[Problem]:
    name, sources = str(job.answers.get("name", "")), whole.sources(job.key)
    yield from _twice(
        sources, "firm", slug=SOURCES, words=_("The firm “%(name)s” stands twice. Each firm counts once.")
    )
    for source in sources:
        if not source.valid:
            words = _("Complete what you wrote about the firm “%(name)s”")
            yield Problem(SOURCES, words % {"name": source.answers.get("firm", "") or _("without a name")}, source.key)
        elif job.answers.get("averaging") == "weighted" and not source.checked.get("workers"):
            words = _("Enter how many workers get the wage at “%(name)s”: the mean is weighted")
            yield Problem(SOURCES, words % {"name": source.answers["firm"]}, source.key)
    similar = job.checked.get("similar_firms")
    firms = len({same_name(str(source.answers.get("firm", ""))) for source in sources})
    size = license_wages.survey_size(firms=firms, similar=similar)
    if not sources:
        words = _("Add the firms that you asked about “%(name)s”")
        yield Problem(SOURCES, words % {"name": name}, "new", query=f"?job={job.key}")
    elif not size.value:
        words = ngettext(
            "You asked %(n)s firm about “%(name)s”. Ask at least three, or all if fewer do similar work: then say how many and how you know.",
            "You asked %(n)s firms about “%(name)s”. Ask at least three, or all if fewer do similar work: then say how many and how you know.",
            firms,
        )  # fmt: skip
        yield Problem(JOBS, words % {"n": counted(firms), "name": name}, job.key)


def of_measures(whole: Whole) -> Iterator[Problem]:
    """Yield the jobs whose measurement is not described."""
    for job in whole.rows(JOBS):
        line, name = whole.measure(job.key), str(job.answers.get("name", "")) or _("without a name")
        if line is None:
            yield Problem(MEASURES, _("Say how the work of “%(name)s” is measured") % {"name": name}, job.key)


def asked_slots(employer: EmployerFacts, jobs: Iterable[JobFacts]) -> dict[str, bool]:
    """Return the purposes of files that the answers call for, and whether a file is needed for each."""
    return {
        STUDY: True,
        "determination": any(job.method == PUBLIC for job in jobs),
        "federal": employer.federal_certificate == "yes",
        "contracts": employer.service_contracts == "yes",
        "other": False,
    }


def left_out(content: ApplicationContent) -> set[str]:
    """Return the purposes whose files stay in the draft, because the answers no longer call for them."""
    out = set()
    if not any(job.method == PUBLIC for job in content.jobs):
        out.add("determination")
    if content.employer.federal_certificate != "yes":
        out.add("federal")
    if content.employer.service_contracts != "yes":
        out.add("contracts")
    return out


def of_files(whole: Whole, employer: EmployerFacts, jobs: Iterable[JobFacts]) -> Iterator[Problem]:
    """Yield the purposes for which the answers call for a file and none is there; files of before are looked at first."""
    kept = whole.kept.get(FILES)
    if kept is not None and kept.answers.get(typed.CONFIRM):
        yield Problem(FILES, _("Say which files of the earlier application you file again"))
        return
    for code, needed in asked_slots(employer, jobs).items():
        if needed and code not in whole.purposes:
            label = next(str(slot.label) for slot in SLOTS if slot.code == code)
            yield Problem(FILES, _("Add a file: %(purpose)s") % {"purpose": label}, code)


def warnings(whole: Whole, content: ApplicationContent) -> list[Problem]:
    """Return what is told before the signature and never stops it."""
    return [*answered(whole, content), *_lines_counted(whole, content), *_left(whole, content)]


def answered(whole: Whole, content: ApplicationContent) -> list[Problem]:
    """Return those warnings that one answer gives: they stand beside its question, too. Reads no line of a worker."""
    today = timezone.localdate()
    return [
        *_sums(content, today), *_dates(content, today), *prevailing.warnings(content, today), *earlier.warnings(whole, content),
    ]  # fmt: skip


def _lines_counted(whole: Whole, content: ApplicationContent) -> Iterator[Problem]:
    """Tell of places with fewer lines, and jobs with another number of workers, than were said; reads every line."""
    rows = list(whole.draft.rows.filter(section=WORKERS))
    if rows:
        yield from _workers_of_jobs(content, rows)
        yield from _counseling(content, rows)
    lines = Counter(same_name(str(row.answers.get("site", ""))) for row in rows)
    for site in content.sites:
        there = lines[same_name(site.name)]
        if site.workers is not None and there < site.workers:
            words = _("At “%(name)s” you counted %(number)s workers, and the list has %(lines)s.")
            values = {"name": site.name, "number": counted(site.workers), "lines": counted(there)}
            yield Problem(SITES, words % values, site.key, warns=True)


def _counseling(content: ApplicationContent, rows: Sequence[DraftRow]) -> Iterator[Problem]:
    """Tell of young workers whose line says no, where the services were said to be verified for everybody (B7)."""
    said_no = [row for row in rows if row.answers.get("counseled") == "no"]
    without = sum(read_worker(WorkerForm.cells(row.answers))[0].counseled == "no" for row in said_no)
    if content.services_verified == "yes" and without:
        words = ngettext(
            "You verified the services for every worker, and the line of %(n)s worker says that counseling is not documented.",
            "You verified the services for every worker, and the lines of %(n)s workers say that counseling is not documented.",
            without,
        )  # fmt: skip
        yield Problem("services", words % {"n": counted(without)}, warns=True)


def _workers_of_jobs(content: ApplicationContent, rows: Sequence[DraftRow]) -> Iterator[Problem]:
    """Tell of a job whose number of workers is not that of the workers in the list; one at two places counts once."""
    listed: dict[str, set[str]] = {}
    for row in rows:
        who = same_name(str(row.answers.get("worker_id") or row.answers.get("name") or row.key))
        listed.setdefault(same_name(str(row.answers.get("job", ""))), set()).add(who)
    for job in content.jobs:
        there = len(listed.get(same_name(job.name), ()))
        if job.workers is not None and there != job.workers:
            words = _("Workers on the job “%(name)s”: %(number)s by your answer, %(lines)s in the list.")
            values = {"name": job.name, "number": counted(job.workers), "lines": counted(there)}
            yield Problem(JOBS, words % values, job.key, warns=True)


def _sums(content: ApplicationContent, today: date) -> Iterator[Problem]:
    filing = content.filing
    parts = sum(filing.quarter_split.values())
    if filing.quarter_workers is not None and filing.quarter_split and parts != filing.quarter_workers:
        words = _("The parts add up to %(parts)s workers, the total is %(total)s.")
        yield Problem("totals", words % {"parts": counted(parts), "total": counted(filing.quarter_workers)}, warns=True,
                      reason="" if filing.total_reason else "total_reason")  # fmt: skip
    if filing.quarter_end and calendar.months_after(filing.quarter_end, QUARTER_MONTHS) < today:
        words = _("The quarter ended on %(day)s, more than six months ago.")
        yield Problem("totals", words % {"day": day(filing.quarter_end)}, warns=True)
    contracts = content.employer.service_contract_count
    if contracts == 0:
        yield Problem(
            "employer", _("You said that there are such contracts, and that there are 0 of them."), warns=True
        )


def _dates(content: ApplicationContent, today: date) -> Iterator[Problem]:
    start, expires = content.filing.start_on, content.employer.federal_expires_on
    if start and start < today:
        words = _("You wish the license to begin on %(day)s. It can begin on the day it is issued at the earliest.")
        yield Problem("filing", words % {"day": day(start)}, warns=True)
    if expires and expires < calendar.years_after(today, 1):
        words = _("The federal certificate ends on %(day)s, which may be before the license ends.")
        yield Problem("employer", words % {"day": day(expires)}, warns=True)
    for site in content.sites:
        if site.address.state and site.address.state != "WI":
            words = _("“%(name)s” is not in Wisconsin. A license covers work in Wisconsin only.")
            yield Problem(SITES, words % {"name": site.name}, site.key, warns=True)


def _left(whole: Whole, content: ApplicationContent) -> Iterator[Problem]:
    out = left_out(content)
    names = [file.name for file in whole.draft.attachments.all() if file.purpose in out]
    if names:
        words = _("These files will not be filed, because your answers no longer call for them: %(names)s")
        yield Problem(FILES, words % {"names": ", ".join(names)}, warns=True)
    for line in whole.rows(JOBS):
        if whole.sources(line.key) and line.answers.get("method") not in (SURVEY, None, ""):
            words = _(
                "The firms that you asked about “%(name)s” will not be filed, because you chose another way to find its wage."
            )
            yield Problem(JOBS, words % {"name": line.answers.get("name", "")}, line.key, warns=True)


def of_workers(whole: Whole) -> list[Problem]:
    """Return what is to be mended or told about the lines of workers, from what each line was marked with."""
    states, found = whole.worker_outcomes, []
    if not whole.worker_count:
        found.append(Problem(WORKERS, _("Add at least one worker")))
    bad = states.get("problem", 0) + states.get("", 0)
    if bad:
        words = ngettext("%(n)s line of a worker has a problem", "%(n)s lines of workers have problems", bad)
        found.append(Problem(WORKERS, words % {"n": counted(bad)}, query="?only=problem"))
    if states.get("short"):
        words = ngettext(
            "%(n)s worker gets less than the wage that is due. Raise the rate, or file as it is: you then assure that the wage due is paid from the first day of the license on, and we ask about it.",
            "%(n)s workers get less than the wage that is due. Raise the rates, or file as it is: you then assure that the wages due are paid from the first day of the license on, and we ask about it.",
            states["short"],
        )  # fmt: skip
        found.append(Problem(WORKERS, words % {"n": counted(states["short"])}, warns=True, query="?only=short"))
    if states.get("open"):
        words = ngettext(
            "The wage of %(n)s worker cannot be worked out: its job lacks figures.",
            "The wages of %(n)s workers cannot be worked out: their jobs lack figures.", states["open"],
        )  # fmt: skip
        found.append(Problem(WORKERS, words % {"n": counted(states["open"])}, query="?only=problem"))
    return found
