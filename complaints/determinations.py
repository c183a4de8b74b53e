"""Drafting, returning, signing and serving the determination of 104.05; whoever drafted it never signs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from complaints.amounts import refuse_amounts
from complaints.council import ask_for_council
from complaints.guards import copies, current_draft, has_drafted, open_matters
from complaints.models import Determination
from complaints.naming import refuse_names
from complaints.notices import complaint_context, order_parts, review_rights, signer_words
from complaints.served import take_back_questions
from wagecase.accounts import acting
from wagecase.accounts.models import ActingSigner, User
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.cases.signing import check_signer, same_person
from wagecase.cases.tasks import person_of
from wagecase.documents import services as documents
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.web.formatting import day

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


def texts_of(findings: Findings) -> dict[str, str]:
    """Return every text of the findings, by field: the employer reads all of them."""
    return {field: text for field, text in asdict(findings).items() if isinstance(text, str)}


def draft_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int,
    intended_signer: User | None = None,
) -> Case:  # fmt: skip
    """Draft the determination: freezes the draft order ("Draft, not signed") and asks a supervisor to sign.

    The order says for whose signature it is; without `intended_signer` every supervisor of the unit is asked.

    ValidationError at each field in which a name stands that the employer must not read (see `naming`), or an amount
    owed (see `amounts`).
    """
    return _draft(
        case, "draft_determination", findings, by=drafted_by, signer=intended_signer, actor=actor, at=at,
        version=expected_version,
    )  # fmt: skip


def revise_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int,
    intended_signer: User | None = None,
) -> Case:  # fmt: skip
    """Replace the draft by a new one with another hash; a page that shows the old draft can no longer sign."""
    return _draft(
        case, "revise_determination", findings, by=drafted_by, signer=intended_signer, actor=actor, at=at,
        version=expected_version,
    )  # fmt: skip


def _draft(
    case: Case, name: str, findings: Findings, *, by: User, signer: User | None, actor: Actor, at: datetime,
    version: int,
) -> Case:  # fmt: skip
    def apply(case: Case) -> Mapping[str, Any]:
        same_person(by, actor, name)
        refuse_names(case, texts_of(findings))
        refuse_amounts({name: getattr(findings, name) for name in ("concerning", "reasons")})
        if signer is not None:
            _check_signer(case, signer, by, at=at)
        _drop_tasks(case, at=at, by=by)
        case.determinations.filter(signed_at=None).update(superseded=True)
        document = documents.freeze(
            case=case, kind="complaints.draft_determination", title="Determination (draft)", template=TEMPLATE,
            context={**order_context(case, findings, at=at), **signer_words(signer)}, language="en", visibility="staff", at=at,
        )  # fmt: skip
        row = Determination.objects.create(
            case=case, draft=document, drafted_by=by, drafted_at=at, intended_signer=signer, **asdict(findings)
        )
        cases.open_task(
            key=_task_key(row), what="Read the draft determination and sign or return it", at=at, case=case,
            person=signer, role="supervisor", due_on=case.due_on,
        )  # fmt: skip
        return {
            "determination_id": row.pk, "document_id": document.pk, "reasonable_cause": findings.reasonable_cause,
        }  # fmt: skip

    return cases.advance(case, name, actor=actor, at=at, expected_version=version, apply=apply)


def _task_key(row: Determination) -> str:
    return f"sign:{row.pk}"


def _drop_tasks(case: Case, *, at: datetime, by: User | None) -> None:
    """Nobody is asked any more to sign a draft that was replaced, returned or signed."""
    keys = [_task_key(row) for row in case.determinations.filter(superseded=False, signed_at=None)]
    cases.finish_tasks(keys=keys, at=at, by=by)


def _check_signer(case: Case, signer: User, by: User, *, at: datetime) -> None:
    drafted = signer.pk == by.pk or has_drafted(case, signer.pk)
    check_signer(case, signer, drafted=drafted, appointed=_appointment(case, signer, at=at) is not None)


def return_draft(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Send the draft back to the investigator with the supervisor's reasons."""

    def apply(case: Case) -> Mapping[str, Any]:
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to return.")
        _drop_tasks(case, at=at, by=person_of(actor))
        draft.returned_reason, draft.superseded = reason, True
        draft.save(update_fields=["returned_reason", "superseded"])
        return {"determination_id": draft.pk, "changes": {"returned_reason": ("", reason)}}

    return cases.advance(case, "return_draft", actor=actor, at=at, expected_version=expected_version, apply=apply)


