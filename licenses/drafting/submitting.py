"""Files an application once, however often and by however many members the button is pressed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

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
from wagecase.cases.filing_once import Sending, file_once
from wagecase.cases.models import Case, Draft


class NotChecked(Exception):
    """The answers were changed after the signer's form was drawn or the check page was looked at, or are not complete."""


def submit(
    draft: Draft, *, membership: Membership, signed: Mapping[str, Any], sending: Sending, location: str, at: datetime
) -> None:
    """File the draft with its signature; a draft that was filed already is left as it is.

    `location` is the address of the answer.

    NotChecked while the answers are not complete, or are not those whose mark the signed form carries. KeyReused when the same form
    was sent before with another signature. TransitionNotAllowed while another renewal of the license is undecided.
    """

    def act(held: Draft) -> Case:
        mark = Progress(Whole(held)).checked_mark
        if not mark or mark != signed["mark"]:
            raise NotChecked
        return _file(held, membership=membership, signed=signed, at=at)

    file_once(draft, sending, actor_key=membership.actor.key, act=act, where=lambda _case: location)


def _file(draft: Draft, *, membership: Membership, signed: Mapping[str, Any], at: datetime) -> Case:
    content, workers = content_of(draft)
    attestation = Attestation(
        version=attesting.VERSION, ticked=tuple(item.code for item in attesting.ITEMS), name=signed["name"],
        title=signed["title"], authority=signed["authority"], signed_on=timezone.localdate(at),
        language=(get_language() or "en")[:2],
    )  # fmt: skip
    return file_application(
        membership=membership, content=replace(content, attestation=attestation), workers=workers, at=at,
        renews=License.objects.filter(case_id=draft.about_id).first() if draft.about_id else None, draft=draft,
        left_out=checks.left_out(content),
    )  # fmt: skip
