"""The forms of staff's acts on a closing notice: one class per transition that asks something."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Count, Q

from closings import wording
from closings.determinations import Decided, Findings, check, findings_of
from closings.guards import ORDERS
from closings.recording import latest
from wagecase.accounts.models import User
from wagecase.cases import kinds
from wagecase.cases.act_forms import ActForm, ReasonForm
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.cases.order_forms import offer_signers, signer_field
from wagecase.web.forms import GovForm, MoneyField, NarrativeField

DECISIONS = [("yes", "It holds"), ("no", "It does not hold")]


class AddEvidenceForm(ActForm):
    files = CaseFilesField(label="Files", noun="files", error_messages={"required": "Choose at least one file"})


class CorrectForm(GovForm):
    why = NarrativeField(
        label="What is wrong, and how you know", noun="what is wrong", rows=3, max_length=500,
        help_text="The public list says that the department corrected the notice, and not why.",
    )  # fmt: skip


class RescindForm(ActForm):
    received_on = StaffDateField(
        label="Day on which we were told", noun="the day on which we were told", past=True,
        help_text="Of a letter the day stamped on it. The public list shows it.",
    )  # fmt: skip
    reason = NarrativeField(
        label="Why it does not take place, and how you know", noun="why it does not take place", rows=4, max_length=500,
        help_text="The public list does not show it.",
    )  # fmt: skip


class AssignForm(ActForm):
    person = forms.ChoiceField(
        label="Who gets it", error_messages={"required": "Choose who gets it"}, widget=forms.Select
    )

    def set_up(self) -> None:
        """Offer the active people of the unit who work on closing notices with their load, but for whoever has it."""
        people = User.objects.filter(unit=self.case.unit, role__in=kinds.get(self.case.kind).worked_by, is_active=True)
        people = people.exclude(pk=self.case.assignee_id).annotate(
            load=Count("assigned_cases", filter=Q(assigned_cases__is_open=True))
        )
        self.people = {str(person.pk): person for person in people}
        self.fields["person"].choices = [("", "Choose a person")] + [
            (pk, f"{p.name}, {p.office or p.get_role_display()}: {p.load} open case{'' if p.load == 1 else 's'}")
            for pk, p in self.people.items()
        ]

    def clean_person(self) -> User:
        """Return the person."""
        return self.people[self.cleaned_data["person"]]


class RemoveImportedForm(ReasonForm):
    reason = NarrativeField(
        label="Why this notice is taken off the list", noun="why it is taken off the list", rows=3, max_length=300,
        help_text="It stays on record. The page of its number says that the department took it off, and not why.",
    )  # fmt: skip


class RestoreImportedForm(ReasonForm):
    reason = NarrativeField(
        label="Why this notice is put back", noun="why it is put back", rows=3, max_length=300,
        help_text="It stays on record. The public list does not show it.",
    )  # fmt: skip


class DeterminationForm(ActForm):
    wide = True
    daily_amount = MoneyField(
        label="Surcharge for each day of short notice to an official", noun="the surcharge for each day", required=False,
        high="99999.99",
    )  # fmt: skip
    surcharge_reason = NarrativeField(
        label="Why this amount", noun="why this amount", required=False, rows=4, max_length=4000,
        help_text="The employer reads it.",
    )  # fmt: skip
    reasons = NarrativeField(
        label="Reasons for the determination", noun="the reasons", rows=8, max_length=10_000,
        help_text="Leave an empty line between paragraphs. The employer reads them.",
    )  # fmt: skip
    intended_signer = signer_field()

    def set_up(self) -> None:
        """Ask for each claimed exception, and for an amount only where an official was told late."""
        self.content = latest(self.case.closing)
        self.codes = list(dict.fromkeys(row.code for row in self.content.claims))
        ordered = {}
        for code in self.codes:
            words, cite = wording.EXCEPTIONS[code]
            ordered[f"holds_{code}"] = forms.ChoiceField(
                label=f"Claimed exception: {words} ({cite})", choices=DECISIONS, widget=forms.RadioSelect,
                error_messages={"required": "Say whether the exception holds"},
            )  # fmt: skip
            ordered[f"reason_{code}"] = NarrativeField(
                label="Why", noun="why the exception holds or does not", rows=3, max_length=4000
            )
        self.fields = {**ordered, **self.fields}
        last = ORDERS.last_draft(self.case)
        self.signers = offer_signers(self)
        self.fields[
            "daily_amount"
        ].help_text = (
            "At most $500.00 a day (109.07 (4m) (a)). Only where an official was told late and no exception holds."
        )
        if last is not None:
            self.initial = {**self._drafted(last), **self.initial}

    def _drafted(self, last: Any) -> dict[str, Any]:
        found = findings_of(last)
        values: dict[str, Any] = {
            "reasons": found.reasons, "daily_amount": found.daily_amount, "surcharge_reason": found.surcharge_reason,
        }  # fmt: skip
        for one in found.exceptions:
            values |= {f"holds_{one.code}": "yes" if one.holds else "no", f"reason_{one.code}": one.reason}
        return values

    def findings(self) -> Findings:
        """Return what was decided."""
        data = self.cleaned_data
        return Findings(
            reasons=data["reasons"], daily_amount=data.get("daily_amount"),
            surcharge_reason=data.get("surcharge_reason", ""),
            exceptions=tuple(
                Decided(code, data[f"holds_{code}"] == "yes", data[f"reason_{code}"]) for code in self.codes
            ),
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Refuse here, beside its field, what the service would refuse."""
        data = super().clean() or {}
        if not self.errors:
            try:
                check(self.content, self.findings())
            except forms.ValidationError as error:
                self.add_error(None, error)
        return data

    def facts(self) -> dict[str, Any]:
        """Return the findings and who is to sign."""
        return {"findings": self.findings(), "intended_signer": self.signers[self.cleaned_data["intended_signer"]]}
