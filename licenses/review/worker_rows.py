"""One worker's line as staff read it: what is paid, what is due, and the arithmetic of that."""

from __future__ import annotations

from typing import Any

from licenses import studies
from licenses.content import PIECE, WorkerFacts, from_dict
from licenses.models import ApplicationWorker
from licenses.wages import WageCheck
from licenses.worker_columns import COUNSELED, DISABILITIES, PAY_BASES
from wagecase.web.formatting import day, money

MISSING = {
    "rate": "the rate paid",
    "job": "the job",
    "job-unknown": "a job of the application",
    "minimum": "the minimum wage of the day",
    "productivity": "the productivity",
    "method": "how the prevailing wage was found",
    "own-wage": "the wage of own workers",
    "entry-level": "a source that is not entry level",
    "allowance": "an allowance that is large enough",
    "source-wage": "the wage of the source",
    "survey": "enough firms in the survey",
    "survey-workers": "the workers of each firm",
    "standard": "the measured units",
}


def row_of(row: ApplicationWorker) -> dict[str, Any]:
    """Return everything that the line on the workers' page shows."""
    facts, check = from_dict(WorkerFacts, row.facts), WageCheck.from_dict(row.wage)
    places = 4 if facts.pay_basis == PIECE else 2
    return {
        "id": facts.worker_id or "No id", "name": facts.name, "job": facts.job, "site": facts.site,
        "disability": str(DISABILITIES.get(facts.disability, "Not stated"))
        + (f": {facts.disability_words}" if facts.disability_words else ""),
        "basis": str(PAY_BASES.get(facts.pay_basis, "")), "paid": money(check.paid, places),
        "due": money(check.due, places), "studied": day(facts.studied_on), **_verdict(row, check, places),
        "sentences": check.finding.sentences("en") if check.finding else [],
        "study": check.study.sentences("en") if check.study else [], "differs": studies.differs(check.study),
        "study_cites": ", ".join(check.study.citations) if check.study else "", "counseled": _counseled(facts),
        "cites": ", ".join(check.finding.citations) if check.finding else "",
    }  # fmt: skip


def _counseled(facts: WorkerFacts) -> str:
    said = str(COUNSELED.get(facts.counseled, ""))
    return f"{said}, document of {day(facts.counseled_on)}" if facts.counseled_on else said


def _verdict(row: ApplicationWorker, check: WageCheck, places: int) -> dict[str, str]:
    if row.covers is None:
        missing = ", ".join(MISSING.get(code, code.replace("-", " ")) for code in check.missing)
        return {"tone": "attention", "word": "Cannot be worked out", "missing": missing}
    if row.covers:
        return {"tone": "done", "word": "Covers", "missing": ""}
    return {"tone": "late", "word": f"Short by {money(check.short, places)}", "missing": ""}
