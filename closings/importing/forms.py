"""What the pages of an import ask: the file, and what is to become of one row."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from wagecase.web.forms import SubmissionKeyMixin, TextField

CHANGED = "Part of this page was changed. Look at the row and press the button again."
CORRECT, ACCEPT, REFUSE, REOPEN = "correct", "accept", "refuse", "reopen"


class AddListForm(SubmissionKeyMixin):
    """One CSV file or workbook."""

    file = forms.FileField(
        label="List of closing notices", help_text="A CSV file up to 10 MB, or an Excel workbook (.xlsx) up to 5 MB and 10,000 rows. The next page says what would become of each row.",
        error_messages={"required": "Choose the file", "empty": "The file is empty. Choose it again."},
    )  # fmt: skip

    def clean_file(self) -> Any:
        """Return the file, unless it was too large to be kept."""
        file = self.cleaned_data["file"]
        if getattr(file, "reason", ""):
            raise ValidationError("The file is larger than 10 MB. Cut it into smaller files.")
        return file


class StartForm(SubmissionKeyMixin):
    """A button: import what is ready, or undo the import."""


class DecideForm(SubmissionKeyMixin):
    """One decision on one row: the button that was pressed is the choice, and what it needs stands beside it."""

    choice = forms.ChoiceField(
        choices=[(CORRECT, "Save the correction"), (ACCEPT, "Accept the row"), (REFUSE, "Refuse the row"),
                 (REOPEN, "Take the decision back")],
        error_messages={"required": "Press one of the buttons", "invalid_choice": "Press one of the buttons"},
    )  # fmt: skip
    column = forms.TypedChoiceField(label="Column", coerce=int, required=False, empty_value=None)
    text = TextField(label="What it should say", required=False, max_length=300, width=32)
    joins = forms.IntegerField(
        label="Number of the row that it updates", required=False, min_value=1, max_value=999_999,
        help_text="Leave it empty if the row is an event of its own, or belongs to the event that it stands in already.",
    )  # fmt: skip
    reason = TextField(label="Reason", required=False, max_length=300, width=40)
    seen = forms.CharField(  # what the row looked like to whoever decides
        widget=forms.HiddenInput, max_length=32, min_length=32,
        error_messages={"required": CHANGED, "min_length": CHANGED, "max_length": CHANGED},
    )  # fmt: skip
    mark_optional = False

    def __init__(self, *args: Any, columns: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["column"].choices = columns

    def clean(self) -> dict[str, Any]:
        """Ask for what the choice needs."""
        data = super().clean() or {}
        choice = data.get("choice")
        if choice == REFUSE and not data.get("reason") and "reason" not in self.errors:
            self.add_error("reason", "Say why it is refused")
        if choice == CORRECT and data.get("column") is None and "column" not in self.errors:
            self.add_error("column", "Choose the column")
        return data
