"""Drafting, returning, signing and serving the determination on a closing notice; whoever drafted it never signs it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from closings import wording
from closings.content import OFFICIAL, NoticeContent
from closings.estimate import Estimate, estimate, surcharge
from closings.guards import copies, current_draft, has_drafted
from closings.models import Determination
from closings.publishing import short_key
from closings.recording import latest
from closings.review import review_rights
from closings.sections import recipient_words
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.signing import check_signer, same_person
from wagecase.cases.tasks import person_of
from wagecase.documents import services as documents
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rules.finding import Finding
from wagecase.web.formatting import day

TEMPLATE = "letters/closings/determination.html"


@dataclass(frozen=True)
class Decided:
    """One claimed exception: whether it holds, and why. Only the department decides it (109.07 (5), (6))."""

    code: str
    holds: bool
    reason: str


@dataclass(frozen=True)
class Findings:
    """What a person decides; all else is worked out from the notice."""

    reasons: str
    exceptions: tuple[Decided, ...] = ()
    daily_amount: Decimal | None = None
    surcharge_reason: str = ""


@dataclass(frozen=True)
class Worked:
    """What the law makes of the notice with these findings: whether notice was due, how late, and what follows."""

    required: bool
    excused: bool
    estimate: Estimate
    surcharge: Finding[Any] | None

    @property
    def late_officials(self) -> bool:
        """Whether an official was told late, so that the department must assess a surcharge (R-109.07-4ma)."""
        return (
            self.required
            and not self.excused
            and any(row.short for row in self.estimate.told if row.facts.kind == OFFICIAL)
        )

    @property
    def amount(self) -> Decimal | None:
        """The surcharge in dollars, None where none is assessed."""
        if not self.late_officials or self.surcharge is None:
            return None
        return self.surcharge.value["surcharge"]  # type: ignore[no-any-return]


def worked_out(content: NoticeContent, findings: Findings) -> Worked:
    """Return what follows from the notice and the findings (R-109.07-1m, -4ma, -5-6-dept)."""
    found = estimate(content)
    excused = any(row.holds for row in findings.exceptions)
    required = bool(found.required)
    charged = surcharge(content, daily_amount=findings.daily_amount) if required and not excused else None
    return Worked(required, excused, found, charged)


def check(content: NoticeContent, findings: Findings) -> Worked:
    """Return what follows; ValidationError at the field that the law does not allow as it is.

    An amount is needed where an official was told late, lies within the limits of the law, and has a reason; without
    lateness there is none. Every exception that the notice claims is decided, each with a reason.
    """
    worked = worked_out(content, findings)
    if worked.estimate.required is None:
        raise ValidationError(
            "The notice does not say enough to judge whether notice was required. Record an update first."
        )
    claimed = {row.code for row in content.claims}
    if {row.code for row in findings.exceptions} != claimed or any(
        not row.reason.strip() for row in findings.exceptions
    ):
        raise ValidationError("Decide each exception that the employer claims, and say why")
    if worked.late_officials:
        if findings.daily_amount is None:
            raise ValidationError({"daily_amount": "Enter the amount for each day: an official was told late"})
        if worked.surcharge is not None and worked.surcharge.value["amount_accepted"] is False:
            raise ValidationError({"daily_amount": "The amount must be from $0.01 to $500.00 a day"})
        if not findings.surcharge_reason.strip():
            raise ValidationError({"surcharge_reason": "Say why this amount"})
    elif findings.daily_amount is not None:
        raise ValidationError({"daily_amount": "No official was told late, so there is no surcharge. Leave it blank"})
    return worked


def worksheet(content: NoticeContent, worked: Worked) -> dict[str, Any]:
    """Return every input, test and count as JSON values, with the sentences as they are printed."""
    found = worked.estimate
    coverage = found.coverage
    return {
        "inputs": content.to_dict(),
        "coverage": coverage and {**coverage.to_dict(), "sentences": coverage.sentences("en")},
        "due": found.due and {**found.due.to_dict(), "sentences": found.due.sentences("en")},
        "told": [
            {"who": recipient_words(row.facts), "given_on": row.facts.given_on and row.facts.given_on.isoformat(),
             "days_short": row.short, "sentences": row.finding.sentences("en")}
            for row in found.told
        ],
        "surcharge": worked.surcharge and {**worked.surcharge.to_dict(), "sentences": worked.surcharge.sentences("en")},
        "excused": worked.excused,
    }  # fmt: skip


def draft_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int,
    intended_signer: User | None = None,
) -> Case:  # fmt: skip
    """Draft the determination: freezes the draft order with its worksheet and asks a second person to sign.

    ValidationError as `check` raises it.
    """
    return _draft(
        case, "draft_determination", findings=findings, by=drafted_by, signer=intended_signer, actor=actor, at=at,
        version=expected_version,
    )  # fmt: skip


def revise_determination(
    case: Case, *, findings: Findings, drafted_by: User, actor: Actor, at: datetime, expected_version: int,
    intended_signer: User | None = None,
) -> Case:  # fmt: skip
    """Replace the draft by a new one with another hash; a page that shows the old draft can no longer sign."""
    return _draft(
        case, "revise_determination", findings=findings, by=drafted_by, signer=intended_signer, actor=actor, at=at,
        version=expected_version,
    )  # fmt: skip


def _draft(
    case: Case, name: str, *, findings: Findings, by: User, signer: User | None, actor: Actor, at: datetime,
    version: int,
) -> Case:  # fmt: skip
    def apply(case: Case) -> Mapping[str, Any]:
        same_person(by, actor, name)
        content = latest(case.closing)
        worked = check(content, findings)
        if signer is not None:
            _check_signer(case, signer, by=by, at=at)
        _drop_tasks(case, at=at, by=by)
        cases.finish_tasks(keys=[short_key(case)], at=at, by=by)
        case.closing_determinations.filter(signed_at=None).update(superseded=True)
        document = documents.freeze(
            case=case, kind="closings.draft_determination", title="Determination (draft)", template=TEMPLATE,
            context={
                **order_parts(case, content, findings=findings, worked=worked), **signer_words(signer), "case": case,
                "draft": True, "review": review_rights(timezone.localdate(at)),
            },
            language="en", visibility="staff", at=at,
        )  # fmt: skip
        row = Determination.objects.create(
            case=case, revision=case.closing.revision, required=worked.required, worksheet=worksheet(content, worked),
            exceptions=[asdict(one) for one in findings.exceptions], daily_amount=findings.daily_amount,
            surcharge=worked.amount, surcharge_reason=findings.surcharge_reason, reasons=findings.reasons,
            draft=document, drafted_by=by, drafted_at=at, intended_signer=signer,
        )  # fmt: skip
        cases.open_task(
            key=_task_key(row), what="Read the draft determination and sign or return it", at=at, case=case,
            person=signer, role="supervisor",
        )  # fmt: skip
        return {"determination_id": row.pk, "document_id": document.pk}

    return cases.advance(case, name, actor=actor, at=at, expected_version=version, apply=apply)


def _task_key(row: Determination) -> str:
    return f"sign:closing:{row.pk}"


def _drop_tasks(case: Case, *, at: datetime, by: User | None) -> None:
    """Nobody is asked any more to sign a draft that was replaced, returned or signed."""
    keys = [_task_key(row) for row in case.closing_determinations.filter(superseded=False, signed_at=None)]
    cases.finish_tasks(keys=keys, at=at, by=by)


def _check_signer(case: Case, signer: User, *, by: User, at: datetime) -> None:
    drafted = signer.pk == by.pk or has_drafted(case, signer.pk)
    check_signer(case, signer, drafted=drafted, appointed=acting.in_force(signer.pk, unit=case.unit, at=at) is not None)


def return_draft(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Send the draft back to its drafter with the reasons."""

    def apply(case: Case) -> Mapping[str, Any]:
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to return.")
        _drop_tasks(case, at=at, by=person_of(actor))
        draft.returned_reason, draft.superseded = reason, True
        draft.save(update_fields=["returned_reason", "superseded"])
        return {"determination_id": draft.pk, "determination": draft, "changes": {"returned_reason": ("", reason)}}

    return cases.advance(case, "return_draft", actor=actor, at=at, expected_version=expected_version, apply=apply)


