"""What the act page needs of each transition: its form, its service, and which fact is the acting person."""

from __future__ import annotations

from complaints import determinations, intake, returned, services
from complaints.forms import acts, deciding, declaring
from wagecase.cases import order_forms
from wagecase.cases.act_forms import AddEvidenceForm, AssignForm, PlainForm
from wagecase.cases.actions import Action

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("record_verification", declaring.RecordVerificationForm, intake.record_verification),
        Action("docket", acts.DocketForm, services.docket),
        Action("assign", AssignForm, services.assign, chooses="investigator"),
        Action("reassign", AssignForm, services.reassign, chooses="investigator"),
        Action("begin_investigation", PlainForm, services.begin_investigation),
        Action("serve_employer", acts.ServeEmployerForm, services.serve_employer),
        Action("skip_service", acts.SkipServiceForm, services.skip_service),
        Action("record_employer_answer", acts.EmployerAnswerForm, services.record_employer_answer),
        Action("request_information", acts.RequestInformationForm, services.request_information, person="asked_by"),
        Action("answer_request", acts.AnswerRequestForm, services.answer_request, versioned=False),
        Action("add_evidence", AddEvidenceForm, services.add_evidence, versioned=False),
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
        Action("return_draft", order_forms.ReturnDraftForm, determinations.return_draft),
        Action(
            "sign_determination", deciding.SignForm, determinations.sign_determination, person="signer", confirmed=True
        ),
        Action("record_service", order_forms.RecordServiceForm, determinations.record_service),
        Action("reopen_service", PlainForm, returned.reopen_service),
        Action("close", PlainForm, services.close),
        Action("dismiss", acts.DismissForm, services.dismiss, danger=True),
        Action("request_withdrawal", acts.WithdrawalForm, services.request_withdrawal, inward=True),
        Action("close_as_withdrawn", PlainForm, services.close_as_withdrawn, danger=True),
        Action("continue_case", acts.ContinueForm, services.continue_case),
        Action("take_back_withdrawal", acts.TakenBackForm, services.take_back_withdrawal, inward=True),
        Action("reopen", acts.ReopenForm, services.reopen),
        Action("answer_complaint", acts.AnswerComplaintForm, services.answer_complaint),
    )
}
