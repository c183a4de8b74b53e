"""The forms of staff's acts on a complaint: one class per transition that asks something, and what it gives the service."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms

from complaints.models import Complaint
from wagecase.cases.act_forms import YES_NO, ActForm, ReasonForm, reason_field
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.deadlines.services import shortened
from wagecase.deadlines.table import BY_KEY
from wagecase.rules import calendar, law
from wagecase.rules.finding import Finding
from wagecase.rules.holidays import NotCovered
from wagecase.rules.law import NoRateInSource
from wagecase.web.formatting import longdate
from wagecase.web.forms import NarrativeField

GROUNDS = [
    ("no_jurisdiction", "Outside our jurisdiction"),
    ("not_verified", "Never signed"),
    ("duplicate", "Same complaint filed before"),
    ("other", "Another ground"),
]


def due_from_stamp(stamped_on: date) -> Finding[calendar.Due] | None:
    """Return the due date of a complaint stamped on a day, or None where law or holiday table do not reach back."""
    try:
        return calendar.complaint_due(filed_on=stamped_on, channel="paper")
    except (NoRateInSource, NotCovered):
        return None


def check_stamp(stamped_on: date) -> date:
    """Return a stamped day from which the 20 days can be counted; ValidationError for any other."""
    if due_from_stamp(stamped_on) is None:
        raise forms.ValidationError("Check the year: the 20 days cannot be counted from this day", code="uncounted")
    return stamped_on


class DocketForm(ActForm):
    jurisdiction = NarrativeField(
        label="Why the complaint falls under section 104.05", noun="why the complaint falls under section 104.05",
        rows=3, max_length=2000, help_text="For example: work in this state, wage stated, not a duplicate.",
    )  # fmt: skip


class ServeEmployerForm(ActForm):
    names_complainant = forms.ChoiceField(
        label="Name the complainant to the employer?", choices=YES_NO, widget=forms.RadioSelect,
        error_messages={"required": "Say whether the employer reads the complainant's name"},
    )  # fmt: skip
    names_employees = forms.ChoiceField(
        label="Name the employees to the employer?", choices=YES_NO, widget=forms.RadioSelect, initial="no",
        error_messages={"required": "Say whether the employer reads the employees' names"},
        help_text="They did not file. Without their names the notice tells the occupation only.",
    )  # fmt: skip
    disclosure_reason = NarrativeField(
        label="Why the employer is told the name", noun="why the employer is told the name", rows=3, max_length=2000,
        required=False, help_text="Only where somebody is named who has not agreed to it. It stays on record.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Start from the complainant's wish; employees are asked about only where the complaint names some."""
        answer = self.case.complaint.identity_disclosure
        said = {"yes": "agreed to be named", "no": "said no to being named", "ask": "asked to be spoken to first"}
        words = said.get(answer, "has not said whether they may be named")
        self.fields["names_complainant"].help_text = f"The complainant {words}."
        self.fields["names_complainant"].initial = "yes" if answer == "yes" else "no"
        if self.case.complaint.scope != Complaint.Scope.PERSON:
            del self.fields["names_employees"]
            if answer == "yes":
                del self.fields["disclosure_reason"]

    def clean(self) -> dict[str, Any]:
        """Naming somebody against their wish, or without asking them, needs a reason."""
        data = super().clean() or {}
        agreed = self.case.complaint.identity_disclosure == "yes"
        against = (data.get("names_complainant") == "yes" and not agreed) or data.get("names_employees") == "yes"
        if against and not data.get("disclosure_reason"):
            self.add_error("disclosure_reason", "Enter why the employer is told the name")
        return data

    def facts(self) -> dict[str, Any]:
        """Return the two decisions and their reason."""
        data = self.cleaned_data
        return {
            "names_complainant": data["names_complainant"] == "yes",
            "names_employees": data.get("names_employees") == "yes",
            "disclosure_reason": data.get("disclosure_reason", ""),
        }


class ContinueForm(ReasonForm):
    reason = reason_field("Why the case goes on", "The complainant reads it in the letter as you write it here.")


class ReopenForm(ReasonForm):
    reason = reason_field("Why the case is reopened", "It stays in the file. The parties do not read it.")


class SkipServiceForm(ReasonForm):
    reason = reason_field(
        "Why you go on without serving the employer",
        "Section 104.05 does not demand service. The reason stands on the timeline. The employer still gets the "
        "determination, unless whoever signs it decides otherwise.", max_length=2000,
    )  # fmt: skip


class EmployerAnswerForm(ActForm):
    answered_on = StaffDateField(label="Day the answer came in", noun="the day the answer came in", past=True)
    summary = NarrativeField(label="What the employer says", noun="what the employer says", rows=6)
    files = CaseFilesField(label="The answer and its papers", noun="the answer", required=False)

    def clean_answered_on(self) -> date:
        """Nothing is answered before it was served."""
        day, served = self.cleaned_data["answered_on"], self.case.complaint.employer_served_on
        if served and day < served:
            raise forms.ValidationError("The answer cannot have come before the employer was served")
        return day


class RequestInformationForm(ActForm):
    question = NarrativeField(
        label="Your question to the complainant", noun="your question", rows=4, max_length=2000,
        help_text="It is printed in the letter as you write it here.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Warn of a question whose answer would come too late for the decision."""
        row, due = BY_KEY["complaints.information"], self.case.due_on
        if due is None:
            return
        days = shortened(row, start=self.today, before=due)
        asked_by = calendar.due(start=self.today, length=days, act=row.act).value.legal_due
        whole = law.in_force(row.length, self.today).number
        if asked_by >= due:
            words = "An answer in writing cannot come in time: call the complainant."
        elif days < whole:
            words = f"The complainant has {days} day{'' if days == 1 else 's'} instead of {whole}, until {longdate(asked_by)}."
        else:
            return
        self.fields["question"].help_text += f" The decision is due on {longdate(due)}. {words}"


class AnswerRequestForm(ActForm):
    request = forms.ChoiceField(
        label="Which question was answered", widget=forms.RadioSelect,
        error_messages={"required": "Choose the question that was answered"},
    )  # fmt: skip
    answer = NarrativeField(label="The answer, as you heard or read it", noun="the answer", rows=5)
    files = CaseFilesField(label="Papers that came with it", noun="the papers", required=False)

    def set_up(self) -> None:
        """Offer the open questions; a single one needs no choice."""
        self.open = {str(q.pk): q for q in self.case.information_requests.filter(answered_at=None)}
        self.fields["request"].choices = [(pk, q.question.replace("\n", " ")) for pk, q in self.open.items()]
        if len(self.open) == 1:
            self.fields["request"].initial = next(iter(self.open))

    def clean_request(self) -> Any:
        """Return the question."""
        return self.open[self.cleaned_data["request"]]


class DismissForm(ActForm):
    ground = forms.ChoiceField(
        label="Ground", choices=GROUNDS, widget=forms.RadioSelect, error_messages={"required": "Choose the ground"}
    )
    reason = NarrativeField(
        label="Reasons", noun="the reasons", rows=6, max_length=4000,
        help_text="The complainant reads them in the letter as you write them here.",
    )  # fmt: skip


class WithdrawalForm(ReasonForm):
    reason = reason_field(
        "What the complainant said", "A complainant need not give a reason. Write that none was given, if so."
    )


class TakenBackForm(ReasonForm):
    reason = reason_field("How the complainant told us", "When, how and to whom. It stays on record.")


class AnswerComplaintForm(ActForm):
    answer = NarrativeField(
        label="Your answer to the complainant", noun="your answer", rows=8,
        help_text="It is printed in the letter as you write it here.",
    )  # fmt: skip
