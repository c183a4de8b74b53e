"""Which application in the making a page works on: one of the member's organization, found by the number in the address."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses.drafting.opening import draft_here
from licenses.drafting.progress import Progress
from licenses.drafting.sections import KIND
from licenses.drafting.whole import Whole
from licenses.models import License
from licenses.renewal_drafts import FileBy, file_by, last_filed
from wagecase.accounts.members import VIEWER, member_required
from wagecase.accounts.models import Membership
from wagecase.cases.models import Draft
from wagecase.errors import DraftFiled
from wagecase.web import submissions
from wagecase.web.formatting import day
from wagecase.web.views import filed_meanwhile

Page = Callable[..., HttpResponse]


@dataclass
class Desk:
    """One draft under the hands of one member. Viewers read it and change nothing."""

    membership: Membership
    draft: Draft
    whole: Whole = field(init=False)

    def __post_init__(self) -> None:
        self.whole = Whole(self.draft)

    @property
    def writes(self) -> bool:
        """Whether this member may change the application."""
        return self.membership.role != VIEWER

    @cached_property
    def progress(self) -> Progress:
        """How far each section is."""
        return Progress(self.whole)

    @cached_property
    def filled_from(self) -> str:
        """Say of which application the answers of a renewal were filled in."""
        license = License.objects.filter(case=self.draft.about_id).first() if self.draft.about_id else None
        if license is None:
            return _("Filled in from your last application")
        words = _("Filled in from the application of %(day)s for this license")
        return words % {"day": day(last_filed(license).filed_at)}

    @cached_property
    def file_by(self) -> FileBy | None:
        """By when a renewal must be filed to continue its license."""
        return file_by(self.draft, on=timezone.localdate())

    @cached_property
    def _base(self) -> str:
        return reverse("licenses:apply", args=[self.draft.pk])

    def url(self, *parts: Any) -> str:
        """Return the address of one of its pages."""
        return self._base + "".join(f"{part}/" for part in parts if part)

    def context(self, **more: Any) -> dict[str, Any]:
        """Return what every page of the application shows."""
        about = self.draft.about
        return {
            "desk": self,
            "draft": self.draft,
            "organization": self.membership.organization,
            "renews": about,
            **more,
        }


def draft_page(view: Page) -> Page:
    """Give the view the desk of a draft of the member's organization; 404 for another's, and for a viewer who posts.

    A draft that was filed leads to its confirmation; a save that comes too late is shown back and changes nothing.
    """

    @wraps(view)
    def inner(request: HttpRequest, membership: Membership, draft_id: int, **kwargs: Any) -> HttpResponse:
        draft = draft_here(request, draft_id)
        if draft is None or draft.kind != KIND or draft.owner_id != membership.organization_id:
            raise Http404
        draft.owner = membership.organization
        desk = Desk(membership, draft)
        if request.method == "POST" and not desk.writes:
            raise Http404
        if draft.filed_case is not None:
            if request.method != "POST":
                return HttpResponseRedirect(desk.url("done"), status=303)
            submissions.answer_again(request, actor_key=membership.actor.key)
            return _filed(request, desk, draft.filed_case.number)
        try:
            return view(request, desk, **kwargs)
        except DraftFiled as done:
            return _filed(request, desk, done.location)

    return member_required()(inner)


def _filed(request: HttpRequest, desk: Desk, number: str) -> HttpResponse:
    words = _("This application was submitted as %(number)s. Its answers cannot be changed any more.")
    instead = (_("Open the application"), desk.url("done"))
    return filed_meanwhile(request, number, said=words % {"number": number}, instead=instead)


def new_page() -> str:
    """Return the mark of a page that is drawn anew."""
    return secrets.token_urlsafe(9)
