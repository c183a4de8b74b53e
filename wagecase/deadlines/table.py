"""THE deadline table: what starts each clock, what stops it, how long it is and who is reminded when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_noop

REMINDED_ROLES = ("investigator", "specialist", "coordinator", "employer", "supervisor")


@dataclass(frozen=True, slots=True)
class Deadline:
    """One clock of one kind of case.

    `starts_on`, `meets_on` and `ends_on` name transitions: start day 0, satisfy the duty, end it unmet (dismissal,
    withdrawal). `length` names a parameter; the parameters below it (remind_investigator, remind_supervisor,
    remind_due_day, remind_overdue) say who is reminded when. `act` is the kind of act that is due (filing or other);
    `law` is False for office practice, which every screen labels as such; `unmet` says how it ended when its duty was
    not done. `event` names day 0 of a clock that the office set for itself, whose finding only counts days.
    `from_mailing`: day 0 is the day on which the letter of the starting act is mailed, or its e-mail taken by the mail
    server; the clock that runs from the act until then is replaced by one that counts from that day.
    `due_given`: the act itself names the last day (`due_given` among its facts), so that nothing is counted and nothing
    rolls: the last day of a term is the same on a Sunday. `length` then says how long such a period usually is.
    `over` is the headline of a clock that nobody is late for once its day has passed; `met` and `ended_by` (by the name of
    the act) say how it stopped where the usual words would be wrong.
    """

    key: str
    kind: str
    title: str
    headline: str
    starts_on: tuple[str, ...]
    meets_on: tuple[str, ...]
    ends_on: tuple[str, ...]
    length: str
    act: Literal["filing", "other"]
    cite: str
    unmet: str
    law: bool = True
    duty_of: str = "department"
    event: str = ""
    from_mailing: bool = False
    due_given: bool = False
    over: str = ""
    met: str = ""
    ended_by: tuple[tuple[str, str], ...] = ()


DEADLINES: tuple[Deadline, ...] = (
    Deadline(
        key="complaints.determination",
        kind="living_wage",
        title=gettext_noop("Determination"),
        headline=gettext_noop("Decision due"),
        starts_on=("file_online", "record_complaint", "record_verification"),
        meets_on=("sign_determination",),
        ends_on=("dismiss", "close_as_withdrawn"),
        length="clocks.determination",
        act="other",
        cite="104.05",
        unmet=gettext_noop("Ended on %(day)s without a decision"),
    ),
    Deadline(
        key="complaints.employer_answer",
        kind="living_wage",
        title=gettext_noop("Employer's answer"),
        headline=gettext_noop("Employer's answer due"),
        starts_on=("serve_employer",),
        meets_on=("record_employer_answer",),
        ends_on=("sign_determination", "dismiss", "close_as_withdrawn"),
        length="clocks.employer_answer",
        act="filing",
        cite="office practice",
        unmet=gettext_noop("Ended on %(day)s without an answer"),
        law=False,
        duty_of="employer",
        event=gettext_noop("Notice of the complaint sent to the employer on %(day)s."),
        from_mailing=True,
    ),
    Deadline(
        key="complaints.information",
        kind="living_wage",
        title=gettext_noop("Answer to our questions"),
        headline=gettext_noop("Answer asked for by"),
        starts_on=("request_information",),
        meets_on=("answer_request",),
        ends_on=("sign_determination", "dismiss", "close_as_withdrawn"),
        length="clocks.information_request",
        act="filing",
        cite="office practice",
        unmet=gettext_noop("Ended on %(day)s without an answer"),
        law=False,
        duty_of="complainant",
        event=gettext_noop("Question sent to the complainant on %(day)s."),
    ),
    Deadline(
        key="licenses.review_goal",
        kind="application",
        title=gettext_noop("Review of the application"),
        headline=gettext_noop("Decision on the application planned"),
        starts_on=("file_application",),
        meets_on=("grant", "deny"),
        ends_on=("withdraw",),
        length="goals.application_review",
        act="other",
        cite="office practice",
        unmet=gettext_noop("Ended on %(day)s without a decision"),
        law=False,
        event=gettext_noop("Application filed on %(day)s."),
    ),
    Deadline(
        key="licenses.information",
        kind="application",
        title=gettext_noop("Answer to our questions"),
        headline=gettext_noop("Answer asked for by"),
        starts_on=("request_information",),
        meets_on=("answer_request",),
        ends_on=("grant", "deny", "withdraw"),
        length="clocks.license_information",
        act="filing",
        cite="office practice",
        unmet=gettext_noop("Ended on %(day)s without an answer"),
        law=False,
        duty_of="employer",
        event=gettext_noop("Questions sent to the applicant on %(day)s."),
        from_mailing=True,
    ),
    Deadline(
        key="licenses.compliance",
        kind="application",
        title=gettext_noop("Time to show compliance"),
        headline=gettext_noop("Compliance shown by"),
        starts_on=("notify_of_facts",),
        meets_on=("answer_facts",),
        ends_on=("grant", "deny", "withdraw"),
        length="licenses.compliance_days",
        act="filing",
        cite="DWD 272.09 (9) (d)",
        unmet=gettext_noop("Ended on %(day)s without an answer"),
        law=False,
        duty_of="employer",
        event=gettext_noop("Notice of facts sent on %(day)s."),
        over=gettext_noop("Time to show compliance ended"),
        from_mailing=True,
    ),
    Deadline(
        key="licenses.cure",
        kind="revocation",
        title=gettext_noop("Time to show compliance"),
        headline=gettext_noop("Compliance shown by"),
        starts_on=("record_notice_service", "correct_notice_service"),
        meets_on=(),
        ends_on=("sign_order", "end_without_order", "reopen_notice_service"),
        length="licenses.compliance_days",
        act="filing",
        cite="DWD 272.09 (16) (b)",
        unmet=gettext_noop("Ended on %(day)s"),
        law=False,
        duty_of="employer",
        event=gettext_noop("Notice of facts served on %(day)s."),
        over=gettext_noop("Time to show compliance ended"),
    ),
    Deadline(
        key="licenses.term_end",
        kind="license",
        title=gettext_noop("End of the term"),
        headline=gettext_noop("Term ends"),
        starts_on=("issue", "add_term", "record_decision"),
        meets_on=("record_renewal",),
        ends_on=("reopen_renewal", "surrender", "record_revocation", "close_file"),
        length="licenses.term_years",
        act="other",
        cite="DWD 272.09 (8) (a)",
        unmet=gettext_noop("Ended on %(day)s without a renewal"),
        duty_of="employer",
        due_given=True,
        over=gettext_noop("Term ended"),
        met=gettext_noop("Renewal applied for on %(day)s"),
        ended_by=(
            ("reopen_renewal", gettext_noop("Denial of the renewal not served, noted on %(day)s")),
            ("surrender", gettext_noop("License given up on %(day)s")),
            ("record_revocation", gettext_noop("License revoked on %(day)s")),
            ("close_file", gettext_noop("File closed on %(day)s")),
        ),
    ),
)

BY_KEY = {row.key: row for row in DEADLINES}


def rows_for(kind: str, transition: str, column: str) -> tuple[Deadline, ...]:
    """Return the rows of `kind` whose `column` (starts_on, meets_on, ends_on) names `transition`."""
    return tuple(row for row in DEADLINES if row.kind == kind and transition in getattr(row, column))
