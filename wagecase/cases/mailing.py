"""Letters by post: printing one, marking it as mailed, and sending by post what e-mail could not deliver, on the record."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from wagecase.accounts.models import CASE_ROLES, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import contacts, kinds
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.letters import ask_for_address
from wagecase.cases.models import Case, Party
from wagecase.cases.recipients import of_party
from wagecase.cases.services import case_unit, finish_tasks
from wagecase.deadlines import services as clocks
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import DEADLINES, rows_for
from wagecase.documents.services import read_pdf
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import SYSTEM_ACTOR, Actor
from wagecase.notices import outbox
from wagecase.notices.models import BOUNCED, EMAIL, FAILED, REPLACED, UNCERTAIN, Notice

CERTIFIED = "certified mail"
METHODS = {"first-class mail": "First-class mail", CERTIFIED: "Certified mail"}  # the chain holds only these
# Under the barcode of a USPS receipt: 20 to 22 digits, or letters around nine digits and the country.
_NUMBER = re.compile(r"[0-9]{20,22}|[A-Z]{2}[0-9]{9}US")
_ROUTED = re.compile(r"420(?:[0-9]{5}|[0-9]{9})([0-9]{20}|[0-9]{22})")  # a scanner reads the ZIP code before it


def certified(text: str) -> str:
    """Return a certified number as it is kept: without spaces and hyphens, and without the ZIP code of its barcode.

    ValidationError for anything that no receipt of the postal service shows.
    """
    plain = re.sub(r"[\s-]", "", text).upper()
    if routed := _ROUTED.fullmatch(plain):
        plain = routed[1]
    if not _NUMBER.fullmatch(plain):
        raise ValidationError(
            "Enter the 20 to 22 digits under the barcode of the receipt, or a number such as RA123456785US"
        )
    return plain


def mark_mailed(
    *, notice: Notice, mailed_on: date, method: str, actor: Actor, at: datetime, certified_number: str = ""
) -> Notice:
    """Record that a letter of a case was given to the post on `mailed_on` by one of METHODS and return the fresh row.

    Clocks that the deadline table counts from the mailing of this letter count from `mailed_on` from now on.
    ValidationError (method) for any other way, (certified_number) for certified mail without a number of a receipt and
    for a number that another letter has, (mailed_on) for an impossible day. TransitionNotAllowed for a notice that is
    no letter, is not ready, or was marked before.
    """
    if method not in METHODS:
        raise ValidationError({"method": "Choose first-class mail or certified mail"})
    number = _receipt(certified_number) if method == CERTIFIED else ""
    how = f"{method}, {number}" if number else method
    with case_unit(notice.case_id or 0) as cases:
        if number and Notice.objects.filter(certified_number=number).exclude(pk=notice.pk).exists():
            raise ValidationError({"certified_number": f"Another letter has the number {number}: check the receipt"})
        try:
            notice = outbox.mark_mailed(
                notice=notice, mailed_on=mailed_on, method=how[:40], actor=actor, at=at, certified_number=number
            )
        except ValidationError as error:  # the outbox checks nothing but the day
            raise ValidationError({"mailed_on": error.messages}) from error
        facts: dict[str, Any] = {"notice_id": notice.pk, "mailed_on": mailed_on.isoformat(), "method": method}
        case = cases[notice.case_id or 0]
        facts |= _count_from(mailed_on, case, notice, at=at)
        told = kinds.get(case.kind).mailed
        record(
            verb="cases.mark_mailed", actor=actor, at=at, case_id=case.pk, facts=facts,
            changes=told(case, notice) if told else {},
        )  # fmt: skip
    return notice


def _receipt(number: str) -> str:
    try:
        return certified(number)
    except ValidationError as error:
        raise ValidationError({"certified_number": error.messages}) from error


def count_from_sending(notice: Notice, at: datetime) -> None:
    """Let the clocks that the deadline table counts from the mailing count from the day on which an e-mail left.

    A message that left on the day of its act moves nothing: time to answer never runs before the question is out.
    """
    on, act = timezone.localdate(at), notice.kind.partition(".")[2]
    keys = [row.key for row in DEADLINES if row.from_mailing and act in row.starts_on]
    earlier = Clock.objects.filter(case=notice.case_id, key__in=keys, status=Clock.Status.RUNNING, start_on__lt=on)
    if notice.case_id is None or notice.party_id is None or not keys or not earlier.exists():
        return
    with case_unit(notice.case_id) as cases:
        case = cases[notice.case_id]
        if facts := _count_from(on, case, notice, at=at):
            facts |= {"notice_id": notice.pk, "sent_on": on.isoformat()}
            record(verb="cases.count_from_sending", actor=SYSTEM_ACTOR, at=at, case_id=case.pk, facts=facts)


def _count_from(on: date, case: Case, notice: Notice, *, at: datetime) -> dict[str, Any]:
    """Start the clocks of the message's act anew on the day `on` which it left; return what the event says of it.

    Only the newest message of its kind to its party counts: one that a later question or address overtook moves nothing.
    """
    if Notice.objects.filter(case=case, kind=notice.kind, party_id=notice.party_id, pk__gt=notice.pk).exists():
        return {}
    app, _, act = notice.kind.partition(".")
    started = rows_for(case.kind, act, "starts_on") if app == lifecycle_of(case).app else ()
    moved = []
    for row in (row for row in started if row.from_mailing):
        running = case.clocks.filter(key=row.key, status=Clock.Status.RUNNING).last()
        if running is not None and running.start_on != on:
            clock = clocks.open_clock(case=case, row=row, start_on=on, start_at=None, verb=notice.kind, at=at)
            moved.append(clock.pk)
    return {"clock_ids": moved} if moved else {}


def print_letter(*, notice: Notice, actor: Actor, at: datetime) -> bytes:
    """Return the bytes of a letter that waits for the post, private link and all, and put on record who took them out.

    It is the one way in which staff get them: a letter must be put into its envelope. NotPermitted for anybody who
    does not handle cases; TransitionNotAllowed for a letter that is mailed already or not made yet.
    """
    _may(actor)
    with unit_of_work():
        document = outbox.mark_printed(notice=notice)
        record(verb="cases.print_letter", actor=actor, at=at, case_id=notice.case_id, facts={"notice_id": notice.pk})
    return read_pdf(document)


def can_go_by_post(notice: Notice) -> bool:
    """Return whether a person may send by post what this e-mail was to bring: it failed, and its letter is not queued."""
    undelivered = notice.channel == EMAIL and notice.is_final and notice.status in {FAILED, BOUNCED, UNCERTAIN}
    if not undelivered or notice.document_id is None or notice.party_id is None or notice.case_id is None:
        return False
    return not Notice.objects.filter(dedupe_key=_by_post(notice)).exists()


def send_by_post(*, notice: Notice, actor: Actor, at: datetime) -> Notice:
    """Queue the frozen letter behind an undelivered e-mail for the post and return the letter's row.

    The letter is the same document, to the same party at its postal address, and takes the e-mail's place; one whose
    access code is void by now is made anew with the code that counts. The task about the e-mail is done with
    it; a party without an address becomes a task. NotPermitted for anybody who does not handle cases;
    TransitionNotAllowed unless the e-mail failed and its letter is not queued yet.
    """
    _may(actor)
    with unit_of_work():
        held = Notice.objects.select_for_update(of=("self",), no_key=True).select_related("document", "case")
        notice = held.get(pk=notice.pk)
        document, case, party_id = notice.document, notice.case, notice.party_id
        if document is None or case is None or party_id is None or not can_go_by_post(notice):
            raise TransitionNotAllowed(
                "Only an e-mail that did not arrive, and whose letter is not in the post yet, can go by post instead."
            )
        party = Party.objects.select_related("case").get(pk=party_id, case=case)
        recipient, document = of_party(party), contacts.living(document, party, at=at)
        letter = outbox.queue_letter(
            kind=notice.kind, dedupe_key=_by_post(notice), recipient_label=notice.recipient_label,
            postal=recipient.postal, language=notice.language, document=document, case=case, party_id=party_id, at=at,
        )  # fmt: skip
        Notice.objects.filter(pk=notice.pk).update(status=REPLACED, next_at=None)  # its tries stay on record
        if not recipient.postal:
            ask_for_address(case, recipient, at)
        finish_tasks(keys=[f"stuck:notice:{notice.pk}"], at=at, by=User.objects.filter(pk=actor.id or 0).first())
        record(
            verb="cases.send_by_post", actor=actor, at=at, case_id=notice.case_id,
            facts={"notice_id": notice.pk, "letter_id": letter.pk},
        )  # fmt: skip
    return letter


def _by_post(notice: Notice) -> str:
    return f"post:{notice.pk}"


def _may(actor: Actor) -> None:
    if actor.role not in CASE_ROLES:
        raise NotPermitted("Only people who handle cases may do this.")
