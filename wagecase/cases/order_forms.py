"""The questions about an order that every kind asks alike: who signs it, why it is returned, that this draft is signed, its service."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from wagecase.accounts.models import User
from wagecase.cases import kinds
from wagecase.cases.act_forms import CHANGED, ActForm, ReasonForm, reason_field
from wagecase.cases.forms import StaffDateField
from wagecase.cases.orders import Orders
from wagecase.web.formatting import day


def orders_of(form: ActForm) -> Orders:
    """Return the orders of the kind of the form's case."""
    return kinds.get(form.case.kind).orders  # type: ignore[no-any-return]


def signer_label(person: User) -> str:
    """Return how a person stands in the list of those who may sign."""
    return ", ".join(filter(None, [person.name, person.title, person.office]))


def signer_field() -> forms.ChoiceField:
    """Return the question who signs; `offer_signers` fills it."""
    return forms.ChoiceField(
        label="Who signs it", widget=forms.Select, error_messages={"required": "Choose who signs it"},
        help_text="A second person: nobody signs who drafted any version of it.",
    )  # fmt: skip


def offer_signers(form: ActForm) -> dict[str, User]:
    """Fill the field `intended_signer` with whoever may sign, the last draft's signer chosen; return them by their value."""
    orders = orders_of(form)
    found = orders.may_be_asked(form.case, drafter=form.user, at=timezone.now())
    signers = {str(person.pk): person for person in found}
    chosen: Any = form.fields["intended_signer"]
    chosen.choices = [("", "Choose who signs"), *((pk, signer_label(person)) for pk, person in signers.items())]
    last = orders.last_draft(form.case)
    if last is not None:
        form.initial = {"intended_signer": last.intended_signer_id, **form.initial}
    elif len(signers) == 1:
        chosen.initial = next(iter(signers))
    return signers


class ReturnDraftForm(ReasonForm):
    """Why a draft goes back to whoever drafted it."""

    shows_draft = True
    reason = reason_field("What must be changed", "The drafter reads it. The parties do not.")


class SignForm(ActForm):
    """A signature, bound to the very bytes that are shown."""

    shows_draft = True
    draft_sha256 = forms.CharField(
        widget=forms.HiddenInput, error_messages={"required": CHANGED}, max_length=64, min_length=64
    )

    def set_up(self) -> None:
        """Bind the signature to the draft that is shown."""
        draft = orders_of(self).current_draft(self.case)
        self.fields["draft_sha256"].initial = draft.draft.sha256 if draft else ""


class RecordServiceForm(ActForm):
    """The day on which an order was served."""

    served_on = StaffDateField(label="Day of service", noun="the day of service", past=True)

    def set_up(self) -> None:
        """Start from the day on which the last copy left and say when each one did."""
        sent = orders_of(self).copies_sent(self.case)
        field = self.fields["served_on"]
        field.initial = max((copy.on for copy in sent), default=None)
        words = ". ".join(copy.words for copy in sent)
        field.help_text = f"{words}. Not before the last of these days." if sent else ""

    def clean_served_on(self) -> date:
        """Nobody is served before the copy left."""
        served_on: date = self.cleaned_data["served_on"]
        for copy in orders_of(self).copies_sent(self.case):
            if served_on < copy.on:
                raise forms.ValidationError(f"The copy for {copy.to} left only on {day(copy.on)}")
        return served_on
