"""What a renewal application does to the license that it renews, from its filing to its end (DWD 272.09 (9))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import certificates
from licenses.issuing import ask_about_unrenewed, finish_unrenewed
from licenses.models import Application, License, Term
from licenses.status import going_on, pending_renewal, status_of, to_judge
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.tasks import person_of
from wagecase.deadlines.models import Clock
from wagecase.lifecycle import Actor
from wagecase.rules import calendar, law
from wagecase.rules.license_status import NOT_YET

TERM_END = "licenses.term_end"


@dataclass(frozen=True, slots=True)
class Renewable:
    """Whether a license may be renewed on a day: `refusal` says why not; `late` that a renewal would continue nothing."""

    refusal: str = ""
    late: bool = False
    offered: bool = False  # the page of the license offers it first: its end is near or past
    ends_on: date | None = None


def renewable(license: License, *, on: date) -> Renewable:
    """Return whether the license may be renewed on `on` (R-272.09-9a): also late, for some years; never a revoked one."""
    status = status_of(license, on).value
    term = last_term(license)
    if license.revoked_on is not None:
        return Renewable(_("This license was revoked. A revoked license is not renewed."))
    if license.surrendered_on is not None:
        return Renewable(_("This license was given up. You can apply for a new one."))
    if status == NOT_YET or term.starts_on > on:
        return Renewable(_("The next term has not begun yet. You can renew once it has."))
    if pending_renewal(license) is not None:
        return Renewable(_("A renewal of this license is waiting for a decision already."))
    years = law.in_force("licenses.renew_late_years", on).number
    if on > calendar.years_after(term.ends_on, years):
        return Renewable(_("This license ended too long ago to be renewed. You can apply for a new one."))
    days = law.in_force("licenses.renew_from_days", on).number
    offered = on >= calendar.day_after(term.ends_on, -days)
    return Renewable(late=on > term.ends_on, offered=offered, ends_on=term.ends_on)


def renewal_filed(license: License, *, application: Application, actor: Actor, at: datetime) -> None:
    """Record on the license that a renewal was filed; one in time gets its continuation certificate."""

    def apply(case: Case) -> Mapping[str, Any]:
        term = last_term(license)
        filed_on = timezone.localdate(application.filed_at)
        in_time = filed_on <= term.ends_on
        facts: dict[str, Any] = {"application": application, "term": term, "in_time": in_time, "filed_on": filed_on}
        if in_time:
            term.continuation = certificates.freeze_continuation(
                term, filed_on=filed_on, number=application.case.number, at=at
            )
            term.save(update_fields=["continuation"])
            facts["document_id"] = term.continuation.pk
        finish_unrenewed(license, at=at)
        return facts

    cases.advance(license.case, "record_renewal", actor=actor, at=at, expected_version=None, apply=apply)


def renewal_ended(license: License, *, application: Application, actor: Actor, at: datetime) -> None:
    """Record on the license that its renewal was withdrawn, or that its denial was served.

    Before its end the reminders go on; after it somebody is asked to look into it and to close the file. Neither while
    another renewal waits or keeps the license in force (D18), nor for a renewal that a further term has overtaken.

    Nothing is recorded on a license whose file is closed, such as a revoked one.
    """
    license.case.refresh_from_db()
    if not license.case.is_open:
        return

    def apply(case: Case) -> Mapping[str, Any]:
        term, today = last_term(license), timezone.localdate(at)
        facts: dict[str, Any] = {"application": application, "term": term}
        overtaken = timezone.localdate(application.filed_at) < term.starts_on
        if overtaken or pending_renewal(license) is not None or going_on(license, but=application):
            return {**facts, "no_clock": True}
        if today > term.ends_on:
            ask_about_unrenewed(case, at=at, ended=application)
            return {**facts, "no_clock": True}
        return {**facts, "due_given": term.ends_on, "revived": _clock_of(case, term.ends_on)}

    cases.advance(license.case, "record_decision", actor=actor, at=at, expected_version=None, apply=apply)


def service_reopened(license: License, *, application: Application, actor: Actor, at: datetime) -> None:
    """Record on the license that the denial of its renewal was not served after all: it goes on by that renewal.

    A closed file is opened again, so that the license can be revoked or given up; reminders stop, and nobody is asked any
    more to close the file. Nothing is recorded where the renewal keeps nothing in force: a license that was revoked or
    given up, one with a further term, a renewal that was late or not proper.
    """
    if license.revoked_on is not None or license.surrendered_on is not None:
        return
    if application.pk not in {one.pk for one in going_on(license)}:
        return

    def apply(case: Case) -> Mapping[str, Any]:
        finish_unrenewed(license, at=at, actor=actor)
        return {"application": application}

    cases.advance(license.case, "reopen_renewal", actor=actor, at=at, expected_version=None, apply=apply)


def last_term(license: License) -> Term:
    """Return the term of the license that ends last; whatever renews the license follows it."""
    return license.terms.order_by("-ends_on")[0]


def judge_renewal(
    case: Case, *, completed_on: date, proper: bool, reason: str, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Record whether a renewal was filed properly and in time: one that was not does not continue the license.

    A call may be corrected, also after the decision; the one before stays on record. The employer is told of it with the
    reasons, since the license may have ended by it. Source: R-272.09-9b ("properly and timely" filed).
    """

    def apply(case: Case) -> Mapping[str, Any]:
        found = to_judge(case.license)
        if found is None:
            return {}
        values = {"proper": proper, "completed_on": completed_on, "proper_reason": reason}
        changes = {name: (getattr(found, name), value) for name, value in values.items()}
        for name, value in values.items():
            setattr(found, name, value)
        found.save(update_fields=list(values))
        cases.finish_tasks(keys=[judge_key(found)], at=at, by=person_of(actor))
        return {"application": found, "changes": changes}

    return cases.advance(case, "judge_renewal", actor=actor, at=at, expected_version=expected_version, apply=apply)


def completed(application: Application, *, on: date, at: datetime) -> dict[str, Any]:
    """Note that what the department asked for came in on `on`, after the last day of the license; return what changed.

    The renewal goes on continuing the license. Somebody has to find whether it was filed properly before it is decided
    (R-272.09-9b). A late renewal continues nothing, and a finding that was made stands.
    """
    license = application.renews
    if license is None or application.proper is not None:
        return {}
    ends_on = last_term(license).ends_on
    if on <= ends_on or timezone.localdate(application.filed_at) > ends_on:
        return {}
    cases.open_task(
        key=judge_key(application), what="Record whether the renewal was proper: answers came in after the last day", at=at,
        case=license.case, person=application.case.assignee or license.case.assignee, role="specialist",
    )  # fmt: skip
    before, application.completed_on = application.completed_on, on
    application.save(update_fields=["completed_on"])
    return {"completed_on": (before, on)}


def drop_call(application: Application, *, actor: Actor, at: datetime) -> None:
    """Ask nobody any more whether a renewal was filed properly: it is decided or withdrawn."""
    cases.finish_tasks(keys=[judge_key(application)], at=at, by=person_of(actor))


def judge_key(application: Application) -> str:
    """Return the key of the task to find whether a renewal was filed properly."""
    return f"judge:{application.pk}"


def _clock_of(case: Case, ends_on: date) -> Clock | None:
    """Return the clock of the same last day that a renewal had stopped, so that no step reminds twice."""
    return Clock.objects.filter(case=case, key=TERM_END, legal_due=ends_on).exclude(status="running").last()
