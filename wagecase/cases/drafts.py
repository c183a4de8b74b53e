"""Keeps a filing in the making on the server, page by page, so that nothing typed is lost before there is a case."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.audit.chain import unit_of_work
from wagecase.cases import files
from wagecase.cases.links import draft_token_hash, new_draft_token
from wagecase.cases.models import Attachment, Case, Draft, DraftRow, DraftSection
from wagecase.errors import DraftFiled, StaleVersion
from wagecase.rules import calendar, law

FORM_VERSION = "2026-11"
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def start(*, kind: str, language: str, at: datetime) -> tuple[Draft, str]:
    """Open a draft and return it with its resume token, which is shown or mailed once and stored hashed."""
    token, digest = new_draft_token()
    with unit_of_work():
        draft = Draft.objects.create(
            kind=kind, token_hash=digest, form_version=FORM_VERSION, language=language, created_at=at, saved_at=at,
            expires_on=_expiry(timezone.localdate(at)),
        )  # fmt: skip
    return draft, token


def _expiry(today: date) -> date:
    return calendar.day_after(today, law.in_force("goals.draft_kept", today).number)


def renew_link(draft: Draft) -> str:
    """Give the draft a new resume token and return it; the old one opens nothing any more."""
    token, digest = new_draft_token()
    with unit_of_work():
        Draft.objects.filter(pk=draft.pk).update(token_hash=digest)
    return token


def resume(token: str) -> Draft | None:
    """Return the unfiled or filed draft of a resume token, or None."""
    return Draft.objects.filter(token_hash=draft_token_hash(token)).first()


def is_outdated(draft: Draft) -> bool:
    """Return whether the questions changed since the draft was begun."""
    return draft.form_version != FORM_VERSION


def answers(draft: Draft) -> dict[str, dict[str, Any]]:
    """Return every saved section by name."""
    return {section.name: dict(section.answers) for section in draft.sections.all()}


def save_section(
    draft: Draft, name: str, *, values: Mapping[str, Any], at: datetime, expected_version: int | None = None,
    by: Any = None,
) -> DraftSection:  # fmt: skip
    """Save the answers of one page; `by` is the user who did, where there is an account.

    StaleVersion when another tab saved the page after this one was drawn (`expected_version` 0 means not yet saved);
    DraftFiled, with the case number, when the draft was filed meanwhile.
    """
    with unit_of_work():
        held = hold(draft)
        section = DraftSection.objects.filter(draft=held, name=name).first()
        seen = section.version if section else 0
        if expected_version is not None and expected_version != seen:
            if section is not None and section.answers == dict(values) and section.saved_by == by:
                touch(held, at=at)  # the same was saved twice: the window is her own, and nothing is to be chosen
                return section
            raise StaleVersion("This page was saved from another window. Your text is kept below.")
        section, _made = DraftSection.objects.update_or_create(
            draft=held, name=name,
            defaults={"answers": dict(values), "saved_at": at, "version": seen + 1, "saved_by": by},
        )  # fmt: skip
        touch(held, at=at)
    return section


def hold(draft: Draft) -> Draft:
    """Return the draft locked for a change.

    DraftFiled, with the case number, when it was filed meanwhile; Draft.DoesNotExist when it is gone.
    """
    # Without a join: PostgreSQL reads the locked row anew once it may have it, but not what an outer join found for the old
    # one, so that a draft that was filed while we waited would look as if it had no case.
    held = Draft.objects.select_for_update(no_key=True).get(pk=draft.pk)
    if held.filed_case_id is not None:
        raise DraftFiled(Case.objects.values_list("number", flat=True).get(pk=held.filed_case_id))
    return held


def touch(held: Draft, *, at: datetime) -> None:
    """Note that something of the draft was saved; it is kept for so much longer."""
    held.saved_at, held.expires_on = at, _expiry(timezone.localdate(at))
    held.save(update_fields=["saved_at", "expires_on"])


def add_files(
    draft: Draft, *, taken: Sequence[files.Taken], source: str, at: datetime, purpose: str = "evidence",
    most: int | None = None,
) -> list[str]:  # fmt: skip
    """Keep checked files with the draft, up to `most` of it; return the names of those that were too many.

    A file that is there already, by name, content and purpose, is not kept twice: a button may be pressed twice.
    DraftFiled, with the case number, when the draft was filed meanwhile: no file is kept.
    """
    with unit_of_work():
        hold(draft)
        there = set(draft.attachments.exclude(purpose="proof").values_list("name", "sha256", "purpose"))
        room, too_many = (most or settings.UPLOAD_MAX_FILES) - len(there), []
        for item in taken:
            mark = (item.name, item.sha256, purpose)
            if mark in there:
                continue
            if room <= 0:
                too_many.append(item.name)
                continue
            files.keep(item, source=source, draft=draft, at=at, purpose=purpose)
            there.add(mark)
            room -= 1
    return too_many


def remove_file(draft: Draft, *, pk: int) -> None:
    """Take one file out of the draft; nobody checks or signs it at the same moment.

    DraftFiled, with the case number, when it was filed meanwhile: the case keeps the file.
    """
    with unit_of_work():
        Attachment.objects.filter(draft=hold(draft), pk=pk, case=None).delete()


class RowGone(StaleVersion):
    """The line was taken out after the page was drawn; what was typed must be shown back."""


class RowsFull(ValueError):
    """The list holds as many lines as it may."""


def new_key() -> str:
    """Return a key for a new line: random, so that two people who add at once never share one."""
    return "".join(secrets.choice(_LETTERS) for _place in range(10))


def rows(draft: Draft, section: str) -> QuerySet[DraftRow]:
    """Return the lines of a list in their order."""
    return DraftRow.objects.filter(draft=draft, section=section)


def add_row(
    draft: Draft, section: str, *, values: Mapping[str, Any], at: datetime, key: str = "", digest: str = "",
    outcome: str = "", by: Any = None, most: int = 10_000,
) -> DraftRow:  # fmt: skip
    """Add a line at the end; with a `key` that is there already it is a second press, and StaleVersion.

    RowsFull when the list has `most` lines; DraftFiled, with the case number, when the draft was filed meanwhile.
    """
    with unit_of_work():
        held = hold(draft)
        there = rows(held, section)
        if key and there.filter(key=key).exists():
            raise StaleVersion(_("This line was saved in another window. Your text is kept below."))
        if there.count() >= most:
            raise RowsFull(section)
        last = there.aggregate(last=Max("place"))["last"]
        row = DraftRow.objects.create(
            draft=held, section=section, key=key or new_key(), place=0 if last is None else last + 1, digest=digest,
            answers=dict(values), outcome=outcome, saved_at=at, saved_by=by,
        )  # fmt: skip
        touch(held, at=at)
    return row


def save_row(
    draft: Draft, section: str, *, key: str, values: Mapping[str, Any], at: datetime, expected_version: int | None,
    digest: str = "", outcome: str = "", by: Any = None,
) -> DraftRow:  # fmt: skip
    """Save one line.

    StaleVersion when somebody saved it after the version `expected_version`; RowGone when it was taken out;
    DraftFiled, with the case number, when the draft was filed meanwhile.
    """
    with unit_of_work():
        held = hold(draft)
        row = rows(held, section).filter(key=key).first()
        if row is None:
            raise RowGone(_("This line was taken out in another window. Your text is kept below."))
        if expected_version is not None and row.version != expected_version:
            raise StaleVersion(_("This line was saved in another window. Your text is kept below."))
        row.answers, row.digest, row.outcome, row.saved_at, row.saved_by = dict(values), digest, outcome, at, by
        row.version += 1
        row.save()
        touch(held, at=at)
    return row


def remove_row(draft: Draft, section: str, *, key: str, at: datetime, expected_version: int | None = None) -> bool:
    """Take one line out and return whether it was there; StaleVersion when it was saved after `expected_version`."""
    with unit_of_work():
        held = hold(draft)
        row = rows(held, section).filter(key=key).first()
        if row is None:
            return False
        if expected_version is not None and row.version != expected_version:
            raise StaleVersion(_("This line was saved in another window after you opened the list. Look at it first."))
        row.delete()
        touch(held, at=at)
    return True
