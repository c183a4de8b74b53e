"""What the pages do with a notice in the making: mail its link, begin an update from the notice, and file it once."""

from __future__ import annotations

import hashlib
from datetime import datetime
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from closings import intake, sections
from closings.merging import OF, began_with
from closings.recording import latest
from wagecase.accounts.models import Membership, Organization, User
from wagecase.cases import drafts
from wagecase.cases.addresses import case_url, party_url
from wagecase.cases.filing_once import Moved, Sending, file_once
from wagecase.cases.models import Case, Draft
from wagecase.cases.services import case_unit, unit_of_work
from wagecase.lifecycle import Actor
from wagecase.notices.outbox import queue_email
from wagecase.notices.wording import render_email

FILE, UPDATE, KEY = "closing", "closing_update", "closing_key"  # the kinds of a draft
ADDRESS, BY = "_address", "_by"  # sections that no page asks


def begin(*, email: str, language: str, at: datetime) -> Draft:
    """Open a draft for whoever reads the mail of `email`, and mail its link there; the link is shown nowhere else."""
    draft, token = drafts.start(kind=FILE, language=language, at=at)
    with unit_of_work():
        drafts.save_section(draft, ADDRESS, values={"email": email}, at=at)
        mail_link(draft, token=token, to=email, language=language, at=at)
    return draft


def begin_for(membership: Membership, *, language: str, at: datetime) -> Draft:
    """Open a draft of the member's organization; every owner and filer of it may go on with it, whoever began it."""
    with unit_of_work():
        draft, _token = drafts.start(kind=FILE, language=language[:2], at=at)
        return _give(draft, membership)


def _give(draft: Draft, membership: Membership, *, about: Case | None = None) -> Draft:
    draft.owner, draft.begun_by, draft.about = membership.organization, membership.user, about
    draft.save(update_fields=["owner", "begun_by", "about"])
    return draft


def open_drafts(organization: Organization) -> list[Draft]:
    """Return the notices that the organization has begun and not filed, the newest first."""
    found = Draft.objects.filter(owner=organization, kind=FILE, filed_case=None).select_related("begun_by")
    return list(found.order_by("-saved_at", "-pk"))


def update_of(organization: Organization, case: Case) -> Draft | None:
    """Return the update of the notice that the organization has begun and not sent."""
    return Draft.objects.filter(owner=organization, kind=UPDATE, about=case).order_by("pk").first()


def mail_link(draft: Draft, *, token: str, to: str, language: str, at: datetime) -> None:
    """Queue the mail with the link that opens the draft and so proves the address."""
    link = urljoin(settings.SITE_URL + "/", reverse("closings:resume", args=[token]))
    context = {"link": link, "expires_on": draft.expires_on}
    subject, text, html = render_email("closings/resume_link", context, language)
    queue_email(
        kind="closings.resume_link", dedupe_key=f"closings.resume_link:{draft.pk}:{at.isoformat()}", to=to,
        recipient_label=_("The person who files a closing notice"), subject=subject, text=text, html=html,
        language=language, at=at, private=True,
    )  # fmt: skip


def email_of(draft: Draft) -> str:
    """Return the address to which the draft's link was mailed."""
    return str(drafts.answers(draft).get(ADDRESS, {}).get("email", ""))


def begin_update(case: Case, *, language: str, at: datetime, membership: Membership | None = None) -> Draft:
    """Open a draft that begins with the notice as it stands; it remembers which version it began with.

    The members of an organization write one update of a notice together: where one is begun, it is that one.
    """
    with case_unit(case.pk):
        begun = update_of(membership.organization, case) if membership else None
        if begun is not None:
            return begun
        draft, _token = drafts.start(kind=UPDATE, language=language, at=at)
        if membership is not None:
            _give(draft, membership, about=case)
        _prefill(draft, case, at=at)
    return draft


def begin_key(user: User, *, at: datetime, case: Case | None = None, why: str = "") -> Draft:
    """Open a draft for a letter that a member of staff keys: a new notice, or an update of `case`.

    With `why` it is no letter of the employer but a correction of our own mistake.
    """
    draft, _token = drafts.start(kind=KEY, language="en", at=at)
    with unit_of_work():
        drafts.save_section(draft, BY, values={"user": user.pk, **({"why": why} if why else {})}, at=at)
        if case is not None:
            _prefill(draft, case, at=at)
    return draft


