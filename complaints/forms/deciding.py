"""The forms of the determination: its draft, its signature and its service."""

from __future__ import annotations

from typing import Any

from django import forms

from complaints import naming
from complaints.determinations import Findings
from complaints.guards import ORDERS
from wagecase.cases import order_forms
from wagecase.cases.act_forms import YES_NO, ActForm
from wagecase.cases.models import Party
from wagecase.cases.order_forms import offer_signers, signer_field
from wagecase.web.forms import NarrativeField, TextField

HIDDEN = "The name is kept in our file. Describe the occupation or the group: the employer reads this."
NO_NAME = "The employer reads the whole order: no name that we keep in our file."

FINDINGS_READ = ("concerning", "occupation", "wage_found", "evidence", "economic_material", "reasons")


class DeterminationForm(ActForm):
    wide = True
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

    intended_signer = signer_field()
    no_name = forms.BooleanField(label="I read it: it names nobody whose name is kept in our file", required=False)

    def set_up(self) -> None:
        """Show what the complaint says beside each finding, and bring back the last draft where there was one."""
        complaint = self.case.complaint
        said = {
            "concerning": ", ".join(naming.concerned(self.case)), "occupation": complaint.occupation,
            "wage_found": complaint.wage,
        }  # fmt: skip
        for name, value in said.items():
            self.fields[name].help_text = f"The complaint says: {value}" if value else HIDDEN
        self.perhaps = naming.perhaps_named(self.case, (str(self.data.get(name, "")) for name in FINDINGS_READ))
        if not self.perhaps:  # asked only where a word may be a name
            del self.fields["no_name"]
        if naming.protected(self.case):
            self.fields["reasons"].help_text = f"{self.fields['reasons'].help_text} {NO_NAME}"
        self.signers = offer_signers(self)
        last = ORDERS.last_draft(self.case)
        if last is not None:
            self.initial = {name: getattr(last, name) for name in Findings.__dataclass_fields__} | self.initial
            self.initial["reasonable_cause"] = "yes" if last.reasonable_cause else "no"

    def clean_no_name(self) -> bool:
        """Return True; ValidationError until a person looked at the word that may be a name."""
        if not self.cleaned_data["no_name"]:
            raise forms.ValidationError(
                f"“{self.perhaps}” is part of a name that is kept in our file. Take it out where it means the person; "
                "where it does not, tick the box at the foot of the form"
            )
        return True

    def facts(self) -> dict[str, Any]:
        """Return the findings and who is to sign."""
        values = super().facts()
        values.pop("no_name", None)
        signer = self.signers[values.pop("intended_signer")]
        findings = Findings(**{**values, "reasonable_cause": values["reasonable_cause"] == "yes"})
        return {"findings": findings, "intended_signer": signer}


class SignForm(order_forms.SignForm):
    withhold = forms.BooleanField(
        label="Do not send the determination to the employer", required=False,
        help_text="The employer was not served. It still gets the determination, with no name that we keep, unless you "
        "tick this.",
    )  # fmt: skip
    withheld_reason = NarrativeField(
        label="Why the employer does not get it", noun="why the employer does not get it", rows=3, max_length=2000,
        required=False, help_text="Only where you tick the box. It stays on record.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Bind the signature to the very bytes that are shown; an employer that was served gets them without question."""
        if self.case.parties.filter(role=Party.Role.EMPLOYER).exclude(told_on=None).exists():
            del self.fields["withhold"], self.fields["withheld_reason"]
        super().set_up()

    def clean(self) -> dict[str, Any]:
        """To withhold is a decision with a reason, and a reason alone withholds nothing."""
        data = super().clean() or {}
        if data.get("withhold") and not data.get("withheld_reason"):
            self.add_error("withheld_reason", "Enter why the employer does not get it")
        if data.get("withheld_reason") and not data.get("withhold"):
            self.add_error("withhold", "Tick the box to withhold the determination, or take out the reason")
        return data

    def facts(self) -> dict[str, Any]:
        """Return what is signed and why the employer does not get it, if so."""
        data = self.cleaned_data
        return {"draft_sha256": data["draft_sha256"], "withheld_reason": data.get("withheld_reason", "")}
