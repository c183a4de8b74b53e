"""Sections and lines in words: what a list shows of a line, what stands beside its questions, answers for reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from licenses import wording
from licenses.content import PIECE, SURVEY, JobFacts
from licenses.drafting import checks, prevailing, stamps, typed
from licenses.drafting.progress import Progress
from licenses.drafting.sections import JOBS, MEASURES, SITES, SOURCES, WORKERS, Section
from licenses.drafting.stamps import Read
from licenses.drafting.whole import Line
from licenses.wages import JobWage, WageCheck
from licenses.worker_rules import DIFFERS
from wagecase.cases.models import DraftRow
from wagecase.web.formatting import counted, day, money

RESULTS: Mapping[str, tuple[str, Any]] = {
    stamps.COVERS: ("done", gettext_lazy("Covers")), stamps.SHORT: ("late", gettext_lazy("Short")),
    stamps.OPEN: ("waiting", gettext_lazy("Not worked out")), stamps.PROBLEM: ("attention", gettext_lazy("Problem")),
}  # fmt: skip
MISSING: Mapping[str, Any] = {
    "rate": gettext_lazy("the rate paid"), "job": gettext_lazy("the main job"),
    "job-unknown": gettext_lazy("a job of that name"), "productivity": gettext_lazy("the units or the percent"),
    "method": gettext_lazy("how the prevailing wage of the job was found"),
    "own-wage": gettext_lazy("what you pay your own experienced workers on the job"),
    "entry-level": gettext_lazy("a source with wages of experienced workers"),
    "source-wage": gettext_lazy("the wage of the source"), "survey": gettext_lazy("the wages of the firms asked"),
    "survey-workers": gettext_lazy("the workers of each firm asked"),
    "standard": gettext_lazy("the units an hour, under Measurement"),
    "allowance": gettext_lazy("the minutes for rest, under Measurement"),
    "minimum": gettext_lazy("the minimum wage of this day"),
}  # fmt: skip


def exact(value: Any) -> str:
    """Return dollars with as many places as the amount has, two at least: $7.75, $0.3300 by the piece."""
    return money(value, max(2, -int(value.as_tuple().exponent))) if value is not None else ""


def title(section: Section, line: Line | None) -> str:
    """Return the name of a page: the section's, or that of the line."""
    name = line_name(section, line.answers) if line is not None and section.rows else ""
    return name or str(section.form.title if section.form else section.label)


def line_name(section: Section, answers: Mapping[str, Any]) -> str:
    """Return what a line is called."""
    if section.slug == WORKERS:
        return str(answers.get("worker_id") or answers.get("name") or "")
    return str(answers.get("firm" if section.slug == SOURCES else "name", ""))


def summary(line: Line) -> list[dict[str, Any]]:
    """Return the answers of a section or line as rows of a summary list; unasked ones that are blank are left out."""
    line.form.is_valid()
    rows = []
    for name, field in line.form.fields.items():
        value = typed.shown(line.form, name, line.answers)
        if line.form.is_moot(name, line.answers):
            continue
        if field.widget.is_hidden or (not value and not field.required):
            continue
        rows.append({"label": field.label, "value": value, "name": name})
    return _told_apart(line.form.groups, rows)


