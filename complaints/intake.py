"""Turns a filing into a case: online and signed, online for paper, and keyed by staff from paper or the telephone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from complaints.content import Content, PaperStamp, Signature
from complaints.models import Complaint, Declaration, InformationRequest
from complaints.notices import complaint_context
from wagecase.accounts.models import User
from wagecase.cases import drafts, kinds
from wagecase.cases import services as cases
from wagecase.cases.files import Taken, keep
from wagecase.cases.models import Attachment, Case, Draft, Employer, Party
from wagecase.cases.searching import index_words
from wagecase.cases.services import unit_of_work
from wagecase.cases.tasks import person_of
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.web import formatting

COMPLAINANT = "complainant"
FIRST_STAMP = date(2000, 1, 1)  # an earlier day is a slip of the pen: no open complaint is that old


def file_online(
    *, content: Content, signature: Signature, at: datetime, draft: Draft | None = None, actor: Actor | None = None
) -> Case:
    """File a complaint that its complainant signed online and return the case.

    Day 0 of the 20 days (104.05) is the local date of `at`. Raises ValueError when a part that R-104.05 names is
    blank, DraftFiled (with the case number) when the draft was filed before.
    """
    return _file(content, "file_online", signature=signature, at=at, draft=draft, actor=actor)


def file_for_paper(*, content: Content, at: datetime, draft: Draft | None = None, actor: Actor | None = None) -> Case:
    """File a complaint that its complainant will sign on paper: a case, but no clock, until the signed form comes."""
    return _file(content, "file_for_paper", signature=None, at=at, draft=draft, actor=actor)


def _file(
    content: Content, name: str, *, signature: Signature | None, at: datetime, draft: Draft | None, actor: Actor | None
) -> Case:
    _check(content)
    actor = actor or Actor("link", None, COMPLAINANT, content.complainant.name)
    with unit_of_work():
        if draft is not None:
            draft = drafts.hold(draft)
        day = timezone.localdate(at)
        case = cases.open_case(
            content.kind, name, actor=actor, at=at, received_on=day, received_at=at, title=_title(content),
            channel="online", employer=_employer(content, at),
            apply=lambda case: _write(case, content, signature=signature, received=day, at=at, draft=draft),
        )  # fmt: skip
        if draft is not None:
            Draft.objects.filter(pk=draft.pk).update(filed_case=case)
    return case


def record_complaint(
    *, content: Content, stamp: PaperStamp, actor: Actor, at: datetime, keyed_by: Any, scans: Sequence[Taken] = ()
) -> Case:
    """Record a paper or telephone complaint keyed by staff.

    Signed: the clock counts from the day stamped on the paper, whenever it was keyed. Unsigned (always by telephone):
    no clock; the form is sent for signature. ValueError when a required part is blank, a telephone call is said to
    be signed or the kind has no way on paper; ValidationError (stamped_on) when the stamp lies in the future.
    """
    _check(content)
    if stamp.channel == "phone" and stamp.signature:
        raise ValueError("nobody can sign by telephone")
    name = "record_complaint" if stamp.signature else "record_unsigned"
    if name not in kinds.get(content.kind).lifecycle.by_name:
        raise ValueError(f"a complaint of the kind {content.kind} is filed online only")
    today = timezone.localdate(at)
    _check_stamp(stamp.stamped_on, today=today)
    with unit_of_work():
        return cases.open_case(
            content.kind, name, actor=actor, at=at, received_on=stamp.stamped_on, received_at=None,
            title=_title(content), channel=stamp.channel, employer=_employer(content, at),
            apply=lambda case: {
                **_write(case, content, signature=stamp.signature, received=stamp.stamped_on, at=at, draft=None),
                **_keyed(case, stamp=stamp, by=keyed_by, today=today, scans=scans, at=at),
            },
        )  # fmt: skip


def record_verification(
    case: Case, *, signature: Signature, stamped_on: date, actor: Actor, at: datetime, expected_version: int,
    scans: Sequence[Taken] = (),
) -> Case:  # fmt: skip
    """Record that the signed form of an unsigned complaint came in: the 20 days count from the day stamped on it.

    ValidationError (stamped_on) when the stamp lies in the future or before the complaint.
    """
    _check_stamp(stamped_on, today=timezone.localdate(at))
    if stamped_on < case.received_on:
        raise ValidationError(
            {"stamped_on": f"The stamp cannot be before the complaint, received {formatting.day(case.received_on)}"}
        )

    def apply(case: Case) -> Mapping[str, Any]:
        complaint = case.complaint
        complaint.verification, complaint.verified_on = signature.method, stamped_on
        today, by = timezone.localdate(at), User.objects.get(pk=actor.id or 0)
        changes = {
            "stamped_on": (complaint.stamped_on, stamped_on), "keyed_on": (complaint.keyed_on, today),
            "keyed_by": (complaint.keyed_by.name if complaint.keyed_by else "", by.name),
        }  # fmt: skip
        complaint.stamped_on, complaint.keyed_on, complaint.keyed_by = stamped_on, today, by
        if complaint.withdrawn_from == "unverified":
            complaint.withdrawn_from = "received"  # going on leads to the state of a signed complaint
        complaint.save(update_fields=[
            "verification", "verified_on", "stamped_on", "keyed_on", "keyed_by", "withdrawn_from",
        ])  # fmt: skip
        _declare(case, signature)
        kept = [keep(t, source="staff", at=at, case=case, purpose="scan").pk for t in scans]
        freeze_as_filed(case, at=at)
        cases.finish_tasks(keys=[f"notarized:{case.pk}"], at=at, by=person_of(actor))
        return {
            "counts_from": stamped_on, "stamped_on": stamped_on, "attachment_ids": kept,
            "declaration_version": signature.version, "verification": signature.method, "changes": changes,
        }  # fmt: skip

    return cases.advance(
        case, "record_verification", actor=actor, at=at, expected_version=expected_version, apply=apply
    )


def _check(content: Content) -> None:
    missing = content.missing()
    if missing:
        raise ValueError(f"a complaint needs {', '.join(missing)}")


def _check_stamp(stamped_on: date, *, today: date) -> None:
    if stamped_on < FIRST_STAMP:
        raise ValidationError({"stamped_on": f"The stamp cannot be before {formatting.day(FIRST_STAMP)}"})
    if stamped_on > today:
        raise ValidationError({"stamped_on": f"The stamp cannot be after today, {formatting.day(today)}"})


def _title(content: Content) -> str:
    return f"{content.complainant.name} / {content.employer.name}"


def _employer(content: Content, at: datetime) -> Employer:
    """Return the known employer of exactly this name, or a new one; likeness is never enough to join two."""
    found = Employer.objects.filter(legal_name__iexact=content.employer.name).order_by("id").first()
    return found or Employer.objects.create(
        legal_name=content.employer.name, trade_name=content.employer.trade_name, created_at=at
    )


def _write(
    case: Case, content: Content, *, signature: Signature | None, received: date, at: datetime, draft: Draft | None
) -> dict[str, Any]:
    person, employer = content.complainant, content.employer
    fields = {
        k: v for k, v in asdict(content).items() if k not in {"kind", "complainant", "employer"}
    }  # fmt: skip
    Complaint.objects.create(
        case=case, employer_name=employer.name, employer_trade_name=employer.trade_name,
        work_site=employer.work_site, still_operating=employer.still_operating,
        verification=signature.method if signature else Complaint.Verification.NONE,
        verified_on=received if signature else None, **fields,
    )  # fmt: skip
    party = Party.objects.create(
        case=case, role=Party.Role.COMPLAINANT, name=person.name, email=person.email,
        email_allowed=bool(person.email), phone=person.phone, postal=person.postal, language=person.language,
        safe_contact=person.safe_contact,
    )  # fmt: skip
    Party.objects.create(
        case=case, role=Party.Role.EMPLOYER, name=employer.name, email=employer.email,
        email_allowed=bool(employer.email), postal=employer.postal,
    )  # fmt: skip
    for kind, text in (("complainant", person.name), ("employer", employer.name), ("employer", employer.trade_name)):
        index_words(case, kind=kind, text=text)
    facts: dict[str, Any] = {"party_id": party.pk, "channel": case.channel, "language": person.language}
    if signature:
        _declare(case, signature)
        facts.update(declaration_version=signature.version, verification=signature.method)
    with translation.override(person.language):
        blanks = content.blanks()
        if blanks:
            question = "\n".join(blanks)
            InformationRequest.objects.create(case=case, question=question, automatic=True, asked_at=at)
    if draft is not None:
        Attachment.objects.filter(draft=draft).update(case=case, draft=None, party_id=party.pk)
    facts["document_id"] = freeze_as_filed(case, at=at).pk
    return facts


def _declare(case: Case, signature: Signature) -> None:
    if Declaration.objects.filter(case=case).exists():
        raise TransitionNotAllowed("This complaint is already signed.")
    words = asdict(signature)
    Declaration.objects.create(case=case, place_state=words.pop("state"), **words)


def _keyed(
    case: Case, *, stamp: PaperStamp, by: Any, today: date, scans: Sequence[Taken], at: datetime
) -> dict[str, Any]:
    complaint = case.complaint  # the row that the letters of this act read
    complaint.keyed_by, complaint.keyed_on, complaint.stamped_on = by, today, stamp.stamped_on
    complaint.save(update_fields=["keyed_by", "keyed_on", "stamped_on"])
    kept = [keep(t, source="staff", at=at, case=case, purpose="scan").pk for t in scans]
    return {"stamped_on": stamp.stamped_on, "attachment_ids": kept}


def freeze_as_filed(case: Case, *, at: datetime) -> Document:
    """Freeze the complaint as it was filed, with its declaration or with lines to sign, for the complainant's copy."""
    party = case.parties.get(role=Party.Role.COMPLAINANT)
    with translation.override(party.language):
        return documents.freeze(
            case=case, kind="complaints.as_filed", title=translation.gettext("Complaint as filed"),
            template="letters/complaints/as_filed.html",
            context={
                **complaint_context(case, {"at": at}), "case": case, "party": party, "language": party.language,
                "letter_date": timezone.localdate(at), "recipient_lines": [],
            },
            language=party.language, party_id=party.pk, visibility="party", at=at,
        )  # fmt: skip
