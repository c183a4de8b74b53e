"""What the pages of an organization's people ask: who they are, their organization, a password, whom to invite."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wagecase.accounts.models import Membership, Organization, User
from wagecase.accounts.organizations import Named
from wagecase.web.account_forms import AGAIN, NEW_PASSWORD, PASSWORD_HINT
from wagecase.web.forms import EmailAddressField, GovForm, PersonNameField, SubmissionKeyMixin, TextField
from wagecase.web.mail_addresses import is_usable


class MailedAddressField(EmailAddressField):
    """An address that a message can be sent to."""

    def validate(self, value: Any) -> None:
        """Refuse what no mail server would take."""
        super().validate(value)
        if value and not is_usable(value):
            raise ValidationError(self.error_messages["invalid"], code="invalid")


class OrganizationForm(GovForm):
    """The organization."""

    legal_name = TextField(
        label=_("Legal name of the organization"), noun=_("the legal name of the organization"), width=32
    )
    trade_name = TextField(
        label=_("Trade name"), noun=_("the trade name"), required=False, width=32,
        help_text=_("The name that people know, if it is another one"),
    )  # fmt: skip
    kind = forms.ChoiceField(
        label=_("What is it?"), choices=Organization.Kind.choices, widget=forms.RadioSelect,
        error_messages={"required": _("Say what the organization is")},
    )  # fmt: skip

    def named(self) -> Named:
        """Return the organization that was typed."""
        data = self.cleaned_data
        return Named(data["legal_name"], data["kind"], data["trade_name"])


class RegisterForm(OrganizationForm):
    """The organization and the person who opens its account."""

    name = PersonNameField(label=_("Your full name"), noun=_("your full name"))
    email = MailedAddressField(
        label=_("Your e-mail address at work"), noun=_("your e-mail address"),
        help_text=_("You sign in with it. We mail a link there."),
    )  # fmt: skip


class AnotherForm(OrganizationForm, SubmissionKeyMixin):
    """One more organization of somebody who has an account."""


class PasswordForm(GovForm):
    """The password of a new account."""

    password1 = forms.CharField(
        label=_("Password"), strip=False, help_text=PASSWORD_HINT, error_messages={"required": NEW_PASSWORD["required"]},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip
    password2 = forms.CharField(
        label=_("Password again"), strip=False, error_messages={"required": AGAIN["required"]},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        """Both are the same, and it is one that the site takes."""
        data = super().clean() or {}
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", gettext("The two passwords differ. Type the same one twice"))
        elif first:
            try:
                validate_password(first, User(email=self.email, name=data.get("name", "")))
            except ValidationError as error:
                self.add_error("password1", error)
        return data


class JoinForm(PasswordForm):
    """Whoever accepts an invitation without an account."""

    name = PersonNameField(label=_("Your full name"), noun=_("your full name"))
    field_order = ("name", "password1", "password2")


ROLE_HINTS = {
    Membership.Role.OWNER: _("Does everything, and says who else may act for the organization."),
    Membership.Role.FILER: _("Fills in, signs and sends filings."),
    Membership.Role.VIEWER: _("Reads everything, changes nothing."),
}


def _role_field(label: Any) -> forms.ChoiceField:
    field = forms.ChoiceField(
        label=label, choices=Membership.Role.choices, widget=forms.RadioSelect,
        error_messages={"required": _("Choose a role")},
    )  # fmt: skip
    field.choice_hints = ROLE_HINTS  # type: ignore[attr-defined]
    return field


class InviteForm(SubmissionKeyMixin):
    """Whom to invite, and as what. `organization` is the one that the page named: another tab may have changed it since."""

    email = MailedAddressField(label=_("E-mail address"), noun=_("the person's e-mail address"))
    role = _role_field(_("What may the person do?"))
    organization = forms.IntegerField(widget=forms.HiddenInput, required=False)


class MemberRoleForm(SubmissionKeyMixin):
    """Another role for a member."""

    role = _role_field(_("New role"))
