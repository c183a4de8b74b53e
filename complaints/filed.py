"""Lays a filed complaint out as questions and answers, so that its printed copy and its form to sign say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from wagecase.cases.models import Attachment, Case, Party
from wagecase.web.formatting import day, filesize


@dataclass(frozen=True)
class FiledSection:
    """One section of the complaint: its name and (question, answer) pairs; an answer of several lines keeps them."""

    name: str
    rows: list[tuple[str, str]]


def filed_sections(case: Case, party: Party, attachments: Iterable[Attachment]) -> list[FiledSection]:
    """Return all answers of the complaint in the language now active; what was left blank reads "Not given".

    The statement is not among them: it is too long for a row and printed by itself.
    """
    living = case.kind == "living_wage"
    found = [
        FiledSection(_("The work"), _work(case, living=living)),
        FiledSection(_("Employer"), _employer(case, living=living)),
        FiledSection(_("Pay"), _pay(case, living=living)),
        FiledSection(_("The person who files"), _person(case, party, living=living)),
    ]
    files = "\n".join(f"{file.name} ({filesize(file.size)})" for file in attachments)
    found.append(
        FiledSection(
            _("Papers and photos"),
            [
                (_("Files sent with the complaint"), files or _("No files")),
                (_("What do they show?"), case.complaint.papers_about),
            ],
        )
    )
    return [FiledSection(s.name, [(label, value or _("Not given")) for label, value in s.rows]) for s in found]


def _work(case: Case, *, living: bool) -> list[tuple[str, str]]:
    complaint = case.complaint
    rows = [(_("What is the job?"), complaint.occupation)]
    if not living:
        return rows
    scopes = {
        "self": _("My own"), "person": _("One or more workers I can name"), "class": _("A group of workers"),
    }  # fmt: skip
    rows.insert(0, (_("Whose wage is this about?"), scopes.get(complaint.scope, "")))
    if complaint.scope == "person":
        rows.insert(1, (_("Names of the workers"), complaint.employees))
    elif complaint.scope == "class":
        rows.insert(1, (_("The group of workers"), complaint.employees))
    rows += [(_("First day of work"), day(complaint.started_on)), (_("Last day of work"), day(complaint.ended_on))]
    return rows


def _employer(case: Case, *, living: bool) -> list[tuple[str, str]]:
    complaint = case.complaint
    rows = [
        (_("Name of the employer"), complaint.employer_name),
        (_("Other name it goes by"), complaint.employer_trade_name),
    ]
    if living:
        party = case.parties.filter(role=Party.Role.EMPLOYER).first()
        states = {
            "yes": _("Yes"), "sold": _("It was sold"), "closed": _("It has closed or is bankrupt"),
            "unknown": _("I don't know"),
        }  # fmt: skip
        rows += [
            (_("Where is the work done?"), complaint.work_site),
            (_("Mailing address of the employer"), party.postal if party else ""),
            (_("E-mail of the employer"), party.email if party else ""),
            (_("Is the business still open?"), states.get(complaint.still_operating, complaint.still_operating)),
        ]
    return rows


def _pay(case: Case, *, living: bool) -> list[tuple[str, str]]:
    complaint = case.complaint
    if not living:
        return [
            (_("Pay that was promised"), complaint.wage),
            (_("First day that was not paid"), day(complaint.unpaid_from)),
            (_("Last day that was not paid"), day(complaint.unpaid_to)),
            (_("How much is missing"), complaint.amount_claimed),
        ]
    units = {
        "hour": _("By the hour"), "day": _("By the day"), "week": _("By the week"), "month": _("By the month"),
        "piece": _("By the piece"), "tips": _("In tips"), "other": _("Another way"), "unknown": _("I don't know"),
    }  # fmt: skip
    return [
        (_("The wage"), complaint.wage),
        (_("How is it paid?"), units.get(complaint.wage_unit, complaint.wage_unit)),
        (_("How many hours a week?"), complaint.hours_per_week),
    ]


def _person(case: Case, party: Party, *, living: bool) -> list[tuple[str, str]]:
    complaint = case.complaint
    rows = [
        (_("Name"), party.name), (_("Mailing address"), party.postal), (_("Phone"), party.phone),
        (_("E-mail"), party.email), (_("Safe ways to reach me"), party.safe_contact),
    ]  # fmt: skip
    if living:
        ties = {
            "employee": _("I do this work"), "former_employee": _("I did this work"),
            "representative": _("I speak for them, for example as a lawyer, a union or family"),
            "any_person": _("None of these"),
        }  # fmt: skip
        answers = {"yes": _("Yes"), "no": _("No"), "ask": _("Ask me first")}
        rows += [
            (_("My tie to these workers"), ties.get(complaint.capacity, "")),
            (_("May we tell the employer who filed?"), answers.get(complaint.identity_disclosure, "")),
        ]
    return rows
