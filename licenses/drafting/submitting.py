"""Files an application once, however often and by however many members the button is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import get_language

from licenses.content import Attestation
from licenses.drafting import attesting, checks
from licenses.drafting.mapping import content_of
from licenses.drafting.progress import Progress
from licenses.drafting.whole import Whole
from licenses.filing import file_application
from licenses.models import License
from wagecase.accounts.models import Membership
from wagecase.cases import drafts
from wagecase.cases.models import Draft
from wagecase.cases.services import unit_of_work
from wagecase.errors import AlreadyDone
from wagecase.web import submissions


class NotChecked(Exception):
    """The answers were changed after the signer's form was drawn or the check page was looked at, or are not complete."""


@dataclass(frozen=True)
class Sending:
    """One press of the button: its key, its page, what was sent, and where its answer stands."""

    key: UUID
    path: str
    body_hash: str
    location: str


def submit(draft: Draft, *, membership: Membership, signed: Mapping[str, Any], sending: Sending, at: datetime) -> None:
    """File the draft with its signature; a draft that was filed already is left as it is.

    NotChecked while the answers are not complete, or are not those whose mark the signed form carries. KeyReused when the same form
    was sent before with another signature. TransitionNotAllowed while another renewal of the license is undecided.
    """
    try:
        with (
            unit_of_work(),
            submissions.once(
                actor_key=membership.actor.key, key=sending.key, path=sending.path, body_hash=sending.body_hash
            ) as sent,
        ):
            held = drafts.hold(draft)
            mark = Progress(Whole(held)).checked_mark
            if not mark or mark != signed["mark"]:
                raise NotChecked
            _file(held, membership=membership, signed=signed, at=at)
            sent.location = sending.location
    except AlreadyDone:
        return


def _file(draft: Draft, *, membership: Membership, signed: Mapping[str, Any], at: datetime) -> None:
    content, workers = content_of(draft)
    attestation = Attestation(
        version=attesting.VERSION, ticked=tuple(item.code for item in attesting.ITEMS), name=signed["name"],
        title=signed["title"], authority=signed["authority"], signed_on=timezone.localdate(at),
        language=(get_language() or "en")[:2],
    )  # fmt: skip
    file_application(
        membership=membership, content=replace(content, attestation=attestation), workers=workers, at=at,
        renews=License.objects.filter(case_id=draft.about_id).first() if draft.about_id else None, draft=draft,
        left_out=checks.left_out(content),
    )  # fmt: skip
