"""The forms of the determination: its draft, its signature and its service."""

from __future__ import annotations

from typing import Any

from django import forms

from complaints import naming
from complaints.determinations import Findings
from complaints.forms.acts import CHANGED, YES_NO, ActForm
from complaints.guards import current_draft
from wagecase.cases.forms import StaffDateField
from wagecase.web.forms import NarrativeField, TextField

HIDDEN = "The name is kept in our file. Describe the occupation or the group: the employer reads this."
NO_NAME = "The employer reads the whole order: no name that we keep in our file."


class DeterminationForm(ActForm):
    reasonable_cause = forms.ChoiceField(
        label="Is there reasonable cause to believe that the wage is not a living wage?", choices=YES_NO,
        widget=forms.RadioSelect, error_messages={"required": "Say whether there is reasonable cause"},
    )  # fmt: skip
    concerning = TextField(
        label="Employee or class of employees", noun="the employee or class of employees", max_length=300, width=32
    )
    occupation = TextField(label="Occupation", noun="the occupation", width=32)
    wage_found = TextField(label="Wage found", noun="the wage found", width=32)
    evidence = NarrativeField(label="Evidence", noun="the evidence", rows=5, help_text="One item a line.")
    economic_material = NarrativeField(
        label="Economic material", noun="the economic material", rows=4,
        help_text="One item a line: cost of living, rents, budgets and their sources.",
    )  # fmt: skip
    reasons = NarrativeField(
        label="Reasons", noun="the reasons", rows=10, max_length=10_000,
        help_text="Leave an empty line between paragraphs. Never state an amount owed.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Show what the complaint says beside each finding, and bring back the last draft where there was one."""
        complaint = self.case.complaint
        said = {
            "concerning": ", ".join(naming.concerned(self.case)), "occupation": complaint.occupation,
            "wage_found": complaint.wage,
        }  # fmt: skip
        for name, value in said.items():
            self.fields[name].help_text = f"The complaint says: {value}" if value else HIDDEN
        if naming.protected(self.case):
            self.fields["reasons"].help_text = f"{self.fields['reasons'].help_text} {NO_NAME}"
        last = self.case.determinations.filter(signed_at=None).last()
        if last is not None:
            self.initial = {name: getattr(last, name) for name in Findings.__dataclass_fields__} | self.initial
            self.initial["reasonable_cause"] = "yes" if last.reasonable_cause else "no"

    def facts(self) -> dict[str, Any]:
        """Return the findings."""
        values = super().facts()
        return {"findings": Findings(**{**values, "reasonable_cause": values["reasonable_cause"] == "yes"})}


class SignForm(ActForm):
    draft_sha256 = forms.CharField(
        widget=forms.HiddenInput, error_messages={"required": CHANGED}, max_length=64, min_length=64
    )

    def set_up(self) -> None:
        """Bind the signature to the very bytes that are shown."""
        draft = current_draft(self.case)
        self.fields["draft_sha256"].initial = draft.draft.sha256 if draft else ""


class RecordServiceForm(ActForm):
    served_on = StaffDateField(label="Day of service", noun="the day of service", past=True)
    method = forms.ChoiceField(
        label="How it was served", widget=forms.RadioSelect, error_messages={"required": "Say how it was served"},
        choices=[("e-mail", "E-mail, accepted by the mail server"), ("first-class mail", "First-class mail"),
                 ("certified mail", "Certified mail"), ("in person", "In person")],
    )  # fmt: skip
