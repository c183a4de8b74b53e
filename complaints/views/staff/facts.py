"""The facts of a complaint as (label, value) rows for summary lists, in words and never as raw values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils import translation

from complaints.content import blank_questions
from complaints.guards import employer_told_on, notices_to_employer
from complaints.models import Complaint, Declaration
from complaints.wording import CHANNELS, DISCLOSURE, GROUND_WORDS, LANGUAGES, OPERATING, PAID
from wagecase.cases.models import Case, Party
from wagecase.notices.models import LETTER, PRINTED, QUEUED
from wagecase.web.formatting import day, moment

Rows = list[tuple[str, str]]
YES_NO: dict[bool | None, str] = {True: "Yes", False: "No"}


def overview(case: Case) -> list[tuple[str, Rows]]:
    """Return the groups of facts of the overview."""
    complaint = case.complaint
    received = moment(case.received_at) if case.received_at else day(case.received_on)
    filing = [("Received", received), ("How", CHANNELS.get(case.channel, case.channel))]
    filing.append(("Signed", complaint.get_verification_display()))
    if complaint.verified_on and complaint.verified_on != case.received_on:
        filing.append(("Signed complaint received", day(complaint.verified_on)))
    if complaint.keyed_on:
        filing.append(("Keyed", day(complaint.keyed_on)))
    work = [("Occupation", complaint.occupation), ("Wage", wage(complaint)), ("Hours a week", complaint.hours_per_week)]
    work.append(("Worked", worked(complaint)))
    if case.kind == "unpaid_wages":
        work.append(("Unpaid", period(complaint)))
    return [("Filing", filing), ("Work", work), ("Progress", _progress(complaint))]


def _progress(complaint: Complaint) -> Rows:
    rows: Rows = []
    by_name = complaint.scope == Complaint.Scope.PERSON
    for label, value in (
        ("Jurisdiction", complaint.jurisdiction),
        ("Employer served", day(complaint.employer_served_on)),
        ("Complainant named to the employer", YES_NO.get(complaint.names_complainant, "")),
        ("Employees named to the employer", YES_NO.get(complaint.names_employees, "") if by_name else ""),
        ("Why named without consent", complaint.disclosure_reason),
        ("Went on without service", complaint.service_skipped_reason),
        ("Determination kept from the employer", complaint.determination_withheld),
        ("Employer answered", day(complaint.employer_answered_on)),
        ("Employer says", complaint.employer_answer),
        ("Withdrawal", complaint.withdrawal_reason),
        ("Ground", GROUND_WORDS.get(complaint.ending_ground, "")),
        ("Reasons for the dismissal" if complaint.ending_ground else "Why the case goes on", complaint.ending_reason),
        ("Reopened because", complaint.reopened_reason),
        ("Answer", complaint.answer),
    ):  # fmt: skip
        if value:
            rows.append((label, value))
    return rows


def wage(complaint: Complaint) -> str:
    """Return the wage as typed, with its unit if one was chosen."""
    unit = PAID.get(complaint.wage_unit, complaint.wage_unit)
    said = {word.strip(",.").casefold() for word in complaint.wage.replace("/", " ").split()}
    repeated = unit.startswith("by the ") and unit.removeprefix("by the ") in said  # "$7.25 an hour (by the hour)"
    return f"{complaint.wage} ({unit})" if unit and not repeated else complaint.wage


def worked(complaint: Complaint) -> str:
    """Return when the work began and ended, as far as told."""
    began, ended = day(complaint.started_on), day(complaint.ended_on)
    if began and ended:
        return f"{began} to {ended}"
    return f"From {began}" if began else f"Until {ended}" if ended else ""


def period(complaint: Complaint) -> str:
    """Return what was not paid and for when."""
    when = f"{day(complaint.unpaid_from)} to {day(complaint.unpaid_to)}" if complaint.unpaid_from else ""
    return ", ".join(filter(None, [complaint.amount_claimed, when]))


def allegations(case: Case) -> Rows:
    """Return the content of the complaint."""
    complaint = case.complaint
    rows = [
        ("Filed by", complaint.get_capacity_display() if complaint.capacity else ""),
        ("Filed for", complaint.get_scope_display()),
    ]
    if complaint.scope != Complaint.Scope.SELF:
        rows.append(("Employees", complaint.employees))
    rows += [
        ("Employer", complaint.employer_name), ("Also known as", complaint.employer_trade_name),
        ("Where the work is done", complaint.work_site),
        ("Still operating", OPERATING.get(complaint.still_operating, complaint.still_operating)),
        ("Occupation", complaint.occupation), ("Wage", wage(complaint)), ("Hours a week", complaint.hours_per_week),
        ("Worked", worked(complaint)),
    ]  # fmt: skip
    if case.kind == "unpaid_wages":
        rows.append(("Unpaid", period(complaint)))
    rows.append(("What the papers show", complaint.papers_about))
    rows.append(("May the employer be told who filed?", DISCLOSURE.get(complaint.identity_disclosure, "")))
    return rows


def declaration(signed: Declaration | None) -> Rows:
    """Return how the complaint was sworn; nothing when it was not."""
    if signed is None:
        return []
    rows = [
        ("Signed by", signed.name), ("Signed as", signed.signs_as), ("Place", f"{signed.city}, {signed.state}"), ("Date", day(signed.signed_on)),
        ("How", signed.get_method_display()), ("Wording", _wording(signed)),
    ]  # fmt: skip
    if signed.officer:
        rows.append(("Notary", signed.officer))
    return rows


def _wording(signed: Declaration) -> str:
    """Return which words were signed and in which language."""
    language = LANGUAGES.get(signed.language, "Another language")
    return f"{'Other words' if signed.version == 'other' else signed.version}, {language}"


def party(row: Party) -> Rows:
    """Return how a party is reached, and for an employer since when it knows."""
    email = f"{row.email} ({'we may write there' if row.email_allowed else 'not for notices'})" if row.email else ""
    rows = [("E-mail", email), ("Phone", row.phone), ("Mail", row.postal)]
    if row.role == Party.Role.COMPLAINANT:
        rows += [("Safe contact", row.safe_contact), ("Language", LANGUAGES.get(row.language, row.language))]
    else:
        rows.append(("Told of the case", day(row.told_on) or "Not told yet"))
    return rows


def questions(rows: Iterable[Any]) -> list[Any]:
    """Return the questions of a case; our own in Spanish carry the English of each line in `english`."""
    found = list(rows)
    with translation.override("en"):
        words = blank_questions()
    with translation.override("es"):
        english = dict(zip(blank_questions(), words, strict=True))
    for row in found:
        lines = row.question.splitlines()
        row.english = "\n".join(english.get(line, line) for line in lines) if row.automatic else ""
        if row.english == row.question:
            row.english = ""
    return found


def notice_to_mail(case: Case) -> Any:
    """Return the letter that tells the employer of the complaint while it waits for the post, else None."""
    if case.state not in ("investigating", "drafted") or employer_told_on(case):
        return None
    waiting = (notice for notice in notices_to_employer(case) if notice.channel == LETTER)
    return next((notice for notice in waiting if notice.status in (QUEUED, PRINTED)), None)
