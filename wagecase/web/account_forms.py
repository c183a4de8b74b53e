"""The account library's forms in our words: plain labels, no placeholders, a message for each blank answer."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as stock
from allauth.mfa.base import forms as stock_code
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wagecase.web.fields import need_required
from wagecase.web.mail_addresses import is_usable

ADDRESS = {
    "label": _("E-mail address"),
    "required": _("Enter your e-mail address"),
    "invalid": _("Enter one e-mail address, such as name@example.com"),
}
PASSWORD = {"label": _("Password"), "required": _("Enter your password")}
NEW_PASSWORD = {"label": _("New password"), "required": _("Enter a new password")}
AGAIN = {"label": _("New password again"), "required": _("Enter the new password a second time")}


LONGEST_PASSWORD = 128
TOO_LONG = _("Use at most 128 characters. Four or five unrelated words are enough.")


class LongestPasswordValidator:
    """Refuses a password so long that hashing it would cost the site time, in words rather than by cutting it off."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError for more than LONGEST_PASSWORD characters."""
        if len(password) > LONGEST_PASSWORD:
            raise forms.ValidationError(TOO_LONG, code="password_too_long")

    def get_help_text(self) -> str:
        """Return the rule in words."""
        return str(TOO_LONG)


def _password_hint() -> str:
    least = next(
        (
            rule["OPTIONS"]["min_length"]
            for rule in settings.AUTH_PASSWORD_VALIDATORS
            if rule["NAME"].endswith("MinimumLengthValidator")
        ),
        8,
    )
    return format_html(
        "{}",
        gettext(
            "At least %(least)d characters. Four or five unrelated words work well. "
            "Do not use one that many people use."
        )
        % {"least": least},
    )


PASSWORD_HINT = lazy(_password_hint, str)()


def _cap(field: forms.Field) -> None:
    """Refuse what is too long before anything hashes it, and let the browser say nothing but take all of it."""
    field.validators = [rule for rule in field.validators if not isinstance(rule, MaxLengthValidator)]
    field.validators.append(MaxLengthValidator(LONGEST_PASSWORD, message=TOO_LONG))


def _can_be_mailed(value: str) -> None:
    if not is_usable(value):
        raise forms.ValidationError(ADDRESS["invalid"], code="invalid")


class _PlainMixin:
    """Gives the fields named in `words` our label and messages, and takes the placeholders away."""

    words: dict[str, dict[str, Any]] = {}
    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            words = dict(self.words.get(name, {}))
            field.label = words.pop("label", field.label)
            field.help_text = words.pop("hint", "")
            field.error_messages.update(words)
            if name == "login":
                field.widget = forms.EmailInput(attrs={"autocomplete": "username"})
            if "password" in name:
                _cap(field)
            if name == "email":
                field.validators.append(_can_be_mailed)
            need_required(field)


class SignInForm(_PlainMixin, stock.LoginForm):
    """E-mail address and password."""

    words = {
        "login": ADDRESS,
        "password": PASSWORD,
        "remember": {"label": _("Keep me signed in on this device for 12 hours")},
    }


class ResetPasswordForm(_PlainMixin, stock.ResetPasswordForm):
    """Asks for the link."""

    words = {"email": {**ADDRESS, "hint": _("The address you sign in with")}}


class ResetPasswordKeyForm(_PlainMixin, stock.ResetPasswordKeyForm):
    """Sets the password after the link."""

    words = {"password1": {**NEW_PASSWORD, "hint": PASSWORD_HINT}, "password2": AGAIN}


class ChangePasswordForm(_PlainMixin, stock.ChangePasswordForm):
    """Changes the password while signed in."""

    words = {
        "oldpassword": {"label": _("Password you use now"), "required": _("Enter the password you use now")},
        **ResetPasswordKeyForm.words,
    }


class SetPasswordForm(_PlainMixin, stock.SetPasswordForm):
    """Sets the first password."""

    words = ResetPasswordKeyForm.words


class ReauthenticateForm(_PlainMixin, stock.ReauthenticateForm):
    """Asks for the password once more."""

    words = {"password": PASSWORD}


class AddEmailForm(_PlainMixin, stock.AddEmailForm):
    """Adds an address."""

    words = {"email": ADDRESS}


CODE = {
    "label": _("Code"),
    "required": _("Enter the code that your app shows"),
    "hint": _("Six digits from your authenticator app, or one of your recovery codes"),
}


class _CodeMixin(_PlainMixin):
    """A code is digits; people copy it with a gap in the middle."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "inputmode": "numeric",
            "autocomplete": "one-time-code",
            "class": "wc-w-12",
        }


class CodeForm(_CodeMixin, stock_code.AuthenticateForm):
    """Asks for the second factor at sign-in."""

    words = {"code": CODE}


class CodeAgainForm(_CodeMixin, stock_code.ReauthenticateForm):
    """Asks for the second factor before something that needs certainty."""

    words = {"code": CODE}


class ActivateForm(_CodeMixin, ActivateTOTPForm):
    """Proves that the app has the secret."""

    words = {"code": {**CODE, "hint": _("Six digits that the app shows for this account")}}
