"""Turns an application into a case: the answers as filed, every worker's line with its wage, the employer as party."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import renewing, wages
from licenses.content import ApplicationContent, WorkerFacts, to_dict
from licenses.drafting import printing
from licenses.models import Application, ApplicationWorker, License
from licenses.tally import tally_of
from wagecase.accounts.models import Membership, Organization
from wagecase.cases import drafts
from wagecase.cases import services as cases
from wagecase.cases.models import Attachment, Case, Draft, Employer, Party
from wagecase.cases.searching import index_words
from wagecase.encryption import keyed_digest
from wagecase.errors import TransitionNotAllowed

KIND = "application"


def file_application(
    *, membership: Membership, content: ApplicationContent, workers: Sequence[WorkerFacts], at: datetime,
    renews: License | None = None, draft: Draft | None = None, left_out: Collection[str] = (),
) -> Case:  # fmt: skip
    """File a complete application of the member's organization and return its case.

    A renewal (`renews`) filed on or before the last day of the license keeps it in force until decided (DWD 272.09
    (9) (b)). Files of the draft whose purpose is in `left_out` stay with the draft and are not filed. AlreadyDone, with the case number, when the draft was filed; TransitionNotAllowed while another renewal of
    the license is undecided.
    """
    today = timezone.localdate(at)
    filing = Application.Filing.RENEWAL if renews else Application.Filing.INITIAL
    with cases.unit_of_work():
        if draft is not None:
            draft = drafts.hold(draft)
        if renews is not None:
            # Of two filed at once the second sees the first. Without its key: a new case below it is no other filing.
            Case.objects.select_for_update(no_key=True).get(pk=renews.case_id)
            if refusal := renewing.renewable(renews, on=today).refusal or _other_kind(renews, content):
                raise TransitionNotAllowed(refusal, state=renews.case.state)
        case = cases.open_case(
            KIND, "file_application", actor=membership.actor, at=at, received_on=today, received_at=at,
            title=_title(content), channel="online", employer=employer_of(membership.organization, content, at=at),
            parent=renews.case if renews else None,
            apply=lambda case: _write(
                case, membership=membership, content=content, workers=workers, filing=filing, renews=renews, at=at,
                files=_papers(draft, left_out),
            ),
        )  # fmt: skip
        if draft is not None:
            party = case.parties.get(role=Party.Role.EMPLOYER)
            _papers(draft, left_out).update(case=case, draft=None, party_id=party.pk)
            Draft.objects.filter(pk=draft.pk).update(filed_case=case)
            draft.roster_uploads.all().delete()  # rows of workers that nobody took over are nobody's any more
        if renews is not None:
            renewing.renewal_filed(renews, application=case.application, actor=membership.actor, at=at)
    return case


def employer_of(organization: Organization, content: ApplicationContent, *, at: datetime) -> Employer:
    """Return the employer that the organization is known as, made at its first filing.

    Runs in a unit of work: the organization is held, so that two first filings at once make one employer.
    """
    held = Organization.objects.select_for_update(of=("self",), no_key=True).get(pk=organization.pk)
    organization.employer = held.employer
    if organization.employer is None:
        organization.employer = Employer.objects.create(
            legal_name=content.employer.legal_name[:200], trade_name=content.employer.trade_name[:200],
            fein=content.employer.fein, created_at=at,
        )  # fmt: skip
        organization.save(update_fields=["employer"])
    return organization.employer


def _other_kind(renews: License, content: ApplicationContent) -> str:
    if content.filing.license_kind == renews.kind:
        return ""
    return _("A renewal keeps the kind of its license. Apply for a new license if you need the other kind.")


def digest_of(organization: Organization, worker_id: str) -> str:
    """Return the keyed hash by which an employer's worker is found again, letter case and outer spaces apart."""
    wanted = worker_id.strip().casefold()
    return keyed_digest("license-worker", str(organization.pk), wanted) if wanted else ""


def _papers(draft: Draft | None, left_out: Collection[str]) -> QuerySet[Attachment]:
    """Return the files of a draft that are filed with it."""
    if draft is None:
        return Attachment.objects.none()
    return Attachment.objects.filter(draft=draft).exclude(purpose__in=left_out).order_by("pk")


def _title(content: ApplicationContent) -> str:
    main = next((site for site in content.sites if site.kind == "main"), None)
    return " / ".join(filter(None, [content.employer.legal_name, main.address.city if main else ""]))[:250]


def _postal(content: ApplicationContent) -> str:
    """Return where our mail goes, without the employer's name: to the parent organization if that was chosen."""
    facts = content.employer
    to_parent = facts.parent_address if facts.mail_to_parent else None
    address = to_parent or facts.mailing or facts.physical
    lines = [f"c/o {facts.parent_name}"] if to_parent and facts.parent_name else []
    return "\n".join([*lines, address.street, f"{address.city}, {address.state} {address.zip_code}"])


def _write(
    case: Case, *, membership: Membership, content: ApplicationContent, workers: Sequence[WorkerFacts], filing: str,
    renews: License | None, files: Iterable[Attachment], at: datetime,
) -> Mapping[str, Any]:  # fmt: skip
    facts, organization = content.filing, membership.organization
    party = Party.objects.create(
        case=case, role=Party.Role.EMPLOYER, name=content.employer.legal_name[:200], attention=facts.contact_name,
        email=facts.contact_email, email_allowed=bool(facts.contact_email), phone=facts.contact_phone,
        postal=_postal(content), told_on=case.received_on,
        language=content.attestation.language,
    )  # fmt: skip
    application = Application.objects.create(
        case=case, organization=organization, filing=filing, license_kind=facts.license_kind, renews=renews,
        content=to_dict(content), filed_by=membership.user, filed_at=at, workers_count=len(workers),
    )  # fmt: skip
    checks = wages.check_all(workers, content, on=case.received_on)
    ApplicationWorker.objects.bulk_create(
        (
            ApplicationWorker(
                application=application, key=worker.key, place=place, digest=digest_of(organization, worker.worker_id),
                facts=to_dict(worker), wage=check.to_dict(), covers=check.covers,
            )
            for place, (worker, check) in enumerate(zip(workers, checks, strict=True))
        ),
        batch_size=200,
    )  # fmt: skip
    application.short_count = sum(check.covers is False for check in checks)
    application.tally = tally_of(workers, on=case.received_on).to_dict()
    application.filed_document = printing.freeze_application(
        case, content=content, pairs=list(zip(workers, checks, strict=True)), files=files, at=at
    )
    application.save(update_fields=["short_count", "tally", "filed_document"])
    for text in (content.employer.legal_name, content.employer.trade_name):
        index_words(case, kind="employer", text=text)
    return {"party_id": party.pk, "channel": case.channel, "language": party.language}
