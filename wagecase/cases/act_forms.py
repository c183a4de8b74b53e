"""The base of the forms of staff's acts: the case, the person, and what the page had seen."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.db.models import Count, Q

from wagecase.accounts.models import User
from wagecase.cases import kinds
from wagecase.cases.models import Case
from wagecase.web.forms import NarrativeField, SubmissionKeyMixin

CHANGED = "Part of this page was changed. Check your answers and send them again."
YES_NO = [("yes", "Yes"), ("no", "No")]


def _hidden_number() -> forms.IntegerField:
    return forms.IntegerField(
        widget=forms.HiddenInput, error_messages={"required": CHANGED, "invalid": CHANGED}, min_value=0,
        max_value=2_000_000_000,
    )  # fmt: skip


class ActForm(SubmissionKeyMixin):
    """Knows the case, the person and what they saw: `version` of the case and `seen`, the number of its last event."""

    version = _hidden_number()
    seen = _hidden_number()
    shows_draft = False  # the draft of the order stands above the form
    wide = False  # long texts get the whole width

    def __init__(self, *args: Any, case: Case, user: User, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.case, self.user, self.today = case, user, today
        self.set_up()

    def set_up(self) -> None:
        """Fit the questions to the case."""

    def facts(self) -> dict[str, Any]:
        """Return the facts as the service takes them."""
        hidden = {"version", "seen", "submission_key"}
        return {name: value for name, value in self.cleaned_data.items() if name not in hidden}


class PlainForm(ActForm):
    """An act that asks nothing."""


class ReasonForm(ActForm):
    reason = NarrativeField(label="Reason", noun="the reason", rows=4, max_length=4000)


class AssignForm(ActForm):
    """Who gets the case; a kind of case that is not an investigator's has a label of its own."""

    investigator = forms.ChoiceField(
        label="Investigator", error_messages={"required": "Choose who gets the case"}, widget=forms.Select
    )

    def set_up(self) -> None:
        """Offer the active case staff of the unit with their load, but for whoever has the case."""
        people = User.objects.filter(unit=self.case.unit, role__in=kinds.get(self.case.kind).worked_by, is_active=True)
        people = people.exclude(pk=self.case.assignee_id or 0).annotate(
            load=Count("assigned_cases", filter=Q(assigned_cases__is_open=True))
        )
        self.people = {str(person.pk): person for person in people}
        choice: Any = self.fields["investigator"]
        choice.choices = [("", "Choose a person")] + [
            (pk, f"{p.name}, {p.office or p.get_role_display()}: {p.load} open case{'' if p.load == 1 else 's'}")
            for pk, p in self.people.items()
        ]

    def clean_investigator(self) -> User:
        """Return the person."""
        return self.people[self.cleaned_data["investigator"]]
