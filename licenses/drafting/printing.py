"""Freezes an application as it was filed: every question with its answer, and a table of workers by their numbers.

Neither names nor disabilities of workers are printed: the PDF of a document is kept in clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from licenses import wording
from licenses.content import ApplicationContent, JobFacts, WorkerFacts
from licenses.drafting import attesting, words
from licenses.drafting.answers import lines_of, sections_of
from licenses.drafting.sections import BY_SLUG, JOBS, MEASURES, SECTIONS, SITES, SLOTS, SOURCES, form_of
from licenses.drafting.typed import counted_decimal, data_of
from licenses.drafting.whole import Line
from licenses.wages import JobWage, WageCheck, job_wages
from licenses.worker_columns import COUNSELED
from wagecase.cases.models import Attachment, Case
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.web.formatting import counted, day

AS_FILED = "licenses.as_filed"  # kind of the document
TITLE = gettext_noop("Application as filed")
MORE = gettext_noop("Application as filed, more workers")
HASH_SIGNS = 16  # of a file that are printed
A_DOCUMENT = 400  # lines of workers; more go on in a further document


@dataclass
class Part:
    """One section of the printed application: rows of question and answer, and below it its lines."""

    name: str
    rows: list[tuple[str, str]] = field(default_factory=list)
    answer: str = ""  # what its steps come to
    steps: list[str] = field(default_factory=list)
    below: list[Part] = field(default_factory=list)


def parts_of(content: ApplicationContent, *, renewal: bool, on: date) -> list[Part]:
    """Return all sections in words, in the language in use; wages are worked out by the law of the day `on`."""
    without = replace(content, employer=replace(content.employer, ssn=""))  # a PDF stands in clear
    singles, lines, wages = sections_of(without), lines_of(without), job_wages(content, on=on)
    found = []
    for section in SECTIONS:
        if section.slug in singles:
            form = form_of(section, renewal=renewal)
            part = Part(str(section.label), _rows(section.slug, singles[section.slug], form))
            if section.slug == "employer" and content.employer.ssn:
                part.rows.insert(0, (str(form.base_fields["ssn"].label), _("Given. It is not printed.")))
            found.append(part)
        elif section.slug == SITES:
            below = [Part(said.get("name", ""), _rows(SITES, said)) for slug, _key, said in lines if slug == SITES]
            found.append(Part(str(section.label), below=below))
        elif section.slug == JOBS:
            found.append(
                Part(str(section.label), below=[_job(wages, key, lines) for slug, key, _a in lines if slug == JOBS])
            )
    return found


def _rows(slug: str, said: dict[str, Any], form: Any = None) -> list[tuple[str, str]]:
    section = BY_SLUG[slug]
    asked = form or form_of(section)
    line = Line(section, said, lambda: asked(data_of(asked, said)))
    return [(str(row["label"]), str(row["value"])) for row in words.summary(line) if row["value"]]


def _job(
    wages: list[tuple[JobFacts, JobWage]], key: str, lines: list[tuple[str, str, dict[str, Any]]]
) -> Part:  # fmt: skip
    job, wage = next((one, wage) for one, wage in wages if one.key == key or not one.key)
    said = next(answers for slug, one, answers in lines if slug == JOBS and one == key)
    panel = words.job_panel(job, wage)
    rows = _rows(JOBS, said)
    measured = next((answers for slug, one, answers in lines if slug == MEASURES and one == key), None)
    if measured is not None:
        form = form_of(BY_SLUG[MEASURES], by_piece=job.pay_basis == "piece")
        rows += _rows(MEASURES, measured, form)
    firms = [
        Part(answers.get("firm", ""), _rows(SOURCES, answers))
        for slug, _one, answers in lines if slug == SOURCES and answers.get("job") == key
    ]  # fmt: skip
    answer = ". ".join(filter(None, [panel["answer"], panel["piece"]]))
    return Part(job.name, rows, f"{answer}." if answer else "", panel["steps"] if answer else [], firms)


def file_lines(files: Iterable[Attachment]) -> list[dict[str, str]]:
    """Return the files that were filed: what for, the name, and the first signs of the SHA-256 hash of its bytes."""
    labels = {slot.code: str(slot.label) for slot in SLOTS}
    return [{"slot": labels.get(one.purpose, ""), "name": one.name, "mark": one.sha256[:HASH_SIGNS]} for one in files]


def worker_lines(pairs: Sequence[tuple[WorkerFacts, WageCheck]], *, first: int) -> list[dict[str, Any]]:
    """Return the lines of workers for the table: no names and no disabilities."""
    rows = []
    for number, (facts, check) in enumerate(pairs, first):
        rows.append({
            "number": counted(number), "worker": facts.worker_id, "work": facts.job, "site": facts.site,
            "basis": str(wording.PAY_BASES.get(facts.pay_basis, "")), "measured": _measured(facts),
            "due": words.exact(check.due), "paid": words.exact(check.paid), "result": words.result(check)[1],
            "study": words.sentences(check.study), "counseled": _counseled(facts),
        })  # fmt: skip
    return rows


def _workers(lines: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the lines, and of them those with counseling and with a sample study, which stand below the table."""
    return {
        "workers": lines,
        "counseled": [line for line in lines if line["counseled"]],
        "studied": [line for line in lines if line["study"]],
    }


