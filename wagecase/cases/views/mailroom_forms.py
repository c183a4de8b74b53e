"""What the mailroom asks: which letters go into one print run, and how and when those of a run were mailed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from wagecase.cases.forms import MailedOnForm
from wagecase.cases.mailing import CERTIFIED, certified
from wagecase.notices.models import BatchLetter, Notice
from wagecase.web.forms import SubmissionKeyMixin, TextField

TICK = "Tick at least one letter"


class PrintForm(SubmissionKeyMixin):
    """The ticked letters of the pile, and whether the printer prints both sides."""

    letters = forms.TypedMultipleChoiceField(
        label="Letters to print", coerce=int, widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": TICK,
            "invalid_choice": "Somebody printed or changed one of these letters meanwhile. Look at the list again",
        },
    )  # fmt: skip
    two_sided = forms.BooleanField(
        label="The printer prints on both sides", required=False, initial=True,
        help_text="An empty page follows a letter with an odd number of pages, so that each letter begins on a new sheet.",
    )  # fmt: skip

    def __init__(self, *args: Any, letters: Sequence[Notice], most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["letters"]
        chosen.choices = [(notice.pk, notice.recipient_label) for notice in letters]
        chosen.initial = [notice.pk for notice in letters[:most]]

    @property
    def ticked(self) -> set[int]:
        """The letters with a tick, as the page shows them."""
        return {int(value) for value in self["letters"].value() or () if str(value).isdecimal()}


class BatchMailedForm(MailedOnForm):
    """One day and one method for the ticked letters of a run; certified mail has a number for each of them."""

    letters = forms.TypedMultipleChoiceField(
        label="Letters that were mailed", coerce=int, widget=forms.CheckboxSelectMultiple,
        error_messages={"required": TICK, "invalid_choice": "Tick only letters of this run"},
    )  # fmt: skip

    def __init__(self, *args: Any, rows: Sequence[BatchLetter], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["letters"].choices = [(row.notice_id, row.notice.recipient_label) for row in rows]
        self.fields["letters"].initial = [row.notice_id for row in rows]
        for row in rows:
            self.fields[f"certified_{row.notice_id}"] = TextField(
                label=f"Certified mail number for {row.notice.recipient_label}", required=False, max_length=40, width=24,
                noun=f"the certified mail number for {row.notice.recipient_label}",
            )  # fmt: skip
        for name, field in self.fields.items():
            self._prepare(name, field)

    def clean(self) -> dict[str, Any]:
        """Each ticked letter has its own number where the method is certified mail."""
        data = super().clean() or {}
        self.numbers: dict[int, str] = {}
        for pk in data.get("letters") or ():
            name = f"certified_{pk}"
            if name not in self.errors:
                self.numbers[pk] = self._number(name, data) if data.get("method") == CERTIFIED else ""
        return data

    def _number(self, name: str, data: dict[str, Any]) -> str:
        field = self.fields[name]
        if not data.get(name):
            self.add_error(name, f"Enter {field.noun}")
            return ""
        try:
            number = certified(data[name])
        except ValidationError as error:
            self.add_error(name, f"{field.label}: {error.messages[0][0].lower()}{error.messages[0][1:]}")
            return ""
        if number in self.numbers.values():
            self.add_error(name, f"Check {field.noun}: another letter of this run has it")
        return number

    @property
    def ticked(self) -> set[int]:
        """The letters with a tick, as the page shows them."""
        return {int(value) for value in self["letters"].value() or () if str(value).isdecimal()}
