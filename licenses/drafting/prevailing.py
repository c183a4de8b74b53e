"""Warns of a prevailing wage that is below the minimum wage or old: both are filed as they are, but looked at first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from licenses.content import ALTERNATE, PUBLIC, ApplicationContent, JobFacts
from licenses.drafting.problems import Problem
from licenses.drafting.sections import JOBS
from licenses.wages import JobWage, job_wages
from wagecase.rules import calendar
from wagecase.web.formatting import day, money

OLD_MONTHS = 12  # office practice, domain file B5: a wage is reviewed every year


def warnings(content: ApplicationContent, today: date) -> Iterator[Problem]:
    """Yield what is told of the wages of jobs, on the line of each job."""
    for job, found in job_wages(content, on=today):
        for text in (raised_words(job, found), *_old(job, today)):
            if text:
                yield Problem(JOBS, text, job.key, warns=True)


def raised_words(job: JobFacts, found: JobWage) -> str:
    """Return that the minimum wage counts in place of what was found (R-272.09-6h), empty where it does not."""
    if found.finding is None or found.prevailing is None or not found.finding.value.get("raised_to_minimum"):
        return ""
    words = _(
        "The wage that you found for “%(name)s” is below the minimum wage, so the minimum wage of %(minimum)s an hour counts in its place (DWD 272.09 (6) (h)). Check the figure."
    )
    return words % {"name": job.name, "minimum": money(found.prevailing)}


def _old(job: JobFacts, today: date) -> Iterator[str]:
    if job.found_on and _is_old(job.found_on, today):
        words = _(
            "The wage for “%(name)s” holds from %(day)s, more than a year ago. Find it anew: it is reviewed every year."
        )
        yield words % {"name": job.name, "day": day(job.found_on)}
    if job.method in {ALTERNATE, PUBLIC} and job.source_on and _is_old(job.source_on, today):
        words = _("You looked up the wage for “%(name)s” on %(day)s, more than a year ago.")
        yield words % {"name": job.name, "day": day(job.source_on)}
    for source in job.sources:
        if source.asked_on and _is_old(source.asked_on, today):
            words = _("You asked “%(name)s” on %(day)s, more than a year ago.")
            yield words % {"name": source.firm, "day": day(source.asked_on)}


def _is_old(on: date, today: date) -> bool:
    return calendar.months_after(on, OLD_MONTHS) < today
