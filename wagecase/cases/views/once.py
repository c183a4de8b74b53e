"""The one way in which a form of somebody who signed in acts: its key, its unit of work and its answer's location in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from wagecase.audit.chain import unit_of_work
from wagecase.cases.forms import show_refusal
from wagecase.web import submissions
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.models import Submission


@contextmanager
def acting_once(request: HttpRequest, form: SubmissionKeyMixin) -> Iterator[Submission]:
    """Run the block as the one act of a valid form; the block sets `location` to where its answer stands.

    AlreadyDone and KeyReused as `submissions.once` raises them. Whatever the block raises undoes everything.
    """
    with (
        unit_of_work(),
        submissions.once(
            actor_key=request.user.actor.key, key=form.cleaned_data["submission_key"], path=request.path,
            body_hash=submissions.body_hash(request),
        ) as submission,
    ):  # fmt: skip
        yield submission


def done_once(request: HttpRequest, form: SubmissionKeyMixin, act: Callable[[], Any], *, location: str) -> bool:
    """Do the one act of a valid form and return True, or put what the person can mend into the form and return False.

    A second press is led to `location`. TransitionNotAllowed and NotPermitted of the act go on to their pages.
    """
    try:
        with acting_once(request, form) as submission:
            act()
            submission.location = location
    except ValidationError as error:
        show_refusal(form, error)
        return False
    return True


def facts_of(form: SubmissionKeyMixin) -> dict[str, object]:
    """Return what the form gathered for the service, without the form's own key."""
    return {name: value for name, value in form.cleaned_data.items() if name != "submission_key"}
