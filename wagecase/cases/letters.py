"""Freezes the letters and queues the notices that the registry lists for an act or a clock step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from wagecase.cases import kinds, links
from wagecase.cases.models import Case, Party
from wagecase.cases.recipients import Recipient, resolve
from wagecase.cases.tasks import open_task
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.lifecycle import Actor
from wagecase.notices import outbox, registry
from wagecase.notices.wording import render_email


@dataclass(frozen=True)
class Planned:
    """One notice that an act would send: who gets it, how, and what it is."""

    row: registry.NoticeRow
    recipient: Recipient
    channel: str  # email or letter

    @property
    def has_letter(self) -> bool:
        return bool(self.row.document) and self.recipient.copy_of is None


def planned(case: Case, on: str, *, kind: str = "") -> list[Planned]:
    """Return the notices that `on` ("complaints.assign") would send for `case`, for the act's page.

    `kind` is that of a case which the act opens, where the notices are its own; its parties are those of `case`.
    """
    return [plan for plan in _meant(case, on, kind=kind) if plan.channel == "letter" or plan.recipient.email]


def _meant(case: Case, on: str, *, only: Party | None = None, kind: str = "") -> list[Planned]:
    """Return the notices of `on` (or those to `only` that party), those too that cannot be sent for want of an address."""
    found = []
    for row in registry.rows_on(on, kind or case.kind):
        for recipient in resolve(case, row.to):
            if only is not None and recipient.party != only:
                continue
            if recipient.copy_of is not None and row.channel == "letter":
                continue
            channel = "email" if row.channel == "email" or recipient.by_email or recipient.copy_of else "letter"
            if row.channel == "letter":
                channel = "letter"
            found.append(Planned(row, recipient, channel))
    return found


def context_for(case: Case, plan: Planned, *, facts: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """Return the values of one recipient's letter and e-mail, in the recipient's language."""
    kind = kinds.get(case.kind)
    recipient = plan.recipient
    return {
        **kind.notice_context(case, facts),
        "case": case,
        "facts": facts,
        "party": recipient.party,
        "recipient": recipient,
        "recipient_lines": recipient.postal.splitlines() or [recipient.label],
        "letter_date": timezone.localdate(at),
        "link": recipient.link or _link(case, recipient),
        "access_code": links.access_code(recipient.party) if recipient.party and not recipient.link else "",
        "language": recipient.language,
    }  # fmt: skip


def _link(case: Case, recipient: Recipient) -> str:
    """Return a party's private link, or the staff page of the case."""
    if recipient.party:
        return links.link(recipient.party)
    return f"{settings.SITE_URL}/{kinds.get(case.kind).url_prefix}/{case.number}/"


def queue_for(
    case: Case, *, on: str, actor: Actor, at: datetime, facts: Mapping[str, Any], key: str = "",
    only: Party | None = None,
) -> int:  # fmt: skip
    """Freeze and queue everything that `on` sends (to `only` that party, where one is named), inside the caller's unit of work; return how many notices.

    `key` tells the occurrences of a clock's step apart, so that two steps of one morning reach a person once; an act
    is told apart by the case's version, or by the fact `nth` where it does not bump the version. Letters are queued
    the same local day as the act because they are queued in its transaction. An address that cannot be used never
    stops an act: whoever it belongs to is left out, and a person is asked to mend it.
    """
    count = 0
    frozen: dict[tuple[str, int], Document | None] = {}  # what a party got, for those who get word of it
    for plan in _meant(case, on, only=only):
        recipient = plan.recipient
        if plan.channel == "email" and not recipient.email:
            _ask_to_tell(case, recipient, at)
            continue
        with translation.override(recipient.language):
            context = context_for(case, plan, facts=facts, at=at)
            document = _document(case, plan, context, at=at)
            if recipient.party:
                frozen[plan.row.template, recipient.party.pk] = document
            elif recipient.copy_of:
                document = frozen.get((plan.row.template, recipient.copy_of.pk))
            act = f"{plan.row.kind}:{case.pk}:v{case.version}:{facts.get('nth', '')}"
            dedupe = f"{f'{key}:{plan.row.template}' if key else act}:{recipient.key}"
            if plan.channel == "email":
                subject, text, html = render_email(plan.row.template, context, recipient.language)
                outbox.queue_email(
                    kind=plan.row.kind, dedupe_key=dedupe, to=recipient.email, recipient_label=recipient.label,
                    subject=subject, text=text, html=html, language=recipient.language, case=case,
                    party_id=recipient.party.pk if recipient.party else None, user=recipient.user,
                    document=document, attach_document=plan.row.attach_document, at=at,
                )  # fmt: skip
            elif document is not None:
                if not recipient.postal:
                    ask_for_address(case, recipient, at)
                outbox.queue_letter(
                    kind=plan.row.kind, dedupe_key=dedupe, recipient_label=recipient.label, postal=recipient.postal,
                    language=recipient.language, document=document, case=case,
                    party_id=recipient.party.pk if recipient.party else None, at=at,
                )  # fmt: skip
        count += 1
    return count


def _document(case: Case, plan: Planned, context: dict[str, Any], *, at: datetime) -> Document | None:
    if not plan.has_letter:
        return None
    return documents.freeze(
        case=case, kind=plan.row.kind, title=letter_title(plan), template=plan.row.document, context=context,
        language=plan.recipient.language, party_id=plan.recipient.party.pk if plan.recipient.party else None,
        visibility="party", at=at,
    )  # fmt: skip


def ask_for_address(case: Case, recipient: Recipient, at: datetime) -> None:
    """A letter to nowhere must not lie unseen: a person finds the address, then marks it as mailed."""
    open_task(
        key=f"address:{case.pk}:{recipient.key}", what=f"Find an address for {recipient.label}", at=at, case=case,
        person=case.assignee, role="supervisor",
    )  # fmt: skip


def _ask_to_tell(case: Case, recipient: Recipient, at: datetime) -> None:
    """A colleague whom no e-mail can reach must hear of the case from a person."""
    open_task(
        key=f"untold:{case.pk}:{recipient.key}", at=at, case=case, role="supervisor",
        what=f"Tell {recipient.label} of this case: the account's e-mail address cannot be used",
    )  # fmt: skip


def letter_title(plan: Planned) -> str:
    """Return the title of a letter in the language now active."""
    return str(translation.gettext(plan.row.title)) if plan.row.title else plan.row.kind
