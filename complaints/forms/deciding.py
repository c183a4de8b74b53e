"""The forms of the determination: its draft, its signature and its service."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from complaints import naming
from complaints.determinations import Findings, copies_sent
from complaints.guards import current_draft, has_drafted
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases.act_forms import CHANGED, YES_NO, ActForm
from wagecase.cases.forms import StaffDateField
from wagecase.cases.models import Party
from wagecase.cases.recipients import supervisors
from wagecase.web.formatting import day
from wagecase.web.forms import NarrativeField, TextField

HIDDEN = "The name is kept in our file. Describe the occupation or the group: the employer reads this."
NO_NAME = "The employer reads the whole order: no name that we keep in our file."

FINDINGS_READ = ("concerning", "occupation", "wage_found", "evidence", "economic_material", "reasons")


def signer_label(person: User) -> str:
    """Return how a supervisor stands in the list of those who may sign."""
    return ", ".join(filter(None, [person.name, person.title, person.office]))


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

    intended_signer = forms.ChoiceField(
        label="Who signs it", widget=forms.Select, error_messages={"required": "Choose who signs it"},
        help_text="The order says for whose signature it is. Nobody signs who drafted any version of it.",
    )  # fmt: skip
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
        last = self.case.determinations.filter(signed_at=None).last()
        self.signers = {
            str(person.pk): person
            for person in dict.fromkeys([*supervisors(self.case.unit), *self._acting()])
            if person.pk != self.user.pk and not has_drafted(self.case, person.pk)
        }
        chosen = self.fields["intended_signer"]
        chosen.choices = [("", "Choose who signs"), *((pk, signer_label(p)) for pk, p in self.signers.items())]
        if len(self.signers) == 1:
            chosen.initial = next(iter(self.signers))
        if last is not None:
            self.initial = {"intended_signer": last.intended_signer_id} | self.initial
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

    def _acting(self) -> list[User]:
        """Return those who may sign for the supervisors today: never the one to whom the case is assigned."""
        named = acting.signers(self.case.unit, at=timezone.now())
        return [person for person in named if person.pk != self.case.assignee_id]

    def facts(self) -> dict[str, Any]:
        """Return the findings and who is to sign."""
        values = super().facts()
        values.pop("no_name", None)
        signer = self.signers[values.pop("intended_signer")]
        findings = Findings(**{**values, "reasonable_cause": values["reasonable_cause"] == "yes"})
        return {"findings": findings, "intended_signer": signer}


class SignForm(ActForm):
    draft_sha256 = forms.CharField(
        widget=forms.HiddenInput, error_messages={"required": CHANGED}, max_length=64, min_length=64
    )

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
        draft = current_draft(self.case)
        self.fields["draft_sha256"].initial = draft.draft.sha256 if draft else ""

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


class RecordServiceForm(ActForm):
    served_on = StaffDateField(label="Day of service", noun="the day of service", past=True)

    def set_up(self) -> None:
        """Start from the day on which the last copy left and say when each one did."""
        sent = copies_sent(self.case)
        field = self.fields["served_on"]
        field.initial = max((copy.on for copy in sent), default=None)
        field.help_text = (
            f"{'. '.join(copy.words for copy in sent)}. Not before the last of these days." if sent else ""
        )

    def clean_served_on(self) -> date:
        """Nobody is served before the copy left."""
        served_on = self.cleaned_data["served_on"]
        for copy in copies_sent(self.case):
            if served_on < copy.on:
                raise forms.ValidationError(f"The copy for {copy.to} left only on {day(copy.on)}")
        return served_on
