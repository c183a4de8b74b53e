"""Works out the lines of workers and writes on each what it comes to, so that a list of thousands is counted in one query."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils import timezone

from licenses.content import ApplicationContent, WorkerFacts
from licenses.drafting.contents import jobs
from licenses.drafting.forms.workers import WorkerForm
from licenses.drafting.sections import JOBS, SITES, WORKERS
from licenses.drafting.whole import Whole
from licenses.wages import Checker, WageCheck
from licenses.worker_rules import Lists, Problem, beside_wage, read_worker, same_line
from wagecase.audit.chain import unit_of_work
from wagecase.cases.models import Draft, DraftRow

COVERS, SHORT, OPEN, PROBLEM = "covers", "short", "open", "problem"


@dataclass(frozen=True)
class Read:
    """A worker's line as read: its facts, what is wrong with it, and what must be paid."""

    row: DraftRow
    facts: WorkerFacts
    problems: list[Problem]
    check: WageCheck
    twice: bool = False  # the same worker has a line for the same place and job before this one

    @property
    def faults(self) -> list[Problem]:
        """What must be mended before the application can be filed."""
        return [problem for problem in self.problems if not problem.warns]

    @property
    def outcome(self) -> str:
        """What the line comes to: covers, short, open (no wage can be worked out), problem."""
        if self.faults or self.twice:
            return PROBLEM
        if self.check.covers is None:
            return OPEN
        return COVERS if self.check.covers else SHORT


class Reader:
    """Reads the lines of one draft; places and jobs are read once for all of them."""

    def __init__(self, whole: Whole) -> None:
        self._lists = Lists.of(sites=whole.names(SITES), jobs=whole.names(JOBS))
        self._today = timezone.localdate()
        self._checker = Checker(ApplicationContent(jobs=jobs(whole)), on=self._today)

    def read(self, row: DraftRow) -> Read:
        """Return a kept line as read."""
        cells = WorkerForm.cells(row.answers)
        facts, problems = read_worker(cells, today=self._today, lists=self._lists, key=row.key)
        job = self._checker.job(facts.job)
        problems += beside_wage(facts, job.prevailing if job else None)
        return Read(row, facts, problems, self._checker.check(facts))

    def read_many(self, rows: Iterable[DraftRow]) -> list[Read]:
        """Return kept lines as read, in order; a line that says again what one before says is marked."""
        seen: set[tuple[str, str, str]] = set()
        found = []
        for row in rows:
            one = self.read(row)
            line = same_line(one.facts)
            if all(line) and line in seen:
                one = replace(one, twice=True)
            seen.add(line)
            found.append(one)
        return found


def read_all(whole: Whole) -> list[Read]:
    """Return every worker's line of a draft as read, in order."""
    return Reader(whole).read_many(whole.draft.rows.filter(section=WORKERS))


def restamp(draft: Draft, *, digests: Iterable[str] | None = None, key: str = "") -> None:
    """Write anew on workers' lines what they come to: on all, or on those of some workers and the one with `key`."""
    rows = draft.rows.filter(section=WORKERS)
    if digests is not None:
        rows = rows.filter(Q(digest__in=[one for one in digests if one]) | Q(key=key))
    with unit_of_work():
        changed = []
        for found in Reader(Whole(draft)).read_many(rows):
            if found.row.outcome != found.outcome:
                found.row.outcome = found.outcome
                changed.append(found.row)
        DraftRow.objects.bulk_update(changed, ["outcome"], batch_size=500)
