"""The answers that would make a content: to begin a renewal with, and to print what was filed as question and answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from licenses.content import ApplicationContent, EmployerFacts
from licenses.drafting import typed
from licenses.drafting.contents import PARTS, SPLITS
from licenses.drafting.fields import FeinField
from licenses.drafting.sections import BY_SLUG, JOBS, MEASURES, SITES, SOURCES, forms_of
from wagecase.cases.drafts import new_key


def sections_of(content: ApplicationContent) -> dict[str, typed.Answers]:
    """Return the answers of each section that is one page."""
    filing = content.filing
    totals = {
        **{name: filing.quarter_split.get(code) for code, name in SPLITS.items()},
        "expected_workers": filing.expected_workers, "quarter_end": filing.quarter_end,
        "quarter_workers": filing.quarter_workers, "total_reason": filing.total_reason,
    }  # fmt: skip
    services = {"services_verified": content.services_verified, "services_words": content.services_words}
    values = {
        "filing": asdict(filing), "employer": _employer(content.employer), "totals": totals, "services": services,
    }  # fmt: skip
    return {slug: _own(slug, said) for slug, said in values.items()}


def lines_of(content: ApplicationContent) -> list[tuple[str, str, typed.Answers]]:
    """Return the lines of all lists but the workers' as (list, key, answers), each job followed by what belongs to it."""
    made: list[tuple[str, str, typed.Answers]] = []
    for site in content.sites:
        made.append((SITES, site.key or new_key(), _own(SITES, {**asdict(site), **asdict(site.address)})))
    for job in content.jobs:
        key, said = job.key or new_key(), asdict(job)
        if job.method != "survey":
            said["averaging"] = ""
        made.append((JOBS, key, _own(JOBS, said)))
        for source in job.sources:
            made.append(
                (SOURCES, new_key(), _own(SOURCES, {**asdict(source), "title_of_person": source.title, "job": key}))
            )
        measured = _own(MEASURES, said)
        if measured:
            made.append((MEASURES, key, measured))
    return made


def _own(slug: str, said: dict[str, Any]) -> typed.Answers:
    names = {name for form in forms_of(BY_SLUG[slug]) for name in form.base_fields}
    return typed.typed({name: value for name, value in said.items() if name in names})


def _employer(facts: EmployerFacts) -> dict[str, Any]:
    found = asdict(facts) | {"fein": FeinField.written(facts.fein)}
    found["mailing_same"] = "" if not facts.legal_name else "no" if facts.mailing else "yes"
    found["mail_to_parent"] = ("yes" if facts.mail_to_parent else "no") if facts.parent_name else ""
    for prefix, address in (("physical", facts.physical), ("mailing", facts.mailing), ("parent", facts.parent_address)):
        found |= {f"{prefix}_{part}": getattr(address, part) if address else "" for part in PARTS}
    return found
