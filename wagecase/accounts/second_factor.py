"""The second factor: an authenticator app with recovery codes, kept encrypted, demanded of staff and offered to members."""

from __future__ import annotations

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from wagecase import encryption
from wagecase.accounts.models import User

SESSION_KEY = "has_second_factor"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Answers the account library's questions about the second factor."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right, or it was used already. Wait for the next one and enter it"),
        "cannot_delete_authenticator": _("Staff need a second factor. To change your phone, ask an administrator"),
    }

    def encrypt(self, text: str) -> str:
        """Return the secret as it is stored."""
        return encryption.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret as the app knows it."""
        return encryption.decrypt(encrypted_text)

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Staff do not take off their own second factor (an administrator resets it, on the record); members may."""
        return not authenticator.user.role


def is_set_up(request: HttpRequest) -> bool:
    """Return whether the signed-in person has a second factor; asked once in a session.

    With one, a session cannot have begun without it: the sign-in does not end before the code.
    """
    if not request.session.get(SESSION_KEY):
        if not Authenticator.objects.filter(user_id=request.user.pk, type=Authenticator.Type.TOTP).exists():
            return False
        request.session[SESSION_KEY] = True
    return True


def set_up(user: User, *, secret: str) -> None:
    """Give a person a known secret and recovery codes: for the demonstration's invented people and for tests."""
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)


def remove_all(user: User) -> int:
    """Remove the app and the recovery codes of a person and return how many rows that were."""
    return Authenticator.objects.filter(user=user).delete()[0]


def demo_code(user: User | str | None = None, secret: str = "") -> str:
    """Return the code an app would show now, in the demonstration only; elsewhere an empty text."""
    if not settings.DEMO:
        return ""
    if user:
        row = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
        secret = encryption.decrypt(row.data["secret"]) if row else ""
    if not secret:
        return ""
    counters = list(yield_hotp_counters_from_time())
    return format_hotp_value(hotp_value(secret, counters[len(counters) // 2]))
