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
NAMED = "_named"  # in a place or job whose name is being changed: the name by which lines of workers know it


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
    draft: Draft, section: Section, *, sent: Sent, key: str = "", by: Membership, at: datetime, by_itself: bool = False,
) -> Kept | None:  # fmt: skip
    """Save what was typed; None where a new line has no answer yet.

    A page that saved `by_itself` confirms nothing: a section that was filled in from an earlier application still waits
    for somebody to press Save or Confirm.

    What is stored already is not stored again: a page that saves as it is left would put the person's next page in
    conflict with her own words, and two versions that say the same leave nothing to choose.
    Conflict when somebody else saved it meanwhile, `drafts.RowGone` when the line was taken out, `drafts.RowsFull`,
    AlreadyDone (with the case number) when the draft was filed.
    """
    with unit_of_work():
        held = drafts.hold(draft)
        kept = _kept(draft, section, key)
        if kept is None and sent.version and section.rows and section.slug != MEASURES:
            raise drafts.RowGone("")
        if kept is None and not any(name != "job" for name in sent.answers):
            return None
        stale = kept is not None and kept.version != sent.version
        if kept is not None and _says_the_same(draft, section, kept=kept, sent=sent, key=key):
            if _settled(kept) and (stale or kept.saved_by_id == by.user_id):
                drafts.touch(held, at=at)
                return kept
        elif kept is not None and stale and not _same_page(kept, sent, by):
            raise Conflict(kept)
        waits = by_itself and kept is not None and bool(kept.answers.get(typed.CONFIRM))
        marks = {typed.PAGE: sent.page, **({typed.CONFIRM: True} if waits else {})}
        return _write(draft, section, kept=kept, sent=sent, marks=marks, key=key, by=by, at=at)


def _kept(draft: Draft, section: Section, key: str) -> Kept | None:
    if section.rows:
        return draft.rows.filter(section=section.slug, key=key).select_related("saved_by").first()
    return draft.sections.filter(name=section.slug).select_related("saved_by").first()


def _says_the_same(draft: Draft, section: Section, *, kept: Kept, sent: Sent, key: str) -> bool:
    return not typed.differing(Whole(draft).form_class(section, key=key), sent.answers, kept.answers)


def _settled(kept: Kept) -> bool:
    """Whether a save of the same answers changes nothing: none waits to be confirmed, and no name is being changed."""
    return not kept.answers.get(typed.CONFIRM) and not kept.answers.get(NAMED)


def _same_page(kept: Kept, sent: Sent, by: Membership) -> bool:
    return bool(sent.page) and kept.answers.get(typed.PAGE) == sent.page and kept.saved_by_id == by.user_id


def _write(
    draft: Draft, section: Section, *, kept: Kept | None, sent: Sent, marks: Mapping[str, Any], key: str, by: Membership,
    at: datetime,
) -> Kept:  # fmt: skip
    old = dict(kept.answers) if kept else {}
    asked = Whole(draft).form_class(section, key=key).base_fields
    left = {name: value for name, value in typed.plain(old).items() if name not in asked}
    values: dict[str, Any] = {**left, **sent.answers, **marks}
    if not section.rows:
        return drafts.save_section(draft, section.slug, values=values, at=at, by=by.user)
    before = after = ""
    if section.slug in {SITES, JOBS}:
        before, after = _renamed(draft, section, key=key, old=old, new=values)
        if before and before == after:
            values[NAMED] = before
    digest = _digest(draft, values) if section.slug == WORKERS else ""
    more: dict[str, Any] = {"values": values, "at": at, "by": by.user, "digest": digest}
    if kept is None:
        row = drafts.add_row(draft, section.slug, key=key, most=MOST_ROWS[section.slug], **more)
    else:
        row = drafts.save_row(draft, section.slug, key=key, expected_version=None, **more)
    if before:
        _rename(draft, section, before=before, after=after, by=by, at=at)
    if section.slug == WORKERS:
        stamps.restamp(draft, digests={getattr(kept, "digest", ""), digest}, key=row.key)
    else:
        stamps.restamp(draft)
    row.refresh_from_db()
    return row


def _digest(draft: Draft, values: Mapping[str, Any]) -> str:
    facts, _problems = read_worker({name: value for name, value in values.items() if isinstance(value, str)})
    return digest_of(draft.owner, identity(facts)) if draft.owner else ""


def _renamed(
    draft: Draft, section: Section, *, key: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> tuple[str, str]:
    """Return the name by which lines of workers know a place or job, and its new one; the same twice if it stays.

    While its box is empty or says the name of another (somebody is typing), its lines keep the name they know it by.
    """
    before, after = str(old.get(NAMED) or old.get("name", "")), " ".join(str(new.get("name", "")).split())
    rows = draft.rows.filter(section=section.slug).exclude(key=key)
    others = {same_name(str(row.answers.get("name", ""))) for row in rows}
    if not after or same_name(after) in others:
        return before, before
    return ("", "") if same_name(before) in others else (before, after)


def _rename(draft: Draft, section: Section, *, before: str, after: str, by: Membership, at: datetime) -> None:
    if same_name(before) == same_name(after):
        return
    name, changed = "site" if section.slug == SITES else "job", []
    for line in draft.rows.filter(section=WORKERS):
        if same_name(str(line.answers.get(name, ""))) == same_name(before):
            line.answers = {**line.answers, name: after}
            line.version, line.saved_at, line.saved_by = line.version + 1, at, by.user
            changed.append(line)
    DraftRow.objects.bulk_update(changed, ["answers", "version", "saved_at", "saved_by"], batch_size=200)


def remove(draft: Draft, section: Section, *, key: str, version: int, at: datetime) -> bool:
    """Take a line out, a job with its firms and measurement; False where it was gone already.

    Conflict when somebody saved it after the version; AlreadyDone, with the case number, when the draft was filed.
    """
    with unit_of_work():
        drafts.hold(draft)  # first, or what a colleague saves between the look and the removal would go unseen
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
