"""Files a draft once, however often and by however many people its button is pressed, and with the answers that they saw.

A page reads the answers before anything is locked, so that somebody may save another page in between: what is filed is
read once more below the draft's lock, where no save comes in between, and `Moved` stops what the page did not show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest

from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft
from wagecase.cases.services import unit_of_work
from wagecase.errors import AlreadyDone
from wagecase.web import submissions
from wagecase.web.forms import SubmissionKeyMixin


class Moved(Exception):
    """The answers are not those any more that the page showed; nothing was filed."""


@dataclass(frozen=True)
class Sending:
    """One press of a filing button: its key, its page and what was sent, so that it acts once."""

    key: UUID
    path: str
    body_hash: str


def sending_of(request: HttpRequest, form: SubmissionKeyMixin) -> Sending:
    """Return the press of the button that sent the valid `form`."""
    return Sending(form.cleaned_data["submission_key"], request.path, submissions.body_hash(request))


def file_once(
    draft: Draft, sending: Sending, *, actor_key: str, act: Callable[[Draft], Case], where: Callable[[Case], str]
) -> Case | None:
    """Let `act` file the draft, which is held until that is done; return None where it, or this press, was filed before.

    `act` gets the draft locked and reads its answers there. `where` is the address of the answer. KeyReused when the same
    form was sent before with other words; Draft.DoesNotExist when the draft is gone, as an update's is once it was sent.
    """
    try:
        with unit_of_work():
            with submissions.once(
                actor_key=actor_key, key=sending.key, path=sending.path, body_hash=sending.body_hash
            ) as sent:
                case = act(drafts.hold(draft))
                sent.location = where(case)
            return case
    except AlreadyDone:
        return None
