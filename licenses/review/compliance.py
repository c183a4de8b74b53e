"""The notice of facts before a renewal is denied, and the employer's answers to it (DWD 272.09 (9) (d))."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from licenses import facts
from licenses.facts import Answered, FactLine
from licenses.guards.application import COMPLIANCE, unanswered
from licenses.review.asking import answered_by, party_of
from licenses.review.reading import check_member
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.deadlines.models import ClockStep
from wagecase.lifecycle import Actor


def notify_of_facts(
    case: Case, *, lines: Sequence[FactLine], actor: Actor, at: datetime, expected_version: int,
    removed: Collection[str] = (),
) -> Case:  # fmt: skip
    """Tell the employer the facts that may lead to a denial, and by when it may show or reach compliance.

    ValidationError when no fact is written down, and as `facts.set_facts` raises it.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        told = facts.set_facts(case, lines, removed=removed)
        if not unanswered(case):
            raise ValidationError("Write down at least one fact that the employer has not answered yet")
        return told

    return cases.advance(case, "notify_of_facts", actor=actor, at=at, expected_version=expected_version, apply=apply)


def answer_facts(
    case: Case, *, answers: Sequence[Answered], actor: Actor, at: datetime, received_on: date | None = None,
    nothing_more: bool = False, expected_version: int | None = None,
) -> Case:  # fmt: skip
    """Keep what the employer answers to each fact. The clock runs to its last day: an answer may be added until then.

    It stops before that only where the employer says that it sends `nothing_more` (R-272.09-9d).
    `received_on` is the stamped day of a paper that staff key. ValidationError (received_on) for a day before the
    notice or after today, and as `facts.record_answers` raises it; NotPermitted for a stranger.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        on = received_on or timezone.localdate(at)
        clock = case.clocks.filter(key=COMPLIANCE).last()
        if on > timezone.localdate(at) or (clock and on < clock.start_on):
            raise ValidationError({"received_on": "The answer cannot have come before the notice or after today"})
        told = facts.record_answers(
            case, answers, by=answered_by(case, actor), at=at, received_on=on, due=clock.legal_due if clock else None,
            party_id=party_of(case, actor), keyed=actor.kind == "staff", nothing_more=nothing_more,
        )  # fmt: skip
        return {**told, "done_on": on, **({} if nothing_more else {"no_clock": True})}

    return cases.advance(case, "answer_facts", actor=actor, at=at, expected_version=expected_version, apply=apply)


def nothing_left_to_answer(case: Case, step: ClockStep, *, at: datetime) -> bool:
    """Return whether the reminder of the notice has become idle: the employer answered every fact."""
    return step.clock.key == COMPLIANCE and step.role == Party.Role.EMPLOYER and not unanswered(case)
