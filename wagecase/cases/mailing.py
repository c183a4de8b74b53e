"""Letters by post: marking one as mailed, on the record."""

from __future__ import annotations

from datetime import date, datetime

from wagecase.audit.chain import record, unit_of_work
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import Notice


def mark_mailed(
    *, notice: Notice, mailed_on: date, method: str, actor: Actor, at: datetime, certified_number: str = ""
) -> Notice:
    """Record that a letter of a case was given to the post on `mailed_on` by `method` and return the fresh row.

    Raises what `outbox.mark_mailed` raises: ValidationError for an impossible day, TransitionNotAllowed for a notice
    that is no letter, is not ready, or was marked before.
    """
    how = f"{method}, {certified_number}" if certified_number else method
    with unit_of_work():
        notice = outbox.mark_mailed(notice=notice, mailed_on=mailed_on, method=how[:40], actor=actor, at=at)
        record(
            verb="cases.mark_mailed", actor=actor, at=at, case_id=notice.case_id,
            facts={"notice_id": notice.pk, "mailed_on": mailed_on.isoformat(), "method": method},
        )  # fmt: skip
    return notice
