"""Drafting, returning, signing and serving the determination of 104.05; whoever drafted it never signs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Unpack

from django.core.exceptions import ValidationError
from django.utils import timezone

from complaints.amounts import refuse_amounts
from complaints.council import ask_for_council
from complaints.guards import ORDERS, open_matters
from complaints.models import Determination
from complaints.naming import refuse_names
from complaints.notices import complaint_context, order_parts
from complaints.served import take_back_questions
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.cases.orders import Drafting
from wagecase.cases.review import review_rights
from wagecase.lifecycle import Actor


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


def draft_determination(case: Case, *, findings: Findings, **act: Unpack[Drafting]) -> Case:
    """Draft the determination: freezes the draft order ("Draft, not signed") and asks a supervisor to sign.

    The order says for whose signature it is.

    ValidationError at each field in which a name stands that the employer must not read (see `naming`), or an amount
    owed (see `amounts`).
    """
    return _draft(case, "draft_determination", findings, **act)


def revise_determination(case: Case, *, findings: Findings, **act: Unpack[Drafting]) -> Case:
    """Replace the draft by a new one; ValidationError as for the first."""
    return _draft(case, "revise_determination", findings, **act)


def _draft(case: Case, name: str, findings: Findings, **act: Unpack[Drafting]) -> Case:
    def parts(case: Case) -> Mapping[str, Any]:
        refuse_names(case, texts_of(findings))
        refuse_amounts({name: getattr(findings, name) for name in ("concerning", "reasons")})
        return {"context": order_context(case, findings, at=act["at"]), "due_on": case.due_on, **asdict(findings)}

    return ORDERS.draft(case, name, parts=parts, says={"reasonable_cause": findings.reasonable_cause}, **act)


return_draft = ORDERS.return_draft


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
        draft = ORDERS.to_sign(case, draft_sha256=draft_sha256, signer=signer, actor=actor)
        findings = findings_of(draft)
        changes = _tell_employer(case, withheld_reason.strip(), on=timezone.localdate(at))
        if seen := " ".join(open_matters(case)):
            changes = {**changes, "signed_knowing": ("", seen)}
        withdrawn = take_back_questions(case, reason="Not sent: the determination was signed before it left")
        if findings.reasonable_cause:
            ask_for_council(case, at=at)
        draft.signed_html_sha256 = draft.draft.html_sha256
        signed = ORDERS.sign(case, draft, signer=signer, at=at)
        return {**signed, "reasonable_cause": findings.reasonable_cause, "changes": changes, **withdrawn}

    return cases.advance(case, "sign_determination", actor=actor, at=at, expected_version=expected_version, apply=apply)


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
        "findings": findings,
        **order_parts(findings),
        "review": review_rights(timezone.localdate(at)),
    }


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the determination was served: the last day on which a party's copy left, or a later one.

    Way and day of each copy come from its notice. ValidationError (served_on) for a day before a copy left or after
    today.
    """

    return cases.advance(
        case, "record_service", actor=actor, at=at, expected_version=expected_version,
        apply=lambda case: ORDERS.serve(case, served_on=served_on, at=at),
    )  # fmt: skip