def _counseled(facts: WorkerFacts) -> str:
    said = str(COUNSELED.get(facts.counseled, ""))
    return f"{said}, {day(facts.counseled_on)}" if facts.counseled_on else said


def _measured(facts: WorkerFacts) -> str:
    if facts.worker_units is not None and facts.standard_units is not None:
        values = {"made": counted_decimal(facts.worker_units), "standard": counted_decimal(facts.standard_units)}
        return _("%(made)s of %(standard)s units") % values
    return f"{counted_decimal(facts.productivity)} %" if facts.productivity is not None else ""


def freeze_application(case: Case, *, content: ApplicationContent, pairs: Sequence[tuple[WorkerFacts, WageCheck]],
                       files: Iterable[Attachment] = (), at: datetime) -> Document:  # fmt: skip
    """Freeze the application with its list of files in the language in which it was signed; return its first document.

    Many workers go on in further documents, since what is printed at once is limited.
    """
    application = case.application  # type: ignore[attr-defined]
    language, party = content.attestation.language, case.parties.get(role="employer")
    whole: Document | None = None
    with translation.override(language):
        items = {item.code: item for item in attesting.ITEMS}
        short = sum(check.covers is False for _facts, check in pairs)
        shared = {
            "case": case, "application": application, "recipient_lines": [], "letter_date": timezone.localdate(at),
            "total": len(pairs), "short": short, "kind": wording.LICENSE_KINDS.get(application.license_kind, ""),
            "legal_name": content.employer.legal_name, "at": at, "attestation": content.attestation,
            "ticked": [items[code] for code in content.attestation.ticked if code in items],
            "declaration": attesting.DECLARATION, "files": file_lines(files),
            "count_words": ngettext("%(n)s worker", "%(n)s workers", len(pairs)) % {"n": counted(len(pairs))},
        }  # fmt: skip
        parts = parts_of(content, renewal=application.renews_id is not None, on=timezone.localdate(at))
        for start in range(0, max(len(pairs), 1), A_DOCUMENT):
            first = start == 0
            document = documents.freeze(
                case=case, kind=AS_FILED, title=TITLE if first else MORE, template="letters/licenses/as_filed.html",
                context={**shared, "parts": parts if first else [], "first": first,
                         **_workers(worker_lines(pairs[start : start + A_DOCUMENT], first=start + 1)),
                         "last": start + A_DOCUMENT >= len(pairs)},
                language=language, party_id=party.pk, visibility="party", at=at,
            )  # fmt: skip
            whole = whole or document
    assert whole is not None  # noqa: S101 - the range above is never empty
    return whole
