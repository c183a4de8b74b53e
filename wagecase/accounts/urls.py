"""The account pages that this site offers; every other address of the account library answers as if it were not there."""

from __future__ import annotations

from typing import Any

from allauth.account.urls import urlpatterns as stock
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern

# An address is changed by an administrator, never by the person: whoever takes over a session must not be able to take
# the account with it. A name that a later version of the library adds is not offered until it stands here.
OFFERED = frozenset({
    "account_login", "account_logout", "account_inactive", "account_reauthenticate", "account_change_password",
    "account_reset_password", "account_reset_password_done", "account_reset_password_from_key",
    "account_reset_password_from_key_done", "account_email_verification_sent", "account_confirm_email",
})  # fmt: skip


def not_offered(request: HttpRequest, **_named: Any) -> HttpResponse:
    """Answer as for an address that does not exist; its name stays, because the library's own pages look it up."""
    raise Http404


urlpatterns = [
    page if page.name in OFFERED else URLPattern(page.pattern, not_offered, name=page.name) for page in stock
]
