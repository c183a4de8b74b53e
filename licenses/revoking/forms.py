"""The forms of staff's acts on a revocation: one class per transition that asks something, and the one that opens it."""

from __future__ import annotations

from typing import Any

from django import forms

from licenses.fact_forms import FactsForm, add_line_fields
from licenses.guards.revocation import ORDERS, notice_left
from licenses.models import Revocation
from licenses.review.forms import AssignForm
from licenses.revoking.notice import left_on
from licenses.revoking.order import proposed_reasons
from licenses.revoking.wording import METHODS
from wagecase.cases.act_forms import ActForm, ReasonForm, reason_field
from wagecase.cases.forms import StaffDateField
from wagecase.cases.order_forms import offer_signers, signer_field
from wagecase.web.formatting import day
from wagecase.web.forms import NarrativeField, SubmissionKeyMixin

__all__ = ["AssignForm", "EndForm", "FactsForm", "InterestForm", "NoticeServiceForm", "OpenForm", "OrderForm"]


class OpenForm(SubmissionKeyMixin):
    """The ground of a revocation and its first facts."""

    ground = forms.ChoiceField(
        label="Ground", choices=Revocation.Ground.choices, widget=forms.RadioSelect,
        error_messages={"required": "Choose the ground of the revocation"},
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add_line_fields(self, [], leading=["ground"], at_least_one=True)


class NoticeServiceForm(ActForm):
    """When and how the notice of facts was served."""

    served_on = StaffDateField(label="Day of service", noun="the day of service", past=True)
    method = forms.ChoiceField(
        label="How it was served", choices=list(METHODS.items()), widget=forms.RadioSelect,
        error_messages={"required": "Say how the notice was served"},
    )  # fmt: skip

    def set_up(self) -> None:
        """Say when the notice left, and start from the way in which it did."""
        sent = [(notice, on) for notice in notice_left(self.case) if (on := left_on(notice))]
        row = self.case.revocation
        if sent:
            notice, on = sent[-1]
            self.fields["served_on"].help_text = f"The notice left on {day(on)}. Not before that day."
            way = notice.mailed_method.partition(",")[0] if notice.channel == "letter" else "e-mail"
            self.fields["method"].initial = way if way in METHODS else None
        if row.served_on:
            self.initial = {"served_on": row.served_on, "method": row.service_method, **self.initial}


class InterestForm(ReasonForm):
    reason = reason_field(
        "Why the public interest cannot wait",
        "It stands in the order, so the employer reads it. Name no worker.",
        rows=5,
    )


class RefuseInterestForm(ReasonForm):
    reason = reason_field("Why the public interest can wait", "Staff read it. The employer does not. Name no worker.")


class OrderForm(ActForm):
    """The words of the order, drafted from the findings, and who signs it."""

    wide = True
    reasons = NarrativeField(
        label="Reasons for the order", noun="the reasons", rows=14, max_length=10_000,
        help_text="Drafted from what is on record; change what needs it. Leave an empty line between paragraphs. The "
        "employer reads them: name no worker.",
    )  # fmt: skip
    intended_signer = signer_field()

    def set_up(self) -> None:
        """Start from the last draft, else from what follows from the record."""
        self.signers = offer_signers(self)
        row = self.case.revocation
        if row.interest_by_id:  # nobody signs who found that the public interest cannot wait
            self.signers.pop(str(row.interest_by_id), None)
            chosen: Any = self.fields["intended_signer"]
            chosen.choices = [(pk, label) for pk, label in chosen.choices if pk != str(row.interest_by_id)]
        last = ORDERS.last_draft(self.case)
        self.initial = {"reasons": last.reasons if last else proposed_reasons(self.case), **self.initial}

    def facts(self) -> dict[str, Any]:
        """Return the reasons and who is to sign."""
        data = self.cleaned_data
        return {"reasons": data["reasons"], "intended_signer": self.signers[data["intended_signer"]]}


class EndForm(ReasonForm):
    reason = reason_field(
        "Why it ends without an order", "An employer that was told of the facts reads it. Name no worker.",
        max_length=2000,
    )  # fmt: skip
