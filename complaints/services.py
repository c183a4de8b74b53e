"""The acts of a complaint after filing: each function is one row of the lifecycle table and nothing else writes its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from complaints.models import InformationRequest
from complaints.served import forget_the_untold, take_back_questions
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.files import Taken, check_room, keep
from wagecase.cases.giving import give_to
from wagecase.cases.models import Case, Party
from wagecase.deadlines.services import revive_clocks
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor

ENTRUSTED = frozenset({"employees", "papers_about", "statement", "withdrawal_reason"})


def _write(case: Case, **values: Any) -> dict[str, Any]:
    """Set fields of the complaint and return the change as (before, after), for the disposable part of the record.

    What a person entrusted is set and not told: the record of who changed what holds none of it. Reasons of staff are.
    """
    complaint = case.complaint
    told = [name for name in values if name not in ENTRUSTED]
    changes = {name: (getattr(complaint, name), values[name]) for name in told}
    for name, value in values.items():
        setattr(complaint, name, value)
    complaint.save(update_fields=list(values))
    return {"changes": changes}


def docket(case: Case, *, jurisdiction: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Docket a received complaint with what was found on jurisdiction (104.05)."""
    return cases.advance(
        case, "docket", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, jurisdiction=jurisdiction),
    )  # fmt: skip


