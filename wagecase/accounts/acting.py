"""Who signs for the supervisor on named dates: names a person, ends it early, and answers whether it holds at an instant."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.accounts.models import CASE_ROLES, ActingSigner, Role, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import ACTING_SIGNER, Actor, Transition
from wagecase.web.formatting import day


def candidates(supervisor: User) -> QuerySet[User]:
    """Return whom `supervisor` may name: everybody else of the unit who handles cases, in order of name."""
    unit = User.objects.filter(unit=supervisor.unit, role__in=CASE_ROLES, is_active=True)
    return unit.exclude(pk=supervisor.pk)


def appointments(unit: str) -> QuerySet[ActingSigner]:
    """Return every appointment of a unit, the latest first."""
    return ActingSigner.objects.filter(unit=unit).select_related("person", "named_by", "ended_by")


def signers(unit: str, *, at: datetime) -> list[User]:
    """Return those who may sign for the supervisors of `unit` on the local date of `at`, in order of name."""
    people = User.objects.filter(is_active=True, role__in=CASE_ROLES, unit=unit)
    return list(people.filter(pk__in=_in_force(at).filter(unit=unit).values("person")))


def in_force(person_id: int | None, *, unit: str | None = None, at: datetime) -> ActingSigner | None:
    """Return the person's appointment (of `unit`) that holds at `at`; of several, the one made last.

    It holds from the first moment of its first local date to the last one of its last, until it is ended, and only as
    long as the person handles cases of the unit for which it was made.
    """
    found = _in_force(at).filter(person_id=person_id).select_related("person").order_by("-named_at", "-id")
    for row in found:
        if row.person.handles_cases and row.person.unit == row.unit and unit in (None, row.unit):
            return row
    return None


def _in_force(at: datetime) -> QuerySet[ActingSigner]:
    on = timezone.localdate(at)
    return ActingSigner.objects.filter(Q(ended_at=None) | Q(ended_at__gt=at), from_on__lte=on, to_on__gte=on)


def with_lent(actor: Actor, row: Transition, *, at: datetime) -> Actor:
    """Return the actor with the right that an appointment lends at `at`, where `row` asks for it and nothing else would do.

    What the caller says was lent counts for nothing: the table of appointments alone decides, at each act.
    """
    actor = replace(actor, lent=())
    if row.admits(actor) or ACTING_SIGNER not in row.by or actor.kind != "staff":
        return actor
    return replace(actor, lent=(ACTING_SIGNER,)) if in_force(actor.id, at=at) else actor


def why_not(actor: Actor, row: Transition, *, at: datetime) -> str:
    """Return the sentence about an appointment that does not hold at `at`, or nothing where there was none."""
    if ACTING_SIGNER not in row.by or actor.kind != "staff":
        return ""
    last = ActingSigner.objects.filter(person_id=actor.id).order_by("-to_on", "-id").first()
    if last is None:
        return ""
    if last.ended_at is not None and last.ended_at <= at:
        return _("Your appointment as acting signer was ended on %(day)s.") % {"day": day(last.ended_at)}
    dates = {"first": day(last.from_on), "last": day(last.to_on)}
    return _("Your appointment as acting signer is for %(first)s to %(last)s.") % dates


def name_acting_signer(*, person: User, from_on: date, to_on: date, actor: Actor, at: datetime) -> ActingSigner:
    """Let `person` sign determinations of the unit from one local date to another, both included; return the appointment.

    NotPermitted unless the actor is a supervisor. ValidationError (person) for oneself and for anybody who does not
    handle cases of the supervisor's unit, (from_on) for a day before today, (to_on) for a last day before the first.
    """
    supervisor = _supervisor(actor)
    if not candidates(supervisor).filter(pk=person.pk).exists():
        raise ValidationError({"person": "Choose somebody else of your unit who handles cases"})
    if from_on < timezone.localdate(at):
        raise ValidationError({"from_on": f"The first day must be {day(at)} or later"})
    if to_on < from_on:
        raise ValidationError({"to_on": f"The last day must be {day(from_on)} or later"})
    with unit_of_work():
        row = ActingSigner.objects.create(
            person=person, unit=supervisor.unit, from_on=from_on, to_on=to_on, named_by=supervisor, named_at=at
        )
        record(
            verb="accounts.name_acting_signer", actor=actor, at=at,
            facts={"user_id": person.pk, "appointment_id": row.pk, "from_on": from_on, "to_on": to_on},
        )  # fmt: skip
    return row


def end_acting_signer(*, appointment: ActingSigner, actor: Actor, at: datetime) -> ActingSigner:
    """End an appointment now, before its last date; what was signed under it stands. Return the fresh row.

    NotPermitted unless the actor is a supervisor of its unit; TransitionNotAllowed when it is over or ended already.
    """
    supervisor = _supervisor(actor)
    if supervisor.unit != appointment.unit:
        raise NotPermitted("Only a supervisor of the unit may end this appointment.")
    with unit_of_work():
        going = ActingSigner.objects.filter(pk=appointment.pk, ended_at=None, to_on__gte=timezone.localdate(at))
        if not going.update(ended_at=at, ended_by=supervisor):
            raise TransitionNotAllowed("This appointment is over already.")
        record(
            verb="accounts.end_acting_signer", actor=actor, at=at,
            facts={"user_id": appointment.person_id, "appointment_id": appointment.pk},
        )  # fmt: skip
    appointment.refresh_from_db()
    return appointment


def _supervisor(actor: Actor) -> User:
    person = User.objects.filter(pk=actor.id or 0, role=Role.SUPERVISOR, is_active=True).first()
    if actor.kind != "staff" or actor.role != Role.SUPERVISOR or person is None:
        raise NotPermitted("Only a supervisor may name who signs.")
    return person
