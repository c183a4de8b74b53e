"""The forms of the members' page of a case: answering our questions, adding files, withdrawing."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from wagecase.cases.forms import CaseFilesField
from wagecase.web.forms import NarrativeField, SubmissionKeyMixin


class AnswerForm(SubmissionKeyMixin):
    """An answer in words, in files, or both."""

    answer = NarrativeField(label=_("Your answer"), noun=_("your answer"), required=False, max_length=5000)
    files = CaseFilesField(label=_("Files"), noun=_("files"), required=False)
    mark_optional = False

    def clean(self) -> dict[str, Any]:
        """Some answer is needed."""
        data = super().clean() or {}
        if not self.errors and not data.get("answer") and not data.get("files"):
            self.add_error("answer", ValidationError(_("Write your answer or add a file"), code="blank"))
        return data


class FilesForm(SubmissionKeyMixin):
    files = CaseFilesField(
        label=_("Files"), noun=_("files"), error_messages={"required": _("Choose at least one file")}
    )


class WithdrawForm(SubmissionKeyMixin):
    """A button that withdraws once."""
