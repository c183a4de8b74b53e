"""The notice of the facts, its service, the answers, the findings, and why the public interest cannot wait (272.09 (16) (b))."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from licenses import facts
from licenses.facts import Answered, FactLine, Found
from licenses.guards.application import unanswered
from licenses.guards.revocation import notice_left
from licenses.models import Revocation
from licenses.review.asking import answered_by, party_of
from licenses.review.reading import check_member
from licenses.revoking.wording import METHODS
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.cases.signing import same_person
from wagecase.cases.tasks import person_of
from wagecase.deadlines.models import ClockStep
from wagecase.lifecycle import Actor
from wagecase.rules import calendar, law
from wagecase.web.formatting import day

CURE = "licenses.cure"


def change_facts(
    case: Case, *, lines: Sequence[FactLine], actor: Actor, at: datetime, expected_version: int,
    removed: Collection[str] = (),
) -> Case:  # fmt: skip
    """Write the facts as they stand before the notice; errors as `facts.set_facts` raises them."""
    return cases.advance(
        case, "change_facts", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: facts.set_facts(case, lines, removed=removed),
    )  # fmt: skip


def serve_notice(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Send the employer each fact. No clock starts: the time to show compliance counts from recorded service."""

    def apply(case: Case) -> None:
        case.parties.filter(role=Party.Role.EMPLOYER, told_on=None).update(told_on=timezone.localdate(at))

    return cases.advance(case, "serve_notice", actor=actor, at=at, expected_version=expected_version, apply=apply)


def cure_by(served_on: date) -> date:
    """Return the last day to show or reach compliance after a notice served on `served_on`: calendar days, office practice."""
    length = law.in_force("licenses.compliance_days", served_on)
    return calendar.due(start=served_on, length=length.number, act="filing").value.legal_due