def _told_apart(groups: Any, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the heading of its group before a label that stands more than once, such as the name of a second person."""
    times = Counter(str(row["label"]) for row in rows)
    heads = {name: heading for heading, names in groups for name in names}
    for row in rows:
        name = row.pop("name")
        if times[str(row["label"])] > 1 and name in heads:
            row["label"] = (
                f"{heads[name]}: {row['label']}"
                if not str(heads[name]).endswith("?")
                else f"{heads[name]} {row['label']}"
            )
    return rows


def sentences(finding: Any) -> list[str]:
    """Return the steps of a finding in the language of the page."""
    return finding.sentences((get_language() or "en")[:2]) if finding is not None else []


def result(check: WageCheck) -> tuple[str, str]:
    """Return the tone and the words of what a worker's line comes to: "Covers", "Short by $0.12"."""
    if check.covers:
        return "done", _("Covers")
    if check.covers is False:
        return "late", _("Short by %(amount)s") % {"amount": exact(check.short)}
    return "waiting", _("Not worked out")


def wage_panel(check: WageCheck, *, by_piece: bool) -> dict[str, Any]:
    """Return the wage that is due for a worker, what is paid, and how it was worked out."""
    tone, words = result(check)
    steps = sentences(check.finding)
    answer = ""
    if check.due is not None:
        sentence = _("A piece rate of %(due)s is due.") if by_piece else _("%(due)s an hour is due.")
        answer = sentence % {"due": exact(check.due)}
    names = [str(MISSING.get(code, code)) for code in check.missing]
    return {
        "tone": tone, "result": words, "answer": answer, "steps": steps, "missing": names,
        "law": ", ".join(check.finding.citations) if check.finding else "", "paid": exact(check.paid),
        "no_license": check.needs_license is False, "study": sentences(check.study),
        "study_law": ", ".join(check.study.citations) if check.study else "",
    }  # fmt: skip


def worker_row(found: Read) -> dict[str, Any]:
    """Return a worker's line for the list."""
    facts = found.facts
    tone, words = result(found.check)
    if found.outcome == stamps.PROBLEM:
        tone, words = "attention", _("Problem")
    faults = [problem.text() for problem in found.faults[:2]]
    if found.twice:
        faults.insert(0, _("This worker has a line for the same place and job already"))
    return {
        "key": found.row.key, "version": found.row.version,
        "worker": facts.worker_id or facts.name or _("Without a number"), "name": facts.name if facts.worker_id else "",
        "job": facts.job, "site": facts.site, "basis": wording.PAY_BASES.get(facts.pay_basis, ""),
        "due": exact(found.check.due), "paid": exact(found.check.paid), "tone": tone, "result": words, "faults": faults,
        "no_license": found.check.needs_license is False,
    }  # fmt: skip


def job_panel(job: JobFacts, found: JobWage) -> dict[str, Any]:
    """Return the prevailing wage of a job with its steps, and its piece rate."""
    answer = piece = ""
    if found.prevailing is not None:
        answer = _("Prevailing wage %(wage)s an hour") % {"wage": exact(found.prevailing)}
    if found.piece_rate is not None:
        piece = _("Piece rate %(rate)s") % {"rate": money(found.piece_rate, 4)}
    finding = found.piece_finding or found.finding
    return {
        "answer": answer, "piece": piece, "raised": prevailing.raised_words(job, found), "steps": sentences(finding),
        "law": ", ".join(finding.citations) if finding else "",
        "missing": [str(MISSING.get(code, code)) for code in found.missing],
    }  # fmt: skip


def beside(progress: Progress, section: Section, line: Line | None) -> dict[str, Any]:
    """Return what stands below the questions of a line: the wage of a worker or a job, with its arithmetic."""
    if line is None:
        return {}
    if section.slug not in {WORKERS, JOBS, MEASURES}:
        return {"remarks": _remarks(progress, section, line)}
    if section.slug == WORKERS:
        row = DraftRow(key=line.key, answers=line.answers)
        found = stamps.Reader(progress.whole).read(row)
        by_piece = found.facts.pay_basis == "piece"
        return {
            "wage": wage_panel(found.check, by_piece=by_piece),
            "remarks": [
                {"text": one.text(), "kind": "warn" if one.code in DIFFERS else "info"}
                for one in found.problems
                if one.warns
            ],
        }
    wage = progress.job_wages.get(line.key)
    return {"job_wage": job_panel(*wage), "remarks": _remarks(progress, section, line)} if wage else {}


def _remarks(progress: Progress, section: Section, line: Line) -> list[dict[str, str]]:
    """Return the warnings that the answers of this page give, as far as they were saved."""
    found = checks.answered(progress.whole, progress.content)
    return [{"text": one.text, "kind": "warn"} for one in found if one.slug == section.slug and one.key == line.key]


def site_row(line: Line) -> dict[str, Any]:
    """Return a place of work for the list."""
    said = line.answers
    kind = str(wording.SITE_KINDS.get(said.get("kind", ""), ""))
    count = line.checked.get("workers")
    workers = ngettext("%(n)s worker", "%(n)s workers", count) % {"n": counted(count)} if count is not None else ""
    where = ", ".join(filter(None, [said.get("street", ""), said.get("city", "")]))
    return {"rest": " · ".join(filter(None, [kind, where, workers]))}


def job_row(progress: Progress, line: Line) -> dict[str, Any]:
    """Return a job for the list, with its wage and the firms that were asked."""
    wage = progress.job_wages.get(line.key)
    survey = line.answers.get("method") == SURVEY
    sources = [
        {"key": one.key, "version": one.version, "what": one.answers.get("firm") or _("Without a name"), "valid": one.valid,
         "rest": ", ".join(filter(None, [exact(one.checked.get("wage")), day(one.checked.get("asked_on"))]))}
        for one in (progress.whole.sources(line.key) if survey else ())
    ]  # fmt: skip
    method = str(wording.METHODS.get(line.answers.get("method", ""), ""))
    basis = str(wording.PAY_BASES.get(line.answers.get("pay_basis", ""), ""))
    return {
        "rest": " · ".join(filter(None, [basis, method])),
        "panel": job_panel(*wage) if wage else None,
        "survey": survey,
        "sources": sources,
    }


def measure_row(progress: Progress, job: Line) -> dict[str, Any]:
    """Return how a job is measured, for the list of jobs to measure."""
    line = progress.whole.measure(job.key)
    basis = str(wording.PAY_BASES.get(job.answers.get("pay_basis", ""), ""))
    rows = summary(line) if line else []
    rest = "; ".join(f"{row['label']}: {row['value']}" for row in rows if row["value"])
    by_piece = job.checked.get("pay_basis") == PIECE
    return {
        "panel": job_panel(*progress.job_wages[job.key]) if by_piece and line else None,
        "rest": rest or _("Not answered yet"),
        "basis": basis,
        "valid": bool(line and line.valid),
        "begun": line is not None,
    }


def list_rows(progress: Progress, section: Section) -> list[dict[str, Any]]:
    """Return the lines of a short list in words."""
    if section.slug == MEASURES:
        return [
            {"key": job.key, "what": job.answers.get("name") or _("Without a name"), **measure_row(progress, job)}
            for job in progress.whole.rows(JOBS)
        ]
    make = site_row if section.slug == SITES else lambda line: job_row(progress, line)
    return [
        {"key": line.key, "version": line.version, "what": line_name(section, line.answers) or _("Without a name"),
         "valid": line.valid, **make(line)}
        for line in progress.whole.rows(section.slug)
    ]  # fmt: skip
