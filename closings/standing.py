"""Acts on how a notice stands: refused or taken after all, off the list and back on it, a rescission taken back, reopened."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from closings import duty
from closings.lifecycle import verb
from closings.models import Revision
from closings.publishing import freeze_notice
from closings.recording import latest, revise
from wagecase.audit.models import Event
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.orders import close_key
from wagecase.cases.tasks import person_of
from wagecase.lifecycle import Actor


def refuse(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close a filing that is no closing notice, without listing it, and tell whoever filed it why."""
    return _told(case, "refuse", reason=reason, actor=actor, at=at, expected_version=expected_version)


def take_up(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a filing that was refused as a notice after all; it counts from the day on which it came in."""
    return _told(case, "take_up", reason=reason, actor=actor, at=at, expected_version=expected_version)


def _told(case: Case, name: str, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    def apply(case: Case) -> Mapping[str, Any]:
        duty.ask_where_counted(case, at=at)
        return {"reason": reason, "standing": name, "changes": {"reason": ("", reason)}}

    return cases.advance(case, name, actor=actor, at=at, expected_version=expected_version, apply=apply)


def remove_listed(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a filed notice off the public list; its number stays given, and the page of the number says so."""

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        changes = {"listed_on": (notice.listed_on, None), "removed_reason": ("", reason)}
        notice.listed_on, notice.removed_reason, notice.removed_from = None, reason[:300], case.left_state
        notice.list_changed_on = timezone.localdate(at)
        notice.save(update_fields=["listed_on", "removed_reason", "removed_from", "list_changed_on"])
        duty.watch(case, on=timezone.localdate(at), at=at)
        return {"reason": reason, "standing": "remove_listed", "changes": changes}

    return cases.advance(case, "remove_listed", actor=actor, at=at, expected_version=expected_version, apply=apply)


def restore_listed(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Put a filed notice on the public list again, where and since when it stood there before; only what did is off it."""

    def apply(case: Case) -> Mapping[str, Any]:
        notice, since = case.closing, _first_listed(case)
        changes = {
            "listed_on": (None, since), "removed_reason": (notice.removed_reason, ""), "reason": ("", reason),
        }  # fmt: skip
        notice.listed_on, notice.removed_reason, notice.removed_from = since, "", ""
        notice.list_changed_on = timezone.localdate(at)
        notice.save(update_fields=["listed_on", "removed_reason", "removed_from", "list_changed_on"])
        duty.watch(case, on=timezone.localdate(at), at=at)
        return {"reason": reason, "standing": "restore_listed", "changes": changes}

    return cases.advance(case, "restore_listed", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _first_listed(case: Case) -> date | None:
    at = Event.objects.filter(case=case, verb=verb("publish")).order_by("seq").values_list("at", flat=True).first()
    return timezone.localdate(at) if at else None


def reinstate(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take back a rescission that was a slip, as a revision of its own: the notice counts again as it stood before."""

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        row = revise(
            notice, latest(notice), kind=Revision.Kind.REINSTATED, at=at, by_role=actor.role, reason=reason,
            received_on=timezone.localdate(at),
        )  # fmt: skip
        freeze_notice(case, row, at=at)
        duty.watch(case, on=timezone.localdate(at), at=at)
        changes = {"affected": (0, notice.affected), "reason": ("", reason)}
        return {"reason": reason, "standing": "reinstate", "revision": row, "nth": row.number, "changes": changes}

    return cases.advance(case, "reinstate", actor=actor, at=at, expected_version=expected_version, apply=apply)


def reopen(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Open a closed or decided file again, so that another determination can be drafted; the signed one stays on record."""

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        changes = {"reason": ("", reason), "no_determination": (notice.no_determination, "")}
        notice.no_determination = ""
        notice.save(update_fields=["no_determination"])
        cases.finish_tasks(keys=[close_key(case)], at=at, by=person_of(actor))
        duty.watch(case, on=timezone.localdate(at), at=at)
        return {"changes": {name: pair for name, pair in changes.items() if pair[0] != pair[1]}}

    return cases.advance(case, "reopen", actor=actor, at=at, expected_version=expected_version, apply=apply)
