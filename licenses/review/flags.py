"""What must not be overlooked before a decision: each warning blocks the recommendation until cleared with a reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from licenses.models import Application, License
from licenses.review.criteria import wage_gaps
from licenses.review.reading import filed
from wagecase.cases import kinds
from wagecase.cases.models import Case
from wagecase.web.formatting import counted

PREFIX = "flag:"  # of the rows of the checklist that hold why a flag does not stand in the way
STATED = {
    "denied": "The application states an earlier denial",
    "revoked": "The application states an earlier revocation",
}
OWN_KINDS = ("application", "license")


@dataclass(frozen=True, slots=True)
class Flag:
    """One matter: its code, what it is, more about it, and the reason why it was cleared ("" while it blocks)."""

    code: str
    text: str
    detail: str = ""
    cleared: str = ""
    of_grants: bool = False  # blocks a grant only: a denial needs no reason why it does not stand in the way


def flags_of(case: Case) -> list[Flag]:
    """Return the flags of an application: what it states, what the department did, and open cases of the employer.

    A flag that comes up after the checklist was filled in is not cleared by it.
    """
    application: Application = case.application
    cleared = {
        row.code.removeprefix(PREFIX): row.evidence
        for row in application.review.filter(code__startswith=PREFIX) if row.result
    }  # fmt: skip
    found = [*_wages(application), *_stated(application), *_department(case), *_open_cases(case)]
    return [replace(row, cleared=cleared.get(row.code, "")) for row in found]


def blocking(case: Case, *, granting: bool = False) -> list[Flag]:
    """Return the flags that nobody cleared yet and that bar any decision, or a grant."""
    return [flag for flag in flags_of(case) if not flag.cleared and (granting or not flag.of_grants)]


def _stated(application: Application) -> list[Flag]:
    facts = filed(application).filing
    words = facts.previous_words
    return [Flag(f"stated-{name}", text, words) for name, text in STATED.items() if name in facts.previous]


def _wages(application: Application) -> list[Flag]:
    """No license may allow less than the commensurate wage (R-272.09-8d): why it is granted nevertheless is on record.

    The numbers are part of the code, so that a reason given for one worker does not stand for two.
    """
    short, unknown = wage_gaps(application)
    words = [
        *(
            [f"below the commensurate wage for {counted(short)} of {counted(application.workers_count)} workers"]
            * bool(short)
        ),
        *([f"without a commensurate wage that can be worked out for {counted(unknown)}"] * bool(unknown)),
    ]
    if not words:
        return []
    text = f"The rates as filed are {' and '.join(words)}"
    return [Flag(f"wages:{short}:{unknown}", text, "DWD 272.09 (8) (d)", of_grants=True)]


def _same_employer(case: Case) -> Any:
    """Return the condition that a case is about the same employer: by its record, its number, or its name."""
    content = filed(case.application).employer
    employer = case.employer
    names = {content.legal_name, employer.legal_name if employer else ""} - {""}
    numbers = {content.fein, employer.fein if employer else ""} - {""}
    same: Any = Q(employer=employer) if employer else Q(pk=None)
    for name in names:
        same |= Q(employer__legal_name__iexact=name)
    return same | Q(employer__fein__in=numbers) if numbers else same


def _department(case: Case) -> list[Flag]:
    """What the department did before, to this account or to the same employer under another account."""
    application: Application = case.application
    mine = Q(kind__in=OWN_KINDS, pk__in=_own(application)) | _same_employer(case)
    cases = Case.objects.filter(mine).exclude(pk=application.pk).order_by("pk").distinct()
    over = Case.objects.filter(
        kind="revocation", state="ended", revocation__license__surrendered_on__isnull=False,
        revocation__license__case__in=cases.filter(kind="license").order_by().values("pk"),
    )  # fmt: skip
    return [
        *(Flag(f"denied:{row.number}", f"We denied application {row.number}")
          for row in cases.filter(kind="application", state__in=("denied", "to_serve"))),
        *(Flag(f"revoked:{row.number}", f"We revoked license {row.number}")
          for row in cases.filter(kind="license", license__revoked_on__isnull=False)),
        *(Flag(f"given-up:{row.number}", f"License given up while revocation {row.number} was open")
          for row in over.order_by("pk")),
    ]  # fmt: skip


def _own(application: Application) -> list[int]:
    organization = application.organization_id
    return [
        *Application.objects.filter(organization=organization).values_list("pk", flat=True),
        *License.objects.filter(organization=organization).values_list("pk", flat=True),
    ]


def _open_cases(case: Case) -> list[Flag]:
    """Open complaints, notices and revocations about the same employer."""
    found = Case.objects.filter(_same_employer(case), is_open=True).exclude(kind__in=OWN_KINDS).order_by("pk")
    return [Flag(f"open:{row.number}", f"Open: {kinds.get(row.kind).lifecycle.title} {row.number}") for row in found]
