"""Makes allauth follow the house: no open sign-up, and account mail goes through the outbox like every other notice."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urljoin

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from wagecase.accounts.models import User
from wagecase.notices import outbox
from wagecase.web.mail_addresses import is_usable

logger = logging.getLogger(__name__)
# Called with the person whom account mail cannot reach; cases fills it with "open a task". It may be called twice.
on_unreachable: list[Callable[[Any], None]] = []


class AccountAdapter(DefaultAccountAdapter):
    """Answers allauth's questions for this site."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Staff accounts are made by an administrator; employers' accounts come with their work."""
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an account message; it is never shown to staff. An address that cannot be used is handed to a person."""
        user = context.get("user")
        if not is_usable(email):
            logger.error("account mail %s was not queued: the stored address cannot be used", template_prefix)
            for hook in on_unreachable:
                hook(user)
            return
        message = self.render_mail(template_prefix, email, {"site_url": settings.SITE_URL, **context})
        html = next((part.content for part in message.alternatives if part.mimetype == "text/html"), "")
        # Not a unit of work: allauth sends from inside transactions of its own, and account mail leaves no event.
        with transaction.atomic():
            outbox.queue_email(
                kind=template_prefix.replace("/", "."),
                dedupe_key=f"account:{uuid.uuid4()}",
                to=email,
                recipient_label=email,
                subject=" ".join(str(message.subject).split()),
                text=str(message.body),
                html=str(html),
                language=get_language() or "en",
                user=user if isinstance(user, User) else None,
                at=timezone.now(),
                private=True,
            )

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the address on our own site, whatever host name the request came with."""
        return urljoin(settings.SITE_URL, reverse("account_confirm_email", args=[emailconfirmation.key]))

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the address on our own site; the key names the person and the token."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return urljoin(settings.SITE_URL, path.replace("UID-KEY", quote(key)))
