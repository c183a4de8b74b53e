"""Opens applications in the making for an organization, as many at a time as it wants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from licenses.drafting.sections import KIND
from licenses.models import License
from wagecase.accounts.models import Membership, Organization
from wagecase.audit.chain import unit_of_work
from wagecase.cases import drafts
from wagecase.cases.models import Draft


def open_draft(membership: Membership, *, language: str, at: datetime, renews: License | None = None) -> Draft:
    """Open an empty application of the member's organization: a first one, or the renewal of a license."""
    with unit_of_work():
        draft, _token = drafts.start(kind=KIND, language=language[:2], at=at)
        draft.owner, draft.begun_by = membership.organization, membership.user
        draft.about = renews.case if renews else None
        draft.save(update_fields=["owner", "begun_by", "about"])
    return draft


def open_drafts(organization: Organization) -> Sequence[Draft]:
    """Return the applications that the organization has begun and not filed, the newest first.

    Not the renewal of a license that was revoked or given up: it can be filed no more.
    """
    over = Q(about__license__revoked_on__isnull=False) | Q(about__license__surrendered_on__isnull=False)
    found = Draft.objects.filter(owner=organization, kind=KIND, filed_case=None).select_related("about", "begun_by")
    return list(found.exclude(over).order_by("-saved_at", "-pk"))


def draft_here(request: HttpRequest, draft_id: int) -> Draft | None:
    """Return what the address names of the things in the making, read once for a request; None where there is none.

    Of whatever kind: the door of members asks whose it is, and a page asks that again and whether it is an application.
    """
    known: dict[int, Draft | None] = request.__dict__.setdefault("_drafts", {})
    if draft_id not in known:
        known[draft_id] = Draft.objects.select_related("about").filter(pk=draft_id).first()
    return known[draft_id]


def roster_url(draft: Draft) -> str:
    """Return the address where a spreadsheet of workers is uploaded, empty where that page does not exist."""
    try:
        return reverse("licenses:roster", args=[draft.pk])
    except NoReverseMatch:
        return ""
