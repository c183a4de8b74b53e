"""Recommending, returning and deciding: whoever recommended, in whatever version, never decides (DWD 272.09 (7))."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import facts, issuing, renewing
from licenses.facts import Found
from licenses.first_days import latest_first_day
from licenses.guards.application import DENIALS, DENY, GRANT, may_still_comply
from licenses.models import AllegedFact, Application
from licenses.review import conditions
from licenses.review.criteria import barring
from licenses.review.flags import blocking
from licenses.review.reading import check_member
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.signing import same_person
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import Notice
from wagecase.rules.license_dates import term_ends
from wagecase.web.formatting import day

ASKING = (
    "licenses.request_information",
    "licenses.notify_of_facts",
    "licenses.information:employer-5",
    "licenses.compliance:employer-5",
)


@dataclass(frozen=True, slots=True)
class Recommended:
    """What is recommended: GRANT with its term and conditions, or DENY; `reasons` go into the letter of a denial."""

    decision: str
    reasons: str
    starts_on: date | None = None
    ends_on: date | None = None
    codes: Sequence[str] = ()  # of conditions that the rule does not demand
    own: Sequence[str] = ()  # conditions in free words
    findings: Sequence[Found] = ()


def recommend(
    case: Case, *, recommended: Recommended, recommended_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Recommend a decision to a second person.

    ValidationError (decision) where the law bars it, (starts_on, ends_on) for a term that no license may have,
    (reasons) without reasons. The conditions that the rule demands are always among those of a grant.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(recommended_by, actor, "recommend")
        application, today = case.application, timezone.localdate(at)
        if not recommended.reasons.strip():
            raise ValidationError({"reasons": "Enter the reasons"})
        findings = facts.record_findings(case, recommended.findings, at=at) if recommended.findings else {}
        if recommended.decision == GRANT:
            values = _grant_values(application, recommended, today=today)
        elif recommended.decision == DENY:
            _check_denial(case)
            values = {"starts_on": None, "ends_on": None, "conditions": []}
        else:
            raise ValidationError({"decision": "Choose grant or deny"})
        _write(
            application, recommended=recommended.decision, recommendation=recommended.reasons.strip(),
            recommended_by=recommended_by, recommended_at=at, returned_reason="", **values,
        )  # fmt: skip
        return {"changes": {"recommended": ("", recommended.decision), **findings.get("changes", {})}}

    return cases.advance(case, "recommend", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _grant_values(application: Application, recommended: Recommended, *, today: date) -> dict[str, Any]:
    if failed := barring(application):
        cites = ", ".join(row.cite for row in failed)
        raise ValidationError(
            {
                "decision": f"The law bars a license while this is not met: {cites}. Change the checklist or recommend a "
                "denial"
            }
        )
    if flags := blocking(application.case, granting=True):
        raise ValidationError(
            {
                "decision": f"Say in the checklist why this does not bar a license: {'; '.join(flag.text for flag in flags)}"
            }
        )
    if license_revoked(application):
        raise ValidationError({"decision": "The license was revoked, so no further term can be granted"})
    first = first_possible(application, on=today)
    starts_on, ends_on = recommended.starts_on, recommended.ends_on
    if starts_on is None or starts_on < first:
        raise ValidationError({"starts_on": f"This term cannot begin before {day(first)}"})
    if application.renews_id and starts_on != first:
        raise ValidationError({"starts_on": f"The new term begins on {day(first)}, so that there is no gap"})
    last = latest_first_day(today, renewal=bool(application.renews_id))
    if starts_on > last:
        raise ValidationError(
            {"starts_on": f"This term can be recommended nearer to its first day: today up to {day(last)}"}
        )
    longest = term_ends(starts_on).value
    if ends_on is None or not starts_on <= ends_on <= longest:
        raise ValidationError({"ends_on": f"The last day must lie from {day(starts_on)} to {day(longest)}"})
    kept = conditions.frozen(recommended.codes, recommended.own, on=today)
    return {"starts_on": starts_on, "ends_on": ends_on, "conditions": kept}


def first_possible(application: Application, *, on: date) -> date:
    """Return the first day that a term may have: for a renewal the day after the old one or `on`, for others `on`."""
    return issuing.proposed_term(application, on=on)[0] if application.renews_id else on


def license_revoked(application: Application) -> bool:
    """Return whether the license that is to be renewed was revoked or given up."""
    license = application.renews
    return license is not None and (license.revoked_on is not None or license.surrendered_on is not None)


def _check_denial(case: Case) -> None:
    if reason := may_still_comply(case):
        raise ValidationError({"decision": reason})
    told = list(case.alleged_facts.all())
    if told and not any(row.finding == AllegedFact.Finding.STANDS for row in told):
        raise ValidationError(
            {"decision": "No fact of the notice was found to stand, so it gives no reason for a denial"}
        )


def _write(application: Application, **values: Any) -> None:
    for name, value in values.items():
        setattr(application, name, value)
    application.save(update_fields=list(values))


def return_recommendation(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Send the recommendation back with the reasons; what was recommended stays to be changed."""

    def apply(case: Case) -> Mapping[str, Any]:
        _write(case.application, returned_reason=reason)
        return {"changes": {"returned_reason": ("", reason)}}

    return cases.advance(
        case, "return_recommendation", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def grant(case: Case, *, signer: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Grant as recommended: the license, or its next term, is issued in the same unit of work."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(signer, actor, "grant")
        application = case.application
        if license_revoked(application):
            raise TransitionNotAllowed(_("The license was revoked or given up, so no further term can be granted."))
        _close(application, signer, actor=actor, at=at)
        if application.renews_id:
            issuing.add_term(application, signer=signer, actor=actor, at=at)
        else:
            issuing.issue_license(application, signer=signer, actor=actor, at=at)
        return _take_back_questions(case)

    with _with_license(case):
        return cases.advance(case, "grant", actor=actor, at=at, expected_version=expected_version, apply=apply)


def deny(case: Case, *, signer: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Deny as recommended: the reasons of the recommendation are the reasons of the letter (D23).

    The license goes on until the denial of its renewal is served (`record_service`; R-272.09-9c).
    """

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(signer, actor, "deny")
        application = case.application
        _close(application, signer, actor=actor, at=at)
        return {**_take_back_questions(case), "signer": signer}

    with _with_license(case):
        return cases.advance(case, "deny", actor=actor, at=at, expected_version=expected_version, apply=apply)


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the denial of a renewal was served: the license that only it kept in force ends with it.

    ValidationError (served_on) for a day before a copy left, before the denial or after today. Source: R-272.09-9c.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        application: Application = case.application
        if application.decided_on is None or application.renews is None:
            raise ValueError(f"application {application.pk} is no renewal that was denied")
        method = DENIALS.how_served(case, served_on, since=application.decided_on, at=at)
        _write(application, served_on=served_on, service_method=method)
        renewing.renewal_ended(application.renews, application=application, actor=actor, at=at)
        return {"served_on": served_on, "changes": {"service_method": ("", method)}}

    with _with_license(case):
        return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def reopen_service(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a renewal whose denial came back from served to not served; the earlier day stays on record.

    The file of the license is open again where the renewal keeps it in force (`renewing.service_reopened`).
    """

    def apply(case: Case) -> Mapping[str, Any]:
        before, method = case.application.served_on, case.application.service_method
        _write(case.application, served_on=None, service_method="")
        if case.application.renews is not None:
            renewing.service_reopened(case.application.renews, application=case.application, actor=actor, at=at)
        return {"changes": {"served_on": (before, None), "service_method": (method, "")}}

    with _with_license(case):
        return cases.advance(case, "reopen_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def mail_came_back(case: Case, notice: Notice, *, actor: Actor, at: datetime) -> None:
    """Open service again where a copy of a served denial of a renewal came back: it must be served anew."""
    if case.state == "denied" and notice.kind == "licenses.deny" and notice.party_id and case.application.renews_id:
        reopen_service(case, actor=actor, at=at, expected_version=case.version)


def _close(application: Application, signer: User, *, actor: Actor, at: datetime) -> None:
    _write(application, decided_by=signer, decided_on=timezone.localdate(at))
    renewing.drop_call(application, actor=actor, at=at)


def withdraw(case: Case, *, actor: Actor, at: datetime, reason: str = "", expected_version: int | None = None) -> Case:
    """End the application at the applicant's wish; a license that only this renewal kept in force ends today.

    `reason` is how staff know of it. NotPermitted for a stranger.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        application = case.application
        _write(application, withdrawn_on=timezone.localdate(at))
        renewing.drop_call(application, actor=actor, at=at)
        if application.renews is not None:
            renewing.renewal_ended(application.renews, application=application, actor=actor, at=at)
        changes = {"changes": {"withdrawn_because": ("", reason)}} if reason else {}
        return {**_take_back_questions(case), **changes}

    with _with_license(case):
        return cases.advance(case, "withdraw", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _take_back_questions(case: Case) -> dict[str, Any]:
    """Whoever gets the end of a matter must not be asked about it afterwards: take back what has not left."""
    ids = outbox.withdraw(case=case, kinds=ASKING, reason="The application was decided or withdrawn")
    return {"withdrawn_notice_ids": ids} if ids else {}


@contextmanager
def _with_license(case: Case) -> Iterator[None]:
    """Hold the files of the application and of the license that it renews, locked in ascending order of their ids."""
    renews = Application.objects.filter(pk=case.pk).values_list("renews_id", flat=True).first()
    with cases.case_unit(*filter(None, [case.pk, renews])):
        yield
