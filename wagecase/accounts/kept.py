"""Keeps a form that came after its session had ended, so that signing in again brings back what was typed."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from wagecase.accounts.models import KeptPost, User

KEPT_FOR: Final = timedelta(hours=7 * 24)
NOT_KEPT: Final = ("csrfmiddlewaretoken",)
SESSION_KEY = "kept_posts"
MOST_CHARACTERS: Final = 2_000_000


def keep(request: HttpRequest, user: User | None) -> str:
    """Store the posted form and return the address that shows it back; an empty text when there is nothing to keep.

    It belongs to `user`, whose session ended; if nobody knows whose it was, to this browser's session. Passwords and
    files are not kept; the names of files are, so that the page can ask for them again.
    """
    pairs = [
        [name, value]
        for name, values in request.POST.lists()
        for value in values
        if name not in NOT_KEPT and "password" not in name
    ]
    if not any(value for _name, value in pairs) or sum(len(value) for _name, value in pairs) > MOST_CHARACTERS:
        return ""
    files = [upload.name for _name, uploads in request.FILES.lists() for upload in uploads]
    row = KeptPost.objects.create(
        id=uuid.uuid4(), user=user, path=request.get_full_path()[:500], fields={"pairs": pairs, "files": files},
        kept_at=timezone.now(),
    )  # fmt: skip
    request.session[SESSION_KEY] = [*request.session.get(SESSION_KEY, []), str(row.pk)][-10:]
    return reverse("employer_kept" if _is_of_members(request) else "staff_kept", args=[row.pk])


def _is_of_members(request: HttpRequest) -> bool:
    """Return whether the form came from a page of an organization's members, which staff cannot open."""
    called = request.resolver_match
    return bool(called and getattr(called.func, "member_roles", ()))


def find(request: HttpRequest, kept_id: uuid.UUID) -> KeptPost | None:
    """Return a kept form of the signed-in person, or of this browser's session if it had no owner."""
    row = KeptPost.objects.filter(pk=kept_id, kept_at__gt=timezone.now() - KEPT_FOR).first()
    if row is None:
        return None
    if row.user_id is not None:
        return row if row.user_id == request.user.pk else None
    return row if str(row.pk) in request.session.get(SESSION_KEY, []) else None


def forget_old(now: datetime) -> int:
    """Remove what nobody came back for and return how many."""
    return KeptPost.objects.filter(kept_at__lte=now - KEPT_FOR).delete()[0]
