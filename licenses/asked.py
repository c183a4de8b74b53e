"""What an organization is asked to answer about a license now: the notice that may end it, and questions on its renewal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from licenses.facts import facts_of
from licenses.models import Application, License
from licenses.revoking.opening import case_of_notice
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY

UNDECIDED = ("noticed", "drafted")
QUESTIONS = "licenses.information"


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer that is asked for: on which page, by which day (None while none is counted), and what it is about."""

    href: str
    due: date | None
    late: bool
    questions: bool  # of the review of a renewal; else a notice of facts
    may_end: bool = False  # the license itself, by a revocation


def asked_about(license: License, *, pending: Application | None, on: date) -> list[Asked]:
    """Return what the licensee is to answer on `on`, what may end the license first; nothing once it was given up."""
    if license.surrendered_on is not None:
        return []
    notice = case_of_notice(license)
    found = [_notice(notice, on)] if notice is not None and _unanswered(notice) else []
    clocks = Clock.objects.filter(case=pending.case_id, status=Clock.Status.RUNNING) if pending is not None else []
    for clock in clocks:
        if pending is not None and BY_KEY[clock.key].duty_of == "employer":
            late = clock.legal_due < on
            found.append(Asked(party_url(pending.case), clock.legal_due, late, clock.key == QUESTIONS))
    return found


def _notice(case: Case, on: date) -> Asked:
    due = case.revocation.cure_by  # type: ignore[attr-defined]
    return Asked(party_url(case), due, due is not None and due < on, questions=False, may_end=True)


def _unanswered(case: Case) -> bool:
    return case.state in UNDECIDED and any(not fact.answers.all() for fact in facts_of(case))
