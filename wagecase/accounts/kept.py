"""Keeps a form that came after its session had ended, so that signing in again brings back what was typed.

It is kept for the person whose session it was and for nobody else: a browser may have several users, and the next one
may be of another organization. A session that is over no longer says whose it was, so each page of a signed-in person
leaves a cookie that does: unreadable, and without any right of its own.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from wagecase.accounts.models import KeptPost, User
from wagecase.encryption import decrypt, encrypt

KEPT_FOR: Final = timedelta(hours=7 * 24)
NOT_KEPT: Final = ("csrfmiddlewaretoken",)
WHOSE: Final = "whose"  # the cookie
WHOSE_FOR: Final = timedelta(hours=30 * 24)
WHOSE_AGAIN: Final = timedelta(hours=24)  # after which the cookie is written anew
AUTOSAVE: Final = "autosave"  # what a page adds to a form that it sends by itself
MOST_CHARACTERS: Final = 2_000_000
MOST_OF_ONE: Final = 20  # forms of a person that a session sent, and as many that came with the cookie alone


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have the browser know whose pages it shows, for a form that is sent when the session is over."""
    now = timezone.now()
    name, since = _read(request)
    if name == user.pk and since is not None and now - since < WHOSE_AGAIN:
        return
    response.set_cookie(
        WHOSE, encrypt(f"{user.pk} {int(now.timestamp())}"), max_age=WHOSE_FOR, httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def _read(request: HttpRequest) -> tuple[int | None, datetime | None]:
    """Return the key of whoever was signed in last in this browser, and since when the cookie says so."""
    try:
        key, since = map(int, decrypt(request.COOKIES.get(WHOSE, "")).split(" "))
    except ValueError:  # none, another's, or one of a key that is no longer in use
        return None, None
    return key, datetime.fromtimestamp(since, tz=UTC)


def whose(request: HttpRequest) -> User | None:
    """Return the person whose page sent a form without a session; None when the browser does not tell.

    None too where the account is closed: nobody could come back for the form.
    """
    key, since = _read(request)
    if key is None or since is None or timezone.now() - since > WHOSE_FOR:
        return None
    return User.objects.filter(pk=key, is_active=True).first()


def keep(request: HttpRequest, user: User | None) -> str:
    """Store the posted form and return the address that shows it back; an empty text when there is nothing to keep.

    It belongs to `user`, whose session ended; None stands for a browser whose session is gone, and the form belongs to
    whoever was signed in there. If that cannot be told it is not kept: it would be shown to whoever signs in next.
    Passwords and files are not kept; the names of files are, so that the page can ask for them again.
    """
    owner = user or whose(request)
    pairs = [
        [name, value]
        for name, values in request.POST.lists()
        for value in values
        if name not in NOT_KEPT and "password" not in name
    ]
    if owner is None or not any(value for _name, value in pairs) or sum(len(v) for _n, v in pairs) > MOST_CHARACTERS:
        return ""
    files = [upload.name for _name, uploads in request.FILES.lists() for upload in uploads]
    path = request.get_full_path()[:500]
    _forget_saved_by_itself(owner, path)
    row = KeptPost.objects.create(
        id=uuid.uuid4(), user=owner, path=path, fields={"pairs": pairs, "files": files}, kept_at=timezone.now(),
        without_session=user is None,
    )  # fmt: skip
    _make_room(owner, without_session=user is None)
    return reverse("employer_kept" if _is_of_members(request) else "staff_kept", args=[row.pk])


def _forget_saved_by_itself(owner: User, path: str) -> None:
    """Remove what the page sent by itself before: no address of it was shown, and the form that came now holds more."""
    for row in KeptPost.objects.filter(user=owner, path=path).order_by("-kept_at")[:10]:
        if any(name == AUTOSAVE for name, _value in row.fields["pairs"]):
            row.delete()


def _make_room(owner: User, *, without_session: bool) -> None:
    """Remove the oldest beyond the most of their sort: whoever holds a cookie alone pushes out nothing of a session."""
    found = KeptPost.objects.filter(user=owner, without_session=without_session)
    newest = found.order_by("-kept_at", "-pk").values_list("pk", flat=True)[:MOST_OF_ONE]
    found.exclude(pk__in=list(newest)).delete()


def _is_of_members(request: HttpRequest) -> bool:
    """Return whether the form came from a page of an organization's members, which staff cannot open."""
    called = request.resolver_match
    return bool(called and getattr(called.func, "member_roles", ()))


def find(request: HttpRequest, kept_id: uuid.UUID) -> KeptPost | None:
    """Return a kept form of the signed-in person; None for any other, as if there were none."""
    whose = request.user.pk or 0  # nobody's number, where nobody is signed in
    return KeptPost.objects.filter(pk=kept_id, user_id=whose, kept_at__gt=timezone.now() - KEPT_FOR).first()


def forget_old(now: datetime) -> int:
    """Remove what nobody came back for and return how many."""
    return KeptPost.objects.filter(kept_at__lte=now - KEPT_FOR).delete()[0]
