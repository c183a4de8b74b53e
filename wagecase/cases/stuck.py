"""Turns work that the runner gave up on into a task for a person, so that no failed notice goes unseen."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from wagecase.audit.chain import record, unit_of_work
from wagecase.cases.models import Task
from wagecase.lifecycle import SYSTEM_ACTOR


def notice_stuck(notice: Any) -> None:
    """Ask the case's investigator, or else a supervisor, to deal with a notice that cannot be sent."""
    if notice.is_account_mail:
        return
    _ask(
        f"notice:{notice.pk}", case=notice.case, row_id=notice.pk,
        what=f"Notice to {notice.recipient_label} could not be sent",
    )  # fmt: skip


def document_stuck(document: Any) -> None:
    """Ask for help with a letter whose PDF could not be made."""
    _ask(
        f"document:{document.pk}", case=document.case, row_id=document.pk,
        what=f"The PDF “{document.title}” could not be made",
    )  # fmt: skip


def document_damaged(document: Any) -> None:
    """Ask for help with a document whose stored PDF is gone or was changed: one task, however often it is opened."""
    _ask(
        f"damaged-document:{document.pk}", case=document.case, row_id=document.pk,
        what=f"The stored PDF “{document.title}” is missing or was changed: restore it from the backup",
    )  # fmt: skip


def attachment_damaged(attachment: Any) -> None:
    """Ask for help with a sent file whose stored bytes are gone or were changed."""
    _ask(
        f"damaged-file:{attachment.pk}", case=attachment.case, row_id=attachment.pk,
        what=f"The stored file “{attachment.name}” is missing or was changed: restore it from the backup",
    )  # fmt: skip


def person_unreachable(user: Any) -> None:
    """Ask a supervisor to help a colleague whose account mail cannot be sent."""
    if user is None or not getattr(user, "pk", None):
        return
    _ask(
        f"account:{user.pk}", case=None, row_id=user.pk,
        what=f"Ask an administrator to mend the account of {user.name}: its e-mail address cannot be used",
    )  # fmt: skip


def _ask(key: str, *, case: Any, what: str, row_id: int) -> None:
    at = timezone.now()
    with unit_of_work():
        task, created = Task.objects.get_or_create(
            key=f"stuck:{key}",
            defaults={
                "case": case, "what": what[:200], "created_at": at, "role": "supervisor",
                "person": case.assignee if case else None,
            },
        )  # fmt: skip
        if created:
            record(
                verb="cases.stuck", actor=SYSTEM_ACTOR, at=at, case_id=case.pk if case else None,
                facts={"task_id": task.pk, "row_id": row_id},
            )  # fmt: skip
