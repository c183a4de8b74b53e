"""Keeps the day on which an employer was served in step with the post: a notice that is mailed serves on that day."""

from __future__ import annotations

from datetime import date

from complaints.lifecycle import verb
from wagecase.cases.models import Case
from wagecase.notices.models import Notice


def served_by_post(case: Case, notice: Notice) -> dict[str, tuple[date | None, date | None]]:
    """Set the day of service to the day on which the notice of the complaint was mailed; return the change, if any.

    A day on which the employer had answered already stays: it was told by then, whatever the post did.
    """
    complaint = case.complaint if notice.kind == verb("serve_employer") else None
    if complaint is None or complaint.employer_served_on is None or complaint.employer_answered_on:
        return {}
    before, mailed_on = complaint.employer_served_on, notice.mailed_on
    if before == mailed_on:
        return {}
    complaint.employer_served_on = mailed_on
    complaint.save(update_fields=["employer_served_on"])
    return {"employer_served_on": (before, mailed_on)}
