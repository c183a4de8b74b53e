"""What the act page needs of each transition: its form, its service, and which fact is the acting person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from complaints import determinations, intake, returned, services
from complaints.forms import acts, deciding, declaring
from wagecase.accounts.models import User
from wagecase.cases.models import Case


@dataclass(frozen=True, slots=True)
class Action:
    """One row: `person` names the service's argument for the acting person; unversioned acts only add rows.

    `chooses` is a role word whose addressee the form itself decides, so that nobody is named before the choice.
    What is typed for an `inward` act stays in the file: its letters are the same whatever it says.
    """

    name: str
    form: type[acts.ActForm]
    service: Callable[..., Case]
    person: str = ""
    versioned: bool = True
    chooses: str = ""
    danger: bool = False
    inward: bool = False

    def run(self, case: Case, *, form: acts.ActForm, user: User, at: datetime) -> Case:
        """Do the act with what the form gathered and return the fresh case."""
        facts: dict[str, Any] = {**form.facts(), "actor": user.actor, "at": at}
        if self.person:
            facts[self.person] = user
        if self.versioned:
            facts["expected_version"] = form.cleaned_data["version"]
        return self.service(case, **facts)


CONFIRMED = frozenset({"sign_determination"})  # the password is asked again: a signature binds the department

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("record_verification", declaring.RecordVerificationForm, intake.record_verification),
        Action("docket", acts.DocketForm, services.docket),
        Action("assign", acts.AssignForm, services.assign, chooses="investigator"),
        Action("reassign", acts.AssignForm, services.reassign, chooses="investigator"),
        Action("begin_investigation", acts.PlainForm, services.begin_investigation),
        Action("serve_employer", acts.ServeEmployerForm, services.serve_employer),
        Action("skip_service", acts.SkipServiceForm, services.skip_service),
        Action("record_employer_answer", acts.EmployerAnswerForm, services.record_employer_answer),
        Action("request_information", acts.RequestInformationForm, services.request_information, person="asked_by"),
        Action("answer_request", acts.AnswerRequestForm, services.answer_request, versioned=False),
        Action("add_evidence", acts.AddEvidenceForm, services.add_evidence, versioned=False),
        Action(
            "draft_determination",
            deciding.DeterminationForm,
            determinations.draft_determination,
            person="drafted_by",
            chooses="signer",
        ),
        Action(
            "revise_determination", deciding.DeterminationForm, determinations.revise_determination, person="drafted_by"
        ),
        Action("return_draft", acts.ReturnDraftForm, determinations.return_draft),
        Action("sign_determination", deciding.SignForm, determinations.sign_determination, person="signer"),
        Action("record_service", deciding.RecordServiceForm, determinations.record_service),
        Action("reopen_service", acts.PlainForm, returned.reopen_service),
        Action("close", acts.PlainForm, services.close),
        Action("dismiss", acts.DismissForm, services.dismiss, danger=True),
        Action("request_withdrawal", acts.WithdrawalForm, services.request_withdrawal, inward=True),
        Action("close_as_withdrawn", acts.PlainForm, services.close_as_withdrawn, danger=True),
        Action("continue_case", acts.ContinueForm, services.continue_case),
        Action("take_back_withdrawal", acts.TakenBackForm, services.take_back_withdrawal, inward=True),
        Action("reopen", acts.ReopenForm, services.reopen),
        Action("answer_complaint", acts.AnswerComplaintForm, services.answer_complaint),
    )
}