def record_notice_service(
    case: Case, *, served_on: date, method: str, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Record on which day and how the notice was served; the time to show compliance counts from that day.

    ValidationError (served_on) for a day before the notice left or after today, (method) for an unknown way.
    """
    return _serve(case, "record_notice_service", served_on, method=method, actor=actor, at=at, version=expected_version)


def correct_notice_service(
    case: Case, *, served_on: date, method: str, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Record service anew where the day or the way was wrong: the time counts from the new day, and answers are judged late by it.

    Errors as `record_notice_service`.
    """
    return _serve(
        case, "correct_notice_service", served_on, method=method, actor=actor, at=at, version=expected_version
    )


def _serve(case: Case, name: str, served_on: date, *, method: str, actor: Actor, at: datetime, version: int) -> Case:
    if method not in METHODS:
        raise ValidationError({"method": "Say how the notice was served"})

    def apply(case: Case) -> Mapping[str, Any]:
        left = max((on for notice in notice_left(case) if (on := left_on(notice))), default=None)
        if left is not None and served_on < left:
            raise ValidationError({"served_on": f"The notice left only on {day(left)}"})
        if served_on > timezone.localdate(at):
            raise ValidationError({"served_on": "The day of service cannot be after today"})
        row = case.revocation
        before = {column: getattr(row, column) for column in ("served_on", "service_method", "cure_by")}
        _write(row, served_on=served_on, service_method=method, cure_by=cure_by(served_on), service_recorded_at=at)
        facts.mark_late(case, due=cure_by(served_on))
        changes = {column: (old, getattr(row, column)) for column, old in before.items()}
        return {"counts_from": served_on, "changes": changes}

    return cases.advance(case, name, actor=actor, at=at, expected_version=version, apply=apply)


def reopen_notice_service(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Open service of the notice again: it came back, so no time to show compliance has run; the earlier day is on record."""

    def apply(case: Case) -> Mapping[str, Any]:
        row = case.revocation
        before = {column: getattr(row, column) for column in ("served_on", "service_method", "cure_by")}
        _write(row, served_on=None, service_method="", cure_by=None, service_recorded_at=None)
        facts.none_late(case)
        return {"changes": {column: (old, getattr(row, column)) for column, old in before.items()}}

    return cases.advance(
        case, "reopen_notice_service", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def left_on(notice: Any) -> date | None:
    """Return the day on which a notice was mailed, or taken by its mail server."""
    return notice.mailed_on or (timezone.localdate(notice.sent_at) if notice.sent_at else None)


def answer_facts(
    case: Case, *, answers: Sequence[Answered], actor: Actor, at: datetime, received_on: date | None = None
) -> Case:
    """Keep the employer's answers, from its page or as staff key a paper that came in on `received_on`.

    Answers add rows and change none, so a page that is out of date does no harm. ValidationError (received_on) for a
    day before the notice or after today, and as `facts.record_answers` raises it; NotPermitted for a stranger.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        on = received_on or timezone.localdate(at)
        told = case.parties.filter(role=Party.Role.EMPLOYER).values_list("told_on", flat=True).first()
        if on > timezone.localdate(at) or (told and on < told):
            raise ValidationError({"received_on": "The answer cannot have come before the notice or after today"})
        return facts.record_answers(
            case, answers, by=answered_by(case, actor), at=at, received_on=on, due=case.revocation.cure_by,
            party_id=party_of(case, actor), keyed=actor.kind == "staff",
        )  # fmt: skip

    return cases.advance(case, "answer_facts", actor=actor, at=at, expected_version=None, apply=apply)


def nothing_left_to_answer(case: Case, step: ClockStep, *, at: datetime) -> bool:
    """Return whether a reminder to the employer has become idle: every fact is answered, or the last day has passed."""
    due = case.revocation.cure_by
    idle = due is None or timezone.localdate(at) > due or not unanswered(case)
    return step.role == Party.Role.EMPLOYER and idle


def record_finding(case: Case, *, findings: Sequence[Found], actor: Actor, at: datetime, expected_version: int) -> Case:
    """Keep for each fact whether it stands, is cured or is not proved, and why; a fact may stay open."""
    return cases.advance(
        case, "record_finding", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: facts.record_findings(case, findings, at=at),
    )  # fmt: skip


def record_public_interest(
    case: Case, *, reason: str, recorded_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Record why an order cannot wait for the time to show compliance, and ask a second person to confirm it."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(recorded_by, actor, "record_public_interest")
        if not reason.strip():
            raise ValidationError({"reason": "Enter why the public interest cannot wait"})
        _write(case.revocation, interest_reason=reason.strip(), interest_by=recorded_by, interest_at=at)
        cases.open_task(
            key=_interest_key(case), what="Confirm or refuse that the public interest cannot wait", at=at, case=case,
            role="supervisor",
        )  # fmt: skip
        return {"changes": {"interest_reason": ("", "recorded")}}

    return cases.advance(
        case, "record_public_interest", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def confirm_public_interest(
    case: Case, *, confirmed_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Confirm as a second person that the public interest cannot wait; an order may then come before the time is over."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(confirmed_by, actor, "confirm_public_interest")
        _write(case.revocation, interest_confirmed_by=confirmed_by, interest_confirmed_at=at)
        drop_interest_task(case, actor=actor, at=at)
        return {}

    return cases.advance(
        case, "confirm_public_interest", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def refuse_public_interest(
    case: Case, *, reason: str, refused_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Refuse as a second person what was recorded, with the reason: the order waits, and it may be recorded anew."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(refused_by, actor, "refuse_public_interest")
        if not reason.strip():
            raise ValidationError({"reason": "Enter why the public interest can wait"})
        _write(case.revocation, interest_reason="", interest_by=None, interest_at=None)
        drop_interest_task(case, actor=actor, at=at)
        return {"changes": {"interest_reason": ("recorded", ""), "refused_because": ("", reason.strip())}}

    return cases.advance(
        case, "refuse_public_interest", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def drop_interest_task(case: Case, *, actor: Actor, at: datetime) -> None:
    """Ask nobody any more to confirm the public interest."""
    cases.finish_tasks(keys=[_interest_key(case)], at=at, by=person_of(actor))


def _interest_key(case: Case) -> str:
    return f"interest:{case.pk}"


def _write(row: Revocation, **values: Any) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))
