"""Between a draft and the content of an application: what its answers come to, and the answers that would make a content."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from licenses.content import ApplicationContent, WorkerFacts
from licenses.drafting import stamps, typed
from licenses.drafting.answers import lines_of, sections_of
from licenses.drafting.contents import content
from licenses.drafting.sections import JOBS, MEASURES, SITES, WORKERS
from licenses.drafting.whole import Whole
from licenses.filing import digest_of
from licenses.worker_rules import answers_of, identity
from wagecase.audit.chain import unit_of_work
from wagecase.cases import drafts
from wagecase.cases.models import Draft, DraftRow, DraftSection


def content_of(draft: Draft) -> tuple[ApplicationContent, list[WorkerFacts]]:
    """Return what a draft says so far and its workers; answers that are faulty are blank."""
    whole = Whole(draft)
    return content(whole), [one.facts for one in stamps.read_all(whole)]


def fill(
    draft: Draft, content: ApplicationContent, workers: Sequence[WorkerFacts], *, at: datetime, has_files: bool = False
) -> None:  # fmt: skip
    """Fill a new draft with what was filed before; each section waits for "Confirm or change".

    So do the files where some were filed (`has_files`): they are offered, and taken over one by one.
    """
    with unit_of_work():
        held = drafts.hold(draft)
        blank = (SITES, JOBS, MEASURES, WORKERS, *(("files",) if has_files else ()))
        sections = {**sections_of(content), **{name: {} for name in blank}}
        sections["filing"].pop("start_on", None)  # the day that was wished then has passed
        DraftSection.objects.bulk_create(
            DraftSection(draft=held, name=name, answers={**said, typed.CONFIRM: True}, saved_at=at)
            for name, said in sections.items()
        )
        lines = [(section, key, said, "") for section, key, said in lines_of(content)]
        for worker in workers:
            digest = digest_of(held.owner, identity(worker)) if held.owner else ""
            lines.append((WORKERS, worker.key or drafts.new_key(), answers_of(worker), digest))
        DraftRow.objects.bulk_create(
            (
                DraftRow(draft=held, section=section, key=key, place=place, answers=said, digest=digest, saved_at=at)
                for place, (section, key, said, digest) in enumerate(lines)
            ),
            batch_size=200,
        )
        stamps.restamp(held)
        drafts.touch(held, at=at)
