"""Turns a notice into a case: filed online by an employer, or keyed by staff from a letter; and revises it afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from closings import duty
from closings.changes import changed, codes_of
from closings.content import FIRST_STAMP, NoticeContent
from closings.guards import ORDERS
from closings.lifecycle import DECIDED
from closings.models import ClosingNotice, Revision
from closings.publishing import freeze_notice
from closings.recording import employer_of, latest, open_notice, revise
from wagecase.accounts import standing
from wagecase.accounts.models import Membership
from wagecase.cases import contacts, drafts
from wagecase.cases import services as cases
from wagecase.cases.files import Taken, check_room, keep
from wagecase.cases.models import Attachment, Case, Draft, Party
from wagecase.cases.services import unit_of_work
from wagecase.cases.tasks import person_of
from wagecase.errors import NotPermitted, StaleVersion
from wagecase.lifecycle import Actor

EMPLOYER, KIND = "employer", "closing"


def missing(content: NoticeContent) -> tuple[str, ...]:
    """Return what a notice cannot be filed without: who, what, where, how many and when (R-109.07-1m-info)."""
    parts = {
        "employer": content.employer_name,
        "event": content.event,
        "sites": content.sites,
        "separations": content.separations,
    }
    return tuple(name for name, value in parts.items() if not value)


def file_online(
    *, content: NoticeContent, email: str, language: str, at: datetime, draft: Draft | None = None,
    actor: Actor | None = None, membership: Membership | None = None,
) -> Case:  # fmt: skip
    """File a notice of the employer who verified `email`, and return the case; the filing tells the department.

    With a `membership` the member files it for the organization, whose notice it is from then on: no private link
    opens it. NotPermitted for a member who may not file now.
    ValueError when a part is blank that every notice has, DraftFiled (with the case number) when the draft was filed.
    """
    _check(content)
    today, organization = timezone.localdate(at), membership.organization if membership else None
    if membership is not None:
        actor = membership.actor
        _check_member(membership.organization_id, actor)
    with unit_of_work():
        draft = drafts.hold(draft) if draft is not None else None
        case = cases.open_case(
            KIND, "file_online", actor=actor or Actor("link", None, EMPLOYER, content.employer_name), at=at, received_on=today,
            received_at=at, title=_title(content), channel="online", employer=employer_of(content, at=at),
            apply=lambda case: _write(
                case, content, origin=ClosingNotice.Origin.FILED, email=email, language=language, at=at, draft=draft,
                organization=organization,
            ),
        )  # fmt: skip
        if draft is not None:
            Draft.objects.filter(pk=draft.pk).update(filed_case=case)
    return case


def record_letter(
    *, content: NoticeContent, received_on: date, postmarked_on: date | None, actor: Actor, at: datetime, keyed_by: Any,
    draft: Draft | None = None,
) -> Case:  # fmt: skip
    """Record a notice keyed from a letter: the department was told on the day stamped on it, whenever it was keyed.

    ValidationError (received_on) for a stamp in the future. ValueError when a part is blank that every notice has,
    DraftFiled (with the case number) when the draft was recorded.
    """
    _check(content)
    if not FIRST_STAMP <= received_on <= timezone.localdate(at):
        raise ValidationError(
            {"received_on": "Check the day stamped on the letter: it lies in the future or too long ago"}
        )
    with unit_of_work():
        draft = drafts.hold(draft) if draft is not None else None
        case = cases.open_case(
            KIND, "record_letter", actor=actor, at=at, received_on=received_on, received_at=None, title=_title(content),
            channel="paper", employer=employer_of(content, at=at),
            apply=lambda case: _write(
                case, content, origin=ClosingNotice.Origin.KEYED, email=content.contact_email, language="en", at=at,
                draft=draft, postmarked_on=postmarked_on, keyed_by=keyed_by,
            ),
        )  # fmt: skip
        if draft is not None:
            Draft.objects.filter(pk=draft.pk).update(filed_case=case)
    return case


def file_update(
    case: Case, *, content: NoticeContent, reason: str = "", received_on: date | None = None,
    postmarked_on: date | None = None, dated_on: date | None = None, actor: Actor, at: datetime,
    expected_version: int | None = None, expected_revision: int | None = None, draft: Draft | None = None,
) -> Case:  # fmt: skip
    """Add an update as a revision; the earlier ones stay as filed. `received_on` is the stamp of a letter, `postmarked_on`
    and `dated_on` are its postmark and its date.

    StaleVersion when the notice is not at `expected_revision` any more. ValidationError when it changes nothing (a paper alone is added as a file), and (received_on) for a stamp before
    the notice itself was received.
    """
    _check(content)

    def apply(case: Case) -> Mapping[str, Any]:
        _check_actor(case, actor)
        notice = case.closing
        if expected_revision not in (None, notice.revision):
            raise StaleVersion(_("The notice was changed since you began this update."))
        before = latest(notice)
        if received_on and received_on < notice.revisions.get(number=0).received_on:
            raise ValidationError(
                {"received_on": "Check the day stamped on the letter: the notice that it updates came later"}
            )
        if _same(before, content):
            raise ValidationError(_("Nothing differs from the notice as it stands. Add a paper as a file instead."))
        codes = codes_of(changed(before, content))
        row = revise(
            notice, content, kind=Revision.Kind.UPDATE, at=at, by_role=actor.role, codes=codes, reason=reason,
            received_on=received_on or timezone.localdate(at), postmarked_on=postmarked_on, dated_on=dated_on,
        )  # fmt: skip
        _take_files(case, draft)
        freeze_notice(case, row, at=at)
        _rename(case, before, content, at=at)
        _move_party(case, before, content, actor=actor, at=at)
        ask_to_read(case, row, actor=actor, at=at, what="Read the employer’s update")
        duty.watch(case, on=timezone.localdate(at), at=at)
        changes = {one["field"]: (one["before"], one["after"]) for one in row.changes}
        return {"changes": changes, "revision": row, "nth": row.number}

    with unit_of_work():
        case = cases.advance(case, "file_update", actor=actor, at=at, expected_version=expected_version, apply=apply)
        if draft is not None:
            draft.delete()
    case.refresh_from_db()
    return case


def correct_notice(
    case: Case, *, content: NoticeContent, reason: str, actor: Actor, at: datetime, expected_revision: int | None = None,
    draft: Draft | None = None,
) -> Case:  # fmt: skip
    """Add a correction of what the department itself got wrong as a revision, labeled as its own; sends nothing.

    StaleVersion when the notice is not at `expected_revision` any more; ValidationError when it changes nothing.
    """
    _check(content)

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        if expected_revision not in (None, notice.revision):
            raise StaleVersion(_("The notice was changed since you began this correction."))
        before = latest(notice)
        if _same(before, content):
            raise ValidationError(_("Nothing differs from the notice as it stands. Add a paper as a file instead."))
        row = revise(
            notice, content, kind=Revision.Kind.CORRECTION, at=at, by_role=actor.role, reason=reason,
            codes=codes_of(changed(before, content)), received_on=timezone.localdate(at),
        )  # fmt: skip
        _take_files(case, draft)
        freeze_notice(case, row, at=at)
        _rename(case, before, content, at=at)
        _move_party(case, before, content, actor=actor, at=at)
        ask_to_read(case, row, actor=actor, at=at, what="Read our correction")
        duty.watch(case, on=timezone.localdate(at), at=at)
        changes = {one["field"]: (one["before"], one["after"]) for one in row.changes}
        return {"changes": {**changes, "reason": ("", reason)}, "revision": row}

    with unit_of_work():
        case = cases.advance(case, "correct_notice", actor=actor, at=at, expected_version=None, apply=apply)
        if draft is not None:
            draft.delete()
    case.refresh_from_db()
    return case


def rescind(
    case: Case, *, reason: str = "", received_on: date | None = None, actor: Actor, at: datetime,
    expected_version: int | None = None,
) -> Case:  # fmt: skip
    """Record that the closing or layoff does not take place: a listed notice stays listed and counts 0.

    `received_on` is the day on which the department was told, where that is not today: the stamp of a letter.
    ValidationError (received_on) for one before the notice itself or in the future. A draft determination falls with
    the notice; a signed one stays on record, and somebody reads whether it still stands.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        _check_actor(case, actor)
        notice, today = case.closing, timezone.localdate(at)
        if received_on and not min(notice.received_on, today) <= received_on <= today:
            words = _("Check the day: it lies in the future, or before the day on which we received the notice.")
            raise ValidationError({"received_on": words})
        if case.left_state == "drafted":
            ORDERS.drop_tasks(case, at=at, by=person_of(actor))
            case.closing_determinations.filter(signed_at=None, superseded=False).update(
                superseded=True, returned_reason="The notice was rescinded."
            )
        row = revise(
            notice, latest(notice), kind=Revision.Kind.RESCISSION, at=at, by_role=actor.role, codes="RN", reason=reason,
            received_on=received_on or today,
        )  # fmt: skip
        freeze_notice(case, row, at=at)
        ask_to_read(case, row, actor=actor, at=at, what="Read the employer’s rescission")
        duty.watch(case, on=timezone.localdate(at), at=at)
        return {"changes": {"affected": (notice.affected, 0)}, "revision": row, "nth": row.number}

    return cases.advance(case, "rescind", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _check(content: NoticeContent) -> None:
    if found := missing(content):
        raise ValueError(f"a closing notice needs {', '.join(found)}")


def _check_actor(case: Case, actor: Actor) -> None:
    """A member acts on the notices of the own organization only, and only while the membership allows it."""
    if actor.kind == "account":
        _check_member(case.closing.organization_id or 0, actor)


def _check_member(organization_id: int, actor: Actor) -> None:
    if not standing.may_act(organization_id, user_id=actor.id):
        raise NotPermitted(_("Only an owner or a filer of the organization may do this."))


def _same(before: NoticeContent, after: NoticeContent) -> bool:
    """Whether two notices say the same; the day of an update and the address of the contact are no change of it."""
    plain: dict[str, Any] = {"dated_on": None, "contact_email": ""}
    return replace(before, **plain) == replace(after, **plain)


def _title(content: NoticeContent) -> str:
    places = ", ".join(dict.fromkeys(site.municipality for site in content.sites if site.municipality))
    return " / ".join(filter(None, [content.employer_name, places]))[:250]


def _rename(case: Case, before: NoticeContent, after: NoticeContent, *, at: datetime) -> None:
    """Let the case follow what a revision says: its title, and the employer where the revision names another one.

    A name that stays leaves the employer of the case as it is, also where staff chose another one.
    """
    case.title = _title(after)
    if before.employer_name != after.employer_name:
        case.employer = employer_of(after, at=at)
    Case.objects.filter(pk=case.pk).update(title=case.title, employer=case.employer)


def _write(
    case: Case, content: NoticeContent, *, origin: str, email: str, language: str, at: datetime, draft: Draft | None,
    **columns: Any,
) -> dict[str, Any]:  # fmt: skip
    party = Party.objects.create(
        case=case, role=Party.Role.EMPLOYER, name=content.employer_name, attention=content.contact_name, email=email,
        email_allowed=bool(email), phone=content.contact_phone, postal=content.contact_postal, language=language,
        told_on=case.received_on, link_generation=0 if columns.get("organization") else 1,
    )  # fmt: skip
    notice = open_notice(case, content, origin=origin, at=at, by_role=EMPLOYER, **columns)
    _take_files(case, draft, party=party)
    freeze_notice(case, notice.revisions.get(number=0), at=at)
    return {"party_id": party.pk, "channel": case.channel, "language": language}


def _take_files(case: Case, draft: Draft | None, *, party: Party | None = None) -> None:
    if draft is not None:
        party = party or case.parties.filter(role=Party.Role.EMPLOYER).first()
        owner = party.pk if party is not None and draft.kind != "closing_key" else None
        Attachment.objects.filter(draft=draft).update(case=case, draft=None, party_id=owner)


def _move_party(case: Case, before: NoticeContent, after: NoticeContent, *, actor: Actor, at: datetime) -> None:
    """Let the party follow what a revision changes of the employer and how to reach it.

    What was not changed stays as it is, also where staff corrected it meanwhile, and a blank takes nothing away. An
    e-mail changes only where staff keyed another one: the address that a filer verified stays.
    """
    party = case.parties.get(role=Party.Role.EMPLOYER)
    Party.objects.filter(pk=party.pk).update(name=after.employer_name, attention=after.contact_name)
    names = {"postal": "contact_postal", "phone": "contact_phone"} | (
        {"email": "contact_email"} if actor.kind == "staff" else {}
    )
    values = {name: (getattr(before, field), getattr(after, field)) for name, field in names.items()}
    new = {name: now for name, (was, now) in values.items() if now and now != was}
    if new:
        contacts.follow(party, actor=actor, at=at, **new)


def ask_to_read(case: Case, row: Revision, *, actor: Actor, at: datetime, what: str) -> None:
    """What an employer changes appears by itself, so a person reads it soon after; what comes after a determination, or
    once the file is closed, is read whoever brought it in: the determination stays as it was signed."""
    if case.state in DECIDED:
        signed = ORDERS.signed(case) is not None
        what += ": does the determination still stand?" if signed else ": does it call for a determination?"
    elif actor.kind == "staff":
        return
    cases.open_task(
        key=f"revision:{case.pk}:{row.number}", what=what, at=at, case=case, person=case.assignee, role="coordinator"
    )


def add_evidence(case: Case, *, files: Sequence[Taken], actor: Actor, at: datetime) -> Case:
    """Add files to the case; they are never public."""

    def apply(case: Case) -> Mapping[str, Any]:
        _check_actor(case, actor)
        by_employer = actor.kind != "staff"
        party_id = case.parties.get(role=Party.Role.EMPLOYER).pk if by_employer else None
        source = EMPLOYER if by_employer else "staff"
        check_room(case, files, party_id=party_id)
        kept = [keep(taken, source=source, at=at, case=case, party_id=party_id).pk for taken in files]
        return {"attachment_ids": kept}

    return cases.advance(case, "add_evidence", actor=actor, at=at, expected_version=None, apply=apply)
