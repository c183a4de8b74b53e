"""How far each section of an application is, as its task list says it; "complete" means that the server would accept it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from licenses.content import ApplicationContent, EmployerFacts, JobFacts
from licenses.drafting import checks, typed
from licenses.drafting.checks import Problem
from licenses.drafting.contents import content, employer, jobs
from licenses.drafting.marks import mark_of
from licenses.drafting.sections import FILES, JOBS, MEASURES, SECTIONS, SITES, WORKERS, Section
from licenses.drafting.whole import Whole
from licenses.wages import JobWage, job_wages
from wagecase.web.formatting import counted

EMPTY, HALF, PROBLEM, CONFIRM, COMPLETE, WAITS = "empty", "half", "problem", "confirm", "complete", "waits"
TAGS: dict[str, tuple[str, Any]] = {
    EMPTY: ("neutral", gettext_lazy("Not started")), HALF: ("active", gettext_lazy("In progress")),
    PROBLEM: ("late", gettext_lazy("Problem")), CONFIRM: ("attention", gettext_lazy("Confirm")),
    COMPLETE: ("done", gettext_lazy("Complete")), WAITS: ("neutral", gettext_lazy("Cannot start yet")),
}  # fmt: skip


@dataclass
class Progress:
    """The state of every section of one draft, worked out once."""

    whole: Whole
    _states: dict[str, str] = field(default_factory=dict)
    _faults: dict[str, list[Problem]] = field(default_factory=dict)

    @cached_property
    def content(self) -> ApplicationContent:
        """What the draft says so far, without workers."""
        return content(self.whole)

    @cached_property
    def jobs(self) -> tuple[JobFacts, ...]:
        """The jobs alone."""
        return jobs(self.whole)

    @cached_property
    def employer(self) -> EmployerFacts:
        """Who applies."""
        return employer(self.whole)

    @cached_property
    def job_wages(self) -> dict[str, tuple[JobFacts, JobWage]]:
        """Each job as it stands with its wages, by the key of its line."""
        return {
            job.key: (job, wage) for job, wage in job_wages(ApplicationContent(jobs=self.jobs), on=timezone.localdate())
        }

    @property
    def faults(self) -> list[Problem]:
        """Everything beyond single answers that keeps the application from being filed."""
        return [one for slug in (SITES, JOBS, MEASURES, FILES, WORKERS) for one in self.faults_of(slug)]

    def faults_of(self, slug: str) -> list[Problem]:
        """Return the faults of one section; those of a survey belong to the jobs."""
        if slug not in self._faults:
            self._faults[slug] = list(self._found(slug))
        return self._faults[slug]

    def _found(self, slug: str) -> Iterable[Problem]:
        if slug == FILES:
            return checks.of_files(self.whole, self.employer, self.jobs)
        if slug == WORKERS:
            return (one for one in checks.of_workers(self.whole) if not one.warns)
        if slug == JOBS:
            return checks.of_jobs(self.whole, self.employer)
        lists = {SITES: checks.of_sites, MEASURES: checks.of_measures}
        return lists[slug](self.whole) if slug in lists else ()

    @cached_property
    def warnings(self) -> list[Problem]:
        """What is told and never stops a filing."""
        found = checks.warnings(self.whole, self.content)
        return [*found, *(one for one in checks.of_workers(self.whole) if one.warns)]

    def state(self, section: Section) -> str:
        """Return empty, half, problem, confirm, complete, or waits."""
        if section.slug not in self._states:
            self._states[section.slug] = self._state(section)
        return self._states[section.slug]

    def _state(self, section: Section) -> str:
        if section.slug == "check":
            return self._check()
        if section.slug == "sign":
            return EMPTY if self.checked else WAITS
        if self.waits_for(section):
            return WAITS
        kept = self.whole.kept.get(section.slug)
        if kept is not None and kept.answers.get(typed.CONFIRM):
            return CONFIRM
        if section.slug == FILES:
            return self._files()
        if section.slug == WORKERS:
            return self._workers()
        if section.rows:
            return self._lines(section)
        line = self.whole.section(section.slug)
        if not typed.plain(line.answers):
            return EMPTY
        return COMPLETE if line.valid else HALF if line.half else PROBLEM

    def _lines(self, section: Section) -> str:
        lines = self.whole.rows(section.slug)
        if section.slug == MEASURES:
            jobs = {job.key for job in self.whole.rows(JOBS)}
            lines = [line for line in lines if line.key in jobs]
        if not lines:
            return EMPTY
        if any(not line.valid and not line.half for line in lines):
            return PROBLEM
        if any(not line.valid for line in lines):
            return HALF
        if self.faults_of(section.slug):
            return HALF if section.slug == MEASURES else PROBLEM
        return COMPLETE

    def _workers(self) -> str:
        if not self.whole.worker_count:
            return EMPTY
        return PROBLEM if self.faults_of(WORKERS) else COMPLETE

    def _files(self) -> str:
        if not self.faults_of(FILES):
            return COMPLETE
        return HALF if self.whole.purposes else EMPTY

    def _check(self) -> str:
        if self.open_sections:
            return WAITS
        return COMPLETE if self.checked else EMPTY

    @cached_property
    def open_sections(self) -> list[Section]:
        """The sections before the check that are not complete."""
        return [section for section in SECTIONS[:-2] if self.state(section) != COMPLETE]

    @cached_property
    def checked_mark(self) -> str:
        """The mark of the answers that somebody looked at on the check page, empty where they do not stand so now."""
        kept = self.whole.kept.get("check")
        mark = str(kept.answers.get("mark", "")) if kept else ""
        return mark if not self.open_sections and mark == mark_of(self.whole.draft) else ""

    @property
    def checked(self) -> bool:
        """Whether somebody looked at the check page as the answers stand now."""
        return bool(self.checked_mark)

    def waits_for(self, section: Section) -> str:
        """Return why a section cannot be started yet, an empty text where it can."""
        if section.slug == MEASURES and not self.whole.lists[JOBS]:
            return _("Add a job first")
        if section.slug == WORKERS and not (self.whole.lists[JOBS] and self.whole.lists[SITES]):
            return _("Add a place of work and a job first")
        if section.slug == "check" and self.open_sections:
            left = len(self.open_sections)
            return ngettext("%(n)s section is left", "%(n)s sections are left", left) % {"n": counted(left)}
        return _("Check your answers first") if section.slug == "sign" and not self.checked else ""

    @property
    def done(self) -> int:
        """How many sections are complete."""
        return sum(self.state(section) == COMPLETE for section in SECTIONS)

    @property
    def next(self) -> Section:
        """The first section that can be worked on and is not complete."""
        open_now = (one for one in SECTIONS if self.state(one) not in {COMPLETE, WAITS})
        return next(open_now, SECTIONS[-1])
