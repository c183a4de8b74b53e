"""The base of the forms of staff's acts: the case, the person, and what the page had seen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.db.models import Count, Q

from wagecase.accounts.models import User
from wagecase.cases import kinds
from wagecase.cases.forms import CaseFilesField
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


def reason_field(
    label: str, help_text: str = "", *, noun: str = "", rows: int = 4, max_length: int = 4000
) -> NarrativeField:
    """Return the question for the reason of an act: `help_text` says who reads it; the noun is the label's own words
    unless it is given."""
    words = noun or label[:1].lower() + label[1:]
    return NarrativeField(label=label, noun=words, rows=rows, max_length=max_length, help_text=help_text)


class ReasonForm(ActForm):
    """An act that asks for its reason; a kind of case puts the question in its own words."""

    reason = reason_field("Reason", noun="the reason")


class AddEvidenceForm(ActForm):
    """Files that staff add to a case."""

    files = CaseFilesField(label="Files", noun="files", error_messages={"required": "Choose at least one file"})  # type: ignore[assignment]


def offer_people(form: ActForm, name: str) -> Mapping[str, User]:
    """Fill the field `name` with the active people of the unit who work on such cases, and return them by their value.

    Each stands with the number of open cases that the person has; whoever has this case is left out.
    """
    case = form.case
    people = User.objects.filter(unit=case.unit, role__in=kinds.get(case.kind).worked_by, is_active=True)
    people = people.exclude(pk=case.assignee_id or 0).annotate(
        load=Count("assigned_cases", filter=Q(assigned_cases__is_open=True))
    )
    found = {str(person.pk): person for person in people}
    choice: Any = form.fields[name]
    choice.choices = [("", "Choose a person")] + [
        (pk, f"{p.name}, {p.office or p.get_role_display()}: {p.load} open case{'' if p.load == 1 else 's'}")
        for pk, p in found.items()
    ]
    return found


class AssignForm(ActForm):
    """Who gets the case; a kind of case that is not an investigator's has a label of its own."""

    investigator = forms.ChoiceField(
        label="Investigator", error_messages={"required": "Choose who gets the case"}, widget=forms.Select
    )

    def set_up(self) -> None:
        """Offer whoever may get it."""
        self.people = offer_people(self, "investigator")

    def clean_investigator(self) -> User:
        """Return the person."""
        return self.people[self.cleaned_data["investigator"]]