def sign_determination(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int,
    withheld_reason: str = "",
) -> Case:  # fmt: skip
    """Sign the draft whose PDF has the hash `draft_sha256`; the 20-day clock stops at this instant.

    The issued order is frozen from the very HTML of the draft plus the signature block and queued to both parties
    (R-104.05), to an employer that was never served too, unless `withheld_reason` says why that one does not get it.
    ValidationError (withheld_reason) when it is withheld from an employer that knows of the case.
    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(signer, actor, "sign_determination")
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to sign.")
        if draft.draft.sha256 != draft_sha256:
            raise StaleVersion("The draft was changed after you opened it. Read the new draft before you sign.")
        findings = findings_of(draft)
        changes = _tell_employer(case, withheld_reason.strip(), on=timezone.localdate(at))
        if seen := " ".join(open_matters(case)):
            changes = {**changes, "signed_knowing": ("", seen)}
        _drop_tasks(case, at=at, by=signer)
        withdrawn = take_back_questions(case, reason="Not sent: the determination was signed before it left")
        if findings.reasonable_cause:
            ask_for_council(case, at=at)
        appointment = _appointment(case, signer, at=at)
        named_on = timezone.localdate(appointment.named_at) if appointment else None
        issued = documents.freeze_signed(
            draft=draft.draft, kind="complaints.determination", title="Determination", visibility="party", at=at,
            signature=documents.Signature(
                name=signer.name, title=signer.title or "Supervisor", signed_on=timezone.localdate(at),
                signed_for=settings.DEPARTMENT_NAME, draft_sha256=draft.draft.sha256, named_on=named_on,
            ),
        )  # fmt: skip
        draft.signed_by, draft.signed_at, draft.issued, draft.signer_named_on = signer, at, issued, named_on
        draft.signed_draft_sha256, draft.signed_html_sha256 = draft.draft.sha256, draft.draft.html_sha256
        draft.save()
        return {
            "determination_id": draft.pk, "document_id": issued.pk, "document_sha256": draft.draft.sha256,
            "reasonable_cause": findings.reasonable_cause, "determination": draft, "signer": signer,
            "changes": changes, **({"appointment_id": appointment.pk} if appointment else {}),
            **withdrawn,
        }  # fmt: skip

    return cases.advance(case, "sign_determination", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _appointment(case: Case, signer: User, *, at: datetime) -> ActingSigner | None:
    """Return the appointment under which `signer` would sign for the supervisor; none on the signer's own case."""
    return None if case.assignee_id == signer.pk else acting.in_force(signer.pk, unit=case.unit, at=at)


def _tell_employer(case: Case, withheld: str, *, on: date) -> dict[str, Any]:
    """Record that the employer learns of the case by the determination, or why it does not; return the change."""
    employers = case.parties.filter(role=Party.Role.EMPLOYER)
    if not withheld:
        employers.filter(told_on=None).update(told_on=on)
        return {}
    if employers.exclude(told_on=None).exists():
        raise ValidationError({"withheld_reason": "The employer was served and gets the determination"})
    case.complaint.determination_withheld = withheld
    case.complaint.save(update_fields=["determination_withheld"])
    return {"determination_withheld": ("", withheld)}


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


@dataclass(frozen=True)
class Copy:
    """One party's copy of the determination on its way: to whom, how, and the day it left."""

    to: str
    way: str
    on: date

    @property
    def words(self) -> str:
        """The copy in one line."""
        return f"{self.to}: {self.way}, {day(self.on)}"


def copies_sent(case: Case) -> list[Copy]:
    """Return the copies that went out: by post from the day of mailing, by e-mail from the mail server's acceptance."""
    found = []
    for notice in copies(case):
        on = notice.mailed_on or (timezone.localdate(notice.sent_at) if notice.sent_at else None)
        if on is not None:
            found.append(Copy(notice.recipient_label, notice.mailed_method or "e-mail", on))
    return found


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the determination was served: the last day on which a party's copy left, or a later one.

    Way and day of each copy come from its notice. ValidationError (served_on) for a day before a copy left or after
    today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        row = case.determinations.exclude(signed_at=None).last()
        if row is None or row.signed_at is None:
            raise TransitionNotAllowed("There is no signed determination.")
        sent = copies_sent(case)
        for copy in sent:
            if served_on < copy.on:
                raise ValidationError({"served_on": f"The copy for {copy.to} left only on {day(copy.on)}"})
        if not timezone.localdate(row.signed_at) <= served_on <= timezone.localdate(at):
            raise ValidationError({"served_on": "The day of service cannot be before the signature or after today"})
        row.served_on, row.service_method = served_on, "; ".join(copy.words for copy in sent)
        row.save(update_fields=["served_on", "service_method"])
        changes = {"service_method": ("", row.service_method)}
        return {"served_on": served_on, "determination_id": row.pk, "changes": changes}

    return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)
