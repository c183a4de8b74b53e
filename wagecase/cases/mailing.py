"""Letters by post: marking one as mailed, on the record."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import ValidationError

from wagecase.audit.chain import record, unit_of_work
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import Notice

METHODS = {"first-class mail": "First-class mail", "certified mail": "Certified mail"}  # the chain holds only these


def mark_mailed(
    *, notice: Notice, mailed_on: date, method: str, actor: Actor, at: datetime, certified_number: str = ""
) -> Notice:
    """Record that a letter of a case was given to the post on `mailed_on` by one of METHODS and return the fresh row.

    ValidationError (method) for any other way. Raises what `outbox.mark_mailed` raises: ValidationError for an impossible day, TransitionNotAllowed for a notice
    that is no letter, is not ready, or was marked before.
    """
    if method not in METHODS:
        raise ValidationError({"method": "Choose first-class mail or certified mail"})
    how = f"{method}, {certified_number}" if certified_number else method
    with unit_of_work():
        try:
            notice = outbox.mark_mailed(notice=notice, mailed_on=mailed_on, method=how[:40], actor=actor, at=at)
        except ValidationError as error:  # the outbox checks nothing but the day
            raise ValidationError({"mailed_on": error.messages}) from error
        record(
            verb="cases.mark_mailed", actor=actor, at=at, case_id=notice.case_id,
            facts={"notice_id": notice.pk, "mailed_on": mailed_on.isoformat(), "method": method},
        )  # fmt: skip
    return notice
