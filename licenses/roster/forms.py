"""What the pages of a roster ask: the file, what its columns hold, and which lines are to go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from licenses.roster.uploads import EVERY
from licenses.worker_columns import COLUMNS
from wagecase.web.formatting import counted, filesize
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.rows_of_files import LARGEST_FILE, MOST_ROWS

LISTED = 200  # lines that can be ticked one by one


class UploadForm(SubmissionKeyMixin):
    """One spreadsheet."""

    file = forms.FileField(
        label=gettext_lazy("Spreadsheet with your workers"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.csv,.txt"}),
        error_messages={
            "required": gettext_lazy("Choose the spreadsheet"), "invalid": gettext_lazy("Choose the spreadsheet"),
            "empty": gettext_lazy("The file is empty. Choose it again."),
            "max_length": gettext_lazy("Give the file a shorter name"),
        },
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hint = _("An Excel workbook (.xlsx) or a CSV file, up to %(size)s and %(rows)s rows.")
        self.fields["file"].help_text = hint % {"size": filesize(LARGEST_FILE), "rows": counted(MOST_ROWS)}

    def clean_file(self) -> Any:
        """Return the file, unless it was too large to be kept."""
        file = self.cleaned_data["file"]
        if getattr(file, "reason", "") or file.size > LARGEST_FILE:
            words = _("The file is larger than %(most)s. Cut it into smaller files.")
            raise ValidationError(words % {"most": filesize(LARGEST_FILE)})
        return file


class ColumnsForm(SubmissionKeyMixin):
    """What each column of the file holds."""

    mark_optional = False

    def __init__(self, *args: Any, heads: Sequence[str], columns: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("Leave this column out")), *((column.name, column.label) for column in COLUMNS)]
        for place, (head, name) in enumerate(zip(heads, columns, strict=True)):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=head, choices=choices, required=False, initial=name,
                error_messages={"invalid_choice": _("Choose one of the answers in the list")},
            )  # fmt: skip
        self._names = [f"column_{place}" for place in range(len(heads))]

    @property
    def rows(self) -> list[Any]:
        """The questions in the order of the columns."""
        return [self[name] for name in self._names]

    @property
    def chosen(self) -> list[str]:
        """The answer of each column."""
        return [self.cleaned_data.get(name, "") for name in self._names]

    def clean(self) -> dict[str, Any]:
        """Refuse an answer that two columns hold, and a sheet that says of no row who the worker is."""
        data = super().clean() or {}
        seen: dict[str, str] = {}
        for name in self._names:
            answer = data.get(name, "")
            if answer and answer in seen:
                words = _("“%(first)s” holds this answer already. Choose another one, or leave this column out.")
                self.add_error(name, words % {"first": self.fields[seen[answer]].label})
            seen.setdefault(answer, name)
        if not {"worker_id", "name"} & set(seen) and self._names and not self.errors:
            self.add_error(self._names[0], _("Choose the column with the worker’s id or name"))
        return data


class TakeOverForm(SubmissionKeyMixin):
    """The good rows, and the lines of the draft that are to go because the spreadsheet does not have them."""

    every = forms.BooleanField(required=False)

    def __init__(self, *args: Any, keys: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remove"] = forms.MultipleChoiceField(
            choices=[(key, key) for key in keys], required=False,
            error_messages={"invalid_choice": _("The workers that are not in the file have changed. Look at them again.")},
        )  # fmt: skip

    @property
    def removed(self) -> list[str] | str:
        """The keys of the lines to take out, or EVERY."""
        return EVERY if self.cleaned_data["every"] else self.cleaned_data["remove"]


class ButtonForm(SubmissionKeyMixin):
    """A button alone."""
