"""Questions to the applicant, its answers, and files that come in beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import renewing
from licenses.guards.application import open_request
from licenses.models import InformationRequest
from licenses.review.reading import check_member
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.files import Taken, check_room, keep
from wagecase.cases.models import Case, Party
from wagecase.cases.signing import same_person
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor


def request_information(
    case: Case, *, questions: str, asked_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Ask the applicant for what is missing; the answer date is office practice (R-272.09-4c has no number)."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(asked_by, actor, "request_information")
        asked = InformationRequest.objects.create(
            application=case.application, questions=questions, asked_by=asked_by, asked_at=at
        )
        return {"request_id": asked.pk, "request": asked}

    return cases.advance(
        case, "request_information", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def answer_request(
    case: Case, *, answer: str, actor: Actor, at: datetime, files: Sequence[Taken] = (),
    request: InformationRequest | None = None, received_on: date | None = None, expected_version: int | None = None,
) -> Case:  # fmt: skip
    """Keep the answer to the open questions (`request`, where a page named one), as it was sent or as staff got it.

    The clock stops on `received_on`, today unless staff key a paper. ValidationError (received_on) for a day before the
    questions or after today; NotPermitted for a stranger; TransitionNotAllowed when another answer was faster.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        asked = request or open_request(case)
        on = received_on or timezone.localdate(at)
        if asked is None:
            raise TransitionNotAllowed(_("These questions were answered already."))
        if not timezone.localdate(asked.asked_at) <= on <= timezone.localdate(at):
            raise ValidationError({"received_on": "The answer cannot have come before the questions or after today"})
        mine = InformationRequest.objects.filter(pk=asked.pk, application=case.application, answered_at=None)
        if mine.update(answer=answer, answered_at=at, answered_by=answered_by(case, actor)) != 1:
            raise TransitionNotAllowed(_("These questions were answered already."))
        changes = renewing.completed(case.application, on=on, at=at)
        told = {"changes": changes} if changes else {}
        return {**_take(case, files, actor=actor, at=at), "request_id": asked.pk, "done_on": on, **told}

    return cases.advance(case, "answer_request", actor=actor, at=at, expected_version=expected_version, apply=apply)


def answered_by(case: Case, actor: Actor) -> str:
    """Return who answered, in words that stay: the member's name, or the employer's where staff keyed it."""
    if actor.kind == "account":
        return actor.label[:200]
    party = case.parties.filter(role=Party.Role.EMPLOYER).first()
    return party.name[:200] if party else ""


def add_evidence(case: Case, *, files: Sequence[Taken], actor: Actor, at: datetime) -> Case:
    """Add files to the case; it only adds rows, so nobody's page becomes stale by it."""

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        taken, application = _take(case, files, actor=actor, at=at), getattr(case, "application", None)
        if application is None or actor.kind == "staff" or open_request(case) is None:
            return taken  # what nobody asked for does not say that something was missing
        changes = renewing.completed(application, on=timezone.localdate(at), at=at)
        return {**taken, "changes": changes} if changes else taken

    return cases.advance(case, "add_evidence", actor=actor, at=at, expected_version=None, apply=apply)


def _take(case: Case, files: Sequence[Taken], *, actor: Actor, at: datetime) -> dict[str, Any]:
    """Keep files as the employer's or as staff's; a member's count against what one party may send."""
    party_id = party_of(case, actor)
    check_room(case, files, party_id=party_id)
    source = "staff" if actor.kind == "staff" else "employer"
    kept = [keep(taken, source=source, at=at, case=case, party_id=party_id).pk for taken in files]
    return {"attachment_ids": kept} if kept else {}


def party_of(case: Case, actor: Actor) -> int | None:
    """Return the id of the party for whom a member acts, None for staff."""
    if actor.kind == "staff":
        return None
    return case.parties.filter(role=Party.Role.EMPLOYER).values_list("pk", flat=True).first()
