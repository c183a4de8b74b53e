"""Turn what staff entered into a schedule, and put it forward with its rule packet; the writing is done by the services."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError

from wagecase.accounts.models import Role
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import files
from wagecase.cases.models import Task
from wagecase.cases.tasks import finish_tasks, open_task, person_of
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rates import services
from wagecase.rates.models import RateSchedule
from wagecase.rates.workbench import packets
from wagecase.rates.workbench.forms import RevisionForm
from wagecase.rules.proposal_records import findings, restored
from wagecase.rules.proposals import SOURCE, Proposal
from wagecase.rules.ratebook import Printed

FALLBACK_CITE = "ch. DWD 272"  # of an amount that the book in force does not print yet


def proposal_of(schedule: RateSchedule) -> Proposal | None:
    """Return what was worked out for a schedule, as it was stored; None for one that is printed in its source."""
    kept = {name: found for name, (found, _said) in services.read_findings(schedule).items()}
    return restored(kept) if "proposal" in kept else None


def save_draft(
    *, form: RevisionForm, schedule: RateSchedule | None, expected_version: int, actor: Actor, at: datetime
) -> RateSchedule:
    """Keep a valid form as a draft: a new one, or in place of what `schedule` held. Return the fresh schedule.

    What was typed is kept word for word beside the table and its reasons. Raises what the services of schedules raise.
    """
    proposal = form.proposal
    if proposal is None:
        raise ValidationError("The table could not be worked out")
    told: dict[str, Any] = {
        "title": form.cleaned_data["title"], "first_day": proposal.first_day, "rows": rows_of(proposal),
        "inputs": form.typed(), "findings": findings(proposal), "actor": actor, "at": at,
    }  # fmt: skip
    if schedule is None:
        return services.draft_schedule(method=form.method, citation=FALLBACK_CITE, **told)
    return services.save_rows(schedule=schedule, expected_version=expected_version, **told)


def propose(
    *,
    schedule: RateSchedule,
    confirmed_fall: bool,
    confirmed_large: bool = False,
    expected_version: int,
    actor: Actor,
    at: datetime,
) -> RateSchedule:
    """Put a draft forward and freeze its rule packet, whose PDF is drawn afterwards. Return the fresh schedule.

    Raises as `services.propose_schedule` does; TransitionNotAllowed too without a table that was worked out here, and
    when nobody confirmed that amounts fall with the index or change by more than half.
    """
    with unit_of_work():
        now = services.propose_schedule(schedule=schedule, expected_version=expected_version, actor=actor, at=at)
        proposal = proposal_of(now)
        if proposal is None:
            raise TransitionNotAllowed(services.SAVE_AGAIN, transition="propose_schedule", state=schedule.status)
        if proposal.fell and not confirmed_fall:
            said = "The index fell and nobody confirmed that the amounts go down."
            raise TransitionNotAllowed(said, transition="propose_schedule", state=schedule.status)
        if proposal.needs_large_confirmed and not confirmed_large:
            said = "Amounts change by more than half and nobody confirmed that they are meant."
            raise TransitionNotAllowed(said, transition="propose_schedule", state=schedule.status)
        packet = packets.freeze(schedule=now, proposal=proposal, at=at)
        facts = {"schedule_id": now.pk, "document_id": packet.document_id, "html_sha256": packet.document.html_sha256}
        if proposal.fell:
            facts["confirmed_fall"] = True
        if proposal.needs_large_confirmed:
            facts["confirmed_large"] = True
        record(verb="rates.freeze_packet", actor=actor, at=at, facts=facts, citations=("104.04",))
        what = (
            f"{now.key} waits for a second supervisor, who puts it in force or withdraws it. Proposed by {actor.label}."
        )
        open_task(key=f"{_sort(now)}{now.version}", what=what, role=Role.SUPERVISOR, at=at)
    return now


def withdraw(*, schedule: RateSchedule, reason: str, expected_version: int, actor: Actor, at: datetime) -> RateSchedule:
    """Take a proposal back to a draft and end the task of the other supervisors. Raises as the service does."""
    with unit_of_work():
        now = services.withdraw_schedule(
            schedule=schedule, reason=reason, expected_version=expected_version, actor=actor, at=at
        )
        _nobody_waits(now, actor=actor, at=at)
    return now


def publish(
    *,
    schedule: RateSchedule,
    authority_kind: str,
    authority_number: str,
    authority_date: date,
    document: Iterable[files.Taken],
    first_day: date,
    first_day_reason: str,
    expected_version: int,
    actor: Actor,
    at: datetime,
) -> RateSchedule:
    """Put a proposal in force by the authority that the second person enters. Return the fresh schedule.

    Raises as `services.publish_schedule` does; ValidationError (document) too for more or fewer than one file.
    """
    papers = list(document)
    if len(papers) != 1:
        raise ValidationError({"document": "Add one file: the act or the register page"})
    authority = services.Authority(
        kind=authority_kind, number=authority_number, date=authority_date, document=papers[0]
    )
    with unit_of_work():
        now = services.publish_schedule(
            schedule=schedule, authority=authority, first_day=first_day, first_day_reason=first_day_reason,
            expected_version=expected_version, actor=actor, at=at,
        )  # fmt: skip
        _nobody_waits(now, actor=actor, at=at)
    return now


def _sort(schedule: RateSchedule) -> str:
    """Return how the keys of the tasks about a schedule begin; each proposal of it asks anew."""
    return f"rates:{schedule.key}:"


def _nobody_waits(schedule: RateSchedule, *, actor: Actor, at: datetime) -> None:
    keys = Task.objects.filter(key__startswith=_sort(schedule), done_at=None).values_list("key", flat=True)
    finish_tasks(keys=list(keys), at=at, by=person_of(actor))


def rows_of(proposal: Proposal) -> tuple[Printed, ...]:
    """Return what a proposal prints as rows of a book."""
    return tuple(
        Printed(
            source=SOURCE,
            class_=line.class_,
            item=line.item,
            unit=line.unit,
            start=line.start,
            end=line.end,
            amount=line.new,
            cite=line.cite or FALLBACK_CITE,
        )
        for line in proposal.lines
    )