def assign(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Give a docketed or reopened case to an investigator; ValidationError (investigator) when the person cannot have it."""
    return give_to(case, "assign", investigator, actor=actor, at=at, expected_version=expected_version)


def reassign(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Give the case to another investigator; clocks run on and reminders follow the new one.

    ValidationError (investigator) when the person cannot have it or has it already.
    """
    if case.assignee_id == investigator.pk:
        raise ValidationError({"investigator": f"{investigator.name} has this case already"})
    return give_to(case, "reassign", investigator, actor=actor, at=at, expected_version=expected_version)


def give(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Assign a case that nobody has yet, or reassign it: whichever act its state allows, under that act's own rules.

    TransitionNotAllowed where neither is possible, and for a kind of case that nobody is given.
    """
    table = lifecycle_of(case)
    row = table.by_name.get("assign")
    if row is None:
        raise TransitionNotAllowed(f"{table.title}: cases of this kind are not assigned")
    act = assign if case.state in row.source else reassign
    return act(case, investigator=investigator, actor=actor, at=at, expected_version=expected_version)


def begin_investigation(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record that the investigation of 104.05 has begun."""
    return cases.advance(case, "begin_investigation", actor=actor, at=at, expected_version=expected_version)


def serve_employer(
    case: Case, *, disclosure_reason: str, actor: Actor, at: datetime, expected_version: int,
    names_complainant: bool | None = None, names_employees: bool = False,
) -> Case:  # fmt: skip
    """Send the employer notice of the complaint; the 10-day answer clock (office practice) counts from today.

    Whether the notice names the complainant, and the employees whom the complaint names, is decided here and recorded;
    None follows the complainant's wish. ValidationError (disclosure_reason) when somebody is named who did not agree
    to it and the reason is blank.
    """
    agreed = case.complaint.identity_disclosure == "yes"
    named = agreed if names_complainant is None else names_complainant
    against = (named and not agreed) or names_employees
    if against and not disclosure_reason.strip():
        raise ValidationError(
            {"disclosure_reason": "You name somebody who has not agreed to it: write why the employer is told the name"}
        )

    def apply(case: Case) -> Mapping[str, Any]:
        today = timezone.localdate(at)
        case.parties.filter(role=Party.Role.EMPLOYER, told_on=None).update(told_on=today)
        reason = disclosure_reason if against else ""
        return {
            **_write(case, employer_served_on=today, disclosure_reason=reason, names_complainant=named,
                     names_employees=names_employees),
            "served_on": today,
        }  # fmt: skip

    return cases.advance(case, "serve_employer", actor=actor, at=at, expected_version=expected_version, apply=apply)


def skip_service(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record why the investigation goes on without serving the employer (104.05 demands no service)."""
    return cases.advance(
        case, "skip_service", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, service_skipped_reason=reason),
    )  # fmt: skip


def record_employer_answer(
    case: Case, *, answered_on: date, summary: str, actor: Actor, at: datetime, expected_version: int,
    files: Sequence[Taken] = (),
) -> Case:  # fmt: skip
    """Record what the employer answered and when it came in; the answer clock stops on that day, whenever it is keyed.

    ValidationError (answered_on) for a day before service or after today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        served_on = case.complaint.employer_served_on
        if answered_on > timezone.localdate(at) or (served_on and answered_on < served_on):
            raise ValidationError(
                {"answered_on": "The answer cannot have come before the employer was served or after today"}
            )
        kept = [keep(t, source="employer", at=at, case=case).pk for t in files]
        return {
            **_write(case, employer_answered_on=answered_on, employer_answer=summary), "attachment_ids": kept,
            "done_on": answered_on,
        }  # fmt: skip

    return cases.advance(
        case, "record_employer_answer", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def request_information(
    case: Case, *, question: str, asked_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Ask the complainant something; the answer date is office practice and delays nothing.

    It ends before the day on which the decision is due, as long as that leaves a day to answer.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        asked = InformationRequest.objects.create(case=case, question=question, asked_by=asked_by, asked_at=at)
        return {"request_id": asked.pk, "before": case.due_on}

    return cases.advance(
        case, "request_information", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def answer_request(
    case: Case, *, request: InformationRequest, answer: str, actor: Actor, at: datetime, files: Sequence[Taken] = ()
) -> Case:
    """Keep the answer to one question, from the complainant's page or as staff heard it.

    The blanks of the filing are a question without a clock: answering them stops none.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        won = InformationRequest.objects.filter(pk=request.pk, case=case, answered_at=None).update(
            answer=answer, answered_at=at
        )
        if won != 1:
            raise TransitionNotAllowed(_("This question was answered already."))
        source = "complainant" if actor.kind == "link" else "staff"
        party = actor.id if actor.kind == "link" else None
        check_room(case, files, party_id=party)
        kept = [keep(t, source=source, at=at, case=case, party_id=party).pk for t in files]
        return {
            "request_id": request.pk, "attachment_ids": kept, "nth": request.pk, "no_clock": request.automatic,
        }  # fmt: skip

    return cases.advance(case, "answer_request", actor=actor, at=at, expected_version=None, apply=apply)


def add_evidence(case: Case, *, files: Sequence[Taken], actor: Actor, at: datetime) -> Case:
    """Add files from a party or from staff; a party's files become a task for the investigator.

    ValidationError (files) when there is none.
    """
    if not files:
        raise ValidationError({"files": _("Choose at least one file")})
    source = actor.role if actor.kind == "link" else "staff"
    party = actor.id if actor.kind == "link" else None

    def apply(case: Case) -> Mapping[str, Any]:
        check_room(case, files, party_id=party)
        kept = [keep(t, source=source, at=at, case=case, party_id=party).pk for t in files]
        if actor.kind == "link":
            cases.open_task(
                key=f"evidence:{kept[0]}", what=f"Read the new files from the {source}", at=at, case=case,
                person=case.assignee, role="supervisor",
            )  # fmt: skip
        return {"attachment_ids": kept}

    return cases.advance(case, "add_evidence", actor=actor, at=at, expected_version=None, apply=apply)


def dismiss(case: Case, *, ground: str, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Dismiss a complaint that the department may not decide, with the ground and reasons the complainant is told.

    Letters and e-mails that ask for an answer and have not left are taken back; an employer that only they would have
    told of the case is not told of its end.
    """
    return cases.advance(
        case, "dismiss", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: {
            **_end(case, "Not sent: the complaint was dismissed before it left"),
            **_write(case, ending_ground=ground, ending_reason=reason),
        },
    )  # fmt: skip


def _end(case: Case, reason: str) -> Mapping[str, Any]:
    taken_back = take_back_questions(case, reason=reason)
    forget_the_untold(case)
    return taken_back


def request_withdrawal(
    case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int | None = None
) -> Case:
    """Ask that the complaint be withdrawn; a supervisor closes the case or goes on where it stood."""
    return cases.advance(
        case, "request_withdrawal", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, withdrawal_reason=reason, withdrawn_from=case.left_state),
    )  # fmt: skip


def close_as_withdrawn(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close a case at the complainant's wish; the 20-day clock ends without a decision.

    Letters and e-mails that have not left are taken back as for a dismissal.
    """
    return cases.advance(
        case, "close_as_withdrawn", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: {
            **_end(case, "Not sent: the complaint was withdrawn before it left"),
            **_write(case, ending_ground="withdrawn"),
        },
    )  # fmt: skip


def continue_case(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Continue a withdrawn case where it stood, on the department's own motion; its clock never stopped."""
    return cases.advance(
        case, "continue_case", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, ending_reason=reason, withdrawn_from=""),
    )  # fmt: skip


def take_back_withdrawal(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Go on where the case stood because the complainant does not want to withdraw any more; its clock never stopped."""
    return cases.advance(
        case, "take_back_withdrawal", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, ending_reason=reason, withdrawn_from=""),
    )  # fmt: skip


def reopen(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Reopen a closed or dismissed case; a clock that had ended without a decision runs on from its first date.

    A case dismissed for want of jurisdiction must be docketed anew, with what was found on jurisdiction since.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        revive_clocks(case=case, verb="complaints.reopen", at=at)
        again = {"jurisdiction": ""} if case.complaint.ending_ground == "no_jurisdiction" else {}
        return _write(case, reopened_reason=reason, ending_ground="", ending_reason="", **again)

    return cases.advance(case, "reopen", actor=actor, at=at, expected_version=expected_version, apply=apply)


def close(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close a case that was decided and served, or an answered unpaid-wages complaint."""
    return cases.advance(case, "close", actor=actor, at=at, expected_version=expected_version)


def answer_complaint(case: Case, *, answer: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Answer an unpaid-wages complaint."""
    return cases.advance(
        case, "answer_complaint", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: _write(case, answer=answer),
    )  # fmt: skip
