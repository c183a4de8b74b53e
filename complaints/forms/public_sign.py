"""The forms of signing: how to sign, the signature itself, and the notarized copy."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from complaints.forms.public_you import PapersField
from wagecase.web import uploads
from wagecase.web.forms import GovForm, PersonNameField, PlaceField, SubmissionKeyMixin


class SignWayForm(GovForm):
    way = forms.ChoiceField(
        label=_("How do you want to sign?"),
        help_text=_("All three count the same. They differ in when the 20 days start."),
        widget=forms.RadioSelect,
        choices=[
            ("online", _("Sign here online")), ("notarized", _("Upload a notarized copy")),
            ("paper", _("Send it on paper")),
        ],
        error_messages={"required": _("Choose how you want to sign")},
    )  # fmt: skip
    way.choice_hints = {
        "online": _("You type your name. The 20 days start as soon as you sign."),
        "notarized": _("A notary saw you sign. If the copy is in order, the 20 days count from the day we receive it."),
        "paper": _("We give you the form. The 20 days start when we receive it with your signature."),
    }
    nouns = {"way": _("how you want to sign")}


class SignForm(SubmissionKeyMixin):
    """The signature; the name must be that of the complaint, since nobody can swear for another person."""

    name = PersonNameField(label=_("Your full name"), noun=_("your full name"), width=32)
    city = PlaceField(label=_("City where you are now"), noun=_("the city where you are now"), max_length=100, width=24)
    state = PlaceField(
        label=_("State"), noun=_("the state where you are now"), max_length=60, width=24,
        help_text=_("If you are outside the United States, write the country."),
    )  # fmt: skip
    name.widget.attrs["autocomplete"] = "name"
    city.widget.attrs["autocomplete"] = "address-level2"
    state.widget.attrs["autocomplete"] = "address-level1"
    agree = forms.BooleanField(
        label=_("I have read the statement above and I make it"),
        error_messages={"required": _("Tick the box to say that you make the statement")},
    )

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=120)

    def __init__(self, *args: Any, complainant: str = "", mark: str = "", **kwargs: Any) -> None:
        self.complainant = complainant
        super().__init__(*args, **kwargs)
        self.fields["seen"].initial = mark
        self.fields["name"].help_text = _("Type it as it stands in the complaint: %(name)s") % {"name": complainant}

    def clean_name(self) -> str:
        """Return the typed name when it is that of the complaint."""
        name = self.cleaned_data["name"]
        if name.casefold().split() != self.complainant.casefold().split():
            raise ValidationError(
                _("Type your name as it stands in the complaint: %(name)s. If it is wrong there, change it first."),
                code="other", params={"name": self.complainant},
            )  # fmt: skip
        return name


class NotarizedForm(SubmissionKeyMixin):
    copy = PapersField(
        label=_("Notarized copy"), noun=_("the notarized copy"),
        error_messages={"required": _("Choose the file with your notarized copy")},
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = f"{settings.UPLOAD_MAX_BYTES // (1024 * 1024)} MB"
        self.fields["copy"].help_text = _("%(kinds)s. One file with all pages, up to %(most)s.") % {
            "kinds": uploads.kinds_in_words(), "most": most
        }  # fmt: skip

    def clean_copy(self) -> Any:
        """Return the one checked file."""
        taken = self.cleaned_data["copy"]
        if len(taken) > 1:
            raise ValidationError(_("Choose one file with all pages of the notarized copy"), code="many")
        return taken[0]


class PaperForm(SubmissionKeyMixin):
    """Only the key: the page says what the button does."""
