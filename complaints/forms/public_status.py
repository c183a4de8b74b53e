"""The forms of the party's page: finding the case, answering, adding files, withdrawing, and the resume link."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from complaints.forms.public import LinesField
from complaints.forms.public_you import PapersField
from wagecase.cases import finding_forms
from wagecase.web.forms import EmailAddressField, GovForm, SubmissionKeyMixin

ANSWER_LENGTH = 5000


class FindForm(finding_forms.FindForm):
    number = finding_forms.NumberField(
        label=_("Case number"), noun=_("your case number"), help_text=_("For example: LW-2026-000123")
    )


class SaveForm(GovForm):
    email = EmailAddressField(
        label=_("Safe e-mail address"), noun=_("your safe e-mail address"),
        help_text=_("Not an address of your work. Your employer may read it."),
    )  # fmt: skip


class AnswerForm(SubmissionKeyMixin):
    """An answer in words, in files, or both."""

    answer = LinesField(label=_("Your answer"), noun=_("your answer"), required=False, max_length=ANSWER_LENGTH)
    papers = PapersField(label=_("Papers and photos"), noun=_("papers and photos"), required=False)
    mark_optional = False

    def clean(self) -> dict[str, Any]:
        """Some answer is needed."""
        data = self.cleaned_data
        if not data.get("answer") and not data.get("papers") and not self.errors:
            self.add_error("answer", ValidationError(_("Write your answer or add a file"), code="blank"))
        return data


class FilesForm(SubmissionKeyMixin):
    papers = PapersField(
        label=_("Papers and photos"), noun=_("papers and photos"),
        error_messages={"required": _("Choose at least one file")},
    )  # fmt: skip


class WithdrawForm(SubmissionKeyMixin):
    reason = LinesField(label=_("Why do you withdraw?"), noun=_("your reason"), required=False, rows=4, max_length=2000)
