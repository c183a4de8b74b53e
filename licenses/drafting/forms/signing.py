"""The two last pages: the check, bound to what it showed, and the signature, in which each sentence is ticked by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from licenses.drafting.attesting import ITEMS
from wagecase.cases.forms import CaseFilesField
from wagecase.web.forms import GovForm, PersonNameField, SubmissionKeyMixin, TextField
from wagecase.web.questions import LinesField


class CheckForm(GovForm):
    """The press of the button below the check, bound to what it showed, with a reason where figures disagree."""

    mark = forms.CharField(
        widget=forms.HiddenInput, max_length=64,
        error_messages={"required": _("Part of this page was missing. Look at your answers once more.")},
    )  # fmt: skip
    total_reason = LinesField(
        label=_("Why do the parts not add up?"), noun=_("the reason"), required=False, rows=3, max_length=1000
    )


class SignForm(SubmissionKeyMixin):
    """The signature, bound to what was checked. Every sentence is attested by its own tick."""

    mark = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)  # without it: back to the check
    name = PersonNameField(label=_("Your name"), noun=_("your name"), width=32)
    title = TextField(label=_("Your title"), noun=_("your title"), max_length=100)
    authority = TextField(
        label=_("What lets you sign for the employer?"), noun=_("what lets you sign"), width=32,
        help_text=_("For example: owner, director, resolution of the board of March 2, 2026."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        signature = {name: self.fields.pop(name) for name in ("name", "title", "authority")}
        for item in ITEMS:
            words = gettext("Tick the sentence about %(what)s, or call us if it is not true") % {"what": item.about}
            self.fields[f"attest_{item.code}"] = forms.BooleanField(label=item.text, error_messages={"required": words})
        self.fields |= signature


class EarlierFilesForm(GovForm):
    """Which files of the earlier application are filed again. All are ticked until somebody has decided."""

    mark_optional = False
    keep = forms.MultipleChoiceField(
        label=_("Which of these files do you file again?"), widget=forms.CheckboxSelectMultiple, required=False,
        error_messages={"invalid_choice": _("Look at the list once more: these files changed in another window")},
    )  # fmt: skip

    def __init__(self, *args: Any, offered: Sequence[tuple[str, str]], ticked: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["keep"].choices = list(offered)
        self.fields["keep"].initial = [code for code, _label in offered] if ticked else []
        if ticked:
            self.fields["keep"].help_text = _(
                "Untick what is no longer true, such as a study older than 6 months. What you untick is not filed."
            )


class PapersForm(GovForm):
    """Files for one purpose."""

    papers = CaseFilesField(
        label=_("Files"), noun=_("the files"), error_messages={"required": _("Choose at least one file")}
    )
