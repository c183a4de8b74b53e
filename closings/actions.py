"""What the act page needs of each transition of a closing notice: its form, its service, and who acts."""

from __future__ import annotations

from closings import assigning, determinations, imported, intake, publishing, stamps, standing
from closings.forms import acts
from wagecase.cases import order_forms
from wagecase.cases.act_forms import AddEvidenceForm, PlainForm
from wagecase.cases.actions import Action

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("publish", PlainForm, publishing.publish),
        Action("remove_imported", acts.RemoveImportedForm, imported.remove_imported, versioned=False, danger=True),
        Action("assign", acts.AssignForm, assigning.assign, chooses="coordinator"),
        Action("restore_imported", acts.RestoreImportedForm, imported.restore_imported),
        Action("correct_letter", acts.CorrectLetterForm, stamps.correct_letter),
        Action("rescind", acts.RescindForm, intake.rescind, danger=True),
        Action("refuse", acts.RefuseForm, standing.refuse, danger=True),
        Action("take_up", acts.TakeUpForm, standing.take_up),
        Action("remove_listed", acts.RemoveListedForm, standing.remove_listed, danger=True),
        Action("restore_listed", acts.RestoreListedForm, standing.restore_listed),
        Action("reinstate", acts.ReinstateForm, standing.reinstate),
        Action("reopen", acts.ReopenForm, standing.reopen),
        Action("add_evidence", AddEvidenceForm, intake.add_evidence, versioned=False),
        Action(
            "draft_determination", acts.DeterminationForm, determinations.draft_determination, person="drafted_by",
            chooses="signer",
        ),
        Action(
            "revise_determination", acts.DeterminationForm, determinations.revise_determination, person="drafted_by"
        ),
        Action("return_draft", order_forms.ReturnDraftForm, determinations.return_draft),
        Action(
            "sign_determination", order_forms.SignForm, determinations.sign_determination, person="signer", confirmed=True
        ),
        Action("record_service", order_forms.RecordServiceForm, determinations.record_service),
        Action("reopen_service", PlainForm, determinations.reopen_service),
        Action("close", acts.CloseForm, determinations.close),
    )
}  # fmt: skip
