"""What the public pages do with a draft: open it, name its kind, mail its link, take its files, and file it once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from complaints import flow, intake
from complaints.answers import content_of
from complaints.content import Signature
from complaints.declarations import current
from wagecase.cases import drafts, files
from wagecase.cases.filing_once import Moved, Sending, file_once
from wagecase.cases.models import Case, Draft, Party
from wagecase.cases.services import open_task, unit_of_work
from wagecase.notices.outbox import queue_email
from wagecase.notices.wording import render_email


def start(*, language: str, at: datetime) -> tuple[Draft, str]:
    """Open a draft whose kind the first question will name; return it with its resume token."""
    return drafts.start(kind="", language=language, at=at)


def name_kind(draft: Draft, *, kind: str) -> Draft:
    """Set what kind of complaint the unfiled draft becomes."""
    Draft.objects.filter(pk=draft.pk, filed_case=None).update(kind=kind)
    draft.kind = kind
    return draft


def resume_link(token: str) -> str:
    """Return the full address that opens a draft."""
    return urljoin(settings.SITE_URL + "/", reverse("complaints:resume", args=[token]))


def mail_link(*, draft: Draft, token: str, to: str, language: str, at: datetime) -> None:
    """Queue the mail with the resume link; its words name neither the employer nor the complaint."""
    context = {"link": resume_link(token), "expires_on": draft.expires_on}
    subject, text, html = render_email("complaints.resume_link", context, language)
    with unit_of_work():
        queue_email(
            kind="complaints.resume_link", dedupe_key=f"complaints.resume_link:{draft.pk}:{at.isoformat()}", to=to,
            recipient_label=_("The person who saved a complaint"), subject=subject, text=text, html=html,
            language=language, at=at, private=True,
        )  # fmt: skip


def signature(
    *, name: str, city: str, state: str, language: str, at: datetime, ip_address: str | None, user_agent: str
) -> Signature:
    """Return the signature under the declaration shown in `language`; the server gives the day."""
    words = current(language)
    return Signature(
        version=words.version, language=words.language, text=words.text, name=name, city=city, state=state,
        signed_on=timezone.localdate(at), signed_at=at, method="online", ip_address=ip_address,
        user_agent=user_agent[:300],
    )  # fmt: skip


def shown_mark(draft: Draft, answers: Mapping[str, Any], *, language: str) -> str:
    """Return what a signature is bound to: version and language of the words, and a hash of words, answers and files.

    The page of signing carries it; a signature under another mark was made for other words than those that would be kept.
    """
    words = current(language)
    content = content_of(draft.kind, answers, language=draft.language)
    papers = sorted(draft.attachments.values_list("pk", "sha256"))
    digest = hashlib.sha256(repr((words.text, content, papers)).encode()).hexdigest()
    return f"{words.version}:{words.language}:{digest}"


def file_signed(*, draft: Draft, shown: str, signed: Signature, sending: Sending, at: datetime) -> Case:
    """File the complaint that was signed on the page. The same draft always gives the same case.

    Moved when words, answers or files are not those any more that were signed, by their mark `shown`.
    """

    def act(held: Draft) -> Case:
        answers = _complete(held)
        if shown_mark(held, answers, language=signed.language) != shown:
            raise Moved
        content = content_of(held.kind, answers, language=held.language)
        return intake.file_online(content=content, signature=signed, at=at, draft=held)

    return _filed(draft, act, sending)


def file_unsigned(*, draft: Draft, sending: Sending, at: datetime, copy: files.Taken | None = None) -> Case:
    """File the complaint that will be signed on paper, or whose notarized `copy` staff must check first.

    What is filed is what the draft says then; Moved when something that the law requires is not answered any more.
    """

    def act(held: Draft) -> Case:
        content = content_of(held.kind, _complete(held), language=held.language)
        case = intake.file_for_paper(content=content, at=at, draft=held)
        if copy is not None:
            files.keep(
                copy, source="complainant", at=at, case=case, purpose="declaration", party_id=complainant(case).pk
            )
            open_task(
                key=f"notarized:{case.pk}", what="Check the notarized copy and record the signed form", at=at,
                case=case, role="supervisor",
            )  # fmt: skip
        return case

    return _filed(draft, act, sending)


def _complete(held: Draft) -> dict[str, dict[str, Any]]:
    """Return the answers of the held draft; Moved when one that the law requires was taken out meanwhile."""
    answers = drafts.answers(held)
    if not held.kind or flow.unanswered(held.kind, answers):
        raise Moved
    return answers


def _filed(draft: Draft, act: Callable[[Draft], Case], sending: Sending) -> Case:
    filed = file_once(draft, sending, actor_key=f"draft:{draft.pk}", act=act, where=receipt_url)
    return filed or Case.objects.get(draft=draft)


def has_copy(case: Case, copy: files.Taken) -> bool:
    """Return whether the notarized copy stands with the case: it does not where another window filed for paper first."""
    return case.attachments.filter(purpose="declaration", sha256=copy.sha256).exists()


def receipt_url(case: Case) -> str:
    """Return the address of the receipt."""
    return reverse("complaints:receipt", args=[case.number])


def complainant(case: Case) -> Party:
    """Return the party who filed."""
    return case.parties.get(role=Party.Role.COMPLAINANT)
