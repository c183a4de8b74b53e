"""Drafting, returning, signing and serving the determination of 104.05; whoever drafted it never signs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from complaints.guards import current_draft
from complaints.models import Determination
from complaints.naming import refuse_names
from complaints.notices import complaint_context, order_parts, review_rights
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.documents import services as documents
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor

TEMPLATE = "letters/complaints/determination.html"


@dataclass(frozen=True)
class Findings:
    """What a determination says; it never states an amount owed."""

    reasonable_cause: bool
    concerning: str
    occupation: str
    wage_found: str
    evidence: str  # one item a line
    economic_material: str  # one item a line
    reasons: str


def draft_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Draft the determination: freezes the draft order ("Draft, not signed") and asks the supervisors to sign.

    ValidationError at each field in which a name stands that the employer must not read (see `naming`).
    """
    return _draft(case, "draft_determination", findings, by=drafted_by, actor=actor, at=at, version=expected_version)


def revise_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Replace the draft by a new one with another hash; a page that shows the old draft can no longer sign."""
    return _draft(case, "revise_determination", findings, by=drafted_by, actor=actor, at=at, version=expected_version)


def _draft(case: Case, name: str, findings: Findings, *, by: User, actor: Actor, at: datetime, version: int) -> Case:
    def apply(case: Case) -> Mapping[str, Any]:
        _same_person(by, actor, name)
        refuse_names(case, {field: text for field, text in asdict(findings).items() if isinstance(text, str)})
        case.determinations.filter(signed_at=None).update(superseded=True)
        document = documents.freeze(
            case=case, kind="complaints.draft_determination", title="Determination (draft)", template=TEMPLATE,
            context=order_context(case, findings, at=at), language="en", visibility="staff", at=at,
        )  # fmt: skip
        row = Determination.objects.create(case=case, draft=document, drafted_by=by, drafted_at=at, **asdict(findings))
        return {
            "determination_id": row.pk, "document_id": document.pk, "reasonable_cause": findings.reasonable_cause,
        }  # fmt: skip

    return cases.advance(case, name, actor=actor, at=at, expected_version=version, apply=apply)


def _same_person(person: User, actor: Actor, transition: str) -> None:
    """Nobody drafts or signs in another's name: whoever acts is whose name stands on the paper."""
    if actor.kind != "staff" or person.pk != actor.id:
        raise NotPermitted("Nobody drafts or signs for somebody else.", transition=transition)


def return_draft(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Send the draft back to the investigator with the supervisor's reasons."""

    def apply(case: Case) -> Mapping[str, Any]:
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to return.")
        draft.returned_reason, draft.superseded = reason, True
        draft.save(update_fields=["returned_reason", "superseded"])
        return {"determination_id": draft.pk, "changes": {"returned_reason": ("", reason)}}

    return cases.advance(case, "return_draft", actor=actor, at=at, expected_version=expected_version, apply=apply)


def sign_determination(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Sign the draft whose PDF has the hash `draft_sha256`; the 20-day clock stops at this instant.

    The issued order is frozen from the very HTML of the draft plus the signature block and queued to the parties.
    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        _same_person(signer, actor, "sign_determination")
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to sign.")
        if draft.draft.sha256 != draft_sha256:
            raise StaleVersion("The draft was changed after you opened it. Read the new draft before you sign.")
        findings = findings_of(draft)
        issued = documents.freeze_signed(
            draft=draft.draft, kind="complaints.determination", title="Determination", visibility="party", at=at,
            signature=documents.Signature(
                name=signer.name, title=signer.title or "Supervisor", signed_on=timezone.localdate(at),
                signed_for=settings.DEPARTMENT_NAME, draft_sha256=draft.draft.sha256,
            ),
        )  # fmt: skip
        draft.signed_by, draft.signed_at, draft.issued = signer, at, issued
        draft.signed_draft_sha256, draft.signed_html_sha256 = draft.draft.sha256, draft.draft.html_sha256
        draft.save()
        return {
            "determination_id": draft.pk, "document_id": issued.pk, "document_sha256": draft.draft.sha256,
            "reasonable_cause": findings.reasonable_cause, "determination": draft, "signer": signer,
        }  # fmt: skip

    return cases.advance(case, "sign_determination", actor=actor, at=at, expected_version=expected_version, apply=apply)


def findings_of(row: Determination) -> Findings:
    """Return the findings of a stored determination."""
    return Findings(**{name: getattr(row, name) for name in Findings.__dataclass_fields__})


def order_context(case: Case, findings: Findings, *, at: datetime) -> dict[str, Any]:
    """Return the values of the determination's template."""
    return {
        **complaint_context(case, {"at": at}),
        "case": case,
        "findings": findings,
        **order_parts(findings),
        "review": review_rights(timezone.localdate(at)),
        "draft": True,
    }


def record_service(
    case: Case, *, served_on: date, method: str, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Record the day on which the determination was served; an e-mail counts from its acceptance by the mail server.

    ValidationError (served_on) for a day before the signature or after today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        row = case.determinations.exclude(signed_at=None).last()
        if row is None or row.signed_at is None:
            raise TransitionNotAllowed("There is no signed determination.")
        if not timezone.localdate(row.signed_at) <= served_on <= timezone.localdate(at):
            raise ValidationError({"served_on": "The day of service cannot be before the signature or after today"})
        row.served_on, row.service_method = served_on, method
        row.save(update_fields=["served_on", "service_method"])
        return {"served_on": served_on, "determination_id": row.pk, "changes": {"service_method": ("", method)}}

    return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)
