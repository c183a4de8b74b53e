"""Saves a section or a line as typed, and tells when somebody else saved it meanwhile: nothing of either is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from licenses.drafting import stamps, typed
from licenses.drafting.sections import JOBS, MEASURES, MOST_ROWS, SITES, SOURCES, WORKERS, Section
from licenses.drafting.whole import Whole
from licenses.filing import digest_of
from licenses.worker_rules import identity, read_worker, same_name
from wagecase.accounts.models import Membership
from wagecase.audit.chain import unit_of_work
from wagecase.cases import drafts
from wagecase.cases.models import Draft, DraftRow, DraftSection
from wagecase.errors import StaleVersion

Kept = DraftSection | DraftRow


class Conflict(StaleVersion):
    """Somebody else saved it after the page was drawn; `kept` is their version."""

    def __init__(self, kept: Kept) -> None:
        super().__init__("")
        self.kept = kept


@dataclass(frozen=True)
class Sent:
    """What a page sent: the answers as typed, the version that it was drawn with (0: none yet), and the page's own mark.

    A page that saved by itself while somebody typed on carries its mark, so that it is in no conflict with itself.
    """

    answers: Mapping[str, Any]
    version: int
    page: str


def save(
    draft: Draft, section: Section, *, sent: Sent, key: str = "", by: Membership, at: datetime
) -> Kept | None:  # fmt: skip
    """Save what was typed; None where a new line has no answer yet.

    Conflict when somebody else saved it meanwhile, `drafts.RowGone` when the line was taken out, `drafts.RowsFull`,
    AlreadyDone (with the case number) when the draft was filed.
    """
    with unit_of_work():
        drafts.hold(draft)
        kept = _kept(draft, section, key)
        if kept is None and sent.version and section.rows and section.slug != MEASURES:
            raise drafts.RowGone("")
        if kept is None and not any(name != "job" for name in sent.answers):
            return None
        if kept is not None and kept.version != sent.version and not _same_page(kept, sent, by):
            raise Conflict(kept)
        return _write(draft, section, kept=kept, sent=sent, key=key, by=by, at=at)


def _kept(draft: Draft, section: Section, key: str) -> Kept | None:
    if section.rows:
        return draft.rows.filter(section=section.slug, key=key).select_related("saved_by").first()
    return draft.sections.filter(name=section.slug).select_related("saved_by").first()


def _same_page(kept: Kept, sent: Sent, by: Membership) -> bool:
    return bool(sent.page) and kept.answers.get(typed.PAGE) == sent.page and kept.saved_by_id == by.user_id


def _write(
    draft: Draft, section: Section, *, kept: Kept | None, sent: Sent, key: str, by: Membership, at: datetime
) -> Kept:
    old = dict(kept.answers) if kept else {}
    asked = Whole(draft).form_class(section, key=key).base_fields
    left = {name: value for name, value in typed.plain(old).items() if name not in asked}
    values = {**left, **sent.answers, typed.PAGE: sent.page}
    if not section.rows:
        return drafts.save_section(draft, section.slug, values=values, at=at, by=by.user)
    digest = _digest(draft, values) if section.slug == WORKERS else ""
    more: dict[str, Any] = {"values": values, "at": at, "by": by.user, "digest": digest}
    if kept is None:
        row = drafts.add_row(draft, section.slug, key=key, most=MOST_ROWS[section.slug], **more)
    else:
        row = drafts.save_row(draft, section.slug, key=key, expected_version=None, **more)
    _follow(draft, section, row=row, old=old, digests={getattr(kept, "digest", ""), digest}, at=at)
    row.refresh_from_db()
    return row


def _digest(draft: Draft, values: Mapping[str, Any]) -> str:
    facts, _problems = read_worker({name: value for name, value in values.items() if isinstance(value, str)})
    return digest_of(draft.owner, identity(facts)) if draft.owner else ""


def _follow(
    draft: Draft, section: Section, *, row: DraftRow, old: Mapping[str, Any], digests: set[str], at: datetime
) -> None:
    """Work out anew what the change means for lines of workers; a new name of a place or job is carried to them."""
    if section.slug == WORKERS:
        stamps.restamp(draft, digests=digests, key=row.key)
        return
    if section.slug in {SITES, JOBS}:
        _rename(draft, "site" if section.slug == SITES else "job", old=old, row=row, at=at)
    stamps.restamp(draft)


def _rename(draft: Draft, name: str, *, old: Mapping[str, Any], row: DraftRow, at: datetime) -> None:
    before, after = same_name(str(old.get("name", ""))), " ".join(str(row.answers.get("name", "")).split())
    others = draft.rows.filter(section=row.section).exclude(pk=row.pk)
    if not before or not after or any(same_name(str(one.answers.get("name", ""))) == before for one in others):
        return
    if before == same_name(after):
        return
    changed = []
    for line in draft.rows.filter(section=WORKERS):
        if same_name(str(line.answers.get(name, ""))) == before:
            line.answers = {**line.answers, name: after}
            line.version, line.saved_at, line.saved_by = line.version + 1, at, row.saved_by
            changed.append(line)
    DraftRow.objects.bulk_update(changed, ["answers", "version", "saved_at", "saved_by"], batch_size=200)


def remove(draft: Draft, section: Section, *, key: str, version: int, at: datetime) -> bool:
    """Take a line out, a job with its firms and measurement; False where it was gone already.

    Conflict when somebody saved it after the version.
    """
    with unit_of_work():
        kept = _kept(draft, section, key)
        if isinstance(kept, DraftRow) and kept.version != version:
            raise Conflict(kept)
        if not drafts.remove_row(draft, section.slug, key=key, at=at):
            return False
        if section.slug == JOBS:
            draft.rows.filter(section=MEASURES, key=key).delete()
            for source in draft.rows.filter(section=SOURCES):
                if source.answers.get("job") == key:
                    source.delete()
        if section.slug == WORKERS:
            stamps.restamp(draft, digests={kept.digest} if isinstance(kept, DraftRow) else ())
        else:
            stamps.restamp(draft)
    return True


def confirm(draft: Draft, slug: str, *, version: int, by: Membership, at: datetime) -> None:
    """Record that a section that was filled in from an earlier application is true as it stands."""
    with unit_of_work():
        drafts.hold(draft)
        kept = draft.sections.filter(name=slug).select_related("saved_by").first()
        if kept is None or not kept.answers.get(typed.CONFIRM):
            return
        if kept.version != version:
            raise Conflict(kept)
        drafts.save_section(draft, slug, values=typed.plain(kept.answers), at=at, by=by.user)
