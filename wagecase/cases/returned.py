"""Records mail that came back, and lets the kind of case say what follows from it."""

from __future__ import annotations

from datetime import date, datetime

from wagecase.audit.chain import record
from wagecase.cases import kinds
from wagecase.cases import services as cases
from wagecase.cases.services import case_unit
from wagecase.errors import NotPermitted
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import Notice


def record_returned_mail(*, notice: Notice, returned_on: date, reason: str, actor: Actor, at: datetime) -> Notice:
    """Record that a mailed letter or a sent e-mail of a case came back on `returned_on`; return the fresh notice.

    Opens a task to find another way; what else follows is the kind's to say. Raises what `outbox.record_returned` raises, and
    NotPermitted for anybody who does not work on cases of its kind.
    """
    works_on = kinds.get(notice.case.kind).worked_by if notice.case else ()
    if actor.kind != "staff" or actor.role not in works_on:
        raise NotPermitted(
            "Only people who work on such cases may record returned mail.", transition="record_returned_mail"
        )
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
        if follows := kinds.get(case.kind).returned:
            follows(case, notice, actor=actor, at=at)
    return notice