def _prefill(draft: Draft, case: Case, *, at: datetime) -> None:
    drafts.save_section(draft, OF, values=began_with(case), at=at)
    for name, values in sections.answers_of(latest(case.closing)).items():
        drafts.save_section(draft, name, values=values, at=at)


def mark(draft: Draft, answers: sections.Answers) -> str:
    """Return what a press of the button is bound to: a hash of the answers and files that the check page showed."""
    papers = sorted(draft.attachments.values_list("pk", "sha256"))
    shown = {name: values for name, values in sorted(answers.items()) if not name.startswith("_")}
    return hashlib.sha256(repr((shown, papers)).encode()).hexdigest()


def _as_shown(held: Draft, shown: str) -> sections.Answers:
    """Return the answers of the held draft; Moved when they are not those of the mark `shown`."""
    answers = drafts.answers(held)
    if mark(held, answers) != shown:
        raise Moved
    return answers


def file_notice(
    draft: Draft, *, shown: str, sending: Sending, at: datetime, membership: Membership | None = None
) -> Case:
    """File the draft; the same draft always gives the same case. Of an organization's it is a member who files it.

    Moved when its answers are not those of the mark `shown` any more.
    """
    email = membership.user.email if membership else email_of(draft)

    def act(held: Draft) -> Case:
        answers, today = _as_shown(held, shown), timezone.localdate(at)
        content = sections.content_of(answers, email=email, received_on=today, dated_on=today)
        return intake.file_online(
            content=content, email=email, language=draft.language, at=at, draft=held, membership=membership
        )

    filed = file_once(draft, sending, actor_key=f"draft:{draft.pk}", act=act, where=receipt_url)
    return filed or Case.objects.get(draft=draft)


def file_letter(draft: Draft, *, shown: str, user: User, sending: Sending, at: datetime) -> Case:
    """Record the keyed letter of the draft; Moved when its answers are not those of the mark `shown` any more."""

    def act(held: Draft) -> Case:
        answers = _as_shown(held, shown)
        letter = answers["letter"]
        received = sections.as_date(letter["received_on"])
        assert received is not None  # noqa: S101 - the section is needed before this
        content = sections.content_of(answers, received_on=received, dated_on=sections.as_date(letter.get("dated_on")))
        return intake.record_letter(
            content=content, received_on=received, postmarked_on=sections.as_date(letter.get("postmarked_on")),
            actor=user.actor, at=at, keyed_by=user, draft=held,
        )  # fmt: skip

    return file_once(draft, sending, actor_key=user.actor.key, act=act, where=case_url) or Case.objects.get(draft=draft)


def file_update(draft: Draft, case: Case, *, shown: str, actor: Actor, sending: Sending, at: datetime) -> Case:
    """File the update; StaleVersion when the notice was revised after the update was begun.

    That staff listed it meanwhile changes nothing of what the update says, and stops nothing. Moved when the answers are
    not those of the mark `shown` any more; Draft.DoesNotExist when a colleague, or another window, sent the update.
    """

    def act(held: Draft) -> Case:
        answers, before = _as_shown(held, shown), latest(case.closing)
        begun, why = answers.get(OF, {}), answers.get(BY, {}).get("why", "")
        told = [row for row in before.recipients if row.kind == "department"]
        first = told[0].given_on if told else case.received_on
        # The date on the notice stays that of the notice: an update's letter has a date of its own.
        content = sections.content_of(answers, email=before.contact_email, received_on=first, dated_on=before.dated_on)
        letter = answers.get("letter", {})
        if why:
            return intake.correct_notice(
                case, content=content, reason=why, actor=actor, at=at, draft=held,
                expected_revision=begun.get("revision"),
            )  # fmt: skip
        return intake.file_update(
            case, content=content, actor=actor, at=at, draft=held, expected_revision=begun.get("revision"),
            expected_version=None if "revision" in begun else begun.get("version"),
            received_on=sections.as_date(letter.get("received_on")),
            postmarked_on=sections.as_date(letter.get("postmarked_on")), dated_on=sections.as_date(letter.get("dated_on")),
        )  # fmt: skip

    where = case_url if actor.kind == "staff" else party_url
    return file_once(draft, sending, actor_key=actor.key, act=act, where=where) or case


def receipt_url(case: Case) -> str:
    """Return the address of the receipt."""
    return reverse("closings:receipt", args=[case.number])
