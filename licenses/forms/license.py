"""The forms of staff's acts on the file of a license."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from licenses.status import renewed_term, to_judge
from wagecase.cases.act_forms import YES_NO, ActForm
from wagecase.web.formatting import day
from wagecase.web.forms import NarrativeField


class JudgeRenewalForm(ActForm):
    """The call on a renewal, or its correction; it starts from what was found before."""

    completed_on = forms.DateField(
        label="Day on which what was missing came in", help_text="The day of filing, if nothing was missing.",
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": "Enter the day on which what was missing came in"},
    )  # fmt: skip
    proper = forms.ChoiceField(
        label="Was the renewal filed properly and in time?", choices=YES_NO, widget=forms.RadioSelect,
        error_messages={"required": "Choose whether the renewal was filed properly and in time"},
    )  # fmt: skip
    reason = NarrativeField(label="Reason", noun="the reason", rows=4, max_length=2000)

    def set_up(self) -> None:
        """Name the renewal with its day and the last day that it had to meet."""
        self.judged = found = to_judge(self.case.license)
        if found is None:
            return
        said = {None: "", True: "yes", False: "no"}
        self.initial = {
            "completed_on": found.completed_on, "proper": said[found.proper], "reason": found.proper_reason,
            **self.initial,
        }  # fmt: skip
        self.fields["proper"].help_text = (
            f"Renewal {found.case.number}, filed on {day(found.case.received_on)}. The term that it renews ended or ends on "
            f"{day(renewed_term(found).ends_on)}."
        )
        self.fields["reason"].help_text = "The employer reads it in our letter."

    def clean_completed_on(self) -> Any:
        """Refuse a day before the filing or after today."""
        on, found = self.cleaned_data["completed_on"], self.judged
        if on > self.today:
            raise ValidationError(f"The day cannot be after today, {day(self.today)}")
        if found is not None and on < found.case.received_on:
            raise ValidationError(
                f"The renewal was filed on {day(found.case.received_on)}, so the day is not before it"
            )
        return on

    def clean_proper(self) -> bool:
        """Return the answer as truth; a filing after the end cannot be made timely by a finding."""
        proper = self.cleaned_data["proper"] == "yes"
        found = self.judged
        if proper and found is not None and found.case.received_on > (ends := renewed_term(found).ends_on):
            raise ValidationError(f"It was filed after the last day, {day(ends)}: it is late, whatever we find")
        return proper
