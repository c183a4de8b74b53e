"""The questions about what happened and about the person who files, with the papers that go along."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from complaints.disclosure import WORDS
from complaints.forms.public import STORY_LENGTH, LinesField, QuestionForm
from wagecase.cases import files
from wagecase.cases.inspection import Allowance
from wagecase.web.formatting import filesize
from wagecase.web.forms import POSTAL_LENGTH, EmailAddressField, PersonNameField, TextField, UploadField


class WhyForm(QuestionForm):
    heading = "statement"
    statement = LinesField(
        label=_("Why is this wage too low to live on?"),
        noun=_("your text"),
        error_messages={"required": _("Tell us why this wage is too low to live on")},
        max_length=STORY_LENGTH,
        help_text=_(
            "Tell us in your own words what the pay does not cover. For example: rent, food, heat, travel, care."
        ),
    )


class StoryForm(QuestionForm):
    heading = "statement"
    statement = LinesField(
        label=_("What happened?"),
        noun=_("your text"),
        error_messages={"required": _("Tell us what happened")},
        max_length=STORY_LENGTH,
        help_text=_("Tell us in your own words. Did you ask for the pay? What did the employer say?"),
    )


class PapersField(UploadField):
    """Files as a case can keep them: cleans to checked files; each refused one says why, the others are still kept."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.taken: list[files.Taken] = []

    def clean(self, value: list | None) -> list[files.Taken]:
        """Return the checked files; the good ones stand in `taken` even when another was refused."""
        uploads = [file for file in value or [] if file]
        if not uploads and self.required:
            raise ValidationError(self.error_messages["required"], code="required")
        self.taken, faults, allowed = [], [], Allowance()
        for upload in uploads:
            try:
                self.taken.append(self._check(upload, allowed))
            except files.Refused as error:
                faults.append(ValidationError(str(error), code="refused"))
        if faults:
            raise ValidationError(faults)
        return self.taken

    def _check(self, upload: Any, allowed: Allowance) -> files.Taken:
        reason = getattr(upload, "reason", "")
        if reason:
            params = {"name": files.clean_name(upload.name or ""), "size": filesize(upload.size),
                      "most": filesize(settings.UPLOAD_MAX_BYTES), "count": settings.UPLOAD_MAX_FILES}  # fmt: skip
            raise files.Refused(str(self.error_messages[reason]) % params)
        return files.check(upload, allowed)


class PapersForm(QuestionForm):
    title = _("Do you have papers or photos?")
    intro = _("Pay stubs, messages, photos or your own notes help us. You can file without papers; add them later.")
    papers = PapersField(label=_("Papers and photos"), noun=_("papers and photos"), required=False)
    about = LinesField(label=_("What do they show?"), noun=_("your text"), required=False, rows=3, max_length=1000)

    def stored(self) -> dict[str, Any]:
        """Files are kept as files; the draft holds the words about them."""
        return {"about": self.cleaned_data.get("about", "")}


class NameForm(QuestionForm):
    heading = "name"
    name = PersonNameField(
        label=_("What is your name?"),
        noun=_("your name"),
        width=32,
        help_text=_("First and last name. One name is fine if that is your full name."),
    )
    name.widget.attrs["autocomplete"] = "name"


CHANNELS = [("mail", _("Mail")), ("phone", _("Phone call")), ("text", _("Text message")), ("email", _("E-mail"))]


class ContactForm(QuestionForm):
    title = _("How can we reach you safely?")
    intro = _(
        "Give only what is safe. We write to your e-mail address only if you give it here. "
        "Do not use a phone or an e-mail address of your work."
    )
    channel = forms.ChoiceField(
        label=_("Safest way to reach you"),
        widget=forms.RadioSelect,
        required=False,
        choices=CHANNELS,
    )
    email = EmailAddressField(label=_("Your e-mail"), noun=_("your e-mail address"), required=False)
    phone = TextField(label=_("Your phone"), noun=_("your phone number"), required=False, max_length=40, width=16)
    phone.widget.attrs |= {"autocomplete": "tel", "inputmode": "tel"}
    postal = LinesField(
        label=_("Your mailing address"), noun=_("your mailing address"), required=False, rows=3,
        max_length=POSTAL_LENGTH,
    )  # fmt: skip
    postal.widget.attrs["autocomplete"] = "street-address"
    hours = TextField(
        label=_("Safe hours"), noun=_("the safe hours"), required=False, max_length=120,
        help_text=_("For example: after 6 p.m., not on Fridays."),
    )  # fmt: skip


class LanguageForm(QuestionForm):
    heading = "language"
    language = forms.ChoiceField(
        label=_("Which language should we write to you in?"),
        help_text=_("If you need another language, call us. We find a person who speaks it."),
        widget=forms.RadioSelect,
        choices=[("en", "English"), ("es", "Español")],
        required=False,
    )


class SharingForm(QuestionForm):
    heading = "identity_disclosure"
    identity_disclosure = forms.ChoiceField(
        label=_("May we tell the employer who filed?"),
        help_text=_("We often need to talk to the employer. You choose what it learns about you."),
        widget=forms.RadioSelect,
        required=False,
        choices=[("yes", _("Yes")), ("no", _("No")), ("ask", _("Ask me first"))],
    )
    identity_disclosure.choice_hints = {answer: words for answer, words in WORDS.items() if answer}
    nouns = {"identity_disclosure": _("whether we may tell the employer who filed")}
