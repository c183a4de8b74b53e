"""What must not be overlooked before a decision: each warning blocks the recommendation until cleared with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from licenses.models import Application, License
from licenses.review.reading import filed
from wagecase.cases import kinds
from wagecase.cases.models import Case

PREFIX = "flag:"  # of the rows of the checklist that hold why a flag does not stand in the way
STATED = {
    "denied": "The application states an earlier denial",
    "revoked": "The application states an earlier revocation",
}
OWN_KINDS = ("application", "license")
MOST = 20


@dataclass(frozen=True, slots=True)
class Flag:
    """One matter: its code, what it is, more about it, and the reason why it was cleared ("" while it blocks)."""

    code: str
    text: str
    detail: str = ""
    cleared: str = ""


def flags_of(case: Case) -> list[Flag]:
    """Return the flags of an application: what it states, what the department did, and open cases of the employer.

    A flag that comes up after the checklist was filled in is not cleared by it.
    """
    application: Application = case.application
    cleared = {
        row.code.removeprefix(PREFIX): row.evidence
        for row in application.review.filter(code__startswith=PREFIX) if row.result
    }  # fmt: skip
    found = [*_stated(application), *_department(application), *_open_cases(case)]
    return [Flag(row.code, row.text, row.detail, cleared.get(row.code, "")) for row in found]


def blocking(case: Case) -> list[Flag]:
    """Return the flags that nobody cleared yet."""
    return [flag for flag in flags_of(case) if not flag.cleared]


def _stated(application: Application) -> list[Flag]:
    facts = filed(application).filing
    words = facts.previous_words
    return [Flag(f"stated-{name}", text, words) for name, text in STATED.items() if name in facts.previous]


def _department(application: Application) -> list[Flag]:
    mine = Q(organization=application.organization_id)
    denied = Application.objects.filter(mine, case__state="denied").exclude(pk=application.pk)
    revoked = License.objects.filter(mine, revoked_on__isnull=False)
    return [
        *(Flag(f"denied:{row.case.number}", f"We denied application {row.case.number}")
          for row in denied.select_related("case").order_by("pk")[:MOST]),
        *(Flag(f"revoked:{row.case.number}", f"We revoked license {row.case.number}")
          for row in revoked.select_related("case").order_by("pk")[:MOST]),
    ]  # fmt: skip


def _open_cases(case: Case) -> list[Flag]:
    """Open complaints, notices and revocations about the same employer: by its record, its number, or its name."""
    employer = case.employer
    if employer is None:
        return []
    same: Any = Q(employer=employer) | Q(employer__legal_name__iexact=employer.legal_name)
    if employer.fein:
        same |= Q(employer__fein=employer.fein)
    found = Case.objects.filter(same, is_open=True).exclude(kind__in=OWN_KINDS).order_by("pk")[:MOST]
    return [Flag(f"open:{row.number}", f"Open: {kinds.get(row.kind).lifecycle.title} {row.number}") for row in found]
