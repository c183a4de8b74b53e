"""Records mail that came back; a determination that came back was not served, so its service is open again."""

from __future__ import annotations

from datetime import date, datetime

from complaints.lifecycle import verb
from wagecase.audit.chain import record
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.services import case_unit
from wagecase.errors import NotPermitted
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import Notice


def record_returned_mail(*, notice: Notice, returned_on: date, reason: str, actor: Actor, at: datetime) -> Notice:
    """Record that a mailed letter or a sent e-mail of a case came back on `returned_on`; return the fresh notice.

    Opens a task to find another way. Where it was a copy of the determination and the case counts as served, the act
    `reopen_service` follows: service must be recorded again. Raises what `outbox.record_returned` raises, and
    NotPermitted for anybody who does not handle cases.
    """
    if actor.kind != "staff" or actor.role not in {"investigator", "supervisor"}:
        raise NotPermitted("Only people who handle cases may record returned mail.", transition="record_returned_mail")
    case_id = notice.case_id or 0
    with case_unit(case_id) as locked:
        case = locked[case_id]
        notice = outbox.record_returned(notice=notice, returned_on=returned_on, reason=reason, at=at)
        task = cases.open_task(
            key=f"returned:{notice.pk}:{returned_on}", what=f"Mail to {notice.recipient_label} came back: find another way",
            at=at, case=case, person=case.assignee, role="supervisor", told=True,
        )  # fmt: skip
        record(
            verb="cases.record_returned_mail", actor=actor, at=at, case_id=case.pk,
            facts={"notice_id": notice.pk, "returned_on": returned_on, "task_ids": [task.pk]},
            changes={"returned_because": ("", reason)},
        )  # fmt: skip
        if case.state == "served" and notice.kind == verb("sign_determination"):
            reopen_service(case, actor=actor, at=at, expected_version=case.version)
    return notice


def reopen_service(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a case whose determination came back from served to signed; the earlier day of service stays on record."""

    def apply(case: Case) -> dict[str, object]:
        row = case.determinations.exclude(signed_at=None).last()
        if row is None:
            return {}
        before, row.served_on, method, row.service_method = row.served_on, None, row.service_method, ""
        row.save(update_fields=["served_on", "service_method"])
        return {
            "determination_id": row.pk, "changes": {"served_on": (before, None), "service_method": (method, "")},
        }  # fmt: skip

    return cases.advance(case, "reopen_service", actor=actor, at=at, expected_version=expected_version, apply=apply)
