"""The sections of an application: their order, their forms, and which of them wait for others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from licenses.drafting.fields import AskForm
from licenses.drafting.forms import filing, jobs
from licenses.drafting.forms.workers import WorkerForm

KIND = "license_application"  # of a draft
SITES, JOBS, SOURCES, MEASURES, WORKERS = "sites", "jobs", "sources", "measurement", "workers"
FILES = "files"
MOST_ROWS = {SITES: 200, JOBS: 200, SOURCES: 1000, MEASURES: 200, WORKERS: 10_000}


@dataclass(frozen=True)
class Section:
    """One section of the task list. `rows` holds lines of `form`; sections without a form have pages of their own."""

    slug: str
    label: Any
    group: str
    form: type[AskForm] | None = None
    rows: bool = False
    noun: Any = ""  # what is added, in "Add a place of work"


GROUPS: tuple[tuple[str, Any], ...] = (
    ("who", _("Who applies")), ("work", _("The work and its wage")), ("workers", _("The workers")),
    ("send", _("Papers and signature")),
)  # fmt: skip
SECTIONS: tuple[Section, ...] = (
    Section("filing", _("Filing and contact"), "who", filing.FilingForm),
    Section("employer", _("Employer"), "who", filing.EmployerForm),
    Section(SITES, _("Places of work"), "work", filing.SiteForm, rows=True, noun=_("Add a place of work")),
    Section(JOBS, _("Jobs and prevailing wages"), "work", jobs.JobForm, rows=True, noun=_("Add a job")),
    Section(MEASURES, _("Measurement"), "work", jobs.HourlyMeasureForm, rows=True),
    Section(WORKERS, _("Workers"), "workers", WorkerForm, rows=True, noun=_("Add a worker")),
    Section("services", _("Services to workers"), "workers", filing.ServicesForm),
    Section("totals", _("Workers in numbers"), "workers", filing.TotalsForm),
    Section(FILES, _("Files"), "send"),
    Section("check", _("Check"), "send"),
    Section("sign", _("Sign"), "send"),
)
SOURCE = Section(SOURCES, _("Firms that you asked"), "work", jobs.SourceForm, rows=True, noun=_("Add a firm"))
BY_SLUG = {section.slug: section for section in (*SECTIONS, SOURCE)}
ASKED = tuple(section for section in SECTIONS if section.form is not None)


def form_of(section: Section, *, renewal: bool = False, by_piece: bool = False) -> type[AskForm]:
    """Return the form of a section as this application needs it."""
    assert section.form is not None  # noqa: S101 - asked only of sections with questions
    if section.slug == "filing" and renewal:
        return filing.RenewalFilingForm
    if section.slug == "totals" and renewal:
        return filing.RenewalTotalsForm
    if section.slug == SITES and renewal:
        return filing.RenewalSiteForm
    if section.slug == MEASURES and by_piece:
        return jobs.PieceMeasureForm
    return section.form


def forms_of(section: Section) -> list[type[AskForm]]:
    """Return every form that a section may have."""
    found = [section.form] if section.form else []
    return [*found, jobs.PieceMeasureForm] if section.slug == MEASURES else found


@dataclass(frozen=True)
class Slot:
    """One purpose of files. `why` is said where it is needed."""

    code: str
    label: Any
    hint: Any = ""


SLOTS: tuple[Slot, ...] = (
    Slot("study", _("Studies of the work"), _("How the standard and the productivity were measured.")),
    Slot("determination", _("Public wage determination"), _("For a job whose wage a public determination sets.")),
    Slot("federal", _("Federal certificate"), _("The certificate that is in force.")),
    Slot("contracts", _("Public service contracts"), _("The contracts, or the pages that name work and wage.")),
    Slot("other", _("Other papers"), _("Anything that helps us to decide. No diagnoses.")),
)
MOST_FILES = 40  # of one application
