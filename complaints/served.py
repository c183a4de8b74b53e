"""Keeps who was told in step with the post: a notice that is mailed serves on that day, one taken back told nobody."""

from __future__ import annotations

from datetime import date
from typing import Any

from complaints.lifecycle import verb
from wagecase.cases.models import Case, Party
from wagecase.notices import outbox
from wagecase.notices.models import Notice

SERVICE = verb("serve_employer")
ASKING = (SERVICE, verb("request_information"))


def served_by_post(case: Case, notice: Notice) -> dict[str, tuple[date | None, date | None]]:
    """Set the day of service to the day on which the notice of the complaint was mailed; return the change, if any.

    A day on which the employer had answered already stays: it was told by then, whatever the post did.
    """
    complaint = case.complaint if notice.kind == SERVICE else None
    if complaint is None or complaint.employer_served_on is None or complaint.employer_answered_on:
        return {}
    before, mailed_on = complaint.employer_served_on, notice.mailed_on
    if before == mailed_on:
        return {}
    complaint.employer_served_on = mailed_on
    complaint.save(update_fields=["employer_served_on"])
    return {"employer_served_on": (before, mailed_on)}


def take_back_questions(case: Case, *, reason: str) -> dict[str, Any]:
    """Take back the letters that ask a party for an answer and were never mailed; return what the event says of it.

    Whoever gets the end of a matter must not be asked about it afterwards.
    """
    ids = outbox.withdraw(case=case, kinds=ASKING, reason=reason)
    return {"withdrawn_notice_ids": ids} if ids else {}


def forget_the_untold(case: Case) -> None:
    """An employer whose only notice was taken back before it left was told nothing, and learns of no ending either."""
    notices = list(case.notices.filter(kind=SERVICE))
    reached = {notice.party_id for notice in notices if notice.status != outbox.REPLACED}
    taken_back = {notice.party_id for notice in notices} - reached
    case.parties.filter(role=Party.Role.EMPLOYER, pk__in=taken_back).update(told_on=None)
