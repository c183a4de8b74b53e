"""Records how a party is reached, and makes the letters that still wait for the post anew: new address, living code."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from wagecase.audit.chain import record
from wagecase.cases import kinds, links
from wagecase.cases.models import Case, Party
from wagecase.cases.recipients import of_party
from wagecase.cases.services import case_unit, finish_tasks
from wagecase.cases.tasks import person_of
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices import outbox
from wagecase.notices.models import BOUNCED, LETTER, PRINTED, QUEUED, REPLACED, Notice

MAX_LINES, MAX_LINE = 6, 80  # what the window of an envelope shows


def contact_mark(party: Party) -> str:
    """Return a short mark of a party's ways to be reached, so that a page can tell whether they changed meanwhile."""
    words = "\0".join([party.email, str(party.email_allowed), party.postal])
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def to_replace(party: Party) -> QuerySet[Notice]:
    """Return the letters of a party that wait for the post or came back: a saved address makes each of them anew."""
    letters = Notice.objects.filter(case_id=party.case_id, party_id=party.pk, channel=LETTER)
    return letters.filter(status__in=[QUEUED, PRINTED, BOUNCED])


def correct_contact(
    party: Party, *, email: str, postal: str, actor: Actor, at: datetime, seen: str | None = None
) -> Party:
    """Record a party's e-mail address and the lines of its envelope, and return the fresh row.

    Letters that still wait for the post, or came back, are frozen once more with the new address and today's date,
    also where they count days from it, and with the access code that counts now; the old notice is marked as replaced. A returned letter goes again also where the address proved right. The record says that it was
    done and which letters were replaced; the addresses themselves are not in it. ValidationError (email,
    postal) for what nothing can be sent to, TransitionNotAllowed when the ways to reach the party were changed after
    `seen` was shown, NotPermitted for anybody who does not work on cases of this kind.
    """
    if actor.kind != "staff" or actor.role not in kinds.get(party.case.kind).worked_by:
        raise NotPermitted("Only people who handle such cases may correct an address.", transition="correct_contact")
    lines = _lines(postal)
    if email:
        try:
            email = outbox.bare_address(email)
        except ValidationError as error:
            raise ValidationError({"email": error.messages}) from error
    with case_unit(party.case_id) as cases:
        case = cases[party.case_id]
        party = Party.objects.select_for_update(no_key=True).get(pk=party.pk)
        if seen is not None and seen != contact_mark(party):
            raise TransitionNotAllowed("Somebody changed this address after you opened the page. Look at it again.")
        moved = "\n".join(lines) != party.postal
        if email != party.email:  # an old address keeps the wish that goes with it
            party.email, party.email_allowed = email, bool(email)
        party.postal = "\n".join(lines)
        party.save(update_fields=["email", "postal", "email_allowed"])
        came_back = to_replace(party).filter(status=BOUNCED).exists()
        replaced = _readdress(case, party, at=at) if lines and (moved or came_back) else []
        if lines or email:
            _settle(case, party, replaced, actor=actor, at=at)
        record(
            verb="cases.correct_contact", actor=actor, at=at, case_id=case.pk,
            facts={"party_id": party.pk, "replaced_notice_ids": replaced},
        )  # fmt: skip
    return party


def follow(
    party: Party,
    *,
    email: str | None = None,
    postal: str | None = None,
    phone: str | None = None,
    actor: Actor,
    at: datetime,
) -> None:
    """Take over how a party says that it is reached; None leaves a way as it is. Runs inside the act that says so.

    Letters that still wait for the post, or came back, get an envelope with the new address.
    """
    party = Party.objects.select_for_update(no_key=True, of=("self",)).select_related("case").get(pk=party.pk)
    moved = postal is not None and postal != party.postal
    if email is not None and email != party.email:
        party.email, party.email_allowed = email, bool(email)
    party.postal = party.postal if postal is None else postal
    party.phone = party.phone if phone is None else phone
    party.save(update_fields=["email", "email_allowed", "postal", "phone"])
    replaced = _readdress(party.case, party, at=at) if moved and party.postal else []
    if postal or email:
        _settle(party.case, party, replaced, actor=actor, at=at)


def _lines(postal: str) -> list[str]:
    lines = [" ".join(line.split()) for line in postal.splitlines() if line.strip()]
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines):
        raise ValidationError(
            {"postal": f"An envelope holds {MAX_LINES} lines of {MAX_LINE} characters. Shorten the address."}
        )
    return lines


def _settle(case: Case, party: Party, replaced: list[int], *, actor: Actor, at: datetime) -> None:
    """Close the tasks that an address settles: to find one, and to find another way for what came back."""
    keys = [f"address:{case.pk}:party:{party.pk}"]
    returned = case.tasks.filter(done_at=None, key__startswith="returned:").values_list("key", flat=True)
    keys += [key for key in returned if key.split(":")[1] in {str(pk) for pk in replaced}]
    finish_tasks(keys=keys, at=at, by=person_of(actor))


def _readdress(case: Case, party: Party, *, at: datetime) -> list[int]:
    """Put a new letter in the place of each one that is not in the post or came back, and return the old ones' ids."""
    return _again(to_replace(party), case, party, why="new address", at=at)


def renew_codes(case: Case, party: Party, *, at: datetime) -> list[int]:
    """Put a new letter in the place of each one that waits for the post with a void access code; return the old ones' ids.

    Runs inside the act that made the code void. A letter that is printed goes as it is: it may be in its envelope.
    """
    waiting = to_replace(party).filter(status=QUEUED)
    return _again(waiting, case, party, why="new private link", only_void=True, at=at)


def living(document: Document, party: Party, *, at: datetime) -> Document:
    """Return the letter, frozen once more with the access code that counts and the day `at` where its own is void."""
    return _frozen_again(document, party, at=at) if links.renewals(party, document.html) else document


def _again(
    letters: QuerySet[Notice], case: Case, party: Party, *, why: str, at: datetime, only_void: bool = False
) -> list[int]:
    to = of_party(party)
    replaced = []
    for old in letters.select_related("document").order_by("id"):
        if old.document is None or (only_void and not links.renewals(party, old.document.html)):
            continue
        new = outbox.queue_letter(
            kind=old.kind, dedupe_key=f"readdressed:{old.pk}", recipient_label=to.label, postal=to.postal,
            language=old.language, document=_frozen_again(old.document, party, at=at), case=case, party_id=party.pk, at=at,
        )  # fmt: skip
        Notice.objects.filter(pk=old.pk).update(status=REPLACED, last_error=f"Replaced by notice {new.pk}: {why}")
        replaced.append(old.pk)
    return replaced


def _frozen_again(document: Document, party: Party, *, at: datetime) -> Document:
    dated = kinds.get(party.case.kind).dated_parts
    to = of_party(party)
    return documents.freeze_readdressed(
        document=document, recipient_lines=to.postal.splitlines() or [to.label], at=at,
        parts=dated(timezone.localdate(at), document.language) if dated else None,
        renewed=links.renewals(party, document.html),
    )  # fmt: skip
