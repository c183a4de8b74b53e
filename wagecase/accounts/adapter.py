"""Makes allauth follow the house: no open sign-up, sign-in slowed in our own table, account mail through the outbox."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urljoin

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from wagecase.accounts.models import User
from wagecase.notices import outbox
from wagecase.web import throttles
from wagecase.web.mail_addresses import is_usable

logger = logging.getLogger(__name__)
TEN_MINUTES, HOUR = 600, 3600
# Called with the person whom account mail cannot reach; cases fills it with "open a task". It may be called twice.
on_unreachable: list[Callable[[Any], None]] = []


class AccountAdapter(DefaultAccountAdapter):
    """Answers allauth's questions for this site."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Staff accounts are made by an administrator; employers register an organization (see organizations)."""
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return where a person lands who asked for no page: staff at their work, everybody else at their organization."""
        return reverse("staff_home" if getattr(request.user, "role", "") else "employer_home")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that the library counts requests by: the one our own proxies saw.

        Behind a proxy everybody has the proxy's address; counted by that, one guesser would shut everybody out.
        """
        return throttles.place_of(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Slow a guesser down; the account itself is never closed by guesses.

        Counted: from one address, from one address at one account, and at one account from addresses that it never
        signed in from. Whoever sits where they always sit is held up by their own mistakes only.
        """
        login, address = _login(credentials), throttles.place_of(request)
        pair = f"{login}|{address}"
        limits = [("sign-in from", address, 40, TEN_MINUTES), ("sign-in at", pair, 10, TEN_MINUTES)]
        if not throttles.knows(what="signed in", whom=pair):
            limits.append(("sign-in of", login, 50, HOUR))
        counted = [throttles.too_many(what=what, whom=whom, most=most, seconds=s) for what, whom, most, s in limits]
        if any(counted):
            logger.warning("sign-in slowed down for an account from %s", address)
            raise ValidationError(_("Too many tries from here. Wait ten minutes, then try again"), code="throttled")
        self._counted = limits

    def _rollback_login_failed_rl_usage(self) -> None:
        for what, whom, _most, _seconds in getattr(self, "_counted", ()):
            throttles.take_back(what=what, whom=whom)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Leave a trace for whoever watches the log; never the address that was tried."""
        logger.warning("sign-in failed from %s", throttles.address_of(request))

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> Any:
        """Remember where this person signs in from, and in which language a member reads: others' acts are told in it."""
        pair = f"{user.email.lower()}|{throttles.place_of(request)}"
        throttles.remember(what="signed in", whom=pair, seconds=90 * 24 * HOUR)
        language = get_language() or "en"
        if not user.role and user.language != language:
            user.language = language
            user.save(update_fields=["language"])
        return super().post_login(request, user, **kwargs)

    def is_safe_url(self, url: str) -> bool:
        """Return whether to go to `url` after signing in; no for another site and for what is no address at all."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:  # such as http://[
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


def _login(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").strip().lower()
