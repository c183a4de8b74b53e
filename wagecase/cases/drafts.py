"""Keeps a filing in the making on the server, page by page, so that nothing typed is lost before there is a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from wagecase.audit.chain import unit_of_work
from wagecase.cases import files
from wagecase.cases.links import draft_token_hash, new_draft_token
from wagecase.cases.models import Attachment, Draft, DraftSection
from wagecase.errors import AlreadyDone, StaleVersion
from wagecase.rules import calendar, law

FORM_VERSION = "2026-11"


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
    draft: Draft, name: str, *, values: Mapping[str, Any], at: datetime, expected_version: int | None = None
) -> DraftSection:
    """Save the answers of one page.

    StaleVersion when another tab saved the page after this one was drawn (`expected_version` 0 means not yet saved);
    AlreadyDone, with the case number, when the draft was filed meanwhile.
    """
    with unit_of_work():
        held = Draft.objects.select_for_update(of=("self",)).select_related("filed_case").get(pk=draft.pk)
        if held.filed_case is not None:
            raise AlreadyDone(held.filed_case.number)
        section = DraftSection.objects.filter(draft=held, name=name).first()
        seen = section.version if section else 0
        if expected_version is not None and expected_version != seen:
            raise StaleVersion("This page was saved from another window. Your text is kept below.")
        section, _ = DraftSection.objects.update_or_create(
            draft=held, name=name, defaults={"answers": dict(values), "saved_at": at, "version": seen + 1}
        )
        held.saved_at, held.expires_on = at, _expiry(timezone.localdate(at))
        held.save(update_fields=["saved_at", "expires_on"])
    return section


def add_files(draft: Draft, *, taken: Sequence[files.Taken], source: str, at: datetime) -> list[str]:
    """Keep checked files with the draft, up to the limit; return the names of those that were too many.

    A file that is there already, by name and content, is not kept twice: a button may be pressed twice.
    """
    with unit_of_work():
        if not Draft.objects.select_for_update().filter(pk=draft.pk, filed_case=None).exists():
            return [item.name for item in taken]
        there = set(draft.attachments.exclude(purpose="proof").values_list("name", "sha256"))
        room, too_many = settings.UPLOAD_MAX_FILES - len(there), []
        for item in taken:
            mark = (item.name, item.sha256)
            if mark in there:
                continue
            if room <= 0:
                too_many.append(item.name)
                continue
            files.keep(item, source=source, draft=draft, at=at)
            there.add(mark)
            room -= 1
    return too_many


def remove_file(draft: Draft, *, pk: int) -> None:
    """Take one file out of an unfiled draft."""
    Attachment.objects.filter(draft=draft, pk=pk, case=None).delete()
