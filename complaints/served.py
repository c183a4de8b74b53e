"""Keeps who was told in step with the post: a notice that is mailed serves on that day, one taken back told nobody."""

from __future__ import annotations

from datetime import date
from typing import Any

from complaints.guards import may_have_left
from complaints.lifecycle import verb
from wagecase.cases.models import Case, Party
from wagecase.notices import outbox
from wagecase.notices.models import HELD, PRINTED, QUEUED, REPLACED, RETRY, Notice

SERVICE, DECISION = verb("serve_employer"), verb("sign_determination")
WAITING = (QUEUED, PRINTED, RETRY, HELD, REPLACED)  # has not left, or never will
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
    """Take back the letters and e-mails that ask a party for an answer and have not left; return what the event says.

    Whoever gets the end of a matter must not be asked about it afterwards.
    """
    ids = outbox.withdraw(case=case, kinds=ASKING, reason=reason)
    return {"withdrawn_notice_ids": ids} if ids else {}


def forget_the_untold(case: Case) -> None:
    """An employer whose every notice was taken back before it left was told nothing, and learns of no ending either."""
    case.parties.filter(pk__in=untold(case)).update(told_on=None)


def untold(case: Case) -> set[int]:
    """Return the ids of the employers that know nothing of the case once what has not left is taken back.

    One that answered, that was sent the determination, or that any notice reached or may have reached, knows of the
    case, whatever became of the notice that was taken back last.
    """
    if case.complaint.employer_answered_on:
        return set()
    notices = list(case.notices.exclude(party_id=None).prefetch_related("tries"))
    served = {notice.party_id for notice in notices if notice.kind == SERVICE}
    reached = {notice.party_id for notice in notices if _counts(notice)}
    employers = case.parties.filter(role=Party.Role.EMPLOYER, pk__in=served - reached)
    return set(employers.values_list("pk", flat=True))


def _counts(notice: Notice) -> bool:
    gone = notice.kind == SERVICE and notice.status not in WAITING
    return gone or notice.kind == DECISION or may_have_left(notice)