def sign_determination(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Sign the draft whose PDF has the hash `draft_sha256`; the order goes to the employer the same day.

    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(signer, actor, "sign_determination")
        draft = current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to sign.")
        if draft.draft.sha256 != draft_sha256:
            raise StaleVersion("The draft was changed after you opened it. Read the new draft before you sign.")
        _drop_tasks(case, at=at, by=signer)
        appointment = acting.in_force(signer.pk, unit=case.unit, at=at)
        named_on = timezone.localdate(appointment.named_at) if appointment else None
        draft.issued = documents.freeze_signed(
            draft=draft.draft, kind="closings.determination", title="Determination", visibility="party", at=at,
            signature=_signature(draft, signer, on=timezone.localdate(at), named_on=named_on),
        )  # fmt: skip
        draft.signed_by, draft.signed_at, draft.signer_named_on = signer, at, named_on
        draft.signed_draft_sha256 = draft.draft.sha256
        draft.save()
        return {
            "determination_id": draft.pk, "document_id": draft.issued.pk, "document_sha256": draft.draft.sha256,
            "determination": draft, **({"appointment_id": appointment.pk} if appointment else {}),
        }  # fmt: skip

    return cases.advance(case, "sign_determination", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _signature(draft: Determination, signer: User, *, on: date, named_on: date | None) -> documents.Signature:
    return documents.Signature(
        name=signer.name, title=signer.title or "Supervisor", signed_on=on, signed_for=settings.DEPARTMENT_NAME,
        draft_sha256=draft.draft.sha256, named_on=named_on,
    )  # fmt: skip


def signature_of(row: Determination) -> documents.Signature | None:
    """Return the signature block of a signed determination."""
    if row.signed_at is None or row.signed_by is None:
        return None
    return _signature(row, row.signed_by, on=timezone.localdate(row.signed_at), named_on=row.signer_named_on)


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the determination was served: the day on which the last copy left, or a later one.

    ValidationError (served_on) for a day before a copy left or after today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        row = case.closing_determinations.exclude(signed_at=None).last()
        if row is None:
            raise TransitionNotAllowed("There is no signed determination.")
        sent = copies_sent(case)
        for to, _way, on in sent:
            if served_on < on:
                raise ValidationError({"served_on": f"The copy for {to} left only on {day(on)}"})
        if not timezone.localdate(row.signed_at) <= served_on <= timezone.localdate(at):
            raise ValidationError({"served_on": "The day of service cannot be before the signature or after today"})
        row.served_on, row.service_method = served_on, "; ".join(f"{to}: {way}, {day(on)}" for to, way, on in sent)
        row.save(update_fields=["served_on", "service_method"])
        cases.open_task(
            key=_close_key(case), what="Close the case once the review periods are over", at=at, case=case,
            person=case.assignee, role="coordinator", due_on=review_rights(served_on)["court_by"],
        )  # fmt: skip
        changes = {"service_method": ("", row.service_method)}
        return {"served_on": served_on, "determination_id": row.pk, "changes": changes}

    return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def reopen_service(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Take a case whose determination came back from served to signed; the earlier day stays on record."""

    def apply(case: Case) -> Mapping[str, Any]:
        row = case.closing_determinations.exclude(signed_at=None).last()
        if row is None:
            return {}
        before, row.served_on, method, row.service_method = row.served_on, None, row.service_method, ""
        row.save(update_fields=["served_on", "service_method"])
        changes = {"served_on": (before, None), "service_method": (method, "")}
        return {"determination_id": row.pk, "changes": changes}

    return cases.advance(case, "reopen_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def close(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close the file; the notice stays on the public list."""

    def apply(case: Case) -> None:
        keys = [_close_key(case), short_key(case)]
        cases.finish_tasks(keys=keys, at=at, by=person_of(actor))

    return cases.advance(case, "close", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _close_key(case: Case) -> str:
    return f"close:{case.pk}"


def copies_sent(case: Case) -> list[tuple[str, str, date]]:
    """Return (to whom, how, day) of each copy that went out."""
    found = []
    for notice in copies(case):
        on = notice.mailed_on or (timezone.localdate(notice.sent_at) if notice.sent_at else None)
        if on is not None:
            found.append((notice.recipient_label, notice.mailed_method or "e-mail", on))
    return found


def signer_words(person: User | None) -> dict[str, str]:
    """Return the name and title that stand under the place for the signature; nothing while nobody is chosen."""
    return {"intended_signer": person.name, "intended_title": person.title or "Supervisor"} if person else {}


def findings_of(row: Determination) -> Findings:
    """Return the decided parts of a stored determination."""
    return Findings(
        reasons=row.reasons, exceptions=tuple(Decided(**one) for one in row.exceptions), daily_amount=row.daily_amount,
        surcharge_reason=row.surcharge_reason,
    )  # fmt: skip


def order_parts(case: Case, content: NoticeContent, *, findings: Findings, worked: Worked) -> dict[str, Any]:
    """Return what the order and the letter that carries it print."""
    found = worked.estimate
    return {
        "closing": case.closing, "content": content, "findings": findings, "worked": worked,
        "inputs": _inputs(content),
        "coverage_sentences": found.coverage.sentences("en") if found.coverage else [],
        "coverage_law": ", ".join(found.coverage.citations) if found.coverage else "",
        "due_sentences": found.due.sentences("en") if found.due else [], "due": found.due.value if found.due else None,
        "told": [
            {"who": recipient_words(row.facts), "given_on": row.facts.given_on, "short": row.short} for row in found.told
        ],
        "exceptions": [
            {"words": wording.EXCEPTIONS[one.code][0], "cite": wording.EXCEPTIONS[one.code][1], "holds": one.holds,
             "reason": one.reason}
            for one in findings.exceptions
        ],
        "charges": worked.surcharge.value if worked.late_officials and worked.surcharge else None,
        "reason_paragraphs": _paragraphs(findings.reasons),
    }  # fmt: skip


def _inputs(content: NoticeContent) -> Sequence[tuple[str, str]]:
    rows = [
        ("Persons employed in the state", content.persons_in_state), ("New among them", content.new_in_state),
        ("Low-hour among them", content.low_hour_in_state),
    ]  # fmt: skip
    shown = [(label, f"{value:,}" if value is not None else "Not stated") for label, value in rows]
    for site in content.sites:
        where = ", ".join(filter(None, [site.name, wording.place(site.municipality, site.municipality_type)]))
        left = (site.new_employees or 0) + (site.low_hour_employees or 0)
        affected = "not stated" if site.affected is None else f"{site.affected:,}"
        shown.append((where, f"{affected} affected, {left:,} of them new or low-hour"))
    return shown


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\r?\n\s*\n", text) if part.strip()]
