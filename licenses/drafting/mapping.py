"""Between a draft and the content of an application: what its answers come to, and the answers that would make a content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from licenses.content import ApplicationContent, EmployerFacts, WorkerFacts
from licenses.drafting import stamps, typed
from licenses.drafting.contents import PARTS, SPLITS, content
from licenses.drafting.sections import BY_SLUG, JOBS, MEASURES, SITES, SOURCES, WORKERS, forms_of
from licenses.drafting.whole import Whole
from licenses.filing import digest_of
from licenses.worker_rules import answers_of, identity
from wagecase.cases import drafts
from wagecase.cases.models import Draft, DraftRow, DraftSection


def content_of(draft: Draft) -> tuple[ApplicationContent, list[WorkerFacts]]:
    """Return what a draft says so far and its workers; answers that are faulty are blank."""
    whole = Whole(draft)
    return content(whole), [one.facts for one in stamps.read_all(whole)]


def fill(draft: Draft, content: ApplicationContent, workers: Sequence[WorkerFacts], *, at: datetime) -> None:
    """Fill a new draft with what was filed before; each section waits for "Confirm or change"."""
    drafts.hold(draft)
    filing, employer = content.filing, content.employer
    totals = {name: filing.quarter_split.get(code) for code, name in SPLITS.items()}
    sections = {
        "filing": typed.typed(asdict(filing)), "employer": typed.typed(_employer_answers(employer)),
        "totals": typed.typed({
            **totals, "expected_workers": filing.expected_workers, "quarter_end": filing.quarter_end,
            "quarter_workers": filing.quarter_workers, "total_reason": filing.total_reason,
        }),
        "services": typed.typed(
            {"services_verified": content.services_verified, "services_words": content.services_words}
        ),
    }  # fmt: skip
    for name in (SITES, JOBS, MEASURES, WORKERS, "files"):
        sections[name] = {}
    DraftSection.objects.bulk_create(
        DraftSection(draft=draft, name=name, answers={**_own(name, said), typed.CONFIRM: True}, saved_at=at)
        for name, said in sections.items()
    )
    _fill_rows(draft, content, workers, at=at)
    drafts.touch(draft, at=at)


def _names(slug: str) -> set[str]:
    """Return every question of a section, of whichever of its forms."""
    return {name for form in forms_of(BY_SLUG[slug]) for name in form.base_fields}


def _own(name: str, said: typed.Answers) -> typed.Answers:
    form = _names(name)
    return {key: value for key, value in said.items() if key in form}


def _employer_answers(facts: EmployerFacts) -> dict[str, Any]:
    found = asdict(facts)
    found["mailing_same"] = "no" if facts.mailing else "yes"
    found["mail_to_parent"] = ("yes" if facts.mail_to_parent else "no") if facts.parent_name else ""
    for prefix, address in (("physical", facts.physical), ("mailing", facts.mailing), ("parent", facts.parent_address)):
        found |= {f"{prefix}_{part}": getattr(address, part) if address else "" for part in PARTS}
    return found


def _fill_rows(
    draft: Draft, content: ApplicationContent, workers: Sequence[WorkerFacts], *, at: datetime
) -> None:
    made: list[tuple[str, str, typed.Answers, str]] = []
    for site in content.sites:
        answers = {**asdict(site), **asdict(site.address)}
        made.append((SITES, site.key, typed.typed({name: answers[name] for name in _names(SITES)}), ""))
    for job in content.jobs:
        key, said = job.key or drafts.new_key(), typed.typed({k: v for k, v in asdict(job).items() if k != "sources"})
        made.append((JOBS, key, {k: v for k, v in said.items() if k in _names(JOBS)}, ""))
        made.append((MEASURES, key, {k: v for k, v in said.items() if k in _names(MEASURES)}, ""))
        for source in job.sources:
            answers = {**asdict(source), "title_of_person": source.title, "job": key}
            answers.pop("title")
            made.append((SOURCES, "", typed.typed(answers), ""))
    organization = draft.owner
    for worker in workers:
        digest = digest_of(organization, identity(worker)) if organization else ""
        made.append((WORKERS, worker.key, answers_of(worker), digest))
    DraftRow.objects.bulk_create(
        (
            DraftRow(draft=draft, section=section, key=key or drafts.new_key(), place=place, answers=answers, digest=digest,
                     saved_at=at)
            for place, (section, key, answers, digest) in enumerate(made)
        ),
        batch_size=200,
    )  # fmt: skip
    stamps.restamp(draft)
