"""What a look at a draft is bound to: a mark that differs as soon as anything of it was saved, added or taken out."""

from __future__ import annotations

import hashlib

from wagecase.cases.models import Draft

NOT_SHOWN = ("check", "sign")  # written by the pages that look, not by those that change


def mark_of(draft: Draft) -> str:
    """Return a hash over the versions of all sections and lines and over the files of a draft; three queries."""
    sections = draft.sections.exclude(name__in=NOT_SHOWN).order_by("name").values_list("name", "version")
    rows = draft.rows.order_by("pk").values_list("section", "key", "version")
    papers = draft.attachments.order_by("pk").values_list("pk", "sha256", "purpose")
    return hashlib.sha256(repr((list(sections), list(rows), list(papers))).encode()).hexdigest()
